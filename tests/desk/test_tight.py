"""Windows with too little room for all that they show."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from nornir_desk.desk.leaderboard.compare.pane import ComparePane
from nornir_desk.domain.demo import demo_matrix_rows
from tests.desk.windows import land, window

pytestmark = pytest.mark.desk


def _within(part: QWidget, whole: QWidget) -> QRect:
    return QRect(part.mapTo(whole, QPoint(0, 0)), part.size())


def test_nothing_of_a_comparison_lies_over_another_part_in_the_smallest_window(
    tmp_path: Path, qtbot: QtBot
) -> None:
    land(tmp_path, demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000))
    with window(tmp_path, qtbot, view="compare") as opened:
        first, second, *_ = opened.desk.session.cells
        opened.desk.session.choose(a=first.cell, b=second.cell)
        opened.settle()
        opened.desk.window.resize(opened.desk.window.minimumSize())
        pane = opened.desk.window.tab.view()
        assert isinstance(pane, ComparePane)
        parts = [pane.figures, pane.bar, pane.diff]

        def apart() -> bool:
            places = [_within(part, pane) for part in parts]
            return all(above.y() + above.height() <= below.y() for above, below in pairwise(places))

        qtbot.waitUntil(apart)
        table = pane.figures.table
        assert table.height() >= 48
        assert _within(table, pane.figures).bottom() < pane.figures.height()
        opened.desk.window.resize(1440, 900)
        rows = pane.figures.model.rowCount()
        qtbot.waitUntil(lambda: table.height() == rows * table.rowHeight(0))


def test_a_detail_that_was_never_open_opens_as_wide_the_next_time(
    tmp_path: Path, qtbot: QtBot
) -> None:
    land(tmp_path, demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000))
    with window(tmp_path, qtbot) as opened:
        opened.desk.window.close()
    with window(tmp_path, qtbot) as opened:
        opened.desk.window.book.action("detail.toggle").trigger()
        QApplication.processEvents()
        assert opened.desk.window.tab.detail.width() == 388
