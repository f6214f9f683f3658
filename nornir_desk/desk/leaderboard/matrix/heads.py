"""The heads of the grid: models across, agents down."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView

from nornir_desk.desk.leaderboard.matrix.lettering import Lettering, Word
from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.theme.skin import Skin


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
