"""Ending calls in flight: from another thread, or at their limit."""

from __future__ import annotations

import threading

from nornir_desk.domain.errors import CallFailed
from nornir_desk.ports.clock import Clock

CANCELLED = "cancelled"


class Cancellation:
    """Counts cancels, so that one ends the calls that had begun and none that begin later."""

    def __init__(self) -> None:
        self._count = 0
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """End the calls that have begun."""
        with self._lock:
            self._count += 1

    def begin(self) -> CallInFlight:
        """Return the token of a call that begins now."""
        return CallInFlight(self, self._count)

    @property
    def count(self) -> int:
        """How often ``cancel`` was called."""
        return self._count


class CallInFlight:
    """Knows whether its call was cancelled."""

    def __init__(self, cancellation: Cancellation, begun_at: int) -> None:
        self._cancellation = cancellation
        self._begun_at = begun_at

    def cancelled(self) -> bool:
        """Tell whether the call is to end."""
        return self._cancellation.count != self._begun_at

    def check(self) -> None:
        """Raise CallFailed where the call is to end."""
        if self.cancelled():
            raise CallFailed(CANCELLED)


class LimitedCall:
    """One call with its limit.

    Args:
        clock: Tells when the limit is reached.
        timeout_s: The limit in seconds, from now.
        in_flight: Knows whether the call was cancelled.
    """

    def __init__(self, clock: Clock, timeout_s: float, in_flight: CallInFlight) -> None:
        self._clock = clock
        self._timeout_s = timeout_s
        self._deadline = clock.monotonic() + timeout_s
        self._in_flight = in_flight

    def is_over(self) -> bool:
        """Tell whether the call is to end."""
        return self._in_flight.cancelled() or self._clock.monotonic() >= self._deadline

    def check(self) -> None:
        """Raise CallFailed where the call is to end."""
        self._in_flight.check()
        if self.is_over():
            raise CallFailed(f"no whole answer within {self._timeout_s:g} s")
