"""How high the grid's rows are, and how wide its columns."""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.present.choices import Density

WIDEST = 190
# With more agents than this, rows that do not fit anyway are made as low as they can be.
_MANY = 16


@dataclass(frozen=True, slots=True)
class Grade:
    """One density; sizes are designed pixels.

    Attributes:
        row: The height of a row.
        narrowest: The least width of a column.
        figure: The size of the figure's font.
        full: Is there room for the track and a second line?
    """

    row: int
    narrowest: int
    figure: int
    full: bool


NORMAL = Grade(46, 100, 15, full=True)
COMPACT = Grade(30, 100, 13, full=False)
DENSE = Grade(24, 92, 13, full=False)
_CHOSEN = {"normal": NORMAL, "compact": COMPACT, "dense": DENSE}


def grade_of(density: Density, agents: int, room: float) -> Grade:
    """Return the density that is drawn.

    Args:
        density: What is chosen.
        agents: How many rows there are.
        room: The height for them, in designed pixels.
    """
    if density != "auto":
        return _CHOSEN[density]
    for grade in (NORMAL, COMPACT):
        if agents * grade.row <= room:
            return grade
    return DENSE if agents > _MANY else COMPACT


def column_widths(columns: int, room: int, narrowest: int, widest: int) -> list[int]:
    """Return the width of each column: together they fill the room where their limits allow it."""
    if columns == 0:
        return []
    each, rest = divmod(room, columns)
    if each < narrowest:
        return [narrowest] * columns
    if each >= widest:
        return [widest] * columns
    return [each + (place < rest) for place in range(columns)]
