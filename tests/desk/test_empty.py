"""What stands where there is nothing to show."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.empty import EmptyPane
from nornir_desk.desk.reading.jobs import Listed
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK, LIGHT
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.source import SourceStatus
from nornir_desk.present.state import SourceView
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk
ROWS = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)


def _source(session: Session, status: SourceStatus, where: str, detail: str | None = None) -> None:
    source = SourceView("local", where, status, detail, "2026-11-30T15:12:48Z")
    session._list_read(Listed(f"{status} {where}", source, (), ()))


@pytest.fixture
def pane(
    qtbot: QtBot,
    session: Session,
    skin: Skin,
    book: Book,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> EmptyPane:
    monkeypatch.setenv("NORNIR_WAREHOUSE", str(tmp_path / "home"))
    pane = EmptyPane(session, skin, book)
    qtbot.addWidget(pane)
    pane.resize(1100, 800)
    pane.show()
    return pane


def test_it_is_blank_until_something_was_read_and_while_there_are_runs(
    pane: EmptyPane, session: Session, show_rows: ShowRows
) -> None:
    assert pane.page.shown is None
    show_rows(session, ROWS)
    assert pane.page.shown is None
    assert pane.page.commands == ()


def test_an_empty_warehouse_invites_with_commands_to_copy(
    qtbot: QtBot, pane: EmptyPane, session: Session, book: Book, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    _source(session, "empty", str(tmp_path / "home"))
    assert pane.page.shown is not None
    assert pane.page.shown.headline == "Which agent and model do your task best?"
    commands = [row.command for row in pane.page.commands]
    assert commands[0] == "nornir bakeoff demo"
    assert commands[2] == "nornir doctor"
    with qtbot.waitSignal(session.told) as told:
        QTest.mouseClick(pane.page.commands[0].button, Qt.MouseButton.LeftButton)
    assert told.args == ["copied: nornir bakeoff demo"]
    assert QGuiApplication.clipboard().text() == "nornir bakeoff demo"
    (button,) = pane.page.buttons
    assert button.text() == "Open another warehouse…"
    with qtbot.waitSignal(book.action("open").triggered):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_commands_name_any_place_but_the_default(
    pane: EmptyPane, session: Session, tmp_path: Path
) -> None:
    other = tmp_path / "an other; place"
    _source(session, "empty", str(other))
    assert pane.page.shown is not None
    assert "There is nothing at" in pane.page.shown.sentence
    assert pane.page.commands[0].command == f"nornir bakeoff demo --warehouse '{other}'"


def test_a_warehouse_whose_runs_were_all_forgotten_is_as_empty_as_a_new_one(
    pane: EmptyPane, session: Session, tmp_path: Path
) -> None:
    _source(session, "live", str(tmp_path))
    assert pane.page.shown is not None
    assert "No run has landed in" in pane.page.shown.sentence


@pytest.mark.parametrize("status", ["error", "offline"])
def test_what_cannot_be_read_says_what_is_wrong_and_what_to_run(
    pane: EmptyPane, session: Session, tmp_path: Path, status: SourceStatus
) -> None:
    _source(session, status, str(tmp_path), "catalog.db is\x1b not a database")
    assert pane.page.shown is not None
    assert "catalog.db is\ufffd not a database" in pane.page.shown.sentence
    commands = [row.command for row in pane.page.commands]
    assert commands == [
        f"nornir doctor --warehouse {tmp_path}",
        f"nornir warehouse info --warehouse {tmp_path}",
    ]
    assert [button.accessibleName() for button in pane.page.buttons][1] == "Open another warehouse…"


def test_the_page_changes_with_the_source_and_leaves_nothing_behind(
    qtbot: QtBot, pane: EmptyPane, session: Session, tmp_path: Path
) -> None:
    _source(session, "empty", str(tmp_path))
    before = [*pane.page.commands]
    _source(session, "empty", str(tmp_path))
    assert [*pane.page.commands] == before
    _source(session, "locked", str(tmp_path))
    assert len(pane.page.commands) == 1
    assert not any(row.isVisible() for row in before)
    _source(session, "empty", str(tmp_path))
    assert [button.text() for button in pane.page.buttons] == ["Open another warehouse…"]
    assert all(button.isVisible() for button in pane.page.buttons)


def test_the_trophy_stands_in_gold_in_both_themes_and_a_long_place_breaks_nothing(
    pane: EmptyPane, session: Session, skin: Skin
) -> None:
    _source(session, "empty", "/srv/" + "x" * 300)
    for theme in (LIGHT, DARK):
        skin.use(theme)
        image = pane.grab().toImage()
        column = {
            image.pixelColor(x, y).name() for x in range(0, 1100, 3) for y in range(0, 800, 3)
        }
        assert QColor(theme.gold_fill).name() in column
    pane.resize(400, 300)
    skin.zoom(2)
    pane.grab()
    assert pane.page.commands[0].command.endswith("x" * 300)
