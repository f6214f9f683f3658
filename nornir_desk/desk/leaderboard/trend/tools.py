"""The tool row of the trend: which cell, what it is made of, and the winner of each run."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.leaderboard.chart.toggle import Toggle
from nornir_desk.desk.leaderboard.chart.tool_row import ToolRow
from nornir_desk.desk.leaderboard.chart.word import Word
from nornir_desk.desk.leaderboard.trend.cell_picker import CellPicker
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.point_text import name_text


class TrendTools(ToolRow):
    """Picks the cell; the winner's cell where none is selected."""

    def __init__(self, session: Session, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(skin, parent)
        self._session = session
        self._names: tuple[str, ...] = ()
        self.cell = CellPicker(skin, "Cell", 420)
        self.cell.setAccessibleName("Cell")
        self.cell.setToolTip("The cell that is followed over the runs of its task")
        self.facts = Word(skin, (12, 400), "text2", Qt.AlignmentFlag.AlignRight)
        self.winners = Toggle(skin, "Winner of each run")
        self.winners.setAccessibleName("Winner of each run")
        self.winners.setToolTip("Draw the best score of each run beside the cell's own")
        self.row.addWidget(self.cell)
        self.row.addWidget(self.facts, 1)
        self.row.addWidget(self.winners)
        self.cell.activated.connect(self._chosen)
        self.winners.clicked.connect(lambda on: session.choose(winners=on))
        session.run_changed.connect(self._follow)
        session.selection_changed.connect(self._follow)
        session.choices_changed.connect(lambda _before: self._follow_choices())
        self._follow()
        self._follow_choices()

    def _chosen(self, at: int) -> None:
        if 0 <= at < len(self._names):
            self._session.select_cell(self._names[at])

    def _follow(self) -> None:
        cells = self._session.cells
        names = tuple(cell.cell for cell in cells)
        with QSignalBlocker(self.cell):
            if names != self._names:
                self._names = names
                self.cell.clear()
                self.cell.addItems([name_text(cell.agent, cell.model) for cell in cells])
            selected = self._session.selected
            at = names.index(selected.cell) if selected and selected.cell in names else 0
            self.cell.setCurrentIndex(at if names else -1)
        self.cell.setEnabled(bool(names))
        self.cell.updateGeometry()
        self.cell.update()

    def _follow_choices(self) -> None:
        self.winners.setChecked(self._session.choices.winners)
