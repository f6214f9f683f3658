"""Trying again, only where that is worth it.

Worth it are a refused connection (the server is starting), 503 (loading, or the queue is full) and
429 that says when to come back. 529 is Anthropic's 503. Everything else would fail the same way again. All tries and the
waits between them lie within the one limit of the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime

from tenacity import RetryCallState, Retrying, retry_if_exception_type

from nornir_desk.callers.cancellation import CallInFlight
from nornir_desk.domain.errors import CallFailed
from nornir_desk.ports.clock import Clock
from nornir_desk.system.http import HttpAnswer, Refused, TimedOut

MAX_TRIES = 4

_BACKOFF_S = (0.5, 1.0, 2.0)
_SLICE_S = 0.25  # how soon a cancel is noticed while waiting
_TOO_MANY = 429
_UNAVAILABLE = (503, 529)


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """An answer, and the wall time of the try that brought it in ms (no waiting counted)."""

    answer: HttpAnswer
    latency_ms: float


class _Again(Exception):
    """A try failed in a way that is worth another one."""

    def __init__(self, wait_s: float | None, timed: TimedAnswer | None, failure: Refused | None):
        super().__init__()
        self.wait_s = wait_s
        self.timed = timed
        self.failure = failure

    def outcome(self) -> TimedAnswer:
        """Return the answer of the last try, or raise its failure."""
        if self.timed is not None:
            return self.timed
        raise self.failure or Refused("connection refused")


class Retries:
    """Calls until an answer comes that another try would not better."""

    def __init__(self, clock: Clock, timeout_s: float, in_flight: CallInFlight) -> None:
        self._clock = clock
        self._deadline = clock.monotonic() + timeout_s
        self._timeout_s = timeout_s
        self._in_flight = in_flight

    def call(self, attempt: Callable[[float], HttpAnswer]) -> TimedAnswer:
        """Return what ``attempt`` brought at last, a 429 or 503 among it.

        Args:
            attempt: Makes one try; it is given the seconds that remain.

        Raises:
            CallFailed: The call was cancelled, or the host asks to wait longer than remains.
            ExchangeFailure: The last try brought no answer.
        """
        retrying = Retrying(
            stop=self._is_over,
            retry=retry_if_exception_type(_Again),
            wait=self._wait_s,
            sleep=self._sleep,
            reraise=True,
        )
        try:
            return retrying(self._try, attempt)
        except _Again as last:
            self._refuse_long_wait(last)
            return last.outcome()

    def _try(self, attempt: Callable[[float], HttpAnswer]) -> TimedAnswer:
        self._in_flight.check()
        begun = self._clock.monotonic()
        late = TimedOut(f"no whole answer within {self._timeout_s:g} s")
        if begun >= self._deadline:
            raise late
        try:
            answer = attempt(self._deadline - begun)
        except TimedOut as failure:
            raise late from failure  # a later try knows only what was left for it
        except Refused as failure:
            raise _Again(None, None, failure) from failure
        timed = TimedAnswer(answer, (self._clock.monotonic() - begun) * 1000)
        told = _retry_after_s(answer, self._clock)
        if answer.status in _UNAVAILABLE or (answer.status == _TOO_MANY and told is not None):
            raise _Again(told, timed, None)
        return timed

    def _wait_s(self, state: RetryCallState) -> float:
        failure = state.outcome.exception() if state.outcome else None
        told = failure.wait_s if isinstance(failure, _Again) else None
        return (
            told if told is not None else _BACKOFF_S[min(state.attempt_number, MAX_TRIES - 1) - 1]
        )

    def _is_over(self, state: RetryCallState) -> bool:
        return state.attempt_number >= MAX_TRIES or state.upcoming_sleep >= self._remaining_s()

    def _remaining_s(self) -> float:
        return max(0.0, self._deadline - self._clock.monotonic())

    def _refuse_long_wait(self, last: _Again) -> None:
        remaining = self._remaining_s()
        if last.timed is not None and last.wait_s is not None and last.wait_s >= remaining:
            raise CallFailed(
                f"the host answers HTTP {last.timed.answer.status} and asks to wait"
                f" {last.wait_s:.0f} s, but {remaining:.0f} s of the limit of"
                f" {self._timeout_s:g} s remain",
                "try again later, or with a longer --timeout",
            )

    def _sleep(self, seconds: float) -> None:
        until = self._clock.monotonic() + seconds
        while (left := until - self._clock.monotonic()) > 0:
            self._in_flight.check()
            self._clock.sleep(min(left, _SLICE_S))
        self._in_flight.check()


def _retry_after_s(answer: HttpAnswer, clock: Clock) -> float | None:
    """Return the seconds that ``Retry-After`` asks to wait; None where it says nothing readable."""
    told = answer.headers.get("retry-after", "").strip()
    if told.isascii() and told.isdigit():
        return float(told[:12])
    try:
        moment = parsedate_to_datetime(told)
    except (TypeError, ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, moment.timestamp() - clock.now_micros() / 1e6)
