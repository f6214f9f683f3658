"""The cells that none beats in both score and expense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def pareto_front(
    points: Sequence[tuple[float, float, T]], *, lower_is_better: bool
) -> tuple[T, ...]:
    """Return what stands on the front, cheapest first.

    A point is on the front where no other has at least its score for no more expense, and one of
    the two better.

    Args:
        points: Expense, score and what it is, each.
        lower_is_better: True for cost and latency, False for tokens/s.
    """
    sign = 1.0 if lower_is_better else -1.0
    ordered = sorted(points, key=lambda point: (sign * point[0], -point[1]))
    front: list[T] = []
    best: tuple[float, float] | None = None
    for expense, score, what in ordered:
        equal_twin = best is not None and best == (expense, score)
        if best is None or score > best[1] or equal_twin:
            front.append(what)
            best = (expense, score)
    return tuple(front)
