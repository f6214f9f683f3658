"""The knobs of Gemini's generateContent."""

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

GENERATE = KnobRules(
    api="Gemini's API",
    lacking=("seed", "stop"),
    hottest=2.0,
    ours=frozenset({"candidateCount", "thinkingConfig"}),
)

_LEVELS = ("minimal", "low", "medium", "high")
_FIELDS = {
    "maxTokens": "maxOutputTokens",
    "temperature": "temperature",
    "topP": "topP",
    "topK": "topK",
}
_OFF, _AUTO = 0, -1
# Thinking budgets in tokens of the families that have them; others are left to the API.
_BUDGETS = {"2.5-pro": (128, 32_768), "2.5-flash": (0, 24_576)}


def generation_fields(ask: Ask, model: str) -> KnobFields:
    """Return ``generationConfig``, where there is anything to say in it.

    Args:
        ask: The request.
        model: The model's id: what a budget may be depends on it.

    Raises:
        CallFailed: The API has not a knob, or two of them exclude each other.
    """
    given = check_knobs(GENERATE, ask)
    config = extra_fields(ask.knobs)
    config.update((wire, given[name]) for name, wire in _FIELDS.items() if name in given)
    if thinking := _thinking(given, model):
        config["thinkingConfig"] = thinking
    return KnobFields({"generationConfig": config} if config else {})


def _thinking(given: dict[str, object], model: str) -> Json:
    level, budget = given.get("thinking"), given.get("budget")
    if level is not None and budget is not None:
        raise CallFailed(
            f"{GENERATE.api} takes a thinking level or a budget, not thinking={level} and"
            f" budget={budget}",
            "leave out one of the two",
        )
    if level == "off":
        budget = _OFF
    if isinstance(budget, int):
        return _budget(budget, model, given)
    if level is not None and level not in _LEVELS:
        raise CallFailed(
            f"{GENERATE.api} has no thinking level {level!r}", f"it has off, {', '.join(_LEVELS)}"
        )
    return {} if level is None else {"thinkingLevel": level}


def _budget(budget: int, model: str, given: dict[str, object]) -> Json:
    for family, (lowest, highest) in _BUDGETS.items():
        if family in model and budget != _AUTO and not lowest <= budget <= highest:
            asked = "thinking=off" if "thinking" in given else f"budget={budget}"
            raise CallFailed(
                f"Gemini {family} cannot do {asked}",
                f"its budget is {lowest:,} to {highest:,} tokens, or {_AUTO} for its own choice",
            )
    if budget < _AUTO:
        raise CallFailed(f"{GENERATE.api} takes no budget {budget}", f"it is {_AUTO}, 0 or more")
    return {"thinkingBudget": budget}
