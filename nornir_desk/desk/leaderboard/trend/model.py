"""The runs of one cell as a table, newest first."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.trend import TrendPoint
from nornir_desk.present.trend_text import TrendLine, point_sentence

Index = QModelIndex | QPersistentModelIndex

COLUMNS = ("run", "", "score", "Δ previous", "rank", "tok/s", "latency", "cost", "status")
RUN, BAR, SCORE, DELTA, RANK, SPEED, LATENCY, COST, STATUS = range(len(COLUMNS))
RIGHT = (SCORE, DELTA, RANK, SPEED, LATENCY, COST)

# Comparing the enum's members takes five times as long as comparing their numbers.
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TIP = int(Qt.ItemDataRole.ToolTipRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_NO_PARENT = QModelIndex()


class RunsModel(QAbstractTableModel):
    """A row a run, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._points: tuple[TrendPoint, ...] = ()
        self._lines: tuple[TrendLine, ...] = ()
        self._texts: list[tuple[str, ...]] = []

    def set_runs(self, points: Sequence[TrendPoint], lines: Sequence[TrendLine]) -> None:
        """Show other runs; both are newest first."""
        self.beginResetModel()
        self._points, self._lines = tuple(points), tuple(lines)
        self._texts = [_texts(line) for line in self._lines]
        self.endResetModel()

    def point(self, row: int) -> TrendPoint | None:
        """Return a row's run."""
        return self._points[row] if 0 <= row < len(self._points) else None

    def line(self, row: int) -> TrendLine | None:
        """Return a row's texts."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def row_of(self, run_id: str | None) -> int:
        """Return a run's row; -1 where it has none."""
        return next((k for k, p in enumerate(self._points) if p.run_id == run_id), -1)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many runs there are."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        """Return a cell's text, its tooltip, or its run as a sentence."""
        row, column = index.row(), index.column()
        if not (0 <= row < len(self._lines) and 0 <= column < len(COLUMNS)):
            return None
        if role == _DISPLAY:
            return self._texts[row][column]
        if role == _ACCESSIBLE:
            return point_sentence(self._points[row], self._lines[row])
        if role == _TIP:
            return _tip(self._points[row], self._lines[row])
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> object:
        """Return a column's heading."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == _DISPLAY:
            return COLUMNS[section]
        if role == _ACCESSIBLE:
            return "score as a bar" if section == BAR else COLUMNS[section]
        return None


def _texts(line: TrendLine) -> tuple[str, ...]:
    score = f"{line.score} {line.half_width}".rstrip()
    return (
        f"{line.when} {line.number}",
        *("", score, line.delta, line.rank, line.speed, line.latency, line.cost),
        f"{line.status} {line.cause}".rstrip(),
    )


def _tip(point: TrendPoint, line: TrendLine) -> str:
    parts = [f"{one_line(point.run_id)} · {point.ts} UTC".replace("Z UTC", " UTC")]
    if point.winner is not None:
        won = formats.score(point.winner_score)
        parts.append(f"winner {one_line(point.winner)} {won}")
    parts += [part for part in (line.cause, one_line(point.cell.driver or "")) if part]
    return "<br>".join(html.escape(part) for part in parts)
