"""Reading runs: read-only, tolerant of locks and damage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nornir_desk.domain.row import AgentModelRunRow, query_order
from nornir_desk.domain.selector import Selector
from nornir_desk.domain.source import Reading, RunSummary, Source, SourceStatus
from nornir_desk.domain.text import one_line
from nornir_desk.ports.clock import Clock
from nornir_desk.warehouse.cache import cache_of
from nornir_desk.warehouse.faults import detail_of
from nornir_desk.warehouse.history import RunHistory, summaries
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.opening import Located, Opened, failed_open, locate, open_table
from nornir_desk.warehouse.selection import select_rows
from nornir_desk.warehouse.state import NeedsScan, TableState, read_state

if TYPE_CHECKING:
    from pyiceberg.table import Table

T = TypeVar("T")


class IcebergRunReader:
    """Implements ``ports.runs.RunReader`` and ``ports.runs.RunWatch``.

    Each call reads the current state; what is wrong is told in ``Reading.source`` and never
    raised. Data files that were read before are not read again, by this reader or, where there is
    a cache, by any. Safe to use from many threads.

    Args:
        location: Where the warehouse is.
        clock: Tells when it was read.
        cache_root: The folder in which what was read is remembered; None remembers nothing.
    """

    def __init__(self, location: Location, clock: Clock, cache_root: Path | None = None) -> None:
        self._location = location
        self._clock = clock
        self._history = RunHistory(cache_of(location, cache_root) if cache_root else None)

    def query(self, selector: Selector, *, with_text: bool = True) -> Reading[AgentModelRunRow]:
        """Return the selected rows in the order of ``domain.row.query_order``.

        Args:
            selector: Which rows.
            with_text: False leaves ``prompt`` and ``output`` empty and unread.
        """

        def read(state: TableState) -> tuple[AgentModelRunRow, ...]:
            found = select_rows(self._history, state, selector, with_text=with_text)
            return tuple(sorted(found, key=query_order))

        def scan(table: Table) -> tuple[AgentModelRunRow, ...]:
            from nornir_desk.warehouse.codec import rows_from_arrow
            from nornir_desk.warehouse.scan import select

            found = select(table, selector, with_text=with_text)
            return tuple(sorted(rows_from_arrow(found), key=query_order))

        return self._read(read, scan)

    def runs(self) -> Reading[RunSummary]:
        """Return the run list, newest first."""

        def scan(table: Table) -> tuple[RunSummary, ...]:
            from nornir_desk.warehouse.scan import scan_all
            from nornir_desk.warehouse.schema import SUMMARY_COLUMNS

            return summaries(scan_all(table, SUMMARY_COLUMNS))

        return self._read(self._history.runs, scan)

    def mark(self) -> str:
        """Return what stands for the current state of the warehouse, a locked one included."""
        try:
            located = locate(self._location)
        except Exception as failure:  # noqa: BLE001 - each kind of catalog raises its own
            return f"error {detail_of(failure)}"
        if located is not None:
            return f"{located.status} {located.metadata}"
        opened = open_table(self._location)
        return f"{opened.status} {opened.table.metadata_location if opened.table else None}"

    def changed(self, since: str) -> bool:
        """Tell whether the warehouse has another state than the one marked ``since``."""
        return self.mark() != since

    def unread(self) -> int:
        """Return how many rows the run list would have to be made of; 0 where it is at hand."""
        if self._history.in_memory:
            return 0
        try:
            located = locate(self._location)
            if located is None or located.metadata is None:
                return 0
            state = read_state(located.metadata, located.root)
        except Exception:  # noqa: BLE001 - reading itself tells what is wrong
            return 0
        return 0 if self._history.knows_runs(state) else state.records

    def _read(
        self,
        read: Callable[[TableState], tuple[T, ...]],
        scan: Callable[[Table], tuple[T, ...]],
    ) -> Reading[T]:
        try:
            located = locate(self._location)
        except Exception as failure:  # noqa: BLE001 - each kind of catalog raises its own
            opened = failed_open(self._location, failure)
            return Reading((), self._source(opened.status, opened.detail))
        found = None if located is None else self._read_located(located, read)
        return self._scan(scan) if found is None else found

    def _read_located(
        self, located: Located, read: Callable[[TableState], tuple[T, ...]]
    ) -> Reading[T] | None:
        """Return what ``read`` finds, or None where only the whole scan can tell."""
        if located.metadata is None:
            return Reading((), self._source(located.status, located.detail))
        try:
            state = read_state(located.metadata, located.root)
            items = read(state)
        except NeedsScan:
            return None
        except Exception as failure:  # noqa: BLE001 - a damaged file makes its reader raise anything
            return self._told(failure, located)
        empty = located.detail is None and state.snapshot is None
        return Reading(items, self._source("empty" if empty else located.status, located.detail))

    def _told(self, failure: Exception, located: Located) -> Reading[T] | None:
        gone = isinstance(failure, FileNotFoundError)
        # A writer may have let go of this state, or the warehouse itself may have gone.
        if gone and self.changed(f"{located.status} {located.metadata}"):
            return None
        return Reading((), self._failed(failure, located.detail))

    def _scan(self, scan: Callable[[Table], tuple[T, ...]]) -> Reading[T]:
        from nornir_desk.warehouse.wholeness import check_whole

        opened: Opened = open_table(self._location)
        if opened.table is None:
            return Reading((), self._source(opened.status, opened.detail))
        try:
            check_whole(opened.table)
            items = scan(opened.table)
        except Exception as failure:  # noqa: BLE001 - a damaged file makes its reader raise anything
            return Reading((), self._failed(failure, opened.detail))
        return Reading(items, self._source(opened.status, opened.detail))

    def _failed(self, failure: Exception, detail: str | None) -> Source:
        from nornir_desk.warehouse.opening import status_of

        local = self._location.kind == "local"
        said = f"the table's data cannot be read: {detail_of(failure)}"
        return self._source(
            "error" if local else status_of(failure), f"{detail}; {said}" if detail else said
        )

    def _source(self, status: SourceStatus, detail: str | None) -> Source:
        return Source(
            kind=self._location.kind,
            where=self._location.where,
            status=status,
            detail=None if detail is None else one_line(detail),
            refreshed_micros=self._clock.now_micros(),
        )
