"""Draws the figures of two cells."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRectF, Qt
from PySide6.QtCore import QPersistentModelIndex as Persistent
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from nornir_desk.desk.leaderboard.compare.figures_model import COLUMNS, FiguresModel
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present.compare_rows import CompareRow

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_LEFT = _MIDDLE | Qt.AlignmentFlag.AlignLeft
_RIGHT = _MIDDLE | Qt.AlignmentFlag.AlignRight
_NAME_MAX = 400
_GAP = 12


class FiguresDelegate(QStyledItemDelegate):
    """Draws one cell of the table; the difference is green only where B is better.

    Args:
        skin: What it draws with.
        model: What it draws.
    """

    def __init__(self, skin: Skin, model: FiguresModel) -> None:
        super().__init__(model)
        self._skin, self._model = skin, model

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | Persistent
    ) -> None:
        """Draw it."""
        rect, row = QRectF(option.rect), self._model.rows[index.row()]
        column = COLUMNS[index.column()]
        if column == "label":
            self._text(painter, rect, row.label, ("text2", 400), _LEFT)
        elif column in ("a", "b"):
            text = row.a if column == "a" else row.b
            room = rect.adjusted(self._skin.px(_GAP), 0, 0, 0)
            self._text(painter, room, text, ("text", 500), _RIGHT)
        elif column == "delta":
            ink = ("green", 500) if row.better else ("text2", 400)
            self._text(painter, rect, row.delta, ink, _RIGHT)
        elif column == "bar":
            self._bar(painter, rect, row)
        elif row.chip:
            self._chip(painter, rect, row)

    def _text(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        ink: tuple[str, int],
        where: Qt.AlignmentFlag,
    ) -> None:
        skin = self._skin
        cut = Qt.TextElideMode.ElideMiddle
        part = one_line(text[:_NAME_MAX])
        painter.setFont(skin.font(12, ink[1]))
        painter.setPen(skin.colour(ink[0]))
        painter.drawText(
            rect, where, skin.metrics(12, ink[1]).elidedText(part, cut, rect.width() + 0.5)
        )

    def _bar(self, painter: QPainter, rect: QRectF, row: CompareRow) -> None:
        skin = self._skin
        middle, half = rect.center().x(), rect.width() / 2 - skin.px(_GAP)
        if row.share is None or half <= 0:
            return
        height = skin.px(8)
        top = rect.center().y() - height / 2
        bar = QRectF(middle, top, row.share * half, height).normalized()
        painter.fillRect(bar, skin.colour("green" if row.better else "bar"))
        painter.fillRect(
            QRectF(round(middle), rect.top() + 4, 1, rect.height() - 8), skin.colour("control")
        )

    def _chip(self, painter: QPainter, rect: QRectF, row: CompareRow) -> None:
        skin = self._skin
        width = skin.metrics(11, 500).horizontalAdvance(row.chip) + 2 * skin.px(8)
        height = skin.px(18)
        pill = QRectF(rect.left() + skin.px(_GAP), rect.center().y() - height / 2, width, height)
        fill, ink = ("green_soft", "green") if row.better else ("amber_soft", "amber")
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.colour(fill))
        painter.drawRoundedRect(pill, height / 2, height / 2)
        painter.setFont(skin.font(11, 500))
        painter.setPen(skin.colour(ink))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, row.chip)
        painter.restore()
