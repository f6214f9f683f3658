"""The order of cells, best first (spec section 3)."""

from __future__ import annotations

import math
from typing import Protocol

from nornir_desk.domain.figures import (
    reported_cost,
    reported_latency,
    reported_score,
    reported_speed,
)

RankKey = tuple[bool, float, float, float, float, str, str]


class Figures(Protocol):
    """What ranking needs to know of a row or of an aggregated cell."""

    @property
    def agent(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def ok(self) -> bool: ...
    @property
    def score(self) -> float | None: ...
    @property
    def judge(self) -> str | None: ...
    @property
    def tokens_per_s(self) -> float | None: ...
    @property
    def latency_ms(self) -> float | None: ...
    @property
    def cost_usd(self) -> float | None: ...


def rank_key(cell: Figures) -> RankKey:
    """Return the sort key of the spec: smaller is better.

    ok before failed; then higher score, higher tokens/s, lower latency, lower cost, then agent and
    model by name. What was not reported never wins: a score or speed counts as 0, a latency or
    cost as worst.
    """
    score = reported_score(cell.score, cell.judge)
    speed = reported_speed(cell.tokens_per_s)
    latency = reported_latency(cell.latency_ms)
    cost = reported_cost(cell.cost_usd)
    return (
        not cell.ok,
        -(score or 0.0),
        -(speed or 0.0),
        math.inf if latency is None else latency,
        math.inf if cost is None else cost,
        cell.agent,
        cell.model,
    )


def tie_key(cell: Figures) -> tuple[object, ...]:
    """Return what two cells have in common where they are equally good.

    The score is the quality, the rest only orders: scored cells tie on an equal score, unscored
    ones only where every figure is equal. A failed cell ties with nobody.
    """
    score = reported_score(cell.score, cell.judge)
    if not cell.ok:
        return ("failed", cell.agent, cell.model)
    return ("unscored", *rank_key(cell)[:5]) if score is None else ("scored", round(score, 9))
