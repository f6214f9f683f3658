"""Where evidence waits while its run is measured: one file beside the journal.

To make a file of each piece takes a lane several turns at the interpreter and slows every fsync of
the journal; an append takes one. A thread of its own makes the files meanwhile and empties the
spool each time. After a kill the spool has what is no file yet.
"""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path

from nornir_desk.warehouse.evidence_records import lay_out, record
from nornir_desk.warehouse.faults import storage_fault

_APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
# Files are made many at a time: one by one they would take turns with the lanes.
_PAUSE_S = 0.05


class EvidenceSpool:
    """The spool of one run; safe from many threads.

    Args:
        path: The file; made with the first piece.
        folder: Where the folders of the run's cells are made.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self._path = path
        self._folder = folder
        self._turn = threading.Lock()
        self._descriptor: int | None = None
        self._size = self._laid_out = 0
        self._closing = threading.Event()
        self._maker = threading.Thread(target=self._make_files, name="evidence", daemon=True)

    def append(self, folder: str, name: str, data: bytes) -> bool:
        """Append a piece, whole or not at all; return False where the spool is closed.

        It outlasts a kill when this returns, but no power cut: the row is what must.

        Raises:
            OSError: The disk is full or cannot be written.
        """
        written = record(folder, name, data)
        with self._turn:
            if self._closing.is_set():
                return False
            if self._descriptor is None:
                self._descriptor = os.open(self._path, _APPENDING, 0o666)
                self._maker.start()
            self._append(self._descriptor, written)
        return True

    def close(self) -> None:
        """Make the files that are missing, and remove the spool. A second call is idle.

        Raises:
            StorageFault: A file cannot be written; the spool stays.
        """
        with self._turn:
            self._closing.set()
            descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        os.close(descriptor)
        self._maker.join()
        put_away(self._path, self._folder, self._laid_out)

    def _append(self, descriptor: int, data: bytes) -> None:
        written = 0
        try:
            # One write as a rule; a nearly full disk takes a part, and says why at the next.
            while written < len(data):
                written += os.write(descriptor, data[written:] if written else data)
        except OSError:
            # A record that was cut would hide those after it.
            if written:
                os.ftruncate(descriptor, self._size)
            raise
        self._size += written

    def _make_files(self) -> None:
        while not self._closing.wait(_PAUSE_S):
            # What fails here is done again, and told where it fails when the spool is closed.
            with contextlib.suppress(OSError):
                if self._laid_out < self._size:
                    self._laid_out = lay_out(self._path, self._folder, self._laid_out)
                    self._start_anew()

    def _start_anew(self) -> None:
        # Else evidence would take its room twice for as long as the run takes.
        with self._turn:
            self._laid_out = lay_out(self._path, self._folder, self._laid_out)
            if self._descriptor is not None and self._laid_out == self._size:
                os.ftruncate(self._descriptor, 0)
                self._size = self._laid_out = 0


class OpenSpools:
    """The spools of the runs that this process measures, by their ids."""

    def __init__(self) -> None:
        self._open: dict[str, EvidenceSpool] = {}

    def open(self, run_id: str, path: Path, folder: Path) -> None:
        """Have the evidence of a run wait in ``path`` from now on.

        What a killed process left there becomes files first: a cut record would hide later ones.

        Raises:
            StorageFault: A file cannot be written.
        """
        put_away(path, folder)
        self._open[run_id] = EvidenceSpool(path, folder)

    def of(self, run_id: str) -> EvidenceSpool | None:
        """Return the spool of a run; None where this process does not measure it."""
        return self._open.get(run_id)

    def close(self, run_id: str) -> None:
        """Make the files of a run's evidence that are missing, and remove its spool.

        Raises:
            StorageFault: A file cannot be written; the spool stays.
        """
        spool = self._open.pop(run_id, None)
        if spool is not None:
            spool.close()


def put_away(path: Path, folder: Path, start: int = 0) -> None:
    """Make a file of each record of a spool from ``start`` on, and remove it.

    Raises:
        StorageFault: A file cannot be written; the spool stays.
    """
    try:
        lay_out(path, folder, start)
        path.unlink(missing_ok=True)
    except OSError as failure:
        raise storage_fault(failure, "evidence cannot be written", folder) from failure
