"""One of several views, chosen side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.pressable import HEIGHT, ICON, RADIUS, Pressable
from nornir_desk.desk.theme.skin import Skin

_INNER = 24
_SIDE = 8
_GAP = 4
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Segment(Pressable):
    """One of the choices."""

    def sizeHint(self) -> QSize:
        """Return the width of the strongest text, so that choosing moves nothing."""
        skin = self.skin
        width = skin.metrics(12, 600).horizontalAdvance(self.text()) + 2 * skin.px(_SIDE)
        if self.icon_name:
            width += skin.px(ICON) + skin.px(_GAP)
        return QSize(round(width + 0.5), skin.px(_INNER))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        skin, painter = self.skin, QPainter(self)
        on = self.isChecked()
        hovered = "hover" if self.underMouse() and self.isEnabled() else None
        # The edge is the cue, since the two grounds are almost alike.
        self.fill(painter, "surface" if on else hovered, "control" if on else None)
        ink = "text" if on else "text2"
        ink = ink if self.isEnabled() else "control"
        left = float(skin.px(_SIDE))
        self.draw_icon(painter, left, ink)
        if self.icon_name:
            left += skin.px(ICON) + skin.px(_GAP)
        painter.setFont(skin.font(12, 600 if on else 500))
        painter.setPen(skin.colour(ink))
        room = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(
            room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text()
        )
        self.draw_focus(painter)
        painter.end()


class Segments(QWidget):
    """Checkable actions of the book side by side; arrow keys go from one to the next.

    Args:
        skin: What it draws with.
        book: Has the actions.
        names: Their ids, from left to right.
        parent: Where it stands.
    """

    def __init__(
        self, skin: Skin, book: Book, names: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._skin = skin
        self._row = QHBoxLayout(self)
        self._segments = [self._made(book, name) for name in names]
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self._reskin)
        self._reskin()

    def segment(self, place: int) -> Segment:
        """Return one of them by its place."""
        return self._segments[place]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the track in which they stand."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._skin.colour("surface2"))
        radius = self._skin.px(RADIUS)
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next, or to the one before."""
        step = _STEPS.get(Qt.Key(event.key()))
        at = next((at for at, one in enumerate(self._segments) if one.hasFocus()), None)
        if step is None or at is None:
            super().keyPressEvent(event)
            return
        self._segments[(at + step) % len(self._segments)].setFocus(Qt.FocusReason.TabFocusReason)

    def _made(self, book: Book, name: str) -> Segment:
        deed = book.deed(name)
        segment = Segment(self._skin, deed.text, deed.icon, self)
        book.press(segment, name)
        self._row.addWidget(segment)
        return segment

    def _reskin(self) -> None:
        inset = (self._skin.px(HEIGHT) - self._skin.px(_INNER)) // 2
        self._row.setContentsMargins(inset, inset, inset, inset)
        self._row.setSpacing(self._skin.px(2))
        self.updateGeometry()
        self.update()
