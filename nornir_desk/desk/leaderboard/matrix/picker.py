"""A button that shows what is chosen of a few things, and offers the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from nornir_desk.desk.theme.skin import Skin

_HEIGHT = 28
_RADIUS = 6
_PAD = 12
_CHEVRON = 14


class Picker(QPushButton):
    """Shows ``Heat score`` and offers the rest in a menu.

    Args:
        skin: Colours, fonts and sizes.
        title: What is chosen here.
        words: What can be chosen.
        choose: Is given the word that was picked.
        parent: What it stands in.
    """

    def __init__(
        self,
        skin: Skin,
        title: str,
        words: Sequence[str],
        choose: Callable[[str], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._skin = skin
        self._title = title
        self._value = words[0]
        self._group = QActionGroup(self)
        menu = QMenu(self)
        for word in words:
            action = menu.addAction(word)
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, word=word: choose(word))
            self._group.addAction(action)
        self.setMenu(menu)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        skin.changed.connect(self._resize)
        self.show_value(words[0])

    @property
    def value(self) -> str:
        """What it shows as chosen."""
        return self._value

    def show_value(self, word: str) -> None:
        """Show what is chosen."""
        self._value = word
        self.setAccessibleName(f"{self._title}: {word}")
        for action in self._group.actions():
            action.setChecked(action.text() == word)
        self._resize()

    def sizeHint(self) -> QSize:
        """Return the size that its words take."""
        px = self._skin.px
        words = self._width(self._title, 400) + self._width(self._value, 500)
        return QSize(round(words) + px(2 * _PAD + 8 + 8 + _CHEVRON - 3), px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the same: it is never cut off."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the edge, the words and the sign of a menu."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_edge(painter)
        px, skin = self._skin.px, self._skin
        box = QRectF(self.rect()).adjusted(px(_PAD), 0, -px(_PAD - 3), 0)
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(skin.font(12, 400))
        painter.setPen(skin.colour("text2"))
        painter.drawText(box, side, self._title)
        box.setLeft(box.left() + self._width(self._title, 400) + px(8))
        painter.setFont(skin.font(12, 500))
        painter.setPen(skin.colour("text"))
        painter.drawText(box, side, self._value)
        ratio = self.devicePixelRatioF()
        sign = skin.pixmap("chevron-down", "text2", _CHEVRON, ratio)
        top = (self.height() - px(_CHEVRON)) // 2
        painter.drawPixmap(round(box.right()) - px(_CHEVRON), top, sign)

    def _draw_edge(self, painter: QPainter) -> None:
        thick = 2.0 if self.hasFocus() else 1.0
        half = thick / 2
        edge = "accent" if self.hasFocus() else "control"
        painter.setPen(QPen(self._skin.colour(edge), thick))
        painter.setBrush(self._skin.colour("hover" if self.underMouse() else "surface"))
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, self._skin.px(_RADIUS), self._skin.px(_RADIUS))

    def _width(self, text: str, weight: int) -> float:
        return self._skin.metrics(12, weight).horizontalAdvance(text)

    def _resize(self) -> None:
        self.setFixedHeight(self._skin.px(_HEIGHT))
        self.updateGeometry()
        self.update()
