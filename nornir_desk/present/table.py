"""Tables of text that fit a width, whatever the names in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from nornir_desk.domain.text import one_line

Role = Literal["text", "head", "quiet", "winner", "failed", "good", "warn"]
Paint = Callable[[str, Role], str]
GAP = 2
# How much of the room for a cut name its head takes, the first choice first.
_HEAD_SHARES = (0.5, 0.75, 0.25, 1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        title: Its heading.
        right: Numbers and their headings stand right.
        minimum: Least width in terminal cells to which long text may be elided; None = never.
        prose: Long text loses its end, as sentences do; names lose what keeps them distinct.
        drop: Where all columns at their least do not fit, those with the highest number go first;
            None = never.
    """

    title: str
    right: bool = False
    minimum: int | None = None
    prose: bool = False
    drop: int | None = None


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
    from wcwidth import wcswidth  # the window needs none of its tables

    width = wcswidth(text)
    return width if width >= 0 else len(text)


def elide_middle(text: str, width: int, ellipsis: str = "…") -> str:
    """Return ``text`` in at most ``width`` terminal cells, its middle left out where needed."""
    return _elided(text, width, ellipsis, 0.5)


def elide_end(text: str, width: int, ellipsis: str = "…") -> str:
    """Return ``text`` in at most ``width`` terminal cells, its end left out where needed."""
    return _elided(text, width, ellipsis, 1.0)


def elide_names(names: Sequence[str], width: int, ellipsis: str = "…") -> list[str]:
    """Return names in at most ``width`` terminal cells each, told apart as far as that goes.

    What is left out is the same share of each name: the middle, unless another cut keeps more of
    them distinct (families of models share long heads or tails).
    """
    best: list[str] = []
    for share in _HEAD_SHARES:
        elided = [_elided(name, width, ellipsis, share) for name in names]
        if len(set(elided)) > len(set(best)):
            best = elided
        if len(set(best)) == len(set(names)):
            break
    return best


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
    columns, clean = _dropped(columns, clean, width)
    widths = _fit(columns, clean, width)
    shown = [
        _shown(column, [row[i] for row in clean], widths[i], ellipsis)
        for i, column in enumerate(columns)
    ]
    return [
        _line(columns, widths, [column[at] for column in shown], paint)
        for at in range(len(clean) + 1)
    ]


def _elided(text: str, width: int, ellipsis: str, head_share: float) -> str:
    if display_width(text) <= width:
        return text
    room = width - display_width(ellipsis)
    if room <= 0:
        return ellipsis[:width]
    from wcwidth import iter_graphemes

    signs = list(iter_graphemes(text))
    head_room = math.ceil(room * head_share)
    head = _take(signs, head_room)
    tail = _take(signs[::-1], room - head_room)[::-1]
    return f"{''.join(head)}{ellipsis}{''.join(tail)}"


def _dropped(
    columns: Sequence[Column], rows: Sequence[Sequence[Text]], width: int
) -> tuple[list[Column], list[list[Text]]]:
    kept = list(range(len(columns)))
    while _least([columns[i] for i in kept], [[row[i] for i in kept] for row in rows]) > width:
        able = [i for i in kept if columns[i].drop is not None]
        if not able:
            break
        kept.remove(max(able, key=lambda i: columns[i].drop or 0))
    return [columns[i] for i in kept], [[row[i] for i in kept] for row in rows]


def _least(columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> int:
    natural = _natural(columns, rows)
    least = [
        wide if column.minimum is None else min(wide, column.minimum)
        for column, wide in zip(columns, natural, strict=True)
    ]
    return sum(least) + GAP * (len(least) - 1)


def _natural(columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> list[int]:
    return [
        max([display_width(column.title), *(display_width(row[i].text) for row in rows)])
        for i, column in enumerate(columns)
    ]


def _shown(column: Column, cells: Sequence[Text], width: int, ellipsis: str) -> list[Text]:
    texts = [cell.text for cell in cells]
    if column.prose:
        short = [elide_end(text, width, ellipsis) for text in texts]
    else:
        short = elide_names(texts, width, ellipsis)
    title = Text(elide_middle(column.title, width, ellipsis), "head")
    return [title, *(Text(text, cell.role) for text, cell in zip(short, cells, strict=True))]


def _take(signs: Sequence[str], width: int) -> Sequence[str]:
    # Whole signs only: half an emoji of several code points is another one.
    used = 0
    for index, sign in enumerate(signs):
        used += display_width(sign)
        if used > width:
            return signs[:index]
    return signs


def _fit(columns: Sequence[Column], rows: Sequence[Sequence[Text]], width: int) -> list[int]:
    widths = _natural(columns, rows)
    while sum(widths) + GAP * (len(widths) - 1) > width:
        able = [i for i, c in enumerate(columns) if c.minimum is not None and widths[i] > c.minimum]
        if not able:
            break
        widest = max(able, key=lambda i: widths[i])
        widths[widest] -= 1
    return widths


def _line(
    columns: Sequence[Column], widths: Sequence[int], row: Sequence[Text], paint: Paint
) -> str:
    parts: list[str] = []
    for column, width, cell in zip(columns, widths, row, strict=True):
        pad = " " * (width - display_width(cell.text))
        painted = paint(cell.text, cell.role)
        parts.append(pad + painted if column.right else painted + pad)
    return (" " * GAP).join(parts).rstrip()
