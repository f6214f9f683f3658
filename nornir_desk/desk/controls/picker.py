"""A button that opens a list of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from nornir_desk.desk.controls.pressable import HEIGHT, ICON, Pressable
from nornir_desk.desk.theme.skin import Skin

_SIDE = 10
_GAP = 6


class Picker(Pressable):
    """``Heat off ⌄``: what is chosen, its value, and a list to choose another.

    Args:
        skin: What it draws with.
        label: What is chosen.
        options: Key and text of each value.
        parent: Where it stands.

    Signals:
        picked: The key of the value that the user chose; the button shows another only after
            ``show_value``.
    """

    picked = Signal(str)

    def __init__(
        self,
        skin: Skin,
        label: str,
        options: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(skin, label, "chevron-down", parent)
        self._options = dict(options)
        self._value = options[0][0]
        self._menu = QMenu(self)
        self._group = QActionGroup(self._menu)
        for key, text in options:
            action = self._menu.addAction(text)
            action.setCheckable(True)
            action.setData(key)
            self._group.addAction(action)
        # The list shows what is so, not what was clicked.
        self._group.triggered.connect(lambda action: self._chosen(str(action.data())))
        self.clicked.connect(self.open_list)
        self.show_value(self._value)

    @property
    def value(self) -> str:
        """The key of the value that is shown."""
        return self._value

    @property
    def menu(self) -> QMenu:
        """The list."""
        return self._menu

    def show_value(self, key: str) -> None:
        """Show a value by its key."""
        self._value = key
        for action in self._group.actions():
            action.setChecked(action.data() == key)
        self.setAccessibleName(f"{self.text()}: {self._options[key]}")
        self.updateGeometry()
        self.update()

    def open_list(self) -> None:
        """Open the list below the button."""
        self._menu.setFont(self.skin.font(12))
        self._menu.setMinimumWidth(self.width())
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def sizeHint(self) -> QSize:
        """Return a width from the font."""
        skin = self.skin
        width = self._label_width() + skin.metrics(12, 600).horizontalAdvance(self._shown())
        return QSize(
            round(width + 2 * skin.px(_SIDE) + skin.px(_GAP) + skin.px(ICON) + 1), skin.px(HEIGHT)
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        skin, painter = self.skin, QPainter(self)
        enabled = self.isEnabled()
        hovered = self.underMouse() and enabled
        self.fill(painter, "hover" if hovered else "surface", "control" if enabled else "line")
        middle = Qt.AlignmentFlag.AlignVCenter
        left = float(skin.px(_SIDE))
        painter.setFont(skin.font(12))
        painter.setPen(skin.colour("text2" if enabled else "control"))
        painter.drawText(QRectF(left, 0, self.width(), self.height()), middle, self.text())
        left += self._label_width()
        painter.setFont(skin.font(12, 600))
        painter.setPen(skin.colour("text" if enabled else "control"))
        painter.drawText(QRectF(left, 0, self.width(), self.height()), middle, self._shown())
        right = self.width() - skin.px(_SIDE) - skin.px(ICON) + 2
        self.draw_icon(painter, right, "text2" if enabled else "control")
        self.draw_focus(painter)
        painter.end()

    def _shown(self) -> str:
        return self._options[self._value]

    def _label_width(self) -> float:
        label = self.skin.metrics(12).horizontalAdvance(self.text())
        return label + self.skin.px(_GAP) if self.text() else 0.0

    def _chosen(self, key: str) -> None:
        now = self._value
        self.picked.emit(key)
        if self._value == now:
            self.show_value(now)
