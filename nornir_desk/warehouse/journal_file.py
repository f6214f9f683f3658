"""One open journal: lines are appended to it until the run has landed."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.system.atomic import sync_folder
from nornir_desk.warehouse.faults import storage_fault
from nornir_desk.warehouse.journal_lines import row_line

if TYPE_CHECKING:
    from filelock import BaseFileLock


class JournalFile:
    """Implements ``ports.runs.RunLog``: appends lines to one journal; safe from many threads.

    Args:
        path: The journal; its first line is there.
        lock: The run's lock, held; released with the journal.
        put_away: Sees that the run's evidence is where it belongs, before its journal goes.
    """

    def __init__(self, path: Path, lock: BaseFileLock, put_away: Callable[[], None]) -> None:
        self._path = path
        self._lock = lock
        self._put_away = put_away
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
            StorageFault: The evidence of a landed run cannot be written, or its journal removed.
        """
        with self._syncing, self._turn:
            if self._file.closed:
                return
            self._file.close()
            try:
                self._put_evidence_away(landed=landed)
                if landed:
                    self._remove()
            finally:
                self._lock.release()

    def _put_evidence_away(self, *, landed: bool) -> None:
        try:
            self._put_away()
        except StorageFault as fault:
            # Whoever takes up a run that has not landed does it first.
            if landed:
                remedy = f"{fault.remedy}, then: nornir bakeoff resume {self._path.stem}"
                raise StorageFault(f"{fault.message}; the run has landed", remedy) from fault

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
