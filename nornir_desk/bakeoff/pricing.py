"""The most that calls can cost, from a price book and the ceilings of their tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import fmean

from nornir_desk.domain.budget import input_ceiling, project
from nornir_desk.domain.demo import MOCK_DRIVER, canned_answer
from nornir_desk.domain.errors import BudgetRefused
from nornir_desk.domain.figures import reported_latency
from nornir_desk.domain.model_ref import parse_model_ref
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.usage import TokenUsage
from nornir_desk.ports.prices import PriceBook
from nornir_desk.present.formats import cost, plural

# With a budget every answer of a priced model is held to so many tokens, thinking included: an
# answer without a ceiling has no price that could be set aside.
OUTPUT_CEILING = 8_192

PriceOf = Callable[[Cell], float | None]


def price_ceilings(plan: RunPlan, prices: PriceBook, declared: Iterable[str] = ()) -> PriceOf:
    """Return the most that each call of a plan can cost in USD; None = its price is unknown.

    Args:
        plan: The plan; ``max_output_tokens`` is the ceiling of an answer.
        prices: What tokens cost.
        declared: Names of providers that the user declared.
    """
    names = tuple(declared)
    ceiling = plan.max_output_tokens or OUTPUT_CEILING

    def price_of(cell: Cell) -> float | None:
        if plan.caller == MOCK_DRIVER:
            return canned_answer(cell.agent, cell.model, cell.prompt).cost_usd
        ref = parse_model_ref(cell.model, names)
        usage = TokenUsage(input_ceiling(cell.prompt), ceiling)
        price = prices.cost(ref.provider, ref.id, usage)
        return None if price is None else float(price)

    return price_of


def with_budget(plan: RunPlan, budget_usd: float) -> RunPlan:
    """Return a plan with a cap, and with the ceiling on answers that a cap needs."""
    return replace(plan, budget_usd=budget_usd, max_output_tokens=OUTPUT_CEILING)


def refuse_over_budget(
    budget_usd: float, spent_usd: float, cells: Sequence[Cell], price_of: PriceOf
) -> None:
    """Refuse calls that can cost more than what is left of a budget.

    Raises:
        BudgetRefused: Naming the cap, the projection and the models of unknown price.
    """
    projected = project(cells, price_of, lambda _cell: None)
    if projected.unpriced:
        raise BudgetRefused(
            f"the price of {', '.join(projected.unpriced)} is unknown, so --budget "
            f"{cost(budget_usd)} cannot be kept",
            "leave the model or --budget out, or declare it local in nornir.toml",
        )
    if spent_usd + projected.cost_usd > budget_usd:
        raise BudgetRefused(
            f"{plural(projected.calls, 'call')} can cost {cost(spent_usd + projected.cost_usd)}, "
            f"more than --budget {cost(budget_usd)}",
            "see --dry-run; measure fewer cells, or allow more",
        )


def earlier_seconds(rows: Iterable[AgentModelRunRow]) -> Callable[[Cell], float | None]:
    """Return about how long a call takes, by earlier rows of the same agent and model."""
    times: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        latency = reported_latency(row.latency_ms)
        if latency is not None and row.ok:
            times.setdefault(row.key[:2], []).append(latency / 1_000)
    means = {key: fmean(values) for key, values in times.items()}
    return lambda cell: means.get(cell.key[:2])
