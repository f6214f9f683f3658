"""What the head of a run is made of."""

from __future__ import annotations

import html

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.theme.skin import Skin

_BAR = (120, 3)


def plain_tip(text: str) -> str:
    """Return a tooltip that says ``text`` as it is; Qt guesses otherwise."""
    return f"<qt>{html.escape(text)}</qt>" if text else ""


class Name(Line):
    """A line whose text is cut in its middle: what tells names apart is at both their ends."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
        painter = QPainter(self)
        painter.setFont(self._skin.font(*self._font))
        painter.setPen(self._skin.colour(self._ink))
        metrics = self._skin.metrics(*self._font)
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class Figure(Line):
    """A figure, which is never cut: it would read as another one."""

    def minimumSizeHint(self) -> QSize:
        """Return the size of the whole text."""
        return self.sizeHint()


class MonoLine(Line):
    """A line of monospaced text: an id."""

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        metrics = self._skin.metrics(*self._font, mono=True)
        return QSize(round(metrics.horizontalAdvance(self.text()) + 1), round(metrics.height()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
        painter = QPainter(self)
        painter.setFont(self._skin.font(*self._font, mono=True))
        painter.setPen(self._skin.colour(self._ink))
        metrics = self._skin.metrics(*self._font, mono=True)
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class Sign(QWidget):
    """An icon that only shows.

    Args:
        skin: What it draws with.
        size: Its designed edge in px.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, size: int = 16, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._size = size
        self._icon = ("medal", "gold_edge")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self.updateGeometry)
        skin.changed.connect(self.update)

    @property
    def icon(self) -> tuple[str, str]:
        """The icon and its colour, by their names."""
        return self._icon

    def show_icon(self, name: str, colour: str) -> None:
        """Show an icon in a colour of the theme."""
        self._icon = (name, colour)
        self.update()

    def sizeHint(self) -> QSize:
        """Return its edge."""
        return QSize(self._skin.px(self._size), self._skin.px(self._size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(0, 0, self._skin.pixmap(*self._icon, self._size, ratio))
        painter.end()


class ProgressBar(QWidget):
    """How far a run is, as a bar of 3 px."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self.updateGeometry)
        skin.changed.connect(self.update)

    def show_share(self, share: float) -> None:
        """Show a share, 0 to 1."""
        self._share = share
        self.setAccessibleName(f"{share:.0%} measured")
        self.update()

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(self._skin.px(_BAR[0]), self._skin.px(_BAR[1]))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.track())
        done = QRectF(0, 0, self.width() * self._share, self.height())
        painter.fillRect(done, self._skin.colour("accent"))
        painter.end()
