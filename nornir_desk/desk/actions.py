"""Everything that can be done in the window, as one list: menu, palette and tooltips come from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QWidget

Menu = Literal["file", "view", "go", "cell", "help"]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that can be done.

    Attributes:
        id: Its dotted name.
        text: What menu and palette call it.
        icon: Its icon.
        keys: Its shortcuts, the first one shown.
        menu: The menu it stands in.
        tip: What it does, in a sentence.
        grid: Its keys count only while a grid, a list or a plot has the focus.
        checkable: It is on or off.
    """

    id: str
    text: str
    icon: str
    keys: tuple[str, ...]
    menu: Menu
    tip: str
    grid: bool = False
    checkable: bool = False


DEEDS: tuple[Deed, ...] = (
    Deed("palette", "Go to run, cell or command…", "search", ("Ctrl+K",), "go", "Find a run, a cell or a command"),
    Deed("refresh", "Refresh", "refresh", ("F5",), "view", "Read the warehouse again"),
    Deed("tab.leaderboard", "Leaderboard", "trophy", ("Ctrl+1",), "go", "Show the leaderboard"),
    Deed("runs.toggle", "Run list", "sidebar", ("Ctrl+B",), "view", "Show or hide the run list", checkable=True),
    Deed("filter", "Filter cells, then runs", "filter", ("Ctrl+F",), "go", "Filter the ranked cells; again: the runs"),
    Deed("failures", "Failures only", "cross", ("Ctrl+Shift+F",), "view", "Show failed cells alone", checkable=True),
    Deed("view.matrix", "Matrix", "grid", ("M",), "view", "Show the agent × model grid", grid=True, checkable=True),
    Deed("view.plot", "Plot", "plot", ("P",), "view", "Show score against cost, latency or speed", grid=True, checkable=True),
    Deed("view.trend", "Trend", "trend", ("T",), "view", "Show the selected cell over the runs of its task", grid=True, checkable=True),
    Deed("view.compare", "Compare", "compare", ("C",), "view", "Compare the two marked cells", grid=True, checkable=True),
    Deed("heat.next", "Next heat", "heat", ("H",), "view", "Colour the grid by the next figure", grid=True),
    Deed("heat.previous", "Previous heat", "heat", ("Shift+H",), "view", "Colour the grid by the figure before", grid=True),
    Deed("detail.toggle", "Detail", "detail-pane", ("Ctrl+D",), "view", "Show or hide the selected cell in full", checkable=True),
    Deed("detail.open", "Open the selected cell", "detail-pane", ("Return", "Enter"), "cell", "Show the selected cell in full", grid=True),
    Deed("escape", "Close or clear", "close", ("Escape",), "go", "Close the detail, then clear the filter"),
    Deed("pane.next", "Next pane", "chevron-right", ("F6",), "go", "Move to the next pane"),
    Deed("pane.previous", "Previous pane", "chevron-right", ("Shift+F6",), "go", "Move to the pane before"),
    Deed("run.older", "Older run", "chevron-down", ("[",), "go", "Show the run before this one", grid=True),
    Deed("run.newer", "Newer run", "chevron-down", ("]",), "go", "Show the run after this one", grid=True),
    Deed("mark.a", "Mark as A", "compare", ("A",), "cell", "Mark the selected cell as A of the comparison", grid=True),
    Deed("mark.b", "Mark as B", "compare", ("B",), "cell", "Mark the selected cell as B of the comparison", grid=True),
    Deed("compare.swap", "Swap A and B", "compare", ("X",), "cell", "Swap the two sides of the comparison", grid=True),
    Deed("compare.only", "Only differences", "filter", ("D",), "cell", "Leave out lines that both answers have", grid=True, checkable=True),
    Deed("compare.previous", "Previous difference", "chevron-down", ("F7",), "go", "Move to the difference before"),
    Deed("compare.next", "Next difference", "chevron-down", ("F8",), "go", "Move to the next difference"),
    Deed("plot.log", "Log axis", "plot", ("L",), "view", "Make the plot's axis logarithmic", grid=True, checkable=True),
    Deed("plot.front", "Pareto front", "plot", ("R",), "view", "Draw the cells that none beats in both", grid=True, checkable=True),
    Deed("copy", "Copy cells", "copy", ("Ctrl+C",), "cell", "Copy the selected cells as tab-separated text", grid=True),
    Deed("copy.link", "Copy link", "link", ("Ctrl+L",), "cell", "Copy the link to this run"),
    Deed("copy.command", "Copy the command that prints this", "terminal", (), "cell", "Copy the nornir command line that prints this run"),
    Deed("export", "Export…", "export", ("Ctrl+E",), "file", "Write what is shown as CSV, JSON, Markdown or PNG"),
    Deed("open", "Open another warehouse…", "folder", ("Ctrl+O",), "file", "Look at another folder"),
    Deed("open.catalog", "Open a catalog…", "external", (), "file", "Look at a catalog configured for pyiceberg"),
    Deed("theme", "Light or dark", "theme", ("Ctrl+Shift+L",), "view", "Change between light and dark; at first it follows the system"),
    Deed("zoom.in", "Larger", "search", ("Ctrl++", "Ctrl+="), "view", "Make everything larger"),
    Deed("zoom.out", "Smaller", "search", ("Ctrl+-",), "view", "Make everything smaller"),
    Deed("zoom.reset", "Actual size", "search", ("Ctrl+0",), "view", "Make everything the size it was drawn for"),
    Deed("menu", "Menu", "menu", ("F10",), "help", "Open the menu"),
    Deed("quit", "Quit", "close", ("Ctrl+Q",), "file", "Close the window"),
)  # fmt: skip

