"""The trend's chart: a cell's scores, their intervals, and each run's winner."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.leaderboard.chart.drawing import Spot
from nornir_desk.desk.leaderboard.chart.frame import ChartFrame, Span
from nornir_desk.desk.leaderboard.trend.annotate import TrendAnnotator
from nornir_desk.desk.leaderboard.trend.layout import (
    bands,
    cell_lines,
    ends,
    thinned,
    winner_lines,
)
from nornir_desk.desk.theme.marks import Mark, mark_path
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.ticks import score_ticks
from nornir_desk.present.trend import TrendView
from nornir_desk.present.trend_text import tick_texts

_MARK_PX, _REACH_PX = 9, 16
_LINE_PX, _WINNER_PX = 2.0, 1.4
_BAND_ALPHA = 38
_TICK_GAP_PX, _TICK_Y_PX = 14, 44


@dataclass(frozen=True, slots=True)
class DrawnTrend:
    """What the chart is to show.

    Attributes:
        view: The trend.
        mark: Its agent's mark.
        winners: Draw each run's winner too?
        now_micros: The time now.
        zone: Where the reader is.
    """

    view: TrendView
    mark: Mark
    winners: bool
    now_micros: int
    zone: tzinfo | None


class TrendCanvas(ChartFrame):
    """One cell over the runs of its task.

    Signals:
        picked: The id of a run whose mark was clicked.
    """

    picked = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(skin, parent)
        self._drawn: DrawnTrend | None = None
        self._above = TrendAnnotator(skin, self)
        self.hold_still()
        self.setAccessibleName("Trend")
        self.paint_above(self._above.paint)
        self.ranged.connect(self._other_range)
        self.clicked.connect(self._click)

    def show_trend(self, drawn: DrawnTrend) -> None:
        """Show a trend."""
        if drawn != self._drawn:
            self._drawn = drawn
            self._fill()

    def select(self, run_id: str | None) -> None:
        """Ring the cell's mark in a run."""
        self._above.run_id = run_id
        self.repaint_above()

    def restyle(self) -> None:
        """Take colours, fonts and sizes of the theme of the moment."""
        super().restyle()
        if getattr(self, "_drawn", None) is not None:
            self._fill()

    def _fill(self) -> None:
        self.drawing.clear()
        drawn = self._drawn
        if drawn is None:
            return
        self._add_bands(drawn)
        self._add_lines(drawn)
        self._add_cell(drawn)
        self._above.show_points(drawn.view, winners=drawn.winners)
        x, y = ends(drawn.view.points, winners=drawn.winners)
        self.set_home(Span(*x, *y), go=True)
        self._other_range()

    def _add_lines(self, drawn: DrawnTrend) -> None:
        skin = self._skin
        dotted = QPen(skin.colour("text3"), 1, Qt.PenStyle.DotLine)
        for at, point in enumerate(drawn.view.points):
            if point.driver_before is not None:
                self.drawing.add_upright(at - 0.5, QPen(dotted))
        gold = QPen(skin.colour("gold_edge"), _WINNER_PX, Qt.PenStyle.DashLine)
        for line in winner_lines(drawn.view.points) if drawn.winners else ():
            self.drawing.add_curve(line, QPen(gold), smooth=True)

    def _add_cell(self, drawn: DrawnTrend) -> None:
        skin, colour = self._skin, self._skin.colour(drawn.mark.colour)
        lines = cell_lines(drawn.view.points)
        for line in lines:
            self.drawing.add_curve(line, QPen(colour, _LINE_PX), smooth=True)
        edge, shape = QPen(skin.colour("surface"), 1), mark_path(drawn.mark.shape)
        spots = [Spot(x, y, shape, edge, colour) for line in lines for x, y in line]
        if spots:
            self.drawing.add_spots(spots, skin.px(_MARK_PX))

    def _add_bands(self, drawn: DrawnTrend) -> None:
        colour = self._skin.colour(drawn.mark.colour)
        soft = QColor(colour)
        soft.setAlpha(_BAND_ALPHA)
        for band in bands(drawn.view.points):
            if len(band) > 1:
                self.drawing.add_band(band, soft)
            else:
                x, low, high = band[0]
                self.drawing.add_pairs([(x, low), (x, high)], QPen(colour, 1))

    def _other_range(self) -> None:
        drawn = self._drawn
        if drawn is None:
            return
        span, area = self.span, self.area
        count = len(drawn.view.points)
        room = area.width() * count / max(span.right - span.left, 1)
        days = set(tick_texts(drawn.view, range(count), drawn.now_micros, drawn.zone))
        wide = max((self._skin.metrics(11).horizontalAdvance(day) for day in days), default=1.0)
        shown = thinned(count, max(1, int(room / (wide + self._skin.px(_TICK_GAP_PX)))))
        texts = tick_texts(drawn.view, shown, drawn.now_micros, drawn.zone)
        high = max(2, int(area.height() / self._skin.px(_TICK_Y_PX)))
        self.set_ticks(
            list(zip([float(at) for at in shown], texts, strict=True)),
            score_ticks(span.bottom, span.top, high),
        )
        self.repaint_above()

    def _click(self, at: QPointF) -> None:
        drawn = self._drawn
        if drawn is None or not self.area.contains(at):
            return
        reach = self._skin.px(_REACH_PX)
        for index, point in enumerate(drawn.view.points):
            # A failed run has no height of its own: anywhere above its cross counts.
            score = point.cell.score
            mark = self.pixel(index, 0.0 if score is None else score)
            near_y = score is None or abs(mark.y() - at.y()) <= reach
            if abs(mark.x() - at.x()) <= reach and near_y:
                self.picked.emit(point.run_id)
                return
