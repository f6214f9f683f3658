"""The knob tables of the hosted APIs: what is sent, and what is refused before any request."""

from __future__ import annotations

import json
import math

import pytest

from nornir_desk.callers.anthropic_knobs import messages_fields
from nornir_desk.callers.gemini_knobs import generation_fields
from nornir_desk.callers.knob_fields import KnobFields
from nornir_desk.callers.openai_knobs import chat_fields, responses_fields
from nornir_desk.domain.ask import Ask, Knobs, Limits
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.provider import Api
from tests.unit.callers.doubles import PLACE
from tests.unit.callers.hosted import Hosted

EVERYTHING = Knobs(max_tokens=64, temperature=0.5, top_p=0.9)


def fields(api: Api, knobs: Knobs, limits: Limits | None = None, model: str = "m") -> KnobFields:
    ask = Ask("a", model, "hi", knobs=knobs, limits=limits or Limits())
    if api == "gemini":
        return generation_fields(ask, model)
    table = {
        "openai-chat": chat_fields,
        "openai-responses": responses_fields,
        "anthropic": messages_fields,
    }
    return table[api](ask)


@pytest.mark.parametrize(
    ("api", "knobs", "sent"),
    [
        ("openai-chat", Knobs(), {}),
        (
            "openai-chat",
            Knobs(max_tokens=64, temperature=0.5, top_p=0.9, seed=7, stop=("A", "B")),
            {
                "max_completion_tokens": 64,
                "temperature": 0.5,
                "top_p": 0.9,
                "seed": 7,
                "stop": ["A", "B"],
            },
        ),
        ("openai-chat", Knobs(thinking="low"), {"reasoning_effort": "low"}),
        ("openai-chat", Knobs(thinking="minimal"), {"reasoning_effort": "minimal"}),
        ("openai-chat", Knobs(thinking="xhigh"), {"reasoning_effort": "xhigh"}),
        (
            "openai-chat",
            Knobs(thinking="off", temperature=1.0),
            {"reasoning_effort": "none", "temperature": 1.0},
        ),
        ("openai-chat", Knobs(extra=(("max_tokens", 9),)), {"max_tokens": 9}),
        ("openai-responses", Knobs(), {}),
        (
            "openai-responses",
            EVERYTHING,
            {"max_output_tokens": 64, "temperature": 0.5, "top_p": 0.9},
        ),
        ("openai-responses", Knobs(thinking="high"), {"reasoning": {"effort": "high"}}),
        ("anthropic", Knobs(), {"max_tokens": 8192}),
        (
            "anthropic",
            Knobs(max_tokens=64, temperature=0.5, top_p=0.9, top_k=5, stop=("A",)),
            {
                "max_tokens": 64,
                "temperature": 0.5,
                "top_p": 0.9,
                "top_k": 5,
                "stop_sequences": ["A"],
            },
        ),
        (
            "anthropic",
            Knobs(thinking="max", max_tokens=9_000),
            {
                "max_tokens": 9_000,
                "thinking": {"type": "adaptive"},
                "output_config": {"effort": "max"},
            },
        ),
        (
            "anthropic",
            Knobs(thinking="off", top_k=5),
            {"max_tokens": 8192, "top_k": 5, "thinking": {"type": "disabled"}},
        ),
        (
            "anthropic",
            Knobs(budget=2_000),
            {"max_tokens": 10_192, "thinking": {"type": "enabled", "budget_tokens": 2_000}},
        ),
        ("gemini", Knobs(), {}),
        (
            "gemini",
            Knobs(max_tokens=64, temperature=2.0, top_p=0.9, top_k=5),
            {
                "generationConfig": {
                    "maxOutputTokens": 64,
                    "temperature": 2.0,
                    "topP": 0.9,
                    "topK": 5,
                }
            },
        ),
        (
            "gemini",
            Knobs(thinking="minimal"),
            {"generationConfig": {"thinkingConfig": {"thinkingLevel": "minimal"}}},
        ),
        (
            "gemini",
            Knobs(thinking="off"),
            {"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}},
        ),
        (
            "gemini",
            Knobs(budget=-1),
            {"generationConfig": {"thinkingConfig": {"thinkingBudget": -1}}},
        ),
    ],
)
def test_what_is_sent(api: Api, knobs: Knobs, sent: dict[str, object]) -> None:
    assert fields(api, knobs).fields == sent


def test_the_lower_of_knob_and_limit_is_the_ceiling() -> None:
    limits = Limits(max_output_tokens=32)
    assert fields("openai-chat", EVERYTHING, limits).fields["max_completion_tokens"] == 32
    assert fields("anthropic", Knobs(), limits) == KnobFields({"max_tokens": 32})
    assert fields("anthropic", Knobs()).defaults == ("max_tokens",)


CHAT, RESPONSES = "OpenAI's chat API", "OpenAI's responses API"
MESSAGES, GENERATE = "Anthropic's messages API", "Gemini's API"
LEVELS = "it has off, minimal, low, medium, high, xhigh"


@pytest.mark.parametrize(
    ("api", "knobs", "told"),
    [
        ("openai-chat", Knobs(top_k=5), f"{CHAT} has no knob topK (5 was asked for); leave out"),
        ("openai-chat", Knobs(budget=9), f"{CHAT} has no knob budget (9 was asked for)"),
        ("openai-chat", Knobs(thinking="max"), f"{CHAT} has no thinking level 'max'; {LEVELS}"),
        (
            "openai-chat", Knobs(thinking="low", temperature=0.0),
            f"{CHAT} takes no temperature while a model thinks (thinking=low); leave out one of",
        ),
        ("openai-chat", Knobs(thinking="low", top_p=0.5), f"{CHAT} takes no topP while a model"),
        ("openai-chat", Knobs(temperature=2.1), f"{CHAT} takes no temperature 2.1; it takes 0 to 2"),
        ("openai-chat", Knobs(temperature=math.nan), f"{CHAT} takes no temperature nan"),
        ("openai-chat", Knobs(top_p=1.1), f"{CHAT} takes no topP 1.1; it takes 0 to 1"),
        (
            "openai-chat", Knobs(max_tokens=0),
            f"{CHAT} takes no maxTokens 0; it takes 1 to 10,000,000",
        ),
        ("openai-chat", Knobs(extra=(("stream", True),)), "the knob 'stream' is not one that can"),
        ("openai-responses", Knobs(top_k=5), f"{RESPONSES} has no knob topK"),
        ("openai-responses", Knobs(budget=5), f"{RESPONSES} has no knob budget"),
        ("openai-responses", Knobs(seed=0), f"{RESPONSES} has no knob seed (0 was asked for)"),
        ("openai-responses", Knobs(stop=("A",)), f"{RESPONSES} has no knob stop (['A'] was"),
        ("openai-responses", Knobs(thinking="max"), f"{RESPONSES} has no thinking level 'max'"),
        ("anthropic", Knobs(seed=1), f"{MESSAGES} has no knob seed"),
        (
            "anthropic", Knobs(thinking="minimal"),
            f"{MESSAGES} has no thinking level 'minimal'; it has off, low, medium, high, xhigh, max",
        ),
        ("anthropic", Knobs(temperature=1.5), f"{MESSAGES} takes no temperature 1.5; it takes 0 to 1"),
        (
            "anthropic", Knobs(thinking="low", top_k=5),
            f"{MESSAGES} takes no topK while a model thinks; leave out topK, or thinking and budget",
        ),
        ("anthropic", Knobs(budget=2_000, top_p=0.5), f"{MESSAGES} takes no topP while a model thinks"),
        (
            "anthropic", Knobs(budget=1_023),
            f"{MESSAGES} takes no budget 1023; it is at least 1024 and below maxTokens",
        ),
        (
            "anthropic", Knobs(budget=2_000, max_tokens=2_000),
            f"{MESSAGES} takes no budget 2000; it is at least 1024 and below maxTokens (2000)",
        ),
        (
            "anthropic", Knobs(thinking="off", budget=2_000),
            f"{MESSAGES} takes a thinking level or a budget, not thinking=off and budget=2000",
        ),
        ("gemini", Knobs(seed=1), f"{GENERATE} has no knob seed"),
        ("gemini", Knobs(stop=("A",)), f"{GENERATE} has no knob stop"),
        (
            "gemini", Knobs(thinking="low", budget=9),
            f"{GENERATE} takes a thinking level or a budget, not thinking=low and budget=9",
        ),
        (
            "gemini", Knobs(thinking="xhigh"),
            f"{GENERATE} has no thinking level 'xhigh'; it has off, minimal, low, medium, high",
        ),
        ("gemini", Knobs(budget=-2), f"{GENERATE} takes no budget -2; it is -1, 0 or more"),
        ("gemini", Knobs(top_k=0), f"{GENERATE} takes no topK 0; it takes 1 to 1,000,000"),
    ],
)  # fmt: skip
def test_what_is_refused(api: Api, knobs: Knobs, told: str) -> None:
    with pytest.raises(CallFailed) as refused:
        fields(api, knobs)
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize(
    ("model", "knobs", "told"),
    [
        ("gemini-2.5-pro", Knobs(budget=127), "Gemini 2.5-pro cannot do budget=127; its budget is"),
        ("gemini-2.5-pro", Knobs(thinking="off"), "Gemini 2.5-pro cannot do thinking=off"),
        ("gemini-2.5-flash", Knobs(budget=24_577), "Gemini 2.5-flash cannot do budget=24577"),
    ],
)
def test_budgets_that_a_family_of_models_has_not(model: str, knobs: Knobs, told: str) -> None:
    with pytest.raises(CallFailed) as refused:
        fields("gemini", knobs, model=model)
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize(
    ("model", "budget"),
    [
        ("gemini-2.5-pro", 128),
        ("gemini-2.5-pro", 32_768),
        ("gemini-2.5-pro", -1),
        ("gemini-2.5-flash", 0),
        ("gemini-2.5-flash", 24_576),
        ("gemini-9", 100_000),
    ],
)
def test_budgets_that_it_has(model: str, budget: int) -> None:
    config = fields("gemini", Knobs(budget=budget), model=model).fields["generationConfig"]
    assert config == {"thinkingConfig": {"thinkingBudget": budget}}


def test_a_refused_knob_makes_no_request_and_a_sent_one_stands_in_the_evidence() -> None:
    with Hosted("openai-responses") as hosted:
        assert "has no knob topK" in hosted.failure(knobs=Knobs(top_k=5))
        assert hosted.double.requests == []

        hosted.caller.ask(hosted.put(knobs=EVERYTHING, evidence=PLACE))
        sent = {"max_output_tokens": 64, "temperature": 0.5, "top_p": 0.9}
        assert hosted.asked().body.items() >= sent.items()
        assert json.loads(hosted.evidence.files[PLACE, "request-knobs.json"]) == {
            "sent": sent,
            "defaults": [],
        }


def test_a_number_that_json_cannot_hold_is_refused() -> None:
    with Hosted("openai-chat") as hosted:
        told = hosted.failure(knobs=Knobs(extra=(("min_p", math.inf),)))
        assert told == "a knob is no number that JSON can hold"
        assert hosted.double.requests == []
