"""Tables of text that fit a width, whatever the names in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from wcwidth import iter_graphemes, wcswidth

from nornir_desk.domain.text import one_line

Role = Literal["text", "head", "quiet", "winner", "failed", "good", "warn"]
Paint = Callable[[str, Role], str]
GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        title: Its heading.
        right: Numbers and their headings stand right.
        minimum: Least width in terminal cells to which long text may be elided; None = never.
    """

    title: str
    right: bool = False
    minimum: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A cell's text and what it means; faces turn the role into a colour."""

    text: str
    role: Role = "text"


def plain(text: str, _role: Role) -> str:
    """Paint nothing."""
    return text


def display_width(text: str) -> int:
    """Return how many terminal cells ``text`` takes."""
    width = wcswidth(text)
    return width if width >= 0 else len(text)


def elide_middle(text: str, width: int, ellipsis: str = "…") -> str:
    """Return ``text`` in at most ``width`` terminal cells, its middle left out where needed."""
    if display_width(text) <= width:
        return text
    room = width - display_width(ellipsis)
    if room <= 0:
        return ellipsis[:width]
    signs = list(iter_graphemes(text))
    head = _take(signs, room - room // 2)
    tail = _take(signs[::-1], room // 2)[::-1]
    return f"{''.join(head)}{ellipsis}{''.join(tail)}"


def render_table(
    columns: Sequence[Column],
    rows: Sequence[Sequence[Text]],
    *,
    width: int,
    ellipsis: str = "…",
    paint: Paint = plain,
) -> list[str]:
    """Return the lines of a table, its heading first, in at most ``width`` cells where it can.

    Columns with a ``minimum`` give way, the widest first; control characters in any text are
    made harmless.
    """
    clean = [[Text(one_line(cell.text), cell.role) for cell in row] for row in rows]
    columns = [replace(column, title=one_line(column.title)) for column in columns]
    widths = _fit(columns, clean, width)
    heading = [Text(column.title, "head") for column in columns]
    return [_line(columns, widths, row, ellipsis, paint) for row in [heading, *clean]]


def _take(signs: Sequence[str], width: int) -> Sequence[str]:
    # Whole signs only: half an emoji of several code points is another one.
    used = 0
    for index, sign in enumerate(signs):
        used += display_width(sign)
        if used > width:
            return signs[:index]
    return signs


def _fit(columns: Sequence[Column], rows: Sequence[Sequence[Text]], width: int) -> list[int]:
    widths = [
        max([display_width(column.title), *(display_width(row[i].text) for row in rows)])
        for i, column in enumerate(columns)
    ]
    while sum(widths) + GAP * (len(widths) - 1) > width:
        able = [i for i, c in enumerate(columns) if c.minimum is not None and widths[i] > c.minimum]
        if not able:
            break
        widest = max(able, key=lambda i: widths[i])
        widths[widest] -= 1
    return widths


def _line(
    columns: Sequence[Column],
    widths: Sequence[int],
    row: Sequence[Text],
    ellipsis: str,
    paint: Paint,
) -> str:
    parts: list[str] = []
    for column, width, cell in zip(columns, widths, row, strict=True):
        shown = elide_middle(cell.text, width, ellipsis)
        pad = " " * (width - display_width(shown))
        painted = paint(shown, cell.role)
        parts.append(pad + painted if column.right else painted + pad)
    return (" " * GAP).join(parts).rstrip()
