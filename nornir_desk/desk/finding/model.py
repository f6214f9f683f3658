"""What was found, as a list."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nornir_desk.present.goto import Entry

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_NO_PARENT = QModelIndex()


class EntryModel(QAbstractListModel):
    """The entries that the palette shows, and the words by which they were found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()
        self.words: tuple[str, ...] = ()

    def show_entries(self, entries: tuple[Entry, ...], words: tuple[str, ...]) -> None:
        """Show others."""
        self.beginResetModel()
        self.entries, self.words = entries, words
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """Return how many there are."""
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _DISPLAY) -> Any:
        """Return what an entry says; the delegate draws from ``entries``."""
        row = index.row()
        if not 0 <= row < len(self.entries):
            return None
        entry = self.entries[row]
        if role == _DISPLAY:
            return entry.text
        if role == _ACCESSIBLE:
            keys = f", {entry.keys}" if entry.keys else ""
            return f"{entry.group}: {entry.text}{keys}"
        return None
