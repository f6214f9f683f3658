"""What the window shows right now: one place, one run, one cell, and the user's choices.

Widgets read its properties, ask for changes by its methods, and draw anew at its signals; none of
them talks to another, and none computes a figure.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from nornir_desk.desk.reading import jobs
from nornir_desk.desk.reading.jobs import Board, Listed, Place
from nornir_desk.desk.reading.loader import Loader, Ticket
from nornir_desk.domain.errors import NornirError
from nornir_desk.domain.text import one_line
from nornir_desk.present.arrange import RunArranger
from nornir_desk.present.choices import DEFAULT_CHOICES, Choices
from nornir_desk.present.heat import heat_of
from nornir_desk.present.state import (
    CellView,
    LeadView,
    MatrixView,
    RunView,
    SourceView,
    UnfinishedView,
)

NO_MATRIX = MatrixView((), (), None, ())


class Session(QObject):
    """One look at one place.

    Signals:
        source_changed: ``source``.
        runs_changed: ``runs``, ``unfinished``, ``runs_shown``.
        run_changed: Another run is shown, or the same one with other cells: ``run``, ``cells``,
            ``lead``, ``matrix``, ``shown``.
        selection_changed: ``selected``.
        choices_changed: ``choices``; it carries those before. ``shown``, ``runs_shown`` and
            ``matrix`` may be others.
        told: One line for the user: something was done, or could not be.
        traced: An event and what changed, for the trace.
    """

    source_changed = Signal()
    runs_changed = Signal()
    run_changed = Signal()
    selection_changed = Signal()
    choices_changed = Signal(object)
    told = Signal(str)
    traced = Signal(str, object)

    def __init__(self, choices: Choices = DEFAULT_CHOICES) -> None:
        super().__init__()
        self.loader = Loader("lists")
        self._place: Place | None = None
        self._choices = choices
        self._listed: Listed | None = None
        self._runs = RunArranger(())
        self._wanted: str | None = None
        self._board: Board | None = None
        self._matrix = NO_MATRIX
        self._shown: tuple[int, ...] = ()
        self._selected: CellView | None = None

    @property
    def place(self) -> Place | None:
        """What is looked at."""
        return self._place

    @property
    def choices(self) -> Choices:
        """What the user has chosen to see."""
        return self._choices

    @property
    def source(self) -> SourceView | None:
        """Where the rows came from; None until something was read."""
        return self._listed.source if self._listed else None

    @property
    def mark(self) -> str | None:
        """What stands for the state that is shown; None until something was read."""
        return self._listed.mark if self._listed else None

    @property
    def runs(self) -> tuple[RunView, ...]:
        """Every run that has landed, newest first."""
        return self._listed.runs if self._listed else ()

    @property
    def runs_shown(self) -> tuple[int, ...]:
        """The places in ``runs`` that the run list's filter leaves."""
        return self._runs.matching(self._choices.run_filter)

    @property
    def unfinished(self) -> tuple[UnfinishedView, ...]:
        """The runs that have not landed, newest first."""
        return self._listed.unfinished if self._listed else ()

    @property
    def run_id(self) -> str | None:
        """The run that is shown, or on its way."""
        return self._wanted

    @property
    def run(self) -> RunView | None:
        """The run that is shown, where it has landed."""
        return next((run for run in self.runs if run.run_id == self._wanted), None)

    @property
    def unfinished_run(self) -> UnfinishedView | None:
        """The run that is shown, where it has not landed."""
        return next((run for run in self.unfinished if run.run_id == self._wanted), None)

    @property
    def cells(self) -> tuple[CellView, ...]:
        """Its cells, best first."""
        return self._board.cells if self._board else ()

    @property
    def shown(self) -> tuple[int, ...]:
        """The places in ``cells`` that the ranked list shows, in its order."""
        return self._shown

    @property
    def lead(self) -> LeadView | None:
        """The winner's lead."""
        return self._board.lead if self._board else None

    @property
    def matrix(self) -> MatrixView:
        """Its grid, coloured as chosen."""
        return self._matrix

    @property
    def selected(self) -> CellView | None:
        """The selected cell."""
        return self._selected

    @property
    def reading(self) -> bool:
        """Is something being read?"""
        return self.loader.busy

    def cell(self, name: str | None) -> CellView | None:
        """Return a cell of the run by its name ``agent/model``."""
        return next((cell for cell in self.cells if cell.cell == name), None)

    def open(self, place: Place, run_id: str | None = None) -> None:
        """Look at another place, and at one of its runs (None: the newest)."""
        self._place = place
        # A run of the place before must not come over this one.
        self.loader.drop("board")
        self._listed, self._wanted = None, run_id
        self._runs = RunArranger(())
        self._take_board(None)
        self.source_changed.emit()
        self.runs_changed.emit()
        self.refresh()

    def refresh(self) -> None:
        """Read the run list again, and the run that is shown where it may have changed."""
        place = self._place
        if place is not None:
            before = self._listed

            def read(ticket: Ticket) -> Listed:
                return jobs.read_list(place, before, lambda: not ticket.cancelled)

            self.loader.load("list", read, self._list_read, self._list_failed)

    def select_run(self, run_id: str) -> None:
        """Show a run."""
        if run_id != self._wanted:
            self._wanted = run_id
            self.traced.emit("select_run", {"run_id": run_id})
            self._read_board()

    def select_cell(self, name: str | None) -> None:
        """Select a cell of the run by its name ``agent/model``; None selects none."""
        if name != (self._selected.cell if self._selected else None):
            self._selected = self.cell(name)
            self.traced.emit("select_cell", {"cell": name})
            self.selection_changed.emit()

    def choose(self, **changes: Any) -> None:
        """Choose something else; takes fields of ``Choices``."""
        before, self._choices = self._choices, replace(self._choices, **changes)
        if self._choices != before:
            self._arrange()
            self.traced.emit("choose", changes)
            self.choices_changed.emit(before)

    def close(self) -> None:
        """Let go of what is being read, and wait for its thread."""
        self.loader.close()

    def _list_read(self, listed: Listed) -> None:
        before = self._listed
        listed = self._listed = jobs.without_loss(before, listed)
        self.source_changed.emit()
        known = before is not None and before.runs == listed.runs
        if not known or before is None or before.unfinished != listed.unfinished:
            if not known:
                self._runs = RunArranger(listed.runs)
            self.traced.emit("runs", {"runs": len(listed.runs), "mark": listed.mark})
            self.runs_changed.emit()
        if self._wanted is None:
            ids = [run.run_id for run in listed.runs] + [run.run_id for run in listed.unfinished]
            self._wanted = ids[0] if ids else None
        if self._wanted is not None and self._may_be_another(before):
            self._read_board()

    def _may_be_another(self, before: Listed | None) -> bool:
        # The rows of a landed run never change.
        if self._board is None or self._board.run_id != self._wanted:
            return True
        landed = self.run
        return landed is None or before is None or landed not in before.runs

    def _read_board(self) -> None:
        place, run_id = self._place, self._wanted
        if place is not None and run_id is not None:
            read = partial(jobs.read_board, place, run_id)
            self.loader.load("board", lambda _: read(), self._board_read, self._board_failed)

    def _board_read(self, board: Board | None) -> None:
        if board is not None or self.unfinished_run is not None:
            self._take_board(board)
        else:
            self._run_gone()

    def _board_failed(self, failure: Exception) -> None:
        self._failed(failure)
        if self._board is not None:
            self._stay(self._board.run_id)

    def _run_gone(self) -> None:
        gone, source = self._wanted, self.source
        ids = [run.run_id for run in self.runs]
        shown = self._board.run_id if self._board else None
        name, live = one_line(gone or ""), source is None or source.status == "live"
        if shown is not None and (gone in ids or not live):
            # What was read stays on the screen; nothing else can be had now.
            why = "it is there no more" if live or source is None else source.status
            self.told.emit(f"the run {name!r} cannot be read: {why}")
            self._stay(shown)
            if live:
                # The list is older than what is there.
                self.refresh()
            return
        self.told.emit(f"no run {name!r} here; the newest is shown")
        # From one run to the next older one, so that it ends where none of them can be had.
        self._wanted = next(iter(ids[ids.index(gone) + 1 :] if gone in ids else ids), None)
        if self._wanted is None:
            self._take_board(None)
        else:
            self._read_board()

    def _stay(self, run_id: str) -> None:
        """Keep what is shown, and tell so those who were on their way to another run."""
        self._wanted = run_id
        self.run_changed.emit()

    def _take_board(self, board: Board | None) -> None:
        kept = self._selected.cell if self._selected else None
        self._board = board
        self._arrange()
        self.traced.emit("run", {"run_id": self._wanted, "cells": len(self.cells)})
        self.run_changed.emit()
        self._selected = self.cell(kept)
        self.selection_changed.emit()

    def _arrange(self) -> None:
        board = self._board
        self._shown = board.arranger.arrange(self._choices) if board else ()
        self._matrix = heat_of(board.matrix, self._choices.heat) if board else NO_MATRIX

    def _list_failed(self, failure: Exception) -> None:
        self._failed(failure)
        self._list_read(jobs.nothing_read(self._place, failure))

    def _failed(self, failure: Exception) -> None:
        # A reader tells what is wrong in its source; what it raises is a fault of ours or a
        # warehouse that went while it was read.
        text = failure.message if isinstance(failure, NornirError) else f"{failure}"
        self.traced.emit("failed", {"error": one_line(text)})
        self.told.emit(f"it could not be read: {one_line(text) or type(failure).__name__}")
