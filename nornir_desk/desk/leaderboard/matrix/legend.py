"""What the signs and colours of the grid stand for."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.grid_figures import nobody_scored
from nornir_desk.present.heat import heat_ends, heat_line
from nornir_desk.present.state import MatrixView

_TRACK = "score on 0–1, band = interval of repeats"
_SPEED = "tokens/s: nobody scored, the fastest leads"
_SMALL = (11, 400)
_TRACK_WIDTH = 60
_STEP = (14, 12)


class Legend(QWidget):
    """The 0-1 track and its band, or the heat's ramp with both ends printed.

    Args:
        skin: Colours, fonts and sizes.
        parent: What it stands in.
    """

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._ends: tuple[str, str] | None = None
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self._resize)

    def show_matrix(self, matrix: MatrixView) -> None:
        """Explain a grid."""
        heat = matrix.heat
        self._ends = heat_ends(heat) if heat else None
        self._text = _SPEED if matrix.cells and nobody_scored(matrix) else _TRACK
        told = heat_line(heat) if heat else self._text
        self.setAccessibleName(told)
        self.setToolTip(told if heat else "")
        self._resize()

    def sizeHint(self) -> QSize:
        """Return the size of what it explains."""
        px = self._skin.px
        if self._ends:
            width = sum(self._width(end) for end in self._ends) + px(8 * _STEP[0] + 16)
        else:
            track = 0 if self._text == _SPEED else px(_TRACK_WIDTH + 10)
            width = self._width(self._text) + track
        return QSize(round(width) + 2, px(24))

    def minimumSizeHint(self) -> QSize:
        """Return that it may be squeezed away."""
        return QSize(0, self._skin.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it at the right; nothing where it would be cut off."""
        wanted = self.sizeHint().width()
        if wanted > self.width():
            return
        painter = QPainter(self)
        painter.setFont(self._skin.font(*_SMALL))
        painter.setPen(self._skin.colour("text2"))
        left = self.width() - wanted
        if self._ends:
            self._ramp(painter, left, self._ends)
        else:
            self._track(painter, left)

    def _ramp(self, painter: QPainter, left: int, ends: tuple[str, str]) -> None:
        px, skin = self._skin.px, self._skin
        self._write(painter, left, ends[0])
        left += round(self._width(ends[0])) + px(8)
        top = (self.height() - px(_STEP[1])) // 2
        width = 8 * px(_STEP[0])
        for step in range(8):
            fill = skin.heat(step)[0]
            painter.fillRect(left + step * px(_STEP[0]), top, px(_STEP[0]), px(_STEP[1]), fill)
        painter.setPen(skin.colour("line"))
        painter.drawRect(left, top, width - 1, px(_STEP[1]) - 1)
        painter.setPen(skin.colour("text2"))
        self._write(painter, left + width + px(8), ends[1])

    def _track(self, painter: QPainter, left: int) -> None:
        px, skin = self._skin.px, self._skin
        if self._text == _TRACK:
            top, room = (self.height() - px(3)) // 2, px(_TRACK_WIDTH)
            painter.fillRect(left, top, room, px(3), skin.track())
            painter.fillRect(left + px(27), top, px(18), px(3), skin.colour("bar"))
            tick = (self.height() - px(8)) // 2
            painter.fillRect(left + px(36), tick, px(2), px(8), skin.colour("text"))
            left += room + px(10)
        self._write(painter, left, self._text)

    def _write(self, painter: QPainter, left: int, text: str) -> None:
        box = QRectF(left, 0, self.width() - left + 4, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _width(self, text: str) -> float:
        return self._skin.metrics(*_SMALL).horizontalAdvance(text)

    def _resize(self) -> None:
        self.setFixedHeight(self._skin.px(24))
        self.updateGeometry()
        self.update()
