"""Where rows were read from and how far that can be trusted, and the summary of a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.identity import base_prompt_id
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.text import one_line
from nornir_desk.domain.thumbnail import thumbnail

SourceKind = Literal["local", "catalog", "grpc"]
SourceStatus = Literal["live", "locked", "offline", "empty", "error"]
T_co = TypeVar("T_co", covariant=True)

_TASK_MAX = 200


@dataclass(frozen=True, slots=True)
class Source:
    """Where rows came from.

    Attributes:
        kind: A local folder, a configured catalog, or a server.
        where: Its path, name or address.
        status: ``live``; ``locked`` or ``offline`` (the last known state is shown); ``empty``;
            ``error`` (damaged; rows may still be there).
        detail: What is wrong and what was fallen back on, in one line; None when live.
        refreshed_micros: When it was read, microseconds since the epoch.
    """

    kind: SourceKind
    where: str
    status: SourceStatus
    detail: str | None
    refreshed_micros: int


@dataclass(frozen=True, slots=True)
class Reading(Generic[T_co]):
    """What a reader found, and where."""

    items: tuple[T_co, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of the run list. Counts are coordinates, not rows.

    Attributes:
        run_id: The run.
        ts_micros: Its time.
        task: First line of the task, at most 200 characters (the handle where the text is unknown);
            of several tasks the first, and how many more there are.
        prompt_id: Task handle.
        agents: Number of agents.
        models: Number of models.
        cells: Number of cells measured.
        failed: Cells that failed.
        winner: ``agent/model``, or None when every cell failed.
        label: Is the winner's agent only a label on a bare model call? None = not known.
        made_up: Are all its figures made up (``mock``)?
        thumbnail: Its grid in small (``domain.thumbnail``); None where it is too large for one.
    """

    run_id: str
    ts_micros: int
    task: str
    prompt_id: str
    agents: int
    models: int
    cells: int
    failed: int
    winner: str | None
    label: bool | None = None
    made_up: bool = False
    thumbnail: tuple[str, ...] | None = None


def summarise_runs(rows: Iterable[AgentModelRunRow]) -> tuple[RunSummary, ...]:
    """Return one summary a run, newest first (latest ``ts_micros``, then last ``run_id``)."""
    grouped: dict[str, list[AgentModelRunRow]] = {}
    for row in rows:
        grouped.setdefault(row.run_id, []).append(row)
    summaries = [_summarise(group) for group in grouped.values()]
    return tuple(sorted(summaries, key=lambda s: (s.ts_micros, s.run_id), reverse=True))


def task_handle(prompt: str, prompt_id: str) -> str:
    """Return the first line of a task with something on it, shortened; else its handle."""
    line = next((line for line in prompt[:4000].splitlines() if line.strip()), "")
    return one_line(line[:_TASK_MAX]) or one_line(prompt_id)


def task_of_plan(plan: RunPlan) -> str:
    """Return the first line of a plan's task, as the summary of its run will have it."""
    first = plan.tasks[0]
    return task_handle(first.text, first.prompt_id) + _and_more(len(plan.tasks) - 1)


def _and_more(others: int) -> str:
    return f" (+{others} more)" if others else ""


def _summarise(rows: Sequence[AgentModelRunRow]) -> RunSummary:
    grid = matrix_grid(rows)
    winner = grid.winner()
    prompt_id = base_prompt_id(rows[0].prompt_id)
    others = len({base_prompt_id(row.prompt_id) for row in rows}) - 1
    return RunSummary(
        run_id=rows[0].run_id,
        ts_micros=max(row.ts_micros for row in rows),
        task=task_handle(rows[0].prompt, prompt_id) + _and_more(others),
        prompt_id=prompt_id,
        agents=len(grid.agents),
        models=len(grid.models),
        cells=len(grid.cells),
        failed=sum(not cell.ok for cell in grid.cells),
        winner=winner.name if winner else None,
        label=winner.label if winner else None,
        made_up=all(row.driver == MOCK_DRIVER for row in rows),
        thumbnail=thumbnail(grid),
    )
