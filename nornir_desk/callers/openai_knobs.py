"""The knobs of OpenAI's two APIs, and of the many services that speak the first."""

from __future__ import annotations

from collections.abc import Callable

from nornir_desk.callers.knob_fields import (
    Json,
    KnobFields,
    KnobRules,
    check_knobs,
    extra_fields,
)
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed

CHAT = KnobRules(
    api="OpenAI's chat API",
    lacking=("topK", "budget"),
    hottest=2.0,
    ours=frozenset({"model", "messages", "stream", "stream_options", "n"}),
)
RESPONSES = KnobRules(
    api="OpenAI's responses API",
    lacking=("topK", "budget", "seed", "stop"),
    hottest=2.0,
    ours=frozenset({"model", "input", "instructions", "stream", "store"}),
)

_EFFORTS = {
    "off": "none",
    "minimal": "minimal",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "xhigh": "xhigh",
}
_CHAT_FIELDS = {
    "maxTokens": "max_completion_tokens",
    "temperature": "temperature",
    "topP": "top_p",
    "seed": "seed",
    "stop": "stop",
}
_RESPONSES_FIELDS = {
    "maxTokens": "max_output_tokens",
    "temperature": "temperature",
    "topP": "top_p",
}


def chat_fields(ask: Ask) -> KnobFields:
    """Return the body fields of ``POST /chat/completions``.

    Raises:
        CallFailed: The API has not a knob, or two of them exclude each other.
    """
    return _fields(CHAT, _CHAT_FIELDS, ask, lambda effort: {"reasoning_effort": effort})


def responses_fields(ask: Ask) -> KnobFields:
    """Return the body fields of ``POST /responses``.

    Raises:
        CallFailed: The API has not a knob, or two of them exclude each other.
    """
    return _fields(
        RESPONSES, _RESPONSES_FIELDS, ask, lambda effort: {"reasoning": {"effort": effort}}
    )


def _fields(
    rules: KnobRules,
    names: dict[str, str],
    ask: Ask,
    reasoning: Callable[[str], Json],
) -> KnobFields:
    given = check_knobs(rules, ask)
    fields = extra_fields(ask.knobs)
    fields.update((wire, given[name]) for name, wire in names.items() if name in given)
    if "thinking" in given:
        fields.update(reasoning(_effort(rules, given)))
    return KnobFields(fields)


def _effort(rules: KnobRules, given: dict[str, object]) -> str:
    level = str(given["thinking"])
    if level not in _EFFORTS:
        raise CallFailed(
            f"{rules.api} has no thinking level {level!r}", f"it has {', '.join(_EFFORTS)}"
        )
    for name in ("temperature", "topP"):
        if level != "off" and name in given:
            raise CallFailed(
                f"{rules.api} takes no {name} while a model thinks (thinking={level})",
                "leave out one of the two, or set thinking=off",
            )
    return _EFFORTS[level]
