"""Score against cost, latency or speed: tool row, plot, and the strip below it.

This module can be imported at any time: what brings pyqtgraph along is imported when the pane is
made, so make it when the view is first opened.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.leaderboard.chart.word import Word
from nornir_desk.desk.leaderboard.plot.axis import AxisRow
from nornir_desk.desk.leaderboard.plot.footer import Footer
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import Choices
from nornir_desk.present.plot import PlotPoint, PlotView, footer
from nornir_desk.present.point_text import (
    drawn_sentence,
    figures_line,
    name_text,
    nothing_drawn,
)
from nornir_desk.present.ticks import axis_sentence
from nornir_desk.present.tooltip import sentence


class PlotPane(QWidget):
    """The plot of the run that is shown."""

    def __init__(
        self,
        session: Session,
        skin: Skin,
        book: Book,
        closer: CloserLook,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        from nornir_desk.desk.leaderboard.plot.canvas import PlotCanvas

        self._session, self._skin, self._closer = session, skin, closer
        self._view: PlotView | None = None
        self._points: dict[str, PlotPoint] = {}
        self.axis = AxisRow(session, skin, book)
        self.canvas = PlotCanvas(skin)
        self.sentence = Word(skin, (12, 400), "text2", Qt.AlignmentFlag.AlignHCenter)
        self.nothing = Word(skin, (13, 400), "text2", Qt.AlignmentFlag.AlignHCenter)
        self.footer = Footer(skin)
        self._lay_out()
        book.attach(self)
        self.setFocusProxy(self.canvas)
        self.setAccessibleName("Plot")
        self.canvas.picked.connect(session.select_cell)
        self.canvas.hover_changed.connect(self._show_cell)
        session.run_changed.connect(self._take)
        session.selection_changed.connect(self._select)
        session.choices_changed.connect(self._other_choices)
        skin.changed.connect(self._restyle)
        self._restyle()
        self._take()
        self._select()

    def _lay_out(self) -> None:
        below = QWidget()
        drawn = QVBoxLayout(below)
        drawn.setContentsMargins(0, 0, 0, 0)
        drawn.setSpacing(0)
        drawn.addWidget(self.canvas, 1)
        drawn.addWidget(self.sentence)
        drawn.addSpacing(6)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.axis)
        column.addLayout(self._stack, 1)
        # Only now: a stack without a parent would show its first page as a window of its own.
        self._stack.addWidget(below)
        self._stack.addWidget(self.nothing)
        column.addWidget(self.footer)

    def _other_choices(self, before: Choices) -> None:
        now = self._session.choices
        if (now.view, now.axis) != (before.view, before.axis):
            self._take()
        elif (now.log, now.front) != (before.log, before.front):
            self._show()

    def _take(self) -> None:
        # While another view is shown there is no plot; what was drawn waits for that.
        view = self._closer.plot
        if view is None and (self._session.choices.view != "plot" or self._session.reading):
            return
        self._view = view
        self._points = {point.cell: point for point in view.points} if view else {}
        self._show()
        self._show_cell()

    def _show(self) -> None:
        from nornir_desk.desk.leaderboard.plot.canvas import Drawn

        view, choices = self._view, self._session.choices
        why = nothing_drawn(view) if view else "nothing to draw: no cells"
        self.nothing.show_text(why)
        self._stack.setCurrentIndex(1 if why else 0)
        self.footer.show_not_drawn(footer(view) if view else "")
        self.axis.legend.show_agents(view.agents if view else ())
        if view is not None and not why:
            drawn = Drawn(self._session.run_id or "", view, log=choices.log, front=choices.front)
            self.canvas.show_plot(drawn)
            self._say()
            self.sentence.show_text(axis_sentence(view.axis, log=choices.log))

    def _select(self) -> None:
        selected = self._session.selected
        self.canvas.select(selected.cell if selected else None)
        self._show_cell()
        self._say()

    def _say(self) -> None:
        """Tell those who listen what is drawn and what is selected."""
        selected = self._session.selected
        told = [drawn_sentence(self._view)] if self._view else []
        if selected is not None:
            told.append(f"selected: {sentence(selected, len(self._session.cells))}")
        self.canvas.setAccessibleDescription("; ".join(told))

    def _show_cell(self) -> None:
        hovered = self._session.cell(self.canvas.hovered)
        cell = hovered or self._session.selected
        if cell is None:
            self.footer.show_cell("", "", selected=False)
            return
        figures = figures_line(cell, self._points.get(cell.cell))
        name = name_text(cell.agent, cell.model)
        self.footer.show_cell(name, figures, selected=cell == self._session.selected)

    def _restyle(self) -> None:
        self.canvas.restyle()
        palette = self.palette()
        palette.setColor(self.backgroundRole(), self._skin.colour("surface"))
        self.setPalette(palette)
        self.setAutoFillBackground(True)
