"""OpenAI's ``POST /responses``."""

from __future__ import annotations

from nornir_desk.callers.heard import Heard
from nornir_desk.callers.json_answer import (
    count_field,
    error_text,
    first_words,
    object_field,
    objects_field,
    text_field,
)
from nornir_desk.callers.openai_chat import bearer, listed_ids
from nornir_desk.callers.openai_knobs import responses_fields
from nornir_desk.callers.wire import MAX_TOKENS, Json, WireRequest
from nornir_desk.domain.answer import STOP, STOP_FILTERED, STOP_LENGTH
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.usage import TokenUsage

_STOPS = {"max_output_tokens": STOP_LENGTH, "content_filter": STOP_FILTERED}
_TEXT = "response.output_text.delta"
_REFUSAL = "response.refusal.delta"
_THINKING = ("response.reasoning_text.delta", "response.reasoning_summary_text.delta")
_LAST = ("response.completed", "response.incomplete", "response.failed")


class OpenAiResponses:
    """Implements ``callers.wire.Wire``.

    Nothing is kept by the service (``store`` is false). Thinking is told as a summary at most, so
    it is never timed; its tokens are told by the usage.
    """

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the header fields of every request."""
        return bearer(key)

    def request(self, ask: Ask, model: str, base_url: str) -> WireRequest:
        """Return the request for an answer.

        Raises:
            CallFailed: A knob that the API cannot honour.
        """
        knobs = responses_fields(ask)
        body: dict[str, object] = {"model": model, "input": ask.prompt}
        if ask.system is not None:
            body["instructions"] = ask.system
        body.update(stream=True, store=False, **knobs.fields)
        return WireRequest(f"{base_url}/responses", body, knobs)

    def take(self, event: Json, at_s: float, heard: Heard, source: str) -> None:
        """Take one event in.

        Raises:
            CallFailed: It is an error, or no event.
        """
        kind = text_field(event, "type", source) or ""
        delta = text_field(event, "delta", source) or "" if kind.endswith(".delta") else ""
        if kind == _TEXT:
            heard.say(delta, at_s)
        elif kind in _THINKING:
            heard.thoughts.append(delta)
        elif kind == _REFUSAL:
            heard.refusals.append(delta)
        elif kind in _LAST:
            _read_end(object_field(event, "response", source), heard, source)
        elif kind == "error":
            raise CallFailed(
                f"{source} breaks the answer off: {text_field(event, 'message', source)}"
            )

    def whole(self, value: Json, heard: Heard, source: str) -> None:
        """Take a response in.

        Raises:
            CallFailed: It failed, or is none.
        """
        if "output" not in value and "status" not in value:
            raise CallFailed(f"{source} answers without an output: {first_words(repr(value))}")
        for item in objects_field(value, "output", source):
            _read_item(item, heard, source)
        _read_end(value, heard, source)

    def listing_url(self, base_url: str) -> str:
        """Return where the models are listed."""
        return f"{base_url}/models"

    def listed(self, value: Json, source: str) -> tuple[str, ...]:
        """Return the ids of the models in a listing.

        Raises:
            CallFailed: It is none.
        """
        return listed_ids(value, source)


def _read_item(item: Json, heard: Heard, source: str) -> None:
    thinking = item.get("type") == "reasoning"
    parts = [*objects_field(item, "summary", source), *objects_field(item, "content", source)]
    for part in parts:
        text = text_field(part, "text", source) or ""
        if thinking:
            heard.thoughts.append(text)
        elif part.get("type") == "refusal":
            heard.refusals.append(text_field(part, "refusal", source) or "")
        else:
            heard.say(text, 0.0)


def _read_end(response: Json, heard: Heard, source: str) -> None:
    told = error_text(response)
    if told is not None or response.get("status") == "failed":
        raise CallFailed(f"{source}: {told or 'the response failed without a word'}")
    reason = text_field(object_field(response, "incomplete_details", source), "reason", source)
    heard.stop = _STOPS.get(reason, reason) if reason else STOP
    heard.finished = True
    heard.model = text_field(response, "model", source) or heard.model
    usage = object_field(response, "usage", source)
    if not usage:
        return
    output = count_field(usage, "output_tokens", source, MAX_TOKENS)
    read = object_field(usage, "input_tokens_details", source)
    heard.usage = TokenUsage(
        count_field(usage, "input_tokens", source, MAX_TOKENS) or None,
        output,
        cache_read_tokens=count_field(read, "cached_tokens", source, MAX_TOKENS) or 0,
    )
    details = object_field(usage, "output_tokens_details", source)
    heard.hidden_thinking = count_field(details, "reasoning_tokens", source, MAX_TOKENS) or 0
    heard.timed_tokens = max(0, (output or 0) - heard.hidden_thinking)
