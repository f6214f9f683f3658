"""Draws a line of the ranked list once, as a picture; scrolling shows pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from nornir_desk.desk.leaderboard.ranked.status_cell import draw_status
from nornir_desk.desk.leaderboard.ranked.widths import BAR_GAP, MARK, MARK_GAP, SLOT
from nornir_desk.desk.theme.marks import Mark, draw_mark
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import Column
from nornir_desk.present.ranked_line import RankedLine

HEIGHT = 28
_MEDAL_LEFT = 12
_EDGE = 3
_KEPT = 256
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
# Names of any script stand as the columns do.
_NAME = _LEFT | Qt.TextFlag.TextForceLeftToRight
_CUT_END = Qt.TextElideMode.ElideRight
_CUT_MIDDLE = Qt.TextElideMode.ElideMiddle
_TEXTS: frozenset[Column] = frozenset(("driver", "judge"))


class LineState(NamedTuple):
    """How a line looks right now; ``focused`` counts only where it is selected."""

    selected: bool = False
    focused: bool = False
    hovered: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where the columns stand in a line.

    Attributes:
        columns: Left edge and width of each shown column.
        width: The whole line's.
        pad: The room at either side within a column.
        bar: How long the score's bar is; 0 draws none.
        provider: Does the model tell its provider?
    """

    columns: tuple[tuple[Column, int, int], ...]
    width: int
    pad: int
    bar: int
    provider: bool


