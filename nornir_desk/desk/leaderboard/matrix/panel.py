"""The agent x model grid with the row above it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.leaderboard.matrix.tools import GridTools
from nornir_desk.desk.leaderboard.matrix.view import GridView
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats
from nornir_desk.present.grid_figures import matrix_to_tsv


class MatrixPanel(QWidget):
    """Shows the grid of the session's run; its current cell is the session's selected one.

    Args:
        session: What is shown.
        skin: Colours, fonts and sizes.
        book: The actions; ``copy`` copies the selected cells while the grid has the focus.
        parent: What it stands in.
    """

    def __init__(
        self, session: Session, skin: Skin, book: Book, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._skin = skin
        self._run_id: str | None = None
        self._following = False
        self.model = GridModel(self)
        self.tools = GridTools(session, skin, book, self)
        self.grid = GridView(self.model, skin, self)
        self.setFocusProxy(self.grid)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self._column.addWidget(self.tools)
        self._column.addWidget(self.grid, 1)
        book.attach(self)
        book.action("copy").triggered.connect(self._copy_if_here)
        self.grid.doubleClicked.connect(lambda _index: book.action("detail.open").trigger())
        self.grid.selectionModel().currentChanged.connect(self._tell)
        session.run_changed.connect(self._show)
        session.choices_changed.connect(lambda _before: self._show())
        session.selection_changed.connect(self._follow)
        skin.changed.connect(self.updateGeometry)
        self._show()
        self._follow()

    def sizeHint(self) -> QSize:
        """Return the size at which every row is seen in full."""
        height = self.tools.height() if self.tools.isVisibleTo(self) else 0
        return QSize(self._skin.px(800), height + 1 + self.grid.wanted_height())

    def minimumSizeHint(self) -> QSize:
        """Return the least that makes sense: the heads and two rows."""
        return QSize(self._skin.px(320), self._skin.px(42 + 48 + 2 * 30))

    def show_tools(self, *, shown: bool) -> None:
        """Show or hide the row above the grid, where there is little height."""
        self.tools.setVisible(shown)

    def copy(self) -> None:
        """Copy the selected cells as tab-separated text."""
        matrix, places = self.model.matrix, self.grid.picked()
        if not places:
            return
        rows = sorted({row for row, _ in places})
        columns = sorted({column for _, column in places})
        names = {f"{matrix.agents[row]}/{matrix.models[column]}" for row, column in places}
        agents = [matrix.agents[row] for row in rows]
        models = [matrix.models[column] for column in columns]
        QGuiApplication.clipboard().setText(matrix_to_tsv(matrix, agents, models, names))
        self._session.told.emit(f"copied {formats.plural(len(places), 'cell')}")

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the hairline below the tools."""
        QPainter(self).fillRect(self.rect(), self._skin.colour("line"))

    def _copy_if_here(self) -> None:
        if self.grid.hasFocus():
            self.copy()

    def _show(self) -> None:
        session, choices = self._session, self._session.choices
        same = self._run_id == session.run_id
        bars = (self.grid.horizontalScrollBar(), self.grid.verticalScrollBar())
        before = [bar.value() for bar in bars]
        self._run_id = session.run_id
        self._following = True
        if session.matrix is not self.model.matrix:
            self.model.show(session.matrix, session.cells)
        self.grid.mark(choices.a, choices.b)
        self.grid.arrange(choices.density)
        if same:
            # A run that grows keeps the reader where they were.
            for bar, value in zip(bars, before, strict=True):
                bar.setValue(value)
        self._following = False
        self.updateGeometry()

    def _tell(self, current: QModelIndex) -> None:
        if self._following or not current.isValid():
            return
        cell = self.model.cell_at(current.row(), current.column())
        if cell is not None:
            self._following = True
            self._session.select_cell(f"{cell.agent}/{cell.model}")
            self._following = False

    def _follow(self) -> None:
        if self._following:
            return
        self._following = True
        index = self.model.index_of(self._session.selected)
        if index.isValid() and index != self.grid.currentIndex():
            self.grid.setCurrentIndex(index)
        elif not index.isValid():
            self.grid.selectionModel().clear()
        self._following = False
