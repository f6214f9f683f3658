"""Which scores of a cell are independent of each other: the units that statistics count.

Where rows are of several tasks, a unit is a task: its repeats and runs are folded into their mean,
because answers to one task resemble each other (clusters, Miller 2024). Where all rows are of one
task, a unit is one measurement of it, and what is found holds for that task.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.figures import reported_score
from nornir_desk.domain.identity import base_prompt_id
from nornir_desk.domain.row import AgentModelRunRow


def score_units(rows: Iterable[AgentModelRunRow], *, by_task: bool) -> dict[tuple[str, str], float]:
    """Return the scored units of one cell: a key that two cells share, and the unit's mean score.

    Args:
        rows: The cell's rows; failed and unscored ones have no score to count.
        by_task: A unit is a task, else one measurement.
    """
    held: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        score = reported_score(row.score, row.judge) if row.ok else None
        if score is not None:
            key = ("", base_prompt_id(row.prompt_id)) if by_task else (row.run_id, row.prompt_id)
            held.setdefault(key, []).append(score)
    return {key: fmean(scores) for key, scores in held.items()}


def several_tasks(rows: Iterable[AgentModelRunRow]) -> bool:
    """Tell whether rows are of more than one task."""
    return len({base_prompt_id(row.prompt_id) for row in rows}) > 1


def paired_differences(
    one: Mapping[tuple[str, str], float], other: Mapping[tuple[str, str], float]
) -> list[float]:
    """Return one's score less the other's for each unit that both have, in the units' order."""
    return [one[key] - other[key] for key in sorted(one.keys() & other.keys())]


def without_copies(rows: Iterable[AgentModelRunRow]) -> tuple[AgentModelRunRow, ...]:
    """Return rows without those that a retry took over from an earlier run: the same measurement.

    Two rows of one cell and prompt that agree in wall time, tokens and end are one measurement: no
    two calls take the same time to the last bit.
    """
    seen: set[tuple[object, ...]] = set()
    kept: list[AgentModelRunRow] = []
    for row in rows:
        mark = (*row.key, row.latency_ms, row.tokens_in, row.tokens_out, row.ok, row.error)
        if row.driver == MOCK_DRIVER or mark not in seen:
            seen.add(mark)
            kept.append(row)
    return tuple(kept)
