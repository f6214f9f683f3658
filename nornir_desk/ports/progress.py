"""What a face hears of a run in progress."""

from __future__ import annotations

from typing import Protocol

from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow


class Progress(Protocol):
    """Told from worker threads, one call at a time."""

    def started(self, plan: RunPlan, done: tuple[AgentModelRunRow, ...]) -> None:
        """A run begins, or goes on with rows that are already measured."""
        ...

    def fetching(self, name: str, done_bytes: int, total_bytes: int) -> None:
        """A file is being fetched that a model needs."""
        ...

    def calling(self, cell: Cell) -> None:
        """A call is being made."""
        ...

    def measured(self, row: AgentModelRunRow) -> None:
        """A cell is measured and on disk."""
        ...

    def note(self, text: str) -> None:
        """Something worth a line happened."""
        ...

    def finished(self) -> None:
        """The run is over, well or not."""
        ...
