"""Printing boards: the same state that a window would draw, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from nornir_desk.cli.console import Console, ansi, encoding_of, wants_colour, width_of
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import RunSummary, summarise_runs
from nornir_desk.present.build import (
    cell_view,
    history_views,
    lead_view,
    matrix_view,
    run_view,
)
from nornir_desk.present.glyphs import glyphs_for
from nornir_desk.present.json_text import rows_to_json, to_json
from nornir_desk.present.table import plain
from nornir_desk.present.text import (
    Look,
    render_history,
    render_leaderboard,
    render_matrix,
    render_runs,
)

_RUNS_SHOWN = 10


def look() -> Look:
    """Return how text is drawn on this standard output."""
    return Look(
        width=width_of(sys.stdout),
        glyphs=glyphs_for(encoding_of(sys.stdout)),
        paint=ansi if wants_colour(sys.stdout) else plain,
    )


def print_run(
    rows: Sequence[AgentModelRunRow], console: Console, *, matrix: bool, matrix_json: bool
) -> None:
    """Print one run: its ranking and, with ``matrix``, its grid.

    Args:
        rows: The run's rows.
        console: Where to print.
        matrix: Draw the grid too.
        matrix_json: In JSON print the grid instead of the rows.
    """
    if console.json:
        if matrix_json:
            print_matrix(rows, console)
        else:
            print_rows(rows, console)
        return
    drawn = look()
    console.result(_heading(rows, drawn))
    if matrix:
        print_matrix(rows, console)
        console.result("")
    print_ranked(rows, console)


def print_rows(rows: Sequence[AgentModelRunRow], console: Console) -> None:
    """Print raw rows as a JSON array."""
    console.result(rows_to_json(rows, ascii_only=_ascii_only()))


def print_ranked(rows: Sequence[AgentModelRunRow], console: Console) -> None:
    """Print the ranked cells of rows as text."""
    grid = matrix_grid(rows)
    cells = [cell_view(cell) for cell in grid.cells]
    console.result(render_leaderboard(cells, look(), lead=lead_view(rows, grid)))


def print_matrix(rows: Sequence[AgentModelRunRow], console: Console) -> None:
    """Print the grid of rows, as text or as JSON."""
    grid = matrix_grid(rows)
    view = matrix_view(grid)
    if console.json:
        console.result(to_json(view, ascii_only=_ascii_only()))
        return
    labels = {cell.agent for cell in map(cell_view, grid.cells) if cell.label}
    console.result(render_matrix(view, look(), labels=labels))


def print_history(rows: Sequence[AgentModelRunRow], console: Console) -> None:
    """Print the history of an agent or a model as text."""
    console.result(render_history(history_views(rows), look()))


def print_runs(runs: Sequence[RunSummary], console: Console, *, whole: bool) -> None:
    """Print the run list, newest first; as text only its head unless ``whole``."""
    views = [run_view(run) for run in runs]
    if console.json:
        console.result(to_json(views, ascii_only=_ascii_only()))
        return
    console.result(render_runs(views, look(), limit=None if whole else _RUNS_SHOWN))


def _heading(rows: Sequence[AgentModelRunRow], drawn: Look) -> str:
    (run,) = summarise_runs(rows)
    return drawn.paint(f"{run.run_id}  ", "quiet") + drawn.paint(
        run.task[: max(0, drawn.width - len(run.run_id) - 2)], "head"
    )


def _ascii_only() -> bool:
    # JSON says the same in ASCII; a console that lacks a sign would turn it into a question mark.
    return "utf" not in encoding_of(sys.stdout).lower()
