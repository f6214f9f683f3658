"""Between figures and diff: how much differs, and the way from one difference to the next."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats

_HEIGHT = 42
_SWAP_FROM = 640
_STEPS_FROM = 540


class AnswersBar(QWidget):
    """Title, summary and buttons.

    Args:
        skin: What it draws with.
        book: What its buttons do.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, book: Book, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.title = Line(skin, (13, 600), "text")
        self.title.say("Answers")
        self.summary = Line(skin, (12, 400), "text2")
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.only = Button(skin, "Only differences", "filter")
        self.swap = Button(skin, "Swap", "compare")
        self.place = Line(skin, (12, 400), "text2")
        self.previous = Button(skin, "F7", None, "quiet")
        self.next = Button(skin, "F8", None, "quiet")
        book.press(self.only, "compare.only")
        book.press(self.swap, "compare.swap")
        book.press(self.previous, "compare.previous")
        book.press(self.next, "compare.next")
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.title)
        self._row.addWidget(self.summary, 1)
        for part in (self.only, self.swap, self.place, self.previous, self.next):
            self._row.addWidget(part)
        skin.changed.connect(self._reskin)
        self._reskin()

    def tell(self, summary: str) -> None:
        """Say how the answers differ."""
        self.summary.say(summary)
        # A text that looks like markup must not become any.
        self.summary.setToolTip(f"<span>{escape(self.summary.text())}</span>")

    def tell_place(self, current: int | None, differences: int) -> None:
        """Say which difference the user is on.

        Args:
            current: From 0; None before the first step.
            differences: How many there are.
        """
        if not differences:
            text = ""
        elif current is None:
            text = formats.plural(differences, "difference")
        else:
            text = f"difference {current + 1:,} of {differences:,}"
        self.place.say(text)
        self.place.setVisible(bool(text))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for how much differs."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # What has a key goes first where there is no room for all.
        self.swap.setVisible(self.width() >= self._skin.px(_SWAP_FROM))
        wide = self.width() >= self._skin.px(_STEPS_FROM)
        self.title.setVisible(wide)
        for part in (self.previous, self.next):
            part.setVisible(wide and bool(self.place.text()))

    def _reskin(self) -> None:
        px = self._skin.px
        self.setFixedHeight(px(_HEIGHT))
        self._row.setContentsMargins(px(16), 0, px(12), 0)
        self._row.setSpacing(px(8))
