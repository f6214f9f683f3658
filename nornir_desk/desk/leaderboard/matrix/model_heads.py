"""The models across the grid: the provider small above the id, or a long id in two lines."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter

from nornir_desk.desk.leaderboard.matrix.heads import Heads
from nornir_desk.desk.leaderboard.matrix.lettering import FontKey, Lettering
from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.leaderboard.matrix.model_names import Lines, lines_of, split
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line

_HEIGHT = 48
_PAD = 12
_LONGEST = 200
_SMALL: FontKey = (11, 400)


class ModelHeads(Heads):
    """The models: the provider small above the id, or a long id in two lines."""

    def __init__(self, model: GridModel, skin: Skin, lettering: Lettering) -> None:
        super().__init__(Qt.Orientation.Horizontal, model, skin, lettering)
        self._lines: dict[tuple[str, int], Lines] = {}
        self.setAccessibleName("Models")

    def forget(self) -> None:
        """Break the names into lines anew."""
        self._lines.clear()
        self.setFixedHeight(self._skin.px(_HEIGHT))

    def sizeHint(self) -> QSize:
        """Return the designed height."""
        return QSize(super().sizeHint().width(), self._skin.px(_HEIGHT))

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
