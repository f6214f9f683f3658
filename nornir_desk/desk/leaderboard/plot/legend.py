"""Which mark stands for which agent."""

from __future__ import annotations

import html

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.theme.marks import agent_marks, draw_mark
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line

_MARK, _GAP, _NEXT, _NAME = 9, 7, 18, 120


class Legend(QWidget):
    """The agents with their marks, from the right; those without room are counted."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._agents: tuple[str, ...] = ()
        self._texts: list[str] = []
        self.setAccessibleName("Agents")
        skin.changed.connect(self._prepare)

    def show_agents(self, agents: tuple[str, ...]) -> None:
        """Show other agents, which are sorted."""
        if agents != self._agents:
            self._agents = agents
            names = ", ".join(one_line(agent) for agent in agents)
            self.setAccessibleDescription(names)
            self.setToolTip(html.escape(names))
            self._prepare()

    def sizeHint(self) -> QSize:
        """Return what all agents need."""
        return QSize(int(sum(self._widths())), self._skin.px(24))

    def minimumSizeHint(self) -> QSize:
        """Return that it can do with little."""
        return QSize(0, self._skin.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw what there is room for."""
        skin, painter, widths = self._skin, QPainter(self), self._widths()
        more_room = skin.metrics(12, 500).horizontalAdvance("+ 99") + skin.px(_NEXT)
        shown = len(widths)
        while (
            shown
            and sum(widths[:shown]) + (more_room if shown < len(widths) else 0) > self.width() + 1
        ):
            shown -= 1
        left = self.width() - sum(widths[:shown]) - (more_room if shown < len(widths) else 0)
        painter.setFont(skin.font(12, 500))
        marks = list(agent_marks(skin.theme, self._agents).values())
        for text, mark, width in zip(self._texts[:shown], marks, widths, strict=False):
            left += skin.px(_NEXT)
            at = QRectF(left, (self.height() - skin.px(_MARK)) / 2, skin.px(_MARK), skin.px(_MARK))
            draw_mark(painter, skin, mark, at)
            self._write(painter, left + skin.px(_MARK + _GAP), text)
            left += width - skin.px(_NEXT)
        if shown < len(widths):
            self._write(painter, left + skin.px(_NEXT), f"+ {len(widths) - shown}")
        painter.end()

    def _write(self, painter: QPainter, left: float, text: str) -> None:
        painter.setPen(self._skin.colour("text2"))
        room = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)

    def _widths(self) -> list[float]:
        skin = self._skin
        metrics = skin.metrics(12, 500)
        beside = skin.px(_MARK + _GAP + _NEXT)
        return [metrics.horizontalAdvance(text) + beside for text in self._texts]

    def _prepare(self) -> None:
        metrics, most = self._skin.metrics(12, 500), self._skin.px(_NAME)
        elide = Qt.TextElideMode.ElideMiddle
        self._texts = [metrics.elidedText(one_line(a), elide, most) for a in self._agents]
        self.updateGeometry()
        self.update()
