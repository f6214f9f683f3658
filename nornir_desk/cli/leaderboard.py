"""``nornir bakeoff leaderboard``: what the window's Leaderboard tab shows, printed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from nornir_desk.bakeoff.board import Scope, Selection, refuse_damaged, select
from nornir_desk.bakeoff.inspect import run_rows
from nornir_desk.cli import boards
from nornir_desk.cli.boards import Form
from nornir_desk.cli.console import Console, console_of
from nornir_desk.domain.baseline import WORSE, compare_boards
from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.identity import base_prompt_id
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Run
from nornir_desk.domain.source import Source
from nornir_desk.ports.runs import RunReader
from nornir_desk.present.formats import plural
from nornir_desk.wiring.workshop import open_workshop


def leaderboard(arguments: argparse.Namespace) -> int:
    """Print the run list, a run ranked, its grid, a history, or raw rows.

    Exit 0; 1 where ``--fail-under`` or ``--against`` says no.
    """
    console = console_of(arguments)
    _refuse_contradictions(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    reader = workshop.warehouse.reader()
    form = _form(arguments, console)
    if arguments.runs:
        return _runs(reader, console, form)
    if arguments.against is not None:
        return _against(reader, arguments, console)
    if arguments.selector is None and form == "text" and not arguments.matrix:
        unfinished = workshop.warehouse.journal().unfinished()
        return _overview(reader, unfinished, console, arguments.fail_under)
    raw = form in ("json", "csv") and not arguments.matrix
    selection = select(reader, arguments.selector, with_text=raw)
    _tell_source(selection.reading.source, console)
    _print(selection, console, form, matrix=arguments.matrix)
    return _gate(selection, arguments.fail_under, console)


def _form(arguments: argparse.Namespace, console: Console) -> Form:
    if arguments.csv:
        return "csv"
    if arguments.markdown:
        return "markdown"
    return "json" if console.json else "text"


def _refuse_contradictions(arguments: argparse.Namespace) -> None:
    if arguments.runs and (arguments.matrix or arguments.selector is not None):
        raise UsageFault(
            "--runs lists every run and takes no selector and no --matrix", "ask for one of them"
        )
    gates = (arguments.fail_under is not None) + (arguments.against is not None)
    if gates and arguments.runs:
        raise UsageFault("--runs is no run to judge", "leave --runs out")
    if getattr(arguments, "json", False) and (arguments.csv or arguments.markdown):
        raise UsageFault("--json, --csv and --markdown are three forms", "ask for one of them")
    if arguments.against is not None and (arguments.matrix or arguments.csv or arguments.markdown):
        raise UsageFault("--against prints its own table or JSON", "leave the other form out")


def _runs(reader: RunReader, console: Console, form: Form) -> int:
    runs = reader.runs()
    refuse_damaged(runs)
    _tell_source(runs.source, console)
    if runs.items or form != "text":
        boards.print_runs(runs.items, console, form, whole=True)
    return 0


def _overview(
    reader: RunReader, unfinished: Sequence[str], console: Console, fail_under: float | None
) -> int:
    runs = reader.runs()
    refuse_damaged(runs)
    _tell_source(runs.source, console)
    _tell_unfinished(unfinished, console)
    if not runs.items:
        return 0 if fail_under is None else 1
    boards.print_runs(runs.items, console, "text", whole=False)
    console.result("")
    newest = reader.query(Run(runs.items[0].run_id), with_text=False)
    refuse_damaged(newest)
    boards.print_run(newest.items, console, task=runs.items[0].task)
    return _gate(Selection("run", newest), fail_under, console)


def _print(selection: Selection, console: Console, form: Form, *, matrix: bool) -> None:
    rows = selection.reading.items
    if matrix:
        measured = _measured(rows, selection.scope, console)
        boards.print_matrix(measured, console, form, task=selection.task)
    elif form in ("json", "csv"):
        boards.print_rows(rows, console, form)
    elif form == "markdown":
        boards.print_markdown(rows, console)
    elif selection.scope == "run" and rows:
        boards.print_run(rows, console, task=selection.task)
    elif rows:
        boards.print_history(rows, console)


def _measured(
    rows: Sequence[AgentModelRunRow], scope: Scope, console: Console
) -> Sequence[AgentModelRunRow]:
    """Return the rows of a history that may be averaged: made-up figures only among themselves."""
    if scope == "run":
        return rows
    real = [row for row in rows if row.driver != MOCK_DRIVER] or rows
    runs = len({row.run_id for row in real})
    tasks = len({base_prompt_id(row.prompt_id) for row in real})
    console.note(f"means over {plural(runs, 'run')} of {plural(tasks, 'task')}")
    return real


def _against(reader: RunReader, arguments: argparse.Namespace, console: Console) -> int:
    selection = select(reader, arguments.selector, with_text=False)
    if selection.scope != "run" or not selection.reading.items:
        raise UsageFault("--against compares a run with a run", "name a run id, or no selector")
    before = run_rows(reader, arguments.against)
    _tell_other_task(selection.reading.items, before, console)
    changes = compare_boards(selection.reading.items, before)
    boards.print_changes(changes, console)
    worse = [change.name for change in changes if change.outcome in WORSE]
    if worse:
        console.note(f"worse than {arguments.against}: {', '.join(worse)}")
    return 1 if worse else _gate(selection, arguments.fail_under, console)


def _tell_other_task(
    now: Sequence[AgentModelRunRow], before: Sequence[AgentModelRunRow], console: Console
) -> None:
    tasks = [{base_prompt_id(row.prompt_id) for row in rows} for rows in (now, before)]
    if tasks[0] != tasks[1]:
        console.note("the runs are of different tasks; their scores compare only loosely")


def _gate(selection: Selection, fail_under: float | None, console: Console) -> int:
    if fail_under is None:
        return 0
    winner = matrix_grid(selection.reading.items).winner()
    if winner is None:
        console.note(f"--fail-under {fail_under:g}: no cell answered")
    elif winner.score is None:
        console.note(f"--fail-under {fail_under:g}: {winner.name} is unscored")
    elif winner.score < fail_under:
        console.note(f"--fail-under {fail_under:g}: {winner.name} has {winner.score:.3f}")
    else:
        return 0
    return 1


def _tell_unfinished(unfinished: Sequence[str], console: Console) -> None:
    if unfinished:
        number = plural(len(unfinished), "run")
        console.note(f"{number} unfinished ({unfinished[0]}): nornir bakeoff resume goes on")


def _tell_source(source: Source, console: Console) -> None:
    if source.status == "empty":
        console.note(f"no run has landed in {source.where} yet; land one with: nornir bakeoff demo")
    elif source.detail:
        console.warn(f"{source.status}: {source.detail}")
