"""The lists of runs: those that have landed, those that have not, and what is said about both."""

from __future__ import annotations

from collections.abc import Sequence

from nornir_desk.bakeoff.board import refuse_damaged, under_way
from nornir_desk.cli.boards import Form, print_runs, print_unfinished
from nornir_desk.cli.console import Console
from nornir_desk.domain.source import Reading, RunSummary, Source
from nornir_desk.present.arrange import filter_runs
from nornir_desk.present.build import run_view, unfinished_view
from nornir_desk.present.choices import Choices
from nornir_desk.present.formats import plural
from nornir_desk.present.invitation import nothing_landed
from nornir_desk.present.state import UnfinishedView
from nornir_desk.present.unfinished import told
from nornir_desk.wiring.warehouse import Warehouse


def list_runs(warehouse: Warehouse, console: Console, form: Form, choices: Choices) -> int:
    """Print the run list; as text, what has not landed stands above it. Exit 0."""
    runs = warehouse.reader().runs()
    refuse_damaged(runs)
    tell_source(runs.source, console)
    if form == "text":
        views = unfinished_views(warehouse, runs, console)
        print_unfinished(views, console)
        if views and runs.items:
            console.result("")
    shown = [run_view(run) for run in runs.items]
    shown = [shown[at] for at in filter_runs(shown, choices.run_filter)]
    if runs.items or form != "text":
        print_runs(shown, console, form, whole=True)
    return 0


def list_unfinished(warehouse: Warehouse, console: Console) -> int:
    """Print the runs that have not landed; exit 0."""
    runs = warehouse.reader().runs()
    views = unfinished_views(warehouse, runs, console)
    print_unfinished(views, console)
    if not views and not console.json:
        console.note("no run is in progress or interrupted")
    return 0


def unfinished_views(
    warehouse: Warehouse, landed: Reading[RunSummary], console: Console
) -> tuple[UnfinishedView, ...]:
    """Return the runs that have not landed; journals that cannot be read are told of."""
    run_ids = warehouse.journal().unfinished()
    if not run_ids:
        return ()
    views = tuple(unfinished_view(run) for run in under_way(warehouse.unfinished(), landed))
    known = {view.run_id for view in views} | {run.run_id for run in landed.items}
    unreadable = [run_id for run_id in run_ids if run_id not in known]
    if unreadable:
        number = plural(len(unreadable), "journal")
        console.note(f"{number} cannot be read ({', '.join(unreadable[:3])}): damaged, or newer")
    return views


def tell_unfinished(views: Sequence[UnfinishedView], console: Console) -> None:
    """Say in a line which runs have not landed."""
    running = [view for view in views if view.running]
    left = [view.run_id for view in views if not view.running]
    for view in running:
        console.note(told(view))
    if left:
        number = plural(len(left), "run")
        console.note(f"{number} unfinished ({left[0]}): nornir bakeoff resume goes on")


def tell_source(source: Source, console: Console) -> None:
    """Say where nothing has landed yet, and warn where what is shown may not be the last."""
    if source.status == "empty":
        console.note(nothing_landed(source.where))
    elif source.detail:
        console.warn(f"{source.status}: {source.detail}")
