"""The cells of a run to choose one from: a list that typing filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtCore import QPersistentModelIndex as Persistent
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListView, QVBoxLayout, QWidget

from nornir_desk.desk.controls.field import Field
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present.arrange import words_of
from nornir_desk.present.state import CellView

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ROOT = QModelIndex()
_SHOWN_MAX = 400
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -9, Qt.Key.Key_PageDown: 9}
_TAKE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CellListModel(QAbstractListModel):
    """Ranks and names of the cells that hold every word of a filter, best first."""

    def __init__(self) -> None:
        super().__init__()
        self._cells: tuple[CellView, ...] = ()
        self._shown: list[int] = []

    def show_cells(self, cells: Sequence[CellView]) -> None:
        """Take the cells of another run."""
        self._cells = tuple(cells)
        self.narrow("")

    def narrow(self, text: str) -> None:
        """Leave the cells whose names hold every word of ``text``."""
        words = words_of(text)
        self.beginResetModel()
        self._shown = [
            at
            for at, cell in enumerate(self._cells)
            if all(word in cell.cell.casefold() for word in words)
        ]
        self.endResetModel()

    def cell(self, row: int) -> CellView | None:
        """Return the cell of a row."""
        return self._cells[self._shown[row]] if 0 <= row < len(self._shown) else None

    def row_of(self, name: str | None) -> int:
        """Return the row of a cell by its name; -1 where it is not among them."""
        rows = enumerate(self._shown)
        return next((row for row, at in rows if self._cells[at].cell == name), -1)

    def rowCount(self, parent: QModelIndex | Persistent = _ROOT) -> int:
        """Return how many are left."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: QModelIndex | Persistent, role: int = _DISPLAY) -> Any:
        """Return rank and name."""
        cell = self.cell(index.row()) if index.isValid() else None
        if cell is None or role != _DISPLAY:
            return None
        place = f"#{cell.rank:,}" if cell.ok else "failed"
        return f"{place}  {one_line(cell.cell[:_SHOWN_MAX])}"


class CellList(QFrame):
    """The list with its filter, in a window of its own until one is chosen.

    Args:
        skin: What it draws with.
        parent: Below what it opens.

    Signals:
        chosen: The name of the cell that was chosen.
    """

    chosen = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._skin, self._below = skin, parent
        self.model = CellListModel()
        self.field = Field(skin, "Filter cells")
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Cells")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._narrow)
        self.list.clicked.connect(lambda index: self._take(index.row()))

    def open_for(self, cells: Sequence[CellView], name: str | None, width: int) -> None:
        """Open the list below its parent.

        Args:
            cells: What to choose from.
            name: What is chosen now.
            width: How wide it is to be.
        """
        self._dress()
        self.model.show_cells(cells)
        self.field.clear()
        self._point(max(self.model.row_of(name), 0))
        self.resize(max(width, self._skin.px(320)), self._skin.px(320))
        self.move(self._below.mapToGlobal(self._below.rect().bottomLeft()))
        self.show()
        self.field.setFocus()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Let the keys of a list work while one types."""
        if not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if event.type() == QEvent.Type.ShortcutOverride and key in _TAKE:
            # Otherwise Enter would open the cell that is selected in the window.
            event.accept()
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        if key in _TAKE:
            self._take(self.list.currentIndex().row())
            return True
        if key in _STEPS:
            last = self.model.rowCount() - 1
            self._point(min(max(self.list.currentIndex().row() + _STEPS[key], 0), last))
            return True
        return False

    def _dress(self) -> None:
        skin = self._skin
        colours = {name: skin.colour(name).name() for name in ("surface", "text", "accent_soft")}
        self.list.setFont(skin.font(12))
        # Rows as high as they must be to be hit.
        self.setStyleSheet(
            f"CellList, QListView {{ background: {colours['surface']}; }}"
            f"QListView::item {{ height: {skin.px(26)}px; padding-left: {skin.px(6)}px; }}"
            f"QListView::item:selected, QListView::item:hover {{"
            f" background: {colours['accent_soft']}; color: {colours['text']}; }}"
        )

    def _narrow(self, text: str) -> None:
        self.model.narrow(text)
        self._point(0)

    def _point(self, row: int) -> None:
        self.list.setCurrentIndex(self.model.index(row))

    def _take(self, row: int) -> None:
        cell = self.model.cell(row)
        if cell is not None:
            self.hide()
            self.chosen.emit(cell.cell)
