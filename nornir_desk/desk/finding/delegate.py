"""Draws an entry of the palette."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nornir_desk.desk.controls.small import cap_text, cap_width, draw_cap
from nornir_desk.desk.finding.model import EntryModel
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.find import spans
from nornir_desk.present.goto import Entry

ROW = 34
_ICON_LEFT = 14
_GROUP_LEFT = 42
_TEXT_LEFT = 108
_CAP = 18
_RIGHT = 12


class EntryDelegate(QStyledItemDelegate):
    """Icon, group, text with what was typed in the accent's colour, key.

    Args:
        skin: What it draws with.
        model: Has the entries.
    """

    def __init__(self, skin: Skin, model: EntryModel) -> None:
        super().__init__(model)
        self._skin = skin
        self._model = model

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of a row."""
        return QSize(0, self._skin.px(ROW))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw an entry."""
        skin, entry = self._skin, self._model.entries[index.row()]
        # Attributes that PySide's stubs do not tell of.
        rect = QRectF(getattr(option, "rect"))  # noqa: B009
        current = bool(getattr(option, "state") & QStyle.StateFlag.State_Selected)  # noqa: B009
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(skin.colour("accent_soft"))
            painter.drawRoundedRect(rect, skin.px(6), skin.px(6))
        ratio = painter.device().devicePixelRatioF()
        top = round(rect.center().y() - skin.px(16) / 2)
        icon = skin.pixmap(entry.icon, "text2", 16, ratio)
        painter.drawPixmap(round(rect.left()) + skin.px(_ICON_LEFT), top, icon)
        painter.setFont(skin.font(12))
        painter.setPen(skin.colour("text2"))
        group = rect.adjusted(skin.px(_GROUP_LEFT), 0, 0, 0)
        painter.drawText(group, Qt.AlignmentFlag.AlignVCenter, entry.group)
        right = self._draw_key(painter, rect, cap_text(entry.keys) or ("Enter" if current else ""))
        text = rect.adjusted(skin.px(_TEXT_LEFT), 0, right - rect.right() - skin.px(8), 0)
        self._draw_text(painter, text, entry)
        painter.restore()

    def _draw_key(self, painter: QPainter, rect: QRectF, keys: str) -> float:
        right = rect.right() - self._skin.px(_RIGHT)
        if not keys:
            return right
        width, height = cap_width(self._skin, keys), self._skin.px(_CAP)
        cap = QRectF(right - width, rect.center().y() - height / 2, width, height)
        draw_cap(painter, self._skin, cap, keys)
        return cap.left()

    def _draw_text(self, painter: QPainter, room: QRectF, entry: Entry) -> None:
        skin = self._skin
        cut = Qt.TextElideMode.ElideRight
        text = skin.metrics(13).elidedText(entry.text, cut, room.width())
        layout = QTextLayout(text, skin.font(13))
        # A name that is written from right to left stays within its own part of the line.
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        layout.setFormats([self._found(start, end) for start, end in self._spans(text, entry)])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(room.width())
        layout.endLayout()
        painter.setPen(skin.colour("text"))
        layout.draw(painter, QPointF(room.left(), room.center().y() - line.height() / 2))

    def _spans(self, text: str, entry: Entry) -> tuple[tuple[int, int], ...]:
        return () if entry.kind == "list" else spans(text, self._model.words)

    def _found(self, start: int, end: int) -> QTextLayout.FormatRange:
        found = QTextLayout.FormatRange()
        found.start, found.length = start, end - start
        form = QTextCharFormat()
        form.setForeground(self._skin.colour("accent"))
        form.setFontWeight(500)
        found.format = form
        return found
