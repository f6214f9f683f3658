"""What stands above the trend's lines, in pixels: ends, failures, other drivers, the run shown."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats
from nornir_desk.present.trend import TrendPoint, TrendView
from nornir_desk.present.trend_text import driver_change, failure_text

_CROSS_PX, _CROSS_UP_PX, _RING_PX, _GAP_PX = 12, 22, 9, 10
_LABEL_PX, _LINE_PX, _TOP_PX, _TITLE_PX = 260, 17, 16, 14


class Plane(Protocol):
    """Where places of the chart are on the screen."""

    @property
    def area(self) -> QRectF:
        """Where the lines are, in pixels."""
        ...

    def pixel(self, x: float, y: float) -> QPointF:
        """Return where a place of the plane is, in pixels."""
        ...


class TrendAnnotator:
    """Draws the words of a trend.

    Attributes:
        run_id: The run that the window shows.
    """

    def __init__(self, skin: Skin, plane: Plane) -> None:
        self._skin = skin
        self._plane = plane
        self._view: TrendView | None = None
        self._winners = False
        self.run_id: str | None = None

    def show_points(self, view: TrendView, *, winners: bool) -> None:
        """Take another trend."""
        self._view, self._winners = view, winners

    def paint(self, painter: QPainter) -> None:
        """Draw."""
        if self._view is None:
            return
        self._title(painter)
        self._failures(painter, self._view.points)
        self._drivers(painter, self._view.points)
        self._ring(painter, self._view.points)
        self._ends(painter, self._view.points)

    def _failures(self, painter: QPainter, points: tuple[TrendPoint, ...]) -> None:
        skin, area = self._skin, self._plane.area
        y = area.bottom() - skin.px(_CROSS_UP_PX)
        half, free_from = skin.px(_CROSS_PX) / 2, area.left()
        ratio = painter.device().devicePixelRatioF()
        at = [self._plane.pixel(place, 0.0).x() for place in range(len(points))]
        broken = [place for place, point in enumerate(points) if point.cell.score is None]
        for k, place in enumerate(broken):
            x, failed = at[place], not points[place].cell.ok
            if failed:
                cross = skin.pixmap("cross", "red", _CROSS_PX, ratio)
                painter.drawPixmap(QPointF(x - half, y - half), cross)
            text = failure_text(points[place]) if failed else "unscored"
            left = x + half + skin.px(5) if failed else x - half
            following = at[broken[k + 1]] - half if k + 1 < len(broken) else area.right()
            room = min(following - skin.px(_GAP_PX) - left, skin.px(_LABEL_PX))
            if left >= free_from and room > skin.px(_LINE_PX * 2):
                where = QRectF(left, y - skin.px(_LINE_PX) / 2, room, skin.px(_LINE_PX))
                colour = "red" if failed else "text3"
                free_from = left + self._write(painter, where, text, (11, 500), colour)

    def _drivers(self, painter: QPainter, points: tuple[TrendPoint, ...]) -> None:
        skin, area = self._skin, self._plane.area
        free_from = area.left()
        for place, point in enumerate(points):
            left = self._plane.pixel(place - 0.5, 0.0).x() + skin.px(8)
            text = driver_change(point)
            if not text or left < free_from:
                continue
            room = QRectF(
                left, area.top() + skin.px(_TOP_PX),
                min(area.right() - left, skin.px(_LABEL_PX)), skin.px(_LINE_PX),
            )  # fmt: skip
            free_from = left + self._write(painter, room, text, (11, 500), "text2")
            free_from += skin.px(_GAP_PX)

    def _ring(self, painter: QPainter, points: tuple[TrendPoint, ...]) -> None:
        for place, point in enumerate(points):
            if point.run_id == self.run_id and point.cell.score is not None:
                radius = self._skin.px(_RING_PX)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self._skin.colour("accent"), 2))
                painter.drawEllipse(self._plane.pixel(place, point.cell.score), radius, radius)

    def _ends(self, painter: QPainter, points: tuple[TrendPoint, ...]) -> None:
        """Write the last figures beside the lines' ends, one above the other."""
        skin, told = self._skin, []
        cell_at = next(
            (k for k in range(len(points))[::-1] if points[k].cell.score is not None), None
        )
        if cell_at is not None:
            cell = points[cell_at].cell
            spread = formats.half_width(cell.score_low, cell.score_high)
            text = f"{formats.score(cell.score)} {spread}".rstrip()
            told.append((cell_at, cell.score or 0.0, text, (12, 600), "text"))
        last = len(points) - 1
        winner = points[last].winner_score if points and self._winners else None
        if winner is not None and points[last].winner != self._own_name():
            text = f"{formats.score(winner)} winner"
            told.append((last, winner, text, (11, 500), "gold_text"))
        places = [self._plane.pixel(at, score) for at, score, *_ in told]
        ys = _apart([place.y() for place in places], skin.px(_LINE_PX))
        for place, y, (_, _, text, font, colour) in zip(places, ys, told, strict=True):
            left = place.x() + skin.px(_GAP_PX + 4)
            room = QRectF(left, y - skin.px(_LINE_PX) / 2, skin.px(160), skin.px(_LINE_PX))
            self._write(painter, room, text, font, colour)

    def _own_name(self) -> str:
        return self._view.cell if self._view else ""

    def _title(self, painter: QPainter) -> None:
        area = self._plane.area
        painter.save()
        painter.translate(self._skin.px(_TITLE_PX), area.center().y())
        painter.rotate(-90)
        where = QRectF(-area.height() / 2, -self._skin.px(_TITLE_PX), area.height(), 0)
        where.setHeight(self._skin.px(2 * _TITLE_PX))
        painter.setFont(self._skin.font(11))
        painter.setPen(self._skin.colour("text2"))
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, "score")
        painter.restore()

    def _write(
        self, painter: QPainter, room: QRectF, text: str, font: tuple[int, int], colour: str
    ) -> float:
        """Write a text into its room; return how wide it came out."""
        metrics = self._skin.metrics(*font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.setFont(self._skin.font(*font))
        painter.setPen(self._skin.colour(colour))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)


def _apart(ys: list[float], least: float) -> list[float]:
    """Return two heights moved apart where they are too close."""
    if len(ys) != 2 or abs(ys[0] - ys[1]) >= least:  # noqa: PLR2004  # a cell and its winner
        return ys
    middle, down = sum(ys) / 2, ys[0] >= ys[1]
    return [middle + least / 2, middle - least / 2][:: 1 if down else -1]
