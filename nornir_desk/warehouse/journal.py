"""The journals of runs that have not landed yet: one file a run, one line a finished cell."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import RunBusy, StorageFault, UnknownSelector, UsageFault
from nornir_desk.domain.identity import is_safe_run_id
from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.text import one_line
from nornir_desk.ports.runs import JournalEntry
from nornir_desk.system.atomic import sync_folder, write_atomically
from nornir_desk.warehouse.faults import storage_fault
from nornir_desk.warehouse.journal_lines import plan_line, read_entry, row_line
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.locking import acquire

if TYPE_CHECKING:
    from filelock import BaseFileLock

_SUFFIX = ".jsonl"


class FolderJournal:
    """Implements ``ports.runs.Journal`` in the journal folder of a warehouse."""

    def __init__(self, location: Location) -> None:
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
            return JournalFile(path, lock)

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
            return read_entry(path, run_id), JournalFile(path, lock)

    def unfinished(self) -> tuple[str, ...]:
        """Return the run ids that have a journal, newest first; none where there is no folder."""
        try:
            names = [path.name for path in self._folder.iterdir()]
        except OSError:
            return ()
        run_ids = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
        # Run ids sort by time.
        return tuple(sorted(filter(is_safe_run_id, run_ids), reverse=True))

    def _path(self, run_id: str) -> Path:
        if not is_safe_run_id(run_id):
            raise UsageFault(
                f"the run id {one_line(run_id)[:200]!r} cannot be one",
                "use letters, digits, '.', '_' and '-' only",
            )
        return self._folder / f"{run_id}{_SUFFIX}"

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
        lock = acquire(self._folder / f"{run_id}.lock", 0.0)
        if lock is None:
            raise RunBusy(
                f"the run {run_id!r} is being measured by another nornir right now",
                "wait until that one has finished",
            )
        return lock


class JournalFile:
    """Implements ``ports.runs.RunLog``: appends lines to one journal; safe from many threads."""

    def __init__(self, path: Path, lock: BaseFileLock) -> None:
        self._path = path
        self._lock = lock
        self._turn = threading.Lock()
        self._syncing = threading.Lock()
        self._written = self._synced = 0
        self._file = path.open("ab", buffering=0)
        # A line that was cut off must not swallow the next one.
        self._cut = _ends_cut(path)

    def record(self, row: AgentModelRunRow) -> None:
        """Write one finished cell to disk; it is there when this returns.

        Raises:
            StorageFault: The disk is full or cannot be written, or the journal is closed.
        """
        line = row_line(row)
        try:
            self._sync(self._write(line))
        except OSError as failure:
            raise storage_fault(failure, "the journal cannot be written", self._path) from failure

    def _write(self, line: bytes) -> int:
        """Append a line and return how many lines have been written with it."""
        with self._turn:
            self._refuse_closed()
            data = b"\n" + line if self._cut else line
            self._cut = True
            _write_all(self._file.fileno(), data)
            self._cut = False
            self._written += 1
            return self._written

    def _sync(self, line_number: int) -> None:
        """Return once so many lines are on disk; one fsync serves all that were written before it.

        Lanes that finish together would else wait for one disk write each.
        """
        with self._syncing:
            if self._synced >= line_number:
                return
            with self._turn:
                self._refuse_closed()
                written = self._written
            # A disk that failed to sync once may forget that it did: nothing is trusted after it.
            self._synced = -1
            os.fsync(self._file.fileno())
            self._synced = written

    def _refuse_closed(self) -> None:
        if self._file.closed:
            raise StorageFault(f"the journal {self._path} is closed", "start the run again")

    def close(self, *, landed: bool) -> None:
        """Release the run; remove its journal where its rows have landed. A second call is idle.

        Raises:
            StorageFault: The journal of a landed run cannot be removed.
        """
        with self._syncing, self._turn:
            if self._file.closed:
                return
            self._file.close()
            try:
                if landed:
                    self._remove()
            finally:
                self._lock.release()

    def _remove(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
            with contextlib.suppress(
                FileNotFoundError
            ):  # the folder went meanwhile; the run has landed
                sync_folder(self._path.parent)
        except OSError as failure:
            raise storage_fault(failure, "the journal cannot be removed", self._path) from failure
        if os.name != "nt":
            # Only with the journal gone: whoever waits on the removed file finds nothing to resume.
            Path(self._lock.lock_file).unlink(missing_ok=True)


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


def _ends_cut(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


def _write_all(descriptor: int, data: bytes) -> None:
    # One write as a rule; a nearly full disk takes a part, and says why at the next.
    while data:
        data = data[os.write(descriptor, data) :]
