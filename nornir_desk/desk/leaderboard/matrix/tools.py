"""The row above the grid: its axes, what its signs mean, and how it is coloured."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.picker import Picker
from nornir_desk.desk.leaderboard.matrix.legend import Legend
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import HEATS, Density

_OFF = "off"
_HEIGHT = 42
_MANY_AGENTS = 8
_MANY_MODELS = 12


class HeatPicker(Picker):
    """Chooses what colours the grid; there may be several, which show the same.

    Args:
        session: What is shown.
        skin: Colours, fonts and sizes.
        book: The actions.
        parent: What it stands in.
    """

    def __init__(
        self, session: Session, skin: Skin, book: Book, parent: QWidget | None = None
    ) -> None:
        super().__init__(skin, "Heat", [(word, word) for word in (_OFF, *HEATS)], parent)
        self._session = session
        self.setToolTip(book.tooltip("heat.next"))
        self.picked.connect(self._choose)
        session.choices_changed.connect(lambda _before: self._follow())
        self._follow()

    def _choose(self, word: str) -> None:
        self._session.choose(heat=None if word == _OFF else word)

    def _follow(self) -> None:
        self.show_value(self._session.choices.heat or _OFF)


class DensityPicker(Picker):
    """Chooses how high the rows are; hidden where the grid is small and it is left to itself.

    Args:
        session: What is shown.
        skin: Colours, fonts and sizes.
        parent: What it stands in.
    """

    def __init__(self, session: Session, skin: Skin, parent: QWidget) -> None:
        super().__init__(skin, "Density", [(word, word) for word in get_args(Density)], parent)
        self._session = session
        self.setToolTip("How high the rows are")
        self.picked.connect(lambda word: session.choose(density=word))
        session.choices_changed.connect(lambda _before: self._follow())
        session.run_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        density, matrix = self._session.choices.density, self._session.matrix
        large = len(matrix.agents) > _MANY_AGENTS or len(matrix.models) > _MANY_MODELS
        self.setVisible(large or density != "auto")
        self.show_value(density)


class GridTools(QWidget):
    """The row itself.

    Args:
        session: What is shown.
        skin: Colours, fonts and sizes.
        book: The actions.
        parent: What it stands in.
    """

    def __init__(
        self, session: Session, skin: Skin, book: Book, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._skin = skin
        self._axes = QLabel("agent ↓   model →", self)
        self._axes.setTextFormat(Qt.TextFormat.PlainText)
        self.legend = Legend(skin, self)
        self.density = DensityPicker(session, skin, self)
        self.heat = HeatPicker(session, skin, book, self)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._axes)
        self._row.addStretch(1)
        for widget in (self.legend, self.density, self.heat):
            self._row.addWidget(widget)
        session.run_changed.connect(self._explain)
        session.choices_changed.connect(lambda _before: self._explain())
        skin.changed.connect(self._dress)
        self._dress()
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        QPainter(self).fillRect(self.rect(), self._skin.colour("surface"))

    def _explain(self) -> None:
        self.legend.show_matrix(self._session.matrix)

    def _dress(self) -> None:
        px = self._skin.px
        self.setFixedHeight(px(_HEIGHT))
        self._row.setContentsMargins(px(16), 0, px(12), 0)
        self._row.setSpacing(px(16))
        self._axes.setFont(self._skin.font(11, 400))
        palette = self._axes.palette()
        palette.setColor(self._axes.foregroundRole(), self._skin.colour("text2"))
        self._axes.setPalette(palette)
