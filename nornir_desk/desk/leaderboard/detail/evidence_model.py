"""What is kept of a measurement, as a list."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from nornir_desk.domain.text import one_line
from nornir_desk.present.plain_view import size_text
from nornir_desk.present.state import EvidenceView

Index = QModelIndex | QPersistentModelIndex
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_ICONS = (
    (("command", ".sh", "stderr"), "terminal"),
    (("workspace", ".diff", ".patch"), "folder"),
)
_ROOT = QModelIndex()


class EvidenceModel(QAbstractListModel):
    """Names and sizes of the pieces of evidence."""

    def __init__(self) -> None:
        super().__init__()
        self._files: tuple[EvidenceView, ...] = ()

    @property
    def files(self) -> tuple[EvidenceView, ...]:
        """The pieces."""
        return self._files

    def show_files(self, files: tuple[EvidenceView, ...]) -> None:
        """Show others."""
        if files != self._files:
            self.beginResetModel()
            self._files = files
            self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many there are."""
        return 0 if parent.isValid() else len(self._files)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """Return a name, or the piece in a sentence."""
        if not index.isValid() or index.row() >= len(self._files):
            return None
        file = self._files[index.row()]
        if role == _DISPLAY:
            return one_line(file.name)
        if role == _ACCESSIBLE:
            return f"{one_line(file.name)}, {size_text(file.bytes)}"
        return None


def icon_of(name: str) -> str:
    """Return the icon of a piece of evidence by what it is."""
    low = name.casefold()
    return next((icon for marks, icon in _ICONS if any(mark in low for mark in marks)), "file")
