"""A button that tells which measurement is shown, and opens the list of all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from nornir_desk.desk.controls.pressable import HEIGHT, ICON, Pressable
from nornir_desk.desk.theme.skin import Skin

_SIDE = 10
_GAP = 6
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class RepeatPicker(Pressable):
    """``#1 · 0.891 ⌄``; the up and down keys go from one measurement to the next.

    Args:
        skin: What it draws with.
        parent: Where it stands.

    Signals:
        picked: The place of the measurement that the user picked.
    """

    picked = Signal(int)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(skin, "", "chevron-down", parent)
        self._texts: tuple[str, ...] = ()
        self._place = 0
        self.menu = QMenu(self)
        self.setToolTip("Which measurement is shown")
        self.clicked.connect(self.open_list)

    @property
    def texts(self) -> tuple[str, ...]:
        """What stands for each measurement."""
        return self._texts

    def offer(self, texts: Sequence[str], place: int) -> None:
        """Offer measurements, one of which is shown."""
        self._texts, self._place = tuple(texts), place
        shown = texts[place] if texts else ""
        self.set_text(shown)
        self.setAccessibleName(f"measurement {shown} of {len(texts)}")
        self.update()

    def open_list(self) -> None:
        """Open the list below the button."""
        self.menu.clear()
        self.menu.setFont(self.skin.font(12))
        for place, text in enumerate(self._texts):
            action = self.menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(place == self._place)
            action.triggered.connect(lambda _on=False, place=place: self.picked.emit(place))
        self.menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next measurement, or to the one before."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        elif 0 <= self._place + step < len(self._texts):
            self.picked.emit(self._place + step)

    def sizeHint(self) -> QSize:
        """Return a width from the font."""
        skin = self.skin
        width = skin.metrics(12, 600).horizontalAdvance(self.text())
        sides = 2 * skin.px(_SIDE) + skin.px(_GAP) + skin.px(ICON)
        return QSize(round(width + sides + 1), skin.px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        skin, painter = self.skin, QPainter(self)
        self.fill(painter, "hover" if self.underMouse() else "surface", "control")
        painter.setFont(skin.font(12, 600))
        painter.setPen(skin.colour("text"))
        room = QRectF(self.rect()).adjusted(skin.px(_SIDE), 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())
        self.draw_icon(painter, self.width() - skin.px(_SIDE) - skin.px(ICON) + 2, "text2")
        self.draw_focus(painter)
        painter.end()
