"""The ranked cells as Qt's views and screen readers see them; what is shown, and in which order, is the session's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nornir_desk.domain.text import one_line
from nornir_desk.present.choices import COLUMNS, Column, SortView
from nornir_desk.present.ranked_line import SPOKEN, TITLES, RankedLine, column_text, ranked_line
from nornir_desk.present.state import CellView
from nornir_desk.present.tooltip import driver_text, sentence

Index = QModelIndex | QPersistentModelIndex
# Compared as plain numbers: an enum costs five times as much (a list asks thousands of times).
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ALIGN = int(Qt.ItemDataRole.TextAlignmentRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
_DESCRIBED = int(Qt.ItemDataRole.AccessibleDescriptionRole)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LONGEST_TIP = 1_000
TEXT_COLUMNS: frozenset[Column] = frozenset(("agent", "model", "driver", "judge", "status"))


class RankedModel(QAbstractTableModel):
    """One row a shown cell, one column each of ``choices.COLUMNS``.

    It sorts and filters nothing: ``show`` is told places in the cells, and rows that are held
    (current, selected) move to where their cell is now.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cells: Sequence[CellView] = ()
        self._order: Sequence[int] = ()
        self._rows: dict[str, int] | None = None
        self._lines: dict[int, RankedLine] = {}
        self._sort = SortView()
        self._asked: dict[int, Callable[[CellView, Column], object]] = {
            _DISPLAY: column_text,
            _ALIGN: lambda _cell, column: _LEFT if column in TEXT_COLUMNS else _RIGHT,
            _TOOLTIP: _tip,
            _SPOKEN: lambda cell, _column: one_line(sentence(cell, len(self._cells))),
            _DESCRIBED: lambda cell, column: f"{SPOKEN[column]}: {column_text(cell, column)}",
        }

    @property
    def cells(self) -> Sequence[CellView]:
        """Every cell of the run, those too that are not shown."""
        return self._cells

    def show(self, cells: Sequence[CellView], order: Sequence[int], sort: SortView) -> None:
        """Show the cells at the places of ``order``."""
        if sort != self._sort:
            self._sort = sort
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        if cells is self._cells and order == self._order:
            return
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        names = [self._cells[self._order[index.row()]].cell for index in held]
        if cells is not self._cells:
            self._lines.clear()
        self._cells, self._order, self._rows = cells, order, None
        now = [self._now(name, index) for name, index in zip(names, held, strict=True)]
        self.changePersistentIndexList(held, now)
        self.layoutChanged.emit()

    def cell_at(self, row: int) -> CellView | None:
        """Return the cell of a row."""
        return self._cells[self._order[row]] if 0 <= row < len(self._order) else None

    def place(self, row: int) -> int:
        """Return the place of a row's cell in the cells."""
        return self._order[row]

    def line_at(self, row: int) -> RankedLine:
        """Return a row as it is drawn; it is made when it is first looked at."""
        at = self._order[row]
        line = self._lines.get(at)
        if line is None:
            line = self._lines[at] = ranked_line(self._cells[at])
        return line

    def row_of(self, name: str | None) -> int | None:
        """Return the row of a cell by its name; None where it is not shown."""
        if name is None:
            return None
        if self._rows is None:
            self._rows = {self._cells[at].cell: row for row, at in enumerate(self._order)}
        return self._rows.get(name)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return how many cells are shown."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return how many columns there are, the hidden ones too."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        """Return what a view or a screen reader asks of a cell of the table."""
        asked = self._asked.get(role)
        if asked is None or not index.isValid() or index.row() >= len(self._order):
            return None
        return asked(self._cells[self._order[index.row()]], COLUMNS[index.column()])

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> object:
        """Return a column's title, or its name and how it sorts for those who listen."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == _DISPLAY:
            return TITLES[column]
        if role == _ALIGN:
            return _LEFT if column in TEXT_COLUMNS else _RIGHT
        if role in (_SPOKEN, _TOOLTIP):
            return self._heading(column)
        return None

    def _heading(self, column: Column) -> str:
        if column != self._sort.column:
            return f"{SPOKEN[column]}, click to sort"
        way = "descending" if self._sort.descending else "ascending"
        return f"{SPOKEN[column]}, sorted {way}"

    def _now(self, name: str, index: QModelIndex) -> QModelIndex:
        row = self.row_of(name)
        return QModelIndex() if row is None else self.index(row, index.column())


def _tip(cell: CellView, column: Column) -> str:
    texts: dict[Column, str | None] = {
        "agent": driver_text(cell) if cell.label is True else cell.agent,
        "driver": driver_text(cell),
        "judge": cell.judge,
        "status": cell.error or cell.note,
    }
    text = texts.get(column) if column in texts else cell.cell
    # A text of Qt's that begins like HTML is taken for it: so it is HTML, with all of it escaped.
    return f"<p>{escape(one_line(text[:_LONGEST_TIP]))}</p>" if text else ""
