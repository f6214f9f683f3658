"""What to use: the cheapest, or fastest, cell that is not shown to be worse than the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.lead import Comparison, UnitKind, compare
from nornir_desk.domain.matrix import MatrixCell, leaderboard
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.statistics import MIN_UNITS
from nornir_desk.domain.units import several_tasks

Verdict = Literal["best", "as good", "worse", "too few", "over the limit", "unscored", "failed"]
Criterion = Literal["cost", "latency", "score"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell and whether it can be advised.

    Attributes:
        cell: The ranked cell.
        verdict: ``best`` of those that fit; ``as good``: enough pairs and not shown to be worse;
            ``worse``: shown at 95 %; ``too few`` pairs to tell; or why it is out of the question.
        pairs: Units it shares with the best.
        settles_at: About how many would settle the difference; None where that cannot be told.
    """

    cell: MatrixCell
    verdict: Verdict
    pairs: int
    settles_at: int | None


@dataclass(frozen=True, slots=True)
class Advice:
    """What to use.

    Attributes:
        pick: The cell to use, ``agent/model``; None where nothing can be advised.
        by: What made it the pick: lowest cost, lowest latency, or its score alone.
        best: The best cell within the limits.
        unit: What is counted: repeats of one task, or tasks.
        candidates: Every cell, best first.
        surer_units: How many more units of pick and rival would make it surer; None where nothing
            would, or that cannot be told.
        surer_cost_usd: About what they would cost in USD; None where a cost is unknown.
    """

    pick: str | None
    by: Criterion | None
    best: str | None
    unit: UnitKind
    candidates: tuple[Candidate, ...]
    surer_units: int | None
    surer_cost_usd: float | None


def advise(
    rows: Sequence[AgentModelRunRow],
    *,
    max_cost_usd: float | None = None,
    max_latency_ms: float | None = None,
) -> Advice:
    """Return what to use of the cells of ``rows``.

    With fewer than 6 shared units nothing can be told apart at 95 %, so a cheaper cell is not
    advised for want of proof: the best is.

    Args:
        rows: One run, or the history of a task.
        max_cost_usd: Mean cost of a call at most; an unknown cost is over any limit.
        max_latency_ms: Mean wall time of a call at most.
    """
    board = leaderboard(rows)
    excluded = {cell.name: _why_not(cell, max_cost_usd, max_latency_ms) for cell in board}
    best = next((cell for cell in board if excluded[cell.name] is None), None)
    unit: UnitKind = "task" if several_tasks(rows) else "repeat"
    if best is None:
        out = tuple(Candidate(c, excluded[c.name] or "failed", 0, None) for c in board)
        return Advice(None, None, None, unit, out, None, None)
    candidates = tuple(_candidate(rows, best, cell, excluded[cell.name]) for cell in board)
    able = [c.cell for c in candidates if c.verdict in ("best", "as good")]
    pick, by = _cheapest(able)
    surer_units, surer_cost = _surer(pick, best, candidates)
    return Advice(pick.name, by, best.name, unit, candidates, surer_units, surer_cost)


def _why_not(
    cell: MatrixCell, max_cost_usd: float | None, max_latency_ms: float | None
) -> Verdict | None:
    if not cell.ok:
        return "failed"
    if cell.score is None:
        return "unscored"
    over_cost = max_cost_usd is not None and _or_inf(cell.cost_usd) > max_cost_usd
    over_time = max_latency_ms is not None and _or_inf(cell.latency_ms) > max_latency_ms
    return "over the limit" if over_cost or over_time else None


def _candidate(
    rows: Sequence[AgentModelRunRow], best: MatrixCell, cell: MatrixCell, why_not: Verdict | None
) -> Candidate:
    if why_not is not None:
        return Candidate(cell, why_not, 0, None)
    if cell is best:
        return Candidate(cell, "best", cell.n, None)
    found = compare(rows, (best.agent, best.model), (cell.agent, cell.model))
    return Candidate(cell, _verdict(found), len(found.differences), found.settles_at)


def _verdict(found: Comparison) -> Verdict:
    if len(found.differences) < MIN_UNITS:
        return "too few"
    return "worse" if found.told_apart and sum(found.differences) > 0 else "as good"


def _cheapest(able: Sequence[MatrixCell]) -> tuple[MatrixCell, Criterion]:
    known = {cell.cost_usd for cell in able if cell.cost_usd is not None}
    if len(able) == 1:
        return able[0], "score"
    if len(known) > 1:
        return min(able, key=lambda c: (_or_inf(c.cost_usd), _or_inf(c.latency_ms))), "cost"
    return min(able, key=lambda c: (_or_inf(c.latency_ms), c.rank)), "latency"


def _surer(
    pick: MatrixCell, best: MatrixCell, candidates: Sequence[Candidate]
) -> tuple[int | None, float | None]:
    """Return the units and their cost that would settle pick against its rival."""
    rival = best if pick is not best else _first_undecided(candidates)
    if rival is None:
        return None, None
    held = next(c for c in candidates if c.cell.name == (rival if pick is best else pick).name)
    wanted = max(held.settles_at or MIN_UNITS, MIN_UNITS) - held.pairs
    if wanted <= 0:
        return None, None
    costs = (pick.cost_usd, rival.cost_usd)
    if costs[0] is None or costs[1] is None:
        return wanted, None
    return wanted, wanted * (costs[0] + costs[1])


def _first_undecided(candidates: Sequence[Candidate]) -> MatrixCell | None:
    return next((c.cell for c in candidates if c.verdict in ("too few", "as good")), None)


def _or_inf(value: float | None) -> float:
    return math.inf if value is None else value
