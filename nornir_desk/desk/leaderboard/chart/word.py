"""Text that elides itself, and the tool row that it stands in."""

from __future__ import annotations

import html

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nornir_desk.desk.theme.skin import Skin


class Word(QWidget):
    """One line of plain text that takes what room there is and elides its end.

    Args:
        font: Designed size and weight.
        colour: Its colour, by its token.
        align: Where it stands in its room.
    """

    def __init__(
        self,
        skin: Skin,
        font: tuple[int, int],
        colour: str = "text2",
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._skin, self._font, self._colour, self._align = skin, font, colour, align
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self._restyle)

    @property
    def text(self) -> str:
        """The text."""
        return self._text

    def show_text(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self._restyle()

    def sizeHint(self) -> QSize:
        """Return what the whole text needs."""
        metrics = self._skin.metrics(*self._font)
        return QSize(int(metrics.horizontalAdvance(self._text)) + 2, int(metrics.height()) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return that it can do without room."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text, or what there is room for."""
        metrics = self._skin.metrics(*self._font)
        shown = metrics.elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter = QPainter(self)
        painter.setFont(self._skin.font(*self._font))
        painter.setPen(self._skin.colour(self._colour))
        painter.drawText(QRectF(self.rect()), self._align | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()
        self.setToolTip("" if shown == self._text else html.escape(self._text))

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
