"""The picture of a page: an empty grid with its trophy, or an icon."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.theme.skin import Skin


class Picture(QWidget):
    """An empty grid with the trophy in one of its cells, or a single icon.

    Args:
        skin: What it draws with.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._icon: str | None = None
        skin.changed.connect(self._reskin)
        self._reskin()

    def show_icon(self, icon: str | None) -> None:
        """Show an icon; None shows the grid."""
        self._icon = icon
        self._reskin()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        if self._icon is not None:
            pixmap = self._skin.pixmap(self._icon, "text3", 40, self.devicePixelRatioF())
            painter.drawPixmap(0, 0, pixmap)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_grid(painter)
        painter.end()

    def _draw_grid(self, painter: QPainter) -> None:
        skin, columns, rows, gap = self._skin, 6, 4, self._skin.px(5)
        width = (self.width() - (columns - 1) * gap) / columns
        height = (self.height() - (rows - 1) * gap) / rows
        for at in range(columns * rows):
            row, column = divmod(at, columns)
            won = (row, column) == (1, 3)
            rect = QRectF(column * (width + gap), row * (height + gap), width, height)
            painter.setPen(QPen(skin.colour("gold_edge" if won else "line"), 1))
            painter.setBrush(skin.colour("gold_fill" if won else "void"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), skin.px(5), skin.px(5))
            if won:
                pixmap = skin.pixmap("trophy", "gold_text", 16, self.devicePixelRatioF())
                corner = rect.center() - QRectF(0, 0, skin.px(16), skin.px(16)).center()
                painter.drawPixmap(corner, pixmap)

    def _reskin(self) -> None:
        self.setFixedHeight(self._skin.px(156 if self._icon is None else 40))
        self.update()
