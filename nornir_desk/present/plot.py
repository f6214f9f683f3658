"""Score against cost, latency or speed, as a value: what is drawn, what is not, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nornir_desk.domain.pareto import pareto_front
from nornir_desk.present import formats
from nornir_desk.present.choices import Axis
from nornir_desk.present.state import CellView

AXIS_TITLES = {"cost": "cost of a task, USD", "latency": "latency, s", "speed": "tokens/s"}


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """One cell; ``x`` in USD, seconds or tokens/s."""

    cell: str
    agent: str
    model: str
    rank: int
    x: float
    score: float
    score_low: float | None
    score_high: float | None
    on_front: bool
    free: bool


@dataclass(frozen=True, slots=True)
class PlotView:
    """The plot of a run; ``left_out`` has a reason and the number of cells that it kept out."""

    axis: Axis
    title: str
    agents: tuple[str, ...]
    points: tuple[PlotPoint, ...]
    front: tuple[str, ...]
    left_out: tuple[tuple[str, int], ...]


def plot_view(cells: Sequence[CellView], axis: Axis, title: str) -> PlotView:
    """Return the plot of ranked cells."""
    drawn: list[tuple[float, float, CellView]] = []
    left_out: dict[str, int] = {}
    for cell in cells:
        x = _x(cell, axis)
        why = _why_not(cell, x, axis)
        if why is None and x is not None and cell.score is not None:
            drawn.append((x, cell.score, cell))
        elif why is not None:
            left_out[why] = left_out.get(why, 0) + 1
    front = pareto_front(
        [(x, score, cell.cell) for x, score, cell in drawn], lower_is_better=axis != "speed"
    )
    return PlotView(
        axis=axis,
        title=title,
        agents=tuple(sorted({cell.agent for cell in cells})),
        points=tuple(_point(x, score, cell, front, axis) for x, score, cell in drawn),
        front=front,
        left_out=tuple(left_out.items()),
    )


def footer(view: PlotView) -> str:
    """Return what is not drawn and why, in one line; nothing where all is drawn."""
    told = [f"{formats.plural(count, 'cell')} {why}" for why, count in view.left_out]
    return f"not drawn: {', '.join(told)}" if told else ""


def _x(cell: CellView, axis: Axis) -> float | None:
    if axis == "cost":
        return cell.cost_usd
    if axis == "speed":
        return cell.tokens_per_s
    return None if cell.latency_ms is None else cell.latency_ms / 1_000


def _why_not(cell: CellView, x: float | None, axis: Axis) -> str | None:
    if not cell.ok:
        return "failed"
    if cell.score is None:
        return "unscored"
    return f"of unknown {axis}" if x is None else None


def _point(x: float, score: float, cell: CellView, front: Sequence[str], axis: Axis) -> PlotPoint:
    return PlotPoint(
        cell=cell.cell,
        agent=cell.agent,
        model=cell.model,
        rank=cell.rank,
        x=x,
        score=score,
        score_low=cell.score_low,
        score_high=cell.score_high,
        on_front=cell.cell in front,
        free=axis == "cost" and x == 0.0,
    )
