"""Printing boards: the same state that a window would draw, as text, JSON, CSV or Markdown."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal

from nornir_desk.cli.console import Console, ansi, encoding_of, wants_colour, width_of
from nornir_desk.domain.baseline import Change
from nornir_desk.domain.matrix import MatrixGrid, matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import RunSummary, summarise_runs
from nornir_desk.domain.text import one_line
from nornir_desk.present import export
from nornir_desk.present.build import cell_view, history_views, lead_view, matrix_view, run_view
from nornir_desk.present.glyphs import glyphs_for
from nornir_desk.present.grid import render_matrix
from nornir_desk.present.json_text import rows_to_json, to_json
from nornir_desk.present.look import Look, below, label_line
from nornir_desk.present.ranked import render_history, render_leaderboard
from nornir_desk.present.run_list import render_runs
from nornir_desk.present.table import display_width, elide_end, plain
from nornir_desk.present.verdicts import change_views, render_changes

Form = Literal["text", "json", "csv", "markdown"]

_RUNS_SHOWN = 10


def look() -> Look:
    """Return how text is drawn on this standard output."""
    return Look(
        width=width_of(sys.stdout),
        glyphs=glyphs_for(encoding_of(sys.stdout)),
        paint=ansi if wants_colour(sys.stdout) else plain,
    )


def json_text(value: Any) -> str:
    """Return a state as JSON that this standard output can show."""
    return to_json(value, ascii_only=_ascii_only())


def print_run(
    rows: Sequence[AgentModelRunRow],
    console: Console,
    *,
    matrix: bool = False,
    task: str | None = None,
) -> None:
    """Print one run as text: its ranking and, with ``matrix``, its grid before it.

    Args:
        rows: The run's rows.
        console: Where to print.
        matrix: Draw the grid too.
        task: First line of its task, where the rows come without their text.
    """
    console.result(_heading(rows, look(), task))
    grid = matrix_grid(rows)
    if matrix:
        console.result(_matrix_text(grid) + "\n")
    cells = [cell_view(cell) for cell in grid.cells]
    console.result(render_leaderboard(cells, look(), lead=lead_view(rows, grid)))


def print_rows(rows: Sequence[AgentModelRunRow], console: Console, form: Form) -> None:
    """Print raw rows as a JSON array or as CSV."""
    if form == "csv":
        console.result(export.rows_to_csv(rows))
    else:
        console.result(rows_to_json(rows, ascii_only=_ascii_only()))


def print_markdown(rows: Sequence[AgentModelRunRow], console: Console) -> None:
    """Print the ranked cells of rows as a Markdown table."""
    console.result(export.cells_to_markdown([cell_view(c) for c in matrix_grid(rows).cells]))


def print_matrix(
    rows: Sequence[AgentModelRunRow], console: Console, form: Form, *, task: str | None = None
) -> None:
    """Print the grid of rows."""
    grid = matrix_grid(rows)
    view = matrix_view(grid)
    if form == "json":
        console.result(json_text(view))
    elif form == "csv":
        console.result(export.matrix_to_csv(view))
    elif form == "markdown":
        console.result(export.matrix_to_markdown(view))
    elif rows:
        if _one_run(rows):
            console.result(_heading(rows, look(), task))
        legend = label_line([cell_view(cell) for cell in grid.cells], look())
        console.result("\n".join([_matrix_text(grid), *below(legend)]))


def print_history(rows: Sequence[AgentModelRunRow], console: Console) -> None:
    """Print the history of an agent or a model as text."""
    console.result(render_history(history_views(rows), look()))


def print_runs(runs: Sequence[RunSummary], console: Console, form: Form, *, whole: bool) -> None:
    """Print the run list, newest first; as text only its head unless ``whole``."""
    views = [run_view(run) for run in runs]
    if form == "json":
        console.result(json_text(views))
    elif form == "csv":
        console.result(export.runs_to_csv(views))
    elif form == "markdown":
        console.result(export.runs_to_markdown(views))
    else:
        console.result(render_runs(views, look(), limit=None if whole else _RUNS_SHOWN))


def print_changes(changes: Sequence[Change], console: Console) -> None:
    """Print a comparison with a baseline, as text or as JSON."""
    views = change_views(changes)
    console.result(json_text(views) if console.json else render_changes(views, look()))


def _matrix_text(grid: MatrixGrid) -> str:
    labels = {cell.agent for cell in grid.cells if cell.label}
    return render_matrix(matrix_view(grid), look(), labels=labels)


def _one_run(rows: Sequence[AgentModelRunRow]) -> bool:
    return len({row.run_id for row in rows}) == 1


def _heading(rows: Sequence[AgentModelRunRow], drawn: Look, task: str | None) -> str:
    (run,) = summarise_runs(rows)
    run_id = one_line(run.run_id)
    room = drawn.width - display_width(run_id) - 2
    shown = elide_end(one_line(task or run.task), room, drawn.glyphs.ellipsis)
    return drawn.paint(f"{run_id}  ", "quiet") + drawn.paint(shown, "head")


def _ascii_only() -> bool:
    # JSON says the same in ASCII; a console that lacks a sign would turn it into a question mark.
    return "utf" not in encoding_of(sys.stdout).lower()
