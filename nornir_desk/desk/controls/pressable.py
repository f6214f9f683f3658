"""What every button of the window has in common."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from nornir_desk.desk.theme.skin import Skin

HEIGHT = 28
RADIUS = 6
ICON = 16
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


class Pressable(QAbstractButton):
    """A button that draws itself from the skin.

    A click leaves the focus where it is, so that the grid's keys go on working; Tab reaches it.

    Args:
        skin: What it draws with.
        text: What it says; nothing for an icon alone.
        icon: Its icon; None has none.
        parent: Where it stands.
    """

    def __init__(
        self, skin: Skin, text: str = "", icon: str | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.skin = skin
        self.icon_name = icon
        self.setText(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._ringed = False
        skin.changed.connect(self.reskin)

    def reskin(self) -> None:
        """Take the sizes and colours of the moment."""
        self.updateGeometry()
        self.update()

    def set_text(self, text: str) -> None:
        """Say something else."""
        if text != self.text():
            self.setText(text)
            self.updateGeometry()

    def set_icon(self, icon: str | None) -> None:
        """Show another icon."""
        if icon != self.icon_name:
            self.icon_name = icon
            self.updateGeometry()
            self.update()

    def minimumSizeHint(self) -> QSize:
        """Return the size below which it cannot be read: its own."""
        return self.sizeHint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring where the keyboard brought the focus, not where the window did."""
        self._ringed = event.reason() in _BY_KEY or (
            event.reason() == Qt.FocusReason.ActiveWindowFocusReason and self._ringed
        )
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the ring as soon as a key is pressed."""
        self._ringed = True
        self.update()
        super().keyPressEvent(event)

    def box(self) -> QRectF:
        """Return where its edge is drawn, on the middle of pixels."""
        return QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)

    def fill(self, painter: QPainter, fill: str | None, edge: str | None) -> None:
        """Draw its ground and its edge by their tokens."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.skin.colour(edge), 1) if edge else Qt.PenStyle.NoPen)
        painter.setBrush(self.skin.colour(fill) if fill else Qt.BrushStyle.NoBrush)
        radius = self.skin.px(RADIUS)
        painter.drawRoundedRect(self.box(), radius, radius)

    def draw_focus(self, painter: QPainter, colour: str = "accent") -> None:
        """Draw the ring that shows where the keys go."""
        if self.hasFocus() and self._ringed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.skin.colour(colour), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = self.skin.px(RADIUS)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def draw_icon(self, painter: QPainter, left: float, colour: str) -> None:
        """Draw the icon in the middle of the height."""
        if self.icon_name:
            edge = self.skin.px(ICON)
            pixmap = self.skin.pixmap(self.icon_name, colour, ICON, self.devicePixelRatioF())
            painter.drawPixmap(round(left), (self.height() - edge) // 2, pixmap)
