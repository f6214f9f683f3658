"""The window's menu, made from the list of actions."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from nornir_desk.desk.actions import DEEDS, Book, Menu

_TITLES: dict[Menu, str] = {
    "file": "Warehouse",
    "view": "View",
    "go": "Go",
    "cell": "Cell",
    "help": "Window",
}
_NOT_IN_ITSELF = "menu"


def window_menu(book: Book, parent: QWidget) -> QMenu:
    """Return the menu of every action, by what it is about."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for name in get_args(Menu):
        deeds = [deed for deed in DEEDS if deed.menu == name and deed.id != _NOT_IN_ITSELF]
        if deeds:
            part = menu.addMenu(_TITLES[name])
            for deed in deeds:
                part.addAction(book.action(deed.id))
    return menu
