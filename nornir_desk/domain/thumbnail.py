"""A run's grid in small, one sign a cell, for the list of runs."""

from __future__ import annotations

from nornir_desk.domain.heat import HeatScale, heat_scale
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
    answered = [cell for cell in grid.cells if cell.ok]
    scored = any(cell.score is not None for cell in answered)
    reported = (_figure(cell, scored=scored) for cell in answered)
    scale = heat_scale([value for value in reported if value is not None], falling=False)
    signs = {(cell.agent, cell.model): _sign(cell, scale, scored=scored) for cell in grid.cells}
    return tuple(
        "".join([signs.get((agent, model), ABSENT) for model in grid.models])
        for agent in grid.agents
    )


def _figure(cell: MatrixCell, *, scored: bool) -> float | None:
    return cell.score if scored else cell.tokens_per_s


def _sign(cell: MatrixCell, scale: HeatScale | None, *, scored: bool) -> str:
    if not cell.ok:
        return FAILED
    if cell.rank == 1:
        return WINNER
    value = _figure(cell, scored=scored)
    return UNREPORTED if scale is None or value is None else str(scale.step(value))
