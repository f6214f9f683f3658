"""A layer above a chart for what is placed by the pixel: names, rings, the focus."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget


class Layer(QWidget):
    """Draws above its siblings and lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.paint: Callable[[QPainter], None] | None = None

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw."""
        if self.paint is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.paint(painter)
            painter.end()
