"""A box to pick a cell, of which there may be thousands."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QWidget

from nornir_desk.desk.theme.skin import Skin

_HEIGHT, _PAD, _GAP, _ARROW, _RADIUS = 28, 10, 6, 12, 6
_SHOWN = 20


class CellPicker(QComboBox):
    """A combo box that paints itself: ``Cell  codex / gpt-5-mini``.

    Args:
        word: What stands before the cell.
        widest: The most it takes, in designed px; what is longer is elided in the middle.
    """

    def __init__(self, skin: Skin, word: str, widest: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._word = word
        self._widest = widest
        # As with buttons, a click leaves the focus where it is.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMaxVisibleItems(_SHOWN)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        skin.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        """Return what the current text needs, up to the widest."""
        skin = self._skin
        word = skin.metrics(12).horizontalAdvance(self._word)
        text = skin.metrics(12, 500).horizontalAdvance(self.currentText())
        width = word + text + skin.px(2 * _PAD + 2 * _GAP + _ARROW) + 4
        return QSize(min(int(width), skin.px(self._widest)), skin.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return what is enough for a few letters."""
        return QSize(self._skin.px(90), self._skin.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the field, the word, the text and an arrow."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        skin, painter = self._skin, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = self.hasFocus()
        edge = 1.0 if focused else 0.5
        painter.setPen(QPen(skin.colour("accent" if focused else "control"), 2 * edge))
        painter.setBrush(skin.colour("hover" if hovered else "surface"))
        field = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        painter.drawRoundedRect(field, skin.px(_RADIUS), skin.px(_RADIUS))
        self._paint_text(painter)
        arrow = skin.pixmap("chevron-down", "text2", _ARROW, self.devicePixelRatioF())
        at = self.width() - skin.px(_PAD + _ARROW)
        painter.drawPixmap(at, (self.height() - skin.px(_ARROW)) // 2, arrow)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the cell as it is: nobody picks one by scrolling past."""
        event.ignore()

    def _paint_text(self, painter: QPainter) -> None:
        skin = self._skin
        middle = Qt.AlignmentFlag.AlignVCenter
        word = skin.metrics(12).horizontalAdvance(self._word)
        painter.setFont(skin.font(12))
        painter.setPen(skin.colour("text3"))
        painter.drawText(QRectF(skin.px(_PAD), 0, word + 2, self.height()), middle, self._word)
        left = skin.px(_PAD + _GAP) + word
        room = self.width() - left - skin.px(_PAD + _GAP + _ARROW)
        text = skin.metrics(12, 500).elidedText(
            self.currentText(), Qt.TextElideMode.ElideMiddle, room
        )
        painter.setFont(skin.font(12, 500))
        painter.setPen(skin.colour("text" if self.isEnabled() else "text3"))
        painter.drawText(QRectF(left, 0, room + 2, self.height()), middle, text)

    def _restyle(self) -> None:
        self.setFont(self._skin.font(12, 500))
        self.setFixedHeight(self._skin.px(_HEIGHT))
        self.updateGeometry()
        self.update()
