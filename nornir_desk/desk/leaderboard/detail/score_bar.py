"""The 0-1 line of a score: its interval, a dot for each measurement, a tick at the score."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats
from nornir_desk.present.state import CellView

_ENDS = (0.0, 0.5, 1.0)
_TRACK_TOP = 11
_TRACK = 6
_DOT = 2.0
_MOST_DOTS = 400


class ScoreBar(QWidget):
    """Draws a score between 0 and 1.

    Args:
        skin: What it draws with.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._cell: CellView | None = None
        self._dots: tuple[float | None, ...] = ()
        self._picked = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self.updateGeometry)
        skin.changed.connect(self.update)

    @property
    def dots(self) -> tuple[float | None, ...]:
        """The scores of the measurements, as far as they are known."""
        return self._dots

    def show_score(
        self, cell: CellView | None, dots: Sequence[float | None] = (), picked: int = 0
    ) -> None:
        """Show a cell's score, those of its measurements, and which of these is picked."""
        self._cell, self._dots, self._picked = cell, tuple(dots[:_MOST_DOTS]), picked
        self.setAccessibleName(_told(cell))
        self.update()

    def sizeHint(self) -> QSize:
        """Return its height; it takes the width there is."""
        return QSize(self._skin.px(200), self._skin.px(38))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        self._draw_track(painter)
        cell = self._cell
        if cell is not None and cell.score is not None:
            self._draw_interval(painter, cell)
            self._draw_dots(painter)
            x, px = self._x(cell.score), self._skin.px
            top = px(_TRACK_TOP) - px(3)
            painter.fillRect(
                QRectF(round(x) - px(1), top, px(2), px(12)), self._skin.colour("text")
            )
        painter.end()

    def _x(self, score: float) -> float:
        edge = self._skin.px(1)
        return edge + min(max(score, 0.0), 1.0) * (self.width() - 2 * edge)

    def _draw_track(self, painter: QPainter) -> None:
        skin, px = self._skin, self._skin.px
        painter.setBrush(skin.track())
        track = QRectF(0, px(_TRACK_TOP), self.width(), px(_TRACK))
        painter.drawRoundedRect(track, px(_TRACK) / 2, px(_TRACK) / 2)
        painter.setFont(skin.font(11))
        painter.setPen(skin.colour("text3"))
        room = QRectF(0, px(21), self.width(), px(17))
        sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter)
        for end, side in zip(_ENDS, (*sides, Qt.AlignmentFlag.AlignRight), strict=True):
            painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, f"{end:.1f}")
        painter.setPen(Qt.PenStyle.NoPen)

    def _draw_interval(self, painter: QPainter, cell: CellView) -> None:
        if cell.score_low is None or cell.score_high is None:
            return
        px = self._skin.px
        left, right = self._x(cell.score_low), self._x(cell.score_high)
        painter.setBrush(self._skin.colour("bar"))
        band = QRectF(left, px(_TRACK_TOP), max(right - left, 1.0), px(_TRACK))
        painter.drawRoundedRect(band, px(_TRACK) / 2, px(_TRACK) / 2)

    def _draw_dots(self, painter: QPainter) -> None:
        skin, radius = self._skin, self._skin.px(4) / 2
        known = [(at, dot) for at, dot in enumerate(self._dots) if dot is not None]
        if len(self._dots) < 2:  # noqa: PLR2004 - one measurement is the tick
            return
        # The picked one last, so that it lies on top.
        for at, dot in sorted(known, key=lambda one: one[0] == self._picked):
            picked = at == self._picked
            painter.setBrush(skin.colour("accent" if picked else "text2"))
            size = radius * (1.5 if picked else 1.0)
            painter.drawEllipse(QPointF(self._x(dot), skin.px(_DOT) + radius), size, size)


def _told(cell: CellView | None) -> str:
    if cell is None or cell.score is None:
        return "no score"
    text = f"score {formats.score(cell.score)} of 1"
    if cell.score_low is None or cell.score_high is None:
        return text
    return f"{text}, between {formats.score(cell.score_low)} and {formats.score(cell.score_high)}"
