"""What the actions do, and how they show what is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal, get_args

from PySide6.QtGui import QGuiApplication

from nornir_desk.desk.actions import Book
from nornir_desk.desk.session import Session
from nornir_desk.present.choices import HEATS, Choices, HeatBy, Pane

_ON: dict[str, str] = {
    "failures": "failures_only",
    "compare.only": "only_differences",
    "plot.log": "log",
    "plot.front": "front",
}


class Conduct:
    """Binds the actions that change what is chosen; those of the frame are the window's.

    Args:
        session: What is shown.
        book: The actions.
    """

    def __init__(self, session: Session, book: Book) -> None:
        self._session = session
        self._book = book
        self._bind()
        session.choices_changed.connect(self._follow)
        session.run_changed.connect(self._allow)
        session.selection_changed.connect(self._allow)
        self._follow()

    def _bind(self) -> None:
        bind = self._book.bind
        for view in get_args(Pane):
            bind(f"view.{view}", partial(self._session.choose, view=view))
        for name, field in _ON.items():
            bind(name, partial(self._flip, field))
        bind("refresh", self._session.refresh)
        bind("heat.next", lambda: self._heat(1))
        bind("heat.previous", lambda: self._heat(-1))
        bind("run.older", lambda: self._go(1))
        bind("run.newer", lambda: self._go(-1))
        bind("mark.a", lambda: self._mark("a"))
        bind("mark.b", lambda: self._mark("b"))
        bind("compare.swap", self._swap)
        bind("copy.link", self._copy_link)
        bind("copy.command", self._copy_command)

    def _flip(self, field: str) -> None:
        self._session.choose(**{field: not getattr(self._session.choices, field)})
        self._follow()

    def _heat(self, step: int) -> None:
        heats: Sequence[HeatBy | None] = (None, *HEATS)
        at = heats.index(self._session.choices.heat)
        self._session.choose(heat=heats[(at + step) % len(heats)])

    def _go(self, step: int) -> None:
        session = self._session
        ids = [run.run_id for run in session.unfinished]
        ids += [session.runs[at].run_id for at in session.runs_shown]
        if session.run_id not in ids:
            return
        at = ids.index(session.run_id) + step
        if 0 <= at < len(ids):
            session.select_run(ids[at])

    def _mark(self, side: Literal["a", "b"]) -> None:
        cell = self._session.selected
        if cell is None:
            return
        other = "b" if side == "a" else "a"
        changes: dict[str, str | None] = {side: cell.cell}
        if getattr(self._session.choices, other) == cell.cell:
            changes[other] = None
        self._session.choose(**changes)

    def _swap(self) -> None:
        choices = self._session.choices
        self._session.choose(a=choices.b, b=choices.a)

    def _copy_link(self) -> None:
        if self._session.run_id:
            self._copy(f"nornir://run/{self._session.run_id}", "the link")

    def _copy_command(self) -> None:
        if self._session.run_id:
            line = f"nornir bakeoff leaderboard {self._session.run_id} --matrix"
            self._copy(line, "the command")

    def _copy(self, text: str, what: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._session.told.emit(f"copied {what}: {text}")

    def _follow(self, _before: Choices | None = None) -> None:
        choices = self._session.choices
        for view in get_args(Pane):
            self._book.action(f"view.{view}").setChecked(view == choices.view)
        for name, field in _ON.items():
            self._book.action(name).setChecked(getattr(choices, field))
        self._allow()

    def _allow(self) -> None:
        session = self._session
        shown, cell = bool(session.cells), session.selected is not None
        for name in ("export", "copy.link", "copy.command", "heat.next", "heat.previous"):
            self._book.action(name).setEnabled(shown)
        for name in ("mark.a", "mark.b", "detail.open", "copy"):
            self._book.action(name).setEnabled(cell)
        both = session.choices.a is not None and session.choices.b is not None
        self._book.action("compare.swap").setEnabled(both)
