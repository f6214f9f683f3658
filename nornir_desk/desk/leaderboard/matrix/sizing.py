"""Gives the grid's rows and columns their sizes, and tells which of them are seen."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView

from nornir_desk.desk.leaderboard.matrix.agent_heads import AgentHeads
from nornir_desk.desk.leaderboard.matrix.canvas import Spans
from nornir_desk.desk.leaderboard.matrix.density import WIDEST, Grade, column_widths, grade_of
from nornir_desk.desk.leaderboard.matrix.model_heads import ModelHeads
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import Density


class Sizing:
    """Sizes the sections of both heads; every one is fixed.

    Args:
        models: The heads across.
        agents: The heads down.
        skin: The size of a pixel.
    """

    def __init__(self, models: ModelHeads, agents: AgentHeads, skin: Skin) -> None:
        self._models = models
        self._agents = agents
        self._skin = skin
        self.density: Density = "auto"
        # Qt's own least size is that of its own font.
        agents.setMinimumSectionSize(1)
        models.setMinimumSectionSize(1)

    def grade(self, height: int) -> Grade:
        """Return the density for a grid of this height, heads included."""
        room = (height - self._models.height()) / self._skin.scale
        return grade_of(self.density, self._agents.count(), room)

    def wanted(self, most: int, room: int | None = None) -> int:
        """Return the height at which every row is seen in full, heads included.

        Args:
            most: Of more rows than this, so many are seen.
            room: What there is at most; rows may be lower for it.
        """
        row = grade_of(self.density, agents=0, room=0).row if room is None else self.grade(room).row
        return self._models.height() + min(self._agents.count(), most) * self._skin.px(row)

    def rows(self, grade: Grade) -> None:
        """Give every row its height."""
        self._agents.full = grade.full
        self._agents.setDefaultSectionSize(self._skin.px(grade.row))

    def columns(self, grade: Grade, room: int) -> None:
        """Let the columns fill the room as far as their limits allow it."""
        px, heads = self._skin.px, self._models
        widths = column_widths(heads.count(), room, px(grade.narrowest), px(WIDEST))
        if not widths:
            return
        # Most are as wide as the last; the first few may be a pixel wider.
        if heads.defaultSectionSize() != widths[-1]:
            heads.setDefaultSectionSize(widths[-1])
        for column, width in enumerate(widths):
            if heads.sectionSize(column) != width:
                heads.resizeSection(column, width)


def seen(heads: QHeaderView, begin: int, end: int) -> Spans:
    """Return the sections between two pixels: place, first pixel, size."""
    first, last = heads.logicalIndexAt(begin), heads.logicalIndexAt(end)
    if first < 0:
        return []
    last = last if last >= 0 else heads.count() - 1
    place = heads.sectionViewportPosition
    return [(at, place(at), heads.sectionSize(at)) for at in range(first, last + 1)]
