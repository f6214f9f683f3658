"""The frame of the window and the controls it is made of."""

from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.app_bar import AppBar
from nornir_desk.desk.banner import Banner
from nornir_desk.desk.controls.button import Button, IconButton
from nornir_desk.desk.controls.field import Field
from nornir_desk.desk.controls.picker import Picker
from nornir_desk.desk.controls.segments import Segments
from nornir_desk.desk.controls.small import Caps, Chip, Hairline, Line
from nornir_desk.desk.reading.jobs import Listed
from nornir_desk.desk.session import Session
from nornir_desk.desk.status_bar import TOLD_MS, StatusBar
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK, LIGHT
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.source import SourceStatus
from nornir_desk.present.state import SourceView
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk
NOW = 1_796_051_580_000_000
ROWS = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)
VIEWS = ("view.matrix", "view.plot", "view.trend", "view.compare")


@dataclass
class _Clock:
    micros: int = NOW
    slept: list[float] = field(default_factory=list)

    def now_micros(self) -> int:
        return self.micros

    def monotonic(self) -> float:
        return self.micros / 1e6

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def _source(
    session: Session, status: SourceStatus, detail: str | None = None, where: str = "warehouse"
) -> None:
    refreshed = "2026-11-30T15:12:48Z"
    source = SourceView("local", where, status, detail, refreshed)
    session._list_read(Listed(f"{status} {detail}", source, session.runs, ()))


