"""The journals of runs that have not landed yet: one file a run, one line a finished cell."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import RunBusy, UnknownSelector, UsageFault
from nornir_desk.domain.identity import is_safe_run_id
from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.text import one_line
from nornir_desk.ports.runs import JournalEntry
from nornir_desk.system.atomic import write_atomically
from nornir_desk.warehouse.evidence_spool import OpenSpools
from nornir_desk.warehouse.faults import storage_fault
from nornir_desk.warehouse.journal_file import JournalFile
from nornir_desk.warehouse.journal_lines import plan_line, read_entry
from nornir_desk.warehouse.journal_places import SUFFIX, evidence_spool, journal_file, lock_file
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.locking import acquire

if TYPE_CHECKING:
    from filelock import BaseFileLock


class FolderJournal:
    """Implements ``ports.runs.Journal`` in the journal folder of a warehouse.

    Args:
        location: Where the warehouse is.
        spools: Where the evidence of its open journals waits; None shares it with nobody.
    """

    def __init__(self, location: Location, spools: OpenSpools | None = None) -> None:
        self._spools = spools or OpenSpools()
        self._location = location
        self._folder = location.journal_folder

    def begin(self, plan: RunPlan) -> JournalFile:
        """Start the journal of a new run; its first line is on disk when this returns.

        Raises:
            UsageFault: The run id names no file, has a journal already, or is being measured.
            StorageFault: The place cannot be written.
        """
        path = self._path(plan.run_id)
        with self._holding(plan.run_id, path) as lock:
            _refuse_second(path, plan.run_id)
            write_atomically(path, plan_line(plan))
            return self._opened(plan.run_id, lock)

    def reopen(self, run_id: str) -> tuple[JournalEntry, JournalFile]:
        """Take up the journal of an interrupted run; a damaged line is as if never measured.

        Raises:
            UnknownSelector: There is no journal of that run.
            UsageFault: The run id names no file, or another process is measuring the run.
            StorageFault: The first line is damaged, or the place cannot be written.
        """
        path = self._path(run_id)
        _check_present(path, run_id)
        with self._holding(run_id, path) as lock:
            # The one that held the lock may have landed the run in the meantime.
            _check_present(path, run_id)
            return read_entry(path, run_id), self._opened(run_id, lock)

    def unfinished(self) -> tuple[str, ...]:
        """Return the run ids that have a journal, newest first; none where there is no folder."""
        try:
            names = [path.name for path in self._folder.iterdir()]
        except OSError:
            return ()
        run_ids = (name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))
        # Run ids sort by time.
        return tuple(sorted(filter(is_safe_run_id, run_ids), reverse=True))

    def _path(self, run_id: str) -> Path:
        if not is_safe_run_id(run_id):
            raise UsageFault(
                f"the run id {one_line(run_id)[:200]!r} cannot be one",
                "use letters, digits, '.', '_' and '-' only",
            )
        return journal_file(self._location, run_id)

    def _opened(self, run_id: str, lock: BaseFileLock) -> JournalFile:
        spool = evidence_spool(self._location, run_id)
        self._spools.open(run_id, spool, self._location.evidence_folder / run_id)
        return JournalFile(self._path(run_id), lock, partial(self._spools.close, run_id))

    @contextlib.contextmanager
    def _holding(self, run_id: str, path: Path) -> Iterator[BaseFileLock]:
        """Hold the run's lock; on a failure within it is released, else the caller keeps it."""
        lock = self._lock(run_id)
        try:
            yield lock
        except OSError as failure:
            lock.release()
            raise storage_fault(failure, "the journal cannot be written", path) from failure
        except BaseException:
            lock.release()
            raise

    def _lock(self, run_id: str) -> BaseFileLock:
        lock = acquire(lock_file(self._location, run_id), 0.0)
        if lock is None:
            raise RunBusy(
                f"the run {run_id!r} is being measured by another nornir right now",
                "wait until that one has finished",
            )
        return lock


def _refuse_second(path: Path, run_id: str) -> None:
    if path.exists():
        raise UsageFault(
            f"the run {run_id!r} has a journal already: {path}",
            f"take it up with: nornir bakeoff resume {run_id}",
        )


def _check_present(path: Path, run_id: str) -> None:
    if not path.is_file():
        raise UnknownSelector(
            f"no interrupted run {run_id!r} in {path.parent}",
            "nornir bakeoff resume without a run id takes the newest one",
        )
