"""Try the failed cells of a run that has landed, as a new run: nothing is edited in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.identity import base_prompt_id
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.domain.row import AgentModelRunRow


@dataclass(frozen=True, slots=True)
class Retry:
    """A run that measures what failed in another.

    Attributes:
        plan: The whole cross-product of the other run, under a new id.
        taken_over: Its rows that answered, under the new id: the same measurements.
    """

    plan: RunPlan
    taken_over: tuple[AgentModelRunRow, ...]


def retry_of(rows: Sequence[AgentModelRunRow], run_id: str, ts_micros: int, host: str) -> Retry:
    """Return the retry of a landed run.

    Args:
        rows: The run's rows, at least one.
        run_id: The new run's id.
        ts_micros: The new run's time.
        host: Ollama's address, without credentials; rows do not tell the old one.
    """
    texts = {base_prompt_id(row.prompt_id): row.prompt for row in rows}
    counts: dict[tuple[str, str, str], int] = {}
    for row in rows:
        key = (row.agent, row.model, base_prompt_id(row.prompt_id))
        counts[key] = counts.get(key, 0) + 1
    plan = RunPlan(
        run_id=run_id,
        ts_micros=ts_micros,
        tasks=tuple(TaskPrompt(prompt_id, text) for prompt_id, text in texts.items()),
        agents=tuple(dict.fromkeys(row.agent for row in rows)),
        models=tuple(dict.fromkeys(row.model for row in rows)),
        repeats=max(counts.values()),
        caller=MOCK_DRIVER if all(row.driver == MOCK_DRIVER for row in rows) else "auto",
        host=host,
    )
    answered = (row for row in rows if row.ok)
    taken_over = tuple(replace(row, run_id=run_id, ts_micros=ts_micros) for row in answered)
    return Retry(plan, taken_over)
