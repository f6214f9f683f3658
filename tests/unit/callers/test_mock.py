from __future__ import annotations

import pytest

from nornir_desk.callers.mock import MockCaller
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.demo import canned_answer
from nornir_desk.domain.errors import CallFailed
from nornir_desk.ports.caller import Caller, Route

OPUS = ModelAnswer("from opus", 10.0, score=0.9)
PLAIN = ModelAnswer("plain", 20.0)


def test_it_answers_its_cells_and_fails_the_others() -> None:
    caller = MockCaller().with_cell("claude", "opus", OPUS).with_model("mistral", PLAIN)

    assert caller.call("claude", "opus", "hi") == OPUS
    assert caller.call("-", "mistral", "hi") == PLAIN
    assert caller.ask(Ask("claude", "opus", "hi")) == OPUS
    with pytest.raises(CallFailed, match=r"^no mock answer for local/opus$"):
        caller.call("local", "opus", "hi")
    with pytest.raises(CallFailed, match=r"^no mock answer for claude/mistral$"):
        caller.call("claude", "mistral", "hi")


def test_canned_cells_answer_repeatable_figures_and_a_set_cell_goes_before() -> None:
    caller = MockCaller.canned(["claude", "kilo"], iter(["opus", "x"])).with_cell("kilo", "x", OPUS)

    assert caller.call("claude", "opus", "hi") == canned_answer("claude", "opus", "hi")
    assert caller.call("kilo", "opus", "hi") == canned_answer("kilo", "opus", "hi")
    assert caller.call("kilo", "x", "hi") == OPUS
    with pytest.raises(CallFailed):
        caller.call("pi", "opus", "hi")


def test_it_is_a_caller_that_is_always_there() -> None:
    caller: Caller = MockCaller()
    assert isinstance(caller, Caller)
    assert caller.route("a", "m") == Route("mock", "mock")
    assert caller.check("a", "m") is None
    caller.prepare("m", lambda *_: None)
    caller.cancel()
    caller.close()
