"""The head of a run: who won, by how much, whether that is sure, and what was measured."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from nornir_desk.domain.figures import UNSCORED
from nornir_desk.present import formats
from nornir_desk.present.ranked import lead_line
from nornir_desk.present.state import CellView, LeadView

_TALLY = re.compile(r"\s+\d+/\d+$")
_JUDGES_NAMED = 2


@dataclass(frozen=True, slots=True)
class HeadView:
    """The head of a run as text.

    Attributes:
        winner: ``agent/model``; None where every cell failed or there is none.
        figure: Its score, or its speed where nobody scored it.
        half_width: ``±0.029``; nothing where it was measured once.
        lead: ``leads codex/gpt by 0.021``; nothing where there is no lead to tell.
        chip: What must be known of that lead: ``intervals overlap``, ``lead not clear``, ``tie``;
            None where it is more than chance.
        why: The lead in a whole sentence, for a tooltip.
        facts: What was measured, one fact each.
    """

    winner: str | None
    figure: str
    half_width: str
    lead: str
    chip: str | None
    why: str
    facts: tuple[str, ...]

    @property
    def facts_line(self) -> str:
        """The facts in one line."""
        return " · ".join(self.facts)


@dataclass(frozen=True, slots=True)
class Moment:
    """When a run was, and what now is to its reader."""

    ts_micros: int
    now_micros: int
    zone: tzinfo


def head_view(
    cells: Sequence[CellView], lead: LeadView | None, when: Moment | None = None
) -> HeadView:
    """Return the head of a run.

    Args:
        cells: Its cells, best first.
        lead: The winner's lead.
        when: Its time; None leaves the age out.
    """
    first = cells[0] if cells and cells[0].ok else None
    return HeadView(
        winner=first.cell if first else None,
        figure=_figure(first) if first else formats.UNKNOWN,
        half_width=formats.half_width(first.score_low, first.score_high) if first else "",
        lead=_lead(lead),
        chip=_chip(cells, lead),
        why=lead_line(first, lead) if first and lead else "",
        facts=_facts(cells, when),
    )


def _figure(first: CellView) -> str:
    if first.score is None and first.tokens_per_s is not None:
        return f"{formats.speed(first.tokens_per_s)} tok/s"
    return formats.score(first.score)


def _lead(lead: LeadView | None) -> str:
    if lead is None:
        return ""
    if lead.by == 0:
        return f"same score as {lead.over}"
    return f"leads {lead.over} by {formats.score(lead.by)}"


def _chip(cells: Sequence[CellView], lead: LeadView | None) -> str | None:
    if lead is None or lead.clear:
        return None
    if lead.by == 0:
        return "tie"
    return "intervals overlap" if _overlap(cells[0], cells[1]) else "lead not clear"


def _overlap(first: CellView, second: CellView) -> bool:
    ends = (first.score_low, second.score_high)
    return ends[0] is not None and ends[1] is not None and ends[0] <= ends[1]


def _facts(cells: Sequence[CellView], when: Moment | None) -> tuple[str, ...]:
    agents, models = len({c.agent for c in cells}), len({c.model for c in cells})
    failed = sum(not cell.ok for cell in cells)
    most = max((cell.n for cell in cells), default=1)
    told = (
        f"{formats.plural(agents, 'agent')} × {formats.plural(models, 'model')}",
        formats.plural(len(cells), "cell"),
        f"{failed:,} failed" if failed else "",
        f"measured up to {most:,} times" if most > 1 else "",
        _judges(cells),
        formats.ago(when.ts_micros, when.now_micros, when.zone) if when else "",
    )
    return tuple(fact for fact in told if fact)


def _judges(cells: Sequence[CellView]) -> str:
    verdicts = [cell.judge for cell in cells if cell.ok]
    named = sorted({_TALLY.sub("", v) for v in verdicts if v and not v.startswith(UNSCORED)})
    if not named:
        scored = any(cell.score is not None for cell in cells)
        return "" if scored or not verdicts else "unscored"
    if len(named) > _JUDGES_NAMED:
        return f"{len(named):,} judges"
    return f"{'judge' if len(named) == 1 else 'judges'} {', '.join(named)}"
