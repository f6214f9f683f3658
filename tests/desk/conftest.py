"""Widgets without a screen: what the panes share, and a place to put rows."""

import os
from collections.abc import Callable, Iterator, Sequence

os.environ["QT_QPA_PLATFORM"] = os.environ.get("NORNIR_TEST_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.reading.jobs import Listed, board_of
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import Source, summarise_runs
from nornir_desk.present.build import run_view, source_view
from nornir_desk.system.resources import ShippedResources

ShowRows = Callable[..., None]


@pytest.fixture(autouse=True)
def _private_settings(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))


@pytest.fixture(autouse=True)
def _no_qt_warnings() -> Iterator[None]:
    """What Qt complains of fails the test."""
    told: list[str] = []

    def heard(kind: QtMsgType, _context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith("This plugin does not support"):
            told.append(text)

    before = qInstallMessageHandler(heard)
    yield
    qInstallMessageHandler(before)
    assert told == []


@pytest.fixture
def skin(qtbot: QtBot) -> Skin:
    return Skin(ShippedResources())


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    session = Session()
    yield session
    session.close()


@pytest.fixture
def closer(session: Session) -> Iterator[CloserLook]:
    closer = CloserLook(session)
    yield closer
    closer.close()


@pytest.fixture
def book(qtbot: QtBot) -> Iterator[Book]:
    # Nothing else holds the window, and its actions go with it.
    window = QWidget()
    qtbot.addWidget(window)
    yield Book(window)
    window.close()


@pytest.fixture
def show_rows() -> ShowRows:
    """Put rows of one run or more into a session, as if they had been read; the newest is shown."""

    def show(session: Session, rows: Sequence[AgentModelRunRow], run_id: str | None = None) -> None:
        runs = tuple(run_view(run) for run in summarise_runs(rows))
        source = source_view(Source("local", "warehouse", "live", None, 1_796_051_568_000_000))
        session._list_read(Listed("mark", source, runs, ()))
        shown = run_id or runs[0].run_id
        session._wanted = shown
        session._board_read(board_of(shown, [row for row in rows if row.run_id == shown]))

    return show
