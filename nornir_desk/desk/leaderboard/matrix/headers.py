"""The heads of the grid: models across, agents down."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from nornir_desk.desk.leaderboard.matrix.density import NORMAL
from nornir_desk.desk.leaderboard.matrix.lettering import FontKey, Lettering, Word
from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.leaderboard.matrix.model_names import Lines, lines_of, split
from nornir_desk.desk.theme.marks import agent_mark, draw_mark
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present.glyphs import UNICODE

MODEL_HEIGHT = 48
AGENT_WIDTH = 136
_PAD = 12
_LONGEST = 200
_SMALL: FontKey = (11, 400)

Strong = Callable[[int], int]


class Heads(QHeaderView):
    """What both heads have in common.

    Args:
        orientation: Which of the two.
        model: Has the names.
        skin: Colours, fonts and sizes.
        lettering: Keeps the texts.
    """

    def __init__(
        self, orientation: Qt.Orientation, model: GridModel, skin: Skin, lettering: Lettering
    ) -> None:
        super().__init__(orientation)
        self._names = model
        self._skin = skin
        self._lettering = lettering
        self.current = -1
        self.hovered = -1
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setFrameShape(QHeaderView.Shape.NoFrame)

    def emphasise(self, current: int, hovered: int) -> None:
        """Show which section holds the selected cell, and which the one under the mouse."""
        if (current, hovered) != (self.current, self.hovered):
            changed = {current, hovered, self.current, self.hovered}
            self.current, self.hovered = current, hovered
            for section in changed:
                if 0 <= section < self.count():
                    self.updateSection(section)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sections, and nothing where there are none."""
        super().paintEvent(event)
        # The style draws what is left over in a colour of its own.
        rest = self.viewport().rect()
        if self.orientation() == Qt.Orientation.Horizontal:
            rest.setLeft(self.length() - self.offset())
        else:
            rest.setTop(self.length() - self.offset())
        if not rest.isEmpty():
            QPainter(self.viewport()).fillRect(rest, self._skin.colour("surface"))

    def _weight(self, section: int) -> int:
        return 600 if section in (self.current, self.hovered) else 500

    def _edge(self, painter: QPainter, edge: QRect, section: int) -> None:
        if section == self.current:
            painter.fillRect(edge, self._skin.colour("accent"))
        elif section == self.hovered:
            painter.fillRect(edge, self._skin.colour("control"))

    def _draw(self, painter: QPainter, word: Word, x: int, baseline: int) -> None:
        painter.setFont(word.font)
        painter.drawStaticText(x, baseline - word.ascent, word.text)


class ModelHeads(Heads):
    """The models: the provider small above the id, or a long id in two lines."""

    def __init__(self, model: GridModel, skin: Skin, lettering: Lettering) -> None:
        super().__init__(Qt.Orientation.Horizontal, model, skin, lettering)
        self._lines: dict[tuple[str, int], Lines] = {}
        self.setAccessibleName("Models")

    def forget(self) -> None:
        """Break the names into lines anew."""
        self._lines.clear()
        self.setFixedHeight(self._skin.px(MODEL_HEIGHT))

    def sizeHint(self) -> QSize:
        """Return the designed height."""
        return QSize(super().sizeHint().width(), self._skin.px(MODEL_HEIGHT))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803
        """Draw one model's name."""
        px = self._skin.px
        models = self._names.matrix.models
        if logicalIndex >= len(models):
            return
        left, room = rect.x() + px(_PAD), rect.width() - 1 - 2 * px(_PAD)
        lines = self._broken(models[logicalIndex], room + px(4))
        font = (13, self._weight(logicalIndex))
        painter.save()
        text, quiet = self._skin.colour("text"), self._skin.colour("text3")
        above = _SMALL if lines.provider else (12, font[1])
        font = font if lines.provider else above
        painter.setPen(quiet if lines.provider else text)
        first = self._lettering.fitting(lines.first, above, room + px(4))
        self._draw(painter, first, left, rect.y() + px(19))
        painter.setPen(text)
        second = self._lettering.fitting(lines.second, font, room + px(4), middle=True)
        self._draw(painter, second, left, rect.y() + px(37))
        self._lines_around(painter, rect, logicalIndex)
        painter.restore()

    def _lines_around(self, painter: QPainter, rect: QRect, section: int) -> None:
        px, line = self._skin.px, self._skin.colour("line")
        painter.fillRect(rect.right(), rect.y() + px(8), 1, px(32), line)
        painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, line)
        edge = QRect(rect.x(), rect.bottom() - px(2) + 1, rect.width() - 1, px(2))
        self._edge(painter, edge, section)

    def _broken(self, name: str, room: int) -> Lines:
        key = (name, room)
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = self._made(one_line(name), room)
        return found

    def _made(self, name: str, room: int) -> Lines:
        # As wide as when it is emphasised, so that a name does not break anew under the mouse.
        width = self._skin.metrics(13, 600).horizontalAdvance
        lines = lines_of(name, room, width) if len(name) <= _LONGEST else None
        if lines is not None:
            return lines
        provider, model = split(name)
        half = _LONGEST // 2
        kept = model if len(model) <= _LONGEST else f"{model[:half]}…{model[-half:]}"
        return Lines(provider[:_LONGEST], kept, provider=True)


class AgentHeads(Heads):
    """The agents: mark, name, and what answered for it below."""

    def __init__(self, model: GridModel, skin: Skin, lettering: Lettering) -> None:
        super().__init__(Qt.Orientation.Vertical, model, skin, lettering)
        self.full = NORMAL.full
        self.setAccessibleName("Agents")

    def forget(self) -> None:
        """Take sizes anew."""
        self.setFixedWidth(self._skin.px(AGENT_WIDTH))

    def sizeHint(self) -> QSize:
        """Return the designed width."""
        return QSize(self._skin.px(AGENT_WIDTH), super().sizeHint().height())

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
