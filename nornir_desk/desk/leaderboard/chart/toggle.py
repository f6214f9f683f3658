"""A button that is on or off, with a check where it is on."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.theme.skin import Skin


class Toggle(Button):
    """Pressed in it shows a check, so that colour is not its only sign."""

    def __init__(self, skin: Skin, text: str, parent: QWidget | None = None) -> None:
        super().__init__(skin, text, parent=parent)
        self.setCheckable(True)
        self.toggled.connect(lambda on: self.set_icon("check" if on else None))
