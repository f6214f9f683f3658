"""A button that is on or off, with a check where it is on."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QPushButton, QWidget

from nornir_desk.desk.theme.skin import Skin

_HEIGHT, _ICON = 28, 14


class Toggle(QPushButton):
    """A plain button; pressed in it shows a check, so that colour is not its only sign."""

    def __init__(self, skin: Skin, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._skin = skin
        self.setObjectName("toggle")
        self.setCheckable(True)
        self.toggled.connect(lambda _on: self._restyle())
        skin.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        skin = self._skin
        self.setFont(skin.font(12, 500))
        self.setFixedHeight(skin.px(_HEIGHT))
        self.setIcon(skin.icon("check", "accent", _ICON) if self.isChecked() else QIcon())
