"""How text is drawn: width, signs and colours, and the pieces that every board is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.glyphs import UNICODE, Glyphs
from nornir_desk.present.state import CellView
from nornir_desk.present.table import Column, Paint, Role, Text, elide_end, plain, render_table

_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Look:
    """What the text is for.

    Attributes:
        width: Terminal cells a line may take.
        glyphs: Signs the console can show.
        paint: Turns a role into a colour; ``plain`` where there is no terminal.
    """

    width: int = 80
    glyphs: Glyphs = UNICODE
    paint: Paint = plain


def table_lines(columns: Sequence[Column], rows: Sequence[Sequence[Text]], look: Look) -> list[str]:
    """Return the lines of a table in this look, its heading first."""
    lines = render_table(
        columns, rows, width=look.width, ellipsis=look.glyphs.ellipsis, paint=look.paint
    )
    return [_in_glyphs(line, look) for line in lines]


def wrapped(text: str, look: Look, role: Role) -> list[str]:
    """Return a sentence in lines of this look, the later ones indented."""
    from wcwidth import wrap

    # wrap() takes time in the square of a text; beyond a screenful nobody reads on.
    short = elide_end(one_line(text[:_LONGEST]), _LONGEST // 2, look.glyphs.ellipsis)
    lines = wrap(short, look.width, subsequent_indent="    ")
    return [look.paint(_in_glyphs(line, look), role) for line in lines]


def label_line(cells: Sequence[CellView], look: Look) -> list[str]:
    """Return the line that explains the sign of a label, where one is shown."""
    drivers = sorted({cell.driver for cell in cells if cell.label and cell.driver})
    if not drivers:
        return []
    if drivers == [MOCK_DRIVER]:
        told = "a label, and the figures are made up (mock): nobody was called"
    else:
        told = f"a label: a bare model call ({', '.join(drivers)}) answered, no agent ran"
    return wrapped(f"{look.glyphs.label} {told}", look, "quiet")


def below(lines: Sequence[str]) -> list[str]:
    """Return what stands beneath a table, set apart by an empty line where there is anything."""
    return ["", *lines] if lines else []


def _in_glyphs(text: str, look: Look) -> str:
    if look.glyphs is UNICODE:
        return text
    text = text.replace(UNICODE.unknown, look.glyphs.unknown)
    return text.replace("±", "+-").replace(formats.MINUS, "-")
