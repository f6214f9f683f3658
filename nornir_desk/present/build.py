"""From domain values to what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields

from nornir_desk.domain.answer import STOP_EMPTY, STOP_LENGTH, STOP_LENGTH_THINKING
from nornir_desk.domain.lead import lead
from nornir_desk.domain.matrix import MatrixCell, MatrixGrid, leaderboard
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import RunSummary, Source, task_of_plan
from nornir_desk.domain.text import one_line
from nornir_desk.ports.runs import UnfinishedRun
from nornir_desk.present import formats
from nornir_desk.present.state import (
    CellView,
    GridCellView,
    HistoryView,
    LeadView,
    MatrixView,
    RunView,
    SourceView,
    UnfinishedView,
)

_GRID_FIELDS = tuple(field.name for field in fields(GridCellView) if field.name != "heat")
_STOP_WORDS = {
    STOP_EMPTY: "empty answer",
    STOP_LENGTH: "cut off at its limit",
    STOP_LENGTH_THINKING: "cut off while thinking",
}


def source_view(source: Source) -> SourceView:
    """Return where rows came from."""
    return SourceView(
        kind=source.kind,
        where=source.where,
        status=source.status,
        detail=source.detail,
        refreshed=formats.timestamp(source.refreshed_micros),
    )


def run_view(run: RunSummary) -> RunView:
    """Return one line of the run list."""
    return RunView(
        run_id=run.run_id,
        ts=formats.timestamp(run.ts_micros),
        task=run.task,
        prompt_id=run.prompt_id,
        agents=run.agents,
        models=run.models,
        cells=run.cells,
        failed=run.failed,
        winner=run.winner,
        label=run.label,
        made_up=run.made_up,
        thumbnail=run.thumbnail,
    )


def unfinished_view(run: UnfinishedRun) -> UnfinishedView:
    """Return one line of the runs that have not landed."""
    plan = run.plan
    return UnfinishedView(
        run_id=plan.run_id,
        ts=formats.timestamp(plan.ts_micros),
        task=task_of_plan(plan),
        prompt_id=plan.tasks[0].prompt_id,
        agents=len(plan.agents),
        models=len(plan.models),
        cells=plan.calls,
        measured=run.measured,
        failed=run.failed,
        running=run.running,
    )


def cell_view(cell: MatrixCell) -> CellView:
    """Return one ranked cell."""
    return CellView(
        rank=cell.rank,
        cell=cell.name,
        agent=cell.agent,
        model=cell.model,
        prompt_id=cell.prompt_id,
        ok=cell.ok,
        score=cell.score,
        score_low=cell.score_low,
        score_high=cell.score_high,
        n=cell.n,
        tied=cell.tied,
        tokens_per_s=cell.tokens_per_s,
        latency_ms=cell.latency_ms,
        cost_usd=cell.cost_usd,
        mcp_tool_calls=cell.mcp_tool_calls,
        driver=cell.driver,
        label=cell.label,
        judge=cell.judge,
        error=cell.error,
        load_ms=cell.load_ms,
        note=_note(cell),
    )


def history_views(rows: Iterable[AgentModelRunRow]) -> tuple[HistoryView, ...]:
    """Return one entry a run and cell, in the order of the rows: oldest first."""
    grouped: dict[tuple[str, str, str], list[AgentModelRunRow]] = {}
    for row in rows:
        grouped.setdefault((row.run_id, row.agent, row.model), []).append(row)
    return tuple(
        HistoryView(
            run_id=group[0].run_id,
            ts=formats.timestamp(group[0].ts_micros),
            cell=cell_view(leaderboard(group)[0]),
        )
        for group in grouped.values()
    )


def matrix_view(grid: MatrixGrid) -> MatrixView:
    """Return the grid."""
    winner = grid.winner()
    return MatrixView(
        agents=grid.agents,
        models=grid.models,
        winner=winner.name if winner else None,
        cells=tuple(_grid_cell(cell) for cell in grid.cells),
    )


def lead_view(rows: Sequence[AgentModelRunRow], grid: MatrixGrid) -> LeadView | None:
    """Return the winner's lead in score, or None without two scored cells that answered."""
    found = lead(rows, grid)
    return LeadView(**asdict(found)) if found else None


def _grid_cell(cell: MatrixCell) -> GridCellView:
    # The grid shows a part of what the ranked list shows, never something else.
    shown = cell_view(cell)
    return GridCellView(**{name: getattr(shown, name) for name in _GRID_FIELDS})


def _note(cell: MatrixCell) -> str | None:
    notes: list[str] = []
    if cell.failed and cell.n > 1:
        notes.append(f"{cell.failed} of {cell.n} failed")
    for reason, count in cell.stops:
        words = _STOP_WORDS.get(reason, f"ended by {one_line(reason)}")
        notes.append(words if cell.n == 1 else f"{count} of {cell.n} {words}")
    return "; ".join(notes) or None
