"""Plain text over as many lines as it takes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

from nornir_desk.desk.theme.skin import Skin


class Paragraph(QLabel):
    """Plain text from the skin, wrapped.

    Args:
        skin: What it draws with.
        font: Designed size and weight.
        ink: The colour, by its token.
        mono: Is it monospaced?
        parent: Where it stands.
    """

    def __init__(
        self,
        skin: Skin,
        font: tuple[int, int],
        ink: str = "text2",
        *,
        mono: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._skin, self._font, self._ink, self._mono = skin, font, ink, mono
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        skin.changed.connect(self._reskin)
        self._reskin()

    def _reskin(self) -> None:
        self.setFont(self._skin.font(*self._font, mono=self._mono))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, self._skin.colour(self._ink))
        self.setPalette(palette)
