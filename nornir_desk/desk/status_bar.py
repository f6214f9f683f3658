"""The bar at the bottom: where the rows came from, how fresh they are, what the run has."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.moment import moment
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.ports.clock import Clock
from nornir_desk.present.status_line import StatusView, status_view, tally

BAR = 26
TOLD_MS = 6_000
_TICK_MS = 500
_NARROW = 1_100


class StatusBar(QWidget):
    """One line that is always there.

    Args:
        session: Has the source, the run, and what is told.
        skin: What it draws with.
        parent: Where it stands.
        clock: Tells the time; None asks the system's.
    """

    def __init__(
        self,
        session: Session,
        skin: Skin,
        _book: Book,
        parent: QWidget | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._skin, self._clock = session, skin, clock
        self._every_s = 0
        self._told = ""
        self._view: StatusView | None = None
        self._busy = False
        self._sign = Sign(skin, self)
        self._word = Line(skin, (12, 500), "text3", self)
        self._where = Line(skin, (12, 400), "text", self, Qt.TextElideMode.ElideMiddle)
        self._facts = Line(skin, (12, 400), "text2", self)
        self._tally = Line(skin, (12, 400), "text2", self)
        self._row = QHBoxLayout(self)
        for widget in (self._sign, self._word, self._where, self._facts):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        self._row.addWidget(self._tally)
        self._quiet = QTimer(self, singleShot=True, interval=TOLD_MS)
        self._quiet.timeout.connect(self._told_enough)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._look)
        self._tick.start()
        session.source_changed.connect(self._look)
        session.run_changed.connect(self._look)
        session.told.connect(self.tell)
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def text(self) -> str:
        """What it says, from left to right."""
        lines = (self._word, self._where, self._facts, self._tally)
        return " · ".join(line.text() for line in lines if line.text())

    @property
    def busy(self) -> bool:
        """Does it show that something is being read?"""
        return self._busy

    def watch_every(self, seconds: int) -> None:
        """Say how often the place is looked at; 0 never."""
        self._every_s = seconds
        self._look()

    def tell(self, text: str) -> None:
        """Show a line for six seconds."""
        self._told = text
        self._quiet.start()
        self._look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less in a narrow window."""
        super().resizeEvent(event)
        self._where.setMaximumWidth(max(self._skin.px(120), self.width() * 2 // 5))
        self._look()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground, the hairline above, and the hint that something is being read."""
        painter, skin = QPainter(self), self._skin
        painter.fillRect(self.rect(), skin.colour("bg"))
        painter.fillRect(QRectF(0, 0, self.width(), 1), skin.colour("line"))
        if self._busy:
            painter.fillRect(QRectF(0, 0, skin.px(160), skin.px(2)), skin.colour("accent"))
        painter.end()

    def _look(self) -> None:
        narrow = self.width() < self._skin.px(_NARROW)
        view = status_view(self._session.source, self._every_s, moment(self._clock))
        if view != self._view:
            self._view = view
            self._sign.show_tone(view.tone, round_=view.word == "live")
            self._word.ink(view.tone)
            self._word.say(view.word)
            self._word.setMinimumWidth(self._word.sizeHint().width())
            self._where.say(view.where)
            self.setToolTip(view.tip)
        facts = [view.fresh, view.watched if not narrow else ""]
        self._facts.ink("text" if self._told else "text2")
        self._facts.say(self._told or " · ".join(part for part in facts if part))
        self._tally.say(tally(self._session.cells, short=narrow))
        self._tally.setMinimumWidth(self._tally.sizeHint().width())
        self.setAccessibleName(self.text)
        if self._busy != self._session.reading:
            self._busy = not self._busy
            self.update()

    def _told_enough(self) -> None:
        self._told = ""
        self._look()

    def _reskin(self) -> None:
        skin = self._skin
        self.setFixedHeight(skin.px(BAR))
        self._row.setContentsMargins(skin.px(16), 0, skin.px(12), 0)
        self._row.setSpacing(skin.px(8))
        self._look()
        self.update()


class Sign(QWidget):
    """A disc while all is well, a square otherwise: the colour is never alone.

    Args:
        skin: What it draws with.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._tone = "text3"
        self._round = False

    def show_tone(self, tone: str, *, round_: bool) -> None:
        """Show another colour and shape."""
        self._tone, self._round = tone, round_
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the sign."""
        return QSize(self._skin.px(8), self._skin.px(8))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the sign."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        edge = self._skin.px(7)
        rect = QRectF(0, (self.height() - edge) / 2, edge, edge)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._skin.colour(self._tone))
        painter.setBrush(self._skin.colour(self._tone))
        if self._round:
            painter.drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5))
        else:
            painter.fillRect(rect, self._skin.colour(self._tone))
        painter.end()
