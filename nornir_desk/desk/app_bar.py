"""The bar at the top: what there is to look at, and what leads everywhere."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from nornir_desk.desk.actions import Book, key_text
from nornir_desk.desk.controls.button import IconButton
from nornir_desk.desk.controls.pressable import HEIGHT, ICON, Pressable
from nornir_desk.desk.controls.small import cap_text, cap_width, draw_cap
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin

BAR = 44
_SIDE = 8
_NARROW = 1_100
_FINDER = (190, 300)


class AppBar(QWidget):
    """Tabs at the left; at the right what finds, refreshes, changes the theme, opens the menu.

    Args:
        skin: What it draws with.
        book: The actions behind its buttons.
        parent: Where it stands.
    """

    def __init__(
        self, _session: Session, skin: Skin, book: Book, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._skin = skin
        self.leaderboard = Tab(skin, "Leaderboard", "trophy", self)
        book.press(self.leaderboard, "tab.leaderboard")
        self.leaderboard.setAccessibleName("🏆 Leaderboard")
        self.leaderboard.setCheckable(True)
        self.leaderboard.setChecked(True)
        # It is the only tab there is: pressed, it stays the one that is shown.
        self.leaderboard.clicked.connect(lambda: self.leaderboard.setChecked(True))
        self.finder = Finder(
            skin, "Go to run, cell or command", key_text(book.deed("palette")), self
        )
        book.press(self.finder, "palette")
        self.buttons = {name: self._button(book, name) for name in ("refresh", "theme", "menu")}
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.leaderboard)
        self._row.addStretch(1)
        self._row.addWidget(self.finder)
        for button in self.buttons.values():
            self._row.addWidget(button)
        skin.changed.connect(self._reskin)
        self._reskin()

    def open_menu(self, menu: QMenu) -> None:
        """Open a menu below the menu's button, its right edges in line."""
        button = self.buttons["menu"]
        corner = button.mapToGlobal(QPoint(button.width(), button.height() + 2))
        menu.popup(corner - QPoint(menu.sizeHint().width(), 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the hairline below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.colour("surface"))
        line = QRectF(0, self.height() - 1, self.width(), 1)
        painter.fillRect(line, self._skin.colour("line"))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the finder less room in a narrow window."""
        super().resizeEvent(event)
        narrow = self.width() < self._skin.px(_NARROW)
        self.finder.setFixedWidth(self._skin.px(_FINDER[0 if narrow else 1]))

    def _button(self, book: Book, name: str) -> IconButton:
        button = IconButton(self._skin, book.deed(name).icon, parent=self)
        book.press(button, name)
        return button

    def _reskin(self) -> None:
        skin = self._skin
        self.setFixedHeight(skin.px(BAR))
        self._row.setContentsMargins(skin.px(12), 0, skin.px(12), 0)
        self._row.setSpacing(skin.px(_SIDE))
        self.update()


class Tab(Pressable):
    """One thing to look at; an accent edge below tells which."""

    def sizeHint(self) -> QSize:
        """Return the width of the strongest text and the height of the bar."""
        skin = self.skin
        text = skin.metrics(13, 600).horizontalAdvance(self.text())
        width = text + skin.px(ICON) + skin.px(4) + 2 * skin.px(10)
        return QSize(round(width + 0.5), skin.px(BAR))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        skin, painter = self.skin, QPainter(self)
        on = self.isChecked()
        if self.underMouse() and not on:
            painter.fillRect(self.rect(), skin.colour("hover"))
        left = skin.px(10)
        self.draw_icon(painter, left, "gold_edge" if on else "text2")
        left += skin.px(ICON) + skin.px(4)
        painter.setFont(skin.font(13, 600 if on else 500))
        painter.setPen(skin.colour("text" if on else "text2"))
        room = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())
        if on:
            edge = skin.px(2)
            below = QRectF(0, self.height() - edge, self.width(), edge)
            painter.fillRect(below, skin.colour("accent"))
        self.draw_focus(painter)
        painter.end()


class Finder(Pressable):
    """Looks like a field, and opens the palette, in which one types.

    Args:
        skin: What it draws with.
        hint: What it says.
        keys: The key that does the same.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, hint: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(skin, hint, "search", parent)
        self._keys = cap_text(keys)

    def sizeHint(self) -> QSize:
        """Return the size of a field in a bar."""
        return QSize(self.skin.px(_FINDER[1]), self.skin.px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        skin, painter = self.skin, QPainter(self)
        self.fill(painter, "hover" if self.underMouse() else "surface", "control")
        self.draw_icon(painter, skin.px(10), "text2")
        cap, right = cap_width(skin, self._keys), skin.px(6)
        height = skin.px(18)
        top = (self.height() - height) / 2
        draw_cap(painter, skin, QRectF(self.width() - cap - right, top, cap, height), self._keys)
        left = skin.px(10 + ICON + 6)
        room = QRectF(left, 0, self.width() - left - cap - 2 * right, self.height())
        cut = Qt.TextElideMode.ElideRight
        painter.setFont(skin.font(12))
        painter.setPen(skin.colour("text3"))
        text = skin.metrics(12).elidedText(self.text(), cut, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
        self.draw_focus(painter)
        painter.end()
