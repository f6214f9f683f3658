"""Rings and names above the plot's marks, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen

from nornir_desk.desk.leaderboard.plot.items import Placed
from nornir_desk.desk.leaderboard.plot.labels import Name, Obstacles, place_names
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats
from nornir_desk.present.plot import PlotPoint
from nornir_desk.present.point_text import name_text

_RING_PX, _HOVER_PX, _GAP_PX = 11, 9, 13
_NAME_PX, _TITLE_PX = 280, 14
_MOST = 40  # names; more cannot be read
_MANY_MARKS = 400  # where there are more, a name cannot but cover some

Picked = tuple[str | None, str | None]


class Plane(Protocol):
    """Where places of the plot are on the screen."""

    @property
    def area(self) -> QRectF:
        """Where the points are, in pixels."""
        ...

    def pixel(self, x: float, y: float) -> QPointF:
        """Return where a place of the plane is, in pixels."""
        ...


class Annotator:
    """Draws what belongs to a few points: the winner, the front, the selected, the hovered."""

    def __init__(self, skin: Skin) -> None:
        self._skin = skin
        self._marks: Sequence[tuple[float, float]] = ()
        self._uprights: Sequence[QRectF] = ()
        self._line: Sequence[tuple[float, float]] = ()

    def avoid(
        self,
        marks: Sequence[tuple[float, float]],
        uprights: Sequence[QRectF],
        line: Sequence[tuple[float, float]],
    ) -> None:
        """Let names keep off what is drawn.

        Args:
            marks: The middles of all marks, in pixels.
            uprights: The intervals, in pixels.
            line: The corners of the front, in pixels; from each to the next it is level or upright.
        """
        self._marks, self._uprights, self._line = marks, uprights, line

    def paint(
        self, painter: QPainter, plane: Plane, points: Sequence[Placed], picked: Picked
    ) -> None:
        """Draw.

        Args:
            painter: Where to.
            plane: Where the points are on the screen.
            points: Those that get a name.
            picked: The names of the selected and of the hovered cell.
        """
        area = plane.area
        seen = [(p.point, plane.pixel(p.x, p.y)) for p in points]
        seen = [(point, at) for point, at in seen if area.contains(at)]
        painter.setClipRect(area)
        self._rings(painter, seen, picked)
        seen.sort(key=lambda one: _weight(one[0], picked))
        self._names(painter, seen[:_MOST], area, picked)
        painter.setClipping(False)

    def paint_title(self, painter: QPainter, text: str, area: QRectF) -> None:
        """Draw what the vertical axis shows, upright left of its ticks."""
        painter.save()
        painter.translate(self._skin.px(_TITLE_PX), area.center().y())
        painter.rotate(-90)
        painter.setFont(self._skin.font(11))
        painter.setPen(self._skin.colour("text2"))
        long, high = area.height(), self._skin.px(2 * _TITLE_PX)
        where = QRectF(-long / 2, -high / 2, long, high)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()

    def _rings(
        self, painter: QPainter, seen: Sequence[tuple[PlotPoint, QPointF]], picked: Picked
    ) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for point, at in seen:
            radius = self._skin.px(_RING_PX)
            if point.rank == 1:
                painter.setPen(QPen(self._skin.colour("gold_edge"), 2))
                painter.drawEllipse(at, radius, radius)
                radius += 3
            if point.cell == picked[0]:
                painter.setPen(QPen(self._skin.colour("accent"), 2))
                painter.drawEllipse(at, radius, radius)
            elif point.cell == picked[1]:
                painter.setPen(QPen(self._skin.colour("control"), 1))
                painter.drawEllipse(at, self._skin.px(_HOVER_PX), self._skin.px(_HOVER_PX))

    def _names(
        self,
        painter: QPainter,
        seen: Sequence[tuple[PlotPoint, QPointF]],
        area: QRectF,
        picked: Picked,
    ) -> None:
        texts = {point.cell: self._text(point) for point, _ in seen}
        names = []
        for point, at in seen:
            metrics = self._skin.metrics(*_font(point))
            size = QSizeF(metrics.horizontalAdvance(texts[point.cell]) + 2, metrics.height())
            names.append(Name(point.cell, at, size, must=point.cell in picked))
        places = place_names(names, self._obstacles(area), area, self._skin.px(_GAP_PX))
        back = self._skin.colour("surface")
        for point, _ in seen:
            place = places.get(point.cell)
            if place is None:
                continue
            if point.cell in picked:
                # It may have to stand on what it covers.
                painter.fillRect(place, back)
            painter.setFont(self._skin.font(*_font(point)))
            painter.setPen(self._skin.colour("gold_text" if point.rank == 1 else "text"))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, texts[point.cell])

    def _obstacles(self, area: QRectF) -> Obstacles:
        size = self._skin.px(_GAP_PX)
        marks = [at for at in self._marks if area.contains(*at)]
        near = marks if len(marks) <= _MANY_MARKS else []
        boxes = [QRectF(x - size / 2, y - size / 2, size, size) for x, y in near]
        for (x, y), (to_x, to_y) in pairwise(self._line):
            box = QRectF(QPointF(x, y), QPointF(to_x, to_y)).normalized()
            boxes.append(box.adjusted(-1, -1, 1, 1))
        return Obstacles(boxes, self._uprights if near else ())

    def _text(self, point: PlotPoint) -> str:
        elided = self._skin.metrics(*_font(point)).elidedText(
            name_text(point.agent, point.model), Qt.TextElideMode.ElideMiddle, self._skin.px(_NAME_PX)
        )  # fmt: skip
        return f"{elided}  {formats.score(point.score)}" if point.rank == 1 else elided


def _font(point: PlotPoint) -> tuple[int, int]:
    return (12, 600) if point.rank == 1 else (11, 500)


def _weight(point: PlotPoint, picked: Picked) -> tuple[bool, bool, int]:
    """Return what sorts the names that matter most first."""
    return (point.cell not in picked, point.rank != 1, point.rank)
