"""Reading and writing runs, and the journal of a run in progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Selector
from nornir_desk.domain.source import Reading, RunSummary


class RunReader(Protocol):
    """Reads runs, never writes, creates nothing and waits at most half a second for a lock."""

    def query(self, selector: Selector, *, with_text: bool = True) -> Reading[AgentModelRunRow]:
        """Return the selected rows in the order of ``domain.row.query_order``.

        Args:
            selector: Which rows.
            with_text: False leaves ``prompt`` and ``output`` empty and unread.
        """
        ...

    def runs(self) -> Reading[RunSummary]:
        """Return the run list, newest first."""
        ...


class RunWatch(Protocol):
    """Tells cheaply (well below a millisecond, locally) that there is something new to read."""

    def mark(self) -> str:
        """Return what stands for the current state of the warehouse, a locked one included."""
        ...

    def changed(self, since: str) -> bool:
        """Tell whether the warehouse has another state than the one marked ``since``."""
        ...

    def unread(self) -> int:
        """Return how many rows the run list would have to be made of; 0 where it is at hand."""
        ...


class RunWriter(Protocol):
    """Lands runs."""

    def append(self, rows: Sequence[AgentModelRunRow]) -> None:
        """Land the rows of one run in one commit.

        Raises:
            StorageFault: The warehouse cannot be written; nothing of the run has landed.
        """
        ...

    def has_run(self, run_id: str) -> bool:
        """Tell whether a run has landed."""
        ...


class RunRemover(Protocol):
    """Removes runs."""

    def forget(self, run_id: str) -> None:
        """Remove a run with its evidence and its journal, landed or unfinished.

        Raises:
            UnknownSelector: There is no such run.
            UsageFault: The run is being measured right now.
            StorageFault: The warehouse cannot be written.
        """
        ...


@dataclass(frozen=True, slots=True)
class UnfinishedRun:
    """A run that has not landed, as its journal tells.

    Attributes:
        plan: What it is to measure.
        measured: Calls that have ended.
        failed: How many of those failed.
        running: Does a process hold it right now? False: it was interrupted.
    """

    plan: RunPlan
    measured: int
    failed: int
    running: bool


class UnfinishedRuns(Protocol):
    """Tells of the runs that have not landed; writes and creates nothing, and never waits."""

    def unfinished(self) -> tuple[UnfinishedRun, ...]:
        """Return those whose journals can be read, newest first."""
        ...

    def rows(self, run_id: str) -> tuple[AgentModelRunRow, ...]:
        """Return what has been measured of a run, in the order it ended; nothing where it is none.

        A row that is being written counts as not there yet.
        """
        ...

    def mark(self) -> str:
        """Return what stands for the current state of all of them; cheap (names, sizes, times)."""
        ...


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A journalled run: its plan, and the rows measured so far in the order they finished."""

    plan: RunPlan
    rows: tuple[AgentModelRunRow, ...]


class RunLog(Protocol):
    """The open journal of one run; whoever has it open holds the run's lock."""

    def record(self, row: AgentModelRunRow) -> None:
        """Write one finished cell to disk; it is there when this returns.

        Raises:
            StorageFault: The disk is full or cannot be written.
        """
        ...

    def close(self, *, landed: bool) -> None:
        """Release the run; remove its journal where its rows have landed."""
        ...


class Journal(Protocol):
    """The journals of runs that have not landed yet."""

    def begin(self, plan: RunPlan) -> RunLog:
        """Start the journal of a new run; its first line is on disk when this returns.

        Raises:
            StorageFault: The place cannot be written.
        """
        ...

    def reopen(self, run_id: str) -> tuple[JournalEntry, RunLog]:
        """Take up the journal of an interrupted run.

        Raises:
            UnknownSelector: There is no journal of that run.
            RunBusy: Another process is measuring the run right now.
            StorageFault: Its first line is damaged, or the place cannot be written.
        """
        ...

    def unfinished(self) -> tuple[str, ...]:
        """Return the run ids that have a journal, newest first."""
        ...
