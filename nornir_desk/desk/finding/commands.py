"""What the palette offers to do, in the words of what is shown."""

from __future__ import annotations

from nornir_desk.desk.actions import DEEDS, Book, Menu, key_text
from nornir_desk.desk.session import Session
from nornir_desk.domain.text import one_line
from nornir_desk.present.goto import Command

# The palette itself, and what only closes something: that is Esc's.
_LEFT_OUT = ("palette", "escape", "tab.leaderboard")
_GROUPS: dict[Menu, str] = {
    "file": "Warehouse",
    "view": "View",
    "go": "Go",
    "cell": "Cell",
    "help": "Window",
}


def commands_of(book: Book, session: Session) -> tuple[Command, ...]:
    """Return what can be done right now."""
    own = _own_words(session)
    found = []
    for deed in DEEDS:
        if deed.id in _LEFT_OUT or not book.action(deed.id).isEnabled():
            continue
        group, text = own.get(deed.id, (_GROUPS[deed.menu], deed.text))
        also = f"{deed.text} {deed.tip}"
        found.append(Command(deed.id, group, text, deed.icon, key_text(deed), also))
    return tuple(found)


def _own_words(session: Session) -> dict[str, tuple[str, str]]:
    run = session.run or session.unfinished_run
    if run is None:
        return {}
    task = one_line(run.task)
    words = {
        "copy.link": ("Copy", f"Link nornir://run/{run.run_id}"),
        "copy.command": ("Copy", f"Command line that prints {task}"),
        "export": ("Export", f"What is shown of {task} as CSV, JSON, Markdown or PNG…"),
    }
    cell = session.selected or next(iter(session.cells), None)
    if cell is not None:
        words["view.trend"] = ("Trend", f"{one_line(cell.cell)} over the runs of {task}")
    return words
