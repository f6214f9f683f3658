"""Where the plot's points stand on the plane: pure geometry, without Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from nornir_desk.present.plot import PlotPoint, PlotView
from nornir_desk.present.ticks import Tick, linear_ticks, log_ticks

_LANE = 0.17  # of the width of what is priced
_SIDE = 0.05
_FOOT, _HEAD = 0.05, 0.04
_LOWEST, _HIGHEST = -0.02, 1.03
_LEAST_WIDTH = {True: 0.3, False: 1e-6}


@dataclass(frozen=True, slots=True)
class Placed:
    """One point and where it stands; ``x`` is a power of ten on a logarithmic axis."""

    point: PlotPoint
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Plane:
    """The plot laid out.

    Attributes:
        log: Is the horizontal axis logarithmic?
        placed: The points, in the plot's order.
        lane: Left and right edge of the lane of what is free; None = nothing is.
        x: The horizontal axis' ends.
        y: The vertical axis' ends.
    """

    log: bool
    placed: tuple[Placed, ...]
    lane: tuple[float, float] | None
    x: tuple[float, float]
    y: tuple[float, float]


def lay_out(view: PlotView, *, log: bool) -> Plane:
    """Return where the points of a plot stand."""
    priced = [point for point in view.points if not _in_lane(point, log=log)]
    free = len(priced) < len(view.points)
    left, right = _ends([_along(point.x, log=log) for point in priced], log=log)
    if not log and priced and free:
        left = min(left, 0.0)
    width = right - left
    start = left - _SIDE * width
    lane = (start - _LANE * width, start) if free else None
    placed = []
    for point in view.points:
        at = _along(point.x, log=log)
        if lane is not None and _in_lane(point, log=log):
            at = (lane[0] + lane[1]) / 2
        placed.append(Placed(point, at, point.score))
    end = right + _SIDE * width if priced else start + width * _LANE
    return Plane(log, tuple(placed), lane, (lane[0] if lane else start, end), _heights(view.points))


def steps(view: PlotView, plane: Plane) -> tuple[tuple[float, float], ...]:
    """Return the line of the Pareto front, which runs on to the worse end of the axis."""
    by_name = {placed.point.cell: placed for placed in plane.placed}
    corners: list[tuple[float, float]] = []
    for name in view.front:
        placed = by_name[name]
        if corners:
            corners.append((placed.x, corners[-1][1]))
        corners.append((placed.x, placed.y))
    if corners:
        far = plane.x[0] if view.axis == "speed" else plane.x[1]
        corners.append((far, corners[-1][1]))
    return tuple(corners)


def axis_ticks(
    view: PlotView, plane: Plane, seen: tuple[float, float], most: int
) -> list[tuple[float, str]]:
    """Return the horizontal axis' ticks with their places.

    Args:
        view: The plot.
        plane: How it is laid out.
        seen: The part of the axis that is seen.
        most: How many ticks there is room for.
    """
    left, right = seen
    told: list[tuple[float, str]] = []
    if plane.lane is not None:
        told.append(((plane.lane[0] + plane.lane[1]) / 2, "free"))
        left = max(left, plane.lane[1])
    if all(placed.point.free for placed in plane.placed) or left >= right:
        return told
    return told + [
        (_along(t.value, log=plane.log), t.text) for t in _ticks(view, plane, (left, right), most)
    ]


def nearest(plane: Plane, to: Placed | None, *, forward: bool) -> Placed | None:
    """Return the point that follows another along the axis; without one, the first or the last."""
    ordered = sorted(plane.placed, key=lambda p: (p.x, p.y, p.point.cell))
    if not ordered:
        return None
    if to is None or to not in ordered:
        return ordered[0 if forward else -1]
    at = ordered.index(to) + (1 if forward else -1)
    return ordered[min(max(at, 0), len(ordered) - 1)]


def _ticks(view: PlotView, plane: Plane, seen: tuple[float, float], most: int) -> Sequence[Tick]:
    if not plane.log:
        return linear_ticks(view.axis, max(seen[0], 0.0), seen[1], most)
    return log_ticks(view.axis, 10.0 ** max(seen[0], -300.0), 10.0 ** min(seen[1], 300.0), most)


def _in_lane(point: PlotPoint, *, log: bool) -> bool:
    # A logarithm has no place for 0, whatever the axis is.
    return point.free or (log and point.x <= 0)


def _along(x: float, *, log: bool) -> float:
    return math.log10(x) if log and x > 0 else x


def _ends(xs: Sequence[float], *, log: bool) -> tuple[float, float]:
    if not xs:
        return (0.0, 1.0)
    left, right = min(xs), max(xs)
    least = _LEAST_WIDTH[log] if log else max(abs(right) * 0.2, _LEAST_WIDTH[log])
    short = max(least - (right - left), 0.0) / 2
    return (left - short, right + short)


def _heights(points: Sequence[PlotPoint]) -> tuple[float, float]:
    if not points:
        return (0.0, 1.0)
    lows = [p.score if p.score_low is None else p.score_low for p in points]
    highs = [p.score if p.score_high is None else p.score_high for p in points]
    low, high = min(lows), max(highs)
    height = max(high - low, 0.1)
    return (max(low - _FOOT * height, _LOWEST), min(high + _HEAD * height + 0.03, _HIGHEST))
