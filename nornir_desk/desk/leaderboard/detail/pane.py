"""The selected cell in full, beside the board."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.controls.small import Hairline
from nornir_desk.desk.leaderboard.detail.answers import Answers
from nornir_desk.desk.leaderboard.detail.evidence import Evidence
from nornir_desk.desk.leaderboard.detail.figures import Figures
from nornir_desk.desk.leaderboard.detail.head import DetailHead
from nornir_desk.desk.leaderboard.detail.hint import Hint
from nornir_desk.desk.leaderboard.detail.score_bar import ScoreBar
from nornir_desk.desk.leaderboard.detail.value import Value
from nornir_desk.desk.moment import moment
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.marks import agent_marks
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.domain.errors import NornirError
from nornir_desk.domain.text import one_line, well_formed
from nornir_desk.ports.clock import Clock
from nornir_desk.present import formats
from nornir_desk.present.detail_rows import figure_rows
from nornir_desk.present.standing import compared_with, standing_sentence
from nornir_desk.present.state import AnswerView, CellView, SelectedCellView

_AGE_EVERY_MS = 30_000
_HINT = "Select a cell to see what it answered, its figures and its evidence."


class DetailPane(QWidget):
    """Shows ``session.selected`` at once, and its text when ``closer.detail`` has come.

    Args:
        session: What is selected.
        skin: What it draws with.
        book: Its actions.
        closer: Reads the text.
        parent: Where it stands.
        clock: Tells the time; None = the system's.
    """

    def __init__(
        self,
        session: Session,
        skin: Skin,
        book: Book,
        closer: CloserLook,
        parent: QWidget | None = None,
        *,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._skin, self._closer, self._clock = session, skin, closer, clock
        # Whose text is shown: the run and the cell.
        self._key: tuple[str | None, str] | None = None
        self._detail: SelectedCellView | None = None
        self._repeat = 0
        self.head = DetailHead(skin, book)
        self.bar = ScoreBar(skin)
        self.sentence = Value(skin, (12, 400), "text2")
        self.figures = Figures(skin)
        self.answers = Answers(skin)
        self.evidence = Evidence(skin)
        self.hint = Hint(skin, _HINT)
        self._column = QVBoxLayout()
        self._lines = (Hairline(skin), Hairline(skin))
        self._pages = QStackedLayout(self)
        self._lay_out()
        self._listen()
        self._reskin()
        self._refresh()

    @property
    def repeat(self) -> int:
        """The place of the measurement that is shown."""
        return self._repeat

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.colour("surface"))
        painter.end()

    def _lay_out(self) -> None:
        content = QWidget()
        content.setLayout(self._column)
        for part in (self.head, self.bar, self.sentence, self._lines[0], self.figures):
            self._column.addWidget(part)
        self._column.addWidget(self._lines[1])
        self._column.addWidget(self.answers, 1)
        self._column.addWidget(self.evidence)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(content)
        # The pane is the ground of all.
        content.setAutoFillBackground(False)
        self._scroll.viewport().setAutoFillBackground(False)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self._scroll)
        self.setAccessibleName("Selected cell")
        self.setFocusProxy(self.answers.text)

    def _listen(self) -> None:
        session = self._session
        session.selection_changed.connect(self._refresh)
        session.run_changed.connect(self._refresh)
        self._closer.detail_changed.connect(self._refresh)
        self._skin.changed.connect(self._reskin)
        self.answers.repeat_picked.connect(self._pick)
        self.answers.copied.connect(session.told)
        self.evidence.told.connect(session.told)
        self.head.copy.clicked.connect(self._copy_name)
        self.head.compare.clicked.connect(self._compare)
        aging = QTimer(self, interval=_AGE_EVERY_MS)
        aging.timeout.connect(self._show_figures)
        aging.start()

    def _refresh(self) -> None:
        cell, detail = self._session.selected, self._closer.detail
        self._pages.setCurrentWidget(self.hint if cell is None else self._scroll)
        if cell is None:
            return
        key = (self._session.run_id, cell.cell)
        other = key != self._key
        self._key = key
        if other:
            self._repeat, self._detail = 0, None
        if detail is not None and detail.cell == cell.cell:
            self._detail = detail
            self._repeat = min(self._repeat, len(detail.answers) - 1)
        self._show_texts(other=other)
        self._show_figures()

    def _show_texts(self, *, other: bool) -> None:
        # While the same cell is read again its text stays, and where one was in it.
        detail = self._detail
        if detail is None:
            self.answers.show_reading()
            self.evidence.show_files((), None)
            return
        self.answers.show_answers(detail, self._repeat, other=other)
        answer = detail.answers[self._repeat]
        self.evidence.show_files(answer.evidence, self._folder(detail, answer))

    def _show_figures(self) -> None:
        session = self._session
        cell, detail, cells = session.selected, self._detail, session.cells
        if cell is None:
            return
        marks = agent_marks(self._skin.theme, session.matrix.agents)
        self.head.show_cell(cell, len(cells), marks.get(cell.agent))
        dots = [answer.score for answer in detail.answers] if detail is not None else []
        self.bar.show_score(cell, dots, self._repeat)
        self.bar.setVisible(cell.score is not None)
        self.sentence.say(standing_sentence(cell, cells, session.lead))
        self.figures.show_rows(figure_rows(cell, cells, detail, self._repeat, self._age()))

    def _age(self) -> str:
        run = self._session.run or self._session.unfinished_run
        if run is None:
            return ""
        now = moment(self._clock)
        return formats.ago(formats.micros_of(run.ts), now.micros, now.zone)

    def _folder(self, cell: CellView, answer: AnswerView) -> Path | None:
        session, place = self._session, self._session.place
        local = session.source is not None and session.source.kind == "local"
        if place is None or not local or session.run_id is None:
            return None
        at = EvidencePlace(session.run_id, cell.agent, cell.model, answer.prompt_id)
        try:
            return place.kept().folder_of(at)
        except NornirError:
            return None

    def _pick(self, repeat: int) -> None:
        self._repeat = repeat
        self._show_texts(other=False)
        self._show_figures()

    def _copy_name(self) -> None:
        if self._key is not None:
            QGuiApplication.clipboard().setText(well_formed(self._key[1]))
            self._session.told.emit(f"copied {one_line(self._key[1])}")

    def _compare(self) -> None:
        session, cell = self._session, self._session.selected
        pair = compared_with(session.cells, cell.cell, session.choices.a) if cell else None
        if pair is None:
            session.told.emit("there is no other cell to compare with")
        else:
            session.choose(view="compare", a=pair[0], b=pair[1])

    def _reskin(self) -> None:
        px = self._skin.px
        self._column.setContentsMargins(px(16), px(12), px(12), px(12))
        self._column.setSpacing(px(10))
        if self._key is not None:
            self._show_figures()
