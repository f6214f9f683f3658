"""Reading runs: read-only, tolerant of locks and damage."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from nornir_desk.domain.row import AgentModelRunRow, query_order
from nornir_desk.domain.selector import Selector
from nornir_desk.domain.source import Reading, RunSummary, Source, SourceStatus, summarise_runs
from nornir_desk.domain.text import one_line
from nornir_desk.ports.clock import Clock
from nornir_desk.warehouse.faults import detail_of
from nornir_desk.warehouse.location import Location

if TYPE_CHECKING:
    from pyiceberg.table import Table

T = TypeVar("T")


class IcebergRunReader:
    """Implements ``ports.runs.RunReader``.

    Each call reads the current state; what is wrong is told in ``Reading.source`` and never
    raised. Safe to use from many threads.
    """

    def __init__(self, location: Location, clock: Clock) -> None:
        self._location = location
        self._clock = clock

    def query(self, selector: Selector, *, with_text: bool = True) -> Reading[AgentModelRunRow]:
        """Return the selected rows in the order of ``domain.row.query_order``.

        Args:
            selector: Which rows.
            with_text: False leaves ``prompt`` and ``output`` empty and unread.
        """

        def read(table: Table) -> tuple[AgentModelRunRow, ...]:
            from nornir_desk.warehouse.codec import rows_from_arrow
            from nornir_desk.warehouse.scan import select

            found = select(table, selector, with_text=with_text)
            return tuple(sorted(rows_from_arrow(found), key=query_order))

        return self._read(read)

    def runs(self) -> Reading[RunSummary]:
        """Return the run list, newest first."""
        return self._read(_summaries)

    def _read(self, read: Callable[[Table], tuple[T, ...]]) -> Reading[T]:
        from nornir_desk.warehouse.opening import open_table
        from nornir_desk.warehouse.wholeness import check_whole

        opened = open_table(self._location)
        if opened.table is None:
            return Reading((), self._source(opened.status, opened.detail))
        try:
            check_whole(opened.table)
            items = read(opened.table)
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


def _summaries(table: Table) -> tuple[RunSummary, ...]:
    from nornir_desk.warehouse.codec import rows_from_arrow
    from nornir_desk.warehouse.scan import SUMMARY_COLUMNS, scan_all

    rows = rows_from_arrow(scan_all(table, SUMMARY_COLUMNS))
    # The first row of a run gives its task: the order must not depend on the files.
    return summarise_runs(sorted(rows, key=query_order))
