"""What the plot puts on its plane: lane, intervals, front and marks, in the theme's colours."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPen

from nornir_desk.desk.leaderboard.chart.drawing import Drawing, Spot
from nornir_desk.desk.leaderboard.plot.items import Plane
from nornir_desk.desk.theme.marks import agent_marks, mark_path
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.plot import PlotView

_MARK_PX = 10
_FRONT_PX, _INTERVAL_PX, _EDGE_PX = 1.6, 1.0, 1.5
_INTERVAL_ALPHA = 190


@dataclass(frozen=True, slots=True)
class Content:
    """A plot, how it is laid out, and the corners of its front; none where it is not drawn."""

    view: PlotView
    plane: Plane
    corners: tuple[tuple[float, float], ...]


def fill(drawing: Drawing, skin: Skin, content: Content) -> None:
    """Put a plot on a plane, in place of what was there."""
    drawing.clear()
    plane = content.plane
    if plane.lane is not None:
        drawing.add_lane(*plane.lane, skin.colour("surface2"))
    _add_intervals(drawing, skin, content)
    if content.corners:
        front = QPen(skin.colour("accent"), _FRONT_PX)
        drawing.add_curve(content.corners, front, smooth=True)
    if plane.placed:
        drawing.add_spots(_spots(skin, content), skin.px(_MARK_PX))


def _add_intervals(drawing: Drawing, skin: Skin, content: Content) -> None:
    ends: dict[str, list[tuple[float, float]]] = {}
    for placed in content.plane.placed:
        low, high = placed.point.score_low, placed.point.score_high
        if low is not None and high is not None:
            ends.setdefault(placed.point.agent, []).extend(((placed.x, low), (placed.x, high)))
    marks = agent_marks(skin.theme, content.view.agents)
    for agent, points in ends.items():
        colour = QColor(skin.colour(marks[agent].colour))
        colour.setAlpha(_INTERVAL_ALPHA)
        drawing.add_pairs(points, QPen(colour, _INTERVAL_PX))


def _spots(skin: Skin, content: Content) -> list[Spot]:
    looks = {}
    for agent, mark in agent_marks(skin.theme, content.view.agents).items():
        colour = skin.colour(mark.colour)
        looks[agent] = (mark_path(mark.shape), QPen(colour, _EDGE_PX), colour)
    hollow = skin.colour("surface")
    spots = []
    # What is on the front lies above what is not.
    for placed in sorted(content.plane.placed, key=lambda placed: placed.point.on_front):
        shape, pen, colour = looks[placed.point.agent]
        inside = colour if placed.point.on_front else hollow
        spots.append(Spot(placed.x, placed.y, shape, pen, inside))
    return spots
