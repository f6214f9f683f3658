"""The knobs of Anthropic's messages API."""

from __future__ import annotations

from nornir_desk.callers.knob_fields import (
    Json,
    KnobFields,
    KnobRules,
    check_knobs,
    extra_fields,
)
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed

MESSAGES = KnobRules(
    api="Anthropic's messages API",
    lacking=("seed",),
    hottest=1.0,
    ours=frozenset({"model", "messages", "system", "stream"}),
)

# The API demands a ceiling, which thinking counts towards; every model in service can give this.
DEFAULT_MAX_TOKENS = 8192
MIN_BUDGET = 1024

_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_SAMPLING = {"temperature": "temperature", "topP": "top_p", "topK": "top_k"}


def messages_fields(ask: Ask) -> KnobFields:
    """Return the body fields of ``POST /v1/messages``; ``max_tokens`` is always among them.

    Raises:
        CallFailed: The API has not a knob, or two of them exclude each other.
    """
    given = check_knobs(MESSAGES, ask)
    fields = extra_fields(ask.knobs)
    thinking = _thinking(given)
    if "maxTokens" in given:
        fields["max_tokens"] = given["maxTokens"]
        defaults: tuple[str, ...] = ()
    else:
        fields["max_tokens"] = DEFAULT_MAX_TOKENS + (ask.knobs.budget or 0)
        defaults = ("max_tokens",)
    fields.update((wire, given[name]) for name, wire in _SAMPLING.items() if name in given)
    if "stop" in given:
        fields["stop_sequences"] = given["stop"]
    return KnobFields({**fields, **thinking}, defaults)


def _thinking(given: dict[str, object]) -> Json:
    level, budget = given.get("thinking"), given.get("budget")
    if level is None and budget is None:
        return {}
    if level is not None and budget is not None:
        raise CallFailed(
            f"{MESSAGES.api} takes a thinking level or a budget, not thinking={level} and"
            f" budget={budget}",
            "leave out one of the two",
        )
    if level == "off":
        return {"thinking": {"type": "disabled"}}
    _refuse_sampling(given)
    return _budget(budget, given) if isinstance(budget, int) else _level(level)


def _level(level: object) -> Json:
    if level not in _EFFORTS:
        raise CallFailed(
            f"{MESSAGES.api} has no thinking level {level!r}",
            f"it has off, {', '.join(_EFFORTS)}",
        )
    return {"thinking": {"type": "adaptive"}, "output_config": {"effort": level}}


def _budget(budget: int, given: dict[str, object]) -> Json:
    most = given.get("maxTokens")
    if budget < MIN_BUDGET or (isinstance(most, int) and budget >= most):
        raise CallFailed(
            f"{MESSAGES.api} takes no budget {budget}",
            f"it is at least {MIN_BUDGET} and below maxTokens"
            f"{'' if most is None else f' ({most})'}",
        )
    return {"thinking": {"type": "enabled", "budget_tokens": budget}}


def _refuse_sampling(given: dict[str, object]) -> None:
    for name in _SAMPLING:
        if name in given:
            raise CallFailed(
                f"{MESSAGES.api} takes no {name} while a model thinks",
                f"leave out {name}, or thinking and budget",
            )
