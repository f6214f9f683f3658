"""``nornir bakeoff leaderboard``: what the window's Leaderboard tab shows, printed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from nornir_desk.bakeoff.board import Scope, Selection, refuse_damaged, select
from nornir_desk.bakeoff.inspect import run_rows
from nornir_desk.cli import boards
from nornir_desk.cli.boards import Form
from nornir_desk.cli.chosen import arranges, choices_of, refuse_contradictions
from nornir_desk.cli.console import Console, console_of
from nornir_desk.cli.run_lists import (
    list_runs,
    list_unfinished,
    tell_source,
    tell_unfinished,
    unfinished_views,
)
from nornir_desk.domain.baseline import WORSE, compare_boards
from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.identity import base_prompt_id
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Run
from nornir_desk.ports.runs import RunReader
from nornir_desk.present.build import run_view, unfinished_view
from nornir_desk.present.choices import Choices
from nornir_desk.present.formats import plural
from nornir_desk.present.leaderboard import leaderboard_state, state_json
from nornir_desk.present.unfinished import told
from nornir_desk.wiring.warehouse import Warehouse
from nornir_desk.wiring.workshop import open_workshop


def leaderboard(arguments: argparse.Namespace) -> int:
    """Print the run list, a run ranked, its grid, a history, raw rows, or the whole state.

    Exit 0; 1 where ``--fail-under`` or ``--against`` says no.
    """
    console = console_of(arguments)
    form = _form(arguments, console)
    refuse_contradictions(arguments, form)
    choices = choices_of(arguments)
    warehouse = open_workshop(getattr(arguments, "warehouse", None), os.environ).warehouse
    if arguments.runs:
        return list_runs(warehouse, console, form, choices)
    if arguments.unfinished:
        return list_unfinished(warehouse, console)
    if arguments.state:
        return _state(warehouse, arguments.selector, console, choices)
    if arguments.against is not None:
        return _against(warehouse.reader(), arguments, console)
    if arguments.selector is None and form == "text" and not arguments.matrix:
        return _overview(warehouse, console, choices, arguments.fail_under)
    return _selected(warehouse, arguments, console, choices)


def _form(arguments: argparse.Namespace, console: Console) -> Form:
    if arguments.csv:
        return "csv"
    if arguments.markdown:
        return "markdown"
    return "json" if console.json else "text"


def _selected(
    warehouse: Warehouse, arguments: argparse.Namespace, console: Console, choices: Choices
) -> int:
    form = _form(arguments, console)
    selection = select(
        warehouse.reader(),
        arguments.selector,
        with_text=form in ("json", "csv") and not arguments.matrix,
        unfinished=warehouse.unfinished(),
    )
    if selection.scope != "run" and arranges(arguments):
        raise UsageFault(
            "a history is in the order of time, and --filter, --failures and --sort arrange a run",
            "name a run id",
        )
    _tell_selection(selection, console)
    if arguments.matrix:
        measured = _measured(selection.reading.items, selection.scope, console)
        boards.print_matrix(measured, console, form, task=selection.task, choices=choices)
    else:
        _print(selection, console, form, choices)
    return _gate(selection, arguments.fail_under, console)


def _tell_selection(selection: Selection, console: Console) -> None:
    if selection.unlanded is None:
        tell_source(selection.reading.source, console)
    else:
        console.note(told(unfinished_view(selection.unlanded)))


def _state(warehouse: Warehouse, selector: str | None, console: Console, choices: Choices) -> int:
    runs = warehouse.reader().runs()
    newest = runs.items[0].run_id if runs.items else None
    run_id = selector or newest
    rows: Sequence[AgentModelRunRow] = ()
    if run_id is not None:
        unfinished = warehouse.unfinished()
        found = select(warehouse.reader(), run_id, with_text=False, unfinished=unfinished)
        if found.scope != "run":
            raise UsageFault("--state is of one run", "name a run id, or no selector")
        rows = found.reading.items
    views = unfinished_views(warehouse, runs, console)
    console.result(
        boards.json_text(state_json(leaderboard_state(runs, rows, run_id, choices, views)))
    )
    return 0


def _overview(
    warehouse: Warehouse, console: Console, choices: Choices, fail_under: float | None
) -> int:
    reader = warehouse.reader()
    runs = reader.runs()
    refuse_damaged(runs)
    tell_source(runs.source, console)
    tell_unfinished(unfinished_views(warehouse, runs, console), console)
    if not runs.items:
        return 0 if fail_under is None else 1
    boards.print_runs([run_view(run) for run in runs.items], console, "text", whole=False)
    console.result("")
    newest = reader.query(Run(runs.items[0].run_id), with_text=False)
    refuse_damaged(newest)
    boards.print_run(newest.items, console, task=runs.items[0].task, choices=choices)
    return _gate(Selection("run", newest), fail_under, console)


def _print(selection: Selection, console: Console, form: Form, choices: Choices) -> None:
    rows = selection.reading.items
    if form in ("json", "csv"):
        boards.print_rows(rows, console, form, choices)
    elif form == "markdown":
        boards.print_markdown(rows, console, choices)
    elif selection.scope == "run" and rows:
        boards.print_run(rows, console, task=selection.task, choices=choices)
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
