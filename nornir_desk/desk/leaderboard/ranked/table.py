"""A table of which lines are selected, not cells: its keys move by lines and leave letters alone."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

_Move = QAbstractItemView.CursorAction


class LineTable(QTableView):
    """A table without a grid, of lines of one height, that scrolls by pixels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._set_up()

    def selected_rows(self) -> list[int]:
        """Return the selected lines from top to bottom; ten thousand are a few ranges."""
        selection = self.selectionModel().selection()
        rows: set[int] = set()
        for at in range(selection.count()):
            part = selection.at(at)
            rows.update(range(part.top(), part.bottom() + 1))
        return sorted(rows)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last line; left and right scroll."""
        rows, now = self.model().rowCount(), self.currentIndex()
        # Qt asks for the next one where the list gets the focus: that alone selects nothing.
        if not rows or action in (_Move.MoveNext, _Move.MovePrevious):
            return QModelIndex()
        if action in (_Move.MoveLeft, _Move.MoveRight):
            bar = self.horizontalScrollBar()
            step = self.verticalHeader().defaultSectionSize() * 2
            bar.setValue(bar.value() + (step if action == _Move.MoveRight else -step))
            return now
        if action in (_Move.MoveHome, _Move.MoveEnd):
            return self.model().index(0 if action == _Move.MoveHome else rows - 1, 0)
        return super().moveCursor(action, modifiers)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a line into sight; the columns stay where they are."""
        across = self.horizontalScrollBar().value()
        super().scrollTo(index, hint)
        self.horizontalScrollBar().setValue(across)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are the actions' keys."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave copying to the action of that name."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.key() == Qt.Key.Key_C:
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go here."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they no longer do."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(rows.ResizeMode.Fixed)
