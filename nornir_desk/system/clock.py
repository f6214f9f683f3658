"""The clock of this machine."""

from __future__ import annotations

import time


class SystemClock:
    """Implements ``ports.clock.Clock`` with the system's clock."""

    def now_micros(self) -> int:
        """Return microseconds since the epoch, UTC."""
        return time.time_ns() // 1_000

    def monotonic(self) -> float:
        """Return seconds of a clock that never runs backwards."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)
