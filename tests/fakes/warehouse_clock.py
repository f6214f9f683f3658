"""A clock for warehouse tests: time passes only by sleeping."""

from __future__ import annotations

NOW_MICROS = 1_790_000_000_000_000


class StandingClock:
    """Implements ``ports.clock.Clock`` without ever waiting."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def now_micros(self) -> int:
        return NOW_MICROS

    def monotonic(self) -> float:
        return sum(self.slept)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
