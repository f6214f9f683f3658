"""``nornir bakeoff leaderboard``: what the window's Leaderboard tab shows, printed."""

from __future__ import annotations

import argparse
import os

from nornir_desk.bakeoff.board import Selection, refuse_damaged, select
from nornir_desk.cli import boards
from nornir_desk.cli.console import Console, console_of
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.selector import Run
from nornir_desk.domain.source import Source
from nornir_desk.ports.runs import RunReader
from nornir_desk.wiring.workshop import open_workshop


def leaderboard(arguments: argparse.Namespace) -> int:
    """Print the run list, a run ranked, its grid, a history, or raw rows; exit 0."""
    console = console_of(arguments)
    _refuse_both(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    reader = workshop.warehouse.reader()
    if arguments.runs:
        return _runs(reader, console)
    if arguments.selector is None and not console.json and not arguments.matrix:
        return _overview(reader, console)
    selection = select(reader, arguments.selector, with_text=console.json and not arguments.matrix)
    _tell_source(selection.reading.source, console)
    _print(selection, console, matrix=arguments.matrix)
    return 0


def _refuse_both(arguments: argparse.Namespace) -> None:
    if arguments.runs and (arguments.matrix or arguments.selector is not None):
        raise UsageFault(
            "--runs lists every run and takes no selector and no --matrix", "ask for one of them"
        )


def _runs(reader: RunReader, console: Console) -> int:
    runs = reader.runs()
    refuse_damaged(runs)
    _tell_source(runs.source, console)
    if runs.items or console.json:
        boards.print_runs(runs.items, console, whole=True)
    return 0


def _overview(reader: RunReader, console: Console) -> int:
    runs = reader.runs()
    refuse_damaged(runs)
    _tell_source(runs.source, console)
    if not runs.items:
        return 0
    boards.print_runs(runs.items, console, whole=False)
    console.result("")
    newest = reader.query(Run(runs.items[0].run_id))
    boards.print_run(newest.items, console, matrix=False, matrix_json=False)
    return 0


def _print(selection: Selection, console: Console, *, matrix: bool) -> None:
    rows = selection.reading.items
    if matrix:
        boards.print_matrix(rows, console)
    elif console.json:
        boards.print_rows(rows, console)
    elif selection.scope == "run" and rows:
        boards.print_run(rows, console, matrix=False, matrix_json=False)
    elif rows:
        boards.print_history(rows, console)


def _tell_source(source: Source, console: Console) -> None:
    if source.status == "empty":
        console.note(f"no run has landed in {source.where} yet; land one with: nornir bakeoff demo")
    elif source.detail:
        console.note(f"{source.status}: {source.detail}")
