"""Reading JSON that comes from outside, with one line that says what is wrong with it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import NoReturn

from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.text import one_line, well_formed
from nornir_desk.system.http import HttpAnswer

_SHOWN = 120
_ERROR_SHOWN = 2_000


def first_words(text: str, limit: int = _SHOWN) -> str:
    """Return the beginning of a foreign text on one line."""
    line = one_line(text[: limit * 4])
    return line if len(line) <= limit else f"{line[:limit]}..."


def json_object(answer: HttpAnswer, source: str) -> Mapping[str, object]:
    """Return the body of an answer as a JSON object.

    Args:
        answer: What came.
        source: Who sent it, for the message, such as ``Ollama at http://localhost:11434``.

    Raises:
        CallFailed: It is empty, no JSON, cut short, holds NaN, or is no object.
    """
    text = answer.body.decode("utf-8", "replace")
    came = f"{source} answers HTTP {answer.status}"
    if not text.strip():
        raise CallFailed(f"{came} with an empty body")
    try:
        value: object = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as failure:
        kind = answer.headers.get("content-type", "").partition(";")[0].strip() or "no content type"
        if text.lstrip().startswith("{"):
            why = one_line(str(failure))
            raise CallFailed(f"{came} with broken JSON ({why}): {first_words(text)}") from failure
        raise CallFailed(
            f"{came} with {one_line(kind)} instead of JSON: {first_words(text)}"
        ) from failure
    if not isinstance(value, dict):
        raise CallFailed(f"{came} with JSON that is no object: {first_words(text)}")
    return value


def object_field(value: Mapping[str, object], name: str, source: str) -> Mapping[str, object]:
    """Return a JSON object; an empty one where it is absent or null.

    Raises:
        CallFailed: It is no object.
    """
    found = value.get(name)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise _wrong(source, name, found, "an object")
    return found


def objects_field(
    value: Mapping[str, object], name: str, source: str
) -> Sequence[Mapping[str, object]]:
    """Return a list of JSON objects; an empty one where it is absent or null.

    Raises:
        CallFailed: It is none.
    """
    found = value.get(name)
    if found is None:
        return ()
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise _wrong(source, name, found, "a list of objects")
    return found


def parsed(body: bytes) -> object:
    """Return what a body of JSON says; None where it is none."""
    try:
        return json.loads(body.decode("utf-8", "replace"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return None


def error_text(value: Mapping[str, object]) -> str | None:
    """Return the error told in a JSON object: ``{"error": "..."}`` or ``{"error": {"message"}}``."""
    error = value.get("error")
    if isinstance(error, dict):
        error = error.get("message")
    return first_words(error, _ERROR_SHOWN) if isinstance(error, str) and error.strip() else None


def text_field(value: Mapping[str, object], name: str, source: str) -> str | None:
    """Return a text, well-formed; None where it is absent or null.

    Raises:
        CallFailed: It is no text.
    """
    found = value.get(name)
    if found is None:
        return None
    if not isinstance(found, str):
        raise _wrong(source, name, found, "a text")
    return well_formed(found)


def count_field(value: Mapping[str, object], name: str, source: str, highest: int) -> int | None:
    """Return a whole number 0..highest; None where it is absent or null.

    Raises:
        CallFailed: It is anything else.
    """
    found = value.get(name)
    if found is None:
        return None
    if isinstance(found, float) and math.isfinite(found) and found.is_integer():
        found = int(found)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= highest:
        raise _wrong(source, name, found, f"a whole number from 0 to {highest}")
    return found


def number_field(value: Mapping[str, object], name: str, source: str) -> float | None:
    """Return a number of 0 or more; None where it is absent or null.

    Raises:
        CallFailed: It is anything else.
    """
    found = value.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < math.inf:
        raise _wrong(source, name, found, "a number of 0 or more")
    return float(found)


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities where JSON is parsed: they are no JSON.

    Raises:
        ValueError: Always.
    """
    raise ValueError(f"{name} is no JSON number")


def _wrong(source: str, name: str, found: object, wanted: str) -> CallFailed:
    return CallFailed(f"{source} answers {name} {first_words(repr(found))}, not {wanted}")
