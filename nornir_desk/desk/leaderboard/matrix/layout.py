"""What stands where in a cell; made once a cell and width, drawn as often as it is seen."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QFont, QStaticText

from nornir_desk.desk.leaderboard.matrix.density import NORMAL, Grade
from nornir_desk.desk.leaderboard.matrix.lettering import FontKey, Lettering, Word
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.state import GridCellView

# What a text is, which decides its colour where nothing else does.
FIGURE, QUIET, BAD = range(3)
_PAD = 12
_SPREAD_FROM = 118
_GAP = 6
_BEST = 3
_LONGEST_CAUSE = 200
_SMALL: FontKey = (11, 400)
_SMALL_STRONG: FontKey = (11, 600)


class Piece(NamedTuple):
    """A text at its place, from the cell's upper left."""

    font: QFont
    role: int
    x: int
    y: int
    text: QStaticText


class Icon(NamedTuple):
    """An icon at its place; the edge in designed pixels."""

    name: str
    x: int
    y: int
    size: int


class Track(NamedTuple):
    """The figure between 0 and 1, and the interval where there is one."""

    score: float
    low: float | None
    high: float | None


class Laid(NamedTuple):
    """A cell that is ready to be drawn.

    Attributes:
        gold: Is it the winner?
        heat: The step that colours it, None for none.
        pieces: Its texts.
        icon: The medal or the cross.
        badge: Where the letter of a compared cell stands, from the left.
        track: What is drawn below the figure.
    """

    gold: bool
    heat: int | None
    pieces: tuple[Piece, ...]
    icon: Icon | None = None
    badge: tuple[int, Piece] | None = None
    track: Track | None = None


class CellLayout:
    """Lays cells out in one density.

    Args:
        skin: Sizes and fonts.
        lettering: Keeps the texts.
    """

    def __init__(self, skin: Skin, lettering: Lettering) -> None:
        self._skin = skin
        self._lettering = lettering
        self.grade: Grade = NORMAL
        self.unscored = False

    def lay(
        self, cell: GridCellView, width: int, *, mark: str = "", error: str | None = None
    ) -> Laid:
        """Return a cell as it is drawn.

        Args:
            cell: The cell.
            width: Its width in pixels, hairline included.
            mark: ``A`` or ``B`` where it is compared.
            error: Why it failed.
        """
        right = width - 1 - self._skin.px(_PAD)
        if not cell.ok:
            return self._failed(right, mark, error)
        return self._answered(cell, right, mark)

    def _answered(self, cell: GridCellView, right: int, mark: str) -> Laid:
        pieces, left = self._figure(cell, right)
        speed = self.unscored and cell.tokens_per_s is not None
        nothing = cell.score is None and not speed
        winner = cell.rank == 1
        limit, badge = right, None
        icon = None
        if nothing and not winner:
            limit = self._word_unscored(pieces, left, right)
        else:
            limit, icon = self._rank(cell, pieces, left, right)
            if nothing and self.grade.full:
                self._word_unscored(pieces, left, right)
        if mark:
            limit, badge = self._badge(mark, limit, right)
        spread = self._spread(cell, speed=speed)
        pad = self._skin.px(_PAD)
        if spread and self.grade.full and right - pad >= self._skin.px(_SPREAD_FROM):
            word = self._lettering.word(spread, _SMALL)
            if left + self._gap + word.width <= limit - self._gap:
                pieces.append(self._piece(word, QUIET, left + self._gap))
        track = None
        if self.grade.full and cell.score is not None:
            track = Track(cell.score, cell.score_low, cell.score_high)
        return Laid(winner, cell.heat, tuple(pieces), icon, badge, track)

    def _figure(self, cell: GridCellView, right: int) -> tuple[list[Piece], int]:
        pad = self._skin.px(_PAD)
        if self.unscored and cell.tokens_per_s is not None:
            text = formats.speed(cell.tokens_per_s)
        else:
            text = formats.score(cell.score)
        font = (self.grade.figure, 600 if cell.rank <= _BEST else 500)
        word = self._lettering.fitting(text, font, right - pad)
        return [self._piece(word, FIGURE, pad)], pad + word.width

    def _spread(self, cell: GridCellView, *, speed: bool) -> str:
        return "tok/s" if speed else formats.half_width(cell.score_low, cell.score_high)

    def _rank(
        self, cell: GridCellView, pieces: list[Piece], left: int, right: int
    ) -> tuple[int, Icon | None]:
        """Put the rank to the right and return where it begins; the winner's has a medal."""
        best = cell.rank <= _BEST
        font = _SMALL_STRONG if best else _SMALL
        tight = right - self._skin.px(_PAD) < self._skin.px(_SPREAD_FROM)
        if cell.rank == 1 and (tight or not self.grade.full):
            return self._medal(right)
        text = f"#{cell.rank}{' =' if cell.tied else ''}"
        if left + self._gap > right - self._lettering.about(text, font):
            return right, None
        word = self._lettering.word(text, font)
        x = right - word.width
        pieces.append(self._piece(word, FIGURE if best else QUIET, x))
        return self._medal(x - self._skin.px(5)) if cell.rank == 1 else (x, None)

    def _medal(self, right: int) -> tuple[int, Icon]:
        size = self._skin.px(16)
        # The drawing leaves 3 of its 16 px empty at either side.
        x = right - size + self._skin.px(2)
        return x, Icon("medal", x, self._middle - size // 2, 16)

    def _badge(self, mark: str, limit: int, right: int) -> tuple[int, tuple[int, Piece]]:
        size = self._skin.px(16)
        x = limit - size - (self._gap if limit < right else 0)
        font = (11, 600)
        word = self._lettering.word(mark, font)
        return x, (x, self._piece(word, FIGURE, x + (size - word.width) // 2))

    def _word_unscored(self, pieces: list[Piece], left: int, right: int) -> int:
        word = self._lettering.word("unscored", _SMALL)
        if self.grade.full:
            pieces.append(self._piece(word, QUIET, self._skin.px(_PAD), second=True))
            return right
        if left + self._gap > right - word.width:
            return right
        pieces.append(self._piece(word, QUIET, right - word.width))
        return right - word.width

    def _failed(self, right: int, mark: str, error: str | None) -> Laid:
        pad = self._skin.px(_PAD)
        size = self._skin.px(14)
        x = pad + size + self._skin.px(2)
        limit, badge = self._badge(mark, right, right) if mark else (right, None)
        font = (13 if self.grade.full else 12, 500)
        word = self._lettering.fitting("failed", font, limit - x)
        pieces = [self._piece(word, BAD, x)]
        cause = one_line((error or "")[:_LONGEST_CAUSE])
        if self.grade.full and cause:
            told = self._lettering.fitting(cause, _SMALL, right - pad)
            pieces.append(self._piece(told, QUIET, pad, second=True))
        icon = Icon("cross", pad - self._skin.px(1), self._middle - size // 2, 14)
        return Laid(gold=False, heat=None, pieces=tuple(pieces), icon=icon, badge=badge)

    def _piece(self, word: Word, role: int, x: int, *, second: bool = False) -> Piece:
        line = self._second if second else self._baseline
        return Piece(word.font, role, x, line - word.ascent, word.text)

    @property
    def _gap(self) -> int:
        return self._skin.px(_GAP)

    @property
    def _baseline(self) -> int:
        if self.grade.full:
            return self._skin.px(21)
        return self._skin.px(self.grade.row / 2 + 4.5)

    @property
    def _second(self) -> int:
        return self._skin.px(37)

    @property
    def _middle(self) -> int:
        return self._skin.px(16) if self.grade.full else self._skin.px((self.grade.row - 1) / 2)
