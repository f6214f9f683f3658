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

_ROWS_WANTED = 10


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
        self._selected: str | None = None
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
        session.run_changed.connect(self._show_run)
        session.choices_changed.connect(lambda _before: self._show_choices())
        session.selection_changed.connect(self._follow)
        skin.changed.connect(self.updateGeometry)
        self._show_run()
        self._follow()

    def sizeHint(self) -> QSize:
        """Return the size at which every row is seen in full, of many the first few."""
        return QSize(self._skin.px(800), self._above() + self.grid.wanted_height(_ROWS_WANTED))

    def minimumSizeHint(self) -> QSize:
        """Return the least that makes sense: the heads and two rows."""
        return QSize(self._skin.px(320), self._skin.px(42 + 48 + 2 * 30))

    def height_within(self, room: int) -> int:
        """Return the height at which every row is seen, lower ones where the room asks for it.

        Args:
            room: The most that it may be.
        """
        above = self._above()
        return min(above + self.grid.wanted_height(_ROWS_WANTED, room - above), room)

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

    def _above(self) -> int:
        return self.tools.height() + 1 if self.tools.isVisibleTo(self) else 0

    def _copy_if_here(self) -> None:
        if self.grid.hasFocus():
            self.copy()

    def _show_run(self) -> None:
        session = self._session
        same, self._run_id = self._run_id == session.run_id, session.run_id
        bars = (self.grid.horizontalScrollBar(), self.grid.verticalScrollBar())
        before = [bar.value() for bar in bars]
        self._following = True
        self.model.show(session.matrix, session.cells)
        self._show_marks()
        # A run that grows keeps its reader where they were; another one begins at its corner.
        for bar, value in zip(bars, before, strict=True):
            bar.setValue(value if same else 0)
        self._following = False
        self.updateGeometry()

    def _show_choices(self) -> None:
        session = self._session
        # Most choices leave the grid alone; its cells are the same objects then.
        if session.matrix != self.model.matrix:
            self.model.show(session.matrix, session.cells)
        self._show_marks()

    def _show_marks(self) -> None:
        choices = self._session.choices
        self.grid.mark(choices.a, choices.b)
        self.grid.arrange(choices.density)

    def _tell(self, current: QModelIndex) -> None:
        if self._following or not current.isValid():
            return
        cell = self.model.cell_at(current.row(), current.column())
        if cell is not None:
            self._following = True
            self._selected = f"{cell.agent}/{cell.model}"
            self._session.select_cell(self._selected)
            self._following = False

    def _follow(self) -> None:
        if self._following:
            return
        self._following = True
        selected = self._session.selected
        name = selected.cell if selected else None
        # Who has scrolled away from a cell that stays selected is not called back.
        self.grid.setAutoScroll(name != self._selected)
        self._selected = name
        index = self.model.index_of(selected)
        if not index.isValid():
            self.grid.selectionModel().clear()
        elif index != self.grid.currentIndex():
            self.grid.setCurrentIndex(index)
        self.grid.setAutoScroll(True)
        self._following = False
