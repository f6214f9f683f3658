"""The upper part of the comparison: the two sides and their figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QTableView, QWidget

from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.leaderboard.compare.figures_delegate import FiguresDelegate
from nornir_desk.desk.leaderboard.compare.figures_model import FiguresModel
from nornir_desk.desk.leaderboard.compare.side_picker import SidePicker
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.compare_rows import CompareRow
from nornir_desk.present.state import CellView

_ROW = 24
_LEAST_ROWS = 2
_HEAD = 36
_PAD = (16, 12)
_FIXED = (104, 144, 92, 124)  # label, difference, bar, chip
_SIDES = (80, 340)
_NAMES = 180  # of a side: where it has less, first the bars go, then the chips
_GAP = 12


class Figures(QWidget):
    """Two pickers over a table.

    Args:
        skin: What it draws with.
        cells: Returns what to choose from.
        parent: Where it stands.
    """

    def __init__(
        self,
        skin: Skin,
        cells: Callable[[], Sequence[CellView]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._skin = skin
        self.model = FiguresModel()
        self.a = SidePicker(skin, "A", cells, self)
        self.b = SidePicker(skin, "B", cells, self)
        self.title = self._line("Figures", (13, 600), "text")
        self._less = self._line("B − A", (12, 400), "text2")
        self._key = self._line("green: B is better", (11, 400), "text3")
        self.table = self._made_table()
        skin.changed.connect(self._reskin)
        self._reskin()

    def show_rows(self, rows: tuple[CompareRow, ...]) -> None:
        """Show figures; none leaves the pickers alone."""
        self.model.show_rows(rows)
        for part in (self.table, self._less, self._key):
            part.setVisible(bool(rows))
        self._reskin()

    def sizeHint(self) -> QSize:
        """Every row; where the pane is too low for them they are scrolled."""
        return QSize(self.minimumWidth(), self._height(self.model.rowCount()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the sides what is left of the width."""
        super().resizeEvent(event)
        self._place()

    def _line(self, text: str, font: tuple[int, int], ink: str) -> Line:
        line = Line(self._skin, font, ink, self)
        line.say(text)
        return line

    def _made_table(self) -> QTableView:
        table = QTableView(self)
        table.setModel(self.model)
        table.setItemDelegate(FiguresDelegate(self._skin, self.model))
        table.setShowGrid(False)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setWordWrap(False)
        table.horizontalHeader().hide()
        table.verticalHeader().hide()
        table.verticalHeader().setMinimumSectionSize(1)
        table.horizontalHeader().setMinimumSectionSize(1)
        table.setSelectionMode(QTableView.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        table.setAccessibleName("Figures of A and B")
        return table

    def _reskin(self) -> None:
        px = self._skin.px
        self.table.verticalHeader().setDefaultSectionSize(px(_ROW))
        rows = self.model.rowCount()
        self.setMinimumHeight(self._height(min(rows, _LEAST_ROWS)))
        self.setMaximumHeight(self._height(rows))
        self.updateGeometry()
        self._place()

    def _height(self, rows: int) -> int:
        px = self._skin.px
        return px(_HEAD) + px(12) + rows * px(_ROW) + (px(8) if rows else 0)

    def _place(self) -> None:
        px, left = self._skin.px, self._skin.px(_PAD[0])
        label, less, bar, chip = (px(size) for size in _FIXED)
        room = self.width() - left - px(_PAD[1])
        # A bar draws what stands beside it; which cells are compared is said by the names alone.
        names = room - label - less
        bar = bar if names - bar - chip >= 2 * px(_NAMES) else 0
        chip = chip if names - bar - chip >= 2 * px(_NAMES) else 0
        side = min(max((names - bar - chip) // 2, px(_SIDES[0])), px(_SIDES[1]))
        widths = (label, side, side, less, bar, chip)
        for column, width in enumerate(widths):
            self.table.setColumnWidth(column, width)
        top, head = px(8), px(_HEAD)
        rows = self.model.rowCount() * px(_ROW)
        within = max(0, self.height() - top - head)
        self.table.setGeometry(left, top + head, room, min(rows, within))
        self._head(left, top, widths)

    def _head(self, left: int, top: int, widths: Sequence[int]) -> None:
        px = self._skin.px
        label, side, _, less, bar, chip = widths
        height, middle = px(28), top + px(4)
        gap = px(_GAP)
        self.title.setGeometry(left, middle, label, height)
        self.a.setGeometry(left + label + gap, middle, side - gap, height)
        self.b.setGeometry(left + label + side + gap, middle, side - gap, height)
        at = left + label + 2 * side + less
        width = min(self._less.sizeHint().width(), less)
        self._less.setGeometry(at - width, middle, width, height)
        self._key.setGeometry(at + px(12), middle, max(bar + chip - px(12), 0), height)
