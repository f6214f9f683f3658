"""The most that a call can cost, from a price book and the ceilings of its tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import fmean

from nornir_desk.domain.budget import input_ceiling
from nornir_desk.domain.demo import MOCK_DRIVER, canned_answer
from nornir_desk.domain.figures import reported_latency
from nornir_desk.domain.model_ref import parse_model_ref
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.usage import TokenUsage
from nornir_desk.ports.prices import PriceBook

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


def earlier_seconds(rows: Iterable[AgentModelRunRow]) -> Callable[[Cell], float | None]:
    """Return about how long a call takes, by earlier rows of the same agent and model."""
    times: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        latency = reported_latency(row.latency_ms)
        if latency is not None and row.ok:
            times.setdefault(row.key[:2], []).append(latency / 1_000)
    means = {key: fmean(values) for key, values in times.items()}
    return lambda cell: means.get(cell.key[:2])