KEYS_SHOWN = {"Return": "Enter", "Escape": "Esc", "Ctrl++": "Ctrl +", "Ctrl+-": "Ctrl -"}


class Book(QObject):
    """The actions of one window, by their id.

    A widget that wants one asks for ``action(id)``; what it does is bound once, by the window.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._deeds = {deed.id: deed for deed in DEEDS}
        self._actions = {deed.id: self._made(deed, window) for deed in DEEDS}

    def action(self, name: str) -> QAction:
        """Return an action by its id."""
        return self._actions[name]

    def deed(self, name: str) -> Deed:
        """Return what an action is by its id."""
        return self._deeds[name]

    def bind(self, name: str, what: Callable[[], object]) -> None:
        """Let an action do ``what`` when it is triggered."""
        self._actions[name].triggered.connect(lambda _checked=False: what())

    def attach(self, widget: QWidget) -> None:
        """Let the keys that need a grid work while ``widget`` or what is in it has the focus."""
        for deed in DEEDS:
            if deed.grid:
                widget.addAction(self._actions[deed.id])

    def tooltip(self, name: str) -> str:
        """Return what an action does, and its key."""
        deed = self._deeds[name]
        return f"{deed.tip} ({key_text(deed)})" if deed.keys else deed.tip

    def press(self, button: QAbstractButton, name: str) -> None:
        """Let a button do an action, and look as that one is: on, off, or not to be had."""
        action = self._actions[name]
        deed = self._deeds[name]
        button.setToolTip(self.tooltip(name))
        button.setAccessibleName(deed.text)
        button.clicked.connect(lambda _checked=False: action.trigger())
        if deed.checkable:
            button.setCheckable(True)

        def follow() -> None:
            button.setEnabled(action.isEnabled())
            if deed.checkable:
                button.setChecked(action.isChecked())

        action.changed.connect(follow)
        # A click turns a checkable button itself; only the action decides what it shows.
        button.clicked.connect(lambda _checked=False: follow())
        follow()

    def _made(self, deed: Deed, window: QWidget) -> QAction:
        action = QAction(deed.text, window)
        action.setObjectName(deed.id)
        action.setShortcuts([QKeySequence(key) for key in deed.keys])
        action.setToolTip(self.tooltip(deed.id) if deed.id in self._deeds else deed.tip)
        action.setCheckable(deed.checkable)
        if deed.grid:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        else:
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            window.addAction(action)
        return action


def key_text(deed: Deed) -> str:
    """Return an action's first key as it is shown, ``Ctrl+K``; nothing where it has none."""
    return KEYS_SHOWN.get(deed.keys[0], deed.keys[0]) if deed.keys else ""
