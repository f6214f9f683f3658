"""Time as a port: the domain takes it as an argument."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """Tells the time and lets it pass."""

    def now_micros(self) -> int:
        """Return microseconds since the epoch, UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds of a clock that never runs backwards."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait."""
        ...
