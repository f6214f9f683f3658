"""Looking at the journals of runs in progress from outside: nothing is written, no run is held up."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.identity import is_safe_run_id
from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.ports.runs import UnfinishedRun
from nornir_desk.warehouse.journal_lines import read_plan, read_row
from nornir_desk.warehouse.journal_places import SUFFIX, journal_file, lock_file
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.lock_probe import LockProbe

T = TypeVar("T")
Key = tuple[str, str, str]


class FolderUnfinishedRuns:
    """Implements ``ports.runs.UnfinishedRuns`` over the journal folder; safe from many threads.

    What was read of a journal is not read again while the same file grows: of every run the
    outcomes, of the run whose rows were asked for last the rows too.
    """

    def __init__(self, location: Location) -> None:
        self._location = location
        self._turn = threading.Lock()
        self._probe = LockProbe()
        self._outcomes: dict[str, _Tail[bool]] = {}
        self._followed: _Tail[AgentModelRunRow] | None = None

    def unfinished(self) -> tuple[UnfinishedRun, ...]:
        """Return the runs whose journals can be read, newest first."""
        with self._turn:
            run_ids = self._run_ids()
            self._outcomes = {
                run_id: self._outcomes.get(run_id) or self._tail(run_id, _outcome)
                for run_id in run_ids
            }
            running = self._running(run_ids)
            found = [_told(self._outcomes[run_id], running=run_id in running) for run_id in run_ids]
            return tuple(run for run in found if run is not None)

    def rows(self, run_id: str) -> tuple[AgentModelRunRow, ...]:
        """Return what has been measured of a run, in the order it ended; nothing where it is none.

        Where a cell was measured twice, the later row stands.
        """
        if not is_safe_run_id(run_id):
            return ()
        with self._turn:
            if self._followed is None or self._followed.run_id != run_id:
                self._followed = self._tail(run_id, _whole_row)
            read = self._followed.advance()
            if read is None:
                self._followed = None
                return ()
            return tuple(read.found.values())

    def mark(self) -> str:
        """Return what stands for all of them: who is there, how far, and whether it is running."""
        with self._turn:
            run_ids = self._run_ids()
            running = self._running(run_ids)
            return " ".join(
                f"{run_id}:{_stamp(journal_file(self._location, run_id))}:{run_id in running:d}"
                for run_id in run_ids
            )

    def _run_ids(self) -> tuple[str, ...]:
        try:
            names = [path.name for path in self._location.journal_folder.iterdir()]
        except OSError:
            return ()
        run_ids = (name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))
        return tuple(sorted(filter(is_safe_run_id, run_ids), reverse=True))

    def _running(self, run_ids: tuple[str, ...]) -> frozenset[str]:
        asked = {
            lock_file(self._location, run_id): _stamp(journal_file(self._location, run_id))
            for run_id in run_ids
        }
        return frozenset(path.stem for path in self._probe.held(asked))

    def _tail(self, run_id: str, of_row: Callable[[AgentModelRunRow], T]) -> _Tail[T]:
        return _Tail(journal_file(self._location, run_id), run_id, of_row)


@dataclass(slots=True)
class _Read(Generic[T]):
    """What was read of one journal file, and up to where."""

    inode: int
    offset: int
    plan: RunPlan
    found: dict[Key, T]


class _Tail(Generic[T]):
    """Reads one journal on from where it stopped; ``of_row`` says what is kept of a row."""

    def __init__(self, path: Path, run_id: str, of_row: Callable[[AgentModelRunRow], T]) -> None:
        self.run_id = run_id
        self._path = path
        self._of_row = of_row
        self._read: _Read[T] | None = None

    def advance(self) -> _Read[T] | None:
        """Return what the journal holds by now, or None where it is gone or cannot be read."""
        try:
            self._read = self._advanced()
        except (OSError, StorageFault):
            self._read = None
        return self._read

    def _advanced(self) -> _Read[T]:
        with self._path.open("rb") as file:
            stat = os.fstat(file.fileno())
            read = self._read
            if read is None or read.inode != stat.st_ino or stat.st_size < read.offset:
                # Another file, or one that was written anew.
                first = file.readline()
                plan = read_plan(first, self._path, self.run_id)
                read = _Read(stat.st_ino, len(first), plan, {})
            file.seek(read.offset)
            for line in file:
                if not line.endswith(b"\n"):
                    break  # it is being written
                read.offset += len(line)
                self._keep(line, read)
            return read

    def _keep(self, line: bytes, read: _Read[T]) -> None:
        row = read_row(line)
        if row is not None and row.run_id == self.run_id:
            read.found.pop(row.key, None)
            read.found[row.key] = self._of_row(row)


def _outcome(row: AgentModelRunRow) -> bool:
    return row.ok


def _whole_row(row: AgentModelRunRow) -> AgentModelRunRow:
    return row


def _told(tail: _Tail[bool], *, running: bool) -> UnfinishedRun | None:
    read = tail.advance()
    if read is None:
        return None
    failed = sum(not ok for ok in read.found.values())
    return UnfinishedRun(read.plan, len(read.found), failed, running)


def _stamp(path: Path) -> str:
    try:
        stat = path.stat()
    except OSError:
        return "gone"
    return f"{stat.st_size}:{stat.st_mtime_ns}"