def _ground(widget: QWidget) -> QColor:
    return widget.grab().toImage().pixelColor(4, widget.height() // 2)


# Controls


def test_a_button_is_as_wide_as_its_text_and_grows_with_the_zoom(qtbot: QtBot, skin: Skin) -> None:
    short, long = Button(skin, "Copy", "copy"), Button(skin, "Open another warehouse…", "folder")
    qtbot.addWidget(short)
    qtbot.addWidget(long)
    assert short.sizeHint().width() < long.sizeHint().width()
    assert short.sizeHint().height() == 28
    skin.zoom(2)
    assert short.sizeHint().height() == 56


def test_a_toggle_shows_that_it_is_pressed_in(qtbot: QtBot, skin: Skin) -> None:
    button = Button(skin, "Failures only", "cross")
    button.setCheckable(True)
    qtbot.addWidget(button)
    button.show()
    assert _ground(button) == QColor(LIGHT.surface)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert _ground(button) == QColor(LIGHT.accent_soft)
    skin.use(DARK)
    assert _ground(button) == QColor(DARK.accent_soft)


def test_the_primary_button_is_filled(qtbot: QtBot, skin: Skin) -> None:
    button = Button(skin, "Retry", kind="primary")
    qtbot.addWidget(button)
    assert _ground(button) == QColor(LIGHT.accent)


def test_a_click_leaves_the_focus_where_it_is(qtbot: QtBot, skin: Skin) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    grid, button = Field(skin, "Grid"), IconButton(skin, "export", "Export")
    column.addWidget(grid)
    column.addWidget(button)
    window.show()
    qtbot.waitExposed(window)
    grid.setFocus()
    qtbot.waitUntil(grid.hasFocus)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert grid.hasFocus()
    assert (button.accessibleName(), button.width(), button.height()) == ("Export", 28, 28)


def test_the_keyboards_focus_is_seen(qtbot: QtBot, skin: Skin) -> None:
    button = Button(skin, "Copy")
    qtbot.addWidget(button)
    button.show()
    qtbot.waitExposed(button)
    button.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(button.hasFocus)
    assert button.grab().toImage().pixelColor(button.width() // 2, 1) != QColor(LIGHT.accent)
    button.clearFocus()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert button.grab().toImage().pixelColor(button.width() // 2, 1) == QColor(LIGHT.accent)


def test_segments_show_what_the_actions_say_and_arrows_go_along(
    qtbot: QtBot, skin: Skin, book: Book
) -> None:
    segments = Segments(skin, book, VIEWS)
    qtbot.addWidget(segments)
    book.action("view.plot").setChecked(True)
    segments.show()
    qtbot.waitExposed(segments)
    assert [segments.segment(at).isChecked() for at in range(4)] == [False, True, False, False]
    assert [segments.segment(at).accessibleName() for at in range(4)] == [
        "Matrix", "Plot", "Trend", "Compare",
    ]  # fmt: skip
    segments.segment(0).setFocus()
    qtbot.waitUntil(segments.segment(0).hasFocus)
    QTest.keyClick(segments.segment(0), Qt.Key.Key_Left)
    assert segments.segment(3).hasFocus()
    with qtbot.waitSignal(book.action("view.compare").triggered):
        QTest.keyClick(segments.segment(3), Qt.Key.Key_Space)
    with qtbot.waitSignal(book.action("view.trend").triggered):
        QTest.mouseClick(segments.segment(2), Qt.MouseButton.LeftButton)
    assert all(segments.segment(at).height() >= 24 for at in range(4))


def test_escape_clears_a_field_and_leaves_an_empty_one_to_the_window(
    qtbot: QtBot, skin: Skin, book: Book
) -> None:
    window = book.parent()
    assert isinstance(window, QWidget)
    column = QVBoxLayout(window)
    field_ = Field(skin, "Filter cells", "Ctrl+F")
    column.addWidget(field_)
    window.show()
    qtbot.waitExposed(window)
    field_.setFocus()
    qtbot.waitUntil(field_.hasFocus)
    QTest.keyClicks(field_, "claude")
    with (
        qtbot.assertNotEmitted(book.action("escape").triggered),
        qtbot.waitSignal(field_.textEdited),
    ):
        QTest.keyClick(field_, Qt.Key.Key_Escape)
    assert field_.text() == ""
    with qtbot.waitSignal(book.action("escape").triggered):
        QTest.keyClick(field_, Qt.Key.Key_Escape)


def test_a_field_has_a_cross_while_it_holds_something(qtbot: QtBot, skin: Skin) -> None:
    field_ = Field(skin, "Filter cells")
    qtbot.addWidget(field_)
    field_.show()
    (cross,) = field_.findChildren(IconButton)
    assert not cross.isVisible()
    field_.setText("x" * 500)
    assert len(field_.text()) == 200
    assert cross.isVisible()
    with qtbot.waitSignal(field_.textEdited):
        QTest.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert field_.text() == ""
    assert cross.accessibleName() == "Clear"


def test_a_picker_tells_what_was_picked_and_shows_only_what_is_so(qtbot: QtBot, skin: Skin) -> None:
    picker = Picker(skin, "Heat", (("off", "off"), ("score", "score"), ("cost", "cost")))
    qtbot.addWidget(picker)
    picker.show()
    narrow = picker.sizeHint().width()
    QTest.mouseClick(picker, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(picker.menu.isVisible)
    with qtbot.waitSignal(picker.picked) as picked:
        picker.menu.actions()[1].trigger()
    picker.menu.close()
    assert picked.args == ["score"]
    assert [one.isChecked() for one in picker.menu.actions()] == [True, False, False]
    picker.show_value("score")
    assert (picker.value, picker.accessibleName()) == ("score", "Heat: score")
    assert picker.menu.actions()[1].isChecked()
    assert picker.sizeHint().width() > narrow


def test_a_chip_is_there_while_it_says_something_and_never_too_wide(
    qtbot: QtBot, skin: Skin
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    chip = Chip(skin, "amber", "warning", window)
    window.show()
    assert not chip.isVisible()
    chip.say("intervals overlap", "why")
    assert chip.isVisible()
    assert (chip.accessibleName(), chip.toolTip()) == ("intervals overlap", "why")
    chip.say("x" * 300)
    assert chip.sizeHint().width() < 300
    chip.resize(chip.sizeHint())
    assert _ground(chip) == QColor(LIGHT.amber_soft)
    chip.say("")
    assert not chip.isVisible()


def test_small_things_keep_their_size(qtbot: QtBot, skin: Skin) -> None:
    line, hair = Line(skin), Hairline(skin)
    caps, upright = Caps(skin, "Ctrl+K"), Hairline(skin, upright=True)
    for widget in (line, hair, caps, upright):
        qtbot.addWidget(widget)
    skin.zoom(2)
    assert (hair.height(), upright.width()) == (1, 1)
    line.say("a\u202eb\nc" + "x" * 300)
    assert line.text().startswith("a\ufffdb c")
    assert line.minimumSizeHint().width() <= 32
    assert caps.sizeHint().height() == 36


# Bars


def test_the_app_bar_has_the_tab_and_what_leads_everywhere(
    qtbot: QtBot, skin: Skin, session: Session, book: Book
) -> None:
    bar = AppBar(session, skin, book)
    qtbot.addWidget(bar)
    bar.resize(1440, 44)
    bar.show()
    assert bar.leaderboard.accessibleName() == "🏆 Leaderboard"
    assert bar.leaderboard.text() == "Leaderboard"
    QTest.mouseClick(bar.leaderboard, Qt.MouseButton.LeftButton)
    assert bar.leaderboard.isChecked()
    for name in ("refresh", "theme", "menu"):
        with qtbot.waitSignal(book.action(name).triggered):
            QTest.mouseClick(bar.buttons[name], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(book.action("palette").triggered):
        QTest.mouseClick(bar.finder, Qt.MouseButton.LeftButton)
    assert "Ctrl+K" in bar.finder.toolTip()
    wide = bar.finder.width()
    bar.resize(900, 44)
    assert bar.finder.width() < wide


def test_the_menu_opens_within_the_bar(
    qtbot: QtBot, skin: Skin, session: Session, book: Book
) -> None:
    bar = AppBar(session, skin, book)
    qtbot.addWidget(bar)
    bar.resize(1000, 44)
    bar.show()
    menu = QMenu(bar)
    menu.addAction(book.action("refresh"))
    bar.open_menu(menu)
    assert menu.isVisible()
    right = bar.mapToGlobal(QPoint(bar.width(), 0)).x()
    assert menu.geometry().right() <= right
    menu.close()


def test_the_status_bar_tells_source_freshness_and_what_there_is(
    qtbot: QtBot, skin: Skin, session: Session, book: Book, show_rows: ShowRows
) -> None:
    clock = _Clock()
    bar = StatusBar(session, skin, book, clock=clock)
    qtbot.addWidget(bar)
    bar.resize(1440, 26)
    assert bar.text == "reading"
    bar.watch_every(5)
    show_rows(session, ROWS)
    assert (
        bar.text
        == "live · warehouse · refreshed 12 s ago · watching every 5 s · 9 cells · 1 failed"
    )
    clock.micros += 3_000_000
    qtbot.waitUntil(lambda: "15 s ago" in bar.text)
    bar.watch_every(0)
    assert "not watching: F5 reads again" in bar.text
    bar.resize(900, 26)
    bar.watch_every(5)
    assert "watching" not in bar.text
    assert bar.accessibleName() == bar.text
    assert TOLD_MS == 6_000


def test_what_is_told_stands_a_while_and_then_goes(
    qtbot: QtBot, skin: Skin, session: Session, book: Book, show_rows: ShowRows
) -> None:
    bar = StatusBar(session, skin, book, clock=_Clock())
    qtbot.addWidget(bar)
    bar.resize(1440, 26)
    show_rows(session, ROWS)
    bar._quiet.setInterval(20)
    session.told.emit("copied\x1b the link\n" + "x" * 300)
    assert "copied\ufffd the link" in bar.text
    assert "refreshed" not in bar.text
    qtbot.waitUntil(lambda: "refreshed 12 s ago" in bar.text)


def test_the_status_bar_hints_that_something_is_read(
    qtbot: QtBot, skin: Skin, session: Session, book: Book
) -> None:
    bar = StatusBar(session, skin, book)
    qtbot.addWidget(bar)
    bar.resize(800, 26)
    done: list[object] = []
    session.loader.load("list", lambda _ticket: "read", done.append, done.append)
    bar._look()
    assert bar.busy
    assert bar.grab().toImage().pixelColor(2, 0) == QColor(LIGHT.accent)
    qtbot.waitUntil(lambda: bool(done))
    qtbot.waitUntil(lambda: not bar.busy)


@pytest.mark.parametrize("status", ["locked", "offline", "error"])
def test_the_banner_is_there_while_something_is_wrong(
    qtbot: QtBot,
    skin: Skin,
    session: Session,
    book: Book,
    show_rows: ShowRows,
    status: SourceStatus,
) -> None:
    banner = Banner(session, skin, book)
    qtbot.addWidget(banner)
    banner.resize(1000, 38)
    banner.watch_every(5)
    show_rows(session, ROWS)
    assert not banner.isVisible()
    _source(session, status, "catalog.db is\x07 damaged")
    assert banner.isVisible()
    assert banner.grab().toImage().pixelColor(2, 20) == QColor(LIGHT.amber_soft)
    with qtbot.waitSignal(book.action("refresh").triggered):
        QTest.mouseClick(banner.buttons[0], Qt.MouseButton.LeftButton)
    low = banner.sizeHint().height()
    QTest.mouseClick(banner.buttons[-1], Qt.MouseButton.LeftButton)
    assert banner.sizeHint().height() > low
    assert banner.view is not None
    assert banner.view.details == "catalog.db is\ufffd damaged"
    _source(session, "live")
    assert not banner.isVisible()


def test_a_banner_that_says_the_same_keeps_the_focus_of_its_button(
    qtbot: QtBot, skin: Skin, session: Session, book: Book, show_rows: ShowRows
) -> None:
    banner = Banner(session, skin, book)
    qtbot.addWidget(banner)
    show_rows(session, ROWS)
    _source(session, "locked", "first")
    qtbot.waitExposed(banner)
    banner.buttons[0].setFocus()
    qtbot.waitUntil(banner.buttons[0].hasFocus)
    _source(session, "locked", "second")
    assert banner.buttons[0].hasFocus()
    assert [button.accessibleName() for button in banner.buttons] == ["Retry now", "Details"]


def test_a_place_with_a_long_name_breaks_no_bar(
    qtbot: QtBot, skin: Skin, session: Session, book: Book
) -> None:
    banner, bar = Banner(session, skin, book), StatusBar(session, skin, book)
    for widget in (banner, bar):
        qtbot.addWidget(widget)
        widget.resize(640, 38)
        widget.show()
    _source(session, "offline", "x" * 300, "/srv/" + "\u202ex" * 300)
    for widget in (banner, bar):
        assert widget.minimumSizeHint().width() <= 640
        widget.grab()
