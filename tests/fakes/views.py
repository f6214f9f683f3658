"""Ranked cells and grids as screens have them, with only what a test is about given."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from nornir_desk.present.state import CellView, GridCellView, MatrixView, RunView

_CELL = CellView(
    rank=1,
    cell="a/m",
    agent="a",
    model="m",
    prompt_id="task",
    ok=True,
    score=None,
    score_low=None,
    score_high=None,
    n=1,
    tied=False,
    tokens_per_s=None,
    latency_ms=None,
    cost_usd=None,
    mcp_tool_calls=None,
    driver=None,
    label=None,
    judge=None,
    error=None,
    load_ms=None,
    note=None,
)


def cell(name: str, rank: int, **figures: Any) -> CellView:
    """Return the cell ``agent/model``."""
    agent, _, model = name.partition("/")
    return replace(_CELL, cell=name, agent=agent, model=model, rank=rank, **figures)


def grid(cells: Sequence[CellView]) -> MatrixView:
    """Return the grid of ranked cells."""
    names = [f.name for f in fields(GridCellView) if f.name != "heat"]
    return MatrixView(
        agents=tuple(sorted({c.agent for c in cells})),
        models=tuple(sorted({c.model for c in cells})),
        winner=cells[0].cell if cells[0].ok else None,
        cells=tuple(GridCellView(**{n: getattr(c, n) for n in names}) for c in cells),
    )


def run(run_id: str, **told: Any) -> RunView:
    """Return a line of the run list."""
    line = RunView(run_id, "2026-11-30T15:12:47Z", "task", "task-id", 1, 1, 1, 0, None, None, False)
    return replace(line, **told)
