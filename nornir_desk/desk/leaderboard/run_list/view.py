"""The list of runs: keys, mouse, and a place in it that nothing moves but the user."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableView,
    QWidget,
)

from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.leaderboard.run_list.delegate import HEADING_HEIGHT, ROW_HEIGHT, RunDelegate
from nornir_desk.desk.leaderboard.run_list.model import RunListModel
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats

_CursorAction = QAbstractItemView.CursorAction
_STEPS = {
    _CursorAction.MoveUp: -1,
    _CursorAction.MovePrevious: -1,
    _CursorAction.MoveDown: 1,
    _CursorAction.MoveNext: 1,
}

Anchor = tuple[str, int]
_HEAD: Anchor = ("", 0)


class RunListView(QTableView):
    """Shows the run list in one column.

    A table, not a ``QListView``: its sections have their heights without asking a delegate for
    each of a hundred thousand rows, in which headings are lower than runs.
    """

    def __init__(self, skin: Skin, model: RunListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._runs = model
        self._came = 0
        self._low: list[int] = []
        self.nothing = ""
        self.setModel(model)
        self.setItemDelegate(RunDelegate(skin, model, self))
        self.setAccessibleName("Runs")
        self._be_a_list()
        self.chip = Button(skin, "", "sort-asc", "primary", self.viewport())
        self.chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.chip.clicked.connect(self.scrollToTop)
        self.chip.hide()
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        skin.changed.connect(self._dress)
        self._dress()

    def anchor(self) -> Anchor | None:
        """Return the first run in sight and where it is; no run at the list's head."""
        first, last = self.rows_in_sight()
        if last < 0:
            return None
        if self.verticalScrollBar().value() == 0:
            return _HEAD
        for row in range(first, last + 1):
            run = self._runs.run_at(row)
            if run is not None:
                return run.run_id, self.rowViewportPosition(row)
        return None

    def hold(self, anchor: Anchor | None, came: int = 0) -> None:
        """After the rows changed: bring a run back to where it was, tell how many came above it."""
        if anchor is None:
            return
        bar = self.verticalScrollBar()
        self.updateGeometries()
        row = self._runs.row_of(anchor[0])
        if anchor == _HEAD:
            bar.setValue(0)
        elif row >= 0:
            bar.setValue(bar.value() + self.rowViewportPosition(row) - anchor[1])
        if came and bar.value() > 0:
            self._came += came
            self._show_chip()

    def level(self) -> None:
        """After the rows changed: give headings their height, and the others theirs."""
        # Sections outlive a reset with their sizes.
        for row in set(self._low).difference(self._runs.headings):
            self.setRowHeight(row, self._skin.px(ROW_HEIGHT))
        height = self._skin.px(HEADING_HEIGHT)
        self._low = list(self._runs.headings)
        for row in self._low:
            self.setRowHeight(row, height)

    def rows_in_sight(self) -> tuple[int, int]:
        """Return the first and the last row that are seen; (0, -1) of an empty list."""
        first = self.rowAt(0)
        last = self.rowAt(self.viewport().height() - 1)
        if first < 0:
            return 0, -1
        return first, last if last >= 0 else self._runs.rowCount() - 1

    def show_run(self, run_id: str | None) -> None:
        """Make a run the current one, if it is listed; else there is none."""
        row = self._runs.row_of(run_id)
        if row < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        elif row != self.currentIndex().row():
            self.setCurrentIndex(self._runs.index(row))

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, _modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Return the run that a key leads to; headings are passed over."""
        last = self._runs.rowCount() - 1
        row = self.currentIndex().row()
        if action in _STEPS:
            step = _STEPS[action]
            return self._run_from(row + step, step) if row >= 0 else self._run_from(0, 1)
        if action == _CursorAction.MoveHome:
            return self._run_from(0, 1)
        if action == _CursorAction.MoveEnd:
            return self._run_from(last, -1)
        page = max(1, self.viewport().height() // self._skin.px(ROW_HEIGHT) - 1)
        if action == _CursorAction.MovePageUp:
            return self._run_from(max(0, row - page), 1)
        if action == _CursorAction.MovePageDown:
            return self._run_from(min(last, row + page), -1)
        return self.currentIndex()

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: letters are for actions, and the field searches."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chip in the middle."""
        super().resizeEvent(event)
        self._place_chip()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, or why there are none."""
        super().paintEvent(event)
        if self._runs.rowCount() or not self.nothing:
            return
        painter = QPainter(self.viewport())
        painter.setFont(self._skin.font(12))
        painter.setPen(self._skin.colour("text2"))
        box = (
            self.viewport()
            .rect()
            .adjusted(self._skin.px(16), self._skin.px(24), -self._skin.px(16), 0)
        )
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.drawText(box, flags, self.nothing)
        painter.end()

    def _run_from(self, row: int, step: int) -> QModelIndex:
        while 0 <= row < self._runs.rowCount():
            if self._runs.run_at(row) is not None:
                return self._runs.index(row)
            row += step
        return self.currentIndex()

    def _be_a_list(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().hide()

    def _dress(self) -> None:
        anchor = self.anchor()
        self.verticalHeader().setDefaultSectionSize(self._skin.px(ROW_HEIGHT))
        self._low = []
        self.verticalScrollBar().setSingleStep(self._skin.px(ROW_HEIGHT) // 3)
        self._place_chip()
        self.level()
        self.hold(anchor)
        self.viewport().update()

    def _scrolled(self, value: int) -> None:
        if value == 0 and self._came:
            self._came = 0
            self.chip.hide()

    def _show_chip(self) -> None:
        self.chip.set_text(f"{formats.count(self._came)} new")
        self.chip.setAccessibleName(
            f"{formats.plural(self._came, 'new run')}: go to the list's head"
        )
        self.chip.setToolTip("Go to the list's head")
        self.chip.show()
        self._place_chip()

    def _place_chip(self) -> None:
        size = self.chip.sizeHint()
        self.chip.resize(size)
        self.chip.move((self.viewport().width() - size.width()) // 2, self._skin.px(6))
