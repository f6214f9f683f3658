"""Texts laid out once: a grid shows the same thousand figures over and over."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QStaticText, QTransform

from nornir_desk.desk.theme.skin import Skin

FontKey = tuple[int, int]
_KEPT = 6_000


class Word(NamedTuple):
    """A text that is ready to be drawn, in whole pixels."""

    text: QStaticText
    font: QFont
    width: int
    ascent: int


class Lettering:
    """Lays texts out and keeps them; ``forget`` it when the skin changes."""

    def __init__(self, skin: Skin) -> None:
        self._skin = skin
        self._words: dict[tuple[str, FontKey], Word] = {}
        self._advances: dict[FontKey, dict[str, float]] = {}

    def word(self, text: str, font: FontKey) -> Word:
        """Return a text in a font of size and weight."""
        key = (text, font)
        found = self._words.get(key)
        if found is None:
            if len(self._words) >= _KEPT:
                self._words.clear()
            found = self._words[key] = self._made(text, font)
        return found

    def about(self, text: str, font: FontKey) -> float:
        """Return about how wide a text is, without laying it out: what is never shown need not be."""
        advances = self._advances.setdefault(font, {})
        for sign in set(text) - advances.keys():
            advances[sign] = self._skin.metrics(*font).horizontalAdvance(sign)
        return sum([advances[sign] for sign in text])

    def fitting(self, text: str, font: FontKey, room: int, *, middle: bool = False) -> Word:
        """Return a text that was shortened to a width where it is longer."""
        word = self.word(text, font)
        if word.width <= room:
            return word
        mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        return self.word(self._skin.metrics(*font).elidedText(text, mode, max(room, 0)), font)

    def forget(self) -> None:
        """Lay everything out anew."""
        self._words.clear()
        self._advances.clear()

    def _made(self, text: str, font: FontKey) -> Word:
        static = QStaticText(text)
        static.setTextFormat(Qt.TextFormat.PlainText)
        drawn_with = self._skin.font(*font)
        static.prepare(QTransform(), drawn_with)
        metrics = self._skin.metrics(*font)
        return Word(
            static, drawn_with, round(metrics.horizontalAdvance(text)), round(metrics.ascent())
        )
