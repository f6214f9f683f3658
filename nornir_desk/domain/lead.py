"""Is the winner's lead real?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.matrix import MatrixGrid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.statistics import ALPHA, MIN_UNITS, sign_flip_p, units_to_settle
from nornir_desk.domain.units import paired_differences, score_units, several_tasks

UnitKind = Literal["repeat", "task"]


@dataclass(frozen=True, slots=True)
class Lead:
    """The winner's lead over the runner-up.

    Attributes:
        over: The runner-up, ``agent/model``.
        by: Difference of their mean scores.
        clear: Do the paired scores show it at 95 %?
        unit: What was compared in pairs: repeats of one task, or tasks.
        pairs: How many pairs both cells have.
        settles_at: About how many pairs would settle it; None where the means are equal or a
            single pair tells no spread.
    """

    over: str
    by: float
    clear: bool
    unit: UnitKind
    pairs: int
    settles_at: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two cells over the units that both have.

    Attributes:
        unit: What a unit is.
        differences: One's score less the other's, a unit each.
    """

    unit: UnitKind
    differences: tuple[float, ...]

    @property
    def told_apart(self) -> bool:
        """Do the differences show at 95 % that one cell is better?"""
        enough = len(self.differences) >= MIN_UNITS
        return enough and sign_flip_p(self.differences) <= ALPHA

    @property
    def settles_at(self) -> int | None:
        """About how many units would settle the difference; None where that cannot be told."""
        return units_to_settle(self.differences)


def compare(
    rows: Sequence[AgentModelRunRow], one: tuple[str, str], other: tuple[str, str]
) -> Comparison:
    """Compare two ``(agent, model)`` cells of ``rows`` over the prompts that both answered."""
    by_task = several_tasks(rows)
    units = [
        score_units((row for row in rows if row.key[:2] == cell), by_task=by_task)
        for cell in (one, other)
    ]
    return Comparison(
        "task" if by_task else "repeat", tuple(paired_differences(units[0], units[1]))
    )


def lead(rows: Sequence[AgentModelRunRow], grid: MatrixGrid) -> Lead | None:
    """Return the winner's lead, or None without two scored cells that answered."""
    top = grid.cells[:2]
    match [cell.score for cell in top if cell.ok and cell.score is not None]:
        case [first, second]:
            found = compare(rows, (top[0].agent, top[0].model), (top[1].agent, top[1].model))
            return Lead(
                over=top[1].name,
                by=round(first - second, 12),
                clear=found.told_apart,
                unit=found.unit,
                pairs=len(found.differences),
                settles_at=found.settles_at,
            )
        case _:
            return None
