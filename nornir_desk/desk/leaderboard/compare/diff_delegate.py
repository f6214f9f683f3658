"""Draws lines of a diff: number, gutter, text, and the words that differ."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt
from PySide6.QtCore import QPersistentModelIndex as Persistent
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nornir_desk.desk.leaderboard.compare.diff_model import DiffModel
from nornir_desk.desk.leaderboard.compare.line_layout import LineLayout
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.diff_text import ShownLine

TEXT_LEFT = 58
_NUMBER_RIGHT = 36
_GUTTER = {"both": "", "a": "A", "b": "B", "differs": "≠"}
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class DiffDelegate(QStyledItemDelegate):
    """Draws one side of a line.

    Args:
        skin: What it draws with.
        model: What it draws.
    """

    def __init__(self, skin: Skin, model: DiffModel) -> None:
        super().__init__(model)
        self._skin, self._model = skin, model
        self.layout = LineLayout(skin)
        # The rows of the difference on which the user is.
        self.current = range(0)
        skin.changed.connect(self.layout.forget)
        model.modelReset.connect(self.layout.forget)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | Persistent
    ) -> None:
        """Draw it."""
        skin, row, column = self._skin, index.row(), index.column()
        rect = QRectF(option.rect)
        line, shown = self._model.line(row), self._model.shown(row, column)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, skin.colour("accent_soft"))
        elif shown is None:
            painter.fillRect(rect, skin.colour("void"))
        elif line.side != "both":
            painter.fillRect(rect, skin.colour("diff"))
        if column == 0:
            painter.fillRect(
                QRectF(rect.right() - 1, rect.top(), 1, rect.height()), skin.colour("line")
            )
        if row in self.current:
            painter.fillRect(
                QRectF(rect.left(), rect.top(), skin.px(3), rect.height()), skin.colour("accent")
            )
        if shown is None:
            return
        self._draw_head(painter, rect, (line.b_number if column else line.a_number) or 0, line.side)
        painter.save()
        painter.setClipRect(rect.adjusted(skin.px(TEXT_LEFT) - 2, 0, -1 if column == 0 else 0, 0))
        self._draw_text(painter, rect, (row, column), shown)
        painter.restore()

    def _draw_head(self, painter: QPainter, rect: QRectF, number: int, side: str) -> None:
        skin = self._skin
        static = self.layout.number(number)
        painter.setFont(skin.font(11, mono=True))
        painter.setPen(skin.colour("text3"))
        size = static.size()
        left = rect.left() + skin.px(_NUMBER_RIGHT) - size.width()
        painter.drawStaticText(QPointF(left, rect.center().y() - size.height() / 2), static)
        if _GUTTER[side]:
            painter.setFont(skin.font(12, 600))
            painter.setPen(skin.colour("accent"))
            room = QRectF(rect.left() + skin.px(42), rect.top(), skin.px(14), rect.height())
            painter.drawText(room, _MIDDLE | Qt.AlignmentFlag.AlignLeft, _GUTTER[side])

    def _draw_text(
        self, painter: QPainter, rect: QRectF, where: tuple[int, int], shown: ShownLine
    ) -> None:
        skin = self._skin
        drawn = self.layout.drawn(where, shown, rect.width())
        left = rect.left() + skin.px(TEXT_LEFT) - self.layout.offset
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.colour("diff_word"))
        for start, width in drawn.marks:
            painter.drawRoundedRect(
                QRectF(left + drawn.left + start - 1, rect.top() + 2, width + 2, rect.height() - 4),
                2,
                2,
            )
        same = self._model.line(where[0]).side == "both"
        painter.setFont(self.layout.font)
        painter.setPen(skin.colour("text2" if same else "text"))
        top = rect.center().y() - drawn.text.size().height() / 2
        painter.drawStaticText(QPointF(left + drawn.left, top), drawn.text)
