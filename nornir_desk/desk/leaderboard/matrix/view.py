"""The grid itself: draws what is seen of it in one pass, and follows the selected cell."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QRect, Qt
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from nornir_desk.desk.leaderboard.matrix.agent_heads import AgentHeads, Corner
from nornir_desk.desk.leaderboard.matrix.canvas import Canvas, Pointers
from nornir_desk.desk.leaderboard.matrix.density import Grade
from nornir_desk.desk.leaderboard.matrix.lettering import Lettering
from nornir_desk.desk.leaderboard.matrix.model import AnyIndex, GridModel
from nornir_desk.desk.leaderboard.matrix.model_heads import ModelHeads
from nornir_desk.desk.leaderboard.matrix.sizing import Sizing, seen
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import Density

_BY_WINDOW = (Qt.FocusReason.OtherFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


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
        self._canvas = Canvas(model, skin, self._lettering)
        self._ringed = False
        self._hovered = (-1, -1)
        self._arriving = False
        self.models = ModelHeads(model, skin, self._lettering)
        self.agents = AgentHeads(model, skin, self._lettering)
        self._sizing = Sizing(self.models, self.agents, skin)
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
        return self._canvas.grade

    def arrange(self, density: Density) -> None:
        """Draw rows of another height."""
        self._sizing.density = density
        self._measure()

    def mark(self, a: str | None, b: str | None) -> None:
        """Mark the two cells that are compared, by their names."""
        if self._canvas.mark(a, b):
            self.viewport().update()

    def wanted_height(self, most: int, room: int | None = None) -> int:
        """Return the height at which every row is seen in full, heads included.

        Args:
            most: Of more rows than this, so many are seen.
            room: What there is at most; rows may be lower for it.
        """
        bar = self.horizontalScrollBar()
        across = bar.sizeHint().height() if bar.maximum() > 0 else 0
        return self._sizing.wanted(most, room) + across

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
        area = event.rect()
        columns = seen(self.models, area.left(), area.right())
        rows = seen(self.agents, area.top(), area.bottom())
        if rows and columns:
            self._canvas.draw(painter, rows, columns, self._pointers())
        self._fill_rest(painter, area)
        if self._ringed and self.hasFocus() and not self.currentIndex().isValid():
            self._canvas.ring(painter, self.viewport().rect())

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
        if self.hasFocus() and not self.currentIndex().isValid():
            # The ring of the focus stays where it is.
            self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus; who comes by key without a selected cell begins at the best one."""
        if not self.currentIndex().isValid() and event.reason() in _BY_KEY:
            best = next(iter(self._grid.matrix.cells), None)
            self.setCurrentIndex(self._grid.index_of(best))
        # A window that opens gives the grid its keys; that is no news to be framed.
        self._ringed = event.reason() not in _BY_WINDOW
        # Qt would select the first cell, even of who only clicks another one.
        self._arriving = True
        super().focusInEvent(event)
        self._arriving = False
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()

    def moveCursor(
        self,
        cursorAction: QAbstractItemView.CursorAction,  # noqa: N803
        modifiers: Qt.KeyboardModifier,
    ) -> QModelIndex:
        """Return where a key leads."""
        return QModelIndex() if self._arriving else super().moveCursor(cursorAction, modifiers)

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
        self._canvas.forget()
        self.agents.viewport().update()
        self.viewport().update()

    def _measure(self, *, anew: bool = False) -> None:
        grade = self._sizing.grade(self.height())
        if anew or grade is not self._canvas.grade:
            self._canvas.use(grade)
            self._sizing.rows(grade)
        self._sizing.columns(grade, self.viewport().width())

    def _fill_rest(self, painter: QPainter, area: QRect) -> None:
        surface = self._skin.colour("surface")
        right = self.models.length() - self.models.offset()
        bottom = self.agents.length() - self.agents.offset()
        if right <= area.right():
            painter.fillRect(area.adjusted(max(right - area.left(), 0), 0, 0, 0), surface)
        if bottom <= area.bottom():
            painter.fillRect(area.adjusted(0, max(bottom - area.top(), 0), 0, 0), surface)

    def _pointers(self) -> Pointers:
        index = self.currentIndex()
        current = (index.row(), index.column())
        return Pointers(current, self.hasFocus(), self._hovered, self._picked_spans())

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
