"""The figures of two cells as a table."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtCore import QPersistentModelIndex as Persistent

from nornir_desk.domain.text import one_line
from nornir_desk.present.compare_rows import CompareRow

COLUMNS = ("label", "a", "b", "delta", "bar", "chip")
_TEXTS = ("label", "a", "b", "delta", "", "chip")
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_ROOT = QModelIndex()
_TIP_FROM = 24


class FiguresModel(QAbstractTableModel):
    """Rows of ``present.compare_rows``."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[CompareRow, ...] = ()

    @property
    def rows(self) -> tuple[CompareRow, ...]:
        """The rows."""
        return self._rows

    def show_rows(self, rows: tuple[CompareRow, ...]) -> None:
        """Show others."""
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | Persistent = _ROOT) -> int:
        """Return how many figures there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | Persistent = _ROOT) -> int:
        """Return label, A, B, difference, bar and chip."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: QModelIndex | Persistent, role: int = _DISPLAY) -> Any:
        """Return a text, or the row in a sentence."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == _ACCESSIBLE:
            return one_line(row.sentence)
        name = _TEXTS[index.column()]
        text = one_line(getattr(row, name)) if name else ""
        if role == _DISPLAY:
            return text
        if role == _TOOLTIP and len(text) > _TIP_FROM:
            return f"<span>{escape(text)}</span>"
        return None
