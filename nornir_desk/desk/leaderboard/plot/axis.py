"""The tool row of the plot: what the axes are, log, front, and which mark is whose."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.picker import Picker
from nornir_desk.desk.leaderboard.chart.toggle import Toggle
from nornir_desk.desk.leaderboard.chart.tool_row import ToolRow
from nornir_desk.desk.leaderboard.chart.word import Word
from nornir_desk.desk.leaderboard.plot.legend import Legend
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import Axis

_AXES: tuple[tuple[Axis, str], ...] = (
    ("cost", "cost, $ per cell"),
    ("latency", "latency"),
    ("speed", "tok/s"),
)


class AxisRow(ToolRow):
    """What the plot sets the score against, and how."""

    def __init__(
        self, session: Session, skin: Skin, book: Book, parent: QWidget | None = None
    ) -> None:
        super().__init__(skin, parent)
        self._session = session
        self._y = Word(skin, (12, 500), "text")
        self._y.show_text("Y  score")
        self.axis = Picker(skin, "X", _AXES)
        self.axis.setToolTip("What the score is set against")
        self.axis.picked.connect(lambda axis: session.choose(axis=axis))
        self.log, self.front = Toggle(skin, "Log"), Toggle(skin, "Pareto front")
        book.press(self.log, "plot.log")
        book.press(self.front, "plot.front")
        self.legend = Legend(skin)
        for widget in (self._y, self.axis, self.log, self.front):
            self.row.addWidget(widget)
        self.row.addWidget(self.legend, 1)
        session.choices_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.axis.show_value(self._session.choices.axis)
