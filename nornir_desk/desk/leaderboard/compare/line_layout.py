"""Lays out the part of a line of a diff that is on the screen, and keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QStaticText,
    QTextLayout,
    QTextLine,
    QTextOption,
    QTransform,
)

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.diff_text import ShownLine

# Of a long line a window of this many signs more than fit is laid out.
_STRIDE = 64
_KEPT = 4_000


@dataclass(frozen=True, slots=True)
class Drawn:
    """A part of a line, laid out; ``left`` is where it begins, ``marks`` the words that differ."""

    text: QStaticText
    left: float
    marks: tuple[tuple[float, float], ...]


class LineLayout:
    """Lays lines out in the monospaced font; each once, until ``forget``.

    Args:
        skin: Has the font.
    """

    def __init__(self, skin: Skin) -> None:
        self._skin = skin
        self._kept: dict[tuple[int, int, int, int], Drawn] = {}
        self._numbers: dict[int, QStaticText] = {}
        self.offset = 0
        self.font, self._metrics = self._mono()

    def forget(self) -> None:
        """Lay everything out anew."""
        self._kept.clear()
        self._numbers.clear()
        self.font, self._metrics = self._mono()

    def number(self, number: int) -> QStaticText:
        """Return a line's number."""
        static = self._numbers.get(number)
        if static is None:
            static = self._numbers[number] = _static(str(number))
            static.prepare(QTransform(), self._skin.font(11, mono=True))
        return static

    def drawn(self, where: tuple[int, int], shown: ShownLine, width: float) -> Drawn:
        """Return the part of a line that is on the screen.

        Args:
            where: Its row and column.
            shown: The line.
            width: Of its half.
        """
        start, end = self._window(shown, width)
        key = (*where, start, end)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) > _KEPT:
                self._kept.clear()
            text = shown.text[start:end]
            static = _static(text)
            static.prepare(QTransform(), self.font)
            left = self._metrics.horizontalAdvance(shown.text[:start])
            spans = [
                (max(one, start) - start, min(other, end) - start) for one, other in shown.spans
            ]
            marks = self._marks(text, [span for span in spans if span[0] < span[1]])
            if marks and shown.leftward:
                # Where letters change places the words' places are not told by what is before them.
                marks = ((0.0, static.size().width()),)
            found = self._kept[key] = Drawn(static, left, marks)
        return found

    def _window(self, shown: ShownLine, width: float) -> tuple[int, int]:
        """Return which signs of a line are laid out: those on the screen and some around them."""
        advance, length = self._metrics.horizontalAdvance("0"), len(shown.text)
        if shown.leftward or length <= width / advance + _STRIDE:
            return 0, length
        # Plain letters are all of one width, others up to twice as wide.
        widest = advance if shown.text.isascii() else 2 * advance
        start = int(self.offset / widest) // _STRIDE * _STRIDE
        fits = int((self.offset + width) / advance) // _STRIDE * _STRIDE + 2 * _STRIDE
        return start, min(fits, length)

    def _marks(
        self, text: str, spans: Sequence[tuple[int, int]]
    ) -> tuple[tuple[float, float], ...]:
        if not spans:
            return ()
        if text.isascii():
            advance = self._metrics.horizontalAdvance("0")
            return tuple((start * advance, (end - start) * advance) for start, end in spans)
        layout = QTextLayout(text, self.font)
        layout.beginLayout()
        line = layout.createLine()
        line.setNumColumns(len(text) * 2)
        layout.endLayout()
        ends = [[_x(line, text, at) for at in span] for span in spans]
        return tuple((start, end - start) for start, end in ends)

    def _mono(self) -> tuple[QFont, QFontMetricsF]:
        # What a font does not say a painter takes from the application's: its spacing too, and
        # then words stand beside their marks.
        font = QFont(self._skin.font(12, mono=True))
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100)
        return font, QFontMetricsF(font)


def _x(line: QTextLine, text: str, at: int) -> float:
    # Qt counts in halves of what is beyond 16 bits.
    halves = len(text[:at].encode("utf-16-le", "surrogatepass")) // 2
    x = line.cursorToX(halves)
    return float(x[0]) if isinstance(x, tuple) else 0.0


def _static(text: str) -> QStaticText:
    static = QStaticText()
    static.setTextFormat(Qt.TextFormat.PlainText)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    static.setTextOption(option)
    static.setText(text)
    return static
