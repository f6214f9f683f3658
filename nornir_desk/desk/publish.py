"""Publishing what the window shows: the state file and the trace."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.session import Session
from nornir_desk.desk.state import window_state
from nornir_desk.ports.clock import Clock
from nornir_desk.present.formats import timestamp
from nornir_desk.present.leaderboard import LeaderboardState, state_chunks

# At most ten times a second.
_EVERY_MS = 100


class StateFile(QObject):
    """Writes the state to a file, whole or not at all, after each change and at the end.

    Args:
        path: ``$NORNIR_VIZ_STATE``.
        session: What is shown.
        closer: What is shown of single cells.
        live: Write after each change; else at the end alone.
    """

    def __init__(
        self, path: Path, session: Session, closer: CloserLook, *, live: bool = True
    ) -> None:
        super().__init__(session)
        self._path = path
        self._session = session
        self._closer = closer
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="state")
        self._last: LeaderboardState | None = None
        self._failure: str | None = None
        self._due = QTimer(self, singleShot=True, interval=_EVERY_MS)
        self._due.timeout.connect(self._write)
        if live:
            self._listen()

    @property
    def failure(self) -> str | None:
        """Why the file could not be written; None where it could."""
        return self._failure

    def close(self) -> None:
        """Write what is shown at the end, and wait until it is there."""
        self._due.stop()
        self._write()
        self._pool.shutdown(wait=True)

    def _listen(self) -> None:
        session, closer = self._session, self._closer
        for signal in (
            session.source_changed,
            session.runs_changed,
            session.run_changed,
            session.selection_changed,
            session.choices_changed,
            closer.detail_changed,
            closer.compare_changed,
            closer.trend_changed,
        ):
            signal.connect(self._soon)

    def _soon(self) -> None:
        if not self._due.isActive():
            self._due.start()

    def _write(self) -> None:
        state = window_state(self._session, self._closer)
        if state is None or state == self._last:
            return
        self._last = state
        self._pool.submit(self._replace, state)

    def _replace(self, state: LeaderboardState) -> None:
        try:
            replace_text(self._path, state_chunks(state))
        except OSError as failure:
            told = self._failure is not None
            self._failure = f"NORNIR_VIZ_STATE: {self._path}: {failure.strerror or failure}"
            if not told:
                self._session.told.emit(self._failure)


class Trace(QObject):
    """Appends one JSON line an event to a file: ``ts``, ``event`` and what changed.

    Args:
        path: ``$NORNIR_VIZ_TRACE``.
        session: Tells what happens.
        clock: Tells when.
    """

    def __init__(self, path: Path, session: Session, clock: Clock) -> None:
        super().__init__(session)
        self._path = path
        self._clock = clock
        self._told = session.told
        self._broken = False
        session.traced.connect(self.note)

    def note(self, event: str, changed: object) -> None:
        """Append an event; where the file cannot be written that is told once."""
        if self._broken:
            return
        line = {"ts": timestamp(self._clock.now_micros()), "event": event, "changed": changed}
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, default=_plain, allow_nan=False) + "\n")
        except OSError as failure:
            self._broken = True
            self._told.emit(f"NORNIR_VIZ_TRACE: {self._path}: {failure.strerror or failure}")


def replace_text(path: Path, chunks: Iterable[str]) -> None:
    """Replace a file by text that is made piece by piece; other threads get their turn between.

    Raises:
        OSError: The disk is full or the folder cannot be written; the old file stands.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            for chunk in chunks:
                file.write(chunk)
                time.sleep(0)
            file.write("\n")
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _plain(value: Any) -> Any:
    from dataclasses import asdict, is_dataclass

    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)
