"""What a pane says while it has nothing to show."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from nornir_desk.desk.theme.skin import Skin


class Hint(QWidget):
    """A quiet sentence in the middle, and maybe something to press below it.

    Args:
        skin: What it draws with.
        text: The sentence.
        below: What stands below it.
        parent: Where it stands.
    """

    def __init__(
        self, skin: Skin, text: str, below: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._skin = skin
        self._label = QLabel(text)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(self._label)
        if below is not None:
            column.addSpacing(16)
            column.addWidget(below, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def text(self) -> str:
        """The sentence."""
        return self._label.text()

    def say(self, text: str) -> None:
        """Say something else."""
        self._label.setText(text)

    def _reskin(self) -> None:
        self._label.setFont(self._skin.font(13))
        palette = QPalette(self._label.palette())
        palette.setColor(QPalette.ColorRole.WindowText, self._skin.colour("text2"))
        self._label.setPalette(palette)
