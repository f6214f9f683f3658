"""Two cells side by side: pickers, figures, and the diff of their answers."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.controls.small import Hairline, Line
from nornir_desk.desk.leaderboard.compare.answers_bar import AnswersBar
from nornir_desk.desk.leaderboard.compare.diff_view import DiffView
from nornir_desk.desk.leaderboard.compare.figures import Figures
from nornir_desk.desk.leaderboard.detail.hint import Hint
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.marks import agent_marks
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.compare import CompareView, cut_note
from nornir_desk.present.compare_rows import compare_rows
from nornir_desk.present.diff_text import summary
from nornir_desk.present.standing import mark_hint, proposed_pair


class ComparePane(QWidget):
    """Shows ``closer.compare``; choosing a side, or pressing its buttons, asks for another.

    Args:
        session: The run and what is marked.
        skin: What it draws with.
        book: Its actions.
        closer: Reads the two cells.
        parent: Where it stands.
    """

    def __init__(
        self,
        session: Session,
        skin: Skin,
        book: Book,
        closer: CloserLook,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._skin, self._closer = session, skin, closer
        self._view: CompareView | None = None
        self._run_id: str | None = None
        self.figures = Figures(skin, lambda: session.cells)
        self.bar = AnswersBar(skin, book)
        self.cut = Line(skin, (12, 500), "amber")
        self.diff = DiffView(skin)
        self.propose = Button(skin, "Compare the winner with the runner-up", "compare", "primary")
        self.hint = Hint(skin, "", self.propose)
        self._pages = QStackedLayout()
        self._lay_out()
        self._listen()
        book.attach(self)
        self._reskin()
        self._tell_cut(cut=False)
        self.setAccessibleName("Comparison")
        self._refresh()

    @Slot(int)
    def go_to_difference(self, step: int) -> None:
        """Go to the next difference (1) or to the one before (-1)."""
        self.diff.go(step)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.colour("surface"))
        painter.end()

    def _lay_out(self) -> None:
        compared = QWidget()
        column = QVBoxLayout(compared)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        self._note = QHBoxLayout()
        self._note.addWidget(self.cut)
        self._note.addStretch(1)
        column.addLayout(self._note)
        column.addWidget(Hairline(self._skin))
        column.addWidget(self.diff, 1)
        self._compared = compared
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.figures)
        outer.addWidget(Hairline(self._skin))
        outer.addLayout(self._pages, 1)
        # Only now: a stack without a parent would show its first page as a window of its own.
        self._pages.addWidget(self.hint)
        self._pages.addWidget(compared)

    def _listen(self) -> None:
        session = self._session
        session.choices_changed.connect(lambda _before: self._refresh())
        session.run_changed.connect(self._refresh)
        self._closer.compare_changed.connect(self._refresh)
        self._skin.changed.connect(self._reskin)
        self.figures.a.list.chosen.connect(lambda name: session.choose(a=name))
        self.figures.b.list.chosen.connect(lambda name: session.choose(b=name))
        self.propose.clicked.connect(self._take_proposal)
        self.diff.moved.connect(self._tell_place)

    def _reskin(self) -> None:
        px = self._skin.px
        self.cut.setFixedHeight(px(22))
        self._note.setContentsMargins(px(16), 0, px(12), 0)
        self._show_sides()

    def _refresh(self) -> None:
        if self._session.choices.view != "compare":
            # Nothing is read for a pane that is not on the screen.
            return
        self._show_sides()
        a, b = self.figures.a.cell, self.figures.b.cell
        if a is None or b is None:
            self._show_hint()
            return
        self._pages.setCurrentWidget(self._compared)
        self.setFocusProxy(self.diff.table)
        wanted = (a.cell, b.cell)
        view = self._closer.compare
        if view is not None and (view.a.cell, view.b.cell) == wanted:
            self._show(view)
        elif self._names() != wanted or self._run_id != self._session.run_id:
            # Otherwise the same two are read again: they stay on the screen meanwhile.
            self._show_reading()

    def _names(self) -> tuple[str, str] | None:
        return (self._view.a.cell, self._view.b.cell) if self._view is not None else None

    def _show_sides(self) -> None:
        session = self._session
        marks = agent_marks(self._skin.theme, session.matrix.agents)
        for picker, name in (
            (self.figures.a, session.choices.a),
            (self.figures.b, session.choices.b),
        ):
            cell = session.cell(name)
            picker.show_cell(cell, marks.get(cell.agent) if cell else None)

    def _show_hint(self) -> None:
        self._view = None
        session = self._session
        a, b = self.figures.a.cell, self.figures.b.cell
        self.hint.say(mark_hint(session.cells, a.cell if a else None, b.cell if b else None))
        self.propose.setVisible(proposed_pair(session.cells) is not None)
        self.figures.show_rows(())
        self._pages.setCurrentWidget(self.hint)
        self.setFocusProxy(self.figures.a if proposed_pair(session.cells) is None else self.propose)

    def _show_reading(self) -> None:
        self._view = None
        self.figures.show_rows(())
        self.diff.show_lines((), only=False)
        self._tell_cut(cut=False)
        self.bar.tell("reading…")
        self._tell_place()

    def _show(self, view: CompareView) -> None:
        self._run_id = self._session.run_id
        only = self._session.choices.only_differences
        if view != self._view:
            self._view = view
            self.figures.show_rows(compare_rows(view))
            self.bar.tell(summary(view))
            self._tell_cut(cut=view.cut)
        self.diff.show_lines(self._view.diff, only=only)
        self._tell_place()

    def _tell_cut(self, *, cut: bool) -> None:
        self.cut.say(cut_note() if cut else "")
        self.cut.setToolTip(self.cut.text())
        self.cut.setVisible(cut)

    def _tell_place(self) -> None:
        self.bar.tell_place(self.diff.current, self.diff.differences)

    def _take_proposal(self) -> None:
        pair = proposed_pair(self._session.cells)
        if pair is not None:
            self._session.choose(a=pair[0], b=pair[1])
