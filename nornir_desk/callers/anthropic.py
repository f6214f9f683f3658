"""Anthropic's ``POST /v1/messages``."""

from __future__ import annotations

from nornir_desk.callers.anthropic_knobs import messages_fields
from nornir_desk.callers.heard import Heard
from nornir_desk.callers.json_answer import (
    count_field,
    first_words,
    object_field,
    objects_field,
    text_field,
)
from nornir_desk.callers.openai_chat import listed_ids
from nornir_desk.callers.wire import MAX_TOKENS, Json, WireRequest
from nornir_desk.domain.answer import STOP, STOP_LENGTH, STOP_REFUSED
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.usage import TokenUsage

API_VERSION = "2023-06-01"

_STOPS = {
    "end_turn": STOP,
    "stop_sequence": STOP,
    "max_tokens": STOP_LENGTH,
    "model_context_window_exceeded": STOP_LENGTH,
    "refusal": STOP_REFUSED,
}
# Thinking whose text is not shown, all of it or (by the newest models' default) its deltas.
_THINKING = ("thinking", "redacted_thinking")


class AnthropicMessages:
    """Implements ``callers.wire.Wire``."""

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the header fields of every request."""
        version = {"anthropic-version": API_VERSION}
        return version if key is None else {**version, "x-api-key": key}

    def request(self, ask: Ask, model: str, base_url: str) -> WireRequest:
        """Return the request for an answer.

        Raises:
            CallFailed: A knob that the API cannot honour.
        """
        knobs = messages_fields(ask)
        body: dict[str, object] = {
            "model": model,
            "messages": [{"role": "user", "content": ask.prompt}],
            "stream": True,
        }
        if ask.system is not None:
            body["system"] = ask.system
        return WireRequest(f"{_versioned(base_url)}/messages", {**body, **knobs.fields}, knobs)

    def take(self, event: Json, at_s: float, heard: Heard, source: str) -> None:
        """Take one event in.

        Raises:
            CallFailed: It is no event.
        """
        kind = event.get("type")
        if kind == "message_start":
            message = object_field(event, "message", source)
            heard.model = text_field(message, "model", source) or ""
            _read_usage(message, heard, source)
        elif kind == "content_block_start":
            # The block begins to be decoded here, even where its thinking is not shown.
            heard.tick(at_s, 0)
            _read_block(object_field(event, "content_block", source), at_s, heard, source)
        elif kind == "content_block_delta":
            _read_block(object_field(event, "delta", source), at_s, heard, source)
        elif kind == "message_delta":
            _read_stop(object_field(event, "delta", source), heard, source)
            _read_usage(event, heard, source)
        elif kind == "message_stop":
            heard.finished = True

    def whole(self, value: Json, heard: Heard, source: str) -> None:
        """Take a message in.

        Raises:
            CallFailed: It is none.
        """
        if "content" not in value:
            raise CallFailed(f"{source} answers without a content: {first_words(repr(value))}")
        for block in objects_field(value, "content", source):
            _read_block(block, 0.0, heard, source)
        heard.model = text_field(value, "model", source) or ""
        heard.finished = True
        _read_stop(value, heard, source)
        _read_usage(value, heard, source)

    def listing_url(self, base_url: str) -> str:
        """Return where the models are listed."""
        return f"{_versioned(base_url)}/models?limit=1000"

    def listed(self, value: Json, source: str) -> tuple[str, ...]:
        """Return the ids of the models in a listing.

        Raises:
            CallFailed: It is none.
        """
        return listed_ids(value, source)


def _versioned(base_url: str) -> str:
    return base_url if base_url.endswith("/v1") else f"{base_url}/v1"


def _read_block(block: Json, at_s: float, heard: Heard, source: str) -> None:
    heard.think(text_field(block, "thinking", source) or "", at_s)
    heard.say(text_field(block, "text", source) or "", at_s)
    if block.get("type") in _THINKING:
        heard.hidden_thinking += 1


def _read_stop(value: Json, heard: Heard, source: str) -> None:
    reason = text_field(value, "stop_reason", source)
    if reason:
        heard.stop = _STOPS.get(reason, reason)


def _read_usage(value: Json, heard: Heard, source: str) -> None:
    """Take the usage in; the last event tells the output, and may tell the input once more."""
    usage = object_field(value, "usage", source)
    if not usage:
        return
    fresh = count_field(usage, "input_tokens", source, MAX_TOKENS)
    read = count_field(usage, "cache_read_input_tokens", source, MAX_TOKENS)
    written = count_field(usage, "cache_creation_input_tokens", source, MAX_TOKENS)
    output = count_field(usage, "output_tokens", source, MAX_TOKENS)
    before = heard.usage
    if fresh is None:
        heard.usage = TokenUsage(
            before.input_tokens,
            before.output_tokens if output is None else output,
            before.cache_read_tokens,
            before.cache_write_tokens,
        )
        return
    # This API alone counts cached tokens beside the input, not in it.
    total = fresh + (read or 0) + (written or 0)
    heard.usage = TokenUsage(total or None, output, read or 0, written or 0)
