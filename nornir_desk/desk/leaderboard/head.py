"""The head of a run: its task, its winner, what was measured, and how it is looked at."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.button import IconButton
from nornir_desk.desk.controls.segments import Segments
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.leaderboard.head_parts import MonoLine, Name, plain_tip
from nornir_desk.desk.leaderboard.verdict import Verdict
from nornir_desk.desk.local_zone import local_zone
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.ports.clock import Clock
from nornir_desk.present import formats
from nornir_desk.present.head import Moment, head_view
from nornir_desk.system.clock import SystemClock

VIEWS = ("view.matrix", "view.plot", "view.trend", "view.compare")
_NARROW = 1_100
_HEIGHT = 78
_LINE = 28
_GAP = 24
# Is the runner-up named, and how many facts are told at least: the first that fits.
_FITTING = ((True, 4), (False, 2))
_MINUTE_MS = 60_000


class RunHead(QWidget):
    """Stands above a run's grid and list.

    Args:
        session: What is shown.
        skin: What it draws with.
        book: The actions.
        clock: Tells what time it is.
    """

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
        self._clock = clock or SystemClock()
        self._corner: QWidget | None = None
        self._told: tuple[str, ...] = ()
        self.runs = IconButton(skin, "sidebar", book.tooltip("runs.toggle"), self)
        self.title = Name(skin, (18, 600), "text", self)
        self.run_id = MonoLine(skin, (11, 400), "text3", self)
        self.link = IconButton(skin, "link", parent=self)
        self.views = Segments(skin, book, VIEWS, self)
        self.export = IconButton(skin, "export", parent=self)
        self.detail = IconButton(skin, "detail-pane", parent=self)
        self.verdict = Verdict(session, skin, self)
        self.facts = Line(skin, (12, 400), "text2", self)
        self._minute = QTimer(self, interval=_MINUTE_MS)
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        self._column = QVBoxLayout(self)
        self._lay_out()
        self._connect()
        self._dress()

    def put_corner(self, corner: QWidget | None) -> None:
        """Take a widget in at the right end of the second line; None gives that place back."""
        if self._corner is not None and self._corner is not corner:
            self._lower.removeWidget(self._corner)
        if corner is not None and corner is not self._corner:
            self._lower.addWidget(corner)
            corner.show()
        self._corner = corner
        self._fit()

    def refresh(self) -> None:
        """Tell all of it anew."""
        session = self._session
        run = session.run or session.unfinished_run
        now = self._clock.now_micros()
        when = Moment(formats.micros_of(run.ts), now, local_zone(now)) if run else None
        head = head_view(session.cells, session.lead, when)
        task = one_line(run.task if run else session.run_id or "")
        self.title.say(task)
        self.title.setToolTip(plain_tip("\n".join((task, session.run_id or "", head.facts_line))))
        self.run_id.say(session.run_id or "")
        self.run_id.setToolTip(plain_tip(f"{session.run_id}, {run.ts}" if run else ""))
        self._told = head.facts if session.cells else ()
        self.facts.setToolTip(plain_tip(head.facts_line))
        self.verdict.show_head(head)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold what there is no room for."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line beneath."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.colour("surface"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._skin.colour("line"))
        painter.end()

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Run")
        for part in (self.runs, self.title, self.run_id, self.link):
            self._upper.addWidget(part)
        self._upper.addStretch(1)
        for control in (self.views, self.export, self.detail):
            self._upper.addWidget(control)
        self._lower.addWidget(self.verdict, 1)
        self._lower.addWidget(self.facts)
        self._column.setSpacing(0)
        self._column.addLayout(self._upper)
        self._column.addLayout(self._lower)

    def _connect(self) -> None:
        self._session.run_changed.connect(self.refresh)
        self._session.runs_changed.connect(self.refresh)
        self._minute.timeout.connect(self.refresh)
        self._minute.start()
        self._skin.changed.connect(self._dress)
        toggle = self._book.action("runs.toggle")
        toggle.changed.connect(self._fit)
        self.runs.clicked.connect(lambda _on=False: toggle.trigger())
        self._book.press(self.link, "copy.link")
        self._book.press(self.export, "export")
        self._book.press(self.detail, "detail.toggle")
        self._book.attach(self.views)

    def _fit(self) -> None:
        """Name the runner-up where there is room, and tell as many facts as there is room for."""
        px = self._skin.px
        narrow = self.window().width() < px(_NARROW)
        self.runs.setVisible(not self._book.action("runs.toggle").isChecked())
        self.run_id.setVisible(not narrow and self._upper_fits())
        self.link.setVisible(not narrow)
        fits = not narrow and any(self._facts_fit(named, least) for named, least in _FITTING)
        if not fits:
            self.verdict.name_runner_up(named=False)
        self.facts.setVisible(fits)

    def _facts_fit(self, named: bool, least: int) -> bool:
        px = self._skin.px
        self.verdict.name_runner_up(named=named)
        room = self.width() - px(16 + 12 + _GAP) - self.verdict.sizeHint().width()
        if self._corner is not None and not self._corner.isHidden():
            room -= self._corner.sizeHint().width() + px(8)
        for kept in range(len(self._told), least - 1, -1):
            # The first tells the size, the last the age; what is between them can go.
            self.facts.say(" · ".join((*self._told[: kept - 1], *self._told[-1:])))
            if self.facts.sizeHint().width() <= room:
                return True
        return False

    def _upper_fits(self) -> bool:
        px = self._skin.px
        parts = (self.title, self.run_id, self.link, self.views, self.export, self.detail)
        taken = sum(part.sizeHint().width() + px(8) for part in parts)
        return taken + px(16 + 12 + _GAP) <= self.width()

    def _dress(self) -> None:
        px = self._skin.px
        self.setFixedHeight(px(_HEIGHT))
        self._column.setContentsMargins(px(16), px(12), px(12), 0)
        self._upper.setSpacing(px(8))
        self._lower.setContentsMargins(0, px(4), 0, px(6))
        self._lower.setSpacing(px(8))
        self.verdict.setFixedHeight(px(_LINE))
        self.refresh()
        self.update()
