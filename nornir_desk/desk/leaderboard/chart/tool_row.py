"""The row of tools above a chart."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from nornir_desk.desk.theme.skin import Skin

_HEIGHT, _LEFT, _RIGHT, _GAP = 42, 16, 12, 8


class ToolRow(QWidget):
    """Widgets side by side on a strip with a hairline below; add them to ``row``."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.row = QHBoxLayout(self)
        skin.changed.connect(self._restyle)
        self._restyle()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the hairline."""
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._skin.colour("line"))
        painter.end()

    def _restyle(self) -> None:
        skin = self._skin
        self.setFixedHeight(skin.px(_HEIGHT))
        self.row.setContentsMargins(skin.px(_LEFT), 0, skin.px(_RIGHT), 1)
        self.row.setSpacing(skin.px(_GAP))
        self.update()
