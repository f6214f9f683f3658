"""Gemini's ``generateContent``, as a stream."""

from __future__ import annotations

import re
from urllib.parse import quote

from nornir_desk.callers.gemini_knobs import generation_fields
from nornir_desk.callers.heard import Heard
from nornir_desk.callers.json_answer import (
    count_field,
    first_words,
    object_field,
    objects_field,
    text_field,
)
from nornir_desk.callers.wire import MAX_TOKENS, Json, WireRequest
from nornir_desk.domain.answer import STOP, STOP_FILTERED, STOP_LENGTH
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.usage import TokenUsage

_VERSION = re.compile(r"/v\d+(?:(?:alpha|beta)\d*)?$")
_FILTERS = ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE")
_STOPS = {
    "STOP": STOP,
    "MAX_TOKENS": STOP_LENGTH,
    **dict.fromkeys(_FILTERS, STOP_FILTERED),
}
_MODELS = "models/"
_METHOD = "generateContent"


class GeminiGenerate:
    """Implements ``callers.wire.Wire``."""

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the header fields of every request; the key is never part of the address."""
        return {} if key is None else {"x-goog-api-key": key}

    def request(self, ask: Ask, model: str, base_url: str) -> WireRequest:
        """Return the request for an answer.

        Raises:
            CallFailed: A knob that the API cannot honour.
        """
        name = quote(model.removeprefix(_MODELS), safe="")
        knobs = generation_fields(ask, model)
        body: dict[str, object] = {"contents": [{"role": "user", "parts": [{"text": ask.prompt}]}]}
        if ask.system is not None:
            body["systemInstruction"] = {"parts": [{"text": ask.system}]}
        url = f"{_versioned(base_url)}/{_MODELS}{name}:streamGenerateContent?alt=sse"
        return WireRequest(url, {**body, **knobs.fields}, knobs)

    def take(self, event: Json, at_s: float, heard: Heard, source: str) -> None:
        """Take one chunk in.

        Raises:
            CallFailed: It is no chunk.
        """
        for candidate in objects_field(event, "candidates", source)[:1]:
            content = object_field(candidate, "content", source)
            for part in objects_field(content, "parts", source):
                _read_part(part, at_s, heard, source)
            _read_end(text_field(candidate, "finishReason", source), heard)
        blocked = text_field(object_field(event, "promptFeedback", source), "blockReason", source)
        if blocked:
            heard.stop, heard.finished = STOP_FILTERED, True
        heard.model = text_field(event, "modelVersion", source) or heard.model
        _read_usage(object_field(event, "usageMetadata", source), heard, source)

    def whole(self, value: Json, heard: Heard, source: str) -> None:
        """Take a response in.

        Raises:
            CallFailed: It is none.
        """
        if "candidates" not in value and "promptFeedback" not in value:
            raise CallFailed(f"{source} answers without a candidate: {first_words(repr(value))}")
        self.take(value, 0.0, heard, source)

    def listing_url(self, base_url: str) -> str:
        """Return where the models are listed."""
        return f"{_versioned(base_url)}/models?pageSize=1000"

    def listed(self, value: Json, source: str) -> tuple[str, ...]:
        """Return the ids of the models in a listing that generate text.

        Raises:
            CallFailed: It is none.
        """
        names = [
            text_field(model, "name", source)
            for model in objects_field(value, "models", source)
            if _METHOD in _methods(model)
        ]
        return tuple(name.removeprefix(_MODELS) for name in names if name)


def _versioned(base_url: str) -> str:
    return base_url if _VERSION.search(base_url) else f"{base_url}/v1beta"


def _methods(model: Json) -> list[object]:
    found = model.get("supportedGenerationMethods", [_METHOD])
    return found if isinstance(found, list) else []


def _read_part(part: Json, at_s: float, heard: Heard, source: str) -> None:
    text = text_field(part, "text", source) or ""
    if part.get("thought") is True:
        heard.thoughts.append(text)  # a summary, told at another time than it was decoded
    else:
        heard.say(text, at_s)


def _read_end(reason: str | None, heard: Heard) -> None:
    if reason:
        heard.stop = _STOPS.get(reason, reason.lower())
        heard.finished = True


def _read_usage(usage: Json, heard: Heard, source: str) -> None:
    """Take the usage in; each chunk tells it anew, and the last one counts."""
    if not usage:
        return
    spoken = count_field(usage, "candidatesTokenCount", source, MAX_TOKENS)
    thought = count_field(usage, "thoughtsTokenCount", source, MAX_TOKENS)
    told = spoken is not None or thought is not None
    heard.usage = TokenUsage(
        count_field(usage, "promptTokenCount", source, MAX_TOKENS) or None,
        (spoken or 0) + (thought or 0) if told else None,
        cache_read_tokens=count_field(usage, "cachedContentTokenCount", source, MAX_TOKENS) or 0,
    )
    heard.hidden_thinking = thought or 0
    heard.timed_tokens = spoken or 0
