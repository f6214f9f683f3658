"""A run held against an earlier one: what got better or worse beyond the interval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.matrix import MatrixCell, leaderboard
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.statistics import Interval, apart

Outcome = Literal[
    "better", "worse", "same", "not told apart", "fails now", "works now", "new", "gone"
]
WORSE: tuple[Outcome, ...] = ("worse", "fails now")


@dataclass(frozen=True, slots=True)
class Change:
    """One cell in both runs; None where a run does not have it."""

    name: str
    now: MatrixCell | None
    before: MatrixCell | None
    outcome: Outcome


def compare_boards(
    now: Iterable[AgentModelRunRow], before: Iterable[AgentModelRunRow]
) -> tuple[Change, ...]:
    """Return every cell of two runs, in the order of the newer one, then what is gone.

    ``better`` and ``worse`` need an interval on both sides (a cell measured once has none) and a
    difference that excludes 0 at 95 % (Newcombe). Equal scores are ``same``.
    """
    here = {cell.name: cell for cell in leaderboard(now)}
    there = {cell.name: cell for cell in leaderboard(before)}
    changes = [
        Change(name, cell, there.get(name), _outcome(cell, there.get(name)))
        for name, cell in here.items()
    ]
    gone = [Change(name, None, cell, "gone") for name, cell in there.items() if name not in here]
    return (*changes, *gone)


def _outcome(now: MatrixCell, before: MatrixCell | None) -> Outcome:
    if before is None:
        return "new"
    if now.ok != before.ok:
        return "works now" if now.ok else "fails now"
    if now.score == before.score:
        return "same"
    if now.score is None or before.score is None:
        return "not told apart"
    sides = [_with_interval(cell) for cell in (now, before)]
    if sides[0] is None or sides[1] is None or not apart(sides[0], sides[1]):
        return "not told apart"
    return "better" if now.score > before.score else "worse"


def _with_interval(cell: MatrixCell) -> tuple[float, Interval] | None:
    if cell.score is None or cell.score_low is None or cell.score_high is None:
        return None
    return cell.score, Interval(cell.score_low, cell.score_high)
