"""An agent's mark: a colour and a shape together, the same in every pane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import MARK_SHAPES, Theme


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape of ``MARK_SHAPES`` and a colour ``#RRGGBB``."""

    shape: str
    colour: str


def agent_mark(theme: Theme, place: int) -> Mark:
    """Return the mark of the agent at a place of the sorted agents; 25 agents differ."""
    count = len(MARK_SHAPES)
    return Mark(MARK_SHAPES[place % count], theme.agents[(place + place // count) % count])


def agent_marks(theme: Theme, agents: Sequence[str]) -> dict[str, Mark]:
    """Return the mark of each of the agents, which are sorted."""
    return {agent: agent_mark(theme, place) for place, agent in enumerate(agents)}


def draw_mark(painter: QPainter, skin: Skin, mark: Mark, rect: QRectF) -> None:
    """Fill ``rect`` with a mark."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center())
    painter.scale(rect.width() / 2, rect.height() / 2)
    painter.fillPath(mark_path(mark.shape), skin.colour(mark.colour))
    painter.restore()


@cache
def mark_path(shape: str) -> QPainterPath:
    """Return a mark's outline within -1..1 by -1..1; plots scale it."""
    path = QPainterPath()
    if shape == "circle":
        path.addEllipse(QPointF(0, 0), 0.95, 0.95)
        return path
    if shape == "square":
        path.addRect(QRectF(-0.85, -0.85, 1.7, 1.7))
        return path
    corners = {
        "triangle": ((0, -0.95), (1, 0.85), (-1, 0.85)),
        "diamond": ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
        "triangle-down": ((0, 0.95), (1, -0.85), (-1, -0.85)),
    }[shape]
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path
