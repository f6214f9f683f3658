from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate

import pytest

from nornir_desk.callers.cancellation import Cancellation
from nornir_desk.callers.retry import Retries
from nornir_desk.domain.errors import CallFailed
from nornir_desk.system.http import BrokenExchange, HttpAnswer, Refused, TimedOut
from tests.unit.callers.doubles import FakeClock, WaitedClock

OK = HttpAnswer(200, {}, b"{}")
LOADING = HttpAnswer(503, {}, b"")


def answer(status: int, retry_after: str) -> HttpAnswer:
    return HttpAnswer(status, {"retry-after": retry_after}, b"")


class Script:
    """Attempts that bring one outcome after the other, each taking a second of the clock."""

    def __init__(self, clock: FakeClock, *outcomes: HttpAnswer | Exception) -> None:
        self.remaining: list[float] = []
        self._clock = clock
        self._outcomes = list(outcomes)

    def __call__(self, remaining_s: float) -> HttpAnswer:
        self.remaining.append(round(remaining_s, 6))
        self._clock.passed += 1.0
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def retries(clock: FakeClock, timeout_s: float = 100.0) -> Retries:
    return Retries(clock, timeout_s, Cancellation().begin())


@pytest.mark.parametrize(
    ("first", "waited_s"),
    [
        (LOADING, 0.5),
        (Refused("connection refused"), 0.5),
        (answer(503, "7"), 7.0),
        (answer(503, "soon"), 0.5),
        (answer(429, "7"), 7.0),
        (answer(429, " 0 "), 0.0),
        (answer(429, formatdate(1_796_000_031, usegmt=True)), 30.0),  # a second passed in the call
        (answer(429, formatdate(1_795_000_000, usegmt=True)), 0.0),
        (answer(429, "Mon, 30 Nov 2026 00:53:51"), 30.0),
    ],
)
def test_what_another_try_may_better_is_tried_again(
    first: HttpAnswer | Exception, waited_s: float
) -> None:
    clock = FakeClock()
    script = Script(clock, first, OK)

    timed = retries(clock).call(script)

    assert timed.answer == OK
    assert timed.latency_ms == pytest.approx(1000.0)  # the last try alone
    assert clock.passed == pytest.approx(2.0 + waited_s)
    assert script.remaining == pytest.approx([100.0, 99.0 - waited_s])


@pytest.mark.parametrize("status", [200, 400, 401, 404, 500, 502, 504])
def test_what_would_come_again_is_not_tried_again(status: int) -> None:
    clock = FakeClock()
    script = Script(clock, answer(status, "1"))
    assert retries(clock).call(script).answer.status == status
    assert clock.passed == 1.0


@pytest.mark.parametrize("told", ["", "soon", "-5", "\N{ARABIC-INDIC DIGIT ONE}"])
def test_a_429_that_does_not_say_when_to_come_back_is_final(told: str) -> None:
    clock = FakeClock()
    assert retries(clock).call(Script(clock, answer(429, told))).answer.status == 429
    assert clock.passed == 1.0


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (TimedOut("in what was left"), "no whole answer within 100 s"),
        (BrokenExchange("broken"), "broken"),
    ],
)
def test_failures_that_may_have_cost_work_are_not_tried_again(
    failure: Exception, told: str
) -> None:
    clock = FakeClock()
    with pytest.raises(type(failure), match=f"^{told}$"):
        retries(clock).call(Script(clock, failure))
    assert clock.passed == 1.0


def test_four_tries_at_most_then_the_last_outcome_stands() -> None:
    clock = FakeClock()
    timed = retries(clock).call(Script(clock, *[LOADING] * 3, answer(503, "1")))
    assert timed.answer == answer(503, "1")
    assert clock.passed == pytest.approx(4 + 0.5 + 1 + 2)

    clock = FakeClock()
    with pytest.raises(Refused, match=r"^connection refused$"):
        retries(clock).call(Script(clock, *[Refused("connection refused")] * 4))
    assert clock.passed == pytest.approx(4 + 0.5 + 1 + 2)


def test_a_wait_beyond_the_limit_fails_at_once_and_says_so() -> None:
    clock = FakeClock()
    with pytest.raises(CallFailed) as failed:
        retries(clock, 30).call(Script(clock, answer(429, "120")))
    assert str(failed.value) == (
        "the host answers HTTP 429 and asks to wait 120 s, but 29 s of the limit of 30 s remain;"
        " try again later, or with a longer --timeout"
    )
    assert clock.passed == 1.0


def test_no_back_off_beyond_the_limit() -> None:
    clock = FakeClock()
    assert retries(clock, 1.4).call(Script(clock, LOADING)).answer == LOADING
    assert clock.passed == 1.0

    clock = FakeClock()
    with pytest.raises(Refused):
        retries(clock, 1.4).call(Script(clock, Refused("connection refused")))


def test_no_try_without_time() -> None:
    clock = FakeClock()
    with pytest.raises(TimedOut, match=r"^no whole answer within 0 s$"):
        retries(clock, 0).call(Script(clock))


def test_cancel_ends_a_wait() -> None:
    clock = WaitedClock()
    cancellation = Cancellation()
    tries = threading.Semaphore(0)

    def attempt(remaining_s: float) -> HttpAnswer:
        tries.release()
        return answer(503, "50")

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(Retries(clock, 100.0, cancellation.begin()).call, attempt)
        assert clock.sleeping.wait(10)
        cancellation.cancel()
        clock.go_on.set()
        with pytest.raises(CallFailed, match=r"^cancelled$"):
            future.result(10)
    assert tries.acquire(blocking=False)
    assert not tries.acquire(blocking=False)
