"""The command palette."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.conduct import Conduct
from nornir_desk.desk.finding.commands import commands_of
from nornir_desk.desk.finding.model import EntryModel
from nornir_desk.desk.palette import Palette
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK, LIGHT
from nornir_desk.domain.demo import demo_matrix_rows
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk
OLD, NEW = "20261129T151247-a1b2c3", "20261130T151247-d4e5f6"
ROWS = [
    *demo_matrix_rows(NEW, 1_796_051_567_000_000),
    *demo_matrix_rows(OLD, 1_795_965_167_000_000),
]


class _Scene:
    """A window with something in it that has the focus, and the palette over it."""

    def __init__(self, qtbot: QtBot, session: Session, skin: Skin) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(1000, 800)
        self.below = QLineEdit()
        QVBoxLayout(self.window).addWidget(self.below)
        self.session, self.skin = session, skin
        self.book = Book(self.window)
        self.conduct = Conduct(session, self.book)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.below.setFocus()
        qtbot.waitUntil(self.below.hasFocus)

    def open(self) -> Palette:
        palette = Palette(self.session, self.skin, self.book, self.window)
        palette.open()
        return palette


@pytest.fixture
def scene(qtbot: QtBot, session: Session, skin: Skin, show_rows: ShowRows) -> Iterator[_Scene]:
    show_rows(session, ROWS)
    scene = _Scene(qtbot, session, skin)
    yield scene
    scene.window.close()


def _texts(palette: Palette) -> list[str]:
    return [entry.text for entry in palette.model.entries]


def test_it_opens_with_the_commands_and_takes_the_focus(qtbot: QtBot, scene: _Scene) -> None:
    palette = scene.open()
    qtbot.waitUntil(palette.field.hasFocus)
    assert palette.geometry() == scene.window.rect()
    assert "Refresh" in _texts(palette)
    assert palette.list.currentIndex().row() == 0
    # Disabled commands, the palette itself and Esc are not offered.
    offered = {one.name for one in commands_of(scene.book, scene.session)}
    assert not offered & {"palette", "escape", "mark.a"}


def test_typing_finds_by_all_words_in_any_order_and_enter_goes_there(
    qtbot: QtBot, scene: _Scene
) -> None:
    palette = scene.open()
    QTest.keyClicks(palette.field, "opus kilo")
    assert _texts(palette)[0].startswith("kilo/opus · 0.900")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert scene.session.selected is not None
    assert scene.session.selected.cell == "kilo/opus"
    assert not palette.isVisible()
    qtbot.waitUntil(scene.below.hasFocus)


def test_a_run_is_found_by_its_id(qtbot: QtBot, scene: _Scene) -> None:
    palette = scene.open()
    QTest.keyClicks(palette.field, OLD)
    QTest.keyClick(palette.field, Qt.Key.Key_Enter)
    assert scene.session.run_id == OLD


def test_a_command_is_found_by_what_it_is_called_and_done(qtbot: QtBot, scene: _Scene) -> None:
    palette = scene.open()
    QTest.keyClicks(palette.field, "failures only")
    with qtbot.waitSignal(scene.session.choices_changed):
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert scene.session.choices.failures_only


def test_the_last_line_shows_only_the_runs_with_what_was_typed(qtbot: QtBot, scene: _Scene) -> None:
    palette = scene.open()
    QTest.keyClicks(palette.field, "nowhere to be found")
    assert _texts(palette) == ["Show only runs with “nowhere to be found”"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert scene.session.choices.run_filter == "nowhere to be found"


def test_arrows_go_round_pages_do_not_and_the_mouse_takes(qtbot: QtBot, scene: _Scene) -> None:
    palette = scene.open()
    last = palette.model.rowCount() - 1
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == last
    QTest.keyClick(palette.field, Qt.Key.Key_PageDown)
    assert palette.list.currentIndex().row() == last
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 0
    QTest.keyClicks(palette.field, "claude sonnet")
    rect = palette.list.visualRect(palette.model.index(0, 0))
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert scene.session.selected is not None
    assert scene.session.selected.cell == "claude/sonnet"


def test_escape_closes_it_alone(qtbot: QtBot, scene: _Scene) -> None:
    palette = scene.open()
    QTest.keyClicks(palette.field, "x")
    with qtbot.assertNotEmitted(scene.book.action("escape").triggered):
        QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    qtbot.waitUntil(scene.below.hasFocus)


def test_a_click_beside_it_or_opening_it_again_closes_it(qtbot: QtBot, scene: _Scene) -> None:
    first = scene.open()
    QTest.mouseClick(first, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not first.isVisible()
    second = scene.open()
    assert second.isVisible()
    third = scene.open()
    assert not second.isVisible()
    assert not third.isVisible()


def test_tab_stays_in_the_field_and_the_window_may_change_its_size(
    qtbot: QtBot, scene: _Scene
) -> None:
    palette = scene.open()
    qtbot.waitUntil(palette.field.hasFocus)
    QTest.keyClick(palette.field, Qt.Key.Key_Tab)
    assert palette.field.hasFocus()
    scene.window.resize(640, 420)
    assert palette.geometry() == scene.window.rect()
    assert scene.window.rect().contains(palette.box.geometry())


def test_a_run_that_lands_keeps_what_was_chosen(
    qtbot: QtBot, scene: _Scene, show_rows: ShowRows
) -> None:
    palette = scene.open()
    QTest.keyClicks(palette.field, "opus")
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    chosen = palette.model.entries[palette.list.currentIndex().row()]
    newest = demo_matrix_rows("20261201T000000-0a0b0c", 1_796_083_200_000_000)
    show_rows(scene.session, [*ROWS, *newest])
    assert palette.field.text() == "opus"
    assert palette.model.entries[palette.list.currentIndex().row()].target == chosen.target


def test_what_was_typed_is_drawn_in_the_accents_colour(qtbot: QtBot, scene: _Scene) -> None:
    palette = scene.open()
    palette._fade.stop()
    for theme in (LIGHT, DARK):
        scene.skin.use(theme)
        palette.field.setText("opus")
        image = palette.list.viewport().grab().toImage()
        colours = {
            image.pixelColor(x, y).name()
            for x in range(image.width())
            for y in range(image.height())
        }
        assert QColor(theme.accent).name() in colours
        assert QColor(theme.accent_soft).name() in colours


@pytest.mark.parametrize("typed", ["\x1b\u202e", "x" * 300, "ß İ", "(", "日本", " "])
def test_nothing_that_is_typed_breaks_it(qtbot: QtBot, scene: _Scene, typed: str) -> None:
    palette = scene.open()
    palette.field.setText(typed)
    palette.grab()
    assert palette.model.rowCount() > 0


def test_the_model_is_whole_and_tells_each_entry(
    qtbot: QtBot, scene: _Scene, qtmodeltester: ModelTester
) -> None:
    palette = scene.open()
    check: Callable[[EntryModel], None] = qtmodeltester.check
    check(palette.model)
    palette.field.setText("refresh")
    row = _texts(palette).index("Refresh")
    said = palette.model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "View: Refresh, F5"
