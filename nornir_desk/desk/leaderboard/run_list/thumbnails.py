"""A run's grid in small, as a pixmap."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.thumbnail import ABSENT, FAILED, UNREPORTED, WINNER

_SQUARE, _GAP = 4, 1
# Eight lines of such squares are higher than a row has room for.
_LINES_OF_FULL_SQUARES = 6
_KEPT = 256


class Thumbnails:
    """Draws thumbnails once, and keeps those drawn last."""

    def __init__(self, skin: Skin) -> None:
        self._skin = skin
        self._drawn: dict[tuple[tuple[str, ...], float], QPixmap] = {}
        skin.changed.connect(self._drawn.clear)

    def pixmap(self, lines: tuple[str, ...], ratio: float) -> QPixmap:
        """Return a grid.

        Args:
            lines: The grid, a sign a cell (``domain.thumbnail``).
            ratio: Device pixels a pixel.
        """
        found = self._drawn.get((lines, ratio))
        if found is None:
            while len(self._drawn) >= _KEPT:
                del self._drawn[next(iter(self._drawn))]
            found = self._drawn[lines, ratio] = self._draw(lines, ratio)
        return found

    def size(self, lines: tuple[str, ...]) -> tuple[int, int]:
        """Return a grid's width and height in px."""
        square, gap = self._edges(lines)
        columns = max((len(line) for line in lines), default=0)
        return columns * (square + gap) - gap, len(lines) * (square + gap) - gap

    def _edges(self, lines: tuple[str, ...]) -> tuple[int, int]:
        square = _SQUARE if len(lines) <= _LINES_OF_FULL_SQUARES else _SQUARE - 1
        return self._skin.px(square), max(1, self._skin.px(_GAP))

    def _draw(self, lines: tuple[str, ...], ratio: float) -> QPixmap:
        square, gap = self._edges(lines)
        width, height = self.size(lines)
        pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        for row, line in enumerate(lines):
            for column, sign in enumerate(line):
                rect = QRectF(column * (square + gap), row * (square + gap), square, square)
                self._draw_cell(painter, sign, rect)
        painter.end()
        return pixmap

    def _draw_cell(self, painter: QPainter, sign: str, rect: QRectF) -> None:
        if sign == ABSENT:
            return
        if sign in (FAILED, UNREPORTED):
            # A dot, so that a failure differs by its shape too.
            inset = rect.width() / 4
            token = "red" if sign == FAILED else "control"
            painter.fillRect(rect.adjusted(inset, inset, -inset, -inset), self._skin.colour(token))
        elif sign == WINNER:
            painter.fillRect(rect, self._skin.colour("gold_edge"))
        elif sign.isdecimal():
            painter.fillRect(rect, self._skin.heat(min(int(sign), 7))[0])
