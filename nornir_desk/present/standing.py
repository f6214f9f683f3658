"""Where one cell stands in its run: beside the winner, beside the fastest, beside itself."""

from __future__ import annotations

from collections.abc import Sequence

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.glyphs import UNICODE
from nornir_desk.present.head import head_view
from nornir_desk.present.state import AnswerView, CellView, LeadView
from nornir_desk.present.table import elide_middle

# Below this a factor is no news; from the other on its decimal is none.
_FACTOR = 1.1
_MANY = 9.95
_NAME_WIDTH = 48


def standing_sentence(cell: CellView, cells: Sequence[CellView], lead: LeadView | None) -> str:
    """Return a cell's standing: ``5 repeats · 0.021 behind the winner, intervals overlap``.

    Args:
        cell: The cell.
        cells: Its run's, best first.
        lead: The winner's lead.
    """
    repeats = formats.plural(cell.n, "repeat") if cell.n > 1 else "measured once"
    parts = [repeats, _place(cell, cells, lead)]
    return " · ".join(part for part in parts if part)


def speed_rank(cell: CellView, cells: Sequence[CellView]) -> str:
    """Return a cell's place by speed among those that reported one: ``#11 of 28``."""
    speeds = [other.tokens_per_s for other in cells if other.tokens_per_s is not None]
    if cell.tokens_per_s is None or not speeds:
        return ""
    faster = sum(speed > cell.tokens_per_s for speed in speeds)
    return f"#{faster + 1:,} of {len(speeds):,}"


def cost_beside_winner(cell: CellView, cells: Sequence[CellView]) -> str:
    """Return a cell's cost as a factor of the winner's: ``4.5× below the winner``."""
    winner = _winner(cells)
    if winner is None or winner.cell == cell.cell or not winner.cost_usd or not cell.cost_usd:
        return ""
    ratio = winner.cost_usd / cell.cost_usd
    factor = max(ratio, 1 / ratio)
    if factor < _FACTOR:
        return "as the winner"
    told = f"{factor:,.0f}" if factor >= _MANY else f"{factor:.1f}"
    return f"{told}× {'below' if ratio > 1 else 'above'} the winner"


def latency_span(answers: Sequence[AnswerView]) -> str:
    """Return from where to where the latency went: ``24.1 – 34.9 s over 5 repeats``."""
    known = [answer.latency_ms for answer in answers if answer.latency_ms is not None]
    if len(known) < 2:  # noqa: PLR2004 - one makes no span
        return ""
    low, high = formats.latency(min(known)), formats.latency(max(known))
    over = f"over {formats.plural(len(known), 'repeat')}"
    if low == high:
        return f"{low} {over}"
    number, _, unit = low.partition(" ")
    same_unit = unit == high.partition(" ")[2]
    return f"{number if same_unit else low} – {high} {over}"


def compared_with(cells: Sequence[CellView], name: str, a: str | None) -> tuple[str, str] | None:
    """Return the two cells that a comparison of ``name`` is about.

    A stays what it is where it is another cell of the run, else it is the winner; the winner itself
    is compared with the runner-up.

    Args:
        cells: The run's cells, best first.
        name: The cell, ``agent/model``.
        a: What A is now.
    """
    names = [cell.cell for cell in cells]
    if a is not None and a in names and a != name:
        return a, name
    other = next((one for one in names if one != name), None)
    if other is None:
        return None
    return (name, other) if name == names[0] else (other, name)


def proposed_pair(cells: Sequence[CellView]) -> tuple[str, str] | None:
    """Return the winner and the runner-up; None where fewer than two cells answered."""
    answered = [cell.cell for cell in cells if cell.ok]
    return (answered[0], answered[1]) if len(answered) > 1 else None


def mark_hint(cells: Sequence[CellView], a: str | None, b: str | None) -> str:
    """Return what is to be done for a comparison, where not both sides are chosen.

    Args:
        cells: The run's cells, best first.
        a: The cell on side A.
        b: The cell on side B.
    """
    if a is not None or b is not None:
        there, missing = ("A", "B") if a is not None else ("B", "A")
        name = _short(a or b or "")
        return f"{there} is {name}.\nPress {missing} on another cell, or choose it above."
    told = "Press A on one cell and B on another, or choose them above."
    pair = proposed_pair(cells)
    if pair is None:
        return told
    return f"{told}\nThe first two are {_short(pair[0])} and {_short(pair[1])}."


def _short(name: str) -> str:
    return elide_middle(one_line(name), _NAME_WIDTH, UNICODE.ellipsis)


def _winner(cells: Sequence[CellView]) -> CellView | None:
    return cells[0] if cells and cells[0].ok else None


def _place(cell: CellView, cells: Sequence[CellView], lead: LeadView | None) -> str:
    winner = _winner(cells)
    if not cell.ok:
        return "failed"
    if winner is None:
        return ""
    if winner.cell == cell.cell:
        return _ahead(cells, lead)
    if cell.score is None or winner.score is None:
        return "not scored" if cell.score is None else ""
    return _behind(cell.score, winner.score, overlap=_overlap(cell, winner))


def _ahead(cells: Sequence[CellView], lead: LeadView | None) -> str:
    if lead is None:
        return ""
    head = head_view(cells, lead)
    told = f"leads by {formats.score(lead.by)}" if lead.by else head.lead
    return f"{told}, {head.chip}" if head.chip else told


def _behind(score: float, best: float, *, overlap: bool) -> str:
    told = formats.score(best - score)
    if float(told) == 0:
        return "the winner's score; the figures after it decide"
    return f"{told} behind the winner{', intervals overlap' if overlap else ''}"


def _overlap(cell: CellView, winner: CellView) -> bool:
    ends = (cell.score_high, winner.score_low)
    return ends[0] is not None and ends[1] is not None and ends[0] >= ends[1]
