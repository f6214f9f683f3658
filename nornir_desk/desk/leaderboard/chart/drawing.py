"""Lines, bands and marks on the plane of a chart.

Like ``frame`` it imports pyqtgraph: import it when a chart is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg  # type: ignore[import-untyped]  # it ships no types
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen, QTransform


@dataclass(frozen=True, slots=True)
class Spot:
    """One mark: where, its outline within -1..1, its edge and what fills it."""

    x: float
    y: float
    shape: QPainterPath
    pen: QPen
    fill: QColor


class Drawing:
    """What was put on the plane of a chart; sizes of pens and marks are in pixels.

    Args:
        box: pyqtgraph's view box.
    """

    def __init__(self, box: Any) -> None:
        self._box = box
        self._items: list[Any] = []

    def clear(self) -> None:
        """Take everything away that was put in."""
        for item in self._items:
            self._box.removeItem(item)
        self._items.clear()

    def add_curve(self, points: Sequence[tuple[float, float]], pen: QPen, *, smooth: bool) -> None:
        """Put a line through points."""
        self._add_curve(points, pen, "all", smooth=smooth)

    def add_pairs(self, points: Sequence[tuple[float, float]], pen: QPen) -> None:
        """Put a line from each even point to the next."""
        self._add_curve(points, pen, "pairs", smooth=False)

    def add_band(self, points: Sequence[tuple[float, float, float]], colour: QColor) -> None:
        """Fill between two lines; each point is x, low and high."""
        xs = [x for x, _, _ in points]
        lines = [pg.PlotCurveItem(x=xs, y=[p[at] for p in points], pen=None) for at in (1, 2)]
        band = pg.FillBetweenItem(*lines, brush=colour, pen=None)
        for item in (*lines, band):
            self._add(item)

    def add_lane(self, left: float, right: float, colour: QColor) -> None:
        """Shade what lies between two places of the horizontal axis, from edge to edge."""
        lane = pg.LinearRegionItem((left, right), movable=False, brush=colour, pen=None)
        for line in lane.lines:
            line.setPen(None)
        lane.setZValue(-20)
        self._add(lane)

    def add_upright(self, x: float, pen: QPen) -> None:
        """Put an upright line from edge to edge."""
        self._add(pg.InfiniteLine(pos=x, angle=90, movable=False, pen=_by_pixel(pen)))

    def add_spots(self, spots: Sequence[Spot], size: int) -> None:
        """Put marks."""
        # pyqtgraph draws a mark once for each outline, pen and brush by their identity: make few.
        shapes = {id(spot.shape): spot.shape for spot in spots}
        half = {key: _halved(shape) for key, shape in shapes.items()}
        brushes = {id(spot.fill): QBrush(spot.fill) for spot in spots}
        for pen in {id(spot.pen): spot.pen for spot in spots}.values():
            _by_pixel(pen)
        self._add(
            pg.ScatterPlotItem(
                x=[spot.x for spot in spots],
                y=[spot.y for spot in spots],
                symbol=[half[id(spot.shape)] for spot in spots],
                pen=[spot.pen for spot in spots],
                brush=[brushes[id(spot.fill)] for spot in spots],
                size=size,
                pxMode=True,
                antialias=True,
            )
        )

    def _add(self, item: Any) -> None:
        self._items.append(item)
        self._box.addItem(item, ignoreBounds=True)

    def _add_curve(
        self, points: Sequence[tuple[float, float]], pen: QPen, connect: str, *, smooth: bool
    ) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self._add(
            pg.PlotCurveItem(x=xs, y=ys, pen=_by_pixel(pen), connect=connect, antialias=smooth)
        )


def _halved(shape: QPainterPath) -> QPainterPath:
    # pyqtgraph's outlines lie within -0.5..0.5.
    return QTransform.fromScale(0.5, 0.5).map(shape)


def _by_pixel(pen: QPen) -> QPen:
    # Else its width would be one in the axes' units.
    pen.setCosmetic(True)
    return pen
