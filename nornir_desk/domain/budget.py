"""What a run may cost: the projection before the first call. It fails closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from nornir_desk.domain.plan import Cell
from nornir_desk.domain.text import well_formed

# A chat template adds a few dozen tokens to what is asked.
_TEMPLATE_TOKENS = 256


@dataclass(frozen=True, slots=True)
class Projection:
    """What a run is projected to take.

    Attributes:
        cells: agent x model coordinates.
        calls: Calls to make: cells x tasks x repeats.
        cost_usd: The most that the calls of known price can cost, in USD.
        unpriced: Models whose price is unknown; they stop a budget.
        seconds: About how long it takes by earlier calls of the same cells; None where one of them
            was never measured.
    """

    cells: int
    calls: int
    cost_usd: float
    unpriced: tuple[str, ...]
    seconds: float | None

    def fits(self, budget_usd: float) -> bool:
        """Tell whether the run stays within a budget whatever the answers' length."""
        return not self.unpriced and self.cost_usd <= budget_usd


def input_ceiling(prompt: str) -> int:
    """Return the most tokens a prompt can be: one a byte of its UTF-8, and a chat template's."""
    return len(well_formed(prompt).encode()) + _TEMPLATE_TOKENS


def project(
    cells: Iterable[Cell],
    price_of: Callable[[Cell], float | None],
    seconds_of: Callable[[Cell], float | None],
) -> Projection:
    """Return what calls are projected to take.

    Args:
        cells: The calls to make.
        price_of: The most that a call can cost in USD; None = unknown.
        seconds_of: About how long a call takes; None = unknown.
    """
    calls = tuple(cells)
    prices = {cell: price_of(cell) for cell in calls}
    times = [seconds_of(cell) for cell in calls]
    known = [time for time in times if time is not None]
    return Projection(
        cells=len({(cell.agent, cell.model) for cell in calls}),
        calls=len(calls),
        cost_usd=sum(price for price in prices.values() if price is not None),
        unpriced=tuple(dict.fromkeys(cell.model for cell in calls if prices[cell] is None)),
        seconds=sum(known) if len(known) == len(calls) else None,
    )
