"""Advice and comparisons with a baseline, as values and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.advice import Advice, Criterion, Verdict
from nornir_desk.domain.baseline import WORSE, Change, Outcome
from nornir_desk.domain.statistics import MIN_UNITS
from nornir_desk.present import formats
from nornir_desk.present.build import cell_view
from nornir_desk.present.look import Look, label_line, table_lines, wrapped
from nornir_desk.present.state import CellView
from nornir_desk.present.table import Column, Role, Text

_ROLES: dict[Verdict, Role] = {"best": "winner", "as good": "good", "worse": "failed"}
_CRITERIA = {
    "cost": "the cheapest that is not shown to be worse than the best",
    "latency": "the fastest that is not shown to be worse than the best",
}


@dataclass(frozen=True, slots=True)
class CandidateView:
    """A cell and whether it can be advised."""

    cell: CellView
    verdict: Verdict
    pairs: int
    settles_at: int | None


@dataclass(frozen=True, slots=True)
class AdviceView:
    """What to use, and why."""

    pick: str | None
    by: Criterion | None
    best: str | None
    reason: str
    unit: Literal["repeat", "task"]
    surer_units: int | None
    surer_cost_usd: float | None
    candidates: tuple[CandidateView, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One cell now and in the baseline."""

    cell: str
    outcome: Outcome
    score: float | None
    score_before: float | None
    delta: float | None


def advice_view(advice: Advice) -> AdviceView:
    """Return advice as it is shown."""
    return AdviceView(
        pick=advice.pick,
        by=advice.by,
        best=advice.best,
        reason=_reason(advice),
        unit=advice.unit,
        surer_units=advice.surer_units,
        surer_cost_usd=advice.surer_cost_usd,
        candidates=tuple(
            CandidateView(cell_view(c.cell), c.verdict, c.pairs, c.settles_at)
            for c in advice.candidates
        ),
    )


def render_advice(view: AdviceView, look: Look) -> str:
    """Return advice as text."""
    opening = f"use {view.pick}: {view.reason}" if view.pick else f"no advice: {view.reason}"
    lines = wrapped(opening, look, "winner" if view.pick else "warn")
    if view.surer_units is not None:
        price = (
            "" if view.surer_cost_usd is None else f", about {formats.cost(view.surer_cost_usd)}"
        )
        more = formats.plural(view.surer_units, f"more {view.unit}")
        lines += wrapped(f"to be surer: about {more} of both{price}", look, "text")
    columns = (
        Column("agent/model", minimum=12),
        *(Column(title, right=True) for title in ("score", "±", "n", "latency", "cost")),
        Column(""),
    )
    lines += ["", *table_lines(columns, [_candidate_line(c) for c in view.candidates], look)]
    return "\n".join([*lines, *label_line([c.cell for c in view.candidates], look)])


def change_views(changes: Sequence[Change]) -> tuple[ChangeView, ...]:
    """Return a comparison with a baseline as it is shown."""
    return tuple(_change_view(change) for change in changes)


def render_changes(views: Sequence[ChangeView], look: Look) -> str:
    """Return a comparison with a baseline as text."""
    columns = (
        Column("agent/model", minimum=12),
        *(Column(title, right=True) for title in ("before", "now", "change")),
        Column(""),
    )
    return "\n".join(table_lines(columns, [_change_line(view) for view in views], look))


def _reason(advice: Advice) -> str:
    verdicts = {c.verdict for c in advice.candidates}
    if advice.pick is None:
        if verdicts <= {"unscored", "failed"} and "unscored" in verdicts:
            return "nobody scored the answers, so which are good enough is not known"
        if verdicts == {"failed"}:
            return "every cell failed"
        return "no scored cell is within the limits"
    if advice.by == "score" and "too few" in verdicts:
        return (
            f"it has the best score, and with fewer than {MIN_UNITS} {advice.unit}s in common no "
            "cheaper one can be shown to be as good"
        )
    if advice.by == "score":
        return "it has the best score, and every other is shown to be worse or out of the question"
    told = _CRITERIA[advice.by or "cost"]
    return told if advice.pick == advice.best else f"{told}, {advice.best}"


def _candidate_line(view: CandidateView) -> list[Text]:
    cell = view.cell
    return [
        Text(cell.cell),
        Text(formats.score(cell.score)),
        Text(formats.half_width(cell.score_low, cell.score_high)),
        Text(formats.count(cell.n)),
        Text(formats.latency(cell.latency_ms)),
        Text(formats.cost(cell.cost_usd)),
        Text(view.verdict, _ROLES.get(view.verdict, "quiet")),
    ]


def _change_view(change: Change) -> ChangeView:
    now = change.now.score if change.now else None
    before = change.before.score if change.before else None
    delta = None if now is None or before is None else now - before
    return ChangeView(change.name, change.outcome, now, before, delta)


def _change_line(view: ChangeView) -> list[Text]:
    good = view.outcome in ("better", "works now")
    role: Role = "failed" if view.outcome in WORSE else "good" if good else "quiet"
    return [
        Text(view.cell),
        Text(formats.score(view.score_before)),
        Text(formats.score(view.score)),
        Text(formats.delta(view.score_before, view.score, formats.score)),
        Text(view.outcome, role),
    ]
