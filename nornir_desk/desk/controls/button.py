"""Buttons with a text, and buttons that are an icon."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.controls.pressable import HEIGHT, ICON, Pressable
from nornir_desk.desk.theme.skin import Skin

Kind = Literal["plain", "primary", "quiet"]
_SIDE = 10
_GAP = 4


class Button(Pressable):
    """A button with a text and maybe an icon; checkable, it stays pressed in.

    Args:
        skin: What it draws with.
        text: What it says.
        icon: Its icon; None has none.
        kind: ``plain`` has an edge, ``primary`` is filled (one a screen), ``quiet`` has neither.
        parent: Where it stands.
    """

    def __init__(
        self,
        skin: Skin,
        text: str,
        icon: str | None = None,
        kind: Kind = "plain",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(skin, text, icon, parent)
        self._kind: Kind = kind

    def sizeHint(self) -> QSize:
        """Return a width from the font, so that nothing is cut."""
        skin = self.skin
        width = skin.metrics(12, 500).horizontalAdvance(self.text()) + 2 * skin.px(_SIDE)
        if self.icon_name:
            width += skin.px(ICON) + skin.px(_GAP)
        return QSize(round(width + 0.5), skin.px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        fill, edge = self._ground()
        ink = self._ink()
        self.fill(painter, fill, edge)
        left = float(self.skin.px(_SIDE))
        self.draw_icon(painter, left, ink)
        if self.icon_name:
            left += self.skin.px(ICON) + self.skin.px(_GAP)
        painter.setFont(self.skin.font(12, 500))
        painter.setPen(self.skin.colour(ink))
        room = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(
            room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text()
        )
        self.draw_focus(painter, "text" if self._kind == "primary" else "accent")
        painter.end()

    def _ground(self) -> tuple[str | None, str | None]:
        if not self.isEnabled():
            return None, None if self._kind == "quiet" else "line"
        if self._kind == "primary":
            return "accent", "accent"
        if self.isChecked():
            return "accent_soft", "accent"
        fill = "surface2" if self.isDown() else "hover" if self.underMouse() else None
        if self._kind == "quiet":
            return fill, None
        return fill or "surface", "control"

    def _ink(self) -> str:
        if not self.isEnabled():
            return "control"
        return "on_accent" if self._kind == "primary" else "text"


class IconButton(Pressable):
    """A button that is an icon; its name and tooltip come from ``book.press`` or from ``name``.

    Args:
        skin: What it draws with.
        icon: Its icon.
        name: What it does, for those who listen, and as its tooltip.
        parent: Where it stands.
    """

    def __init__(
        self, skin: Skin, icon: str, name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(skin, "", icon, parent)
        self.setAccessibleName(name)
        self.setToolTip(name)

    def sizeHint(self) -> QSize:
        """Return a square as high as a button."""
        return QSize(self.skin.px(HEIGHT), self.skin.px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        if self.isEnabled():
            on = self.isChecked()
            fill = "surface2" if self.isDown() else "hover" if self.underMouse() else None
            self.fill(painter, "accent_soft" if on else fill, "accent" if on else None)
        ink = "text2" if self.isEnabled() else "control"
        self.draw_icon(painter, (self.width() - self.skin.px(ICON)) / 2, ink)
        self.draw_focus(painter)
        painter.end()
