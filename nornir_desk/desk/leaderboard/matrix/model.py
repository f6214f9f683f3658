"""The grid as Qt's views and screen readers ask for it: agents down, models across."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from nornir_desk.desk.leaderboard.matrix.tip import agent_tip, cell_tip, model_tip
from nornir_desk.domain.text import one_line
from nornir_desk.present.grid_figures import figure_text, nobody_scored
from nornir_desk.present.state import CellView, GridCellView, MatrixView
from nornir_desk.present.tooltip import absent_sentence, sentence

AnyIndex = QModelIndex | QPersistentModelIndex

# As ints: comparing enums in data() takes five times as long.
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
_ACROSS = Qt.Orientation.Horizontal
_THERE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_ABSENT = Qt.ItemFlag.NoItemFlags
_NOWHERE = QModelIndex()
_EMPTY = MatrixView((), (), None, ())


class GridModel(QAbstractTableModel):
    """The cells of one run at their places; what was not measured is disabled, so keys skip it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._matrix = _EMPTY
        self._cells: tuple[CellView, ...] = ()
        self._rows: dict[str, int] = {}
        self._columns: dict[str, int] = {}
        self._places: list[GridCellView | None] = []
        self._drivers: dict[str, list[str]] = {}
        self._labels: set[str] = set()
        self._unscored = False

    @property
    def matrix(self) -> MatrixView:
        """The grid that is shown."""
        return self._matrix

    @property
    def unscored(self) -> bool:
        """Has no cell a score, so that speed is the figure?"""
        return self._unscored

    def show(self, matrix: MatrixView, cells: tuple[CellView, ...]) -> None:
        """Show another grid, or the same one with other cells.

        Args:
            matrix: The grid.
            cells: The ranked cells of the run, best first.
        """
        before = self._matrix
        same = (before.agents, before.models) == (matrix.agents, matrix.models)
        if not same:
            self.beginResetModel()
        self._matrix, self._cells = matrix, cells
        self._place()
        if not same:
            self.endResetModel()
        elif self._places:
            last = self.index(len(matrix.agents) - 1, len(matrix.models) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def cell_at(self, row: int, column: int) -> GridCellView | None:
        """Return the cell at a place; None where nothing was measured."""
        return self._places[row * len(self._matrix.models) + column]

    def ranked(self, cell: GridCellView) -> CellView | GridCellView:
        """Return a cell as the ranked list has it, with its judge, note and error."""
        at = cell.rank - 1
        found = self._cells[at] if 0 <= at < len(self._cells) else None
        known = found is not None and (found.agent, found.model) == (cell.agent, cell.model)
        return found if found is not None and known else cell

    def index_of(self, cell: CellView | GridCellView | None) -> QModelIndex:
        """Return where a cell is; an invalid index where it is not shown."""
        row = self._rows.get(cell.agent) if cell else None
        column = self._columns.get(cell.model) if cell else None
        if row is None or column is None or self.cell_at(row, column) is None:
            return QModelIndex()
        return self.index(row, column)

    def drivers(self, agent: str) -> list[str]:
        """Return what answered for an agent, sorted."""
        return sorted(self._drivers.get(agent, ()))

    def is_label(self, agent: str) -> bool:
        """Tell whether an agent is only a name on a bare model call."""
        return agent in self._labels

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """Return how many agents there are."""
        return 0 if parent.isValid() else len(self._matrix.agents)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """Return how many models there are."""
        return 0 if parent.isValid() else len(self._matrix.models)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return that a measured cell can be selected, and any other place cannot."""
        return _THERE if self._at(index) is not None else _ABSENT

    def data(self, index: AnyIndex, role: int = _DISPLAY) -> Any:
        """Return a cell's figure, its tooltip or its sentence."""
        if role not in (_DISPLAY, _TOOLTIP, _SPOKEN) or not self._within(index):
            return None
        cell = self._at(index)
        if cell is None:
            return self._of_absent(index, role)
        if role == _DISPLAY:
            return figure_text(cell, unscored=self._unscored)
        known = self.ranked(cell)
        if role == _TOOLTIP:
            return cell_tip(known, self._cells, len(self._matrix.cells))
        return one_line(sentence(known, len(self._matrix.cells)))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Return the name of an agent or a model, whole."""
        across = orientation == _ACROSS
        names = self._matrix.models if across else self._matrix.agents
        if not 0 <= section < len(names) or role not in (_DISPLAY, _TOOLTIP, _SPOKEN):
            return None
        name = names[section]
        if role == _TOOLTIP:
            if across:
                return model_tip(name)
            return agent_tip(name, self.drivers(name), label=self.is_label(name))
        return one_line(name)

    def _of_absent(self, index: AnyIndex, role: int) -> str | None:
        if role != _SPOKEN:
            return None
        matrix = self._matrix
        told = absent_sentence(matrix.agents[index.row()], matrix.models[index.column()])
        return one_line(told)

    def _within(self, index: AnyIndex) -> bool:
        matrix = self._matrix
        return (
            index.isValid()
            and index.row() < len(matrix.agents)
            and index.column() < len(matrix.models)
        )

    def _at(self, index: AnyIndex) -> GridCellView | None:
        return self.cell_at(index.row(), index.column()) if self._within(index) else None

    def _place(self) -> None:
        matrix = self._matrix
        rows = self._rows = {name: place for place, name in enumerate(matrix.agents)}
        columns = self._columns = {name: place for place, name in enumerate(matrix.models)}
        across = len(columns)
        places: list[GridCellView | None] = [None] * (len(rows) * across)
        drivers: dict[str, list[str]] = {name: [] for name in rows}
        labels = self._labels = set()
        for cell in matrix.cells:
            places[rows[cell.agent] * across + columns[cell.model]] = cell
            if cell.driver is not None and cell.driver not in drivers[cell.agent]:
                drivers[cell.agent].append(cell.driver)
            if cell.label:
                labels.add(cell.agent)
        self._places, self._drivers = places, drivers
        self._unscored = nobody_scored(matrix)
