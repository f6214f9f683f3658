"""The lines of a diff, their two halves side by side."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollBar, QTableView

from nornir_desk.desk.leaderboard.compare.diff_delegate import DiffDelegate
from nornir_desk.desk.leaderboard.compare.diff_model import DiffModel
from nornir_desk.desk.theme.skin import Skin

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class DiffTable(QTableView):
    """The lines; sideways it moves the text of both halves under ``sideways``.

    Args:
        skin: What it draws with.
        model: The lines.
        sideways: Moves the text of both halves.
    """

    def __init__(self, skin: Skin, model: DiffModel, sideways: QScrollBar) -> None:
        super().__init__()
        self._sideways = sideways
        self.setModel(model)
        self.drawer = DiffDelegate(skin, model)
        self.setItemDelegate(self.drawer)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QTableView.SelectionMode.ContiguousSelection)
        self.setTabKeyNavigation(False)
        self.setAccessibleName("Answers of A and B, line by line")
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)

    def event(self, event: QEvent) -> bool:
        """Keep copying to itself: the window has a Ctrl+C of its own."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.Copy)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the text sideways, or copy the selected lines."""
        step = _STEPS.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif step is not None and not event.modifiers():
            bar = self._sideways
            bar.setValue(bar.value() + step * bar.singleStep())
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move the text sideways where the wheel does, or with Shift."""
        moved = event.angleDelta()
        shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if abs(moved.x()) > abs(moved.y()) or shifted:
            self._sideways.setValue(self._sideways.value() - (moved.x() or moved.y()))
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each side a half."""
        super().resizeEvent(event)
        width = self.viewport().width()
        self.setColumnWidth(0, width // 2)
        self.setColumnWidth(1, width - width // 2)

    def _copy(self) -> None:
        chosen = self.selectionModel().selection()
        lines = [
            str(self.model().index(row, column).data())
            for part in (chosen.at(at) for at in range(chosen.count()))
            for column in range(part.left(), part.right() + 1)
            for row in range(part.top(), part.bottom() + 1)
        ]
        QGuiApplication.clipboard().setText("\n".join(lines))
