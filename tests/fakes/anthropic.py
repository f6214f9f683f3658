"""A faithful double of Anthropic's API: ``/v1/messages`` and ``/v1/models``."""

from __future__ import annotations

from tests.fakes.http_double import (
    Asked,
    Json,
    ModelDouble,
    Reply,
    Said,
    event,
    json_reply,
    stream,
)

_STOPS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "refused": "refusal",
    "filtered": "refusal",
}


class FakeAnthropic(ModelDouble):
    """The double."""

    def refused(self, asked: Asked) -> Reply | None:
        if self.key is not None and asked.headers.get("x-api-key") != self.key:
            return _error(401, "authentication_error", "invalid x-api-key")
        if "anthropic-version" not in asked.headers:
            return _error(400, "invalid_request_error", "anthropic-version: header is required")
        return None

    def page(self, asked: Asked) -> Reply | None:
        if asked.path.startswith("/v1/models"):
            listed = [{"type": "model", "id": name, "display_name": name} for name in self.models]
            return json_reply({"data": listed, "has_more": False})
        if "max_tokens" not in asked.body:
            return _error(400, "invalid_request_error", "max_tokens: Field required")
        return None

    def unknown(self, model: str) -> Reply:
        return _error(404, "not_found_error", f"model: {model}")

    def fault(self, said: Said) -> Reply:
        return _error(said.status, "overloaded_error", said.error, said)

    def say(self, asked: Asked, said: Said) -> Reply:
        if asked.body.get("stream") is True and not said.whole:
            return stream(said, _events(asked.body, said), _broken())
        return json_reply(_message(asked.body, said), said.status)


def _error(status: int, kind: str, message: str, said: Said | None = None) -> Reply:
    body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}
    return json_reply(body, status, said.headers if said else None)


def _broken() -> bytes:
    error = {"type": "overloaded_error", "message": "Overloaded"}
    return event({"type": "error", "error": error}, "error")


def _usage_in(said: Said) -> Json:
    # Cached tokens stand beside the input, unlike on every other wire.
    return {
        "input_tokens": said.tokens_in - said.cached - said.written,
        "cache_creation_input_tokens": said.written,
        "cache_read_input_tokens": said.cached,
    }


def _message(body: Json, said: Said) -> Json:
    content: list[Json] = []
    if said.thinking:
        content.append({"type": "thinking", "thinking": "".join(said.thinking), "signature": "sig"})
    if said.hidden_thinking:
        content.append({"type": "redacted_thinking", "data": "secret"})
    if said.text:
        content.append({"type": "text", "text": "".join(said.text)})
    usage = {**_usage_in(said), "output_tokens": said.tokens_out, **said.more}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": f"{body['model']}-20260101",
        "content": content,
        "stop_reason": _STOPS[said.ending],
        "stop_sequence": None,
        **({"usage": usage} if said.usage else {}),
    }


def _events(body: Json, said: Said) -> list[bytes]:
    whole = _message(body, said)
    begun = {**whole, "content": [], "stop_reason": None}
    usage: Json = {}
    if said.usage:
        begun["usage"] = {**_usage_in(said), "output_tokens": 1}
        usage = {"usage": {"output_tokens": said.tokens_out, **said.more}}
    ended = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    told: list[Json] = [{"type": "message_start", "message": begun}, {"type": "ping"}]
    for number, (start, deltas) in enumerate(_blocks(said)):
        told.append({"type": "content_block_start", "index": number, "content_block": start})
        told += [{"type": "content_block_delta", "index": number, "delta": d} for d in deltas]
        told.append({"type": "content_block_stop", "index": number})
    told += [{"type": "message_delta", "delta": ended, **usage}, {"type": "message_stop"}]
    return [event(value, str(value["type"])) for value in told]


def _blocks(said: Said) -> list[tuple[Json, list[Json]]]:
    blocks: list[tuple[Json, list[Json]]] = []
    if said.thinking:
        pieces: list[Json] = [{"type": "thinking_delta", "thinking": t} for t in said.thinking]
        pieces.append({"type": "signature_delta", "signature": "sig"})
        blocks.append(({"type": "thinking", "thinking": "", "signature": ""}, pieces))
    if said.hidden_thinking:
        blocks.append(({"type": "redacted_thinking", "data": "secret"}, []))
    if said.text:
        texts: list[Json] = [{"type": "text_delta", "text": t} for t in said.text]
        blocks.append(({"type": "text", "text": ""}, texts))
    return blocks