class LinePainter:
    """Draws lines and keeps the last few as pictures.

    Args:
        skin: What it draws with.
    """

    def __init__(self, skin: Skin) -> None:
        self._skin = skin
        self._places = Places((), 0, 0, 0, provider=True)
        self._marks: Mapping[str, Mark] = {}
        self._drawn: dict[tuple[int, LineState, float], QPixmap] = {}
        self._deeds: dict[Column, Callable[[QPainter, RankedLine, QRectF], None]] = {
            "rank": self._rank,
            "model": self._model,
            "score": self._score,
            "status": lambda painter, line, box: draw_status(painter, skin, line, box),
        }

    def arrange(self, places: Places) -> None:
        """Draw the columns somewhere else from now on."""
        if places != self._places:
            self._places = places
            self.forget()

    def mark(self, marks: Mapping[str, Mark]) -> None:
        """Draw agents with other marks from now on."""
        self._marks = marks
        self.forget()

    def forget(self) -> None:
        """Let go of all pictures: the cells, the theme or the places are others."""
        self._drawn.clear()

    def picture(
        self, key: int, line: RankedLine, agent: str, state: LineState, ratio: float
    ) -> QPixmap:
        """Return a line as a picture.

        Args:
            key: What tells its cell from others.
            line: What it says.
            agent: Its agent's name, which has the mark.
            state: How it looks.
            ratio: Device pixels a pixel.
        """
        found = self._drawn.get((key, state, ratio))
        if found is None:
            if len(self._drawn) >= _KEPT:
                del self._drawn[next(iter(self._drawn))]
            found = self._drawn[(key, state, ratio)] = self._draw(line, agent, state, ratio)
        return found

    def _draw(self, line: RankedLine, agent: str, state: LineState, ratio: float) -> QPixmap:
        skin, width, height = self._skin, self._places.width, self._skin.px(HEIGHT)
        pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(skin.colour(_ground(state)))
        painter = QPainter(pixmap)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(QRectF(0, height - 1, width, 1), skin.colour("line"))
        if state.selected:
            edge = skin.colour("accent" if state.focused else "control")
            painter.fillRect(QRectF(0, 0, skin.px(_EDGE), height - 1), edge)
        pad = self._places.pad
        for column, left, wide in self._places.columns:
            box = QRectF(left + pad, 0, max(wide - 2 * pad, 0), height - 1)
            painter.setClipRect(QRectF(left, 0, wide, height))
            if column == "agent":
                self._agent(painter, line, box, self._marks.get(agent))
            else:
                self._deeds.get(column, self._figure(column))(painter, line, box)
        painter.end()
        return pixmap

    def _rank(self, painter: QPainter, line: RankedLine, box: QRectF) -> None:
        skin = self._skin
        if line.winner:
            size = skin.px(16)
            medal = skin.pixmap("medal", "gold_edge", 16, painter.device().devicePixelRatioF())
            painter.drawPixmap(round(box.left()), round((box.height() - size) / 2), medal)
        painter.setFont(skin.font(13, 600 if line.top else 400))
        painter.setPen(skin.colour("text" if line.top else "text3"))
        painter.drawText(box, _RIGHT, line.rank)

    def _agent(self, painter: QPainter, line: RankedLine, box: QRectF, mark: Mark | None) -> None:
        skin = self._skin
        if mark is not None:
            edge = skin.px(MARK - 1)
            draw_mark(
                painter, skin, mark, QRectF(box.left(), (box.height() - edge) / 2, edge, edge)
            )
        room = box.adjusted(skin.px(MARK + MARK_GAP), 0, 0, 0)
        self._text(painter, room, line.agent, cut=_CUT_END)

    def _model(self, painter: QPainter, line: RankedLine, box: QRectF) -> None:
        provider = line.provider if self._places.provider else ""
        if provider:
            took = self._skin.metrics(13).horizontalAdvance(provider)
            if took < box.width() / 2:
                self._text(painter, box, provider, ink="text3", cut=_CUT_END)
                box = box.adjusted(took, 0, 0, 0)
        self._text(painter, box, line.name, cut=_CUT_MIDDLE)

    def _score(self, painter: QPainter, line: RankedLine, box: QRectF) -> None:
        skin = self._skin
        slot = QRectF(box.right() - skin.px(SLOT), 0, skin.px(SLOT), box.height())
        if line.spread:
            painter.setFont(skin.font(11))
            painter.setPen(skin.colour("text3"))
            painter.drawText(slot, _RIGHT, line.spread)
        unscored = line.bar is None
        painter.setFont(skin.font(13, 400 if unscored else 600))
        painter.setPen(skin.colour("text3" if unscored else "text"))
        painter.drawText(
            QRectF(box.left(), 0, slot.left() - box.left(), box.height()), _RIGHT, line.score
        )
        if line.bar is not None and self._places.bar:
            left = box.left() + skin.px(BAR_GAP) / 4
            self._bar(painter, line.bar, QRectF(left, 0, self._places.bar, box.height()))

    def _bar(self, painter: QPainter, bar: tuple[float, float, float], box: QRectF) -> None:
        skin, middle = self._skin, round(box.height() / 2)
        score, low, high = (box.left() + share * box.width() for share in bar)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.track())
        track = skin.px(3)
        painter.drawRoundedRect(
            QRectF(box.left(), middle - track / 2, box.width(), track), track / 2, track / 2
        )
        if high > low:
            painter.setBrush(skin.colour("bar"))
            band = skin.px(4)
            painter.drawRoundedRect(
                QRectF(low, middle - band / 2, high - low, band), band / 2, band / 2
            )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        tick = QRectF(
            round(score - skin.px(2) / 2), middle - skin.px(8) / 2, skin.px(2), skin.px(8)
        )
        painter.fillRect(tick, skin.colour("text"))

    def _figure(self, column: Column) -> Callable[[QPainter, RankedLine, QRectF], None]:
        def draw(painter: QPainter, line: RankedLine, box: QRectF) -> None:
            ink = "text3" if column in line.quiet else "text"
            if column in _TEXTS:
                self._text(painter, box, line.figures[column], ink=ink, cut=_CUT_END)
                return
            painter.setFont(self._skin.font(13))
            painter.setPen(self._skin.colour(ink))
            painter.drawText(box, _RIGHT, line.figures[column])

        return draw

    def _text(
        self,
        painter: QPainter,
        box: QRectF,
        text: str,
        *,
        ink: str = "text",
        cut: Qt.TextElideMode,
    ) -> None:
        painter.setFont(self._skin.font(13))
        painter.setPen(self._skin.colour(ink))
        shown = self._skin.metrics(13).elidedText(text, cut, box.width())
        painter.drawText(box, _NAME, shown)


def _ground(state: LineState) -> str:
    if state.selected:
        return "accent_soft"
    return "hover" if state.hovered else "surface"
