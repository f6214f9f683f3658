"""A run's grid in small, one sign a cell, for the list of runs."""

from __future__ import annotations

from nornir_desk.domain.heat import rising_step
from nornir_desk.domain.matrix import MatrixCell, MatrixGrid

MAX_AGENTS = 8
MAX_MODELS = 12
WINNER = "W"
FAILED = "x"
UNREPORTED = "-"
ABSENT = "."


def thumbnail(grid: MatrixGrid) -> tuple[str, ...] | None:
    """Return a line per agent with a sign per model, in the order of the grid's axes.

    ``0`` to ``7`` is the step of the cell's score over the run's worst to best (of its tokens/s
    where nobody scored), ``W`` the winner, ``x`` a failed cell, ``-`` one that answered without a
    figure, ``.`` a coordinate that was not measured. None for a grid of more than 8 x 12, or of
    nothing.
    """
    if not 0 < len(grid.agents) <= MAX_AGENTS or len(grid.models) > MAX_MODELS:
        return None
    figures = _figures(grid)
    reported = [value for value in figures if value is not None]
    ends = (min(reported, default=0.0), max(reported, default=0.0))
    signs = {
        (cell.agent, cell.model): _sign(cell, value, ends)
        for cell, value in zip(grid.cells, figures, strict=True)
    }
    return tuple(
        "".join([signs.get((agent, model), ABSENT) for model in grid.models])
        for agent in grid.agents
    )


def _figures(grid: MatrixGrid) -> list[float | None]:
    scores = [cell.score if cell.ok else None for cell in grid.cells]
    if any(score is not None for score in scores):
        return scores
    return [cell.tokens_per_s if cell.ok else None for cell in grid.cells]


def _sign(cell: MatrixCell, value: float | None, ends: tuple[float, float]) -> str:
    if not cell.ok:
        return FAILED
    if cell.rank == 1:
        return WINNER
    return UNREPORTED if value is None else str(rising_step(value, *ends))
