"""The body of ``POST /api/generate`` for an Ask (spec section 2; field names as in Ollama's API)."""

from __future__ import annotations

import json

from nornir_desk.domain.ask import Ask, Knobs, Limits, Thinking
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.text import well_formed

Json = dict[str, object]

_THINK: dict[Thinking, bool | str] = {
    "off": False,
    "low": "low",
    "medium": "medium",
    "high": "high",
    "max": "max",
}


def generate_body(ask: Ask, model: str) -> bytes:
    """Return the JSON body in UTF-8; only what was given stands in it.

    Args:
        ask: The request.
        model: The model's name at Ollama.

    Raises:
        CallFailed: A knob that Ollama has not, or a figure that JSON cannot hold.
    """
    body: Json = {"model": model, "prompt": ask.prompt, "stream": False}
    if ask.system is not None:
        body["system"] = ask.system
    if ask.knobs.thinking is not None:
        body["think"] = _think(ask.knobs.thinking)
    if ask.knobs.budget is not None:
        raise CallFailed("Ollama has no thinking budget", "leave out the knob budget")
    options = _options(ask.knobs, ask.limits)
    if options:
        body["options"] = options
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError as failure:
        raise CallFailed(f"a knob is no number that JSON can hold: {options!r}") from failure
    return well_formed(text).encode("utf-8")


def output_ceiling(knobs: Knobs, limits: Limits) -> int | None:
    """Return the ceiling of the answer in tokens: the lower one of knob and limit."""
    given = [n for n in (knobs.max_tokens, limits.max_output_tokens) if n is not None]
    return min(given, default=None)


def _think(level: Thinking) -> bool | str:
    if level not in _THINK:
        raise CallFailed(f"Ollama has no thinking level {level!r}", f"it has {', '.join(_THINK)}")
    return _THINK[level]


def _options(knobs: Knobs, limits: Limits) -> Json:
    options: Json = dict(knobs.extra)
    named: Json = {
        "num_predict": output_ceiling(knobs, limits),
        "temperature": knobs.temperature,
        "top_p": knobs.top_p,
        "top_k": knobs.top_k,
        "seed": knobs.seed,
        "stop": list(knobs.stop) or None,
    }
    options.update((name, value) for name, value in named.items() if value is not None)
    return options
