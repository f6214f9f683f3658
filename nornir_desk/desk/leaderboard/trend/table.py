"""The table of the runs of one cell."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from nornir_desk.desk.leaderboard.trend.delegate import ROW, RunDelegate
from nornir_desk.desk.leaderboard.trend.header import RunsHeader
from nornir_desk.desk.leaderboard.trend.model import BAR, COLUMNS, STATUS, Index, RunsModel
from nornir_desk.desk.theme.skin import Skin

_WIDTHS = (184, 150, 116, 104, 96, 84, 100, 96, 210)
_LEAST = (160, 1, 106, 86, 80, 66, 84, 80, 84)
_ENTER = (int(Qt.Key.Key_Return), int(Qt.Key.Key_Enter))


class RunsTable(QTableView):
    """Runs, newest first; a click or Enter picks one.

    Signals:
        picked: The id of a run.
    """

    picked = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.runs = RunsModel(self)
        self._painter = RunDelegate(skin, self.runs, self)
        self.setModel(self.runs)
        self.setItemDelegate(self._painter)
        self.setHorizontalHeader(RunsHeader(skin, self))
        self.horizontalHeader().setMinimumSectionSize(1)
        self.verticalHeader().hide()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Runs of this cell")
        self.clicked.connect(self._pick)
        self.entered.connect(lambda index: self._hover(index.row()))
        self.restyle()

    def restyle(self) -> None:
        """Take colours and sizes of the theme of the moment."""
        self._painter.forget()
        self.verticalHeader().setDefaultSectionSize(self._skin.px(ROW))
        self.verticalHeader().setMinimumSectionSize(self._skin.px(ROW))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, self._skin.colour("surface"))
        self.setPalette(palette)
        self._fit()
        self.viewport().update()

    def show_run(self, run_id: str | None) -> None:
        """Mark the run that the window shows; the keys start from it."""
        row = self.runs.row_of(run_id)
        self._painter.shown = row
        nowhere = not self.currentIndex().isValid()
        if row >= 0 and (nowhere or not self.hasFocus()):
            # Without scrolling: the user's place is the user's.
            self.setAutoScroll(False)
            self.setCurrentIndex(self.runs.index(row, 0))
            self.setAutoScroll(True)
        self._follow_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick by Enter; the rest moves."""
        if event.key() in _ENTER:
            self._pick(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Enter, which elsewhere in the window opens a cell."""
        enters = isinstance(event, QKeyEvent) and event.key() in _ENTER
        if enters and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Hear that the pointer left."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Show where the keys are."""
        super().currentChanged(current, previous)
        self._follow_focus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self._follow_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus went."""
        super().focusOutEvent(event)
        self._follow_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the bar and the status what the figures leave."""
        super().resizeEvent(event)
        self._fit()

    def _pick(self, index: QModelIndex) -> None:
        point = self.runs.point(index.row())
        if point is not None:
            self.picked.emit(point.run_id)

    def _hover(self, row: int) -> None:
        if row != self._painter.hovered:
            self._painter.hovered = row
            self.viewport().update()

    def _follow_focus(self) -> None:
        self._painter.focused = self.currentIndex().row() if self.hasFocus() else -1
        self.viewport().update()

    def _fit(self) -> None:
        widths = [self._skin.px(width) for width in _WIDTHS]
        # The bar gives way first: what it shows stands beside it as a figure.
        for column in (BAR, STATUS, *range(len(COLUMNS))):
            missing = sum(widths) - self.viewport().width()
            give = widths[column] - self._skin.px(_LEAST[column])
            widths[column] -= min(max(missing, 0), max(give, 0))
        widths[STATUS] += max(self.viewport().width() - sum(widths), 0)
        for column in range(len(COLUMNS)):
            self.setColumnWidth(column, widths[column])
