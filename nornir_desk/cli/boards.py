"""Printing boards: the same values that a window draws, as text, JSON, CSV or Markdown."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal

from nornir_desk.cli.console import Console, ansi, encoding_of, wants_colour, width_of
from nornir_desk.domain.baseline import Change
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import summarise_runs
from nornir_desk.domain.text import one_line
from nornir_desk.present import export
from nornir_desk.present.board import BoardView, board_view
from nornir_desk.present.build import history_views
from nornir_desk.present.choices import DEFAULT_CHOICES, Choices
from nornir_desk.present.glyphs import glyphs_for
from nornir_desk.present.grid import render_matrix
from nornir_desk.present.json_text import rows_to_json, to_json
from nornir_desk.present.look import Look, below, label_line
from nornir_desk.present.ranked import render_history, render_leaderboard
from nornir_desk.present.run_list import render_runs
from nornir_desk.present.state import RunView, UnfinishedView
from nornir_desk.present.table import display_width, elide_end, plain
from nornir_desk.present.unfinished import render_unfinished
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
    choices: Choices = DEFAULT_CHOICES,
) -> None:
    """Print one run as text: its ranking and, with ``matrix``, its grid before it.

    Args:
        rows: The run's rows.
        console: Where to print.
        matrix: Draw the grid too.
        task: First line of its task, where the rows come without their text.
        choices: Which cells are listed, and in which order.
    """
    console.result(_heading(rows, look(), task))
    board = board_view(rows, choices)
    if matrix:
        console.result(_matrix_text(board) + "\n")
    told = render_leaderboard(board.listed, look(), lead=board.lead, whole=board.cells)
    console.result(told)


def print_rows(
    rows: Sequence[AgentModelRunRow],
    console: Console,
    form: Form,
    choices: Choices = DEFAULT_CHOICES,
) -> None:
    """Print raw rows as a JSON array, or those of the listed cells as CSV."""
    if form == "csv":
        console.result(export.rows_to_csv(_listed(rows, choices)))
    else:
        console.result(rows_to_json(rows, ascii_only=_ascii_only()))


def print_markdown(
    rows: Sequence[AgentModelRunRow], console: Console, choices: Choices = DEFAULT_CHOICES
) -> None:
    """Print the ranked cells of rows as a Markdown table."""
    console.result(export.cells_to_markdown(board_view(rows, choices).listed))


def print_matrix(
    rows: Sequence[AgentModelRunRow],
    console: Console,
    form: Form,
    *,
    task: str | None = None,
    choices: Choices = DEFAULT_CHOICES,
) -> None:
    """Print the grid of rows."""
    board = board_view(rows, choices)
    if form == "json":
        console.result(json_text(board.matrix))
    elif form == "csv":
        console.result(export.matrix_to_csv(board.matrix))
    elif form == "markdown":
        console.result(export.matrix_to_markdown(board.matrix))
    elif rows:
        if _one_run(rows):
            console.result(_heading(rows, look(), task))
        legend = label_line(board.cells, look())
        console.result("\n".join([_matrix_text(board), *below(legend)]))


def print_history(rows: Sequence[AgentModelRunRow], console: Console) -> None:
    """Print the history of an agent or a model as text."""
    console.result(render_history(history_views(rows), look()))


def print_runs(views: Sequence[RunView], console: Console, form: Form, *, whole: bool) -> None:
    """Print the run list, newest first; as text only its head unless ``whole``."""
    if form == "json":
        console.result(json_text(views))
    elif form == "csv":
        console.result(export.runs_to_csv(views))
    elif form == "markdown":
        console.result(export.runs_to_markdown(views))
    else:
        console.result(render_runs(views, look(), limit=None if whole else _RUNS_SHOWN))


def print_unfinished(views: Sequence[UnfinishedView], console: Console) -> None:
    """Print the runs that have not landed, as text (nothing where there are none) or as JSON."""
    if console.json:
        console.result(json_text(views))
    elif views:
        console.result(render_unfinished(views, look()))


def print_changes(changes: Sequence[Change], console: Console) -> None:
    """Print a comparison with a baseline, as text or as JSON."""
    views = change_views(changes)
    console.result(json_text(views) if console.json else render_changes(views, look()))


def _listed(rows: Sequence[AgentModelRunRow], choices: Choices) -> Sequence[AgentModelRunRow]:
    """Return the rows of the listed cells in the list's order; all as they are without a choice."""
    if choices == DEFAULT_CHOICES:
        return rows
    places = {cell.cell: place for place, cell in enumerate(board_view(rows, choices).listed)}
    held = [row for row in rows if row.cell in places]
    return sorted(held, key=lambda row: places[row.cell])


def _matrix_text(board: BoardView) -> str:
    labels = {cell.agent for cell in board.cells if cell.label}
    return render_matrix(board.matrix, look(), labels=labels)


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
