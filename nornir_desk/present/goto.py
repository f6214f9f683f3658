"""Where the palette leads: runs, cells and commands, found by words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.arrange import words_of
from nornir_desk.present.find import Finder
from nornir_desk.present.state import CellView, RunView
from nornir_desk.present.status_line import Now

Kind = Literal["run", "cell", "command", "list"]
_MOST_OF_A_KIND = 20
_MOST = 40
_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Command:
    """An action of the window.

    Attributes:
        name: Its id.
        group: The word that stands before it, ``View``.
        text: What it is called.
        icon: Its icon.
        keys: Its key; nothing where it has none.
        also: Words by which it is found too.
    """

    name: str
    group: str
    text: str
    icon: str
    keys: str
    also: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette.

    Attributes:
        kind: What it leads to.
        target: A run's id, a cell's name, an action's id, or the words of a filter.
        group: The word that stands before it.
        text: What it says.
        icon: Its icon.
        keys: Its key; nothing where it has none.
    """

    kind: Kind
    target: str
    group: str
    text: str
    icon: str
    keys: str = ""


class Directory:
    """Everything that the palette finds; what is searched is made once.

    Args:
        runs: The run list.
        cells: The cells of the run that is shown.
        commands: What can be done.
    """

    def __init__(
        self, runs: Sequence[RunView], cells: Sequence[CellView], commands: Sequence[Command]
    ) -> None:
        self._runs, self._cells, self._commands = runs, cells, commands
        self._found_runs = Finder([_run_text(run) for run in runs])
        self._found_cells = Finder([f"{cell.cell}\n{cell.driver or ''}" for cell in cells])
        self._found_commands = Finder([f"{one.text}\n{one.group}\n{one.also}" for one in commands])

    def find(self, typed: str, now: Now) -> tuple[Entry, ...]:
        """Return what was found, best first; with nothing typed, the commands and newest runs.

        Args:
            typed: What was typed.
            now: The moment, for the runs' times.
        """
        words = words_of(typed)
        if not words:
            told = [self._command(at) for at in range(len(self._commands))]
            return (*told, *(self._run(at, now) for at in range(min(3, len(self._runs)))))
        kinds: tuple[tuple[Finder, Callable[[int], Entry]], ...] = (
            (self._found_runs, lambda at: self._run(at, now)),
            (self._found_cells, self._cell),
            (self._found_commands, self._command),
        )
        found = [
            (rank, at, made)
            for finder, made in kinds
            for rank, at in finder.find(words, _MOST_OF_A_KIND)
        ]
        found.sort(key=lambda one: one[0])
        entries = [made(at) for _, at, made in found[:_MOST]]
        return (*entries, _only(typed))

    def _run(self, at: int, now: Now) -> Entry:
        run = self._runs[at]
        when = formats.ago(formats.micros_of(run.ts), now.micros, now.zone)
        parts = (run.task, when, run.winner or "every cell failed", "mock" if run.made_up else "")
        return Entry("run", run.run_id, "Run", _joined(parts), "grid")

    def _cell(self, at: int) -> Entry:
        cell = self._cells[at]
        figure = formats.score(cell.score) if cell.ok else "failed"
        rank = f"#{cell.rank}" if cell.ok else ""
        return Entry("cell", cell.cell, "Cell", _joined((cell.cell, figure, rank)), "agent")

    def _command(self, at: int) -> Entry:
        one = self._commands[at]
        return Entry("command", one.name, one.group, one.text, one.icon, one.keys)


def _only(typed: str) -> Entry:
    words = one_line(typed)
    quoted = words if len(words) <= _QUOTED else f"{words[:_QUOTED]}…"
    return Entry("list", words, "List", f"Show only runs with “{quoted}”", "filter")


def _joined(parts: Sequence[str]) -> str:
    return " · ".join(one_line(part) for part in parts if part)


def _run_text(run: RunView) -> str:
    parts = (run.task, run.winner or "", run.run_id, run.prompt_id, run.ts[:10])
    return "\n".join((*parts, "mock" if run.made_up else ""))
