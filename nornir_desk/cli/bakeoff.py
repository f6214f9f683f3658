"""``nornir bakeoff demo | run | resume``: the commands that land runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from nornir_desk.bakeoff import run as bakeoff
from nornir_desk.bakeoff.board import select
from nornir_desk.bakeoff.inspect import run_rows
from nornir_desk.bakeoff.pricing import earlier_seconds
from nornir_desk.bakeoff.retry import retry_of
from nornir_desk.cli.boards import json_text, look, print_matrix, print_rows, print_run
from nornir_desk.cli.console import Console, console_of, tell
from nornir_desk.cli.planning import plan_of
from nornir_desk.cli.progress import progress_on
from nornir_desk.domain.budget import project
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.errors import BudgetRefused, RunBusy, UsageFault
from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import All
from nornir_desk.domain.source import task_handle
from nornir_desk.present.formats import plural
from nornir_desk.present.projection import projection_view, render_projection
from nornir_desk.wiring.workshop import Workshop, open_workshop


def demo(arguments: argparse.Namespace) -> int:
    """Land the demo matrix and show it; exit 0."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    rows = demo_matrix_rows(*workshop.new_run())
    workshop.warehouse.writer().append(rows)
    _print(rows, console, matrix=True, grid_alone=False)
    return 0


def run(arguments: argparse.Namespace) -> int:
    """Measure the cells and show the ranking; exit 1 where a cell failed."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    plan = plan_of(arguments, workshop, console)
    if arguments.dry_run:
        return _dry_run(plan, workshop, console)
    with progress_on(console) as progress:
        rows = bakeoff.run(workshop.bench(progress, arguments.host), plan)
    return _show(rows, arguments, console)


def _dry_run(plan: RunPlan, workshop: Workshop, console: Console) -> int:
    """Say what a run would take; exit 3 where its budget would refuse it."""
    price_of = workshop.price_of(plan)
    before = workshop.warehouse.reader().query(All(), with_text=False)
    projected = project(plan.cells(), price_of, earlier_seconds(before.items))
    view = projection_view(plan, projected, price_of)
    console.result(json_text(view) if console.json else render_projection(view, look()))
    return BudgetRefused.exit_code if view.fits is False else 0


def resume(arguments: argparse.Namespace) -> int:
    """Finish an interrupted run and show its ranking; exit 1 where a cell failed."""
    console = console_of(arguments)
    if arguments.run_id == "":
        raise UsageFault("RUN_ID is empty", "leave it out for the newest unfinished run")
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    unfinished = workshop.warehouse.journal().unfinished()
    wanted = (arguments.run_id,) if arguments.run_id else unfinished
    if arguments.failed and not set(wanted) & set(unfinished):
        return _try_failed_again(arguments, workshop, console)
    if not wanted:
        console.note("nothing to resume: every run has landed")
        if console.json:
            console.result("[]")
        return 0
    if len(wanted) > 1:
        console.note(f"{len(wanted)} runs are unfinished: {', '.join(wanted)}")
    return _show(_resume_first(wanted, arguments, workshop, console), arguments, console)


def _resume_first(
    run_ids: Sequence[str], arguments: argparse.Namespace, workshop: Workshop, console: Console
) -> Sequence[AgentModelRunRow]:
    """Resume the first run that no other process is measuring."""
    busy: RunBusy | None = None
    for run_id in run_ids:
        with progress_on(console) as progress:
            bench = workshop.bench(progress, arguments.host)
            try:
                return bakeoff.resume(
                    bench, run_id, failed_too=arguments.failed, budget_usd=arguments.budget
                )
            except RunBusy as fault:
                busy = fault
    raise busy or RunBusy("every unfinished run is being measured by another nornir")


def _try_failed_again(arguments: argparse.Namespace, workshop: Workshop, console: Console) -> int:
    rows = select(workshop.warehouse.reader(), arguments.run_id).reading.items
    if not rows or all(row.ok for row in rows):
        where = f" in {rows[0].run_id}" if rows else ": no run has landed"
        console.note(f"nothing failed{where}")
        if console.json:
            console.result("[]")
        return 0
    retry = retry_of(rows, *workshop.new_run(), workshop.callers.host(arguments.host).display)
    console.note(f"trying the failed cells of {rows[0].run_id} again, as {retry.plan.run_id}")
    with progress_on(console) as progress:
        bench = workshop.bench(progress, arguments.host)
        measured = bakeoff.run(bench, retry.plan, retry.taken_over)
    return _show(measured, arguments, console)


def _show(rows: Sequence[AgentModelRunRow], arguments: argparse.Namespace, console: Console) -> int:
    _print(rows, console, matrix=arguments.matrix, grid_alone=arguments.matrix)
    return 0 if all(row.ok for row in rows) else 1


def _print(
    rows: Sequence[AgentModelRunRow], console: Console, *, matrix: bool, grid_alone: bool
) -> None:
    if not console.json:
        print_run(rows, console, matrix=matrix)
    elif grid_alone:
        print_matrix(rows, console, "json")
    else:
        print_rows(rows, console, "json")


def forget(arguments: argparse.Namespace) -> int:
    """Remove a run; exit 1 where the user says no, 2 where nobody is there to be asked."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    if not arguments.yes and not _agreed(arguments.run_id, workshop):
        console.note("nothing is removed")
        return 1
    workshop.warehouse.remover().forget(arguments.run_id)
    console.note(f"removed {arguments.run_id}")
    if console.json:
        console.result(json_text({"forgotten": arguments.run_id}))
    return 0


def _agreed(run_id: str, workshop: Workshop) -> bool:
    rows = run_rows(workshop.warehouse.reader(), run_id)
    if not sys.stdin.isatty():
        raise UsageFault(f"removing {run_id} wants a yes", "give --yes where nobody can be asked")
    task = task_handle(rows[0].prompt, rows[0].prompt_id)[:60]
    tell(f"remove {run_id} ({plural(len(rows), 'row')}, {task})? [y/N]")
    return sys.stdin.readline().strip().lower() in ("y", "yes")
