"""All runs of a warehouse, held in memory and remembered between starts."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from nornir_desk.domain.row import query_order
from nornir_desk.domain.source import RunSummary, summarise_runs
from nornir_desk.warehouse.cache import CacheFolder
from nornir_desk.warehouse.live_files import LiveFile, current_files
from nornir_desk.warehouse.state import TableState

if TYPE_CHECKING:
    import pyarrow as pa

    from nornir_desk.warehouse.held import Held, Step

# So many new files are read again at the next start rather than the cache written for each.
_SAVE_AFTER = 32
_PART_ROWS = 8_192


class RunHistory:
    """Brings the slim rows and the run list up to a state of the table; safe for many threads.

    Args:
        cache: Where they are remembered; None keeps them in memory alone.
    """

    def __init__(self, cache: CacheFolder | None) -> None:
        self._cache = cache
        self._turn = threading.Lock()
        self._held: Held | None = None
        self._runs: tuple[RunSummary, ...] | None = None
        self._unsaved = 0

    def holds(self, state: TableState) -> bool:
        """Tell whether most rows of this table are in memory."""
        return self._held is not None and self._held.uuid == state.uuid

    @property
    def in_memory(self) -> bool:
        """Are the rows of some state in memory, so that only what is new has to be read?"""
        return self._held is not None

    def knows_runs(self, state: TableState) -> bool:
        """Tell whether the run list of a state is remembered, so that no rows have to be had for it."""
        with self._turn:
            if self._cache is None:
                return False
            return self._cache.load_runs(state.uuid, state.snapshot, state.columns) is not None

    def files(self, state: TableState) -> tuple[LiveFile, ...]:
        """Return the live data files of a state; no rows are read for them.

        Raises:
            NeedsScan: Only the whole scan reads this state rightly.
            OSError: A manifest is missing.
            ValueError: A manifest is not whole.
        """
        with self._turn:
            remembered = self._cache.load_files(state.uuid) if self._cache else None
            snapshot, known = remembered or (None, ())
            if remembered is not None and snapshot == state.snapshot:
                return known
            found = tuple(current_files({file.path: file for file in known}, state).values())
            if self._cache is not None:
                self._cache.save_files(state.uuid, state.snapshot, found)
            return found

    def rows(self, state: TableState) -> Held:
        """Return the slim rows of a state.

        Raises:
            NeedsScan: Only the whole scan reads this state rightly.
            OSError: A file is missing.
            ValueError: A file is damaged.
        """
        with self._turn:
            return self._current(state)

    def runs(self, state: TableState) -> tuple[RunSummary, ...]:
        """Return the run list of a state, newest first.

        Raises:
            NeedsScan: Only the whole scan reads this state rightly.
            OSError: A file is missing.
            ValueError: A file is damaged.
        """
        with self._turn:
            if self._held is None and self._cache is not None:
                remembered = self._cache.load_runs(state.uuid, state.snapshot, state.columns)
                if remembered is not None:
                    return remembered
            held = self._current(state)
            if self._runs is None:
                self._runs = summaries(held.rows)
                self._save(held)
            return self._runs

    def _current(self, state: TableState) -> Held:
        from nornir_desk.warehouse.held import advance, is_current

        first = self._held is None
        base = self._loaded(state)
        if base is not None and is_current(base, state):
            self._held = base
            return base
        came: list[RunSummary] = []
        if base is None:
            # Nothing is known yet: the list is made while the other core still reads.
            step = advance(base, state, lambda piece: came.extend(summaries(piece)))
            self._runs = _in_one(came, step.held.rows)
        else:
            step = advance(base, state)
            self._runs = _next_runs(self._runs, step)
        self._held = step.held
        self._unsaved += step.added
        if first or self._unsaved >= _SAVE_AFTER:
            self._save(step.held)
        return step.held

    def _loaded(self, state: TableState) -> Held | None:
        if self._held is not None or self._cache is None:
            return self._held
        held = self._cache.load_rows(state.uuid)
        if held is not None:
            self._runs = self._cache.load_runs(held.uuid, held.snapshot, held.columns)
        return held

    def _save(self, held: Held) -> None:
        if self._cache is None:
            return
        if self._runs is None:
            self._runs = summaries(held.rows)
        self._cache.save(held, self._runs)
        self._unsaved = 0


def summaries(rows: pa.Table) -> tuple[RunSummary, ...]:
    """Return the run list of slim rows, newest first.

    Rows become Python values a few thousand at a time: a million at once would take half a
    gigabyte, and no other thread gets its turn while so many are sorted.
    """
    from nornir_desk.warehouse.codec import rows_from_arrow
    from nornir_desk.warehouse.schema import SUMMARY_COLUMNS

    names = [name for name in rows.column_names if name in SUMMARY_COLUMNS]
    found: list[RunSummary] = []
    for part in _by_run(rows.select(names)):
        # The first row of a run gives its task: the order must not depend on the files.
        found += summarise_runs(sorted(rows_from_arrow(part), key=query_order))
    return tuple(sorted(found, key=_when, reverse=True))


def _by_run(rows: pa.Table) -> Iterator[pa.Table]:
    """Yield rows in parts, each with whole runs and, where runs allow, few thousand rows."""
    import pyarrow.compute as pc

    if rows.num_rows <= _PART_ROWS:
        yield rows
        return
    runs = rows["run_id"].combine_chunks()
    order = pc.sort_indices(runs)
    runs = runs.take(order)
    # Where the run changes, from one row to the next.
    ends = pc.not_equal(runs.slice(1), runs.slice(0, len(runs) - 1))
    starts = [0, *(at + 1 for at in pc.indices_nonzero(ends).to_pylist()), len(runs)]
    begun = 0
    for start, stop in pairwise(starts):
        if stop - begun > _PART_ROWS and start > begun:
            yield rows.take(order.slice(begun, start - begun))
            begun = start
    yield rows.take(order.slice(begun))


def _in_one(came: list[RunSummary], rows: pa.Table) -> tuple[RunSummary, ...]:
    """Return the run list of what came piece by piece; a run of several pieces is made anew."""
    times = Counter(run.run_id for run in came)
    parted = {run_id for run_id, count in times.items() if count > 1}
    if parted:
        came = [run for run in came if run.run_id not in parted]
        came += summaries(_rows_of(rows, parted))
    return tuple(sorted(came, key=_when, reverse=True))


def _next_runs(runs: tuple[RunSummary, ...] | None, step: Step) -> tuple[RunSummary, ...] | None:
    """Return the run list after a step: only runs whose rows came or went are looked at."""
    if runs is None or step.runs is None:
        return None
    kept = [run for run in runs if run.run_id not in step.runs]
    fresh = step.fresh if len(kept) == len(runs) else _rows_of(step.held.rows, step.runs)
    newer = summaries(fresh)
    if not kept or (newer and _when(newer[-1]) > _when(kept[0])):
        return (*newer, *kept)
    return tuple(sorted((*newer, *kept), key=_when, reverse=True))


def _rows_of(rows: pa.Table, runs: Iterable[str]) -> pa.Table:
    import pyarrow as pa
    import pyarrow.compute as pc

    wanted = pa.array(sorted(runs), pa.string())
    return rows.filter(pc.is_in(rows["run_id"], value_set=wanted))


_when = attrgetter("ts_micros", "run_id")
