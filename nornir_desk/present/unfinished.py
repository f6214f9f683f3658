"""Runs that have not landed, as text."""

from __future__ import annotations

from collections.abc import Sequence

from nornir_desk.present import formats
from nornir_desk.present.look import Look, table_lines
from nornir_desk.present.state import UnfinishedView
from nornir_desk.present.table import Column, Text


def render_unfinished(runs: Sequence[UnfinishedView], look: Look) -> str:
    """Return the runs that have not landed, newest first."""
    columns = (
        Column("not landed"),
        Column("task", minimum=12, prose=True),
        Column("measured", right=True),
        Column("failed", right=True, drop=1),
        Column(""),
    )
    rows = [
        [
            Text(run.run_id),
            Text(run.task),
            Text(f"{formats.count(run.measured)} of {formats.count(run.cells)}"),
            Text(formats.count(run.failed), "failed" if run.failed else "quiet"),
            Text("in progress", "good") if run.running else Text("interrupted", "warn"),
        ]
        for run in runs
    ]
    return "\n".join(table_lines(columns, rows, look))


def told(run: UnfinishedView) -> str:
    """Return in a sentence that a run has not landed, how far it is, and what goes on."""
    far = f"{formats.count(run.measured)} of {formats.plural(run.cells, 'call')}"
    if run.running:
        return f"{run.run_id} is being measured right now and has not landed: {far} so far"
    return (
        f"{run.run_id} was interrupted and has not landed: {far}; "
        f"go on with: nornir bakeoff resume {run.run_id}"
    )
