"""Light, dark, or whatever the system has."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK, LIGHT, Theme

ThemeChoice = Literal["light", "dark", "system"]
THEMES: tuple[ThemeChoice, ...] = ("light", "dark", "system")


class ThemeFollower(QObject):
    """Keeps a skin in the chosen theme, and with the system where that is the choice.

    Args:
        skin: What is kept.
        choice: ``light``, ``dark`` or ``system`` (so is whatever else is written).

    Signals:
        chosen: Another choice was made.
    """

    chosen = Signal(str)

    def __init__(self, skin: Skin, choice: str = "system") -> None:
        super().__init__()
        self._skin = skin
        self._choice = theme_choice(choice)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.system_became)
        self._apply(QGuiApplication.styleHints().colorScheme())

    @property
    def choice(self) -> ThemeChoice:
        """What is chosen."""
        return self._choice

    def choose(self, choice: ThemeChoice) -> None:
        """Choose a theme."""
        if choice != self._choice:
            self._choice = choice
            self._apply(QGuiApplication.styleHints().colorScheme())
            self.chosen.emit(choice)

    def close(self) -> None:
        """Follow no longer."""
        QGuiApplication.styleHints().colorSchemeChanged.disconnect(self.system_became)

    def next(self) -> None:
        """Choose the theme that is not shown; the system's is chosen by name alone."""
        self.choose("light" if self._skin.theme.dark else "dark")

    def system_became(self, scheme: Qt.ColorScheme) -> None:
        """Follow the system to a scheme, where that is the choice."""
        if self._choice == "system":
            self._apply(scheme)

    def _apply(self, scheme: Qt.ColorScheme) -> None:
        theme = _theme(self._choice, scheme)
        if theme is not None:
            self._skin.use(theme)


def theme_choice(text: str) -> ThemeChoice:
    """Return a choice as written; ``system`` for whatever is none."""
    return next((one for one in THEMES if one == text), "system")


def _theme(choice: ThemeChoice, scheme: Qt.ColorScheme) -> Theme | None:
    """Return the theme; None where the system does not tell its own, which changes nothing."""
    if choice != "system":
        return DARK if choice == "dark" else LIGHT
    known = {Qt.ColorScheme.Dark: DARK, Qt.ColorScheme.Light: LIGHT}
    return known.get(scheme)
