"""Draws lines of a diff: number, gutter, text, and the words that differ."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt
from PySide6.QtCore import QPersistentModelIndex as Persistent
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QStaticText, QTextOption, QTransform
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nornir_desk.desk.leaderboard.compare.diff_model import DiffModel
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.diff_text import ShownLine

TEXT_LEFT = 58
_NUMBER_RIGHT = 36
_GUTTER = {"both": "", "a": "A", "b": "B", "differs": "≠"}
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
# Of a long line a window of this many signs more than fit is laid out.
_STRIDE = 64
_KEPT = 4_000


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A part of a line, laid out; ``left`` is where it begins, ``marks`` the words that differ."""

    text: QStaticText
    left: float
    marks: tuple[tuple[float, float], ...]


class DiffDelegate(QStyledItemDelegate):
    """Draws one side of a line.

    Args:
        skin: What it draws with.
        model: What it draws.
    """

    def __init__(self, skin: Skin, model: DiffModel) -> None:
        super().__init__(model)
        self._skin, self._model = skin, model
        self._kept: dict[tuple[int, int, int, int], _Drawn] = {}
        self._numbers: dict[int, QStaticText] = {}
        self._font, self._metrics = self._mono()
        self.offset = 0
        # The rows of the difference on which the user is.
        self.current = range(0)
        skin.changed.connect(self.forget)
        model.modelReset.connect(self.forget)

    def forget(self) -> None:
        """Lay everything out anew."""
        self._kept.clear()
        self._numbers.clear()
        self._font, self._metrics = self._mono()

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

    def _mono(self) -> tuple[QFont, QFontMetricsF]:
        # What a font does not say a painter takes from the application's: its spacing too, and
        # then words stand beside their marks.
        font = QFont(self._skin.font(12, mono=True))
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100)
        return font, QFontMetricsF(font)

    def _draw_head(self, painter: QPainter, rect: QRectF, number: int, side: str) -> None:
        skin = self._skin
        static = self._numbers.get(number)
        if static is None:
            static = self._numbers[number] = _static(str(number))
            static.prepare(QTransform(), skin.font(11, mono=True))
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
        drawn = self._drawn(where, shown, rect.width())
        left = rect.left() + skin.px(TEXT_LEFT) - self.offset
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.colour("diff_word"))
        for start, width in drawn.marks:
            painter.drawRoundedRect(
                QRectF(left + start - 1, rect.top() + 2, width + 2, rect.height() - 4), 2, 2
            )
        same = self._model.line(where[0]).side == "both"
        painter.setFont(self._font)
        painter.setPen(skin.colour("text2" if same else "text"))
        top = rect.center().y() - drawn.text.size().height() / 2
        painter.drawStaticText(QPointF(left + drawn.left, top), drawn.text)

    def _drawn(self, where: tuple[int, int], shown: ShownLine, width: float) -> _Drawn:
        metrics = self._metrics
        advance = metrics.horizontalAdvance("0")
        fits = int(width / advance) + 2 * _STRIDE
        # Only plain letters are all of one width.
        whole = len(shown.text) <= fits or not shown.text.isascii()
        start = 0 if whole else int(self.offset / advance) // _STRIDE * _STRIDE
        key = (*where, start, -1 if whole else fits)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) > _KEPT:
                self._kept.clear()
            text = shown.text if whole else shown.text[start : start + fits]
            static = _static(text)
            static.prepare(QTransform(), self._font)
            found = _Drawn(static, start * advance, self._marks(shown, advance))
            self._kept[key] = found
        return found

    def _marks(self, shown: ShownLine, advance: float) -> tuple[tuple[float, float], ...]:
        metrics = self._metrics
        if shown.spans and shown.leftward:
            # Where letters change places the words' own places are not told by what is before them.
            return ((0.0, metrics.horizontalAdvance(shown.text)),)
        if shown.text.isascii():
            return tuple((start * advance, (end - start) * advance) for start, end in shown.spans)
        ends = [
            tuple(metrics.horizontalAdvance(shown.text[:at]) for at in span) for span in shown.spans
        ]
        return tuple((start, end - start) for start, end in ends)


def _static(text: str) -> QStaticText:
    static = QStaticText()
    static.setTextFormat(Qt.TextFormat.PlainText)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    static.setTextOption(option)
    static.setText(text)
    return static
