"""What colours the grid: each cell's step on a scale over its run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nornir_desk.domain.heat import HeatScale, heat_scale
from nornir_desk.present import formats
from nornir_desk.present.choices import HeatBy
from nornir_desk.present.state import GridCellView, HeatView, MatrixView

_FALLING: tuple[HeatBy, ...] = ("latency", "cost")
_FORMATS: dict[HeatBy, Callable[[float | None], str]] = {
    "score": formats.score,
    "speed": formats.speed,
    "latency": formats.latency,
    "cost": formats.cost,
}


def heat_of(matrix: MatrixView, by: HeatBy | None) -> MatrixView:
    """Return the grid with the steps of a figure, 0 the worst and 7 the best.

    The scale runs over the cells that answered and report the figure; a cell that failed or does
    not report it has no step. Latency and cost count downwards on a logarithmic scale, and a cost
    of 0 is the best step alone. Where all figures are equal, each has the middle step 3.

    Args:
        matrix: The grid.
        by: The figure; None takes the steps away.
    """
    figures = [None if by is None else _figure(cell, by) for cell in matrix.cells]
    found = (value for value in figures if value is not None)
    scale = None if by is None else heat_scale(found, falling=by in _FALLING)
    cells = tuple(
        _with_step(cell, _step(scale, value))
        for cell, value in zip(matrix.cells, figures, strict=True)
    )
    told = None if scale is None or by is None else HeatView(by, scale.worst, scale.best)
    return replace(matrix, cells=cells, heat=told)


def heat_ends(heat: HeatView) -> tuple[str, str]:
    """Return the ends of the scale as they are printed beside it, the worst first."""
    form = _FORMATS[heat.by]
    unit = " tok/s" if heat.by == "speed" else ""
    return f"{form(heat.worst)}{unit}", f"{form(heat.best)}{unit}"


def heat_line(heat: HeatView) -> str:
    """Return the scale in one line: ``heat by score: 0.223 (worst, 0) to 0.912 (best, 7)``."""
    worst, best = heat_ends(heat)
    return f"heat by {heat.by}: {worst} (worst, 0) to {best} (best, 7)"


def _figure(cell: GridCellView, by: HeatBy) -> float | None:
    if not cell.ok:
        return None
    match by:
        case "score":
            return cell.score
        case "speed":
            return cell.tokens_per_s
        case "latency":
            return cell.latency_ms
        case "cost":
            return cell.cost_usd


def _step(scale: HeatScale | None, value: float | None) -> int | None:
    return None if scale is None or value is None else scale.step(value)


def _with_step(cell: GridCellView, step: int | None) -> GridCellView:
    return cell if cell.heat == step else replace(cell, heat=step)
