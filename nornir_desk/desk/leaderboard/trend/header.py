"""The headings of the trend's table."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from nornir_desk.desk.leaderboard.trend.model import COLUMNS, RIGHT, RUN, SCORE
from nornir_desk.desk.theme.skin import Skin

_HEIGHT, _PAD, _FIRST, _SPREAD = 28, 12, 16, 50


class RunsHeader(QHeaderView):
    """Headings that stand above their figures' last digits."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._skin = skin
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(0, self._skin.px(_HEIGHT))

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        """Draw one heading."""
        skin, room = self._skin, QRectF(rect)
        painter.fillRect(room, skin.colour("surface"))
        line = QRectF(room.left(), room.bottom() - 1, room.width(), 1)
        painter.fillRect(line, skin.colour("line"))
        painter.setFont(skin.font(11, 500))
        painter.setPen(skin.colour("text2"))
        left = skin.px(_FIRST if logical == RUN else _PAD)
        right = skin.px(_SPREAD if logical == SCORE else _PAD)
        if logical in RIGHT:
            align = Qt.AlignmentFlag.AlignRight
            room = room.adjusted(0, 0, -right, 0)
        else:
            align = Qt.AlignmentFlag.AlignLeft
            room = room.adjusted(left, 0, 0, 0)
        painter.drawText(room, align | Qt.AlignmentFlag.AlignVCenter, COLUMNS[logical])
