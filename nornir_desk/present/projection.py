"""What a run would take, as a value and as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nornir_desk.domain.budget import Projection
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.present import formats
from nornir_desk.present.look import Look, below, table_lines, wrapped
from nornir_desk.present.table import Column, Text

_SECOND_MS = 1_000


@dataclass(frozen=True, slots=True)
class ModelProjection:
    """The calls to one model; ``cost_usd`` is the most they can cost, None = price unknown."""

    model: str
    calls: int
    cost_usd: float | None


@dataclass(frozen=True, slots=True)
class ProjectionView:
    """What a run would take; ``fits`` is None without a budget."""

    cells: int
    calls: int
    cost_usd: float
    unpriced: tuple[str, ...]
    seconds: float | None
    budget_usd: float | None
    fits: bool | None
    models: tuple[ModelProjection, ...]


def projection_view(
    plan: RunPlan, projected: Projection, price_of: Callable[[Cell], float | None]
) -> ProjectionView:
    """Return a projection as it is shown."""
    budget = plan.budget_usd
    return ProjectionView(
        cells=projected.cells,
        calls=projected.calls,
        cost_usd=projected.cost_usd,
        unpriced=projected.unpriced,
        seconds=projected.seconds,
        budget_usd=budget,
        fits=None if budget is None else projected.fits(budget),
        models=tuple(_model(plan, model, price_of) for model in plan.models),
    )


def render_projection(view: ProjectionView, look: Look) -> str:
    """Return a projection as text."""
    columns = (
        Column("model", minimum=12),
        Column("calls", right=True),
        Column("cost at most", right=True),
    )
    rows = [
        [Text(m.model), Text(formats.count(m.calls)), Text(formats.cost(m.cost_usd))]
        for m in view.models
    ]
    rows.append(
        [Text("in all", "head"), Text(formats.count(view.calls)), Text(formats.cost(view.cost_usd))]
    )
    return "\n".join([*table_lines(columns, rows, look), *below(_sentences(view, look))])


def _sentences(view: ProjectionView, look: Look) -> list[str]:
    calls, cells = formats.plural(view.calls, "call"), formats.plural(view.cells, "cell")
    took = "not all of these cells were measured before, so the time is not known"
    if view.seconds is not None:
        took = f"about {formats.latency(view.seconds * _SECOND_MS)} one after the other"
    lines = wrapped(f"{calls} to {cells}; {took}", look, "text")
    if view.unpriced:
        lines += wrapped(f"price unknown: {', '.join(view.unpriced)}", look, "warn")
    if view.budget_usd is not None:
        verdict = "within" if view.fits else "refused: not certain to stay within"
        told = f"{verdict} the budget of {formats.cost(view.budget_usd)}"
        lines += wrapped(told, look, "good" if view.fits else "failed")
    return lines


def _model(plan: RunPlan, model: str, price_of: Callable[[Cell], float | None]) -> ModelProjection:
    prices = [price_of(cell) for cell in plan.cells() if cell.model == model]
    known = [price for price in prices if price is not None]
    return ModelProjection(model, len(prices), sum(known) if len(known) == len(prices) else None)
