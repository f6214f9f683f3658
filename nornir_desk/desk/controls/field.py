"""A field to filter with."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from nornir_desk.desk.controls.button import IconButton
from nornir_desk.desk.controls.small import cap_text, cap_width, draw_cap
from nornir_desk.desk.theme.skin import Skin

_ICON_LEFT = 10
_TEXT_LEFT = 26  # beyond the style sheet's padding
_HEIGHT = 28
_LONGEST = 200


class Field(QLineEdit):
    """A line to type words into, with an icon, a key cap while it is empty, a cross while not.

    Esc clears it; an Esc in an empty one is for the window. ``textEdited`` and ``textChanged`` are
    those of ``QLineEdit``.

    Args:
        skin: What it draws with.
        hint: What it shows while it is empty; also its name for those who listen.
        keys: The key that leads here, ``Ctrl+F``; nothing shows none.
        icon: Its icon.
        parent: Where it stands.
    """

    def __init__(
        self,
        skin: Skin,
        hint: str,
        keys: str = "",
        icon: str = "filter",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._skin = skin
        self._keys = cap_text(keys)
        self._icon = icon
        self._clear = IconButton(skin, "close", "Clear", self)
        self._clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clear.setCursor(Qt.CursorShape.ArrowCursor)
        self._clear.clicked.connect(self._cleared)
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setToolTip(f"{hint} ({keys})" if keys else hint)
        self.setMaxLength(_LONGEST)
        self.textChanged.connect(self._other_text)
        skin.changed.connect(self._reskin)
        self._reskin()

    def sizeHint(self) -> QSize:
        """Return the size of a field in a bar."""
        return QSize(self._skin.px(220), self._skin.px(_HEIGHT))

    def event(self, event: QEvent) -> bool:
        """Take Esc before the window's shortcut does, where there is something to clear."""
        asked = event.type() == QEvent.Type.ShortcutOverride and bool(self.text())
        if asked and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear it at Esc."""
        if event.key() == Qt.Key.Key_Escape:
            if self.text():
                self._cleared()
            else:
                event.ignore()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the cross at the right."""
        super().resizeEvent(event)
        edge = min(self.height(), self._skin.px(24))
        top = (self.height() - edge) // 2
        self._clear.setGeometry(self.width() - edge - top, top, edge, edge)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw icon and key cap over the field."""
        super().paintEvent(event)
        painter, skin = QPainter(self), self._skin
        edge = skin.px(16)
        pixmap = skin.pixmap(self._icon, "text3", 16, self.devicePixelRatioF())
        painter.drawPixmap(skin.px(_ICON_LEFT), (self.height() - edge) // 2, pixmap)
        width = cap_width(skin, self._keys)
        if self._keys and not self.text() and self.width() > skin.px(_ICON_LEFT * 12):
            height, right = skin.px(18), skin.px(6)
            top = (self.height() - height) / 2
            draw_cap(
                painter, skin, QRectF(self.width() - width - right, top, width, height), self._keys
            )
        painter.end()

    def _cleared(self) -> None:
        self.clear()
        # Only what a hand does counts as edited, and this was one.
        self.textEdited.emit("")

    def _other_text(self, text: str) -> None:
        self._clear.setVisible(bool(text))

    def _reskin(self) -> None:
        skin = self._skin
        self.setFont(skin.font(12))
        self.setFixedHeight(skin.px(_HEIGHT))
        right = max(round(cap_width(skin, self._keys)) if self._keys else 0, skin.px(20))
        self.setTextMargins(skin.px(_TEXT_LEFT), 0, right, 0)
        self._clear.setVisible(bool(self.text()))
        self.updateGeometry()
        self.update()
