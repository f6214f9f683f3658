"""The ranked cells of the run: heading, filter, columns and the list."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.small import Hairline
from nornir_desk.desk.leaderboard.ranked.bar import RankedBar
from nornir_desk.desk.leaderboard.ranked.columns import ColumnSetter
from nornir_desk.desk.leaderboard.ranked.columns_menu import sort_by
from nornir_desk.desk.leaderboard.ranked.model import RankedModel
from nornir_desk.desk.leaderboard.ranked.view import RankedView
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.marks import agent_marks
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present.choices import COLUMNS, Choices
from nornir_desk.present.formats import plural
from nornir_desk.present.tsv import cells_to_tsv


class RankedPanel(QWidget):
    """Joins the list to the session: what is shown, selected, sorted and filtered.

    Args:
        session: What is shown.
        skin: What it draws with.
        book: Has the actions; ``copy`` is bound here, and acts while the list has the focus.
        parent: Where it stands.

    Signals:
        widths_changed: The user made a column wider; all such widths by column, in designed px.
    """

    widths_changed = Signal(object)

    def __init__(
        self, session: Session, skin: Skin, book: Book, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._skin = skin
        self._run_id: str | None = None
        self.setObjectName("ranked")
        self.model = RankedModel(self)
        self.view = RankedView(skin, self.model, self)
        self.bar = RankedBar(session, skin, book)
        self._columns = ColumnSetter(skin, self.view)
        self.setFocusProxy(self.view)
        self._lay_out()
        self._join(book)
        self._order_tabs()
        self._show_run()

    @property
    def widths(self) -> dict[str, int]:
        """The widths that the user gave to columns, in designed px."""
        return self._columns.widths

    def set_widths(self, widths: dict[str, int]) -> None:
        """Give columns the widths that ``widths_changed`` told before."""
        self._columns.set_widths(widths)

    def focus_filter(self) -> None:
        """Move to the filter."""
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def filter_has_focus(self) -> bool:
        """Is the filter typed into right now?"""
        return self.bar.field.hasFocus()

    def copied_text(self) -> str:
        """Return the selected lines as tab-separated text, with the columns that are shown."""
        return cells_to_tsv(self.view.selected_cells(), self._session.choices.columns)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground below the bar."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._skin.colour("surface"))
        painter.end()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(Hairline(self._skin))
        column.addWidget(self.view, 1)

    def _order_tabs(self) -> None:
        stops = (self.bar.field, self.bar.failures, self.bar.columns, self.view)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _join(self, book: Book) -> None:
        session, head = self._session, self.view.head
        book.attach(self.view)
        book.bind("copy", self._copy)
        session.run_changed.connect(self._show_run)
        session.choices_changed.connect(self._show_choices)
        session.selection_changed.connect(self._select)
        self.view.cell_chosen.connect(session.select_cell)
        self.view.doubleClicked.connect(lambda _index: book.action("detail.open").trigger())
        head.sectionClicked.connect(lambda section: sort_by(session, COLUMNS[section]))
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(
            lambda at: self.bar.menu.popup(head.mapToGlobal(at))
        )
        self._columns.widths_changed.connect(self.widths_changed)
        self._skin.changed.connect(self._reskin)

    def _show_run(self) -> None:
        same = self._session.run_id == self._run_id
        self._run_id = self._session.run_id
        top = self.view.top_cell() if same else None
        self._show()
        if same:
            # New cells come in above and below; what is looked at does not move.
            self.view.keep_at_top(top)
        else:
            self.view.verticalScrollBar().setValue(0)
            self.view.scrollTo(self.view.currentIndex())

    def _show_choices(self, before: Choices) -> None:
        now = self._session.choices
        if (now.columns, now.sort) != (before.columns, before.sort):
            self._columns.show(now.columns, now.sort, self._session.cells)
        self._show()

    def _show(self) -> None:
        session = self._session
        choices = session.choices
        other_cells = self.model.cells is not session.cells
        self.model.show(session.cells, session.shown, choices.sort)
        if other_cells:
            self._columns.show(choices.columns, choices.sort, session.cells)
            self.view.show_cells(agent_marks(self._skin.theme, session.matrix.agents))
        self.view.say_nothing(self._nothing())
        self.bar.follow()
        selected = session.selected
        self.view.follow(selected.cell if selected else None, scroll=False)

    def _select(self) -> None:
        selected = self._session.selected
        self.view.follow(selected.cell if selected else None, scroll=not self.view.hasFocus())

    def _nothing(self) -> str:
        choices = self._session.choices
        if not self._session.cells:
            return ""
        kind = "failed cell" if choices.failures_only else "cell"
        if not choices.filter.strip():
            return "No cell failed."
        return f"No {kind} has “{one_line(choices.filter)}”. Esc in the filter clears it."

    def _copy(self) -> None:
        if not self.view.hasFocus():
            return
        cells = self.view.selected_cells()
        if cells:
            QGuiApplication.clipboard().setText(self.copied_text())
            self._session.told.emit(f"copied {plural(len(cells), 'cell')}")

    def _reskin(self) -> None:
        self.bar.reskin()
        self.view.reskin()
        self.view.show_cells(agent_marks(self._skin.theme, self._session.matrix.agents))
        self._columns.remeasure()
