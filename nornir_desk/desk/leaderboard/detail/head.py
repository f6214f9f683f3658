"""Who the selected cell is and how it did: names, score, rank, state."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.button import IconButton
from nornir_desk.desk.controls.small import Chip, Tone
from nornir_desk.desk.leaderboard.detail.value import Value
from nornir_desk.desk.theme.marks import Mark, draw_mark
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats
from nornir_desk.present.detail_rows import state_chip
from nornir_desk.present.state import CellView

_TONES: dict[str, tuple[Tone, str]] = {
    "ok": ("green", "check"),
    "failed": ("red", "cross"),
}
_AMBER: tuple[Tone, str] = ("amber", "warning")


class MarkDot(QWidget):
    """An agent's mark.

    Args:
        skin: What it draws with.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._mark: Mark | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self.updateGeometry)

    def show_mark(self, mark: Mark | None) -> None:
        """Show another mark."""
        self._mark = mark
        self.update()

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(self._skin.px(11), self._skin.px(11))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        if self._mark is not None:
            painter = QPainter(self)
            draw_mark(painter, self._skin, self._mark, QRectF(self.rect()).adjusted(1, 1, -1, -1))
            painter.end()


class Medal(QWidget):
    """The winner's medal.

    Args:
        skin: What it draws with.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.setAccessibleName("winner")
        self.setToolTip("The winner")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(self._skin.px(16), self._skin.px(16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        pixmap = self._skin.pixmap("medal", "gold_edge", 16, self.devicePixelRatioF())
        painter.drawPixmap(0, 0, pixmap)
        painter.end()


class DetailHead(QWidget):
    """Names with their buttons, then score, rank and state.

    Args:
        skin: What it draws with.
        book: Closes the pane.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, book: Book, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark = MarkDot(skin)
        self.agent = Value(skin, (15, 600), "text")
        self.model = Value(skin, (13, 400), "text2")
        self.medal = Medal(skin)
        self.copy = IconButton(skin, "copy", "Copy the cell's name")
        self.compare = IconButton(skin, "compare", "Compare this cell")
        self.close_button = IconButton(skin, "close")
        self.score = Value(skin, (28, 600), "text")
        self.spread = Value(skin, (13, 400), "text3")
        self.rank = Chip(skin, "plain")
        self.states = {
            word: Chip(skin, tone, icon) for word, (tone, icon) in {**_TONES, "": _AMBER}.items()
        }
        book.press(self.close_button, "detail.toggle")
        # Open, the pane is "on"; a cross that looks pressed in would say something else.
        self.close_button.setCheckable(False)
        self._lay_out()

    def show_cell(self, cell: CellView, ranked: int, mark: Mark | None) -> None:
        """Show a cell.

        Args:
            cell: The cell.
            ranked: How many cells its run has.
            mark: Its agent's mark.
        """
        self.mark.show_mark(mark)
        self.agent.say(cell.agent)
        self.model.say(cell.model)
        self.medal.setVisible(cell.ok and cell.rank == 1)
        self.score.say(formats.score(cell.score))
        self.spread.say(formats.half_width(cell.score_low, cell.score_high))
        tie = " =" if cell.tied else ""
        self.rank.say(f"#{cell.rank:,} of {ranked:,}{tie}" if cell.ok else "")
        word = state_chip(cell)
        for name, chip in self.states.items():
            chip.say(word if name == word or (not name and word not in _TONES) else "")

    def _lay_out(self) -> None:
        names = QHBoxLayout()
        names.setSpacing(8)
        names.addWidget(self.mark)
        names.addWidget(self.agent)
        names.addWidget(self.medal)
        names.addStretch(1)
        for button in (self.copy, self.compare, self.close_button):
            names.addWidget(button)
        score = QHBoxLayout()
        score.setSpacing(8)
        score.addWidget(self.score)
        spread = QVBoxLayout()
        spread.addStretch(1)
        spread.addWidget(self.spread)
        # Their digits stand on one line.
        spread.addSpacing(5)
        score.addLayout(spread)
        score.addStretch(1)
        for chip in (self.rank, *self.states.values()):
            score.addWidget(chip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(names)
        column.addWidget(self.model)
        column.addLayout(score)
