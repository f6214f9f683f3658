"""Text of any length, read only, laid out in pieces so that the window never waits for it."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.plain_view import PART, pieces, shown_part

_PIECE = 4_000


class TextArea(QPlainTextEdit):
    """Shows the first part of a text, and more of it when asked.

    Args:
        skin: What it draws with.
        parent: Where it stands.

    Signals:
        grown: More of the text is shown, or another text.
    """

    grown = Signal()

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._text = ""
        self._shown = 0
        self._waiting: deque[str] = deque()
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._add_piece)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def whole(self) -> str:
        """The text, whatever is shown of it."""
        return self._text

    @property
    def shown(self) -> int:
        """How many signs of it are shown, or on their way."""
        return self._shown

    @property
    def filling(self) -> bool:
        """Is some of what is to be shown still on its way?"""
        return bool(self._waiting)

    def show_text(self, text: str) -> None:
        """Show another text from its begin; the same one stays where it is."""
        if text == self._text:
            return
        self._text, self._shown = text, 0
        self._waiting.clear()
        self.clear()
        self.show_more()

    def show_more(self) -> None:
        """Show the next part."""
        part = shown_part(self._text, self._shown)
        self._shown = min(self._shown + PART, len(self._text))
        self._waiting.extend(pieces(part, _PIECE))
        # The first piece at once: most texts are no longer.
        self._add_piece()
        self.grown.emit()

    def _add_piece(self) -> None:
        if not self._waiting:
            return
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(self._waiting.popleft())
        if self._waiting:
            self._next.start()

    def _reskin(self) -> None:
        self.setFont(self._skin.font(12, mono=True))
        advance = self._skin.metrics(12, mono=True).horizontalAdvance(" ")
        self.setTabStopDistance(4 * advance)
        ground, edge = (self._skin.colour(token).name() for token in ("bg", "line"))
        self.setStyleSheet(
            f"QPlainTextEdit {{ background: {ground}; }}"
            f"QPlainTextEdit:!focus {{ border: 1px solid {edge}; }}"
        )
