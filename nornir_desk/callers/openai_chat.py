"""OpenAI's ``POST /chat/completions``, which many services and local servers speak."""

from __future__ import annotations

from nornir_desk.callers.heard import Heard
from nornir_desk.callers.json_answer import (
    count_field,
    first_words,
    number_field,
    object_field,
    objects_field,
    text_field,
)
from nornir_desk.callers.openai_knobs import chat_fields
from nornir_desk.callers.wire import MAX_TOKENS, Json, WireRequest
from nornir_desk.domain.answer import STOP_FILTERED, STOP_LENGTH
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.usage import TokenUsage

_STOPS = {"length": STOP_LENGTH, "content_filter": STOP_FILTERED}
# Services name the thinking one way or the other; none sends both.
_THINKING = ("reasoning_content", "reasoning")


class OpenAiChat:
    """Implements ``callers.wire.Wire``."""

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the header fields of every request."""
        return bearer(key)

    def request(self, ask: Ask, model: str, base_url: str) -> WireRequest:
        """Return the request for an answer.

        Raises:
            CallFailed: A knob that the API cannot honour.
        """
        messages = [{"role": "user", "content": ask.prompt}]
        if ask.system is not None:
            messages.insert(0, {"role": "system", "content": ask.system})
        knobs = chat_fields(ask)
        body = {
            "model": model,
            "messages": messages,
            "stream": True,
            "stream_options": {"include_usage": True},
            **knobs.fields,
        }
        return WireRequest(f"{base_url}/chat/completions", body, knobs)

    def take(self, event: Json, at_s: float, heard: Heard, source: str) -> None:
        """Take one chunk in.

        Raises:
            CallFailed: It is no chunk.
        """
        for choice in objects_field(event, "choices", source):
            _read(object_field(choice, "delta", source), at_s, heard, source)
            _read_end(choice, heard, source)
        _read_figures(event, heard, source)

    def whole(self, value: Json, heard: Heard, source: str) -> None:
        """Take a completion in.

        Raises:
            CallFailed: It is none.
        """
        choices = objects_field(value, "choices", source)
        if not choices:
            raise CallFailed(f"{source} answers without a choice: {first_words(repr(value))}")
        _read(object_field(choices[0], "message", source), 0.0, heard, source)
        _read_end(choices[0], heard, source)
        _read_figures(value, heard, source)

    def listing_url(self, base_url: str) -> str:
        """Return where the models are listed."""
        return f"{base_url}/models"

    def listed(self, value: Json, source: str) -> tuple[str, ...]:
        """Return the ids of the models in a listing.

        Raises:
            CallFailed: It is none.
        """
        return listed_ids(value, source)


def bearer(key: str | None) -> dict[str, str]:
    """Return the header that holds a key, none where there is no key."""
    return {} if key is None else {"authorization": f"Bearer {key}"}


def listed_ids(value: Json, source: str) -> tuple[str, ...]:
    """Return the ids of ``{"data": [{"id": ...}]}``.

    Raises:
        CallFailed: It is none.
    """
    found = (text_field(model, "id", source) for model in objects_field(value, "data", source))
    return tuple(model for model in found if model)


def _read(message: Json, at_s: float, heard: Heard, source: str) -> None:
    for name in _THINKING:
        heard.think(text_field(message, name, source) or "", at_s)
    if isinstance(message.get("content"), list):
        for part in objects_field(message, "content", source):
            _read_part(part, at_s, heard, source)
    else:
        heard.say(text_field(message, "content", source) or "", at_s)
    if refusal := text_field(message, "refusal", source):
        heard.refusals.append(refusal)


def _read_part(part: Json, at_s: float, heard: Heard, source: str) -> None:
    """Take a part in of a content that is a list: Mistral's way to tell thinking from the answer."""
    if part.get("type") != "thinking":
        heard.say(text_field(part, "text", source) or "", at_s)
        return
    for thought in objects_field(part, "thinking", source):
        heard.think(text_field(thought, "text", source) or "", at_s)


def _read_end(choice: Json, heard: Heard, source: str) -> None:
    reason = text_field(choice, "finish_reason", source)
    if reason:
        heard.stop = _STOPS.get(reason, reason)
        heard.finished = True


def _read_figures(value: Json, heard: Heard, source: str) -> None:
    heard.model = text_field(value, "model", source) or heard.model
    timings = object_field(value, "timings", source)  # llama.cpp's own measurement
    decoded = count_field(timings, "predicted_n", source, MAX_TOKENS)
    decode_ms = number_field(timings, "predicted_ms", source)
    if decoded is not None and decode_ms is not None:
        heard.backend_decode = (decoded, decode_ms)
    usage = object_field(value, "usage", source)
    if not usage:
        return
    output = count_field(usage, "completion_tokens", source, MAX_TOKENS)
    told = object_field(usage, "prompt_tokens_details", source)
    cached = count_field(told, "cached_tokens", source, MAX_TOKENS)
    if cached is None:
        cached = count_field(usage, "prompt_cache_hit_tokens", source, MAX_TOKENS)
    heard.usage = TokenUsage(
        count_field(usage, "prompt_tokens", source, MAX_TOKENS) or None,
        output,
        cache_read_tokens=cached or 0,
    )
    details = object_field(usage, "completion_tokens_details", source)
    reasoning = count_field(details, "reasoning_tokens", source, MAX_TOKENS) or 0
    if reasoning and not heard.thoughts:
        # Decoded before the first piece that could be timed.
        heard.hidden_thinking = reasoning
        heard.timed_tokens = max(0, (output or 0) - reasoning)
