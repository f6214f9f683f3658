"""The agents down the grid: mark, name, and what answered for each."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.leaderboard.matrix.density import NORMAL
from nornir_desk.desk.leaderboard.matrix.heads import Heads
from nornir_desk.desk.leaderboard.matrix.lettering import FontKey, Lettering, Word
from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.theme.marks import agent_mark, draw_mark
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present.glyphs import UNICODE

_WIDTH = 136
_LONGEST = 200
_SMALL: FontKey = (11, 400)


class AgentHeads(Heads):
    """The agents: mark, name, and what answered for it below."""

    def __init__(self, model: GridModel, skin: Skin, lettering: Lettering) -> None:
        super().__init__(Qt.Orientation.Vertical, model, skin, lettering)
        self.full = NORMAL.full
        self.setAccessibleName("Agents")

    def forget(self) -> None:
        """Take sizes anew."""
        self.setFixedWidth(self._skin.px(_WIDTH))

    def sizeHint(self) -> QSize:
        """Return the designed width."""
        return QSize(self._skin.px(_WIDTH), super().sizeHint().height())

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803
        """Draw one agent."""
        agents = self._names.matrix.agents
        if logicalIndex >= len(agents):
            return
        px, agent = self._skin.px, agents[logicalIndex]
        left, right = rect.x() + px(34), rect.right() - px(8)
        font = (13, self._weight(logicalIndex))
        painter.save()
        middle = rect.y() + (px(16) if self.full else (rect.height() - 1) // 2)
        mark = agent_mark(self._skin.theme, logicalIndex)
        draw_mark(
            painter, self._skin, mark, QRectF(rect.x() + px(16), middle - px(4), px(8), px(8))
        )
        painter.setPen(self._skin.colour("text"))
        baseline = rect.y() + px(21) if self.full else middle + px(5)
        self._draw(painter, self._name(agent, font, right - left), left, baseline)
        if self.full:
            painter.setPen(self._skin.colour("text3"))
            driver = self._lettering.fitting(self._driver(agent), _SMALL, right - left)
            self._draw(painter, driver, left, rect.y() + px(37))
        self._lines_around(painter, rect, logicalIndex)
        painter.restore()

    def _lines_around(self, painter: QPainter, rect: QRect, section: int) -> None:
        line = self._skin.colour("line")
        painter.fillRect(rect.right(), rect.y(), 1, rect.height(), line)
        painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, line)
        thick = self._skin.px(2)
        edge = QRect(rect.right() - thick + 1, rect.y(), thick, rect.height() - 1)
        self._edge(painter, edge, section)

    def _name(self, agent: str, font: FontKey, room: int) -> Word:
        name = one_line(agent[:_LONGEST])
        sign = UNICODE.label if self._names.is_label(agent) else ""
        whole = self._lettering.word(name + sign, font)
        if whole.width <= room or not sign:
            return self._lettering.fitting(name + sign, font, room, middle=True)
        metrics = self._skin.metrics(*font)
        kept = room - round(metrics.horizontalAdvance(sign)) - 1
        cut = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, kept)
        return self._lettering.word(cut + sign, font)

    def _driver(self, agent: str) -> str:
        drivers = self._names.drivers(agent)
        more = f" +{len(drivers) - 1}" if len(drivers) > 1 else ""
        return one_line(drivers[0][:_LONGEST]) + more if drivers else UNICODE.unknown


class Corner(QWidget):
    """The empty place where the heads meet."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw its two hairlines."""
        painter = QPainter(self)
        line = self._skin.colour("line")
        painter.fillRect(self.rect(), self._skin.colour("surface"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), line)
        painter.fillRect(0, self.height() - 1, self.width(), 1, line)
