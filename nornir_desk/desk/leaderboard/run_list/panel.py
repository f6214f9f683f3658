"""The run list's pane: how many runs there are, a field to search them, and the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.button import IconButton
from nornir_desk.desk.controls.field import Field
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.leaderboard.run_list.interval_menu import IntervalMenu
from nornir_desk.desk.leaderboard.run_list.model import RunListModel
from nornir_desk.desk.leaderboard.run_list.view import RunListView
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.ports.clock import Clock
from nornir_desk.present import formats
from nornir_desk.present.choices import Choices
from nornir_desk.present.run_row import unfinished_matching
from nornir_desk.present.state import RunView, UnfinishedView
from nornir_desk.system.clock import SystemClock

_TYPING_MS = 80
_MINUTE_MS = 60_000


class RunPanel(QWidget):
    """Lists the runs of a place and lets one be chosen.

    Args:
        session: What is shown.
        skin: What it draws with.
        book: The actions.
        clock: Tells what time it is.

    Signals:
        interval_chosen: The user wants new runs looked for every so many seconds (0: never).
    """

    interval_chosen = Signal(int)

    def __init__(
        self,
        session: Session,
        skin: Skin,
        book: Book,
        parent: QWidget | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._skin, self._book = session, skin, book
        self.model = RunListModel(clock or SystemClock(), self)
        self.view = RunListView(skin, self.model, self)
        self.title = Line(skin, (13, 600), "text")
        self.count = Line(skin, (12, 400), "text2")
        self.filter = Field(skin, "Filter: task, agent, model, date")
        self.settings = IconButton(skin, "settings", "How often to look for new runs")
        self.fold = IconButton(skin, "sidebar", book.tooltip("runs.toggle"))
        self.menu = IntervalMenu(self)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._minute = QTimer(self, interval=_MINUTE_MS)
        self._typed = ""
        self._putting = False
        self._lay_out()
        self.filter.setText(session.choices.run_filter)
        self._connect()
        self._put(anew=True)

    def show_interval(self, seconds: int) -> None:
        """Show how often new runs are looked for."""
        self.menu.show_interval(seconds)

    def tick(self) -> None:
        """Tell the ages anew; once a minute it does so by itself."""
        anchor = self.view.anchor()
        self._putting = True
        self.model.tick(*self.view.rows_in_sight())
        self._putting = False
        self.view.level()
        self.view.hold(anchor)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.colour("bg"))
        painter.end()

    def _lay_out(self) -> None:
        self.setAccessibleName("Run list")
        self.title.say("Runs")
        self.setFocusProxy(self.view)
        self._head = QHBoxLayout()
        for part in (self.title, self.count):
            self._head.addWidget(part)
        self._head.addStretch(1)
        for button in (self.settings, self.fold):
            self._head.addWidget(button)
        self._search = QHBoxLayout()
        self._search.addWidget(self.filter)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._head)
        self._column.addLayout(self._search)
        self._column.addWidget(self.view, 1)
        self._dress()

    def _connect(self) -> None:
        session = self._session
        session.runs_changed.connect(self._listed)
        session.run_changed.connect(self._follow)
        session.choices_changed.connect(self._chosen)
        self._skin.changed.connect(self._dress)
        self.view.selectionModel().currentChanged.connect(self._selected)
        self.filter.textEdited.connect(self._type)
        self.filter.returnPressed.connect(self.view.setFocus)
        self._typing.timeout.connect(self._search_now)
        self._minute.timeout.connect(self.tick)
        self._minute.start()
        self.fold.clicked.connect(lambda _on=False: self._book.action("runs.toggle").trigger())
        self.settings.clicked.connect(self._open_menu)
        self.menu.chosen.connect(self.interval_chosen)
        self._book.attach(self.view)

    def _listed(self) -> None:
        anchor = self.view.anchor()
        came = self._put()
        self.view.hold(anchor, len(came))

    def _put(self, *, anew: bool = False) -> tuple[str, ...]:
        runs, unfinished = self._shown()
        self._putting = True
        try:
            came = self.model.put(runs, unfinished, anew=anew)
        finally:
            self._putting = False
        self.view.level()
        self._follow()
        self._tell_count()
        return came

    def _shown(self) -> tuple[Sequence[RunView], Sequence[UnfinishedView]]:
        session = self._session
        runs, text = session.runs, session.choices.run_filter
        if not text.strip():
            return runs, session.unfinished
        left = tuple(runs[place] for place in session.runs_shown)
        return left, unfinished_matching(session.unfinished, text)

    def _follow(self) -> None:
        self.view.show_run(self._session.run_id)

    def _selected(self, current: QModelIndex, _before: QModelIndex) -> None:
        run = self.model.run_at(current.row())
        # Where the selected row goes, Qt takes the next one; the user did not.
        if run is not None and not self._putting:
            self._session.select_run(run.run_id)

    def _type(self, text: str) -> None:
        self._typed = text
        if text:
            self._typing.start()
        else:
            self._search_now()

    def _search_now(self) -> None:
        self._typing.stop()
        self._session.choose(run_filter=self._typed)

    def _chosen(self, before: Choices) -> None:
        text = self._session.choices.run_filter
        if text != before.run_filter:
            if not self._typing.isActive() and self.filter.text() != text:
                self.filter.setText(text)
            self._put(anew=True)

    def _tell_count(self) -> None:
        session = self._session
        every = len(session.runs)
        filtered = bool(session.choices.run_filter.strip())
        shown = self.model.landed
        told = (
            f"{formats.count(shown)} of {formats.count(every)}"
            if filtered
            else formats.count(every)
        )
        self.count.say(told if session.source is not None else "")
        self.view.nothing = "No run holds all of these words." if filtered else "No runs yet."
        if session.source is None:
            self.view.nothing = ""
        self.view.viewport().update()

    def _open_menu(self) -> None:
        self.menu.setFont(self._skin.font(12))
        self.menu.popup(self.settings.mapToGlobal(QPoint(0, self.settings.height() + 2)))

    def _dress(self) -> None:
        px = self._skin.px
        self._head.setContentsMargins(px(16), px(12), px(12), px(10))
        self._head.setSpacing(px(8))
        self._search.setContentsMargins(px(12), 0, px(12), px(8))
        palette = self.view.palette()
        # Qt itself fills a selected row, and the delegate draws a rounder one upon it.
        for role in (palette.ColorRole.Base, palette.ColorRole.Highlight):
            palette.setColor(role, self._skin.colour("bg"))
        self.view.setPalette(palette)
        self.update()
