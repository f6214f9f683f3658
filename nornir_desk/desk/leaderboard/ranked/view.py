"""The list itself: shows, moves through and selects lines; the panel joins it to the session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QCursor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.leaderboard.ranked.delegate import HEIGHT, LinePainter, LineState
from nornir_desk.desk.leaderboard.ranked.header import RankedHeader
from nornir_desk.desk.leaderboard.ranked.model import RankedModel
from nornir_desk.desk.leaderboard.ranked.table import LineTable
from nornir_desk.desk.theme.marks import Mark
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.state import CellView

_Flag = QItemSelectionModel.SelectionFlag
_SELECT = _Flag.ClearAndSelect | _Flag.Rows


class RankedView(LineTable):
    """Draws the visible lines in one pass, each from its picture.

    Args:
        skin: What it draws with.
        model: What it shows.
        parent: Where it stands.

    Signals:
        resized: It has another width.
        cell_chosen: The user moved to a cell; its name.
    """

    resized = Signal()
    cell_chosen = Signal(str)

    def __init__(self, skin: Skin, model: RankedModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._model = model
        self._hovered = -1
        self._following = False
        self._nothing = ""
        self.lines = LinePainter(skin)
        self.head = RankedHeader(skin, self)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self.setAccessibleName("Ranked cells")
        self.verticalScrollBar().valueChanged.connect(self._hover_below)
        self.reskin()
        self.selectionModel().currentChanged.connect(self._moved)
        # Qt draws anew the lines concerned; the ring around all goes with the first of them.
        self.selectionModel().currentChanged.connect(lambda _now, _was: self.viewport().update())

    def reskin(self) -> None:
        """Take the sizes and colours of the moment."""
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(self._skin.px(HEIGHT))
        self.head.reskin()
        self.lines.forget()
        self.viewport().update()

    def show_cells(self, marks: Mapping[str, Mark]) -> None:
        """Draw anew: the cells or their agents' marks are others."""
        self.lines.mark(marks)
        self.viewport().update()

    def say_nothing(self, told: str) -> None:
        """Say this where no line is left."""
        self._nothing = told
        self.viewport().setAccessibleDescription("" if self._model.rowCount() else told)

    def follow(self, name: str | None, *, scroll: bool) -> None:
        """Make a cell the current and the selected one, by its name, where it is shown.

        Args:
            name: The cell's; None makes none so.
            scroll: Bring it into sight.
        """
        row, now = self._model.row_of(name), self.currentIndex()
        if row is not None and now.row() == row and self.selectionModel().isRowSelected(row):
            return
        self._following = True
        if row is None:
            self.selectionModel().clear()
        else:
            index = self._model.index(row, 0)
            # Not the view's setCurrentIndex, which scrolls.
            self.selectionModel().setCurrentIndex(index, _SELECT)
            if scroll:
                self.scrollTo(index)
        self._following = False

    def selected_cells(self) -> Sequence[CellView]:
        """Return the cells of the selected lines, from top to bottom."""
        cells = (self._model.cell_at(row) for row in self.selected_rows())
        return [cell for cell in cells if cell is not None]

    def top_cell(self) -> tuple[str, int] | None:
        """Return the cell at the top and how far it is scrolled out; None at the very top."""
        above = self.verticalScrollBar().value()
        cell = self._model.cell_at(self.rowAt(0)) if above else None
        return (cell.cell, self.rowViewportPosition(self.rowAt(0))) if cell else None

    def keep_at_top(self, top: tuple[str, int] | None) -> None:
        """Scroll so that a cell stands where ``top_cell`` found it."""
        row = self._model.row_of(top[0]) if top else None
        if top is not None and row is not None:
            self.verticalScrollBar().setValue(row * self._skin.px(HEIGHT) - top[1])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines that are visible in the region."""
        area, painter = event.rect(), QPainter(self.viewport())
        count, height = self._model.rowCount(), self._skin.px(HEIGHT)
        top = self.rowViewportPosition(0) if count else 0
        first = max(0, (area.top() - top) // height)
        last = min(count - 1, (area.bottom() - top) // height)
        left, focused = -self.head.offset(), self.hasFocus()
        selection = self.selectionModel()
        for row in range(first, last + 1):
            chosen = selection.isRowSelected(row)
            state = LineState(chosen, focused and chosen, row == self._hovered)
            painter.drawPixmap(left, top + row * height, self._picture(row, state))
        below = top + count * height
        if below <= area.bottom():
            rest = QRect(area.left(), max(below, area.top()), area.width(), area.bottom() + 1)
            painter.fillRect(rest, self._skin.colour("surface"))
        if not count and self._nothing:
            self._tell_nothing(painter)
        if focused and not self.currentIndex().isValid():
            # No line shows where the keys go.
            painter.setPen(QPen(self._skin.colour("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll; what stands still while the lines move is drawn anew."""
        super().scrollContentsBy(dx, dy)
        if self.hasFocus() and not self.currentIndex().isValid():
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that the columns have another room."""
        super().resizeEvent(event)
        self.resized.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Forget the hovered line where the pointer leaves."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def _picture(self, row: int, state: LineState) -> QPixmap:
        model = self._model
        cell = model.cells[model.place(row)]
        ratio = self.devicePixelRatioF()
        return self.lines.picture(model.place(row), model.line_at(row), cell.agent, state, ratio)

    def _tell_nothing(self, painter: QPainter) -> None:
        painter.setFont(self._skin.font(13))
        painter.setPen(self._skin.colour("text2"))
        room = QRectF(self.viewport().rect())
        painter.drawText(
            room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._nothing
        )

    def _hover(self, row: int) -> None:
        for changed in {row, self._hovered} if row != self._hovered else ():
            if changed >= 0:
                top = self.rowViewportPosition(changed)
                self.viewport().update(0, top, self.viewport().width(), self._skin.px(HEIGHT))
        self._hovered = row

    def _hover_below(self) -> None:
        # What scrolls beneath a resting pointer is what it is on.
        if self._hovered >= 0:
            self._hover(self.rowAt(self.viewport().mapFromGlobal(QCursor.pos()).y()))

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        cell = self._model.cell_at(now.row()) if now.isValid() else None
        if cell is not None and not self._following:
            self.cell_chosen.emit(cell.cell)
