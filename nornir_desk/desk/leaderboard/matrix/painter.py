"""Draws cells that were laid out."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from nornir_desk.desk.leaderboard.matrix.layout import Laid, Piece, Track
from nornir_desk.desk.theme.skin import Skin

HOVERED, PICKED, CURRENT, FOCUSED = 1, 2, 4, 8
_PAD = 12
_LOW = 40
_HEAT_TRACK_ALPHA = 80
_GOLD_TRACK_ALPHA = 60


class Inks(NamedTuple):
    """The colours in a cell: by what a text is, of the icon, the track, its band and its tick."""

    texts: tuple[QColor, QColor, QColor]
    icon: str
    track: QColor
    band: QColor
    tick: QColor


class CellPainter:
    """Draws cells in the colours of the moment; ``forget`` them when the skin changes.

    Args:
        skin: Colours, fonts and sizes.
    """

    def __init__(self, skin: Skin) -> None:
        self._skin = skin
        self.heated = False
        self.forget()

    def forget(self) -> None:
        """Take the colours and sizes of the skin anew."""
        skin = self._skin
        colour = skin.colour
        plain = (colour("text"), colour("text3"), colour("red"))
        self._plain = Inks(plain, "red", skin.track(), colour("bar"), colour("text"))
        gold = colour("gold_text")
        self._gold = Inks(
            (gold, gold, gold),
            "gold_text",
            _thin(colour("gold_edge"), _GOLD_TRACK_ALPHA),
            colour("gold_edge"),
            gold,
        )
        self._heat = [self._heat_inks(step) for step in range(len(skin.theme.heat))]
        self._fills = [skin.heat(step)[0] for step in range(len(skin.theme.heat))]
        self._surface = colour("surface")
        self._pad = skin.px(_PAD)

    def paint(self, painter: QPainter, laid: Laid | None, rect: QRect, flags: int) -> None:
        """Draw a cell and leave its last column and row of pixels to the hairline.

        Args:
            painter: Draws.
            laid: The cell; None where nothing was measured.
            rect: Where.
            flags: ``HOVERED``, ``PICKED``, ``CURRENT``, ``FOCUSED``.
        """
        x, y, width, height = rect.x(), rect.y(), rect.width() - 1, rect.height() - 1
        if laid is None:
            self._absent(painter, QRect(x, y, width, height))
            return
        inks, fill = self._colours(laid, flags)
        painter.fillRect(x, y, width, height, fill)
        if laid.track is not None:
            self._track(painter, laid.track, inks, rect)
        for font, role, at, top, text in laid.pieces:
            painter.setFont(font)
            painter.setPen(inks.texts[role])
            painter.drawStaticText(x + at, y + top, text)
        if laid.icon is not None:
            name, at, top, size = laid.icon
            ratio = painter.device().devicePixelRatio()
            painter.drawPixmap(x + at, y + top, self._skin.pixmap(name, inks.icon, size, ratio))
        if laid.badge is not None:
            self._badge(painter, laid.badge, rect)
        if flags or laid.gold:
            self._edges(painter, laid, QRect(x, y, width, height), flags)

    def ring(self, painter: QPainter, rect: QRect) -> None:
        """Draw the ring of the focus where no cell has it."""
        self._frame(painter, rect, self._skin.px(2), self._skin.colour("accent"))

    def _colours(self, laid: Laid, flags: int) -> tuple[Inks, QColor]:
        if laid.heat is not None:
            return self._heat[laid.heat], self._fills[laid.heat]
        if laid.gold and not self.heated:
            return self._gold, self._skin.colour("gold_fill")
        inks = self._plain
        if laid.gold:
            inks = inks._replace(icon="gold_text")
        if flags & (PICKED | CURRENT):
            return inks, self._skin.colour("accent_soft")
        return inks, self._skin.colour("hover") if flags & HOVERED else self._surface

    def _absent(self, painter: QPainter, rect: QRect) -> None:
        painter.fillRect(rect, self._skin.colour("void"))
        dot = self._skin.px(2)
        middle = rect.center()
        ink = self._skin.colour("text3")
        painter.fillRect(middle.x() - dot // 2, middle.y() - dot // 2, dot, dot, ink)

    def _track(self, painter: QPainter, track: Track, inks: Inks, rect: QRect) -> None:
        px = self._skin.px
        left, room = rect.x() + self._pad, rect.width() - 1 - 2 * self._pad
        top, high = rect.y() + px(34), px(3)
        if inks is not self._plain:
            # On a fill the line is thinner, as its colour is stronger.
            top, high = (top, px(2)) if inks is not self._gold else (top, high)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(inks.track)
        painter.drawRoundedRect(QRectF(left, top, room, high), high / 2, high / 2)
        if track.low is not None and track.high is not None:
            begin, end = left + track.low * room, left + track.high * room
            painter.setBrush(inks.band)
            band = QRectF(begin, top, max(end - begin, px(2)), high)
            painter.drawRoundedRect(band, high / 2, high / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        tick = left + round(track.score * room) - px(1)
        tick = min(max(tick, left), left + room - px(2))
        painter.fillRect(tick, rect.y() + px(31), px(2), px(8), inks.tick)

    def _badge(self, painter: QPainter, badge: tuple[int, Piece], rect: QRect) -> None:
        at, (font, _, x, top, text) = badge
        size = self._skin.px(16)
        middle = self._skin.px(16) if rect.height() > self._skin.px(_LOW) else rect.height() // 2
        square = QRectF(rect.x() + at, rect.y() + middle - size // 2, size, size)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        # A thin edge of the ground, for some heats are as blue as the square.
        painter.setBrush(self._surface)
        painter.drawRoundedRect(square.adjusted(-1, -1, 1, 1), self._skin.px(4), self._skin.px(4))
        painter.setBrush(self._skin.colour("accent"))
        painter.drawRoundedRect(square, self._skin.px(3), self._skin.px(3))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(font)
        painter.setPen(self._skin.colour("on_accent"))
        painter.drawStaticText(rect.x() + x, rect.y() + top, text)

    def _edges(self, painter: QPainter, laid: Laid, rect: QRect, flags: int) -> None:
        px = self._skin.px
        filled = laid.gold or laid.heat is not None
        inset = 0
        if flags & CURRENT:
            self._frame(painter, rect, px(2), self._ring(laid, flags))
            inset = px(2)
            if filled:
                self._frame(painter, _inner(rect, inset), 1, self._surface)
                inset += 1
        elif filled and flags & PICKED:
            self._frame(painter, rect, 1, self._skin.colour("accent"))
            inset = 1
        elif filled and flags & HOVERED:
            self._frame(painter, rect, 1, self._skin.colour("text"))
            inset = 1
        if laid.gold and self.heated:
            self._frame(painter, _inner(rect, inset), px(3), self._skin.colour("gold_hi"))
        elif laid.gold and not inset:
            self._frame(painter, rect, 1, self._skin.colour("gold_edge"))

    def _ring(self, laid: Laid, flags: int) -> QColor:
        if not flags & FOCUSED:
            return self._skin.colour("control")
        return self._skin.colour("text" if laid.heat is not None else "accent")

    def _frame(self, painter: QPainter, rect: QRect, thick: int, colour: QColor) -> None:
        x, y, width, height = rect.x(), rect.y(), rect.width(), rect.height()
        painter.fillRect(x, y, width, thick, colour)
        painter.fillRect(x, y + height - thick, width, thick, colour)
        painter.fillRect(x, y, thick, height, colour)
        painter.fillRect(x + width - thick, y, thick, height, colour)

    def _heat_inks(self, step: int) -> Inks:
        text = self._skin.heat(step)[1]
        return Inks((text, text, text), text.name(), _thin(text, _HEAT_TRACK_ALPHA), text, text)


def _inner(rect: QRect, inset: int) -> QRect:
    return rect.adjusted(inset, inset, -inset, -inset)


def _thin(colour: QColor, alpha: int) -> QColor:
    thinned = QColor(colour)
    thinned.setAlpha(alpha)
    return thinned
