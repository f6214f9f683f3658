"""What the knob tables of all hosted APIs share (facts: one module an API, ``*_knobs.py``).

A knob that an API cannot honour is refused by name before any request is made: a figure that was
measured without the knob that was asked for is a figure of something else.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from nornir_desk.callers.ollama_request import output_ceiling
from nornir_desk.domain.ask import Ask, Knobs
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.text import well_formed

Json = dict[str, object]

_MAX_TOKENS = 10**7
_MAX_TOP_K = 10**6


@dataclass(frozen=True, slots=True)
class KnobFields:
    """How knobs stand in a request.

    Attributes:
        fields: Wire fields of the body.
        defaults: Names of those that nobody asked for and the API demands.
    """

    fields: Mapping[str, object] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnobRules:
    """What an API refuses.

    Attributes:
        api: Its name in messages.
        lacking: Knobs that it has not, by their names in a subject (``topK``, ``seed``, ...).
        hottest: Highest temperature.
        ours: Body fields that a knob of the API's own name may not set.
    """

    api: str
    lacking: tuple[str, ...]
    hottest: float
    ours: Collection[str]


def given_knobs(ask: Ask) -> dict[str, object]:
    """Return the knobs that a request sets, by their names in a subject; limits among them."""
    knobs = ask.knobs
    named: dict[str, object] = {
        "thinking": knobs.thinking,
        "budget": knobs.budget,
        "maxTokens": output_ceiling(knobs, ask.limits),
        "temperature": knobs.temperature,
        "topP": knobs.top_p,
        "topK": knobs.top_k,
        "seed": knobs.seed,
        "stop": list(knobs.stop) or None,
    }
    return {name: value for name, value in named.items() if value is not None}


def check_knobs(rules: KnobRules, ask: Ask) -> dict[str, object]:
    """Return the knobs that a request sets, if the API has them all.

    Raises:
        CallFailed: It lacks one, or a value is out of its range.
    """
    given = given_knobs(ask)
    for name in given:
        if name in rules.lacking:
            raise CallFailed(
                f"{rules.api} has no knob {name} ({given[name]!r} was asked for)",
                f"leave out the knob {name}",
            )
    for name, highest in _highest(rules).items():
        _check_range(rules.api, name, given.get(name), *highest)
    _check_extra(rules, ask.knobs)
    return given


def extra_fields(knobs: Knobs) -> Json:
    """Return the knobs that go by the API's own names."""
    return dict(knobs.extra)


def encoded(body: Mapping[str, object]) -> bytes:
    """Return a JSON body in UTF-8.

    Raises:
        CallFailed: A knob is no number that JSON can hold.
    """
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError as failure:
        raise CallFailed("a knob is no number that JSON can hold") from failure
    return well_formed(text).encode("utf-8")


def _highest(rules: KnobRules) -> dict[str, tuple[float, float]]:
    return {
        "maxTokens": (1, _MAX_TOKENS),
        "temperature": (0.0, rules.hottest),
        "topP": (0.0, 1.0),
        "topK": (1, _MAX_TOP_K),
    }


def _check_range(api: str, name: str, value: object, lowest: float, highest: float) -> None:
    if value is None:
        return
    if (
        not isinstance(value, int | float)
        or not math.isfinite(value)
        or not lowest <= value <= highest
    ):
        raise CallFailed(
            f"{api} takes no {name} {value!r}", f"it takes {lowest:g} to {highest:,.10g}"
        )


def _check_extra(rules: KnobRules, knobs: Knobs) -> None:
    for name, _ in knobs.extra:
        if name in rules.ours:
            raise CallFailed(f"the knob {name!r} is not one that can be set")
