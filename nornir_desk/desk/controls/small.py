"""What only shows: a key cap, a chip, a hairline, a line of text."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line

Tone = Literal["amber", "red", "green", "plain"]
_TONES: dict[Tone, tuple[str, str]] = {
    "amber": ("amber_soft", "amber"),
    "red": ("red_soft", "red"),
    "green": ("green_soft", "green"),
    "plain": ("surface2", "text2"),
}
_CHIP_SIDE = 8
_CHIP_MAX = 240
_CHIP_ICON = 12
_CAP_SIDE = 6


class Hairline(QWidget):
    """A line of one pixel, however large everything else is.

    Args:
        skin: What it draws with.
        upright: Does it stand?
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, *, upright: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        skin.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.colour("line"))
        painter.end()


class Caps(QWidget):
    """A key as it stands on its cap.

    Args:
        skin: What it draws with.
        keys: The keys, ``Ctrl+K``.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._keys = cap_text(keys)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        skin.changed.connect(self.updateGeometry)
        skin.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the size of the cap."""
        return QSize(round(cap_width(self._skin, self._keys)), self._skin.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        draw_cap(painter, self._skin, QRectF(self.rect()), self._keys)
        painter.end()


class Chip(QWidget):
    """A pill for what needs a look; hidden while it has nothing to say.

    Args:
        skin: What it draws with.
        tone: Which colour.
        icon: Its icon; None has none.
        parent: Where it stands.
    """

    def __init__(
        self,
        skin: Skin,
        tone: Tone = "amber",
        icon: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._skin = skin
        self._tone: Tone = tone
        self._icon = icon
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self.updateGeometry)
        skin.changed.connect(self.update)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def say(self, text: str, tip: str = "", tone: Tone | None = None) -> None:
        """Say something, and why, or nothing."""
        self._text = one_line(text)
        self._tone = tone or self._tone
        self.setAccessibleName(self._text)
        self.setToolTip(tip)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a width from the font, held to a maximum."""
        skin = self._skin
        text = min(skin.metrics(11, 500).horizontalAdvance(self._text), skin.px(_CHIP_MAX))
        icon = skin.px(_CHIP_ICON) + skin.px(4) if self._icon else 0
        return QSize(round(text + icon + 2 * skin.px(_CHIP_SIDE) + 0.5), skin.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        skin, painter = self._skin, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, ink = _TONES[self._tone]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.colour(fill))
        painter.drawRoundedRect(QRectF(self.rect()), self.height() / 2, self.height() / 2)
        left = skin.px(_CHIP_SIDE)
        if self._icon:
            pixmap = skin.pixmap(self._icon, ink, _CHIP_ICON, self.devicePixelRatioF())
            painter.drawPixmap(left, (self.height() - skin.px(_CHIP_ICON)) // 2, pixmap)
            left += skin.px(_CHIP_ICON) + skin.px(4)
        painter.setFont(skin.font(11, 500))
        painter.setPen(skin.colour(ink))
        room = QRectF(left, 0, self.width() - left - skin.px(_CHIP_SIDE) + 1, self.height())
        cut = Qt.TextElideMode.ElideRight
        text = skin.metrics(11, 500).elidedText(self._text, cut, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class Line(QLabel):
    """A line of plain text from the skin; a text too long for its room ends in ``…``.

    Args:
        skin: What it draws with.
        font: Designed size and weight.
        ink: The colour, by its token.
        parent: Where it stands.
        cut: Where a text that is too long is cut.
    """

    def __init__(
        self,
        skin: Skin,
        font: tuple[int, int] = (12, 400),
        ink: str = "text2",
        parent: QWidget | None = None,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._cut = cut
        self._skin = skin
        self._font = font
        self._ink = ink
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self._reskin)
        self._reskin()

    def say(self, text: str) -> None:
        """Say something else; what comes from elsewhere is made one line."""
        text = one_line(text)
        if text != self.text():
            self.setText(text)
            self.updateGeometry()

    def ink(self, token: str) -> None:
        """Take another colour."""
        self._ink = token
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        metrics = self._skin.metrics(*self._font)
        return QSize(round(metrics.horizontalAdvance(self.text()) + 1), round(metrics.height()))

    def minimumSizeHint(self) -> QSize:
        """Return the size of its first signs."""
        return QSize(min(self.sizeHint().width(), self._skin.px(16)), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
        painter = QPainter(self)
        painter.setFont(self._skin.font(*self._font))
        painter.setPen(self._skin.colour(self._ink))
        text = self._skin.metrics(*self._font).elidedText(self.text(), self._cut, self.width())
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def _reskin(self) -> None:
        self.setFont(self._skin.font(*self._font))
        self.updateGeometry()
        self.update()


def cap_text(keys: str) -> str:
    """Return keys as a cap shows them, ``Ctrl K``."""
    return keys.replace("++", "+ +").replace("+", " ").replace("   ", " + ") if keys else ""


def cap_width(skin: Skin, keys: str) -> float:
    """Return how wide a key cap is."""
    return skin.metrics(11, 500).horizontalAdvance(keys) + 2 * skin.px(_CAP_SIDE)


def draw_cap(painter: QPainter, skin: Skin, rect: QRectF, keys: str) -> None:
    """Draw a key cap."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(skin.colour("surface2"))
    painter.drawRoundedRect(rect, skin.px(4), skin.px(4))
    painter.setFont(skin.font(11, 500))
    painter.setPen(skin.colour("text2"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, keys)
