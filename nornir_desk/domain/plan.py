"""What a bake-off is to measure: the cross-product, and the order in which it is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nornir_desk.domain.identity import repeat_prompt_id
from nornir_desk.domain.limits import MAX_JOBS, MAX_REPEATS, MAX_TIMEOUT_S
from nornir_desk.domain.model_ref import parse_model_ref


@dataclass(frozen=True, slots=True)
class TaskPrompt:
    """One task: its handle and its text."""

    prompt_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One call to make: ``model`` as it was written, ``prompt_id`` with the mark of a repeat."""

    agent: str
    model: str
    prompt_id: str
    prompt: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells this cell's row from the others of its run, as the table has it."""
        return (self.agent, parse_model_ref(self.model).column, self.prompt_id)


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Everything that a run needs to be started or resumed; it holds no secret.

    Attributes:
        run_id: The run.
        ts_micros: Its time, shared by its rows.
        tasks: The tasks; one, until several are given.
        agents: Matrix axis 1, in the order given.
        models: Matrix axis 2, in the order given.
        repeats: How often each cell is measured.
        caller: ``mock``, ``auto``, ``ollama`` or ``harness``.
        host: The Ollama host without any credentials; None where none is used.
        timeout_s: Wall limit of one call in seconds.
        jobs: Calls at a time per host.
        judge: Judge reference; None = unscored.
        budget_usd: What the run may cost in USD; None = no cap.
        max_output_tokens: Ceiling of an answer in tokens; None = the backend's.
        warmup: Load each model before its first cell.
        credentials: Did the host's address carry any? They are not kept, so a resume needs them.

    Raises:
        ValueError: A number is out of its range, or an axis is empty (a journal from elsewhere).
    """

    run_id: str
    ts_micros: int
    tasks: tuple[TaskPrompt, ...]
    agents: tuple[str, ...]
    models: tuple[str, ...]
    repeats: int = 1
    caller: str = "auto"
    host: str | None = None
    timeout_s: float = 300.0
    jobs: int = 1
    judge: str | None = None
    budget_usd: float | None = None
    max_output_tokens: int | None = None
    warmup: bool = False
    credentials: bool = False

    def __post_init__(self) -> None:
        """Refuse a plan that no run can follow."""
        if not (self.tasks and self.agents and self.models):
            raise ValueError("a plan needs a task, an agent and a model")
        if not (1 <= self.repeats <= MAX_REPEATS and 1 <= self.jobs <= MAX_JOBS):
            raise ValueError(f"repeats {self.repeats} or jobs {self.jobs} are out of range")
        if not 0 < self.timeout_s <= MAX_TIMEOUT_S:
            raise ValueError(f"a timeout of {self.timeout_s} s is out of range")

    @property
    def calls(self) -> int:
        """How many calls it makes."""
        return len(self.agents) * len(self.models) * len(self.tasks) * self.repeats

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells in cross-product order: agent, then model, task and repeat."""
        return tuple(
            Cell(agent, model, repeat_prompt_id(task.prompt_id, repeat), task.text)
            for agent in self.agents
            for model in self.models
            for task in self.tasks
            for repeat in range(1, self.repeats + 1)
        )


def grouped_by_model(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return ``cells`` so that each model's calls follow one another: it is loaded once."""
    first_seen: dict[str, int] = {}
    for cell in cells:
        first_seen.setdefault(cell.model, len(first_seen))
    return tuple(sorted(cells, key=lambda cell: first_seen[cell.model]))
