"""An answer that is none, in one line: what the provider says, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from nornir_desk.callers.json_answer import error_text, first_words, parsed
from nornir_desk.domain.errors import CallFailed
from nornir_desk.system.http import HttpAnswer

_UNAUTHORIZED = 401
_FORBIDDEN = 403
_NOT_FOUND = 404
_TOO_MANY = 429


def refusal(answer: HttpAnswer, source: str, model: str, variables: tuple[str, ...]) -> CallFailed:
    """Return the failure that a status code other than 200 is.

    Args:
        answer: What came.
        source: Who sent it, for the message.
        model: The model asked for.
        variables: The variable that the key was taken from; none where no key was sent.
    """
    told = _told(answer)
    status = f"HTTP {answer.status}"
    if answer.status in (_UNAUTHORIZED, _FORBIDDEN):
        return _not_allowed(source, status, told, variables)
    if answer.status == _NOT_FOUND:
        return CallFailed(
            f"{source} has no model {model!r} ({status}): {told}",
            "list what can be called with: nornir models",
        )
    if answer.status == _TOO_MANY:
        return CallFailed(
            f"{source} takes no more calls for now ({status}): {told}",
            "try again later, or with fewer --jobs",
        )
    return CallFailed(f"{source} answers {status}: {told}")


def _not_allowed(source: str, status: str, told: str, variables: tuple[str, ...]) -> CallFailed:
    if not variables:
        return CallFailed(
            f"{source} wants a key ({status}): {told}",
            "name the variable that holds it with api_key_env in nornir.toml",
        )
    return CallFailed(
        f"{source} refuses the key in {variables[0]} ({status}): {told}",
        f"correct {variables[0]}, or what the key may do there",
    )


def _told(answer: HttpAnswer) -> str:
    """Return the error that a body tells, else its first words."""
    value = parsed(answer.body)
    if isinstance(value, list) and value:
        value = value[0]  # Gemini's way where it was asked for a stream
    if isinstance(value, Mapping):
        detail = value.get("message") or value.get("detail")
        told = error_text(value) or (first_words(detail) if isinstance(detail, str) else None)
        if told:
            return told
    kind = answer.headers.get("content-type", "").partition(";")[0].strip() or "no content type"
    shown = first_words(answer.body.decode("utf-8", "replace")) or "an empty body"
    return shown if value is not None else f"{kind} instead of JSON: {shown}"
