"""The window's menu, made from the list of actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from nornir_desk.desk.actions import DEEDS, Book, Menu
from nornir_desk.domain.text import one_line

_TITLES: dict[Menu, str] = {
    "file": "Warehouse",
    "view": "View",
    "go": "Go",
    "cell": "Cell",
    "help": "Window",
}
_NOT_IN_ITSELF = "menu"


def window_menu(
    book: Book, parent: QWidget, recent: Sequence[str], opened: Callable[[str], object]
) -> QMenu:
    """Return the menu of every action, by what it is about.

    Args:
        book: The actions.
        parent: The window.
        recent: Places that were looked at, the last one first.
        opened: Looks at one of them.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for name in get_args(Menu):
        deeds = [deed for deed in DEEDS if deed.menu == name and deed.id != _NOT_IN_ITSELF]
        part = menu.addMenu(_TITLES[name])
        for deed in deeds:
            part.addAction(book.action(deed.id))
        if name == "file" and recent:
            part.addSeparator()
            for place in recent:
                # An ampersand would mark a letter.
                text = one_line(place).replace("&", "&&")
                part.addAction(text).triggered.connect(partial(_open, opened, place))
    return menu


def _open(opened: Callable[[str], object], place: str, _checked: bool = False) -> None:
    opened(place)
