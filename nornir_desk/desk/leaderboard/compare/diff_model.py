"""The diff of two answers as a table: one row a line, A left and B right."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtCore import QPersistentModelIndex as Persistent

from nornir_desk.present.compare import DiffLine
from nornir_desk.present.diff_text import ShownLine, difference_starts, shown_line

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_ROOT = QModelIndex()
_SIDES = 2
_SAID = {"both": "the same", "differs": "differs", "a": "only in A", "b": "only in B"}


class DiffModel(QAbstractTableModel):
    """Lines of a diff, all or those that differ; what is drawn of a line is made once."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[DiffLine, ...] = ()
        self._rows: tuple[int, ...] = ()
        self._starts: tuple[int, ...] = ()
        self._shown: dict[tuple[int, int], ShownLine] = {}

    @property
    def lines(self) -> tuple[DiffLine, ...]:
        """Every line, shown or not."""
        return self._lines

    @property
    def starts(self) -> tuple[int, ...]:
        """The places among all lines with which a difference begins."""
        return self._starts

    def show_lines(self, lines: tuple[DiffLine, ...], *, only: bool) -> None:
        """Show a diff.

        Args:
            lines: Its lines.
            only: Leave out those that both sides have.
        """
        self.beginResetModel()
        if lines is not self._lines:
            self._lines, self._starts = lines, difference_starts(lines)
            self._shown.clear()
        places = enumerate(lines)
        self._rows = tuple(at for at, line in places if not only or line.side != "both")
        self.endResetModel()

    def place(self, row: int) -> int:
        """Return the place among all lines of what a row shows."""
        return self._rows[row] if 0 <= row < len(self._rows) else 0

    def row_at(self, place: int) -> int:
        """Return the row of a line by its place, else of the next one that is shown."""
        return min(bisect_left(self._rows, place), len(self._rows) - 1)

    def line(self, row: int) -> DiffLine:
        """Return the line of a row."""
        return self._lines[self._rows[row]]

    def shown(self, row: int, column: int) -> ShownLine | None:
        """Return one side of a row as it is drawn; None where that side has no line."""
        place = self._rows[row]
        line = self._lines[place]
        text, spans = (line.b, line.b_spans) if column else (line.a, line.a_spans)
        if text is None:
            return None
        found = self._shown.get((place, column))
        if found is None:
            found = self._shown[place, column] = shown_line(text, spans)
        return found

    def rowCount(self, parent: QModelIndex | Persistent = _ROOT) -> int:
        """Return how many lines are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | Persistent = _ROOT) -> int:
        """Return the two sides."""
        return 0 if parent.isValid() else _SIDES

    def data(self, index: QModelIndex | Persistent, role: int = _DISPLAY) -> Any:
        """Return a line's text, or what a reader should be told of it."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        if role not in (_DISPLAY, _ACCESSIBLE):
            return None
        shown = self.shown(index.row(), index.column())
        text = shown.text if shown is not None else ""
        if role == _DISPLAY:
            return text
        line = self.line(index.row())
        number = line.b_number if index.column() else line.a_number
        side = "B" if index.column() else "A"
        where = f"{side} line {number}" if number is not None else f"{side} has no line here"
        return f"{where}, {_SAID[line.side]}: {text}" if text else f"{where}, {_SAID[line.side]}"
