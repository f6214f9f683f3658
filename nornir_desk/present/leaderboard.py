"""What the leaderboard shows, as a value: the window draws it, the CLI prints it, dumps hold it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import Reading, RunSummary
from nornir_desk.present.arrange import filter_runs
from nornir_desk.present.board import board_view, shown_names
from nornir_desk.present.build import run_view, source_view
from nornir_desk.present.choices import DEFAULT_CHOICES, Choices, SortView
from nornir_desk.present.compare import CompareView
from nornir_desk.present.head import HeadView, head_view
from nornir_desk.present.json_text import json_chunks
from nornir_desk.present.plain_values import as_plain
from nornir_desk.present.plot import PlotView
from nornir_desk.present.state import (
    CellView,
    LeadView,
    MatrixView,
    RunView,
    SelectedCellView,
    SourceView,
    UnfinishedView,
)
from nornir_desk.present.trend import TrendView


@dataclass(frozen=True, slots=True)
class LeaderboardState:
    """Everything the leaderboard shows.

    ``leaderboard`` has every cell, best first; ``shown`` names those that the ranked list shows, in
    its order, where a filter or a sort makes that another one (None: all, best first). ``runs_shown``
    likewise names the runs that the run list's filter leaves. ``plot``, ``compare`` and ``trend`` are
    there while they are on the screen. ``head`` is the head of the run, but for its age, which passes.
    """

    source: SourceView
    runs: tuple[RunView, ...]
    selected_run: str | None
    filter: str
    sort: SortView
    leaderboard: tuple[CellView, ...]
    lead: LeadView | None
    matrix: MatrixView
    selected_cell: SelectedCellView | None = None
    unfinished: tuple[UnfinishedView, ...] = ()
    choices: Choices = DEFAULT_CHOICES
    shown: tuple[str, ...] | None = None
    runs_shown: tuple[str, ...] | None = None
    plot: PlotView | None = None
    compare: CompareView | None = None
    trend: TrendView | None = None
    head: HeadView | None = None


def leaderboard_state(
    runs: Reading[RunSummary],
    rows: Iterable[AgentModelRunRow],
    selected_run: str | None,
    choices: Choices = DEFAULT_CHOICES,
    unfinished: tuple[UnfinishedView, ...] = (),
) -> LeaderboardState:
    """Return the state of the leaderboard.

    Args:
        runs: The run list and where it was read.
        rows: The rows of the selected run.
        selected_run: Its id; None where there is no run.
        choices: What the user has chosen to see.
        unfinished: The runs that have not landed.
    """
    board = board_view(rows, choices)
    listed = tuple(run_view(run) for run in runs.items)
    run_ids = [run.run_id for run in listed]
    return LeaderboardState(
        source=source_view(runs.source),
        runs=listed,
        selected_run=selected_run,
        filter=choices.filter,
        sort=choices.sort,
        leaderboard=board.cells,
        lead=board.lead,
        matrix=board.matrix,
        unfinished=unfinished,
        choices=choices,
        shown=shown_names([cell.cell for cell in board.cells], board.order),
        head=head_view(board.cells, board.lead),
        runs_shown=shown_names(run_ids, filter_runs(listed, choices.run_filter)),
    )


def state_json(leaderboard: LeaderboardState) -> dict[str, Any]:
    """Return the whole state as plain JSON values; tuples become arrays when dumped."""
    return {"leaderboard": as_plain(leaderboard)}


def state_chunks(leaderboard: LeaderboardState) -> Iterator[str]:
    """Return the whole state as JSON text in pieces of at most 64 KB, each made when it is asked for."""
    return json_chunks({"leaderboard": leaderboard})
