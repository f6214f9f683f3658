"""Where the keyboard is: single letters are keys from the start, and after a pane has gone."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nornir_desk.domain.demo import demo_matrix_rows
from tests.desk.windows import land, window

pytestmark = pytest.mark.desk
ROWS = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)


def press(key: Qt.Key) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def test_a_letter_is_a_key_as_soon_as_a_run_is_shown(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        with qtbot.waitActive(opened.desk.window):
            opened.desk.window.activateWindow()
        press(Qt.Key.Key_H)
        assert opened.desk.session.choices.heat == "score"
        press(Qt.Key.Key_P)
        press(Qt.Key.Key_T)
        assert opened.desk.session.choices.view == "trend"


@pytest.mark.parametrize("toggle", ["detail.toggle", "runs.toggle"])
def test_a_pane_that_is_hidden_leaves_the_focus_to_the_view(
    tmp_path: Path, qtbot: QtBot, toggle: str
) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        with qtbot.waitActive(opened.desk.window):
            opened.desk.window.activateWindow()
        tab, book = opened.desk.window.tab, opened.desk.window.book
        tab.show_detail(shown=True)
        for _ in range(len(tab.panes())):
            book.action("pane.next").trigger()
            focus = QApplication.focusWidget()
            pane = tab.detail if toggle == "detail.toggle" else tab.runs
            if focus is not None and pane.isAncestorOf(focus):
                break
        book.action(toggle).trigger()
        press(Qt.Key.Key_H)
        assert opened.desk.session.choices.heat == "score"


def test_a_run_that_is_read_again_leaves_the_focus_where_it_is(
    tmp_path: Path, qtbot: QtBot
) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        with qtbot.waitActive(opened.desk.window):
            opened.desk.window.activateWindow()
        opened.desk.window.tab.focus_filter()
        field = QApplication.focusWidget()
        opened.desk.session.run_changed.emit()
        assert QApplication.focusWidget() is field
