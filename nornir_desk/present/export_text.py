"""What is on the screen as a file: which part, in which form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from nornir_desk.present import export, export_views
from nornir_desk.present.formats import plural
from nornir_desk.present.json_text import to_json
from nornir_desk.present.leaderboard import LeaderboardState
from nornir_desk.present.state import CellView, RunView

What = Literal["ranked", "matrix", "plot", "trend", "compare", "cell", "runs"]
Form = Literal["csv", "json", "markdown"]

SUFFIXES: Mapping[Form, str] = {"csv": ".csv", "json": ".json", "markdown": ".md"}
# In the order in which they are offered; what the view of the moment shows comes first.
_ALL: tuple[What, ...] = ("ranked", "matrix", "plot", "trend", "compare", "cell", "runs")
_TEXTS: Mapping[What, tuple[Callable[[Any], str], Callable[[Any], str]]] = {
    "ranked": (export.cells_to_csv, export.cells_to_markdown),
    "matrix": (export.matrix_to_csv, export.matrix_to_markdown),
    "runs": (export.runs_to_csv, export.runs_to_markdown),
    "cell": (export_views.cell_to_csv, export_views.cell_to_markdown),
    "compare": (export_views.compare_to_csv, export_views.compare_to_markdown),
    "plot": (export_views.plot_to_csv, export_views.plot_to_markdown),
    "trend": (export_views.trend_to_csv, export_views.trend_to_markdown),
}


def exportable(state: LeaderboardState) -> tuple[What, ...]:
    """Return what of a state can be exported, what its view shows first."""
    found = [what for what in _ALL if _part(state, what)]
    view = state.choices.view
    return tuple(sorted(found, key=lambda what: what != view if view != "matrix" else False))


def export_text(state: LeaderboardState, what: What, form: Form) -> str:
    """Return a part of a state as CSV, JSON or Markdown, with a line's end.

    Ranked cells come as they are filtered and sorted, runs as they are filtered. The JSON is what
    the command line prints of the same view with ``--json``; that of the ranked cells is the
    ``leaderboard`` of ``--state``, and of them those that are shown.

    Args:
        state: What the window shows.
        what: One of those that ``exportable`` names.
        form: The form.
    """
    part = _part(state, what)
    if form == "json":
        return f"{to_json(part)}\n"
    as_csv, as_markdown = _TEXTS[what]
    return f"{as_csv(part) if form == 'csv' else as_markdown(part)}\n"


def told(state: LeaderboardState, what: What) -> str:
    """Return what an export of it holds, ``Ranked cells: 3 of 28, as filtered and sorted``."""
    if what == "ranked":
        shown, cells = len(_shown(state)), len(state.leaderboard)
        some = "all" if shown == cells else f"{shown:,} of"
        return f"Ranked cells: {some} {cells:,}, as filtered and sorted"
    texts: dict[What, Callable[[], str]] = {
        "matrix": lambda: f"Matrix: {plural(len(state.matrix.cells), 'cell')}",
        "runs": lambda: f"Run list: {plural(len(_runs(state)), 'run')}",
        "cell": lambda: f"Selected cell: {state.selected_cell and state.selected_cell.cell}",
        "compare": lambda: "Comparison of A and B",
        "plot": lambda: f"Plot: {plural(len(state.plot.points if state.plot else ()), 'point')}",
        "trend": lambda: f"Trend of {state.trend and state.trend.cell}",
    }
    return texts[what]()


def file_name(state: LeaderboardState, what: str, suffix: str) -> str:
    """Return a name for the file: of the run and the part, of plain signs only."""
    run = state.selected_run if what != "runs" else "nornir"
    plain = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in run or "nornir")
    return f"{plain[:80]}-{what}{suffix}"


def _part(state: LeaderboardState, what: What) -> Any:
    parts: dict[What, Callable[[], Any]] = {
        "ranked": lambda: _shown(state) if state.leaderboard else None,
        "matrix": lambda: state.matrix if state.matrix.cells else None,
        "runs": lambda: _runs(state),
        "cell": lambda: state.selected_cell,
        "compare": lambda: state.compare,
        "plot": lambda: state.plot,
        "trend": lambda: state.trend,
    }
    return parts[what]()


def _shown(state: LeaderboardState) -> Sequence[CellView]:
    if state.shown is None:
        return state.leaderboard
    by_name = {cell.cell: cell for cell in state.leaderboard}
    return tuple(by_name[name] for name in state.shown)


def _runs(state: LeaderboardState) -> Sequence[RunView]:
    if state.runs_shown is None:
        return state.runs
    by_name = {run.run_id: run for run in state.runs}
    return tuple(by_name[name] for name in state.runs_shown)
