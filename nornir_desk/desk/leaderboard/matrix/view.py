"""The grid itself: draws what is seen of it in one pass, and follows the selected cell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QRect, Qt
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from nornir_desk.desk.leaderboard.matrix.density import WIDEST, Grade, column_widths, grade_of
from nornir_desk.desk.leaderboard.matrix.headers import AgentHeads, Corner, ModelHeads
from nornir_desk.desk.leaderboard.matrix.layout import CellLayout, Laid
from nornir_desk.desk.leaderboard.matrix.lettering import Lettering
from nornir_desk.desk.leaderboard.matrix.model import AnyIndex, GridModel
from nornir_desk.desk.leaderboard.matrix.painter import (
    CURRENT,
    FOCUSED,
    HOVERED,
    PICKED,
    CellPainter,
)
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import Density

_LAID_KEPT = 12_000
_DRAWN_KEPT = 1_200

Spans = list[tuple[int, int, int]]


class GridView(QTableView):
    """Shows a ``GridModel``; its current index is the selected cell.

    Args:
        model: The cells.
        skin: Colours, fonts and sizes.
        parent: What it stands in.
    """

    def __init__(self, model: GridModel, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = model
        self._skin = skin
        self._lettering = Lettering(skin)
        self._layout = CellLayout(skin, self._lettering)
        self._cells = CellPainter(skin)
        self._laid: dict[tuple[int, int, int], Laid | None] = {}
        self._drawn: dict[tuple[int, int, int, int, float], QPixmap] = {}
        self._density: Density = "auto"
        self._marks: dict[str, str] = {}
        self._hovered = (-1, -1)
        self.models = ModelHeads(model, skin, self._lettering)
        self.agents = AgentHeads(model, skin, self._lettering)
        self._corner = Corner(skin, self)
        self._set_up()
        self.setModel(model)
        model.dataChanged.connect(lambda *_: self._other_cells())
        model.modelReset.connect(self._other_grid)
        skin.changed.connect(self._other_skin)
        self._other_skin()

    @property
    def grade(self) -> Grade:
        """The density that is drawn."""
        return self._layout.grade

    def arrange(self, density: Density) -> None:
        """Draw rows of another height."""
        self._density = density
        self._measure()

    def mark(self, a: str | None, b: str | None) -> None:
        """Mark the two cells that are compared, by their names."""
        marks = {name: letter for name, letter in ((b, "B"), (a, "A")) if name is not None}
        if marks != self._marks:
            self._marks = marks
            self._other_cells()

    def wanted_height(self) -> int:
        """Return the height at which every row is seen in full, heads included."""
        rows = self._grid.rowCount() * self._skin.px(grade_of(self._density, 0, 0).row)
        bar = self.horizontalScrollBar()
        across = bar.sizeHint().height() if bar.maximum() > 0 else 0
        return self.models.height() + rows + across

    def picked(self) -> list[tuple[int, int]]:
        """Return the places of the selected cells, row by row."""
        spans = self._picked_spans()
        places = {
            (row, column)
            for top, left, bottom, right in spans
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
            if self._grid.cell_at(row, column) is not None
        }
        return sorted(places)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells that are to be seen anew."""
        painter = QPainter(self.viewport())
        line = self._skin.colour("line")
        painter.fillRect(event.rect(), self._skin.colour("surface"))
        area = event.rect()
        columns = self._spans(self.models, area.left(), area.right())
        rows = self._spans(self.agents, area.top(), area.bottom())
        if rows and columns:
            left, top = columns[0][1], rows[0][1]
            right, bottom = columns[-1][1] + columns[-1][2], rows[-1][1] + rows[-1][2]
            painter.fillRect(left, top, right - left, bottom - top, line)
            self._paint_cells(painter, rows, columns, self._picked_spans())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the columns fill the room."""
        super().resizeEvent(event)
        self._measure()

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Show in the heads where the selected cell is."""
        super().currentChanged(current, previous)
        self._emphasise()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Draw what was selected, and what is."""
        super().selectionChanged(selected, deselected)
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the mouse."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll; the cell under the mouse is another one then, or none."""
        self._hover(QModelIndex())
        super().scrollContentsBy(dx, dy)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus; who comes by key without a selected cell begins at the best one."""
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if not self.currentIndex().isValid() and not by_mouse:
            best = next(iter(self._grid.matrix.cells), None)
            self.setCurrentIndex(self._grid.index_of(best))
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: single letters are actions."""

    def _set_up(self) -> None:
        self.setHorizontalHeader(self.models)
        self.setVerticalHeader(self.agents)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Agent × model grid")

    def _other_skin(self) -> None:
        self._lettering.forget()
        self._cells.forget()
        self.models.forget()
        self.agents.forget()
        self._corner.setGeometry(0, 0, self.agents.width(), self.models.height())
        self._corner.raise_()
        self._other_cells()
        self._measure(anew=True)

    def _other_grid(self) -> None:
        self._hovered = (-1, -1)
        self._other_cells()
        self._measure(anew=True)
        self._emphasise()

    def _other_cells(self) -> None:
        self._forget_cells()
        self._cells.heated = self._grid.matrix.heat is not None
        self._layout.unscored = self._grid.unscored
        self.agents.viewport().update()
        self.viewport().update()

    def _forget_cells(self) -> None:
        self._laid.clear()
        self._drawn.clear()

    def _measure(self, *, anew: bool = False) -> None:
        """Choose the density by the room there is, and let the columns fill it."""
        px = self._skin.px
        room = (self.height() - self.models.height()) / self._skin.scale
        grade = grade_of(self._density, self._grid.rowCount(), room)
        if anew or grade is not self._layout.grade:
            self._layout.grade = grade
            self.agents.full = grade.full
            self._forget_cells()
            self.agents.setMinimumSectionSize(1)
            self.models.setMinimumSectionSize(1)
            self.agents.setDefaultSectionSize(px(grade.row))
        self._fill(grade)

    def _fill(self, grade: Grade) -> None:
        px, count = self._skin.px, self._grid.columnCount()
        widths = column_widths(count, self.viewport().width(), px(grade.narrowest), px(WIDEST))
        if not widths:
            return
        # The last is the most common one; the first few may be a pixel wider.
        if self.models.defaultSectionSize() != widths[-1]:
            self.models.setDefaultSectionSize(widths[-1])
        for column, width in enumerate(widths):
            if self.models.sectionSize(column) != width:
                self.models.resizeSection(column, width)

    def _spans(self, heads: QHeaderView, begin: int, end: int) -> Spans:
        """Return the sections between two pixels: place, first pixel, size."""
        first, last = heads.logicalIndexAt(begin), heads.logicalIndexAt(end)
        if first < 0:
            return []
        last = last if last >= 0 else heads.count() - 1
        place = heads.sectionViewportPosition
        return [(at, place(at), heads.sectionSize(at)) for at in range(first, last + 1)]

    def _paint_cells(
        self, painter: QPainter, rows: Spans, columns: Spans, picked: Sequence[tuple[int, ...]]
    ) -> None:
        full, paint = self._layout.grade.full, self._cells.paint
        special = {row for top, _, bottom, _ in picked for row in range(top, bottom + 1)}
        special |= {self.agents.current, self._hovered[0]}
        for row, y, height in rows:
            plain = row not in special
            for column, x, width in columns:
                flags = 0 if plain else self._flags(row, column, picked)
                if full:
                    drawn = self._pixmap(painter, (row, column), (width, height), flags)
                    painter.drawPixmap(x, y, drawn)
                else:
                    laid = self._laid_out(row, column, width)
                    paint(painter, laid, QRect(x, y, width, height), flags)

    def _flags(self, row: int, column: int, picked: Sequence[tuple[int, ...]]) -> int:
        flags = HOVERED if (row, column) == self._hovered else 0
        for top, left, bottom, right in picked:
            if top <= row <= bottom and left <= column <= right:
                flags |= PICKED
        if row == self.agents.current and column == self.models.current:
            flags |= CURRENT | FOCUSED if self.hasFocus() else CURRENT
        return flags

    def _laid_out(self, row: int, column: int, width: int) -> Laid | None:
        key = (row, column, width)
        if key not in self._laid:
            if len(self._laid) >= _LAID_KEPT:
                self._laid.clear()
            self._laid[key] = self._lay(row, column, width)
        return self._laid[key]

    def _lay(self, row: int, column: int, width: int) -> Laid | None:
        cell = self._grid.cell_at(row, column)
        if cell is None:
            return None
        error = None if cell.ok else getattr(self._grid.ranked(cell), "error", None)
        mark = self._marks.get(f"{cell.agent}/{cell.model}", "")
        return self._layout.lay(cell, width, mark=mark, error=error)

    def _pixmap(
        self, painter: QPainter, place: tuple[int, int], size: tuple[int, int], flags: int
    ) -> QPixmap:
        ratio = painter.device().devicePixelRatio()
        key = (*place, size[0], flags, ratio)
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) >= _DRAWN_KEPT:
                self._drawn.clear()
            found = self._drawn[key] = self._draw(place, size, flags, ratio)
        return found

    def _draw(
        self, place: tuple[int, int], size: tuple[int, int], flags: int, ratio: float
    ) -> QPixmap:
        pixmap = QPixmap(round(size[0] * ratio), round(size[1] * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self._skin.colour("line"))
        painter = QPainter(pixmap)
        self._cells.paint(painter, self._laid_out(*place, size[0]), QRect(0, 0, *size), flags)
        painter.end()
        return pixmap

    def _picked_spans(self) -> list[tuple[int, int, int, int]]:
        selection = self.selectionModel().selection()
        spans = (selection.at(place) for place in range(selection.count()))
        return [(span.top(), span.left(), span.bottom(), span.right()) for span in spans]

    def _hover(self, index: QModelIndex) -> None:
        there = index.isValid() and self._grid.cell_at(index.row(), index.column()) is not None
        place = (index.row(), index.column()) if there else (-1, -1)
        if place != self._hovered:
            before, self._hovered = self._hovered, place
            for row, column in (before, place):
                self.update(self._grid.index(row, column))
            self._emphasise()

    def _emphasise(self) -> None:
        current = self.currentIndex()
        self.agents.emphasise(current.row(), self._hovered[0])
        self.models.emphasise(current.column(), self._hovered[1])
