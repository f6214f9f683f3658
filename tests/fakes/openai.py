"""A faithful double of OpenAI's API: ``/v1/chat/completions``, ``/v1/responses``, ``/v1/models``.

``FakeOpenAI(..., key=None)`` is one of the many servers that speak the same and want no key.
"""

from __future__ import annotations

from collections.abc import Sequence

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

_FINISH = {"stop": "stop", "length": "length", "refused": "stop", "filtered": "content_filter"}
_INCOMPLETE = {"length": "max_output_tokens", "filtered": "content_filter"}


class FakeOpenAI(ModelDouble):
    """The double; its base address is ``url + "/v1"``."""

    @property
    def base_url(self) -> str:
        """What OPENAI_BASE_URL is set to."""
        return f"{self.url}/v1"

    def refused(self, asked: Asked) -> Reply | None:
        if self.key is None or asked.headers.get("authorization") == f"Bearer {self.key}":
            return None
        return _refused(asked)

    def page(self, asked: Asked) -> Reply | None:
        if asked.path != "/v1/models":
            return None
        listed = [{"id": name, "object": "model", "owned_by": "x"} for name in self.models]
        return json_reply({"object": "list", "data": listed})

    def unknown(self, model: str) -> Reply:
        told = f"The model `{model}` does not exist or you do not have access to it."
        return _error(404, told, "model_not_found")

    def fault(self, said: Said) -> Reply:
        return _error(said.status, said.error, "some_code", said)

    def say(self, asked: Asked, said: Said) -> Reply:
        streamed = asked.body.get("stream") is True and not said.whole
        if asked.path == "/v1/chat/completions":
            return _chat(asked.body, said, streamed=streamed)
        return _responses(asked.body, said, streamed=streamed)


def _refused(asked: Asked) -> Reply:
    sent = asked.headers.get("authorization", "").removeprefix("Bearer ")
    if not sent:
        return _error(401, "You didn't provide an API key.", "missing_api_key")
    # The real one masks most of the key; one that does not must not betray it either.
    return _error(401, f"Incorrect API key provided: {sent}.", "invalid_api_key")


def _error(status: int, message: str, code: str, said: Said | None = None) -> Reply:
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
    return json_reply({"error": error}, status, said.headers if said else None)


def _chat(body: Json, said: Said, *, streamed: bool) -> Reply:
    common: Json = {"id": "chatcmpl-1", "created": 1_796_000_000, "model": f"{body['model']}-2026"}
    refusal = "".join(said.text) if said.ending == "refused" else None
    if not streamed:
        message: Json = {"role": "assistant", "content": "".join(said.text), "refusal": None}
        if refusal is not None:
            message.update(content=None, refusal=refusal)
        if said.thinking:
            message["reasoning_content"] = "".join(said.thinking)
        choice = {"index": 0, "message": message, "finish_reason": _FINISH[said.ending]}
        usage = {"usage": _chat_usage(said)} if said.usage else {}
        return json_reply(
            {**common, "object": "chat.completion", "choices": [choice], **usage}, said.status
        )
    chunk = {**common, "object": "chat.completion.chunk"}

    def delta(told: Json, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": told, "finish_reason": finish}
        return event({**chunk, "choices": [choice], "usage": None})

    name = "content" if refusal is None else "refusal"
    events = [
        delta({"role": "assistant", "content": ""}),
        *(delta({"reasoning_content": piece}) for piece in said.thinking),
        *(delta({name: piece}) for piece in said.text),
        delta({}, _FINISH[said.ending]),
    ]
    options = body.get("stream_options")
    if said.usage and isinstance(options, dict) and options.get("include_usage"):
        events.append(event({**chunk, "choices": [], "usage": _chat_usage(said)}))
    events.append(event("[DONE]"))
    broken = event({"error": {"message": "The server had an error", "type": "server_error"}})
    return stream(said, events, broken)


def _chat_usage(said: Said) -> Json:
    return {
        "prompt_tokens": said.tokens_in,
        "completion_tokens": said.tokens_out,
        "total_tokens": said.tokens_in + said.tokens_out,
        "prompt_tokens_details": {"cached_tokens": said.cached, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": said.hidden_thinking},
        **said.more,
    }


def _responses(body: Json, said: Said, *, streamed: bool) -> Reply:
    done = _response(body, said)
    if not streamed:
        return json_reply(done, said.status)
    begun = {**done, "status": "in_progress", "output": [], "usage": None}
    kind = "refusal" if said.ending == "refused" else "output_text"
    told: list[Json] = [
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": {"type": "reasoning"}},
        *_deltas("reasoning_summary_text", said.thinking),
        {"type": "response.output_item.added", "output_index": 1, "item": {"type": "message"}},
        *_deltas(kind, said.text),
        {"type": f"response.{done['status']}", "response": done},
    ]
    events = [
        event({**value, "sequence_number": number}, str(value["type"]))
        for number, value in enumerate(told)
    ]
    failed = {"status": "failed", "error": {"code": "server_error", "message": "It broke"}}
    broken = event({"type": "response.failed", "response": {**begun, **failed}}, "response.failed")
    return stream(said, events, broken)


def _deltas(kind: str, pieces: Sequence[str]) -> list[Json]:
    return [{"type": f"response.{kind}.delta", "delta": piece} for piece in pieces]


def _response(body: Json, said: Said) -> Json:
    text = "".join(said.text)
    part = {"type": "output_text", "text": text, "annotations": []}
    if said.ending == "refused":
        part = {"type": "refusal", "refusal": text}
    summary = [{"type": "summary_text", "text": piece} for piece in said.thinking]
    reason = _INCOMPLETE.get(said.ending)
    usage = {
        "input_tokens": said.tokens_in,
        "input_tokens_details": {"cached_tokens": said.cached},
        "output_tokens": said.tokens_out,
        "output_tokens_details": {"reasoning_tokens": said.hidden_thinking},
        "total_tokens": said.tokens_in + said.tokens_out,
        **said.more,
    }
    return {
        "id": "resp_1",
        "object": "response",
        "status": "incomplete" if reason else "completed",
        "error": None,
        "incomplete_details": {"reason": reason} if reason else None,
        "model": f"{body['model']}-2026",
        "output": [
            {"type": "reasoning", "id": "rs_1", "summary": summary},
            {"type": "message", "role": "assistant", "content": [part]},
        ],
        "usage": usage if said.usage else None,
    }
