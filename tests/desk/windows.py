"""A whole window over a real warehouse, without a screen."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nornir_desk.desk.start import Desk, Opening
from nornir_desk.desk.state import window_state
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.json_text import to_json
from nornir_desk.present.leaderboard import state_json
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.writer import IcebergRunWriter
from nornir_desk.wiring.place import open_place


def land(folder: Path, rows: Sequence[AgentModelRunRow]) -> None:
    """Land the rows of a run."""
    IcebergRunWriter(local_location(folder), SystemClock()).append(rows)


@dataclass(frozen=True)
class Opened:
    """An open window, and what a test asks of it."""

    desk: Desk
    qtbot: QtBot

    def settle(self) -> None:
        """Wait until what is asked for has been read."""
        session, closer = self.desk.session, self.desk.closer
        self.qtbot.waitUntil(
            lambda: session.source is not None and not session.reading and not closer.reading,
            timeout=20_000,
        )

    def refresh(self) -> None:
        """Read again, and wait for it."""
        self.desk.session.refresh()
        self.settle()

    @property
    def state(self) -> dict[str, Any]:
        """``state_json()["leaderboard"]``."""
        shown = window_state(self.desk.session, self.desk.closer)
        assert shown is not None
        found: dict[str, Any] = json.loads(to_json(state_json(shown)))["leaderboard"]
        return found


@contextmanager
def window(
    folder: Path, qtbot: QtBot, *, environment: dict[str, str] | None = None, **opening: Any
) -> Iterator[Opened]:
    """Open a window on a warehouse, read, and close it at the end."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    how = Opening(warehouse=str(folder), size=(1440, 900), theme="light", **opening)
    desk = Desk(app, how, open_place(str(folder), {}), environment or {})
    qtbot.addWidget(desk.window)
    opened = Opened(desk, qtbot)
    opened.settle()
    try:
        yield opened
    finally:
        desk.close()
