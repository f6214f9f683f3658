"""A line of text that can be selected and copied whole, also where it is shown cut."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line

# Longer than any room; a name of a megabyte is not measured to its end.
_MEASURED = 1_000


class Value(QLabel):
    """One line of plain text from the skin; elided in the middle, told whole by its tooltip.

    Args:
        skin: What it draws with.
        font: Designed size and weight.
        ink: The colour, by its token.
        parent: Where it stands.
    """

    def __init__(
        self,
        skin: Skin,
        font: tuple[int, int] = (12, 400),
        ink: str = "text",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._skin, self._font, self._ink = skin, font, ink
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def whole(self) -> str:
        """The text, whatever is shown of it."""
        return self._whole

    def say(self, text: str) -> None:
        """Say something else; what comes from elsewhere is made one line."""
        text = one_line(text)
        if text != self._whole:
            self._whole = text
            self.setAccessibleName(text)
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        metrics = self._skin.metrics(*self._font)
        width = metrics.horizontalAdvance(self._whole[:_MEASURED])
        return QSize(round(width + 2), round(metrics.height()))

    def minimumSizeHint(self) -> QSize:
        """Return the size of its first signs."""
        return QSize(min(self.sizeHint().width(), self._skin.px(24)), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Keep copying to itself: the window has a Ctrl+C of its own."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.Copy)
            and self.hasSelectedText()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the whole where all that is shown of it is selected."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.selectedText() == self.text():
            QGuiApplication.clipboard().setText(self._whole)
            return
        super().keyPressEvent(event)

    def _fit(self) -> None:
        cut = Qt.TextElideMode.ElideMiddle
        part = self._whole[:_MEASURED]
        shown = self._skin.metrics(*self._font).elidedText(part, cut, self.width())
        if shown != self.text():
            self.setText(shown)
        self.setToolTip("" if shown == self._whole else _tip(self._whole))

    def _reskin(self) -> None:
        self.setFont(self._skin.font(*self._font))
        palette = QPalette(self.palette())
        colour: QColor = self._skin.colour(self._ink)
        palette.setColor(QPalette.ColorRole.WindowText, colour)
        palette.setColor(QPalette.ColorRole.Highlight, self._skin.colour("accent"))
        palette.setColor(QPalette.ColorRole.HighlightedText, self._skin.colour("on_accent"))
        self.setPalette(palette)
        self.updateGeometry()
        self._fit()


def _tip(text: str) -> str:
    return f"<span>{escape(text[: 2 * _MEASURED])}</span>"
