"""The plot itself: points, intervals, the Pareto front, names, and what mouse and keys do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.leaderboard.chart.frame import ChartFrame, Span
from nornir_desk.desk.leaderboard.plot.annotate import Annotator
from nornir_desk.desk.leaderboard.plot.content import Content, fill
from nornir_desk.desk.leaderboard.plot.items import (
    Placed,
    Plane,
    axis_ticks,
    lay_out,
    nearest,
    steps,
)
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.plot import PlotView
from nornir_desk.present.ticks import score_ticks

_REACH_PX = 14
_TICK_X_PX, _TICK_Y_PX = 100, 44
_FORWARD = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the canvas is to show; ``run_id`` tells whose it is."""

    run_id: str
    view: PlotView
    log: bool
    front: bool

    @property
    def frame_of(self) -> tuple[str, str, bool]:
        """What zooming and panning belong to."""
        return (self.run_id, self.view.axis, self.log)


class PlotCanvas(ChartFrame):
    """Score against another figure, a mark a cell.

    Signals:
        picked: The name of a cell that was clicked, or moved to by a key.
        hover_changed: ``hovered``.
    """

    picked = Signal(str)
    hover_changed = Signal()

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(skin, parent)
        self._drawn: Drawn | None = None
        self._plane: Plane | None = None
        self._by_name: dict[str, Placed] = {}
        self._corners: tuple[tuple[float, float], ...] = ()
        self._pixels: list[tuple[float, float]] | None = None
        self._uprights: list[QRectF] | None = None
        self._annotator = Annotator(skin)
        self._selected: str | None = None
        self._hovered: str | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Plot")
        self.paint_above(self._paint_above)
        self.ranged.connect(self._other_range)
        self.pointed.connect(self._point_at)
        self.clicked.connect(self._click)

    @property
    def hovered(self) -> str | None:
        """The name of the cell under the pointer."""
        return self._hovered

    @property
    def plane(self) -> Plane | None:
        """How the points are laid out; None until something was shown."""
        return self._plane

    def show_plot(self, drawn: Drawn) -> None:
        """Show a plot; zoom and pan are kept while run and axis stay."""
        before, self._drawn = self._drawn, drawn
        if before == drawn:
            return
        self._plane = plane = lay_out(drawn.view, log=drawn.log)
        self._by_name = {placed.point.cell: placed for placed in plane.placed}
        self._fill()
        same = before is not None and before.frame_of == drawn.frame_of
        self.set_home(Span(*plane.x, *plane.y), go=not (same and self.moved))
        self._hover(None)
        self._other_range()

    def select(self, name: str | None) -> None:
        """Ring a cell."""
        self._selected = name
        self.repaint_above()

    def restyle(self) -> None:
        """Take colours, fonts and sizes of the theme of the moment."""
        super().restyle()
        if getattr(self, "_drawn", None) is not None:
            self._fill()
            self._other_range()

    def pixel_of(self, name: str) -> QPointF | None:
        """Return where in this widget's pixels a cell's mark is; None where it is not drawn."""
        placed = self._by_name.get(name)
        return None if placed is None else self.pixel(placed.x, placed.y)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the selection along the axis."""
        key = Qt.Key(event.key())
        here = self._by_name.get(self._selected or "")
        to: Placed | None = None
        if self._plane is not None and key in _FORWARD:
            to = nearest(self._plane, here, forward=_FORWARD[key])
        elif self._plane is not None and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            to = nearest(self._plane, None, forward=key == Qt.Key.Key_Home)
        if to is None:
            super().keyPressEvent(event)
        else:
            self.picked.emit(to.point.cell)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.repaint_above()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus went."""
        super().focusOutEvent(event)
        self.repaint_above()

    def _fill(self) -> None:
        plane, drawn = self._plane, self._drawn
        if plane is not None and drawn is not None:
            self._corners = steps(drawn.view, plane) if drawn.front else ()
            fill(self.drawing, self._skin, Content(drawn.view, plane, self._corners))

    def _other_range(self) -> None:
        self._pixels = self._uprights = None
        plane, drawn = self._plane, self._drawn
        if plane is None or drawn is None:
            return
        span, area = self.span, self.area
        wide = max(2, int(area.width() / self._skin.px(_TICK_X_PX)))
        high = max(2, int(area.height() / self._skin.px(_TICK_Y_PX)))
        bottom = axis_ticks(drawn.view, plane, (span.left, span.right), wide)
        self.set_ticks(bottom, score_ticks(span.bottom, span.top, high))
        self.repaint_above()

    def _near(self, at: QPointF) -> str | None:
        """Return the cell whose mark is within reach."""
        if self._plane is None or not self._plane.placed or not self.area.contains(at):
            return None
        x, y = at.x(), at.y()
        far = [(px - x) ** 2 + (py - y) ** 2 for px, py in self._marks_at()]
        best = min(far)
        within = best <= self._skin.px(_REACH_PX) ** 2
        return self._plane.placed[far.index(best)].point.cell if within else None

    def _marks_at(self) -> list[tuple[float, float]]:
        """Return the middles of all marks in pixels, worked out once for each range."""
        if self._pixels is None:
            placed = self._plane.placed if self._plane else ()
            self._pixels = self._in_pixels([(one.x, one.y) for one in placed])
        return self._pixels

    def _uprights_at(self) -> list[QRectF]:
        """Return where the intervals are in pixels, worked out once for each range."""
        if self._uprights is None:
            self._uprights = []
            for placed in self._plane.placed if self._plane else ():
                low, high = placed.point.score_low, placed.point.score_high
                if low is not None and high is not None:
                    ends = QRectF(self.pixel(placed.x, high), self.pixel(placed.x, low))
                    self._uprights.append(ends.adjusted(-1, 0, 1, 0))
        return self._uprights

    def _in_pixels(self, places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        points = (self.pixel(x, y) for x, y in places)
        return [(point.x(), point.y()) for point in points]

    def _point_at(self, at: QPointF | None) -> None:
        self._hover(None if at is None else self._near(at))

    def _hover(self, name: str | None) -> None:
        if name != self._hovered:
            self._hovered = name
            self.repaint_above()
            self.hover_changed.emit()

    def _click(self, at: QPointF, double: bool) -> None:
        name = self._near(at)
        if name is not None:
            self.picked.emit(name)
        elif double:
            self.go_home()

    def _paint_above(self, painter: QPainter) -> None:
        if self._plane is None or self._drawn is None:
            return
        self._annotator.avoid(self._marks_at(), self._uprights_at(), self._in_pixels(self._corners))
        shown = [p for p in self._plane.placed if self._is_named(p)]
        self._annotator.paint(painter, self, shown, (self._selected, self._hovered))
        self._annotator.paint_title(painter, "score", self.area)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._skin.colour("accent"), 2))
            painter.drawRect(self.area.adjusted(1, 1, -1, -1))

    def _is_named(self, placed: Placed) -> bool:
        point = placed.point
        front = point.on_front and self._drawn is not None and self._drawn.front
        return front or point.rank == 1 or point.cell in (self._selected, self._hovered)
