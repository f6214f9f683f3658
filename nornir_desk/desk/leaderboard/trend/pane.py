"""One cell over the runs of its task: tool row, chart, and the table of its runs.

This module can be imported at any time: what brings pyqtgraph along is imported when the pane is
made, so make it when the view is first opened.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.leaderboard.chart.tool_row import ToolRow
from nornir_desk.desk.leaderboard.chart.word import Word
from nornir_desk.desk.leaderboard.trend.table import RunsTable
from nornir_desk.desk.leaderboard.trend.tools import TrendTools
from nornir_desk.desk.local_zone import local_zone
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.marks import Mark, agent_marks
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats
from nornir_desk.present.choices import Choices
from nornir_desk.present.point_text import name_text
from nornir_desk.present.trend import TrendView
from nornir_desk.present.trend_text import NO_RUNS, trend_facts, trend_hint, trend_lines

_CHART, _TABLE = 3, 2


class TrendPane(QWidget):
    """The trend of the selected cell, else of the winner."""

    def __init__(
        self,
        session: Session,
        skin: Skin,
        book: Book,
        closer: CloserLook,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        from nornir_desk.desk.leaderboard.trend.canvas import TrendCanvas

        self._session, self._skin, self._closer = session, skin, closer
        self._view: TrendView | None = None
        self.tools = TrendTools(session, skin)
        self.canvas = TrendCanvas(skin)
        self.nothing = Word(skin, (13, 400), "text2", Qt.AlignmentFlag.AlignHCenter)
        self.table = RunsTable(skin)
        self._count, self._of = Word(skin, (13, 400), "text3"), Word(skin, (12, 400), "text3")
        self.hint = Word(skin, (12, 400), "text2", Qt.AlignmentFlag.AlignRight)
        self._lay_out()
        book.attach(self)
        self.setFocusProxy(self.table)
        self.setAccessibleName("Trend")
        self.canvas.picked.connect(session.select_run)
        self.table.picked.connect(session.select_run)
        closer.trend_changed.connect(self._take)
        session.run_changed.connect(self._other_run)
        session.choices_changed.connect(self._other_choices)
        skin.changed.connect(self._restyle)
        self._restyle()
        self._take()

    def _lay_out(self) -> None:
        title = Word(self._skin, (13, 600), "text")
        title.show_text("Runs of this cell")
        head = ToolRow(self._skin)
        for word in (title, self._count):
            head.row.addWidget(word)
        head.row.addWidget(self._of, 1)
        head.row.addWidget(self.hint, 1)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addLayout(self._stack, _CHART)
        # Only now: a stack without a parent would show its first page as a window of its own.
        self._stack.addWidget(self.canvas)
        self._stack.addWidget(self.nothing)
        column.addWidget(head)
        column.addWidget(self.table, _TABLE)

    def _take(self) -> None:
        view = self._view = self._closer.trend
        points = view.points if view else ()
        self.tools.facts.show_text(trend_facts(view) if view else "")
        self._count.show_text(formats.count(len(points)) if view else "")
        self._of.show_text(name_text(view.agent, view.model) if view else "")
        self.nothing.show_text(NO_RUNS if view else "")
        self.hint.show_text(trend_hint(view) if points and view else "")
        self._stack.setCurrentIndex(0 if points else 1)
        now = self._now()
        lines = trend_lines(view, now, local_zone(now)) if view else ()
        current, scrolled = self.table.currentIndex().row(), self.table.verticalScrollBar().value()
        kept = self.table.runs.point(current)
        self.table.runs.set_runs(points[::-1], lines)
        row = self.table.runs.row_of(kept.run_id if kept else None)
        if row >= 0:
            self.table.setCurrentIndex(self.table.runs.index(row, 0))
            self.table.verticalScrollBar().setValue(scrolled)
        self._show()
        self._other_run()

    def _show(self) -> None:
        from nornir_desk.desk.leaderboard.trend.canvas import DrawnTrend

        view = self._view
        if view is not None and view.points:
            now, winners = self._now(), self._session.choices.winners
            drawn = DrawnTrend(view, self._mark(view.agent), winners, now, local_zone(now))
            self.canvas.show_trend(drawn)
            self.canvas.setAccessibleDescription(
                f"{name_text(view.agent, view.model)}, {trend_facts(view)}"
            )

    def _other_run(self) -> None:
        self.table.show_run(self._session.run_id)
        self.canvas.select(self._session.run_id)

    def _other_choices(self, before: Choices) -> None:
        if self._session.choices.winners != before.winners:
            self._show()

    def _mark(self, agent: str) -> Mark:
        theme = self._skin.theme
        marks = agent_marks(theme, self._session.matrix.agents)
        return marks.get(agent) or agent_marks(theme, [agent])[agent]

    def _now(self) -> int:
        """Return when the rows were read: what the days are counted from."""
        source = self._session.source
        return formats.micros_of(source.refreshed) if source else 0

    def _restyle(self) -> None:
        self.canvas.restyle()
        self.table.restyle()
        self._show()
        palette = self.palette()
        palette.setColor(self.backgroundRole(), self._skin.colour("surface"))
        self.setPalette(palette)
        self.setAutoFillBackground(True)
