"""A faithful double of Gemini's API: ``generateContent``, ``streamGenerateContent``, ``models``."""

from __future__ import annotations

import re

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

_PATH = re.compile(r"/v1beta/models/([^:/]+):(generateContent|streamGenerateContent\?alt=sse)")
_FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY", "filtered": "SAFETY"}


class FakeGemini(ModelDouble):
    """The double."""

    def refused(self, asked: Asked) -> Reply | None:
        if self.key is None or asked.headers.get("x-goog-api-key") == self.key:
            return None
        return _error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")

    def page(self, asked: Asked) -> Reply | None:
        if asked.path.startswith("/v1beta/models?"):
            return json_reply({"models": [*map(_listed, self.models), _EMBEDDING]})
        if _PATH.fullmatch(asked.path) is None:
            return Reply(404, b"<html>Not Found</html>", "text/html")
        return None

    def model_of(self, asked: Asked) -> str:
        found = _PATH.fullmatch(asked.path)
        return found[1] if found else ""

    def unknown(self, model: str) -> Reply:
        told = f"models/{model} is not found for API version v1beta"
        return _error(404, "NOT_FOUND", told)

    def fault(self, said: Said) -> Reply:
        return _error(said.status, "UNAVAILABLE", said.error, said)

    def say(self, asked: Asked, said: Said) -> Reply:
        model = self.model_of(asked)
        parts = _parts(said)
        if asked.path.endswith(":generateContent") or said.whole:
            return json_reply(_chunk(model, said, parts, last=True), said.status)
        chunks = [
            event(_chunk(model, said, [part], last=number == len(parts)))
            for number, part in enumerate(parts, 1)
        ]
        broken = event({"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}})
        return stream(said, chunks or [event(_chunk(model, said, [], last=True))], broken)


_EMBEDDING = {"name": "models/embedding-1", "supportedGenerationMethods": ["embedContent"]}


def _listed(name: str) -> Json:
    return {"name": f"models/{name}", "supportedGenerationMethods": ["generateContent"]}


def _error(status: int, kind: str, message: str, said: Said | None = None) -> Reply:
    error = {"code": status, "message": message, "status": kind}
    return json_reply({"error": error}, status, said.headers if said else None)


def _parts(said: Said) -> list[Json]:
    thoughts: list[Json] = [{"text": piece, "thought": True} for piece in said.thinking]
    texts: list[Json] = [{"text": piece} for piece in said.text]
    return [*thoughts, *texts]


def _chunk(model: str, said: Said, parts: list[Json], *, last: bool) -> Json:
    usage: Json = {
        "promptTokenCount": said.tokens_in,
        "candidatesTokenCount": said.tokens_out - said.hidden_thinking,
        "totalTokenCount": said.tokens_in + said.tokens_out,
    }
    if said.cached:
        usage["cachedContentTokenCount"] = said.cached
    if said.hidden_thinking:
        usage["thoughtsTokenCount"] = said.hidden_thinking
    usage.update(said.more)
    told = {"usageMetadata": usage} if said.usage else {}
    if said.ending == "refused":
        return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **told}
    candidate: Json = {"index": 0, "content": {"role": "model", "parts": parts}}
    if last:
        candidate["finishReason"] = _FINISH[said.ending]
    return {"candidates": [candidate], "modelVersion": f"{model}-001", **told}
