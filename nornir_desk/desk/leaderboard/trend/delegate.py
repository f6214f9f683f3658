"""How a run of the trend's table is drawn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from nornir_desk.desk.leaderboard.trend.model import (
    BAR,
    COST,
    DELTA,
    LATENCY,
    RANK,
    RUN,
    SCORE,
    SPEED,
    STATUS,
    RunsModel,
)
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.formats import UNKNOWN
from nornir_desk.present.status import FAILED, OK
from nornir_desk.present.trend import TrendPoint
from nornir_desk.present.trend_text import TrendLine

ROW = 28
_PAD, _SPREAD, _ICON, _FIRST = 12, 50, 12, 16
_TRACK, _TICK_W, _TICK_H = 3, 2, 8
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

Font = tuple[int, int]
Draw = Callable[[QPainter, QRectF, TrendPoint, TrendLine], None]


class RunDelegate(QStyledItemDelegate):
    """Draws a cell of the table.

    Attributes:
        shown: The row of the run that the window shows; -1 = none.
        hovered: The row under the pointer; -1 = none.
        focused: The row that the keys are on; -1 = none, or the focus is elsewhere.
    """

    def __init__(self, skin: Skin, model: RunsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._model = model
        self._elided: dict[tuple[str, int], str] = {}
        self.shown = self.hovered = self.focused = -1
        self._draw: dict[int, Draw] = {
            RUN: self._run,
            BAR: self._bar,
            SCORE: self._score,
            DELTA: self._delta,
            RANK: lambda p, r, _, line: self._figure(p, r, line.rank),
            SPEED: lambda p, r, _, line: self._figure(p, r, line.speed),
            LATENCY: lambda p, r, _, line: self._figure(p, r, line.latency),
            COST: lambda p, r, _, line: self._figure(p, r, line.cost),
            STATUS: self._status,
        }

    def forget(self) -> None:
        """Forget what was made for another theme or other runs."""
        self._elided.clear()

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return a row's height."""
        return QSize(self._skin.px(80), self._skin.px(ROW))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one cell."""
        row, column = index.row(), index.column()
        point, line = self._model.point(row), self._model.line(row)
        if point is None or line is None:
            return
        rect = QRectF(option.rect)
        self._ground(painter, rect, row, column)
        self._draw[column](painter, rect, point, line)

    def _ground(self, painter: QPainter, rect: QRectF, row: int, column: int) -> None:
        skin = self._skin
        if row == self.shown:
            painter.fillRect(rect, skin.colour("accent_soft"))
        elif row == self.hovered:
            painter.fillRect(rect, skin.colour("hover"))
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, skin.colour("line"))
        accent = skin.colour("accent")
        if row == self.shown and column == RUN:
            painter.fillRect(QRectF(rect.left(), rect.top(), skin.px(3), rect.height()), accent)
        if row == self.focused:
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 2), accent)
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), accent)
            if column == STATUS:
                painter.fillRect(QRectF(rect.right() - 2, rect.top(), 2, rect.height()), accent)
            if column == RUN:
                painter.fillRect(QRectF(rect.left(), rect.top(), 2, rect.height()), accent)

    def _run(self, painter: QPainter, rect: QRectF, _: TrendPoint, line: TrendLine) -> None:
        skin = self._skin
        left = rect.left() + skin.px(_FIRST)
        width = skin.metrics(13, 500).horizontalAdvance(line.when)
        where = QRectF(left, rect.top(), rect.right() - left, rect.height())
        self._write(painter, where, line.when, ((13, 500), "text"))
        where.setLeft(left + width + skin.px(_PAD))
        painter.setFont(skin.font(11, mono=True))
        painter.setPen(skin.colour("text3"))
        painter.drawText(where, _LEFT, line.number)

    def _bar(self, painter: QPainter, rect: QRectF, point: TrendPoint, _: TrendLine) -> None:
        skin, cell = self._skin, point.cell
        left, width = rect.left() + skin.px(_PAD), rect.width() - skin.px(2 * _PAD)
        if cell.score is None or width <= 0:
            return
        middle, high = rect.center().y(), skin.px(_TRACK)
        painter.fillRect(QRectF(left, middle - high / 2, width, high), skin.track())
        if cell.score_low is not None and cell.score_high is not None:
            low, far = max(cell.score_low, 0.0) * width, min(cell.score_high, 1.0) * width
            band = QRectF(left + low, middle - high / 2, far - low, high)
            painter.fillRect(band, skin.colour("bar"))
        thick, tall = skin.px(_TICK_W), skin.px(_TICK_H)
        at = round(left + cell.score * (width - thick))
        painter.fillRect(QRectF(at, middle - tall / 2, thick, tall), skin.colour("text"))

    def _score(self, painter: QPainter, rect: QRectF, _: TrendPoint, line: TrendLine) -> None:
        spread = self._skin.px(_SPREAD)
        where = QRectF(rect.left(), rect.top(), rect.width() - spread, rect.height())
        colour = "text3" if line.score == UNKNOWN else "text"
        self._write(painter, where, line.score, ((13, 600), colour), _RIGHT)
        where = QRectF(rect.right() - spread, rect.top(), spread, rect.height())
        self._write(painter, where, line.half_width, ((11, 400), "text3"), _RIGHT)

    def _delta(self, painter: QPainter, rect: QRectF, _: TrendPoint, line: TrendLine) -> None:
        where = rect.adjusted(0, 0, -self._skin.px(_PAD), 0)
        colour = "green" if line.better else "text2"
        self._write(painter, where, line.delta, ((13, 400), colour), _RIGHT)

    def _figure(self, painter: QPainter, rect: QRectF, text: str) -> None:
        where = rect.adjusted(0, 0, -self._skin.px(_PAD), 0)
        colour = "text3" if text == UNKNOWN else "text"
        self._write(painter, where, text, ((13, 400), colour), _RIGHT)

    def _status(self, painter: QPainter, rect: QRectF, _: TrendPoint, line: TrendLine) -> None:
        skin = self._skin
        icon, colour = {OK: ("check", "green"), FAILED: ("cross", "red")}.get(
            line.status, ("info", "text3")
        )
        left, edge = rect.left() + skin.px(_PAD), skin.px(_ICON)
        ratio = painter.device().devicePixelRatioF()
        top = int(rect.center().y() - edge / 2)
        painter.drawPixmap(int(left), top, skin.pixmap(icon, colour, _ICON, ratio))
        where = rect.adjusted(skin.px(_PAD + 6) + edge, 0, -4, 0)
        self._write(painter, where, line.status, ((12, 500), colour))
        used = skin.metrics(12, 500).horizontalAdvance(line.status)
        where.setLeft(where.left() + used + skin.px(8))
        cause = self._short(line.cause, int(where.width()))
        self._write(painter, where, cause, ((12, 400), "text3"))

    def _short(self, text: str, width: int) -> str:
        """Return a text elided, worked out once."""
        if not text or width <= 0:
            return ""
        found = self._elided.get((text, width))
        if found is None:
            metrics = self._skin.metrics(12)
            found = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            self._elided[text, width] = found
        return found

    def _write(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        look: tuple[Font, str],
        align: Qt.AlignmentFlag = _LEFT,
    ) -> None:
        painter.setFont(self._skin.font(*look[0]))
        painter.setPen(self._skin.colour(look[1]))
        painter.drawText(rect, align, text)
