"""The strip below the plot: the figures of one cell, and what is not drawn."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from nornir_desk.desk.theme.skin import Skin

_HEIGHT, _LEFT, _RIGHT, _RING, _GAP, _NAME = 34, 16, 12, 12, 10, 420


class Footer(QWidget):
    """One line: a ring, a cell's name and figures; at the right what is not drawn."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._name = self._figures = self._not_drawn = ""
        self._selected = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Cell in the plot")
        skin.changed.connect(self._restyle)
        self._restyle()

    @property
    def texts(self) -> tuple[str, str, str]:
        """The cell's name, its figures, and what is not drawn."""
        return (self._name, self._figures, self._not_drawn)

    def show_cell(self, name: str, figures: str, *, selected: bool) -> None:
        """Show a cell; an empty name shows none."""
        self._name, self._figures, self._selected = name, figures, selected
        self._say()

    def show_not_drawn(self, text: str) -> None:
        """Show what is not drawn and why."""
        self._not_drawn = text
        self._say()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw; what is not drawn keeps its room, for it is told nowhere else."""
        skin, painter = self._skin, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, self.width(), 1), skin.colour("line"))
        right = float(self.width() - skin.px(_RIGHT))
        told = min(skin.metrics(12).horizontalAdvance(self._not_drawn) + 2, right / 2)
        self._write(painter, (right - told, told), self._not_drawn, (12, 400), "text2")
        right -= told + skin.px(_GAP)
        left = float(skin.px(_LEFT))
        if not self._name:
            hint = "click a point, or move along with ← and →"
            self._write(painter, (left, right - left), hint, (12, 400), "text3")
            painter.end()
            return
        ring = skin.px(_RING)
        painter.setPen(QPen(skin.colour("accent" if self._selected else "control"), 2))
        painter.drawEllipse(QRectF(left, (self.height() - ring) / 2, ring, ring))
        left += ring + skin.px(_GAP)
        room = min(float(skin.px(_NAME)), (right - left) * 0.6)
        # Names differ at their ends, and figures are told from the first on.
        name = skin.metrics(13, 600).elidedText(self._name, Qt.TextElideMode.ElideMiddle, room)
        left += self._write(painter, (left, room), name, (13, 600), "text") + skin.px(_GAP)
        self._write(painter, (left, right - left), self._figures, (13, 400), "text2")
        painter.end()

    def _write(
        self,
        painter: QPainter,
        room: tuple[float, float],
        text: str,
        font: tuple[int, int],
        colour: str,
    ) -> float:
        """Write a text into a room (left, width); return how wide it came out."""
        metrics = self._skin.metrics(*font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room[1] + 1)
        painter.setFont(self._skin.font(*font))
        painter.setPen(self._skin.colour(colour))
        where = QRectF(room[0], 1, room[1] + 2, self.height() - 1)
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)

    def _say(self) -> None:
        parts = (self._name, self._figures, self._not_drawn)
        self.setAccessibleDescription(", ".join(part for part in parts if part))
        self.update()

    def _restyle(self) -> None:
        self.setFixedHeight(self._skin.px(_HEIGHT))
        self.update()
