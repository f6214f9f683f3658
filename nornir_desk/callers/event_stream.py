"""Reading an answer that came as server-sent events, with the time at which each one was there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from nornir_desk.callers.json_answer import error_text, first_words, refuse_constant
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.text import one_line
from nornir_desk.system.http import EVENT_STREAM, HttpAnswer

_DATA = b"data:"
_DONE = "[DONE]"


def is_event_stream(answer: HttpAnswer) -> bool:
    """Tell whether a body is a stream of events, whatever its sender calls it."""
    kind = answer.headers.get("content-type", "")
    return kind.startswith(EVENT_STREAM) or answer.body[:16].startswith((b"data:", b"event:"))


def events(answer: HttpAnswer, source: str) -> Iterator[tuple[float, Mapping[str, object]]]:
    """Yield the events of a stream: seconds since the exchange began, and the JSON object in it.

    Args:
        answer: The whole answer.
        source: Who sent it, for messages.

    Raises:
        CallFailed: An event holds an error or no JSON object.
    """
    for at_s, data in _texts(answer):
        if data.strip() in ("", _DONE):
            continue
        yield at_s, _object(data, source)


def _texts(answer: HttpAnswer) -> Iterator[tuple[float, str]]:
    """Yield the data of each event; a last one that is not closed by a blank line counts too."""
    when = _Arrivals(answer.arrivals)
    pieces: list[bytes] = []
    came = 0
    # bytes.splitlines knows the three line ends that the format has, and no other.
    for line in answer.body.splitlines(keepends=True):
        came += len(line)
        content = line.rstrip(b"\r\n")
        if content.startswith(_DATA):
            pieces.append(content[len(_DATA) :].removeprefix(b" "))
        elif not content and pieces:
            yield when.at(came), b"\n".join(pieces).decode("utf-8", "replace")
            pieces = []
    if pieces:
        yield when.at(came), b"\n".join(pieces).decode("utf-8", "replace")


class _Arrivals:
    """Tells when a part of the body was there; asked in rising order."""

    def __init__(self, arrivals: tuple[tuple[float, int], ...]) -> None:
        self._arrivals = arrivals
        self._next = 0

    def at(self, came: int) -> float:
        while self._next < len(self._arrivals) - 1 and self._arrivals[self._next][1] < came:
            self._next += 1
        return self._arrivals[self._next][0] if self._arrivals else 0.0


def _object(data: str, source: str) -> Mapping[str, object]:
    try:
        value: object = json.loads(data, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as failure:
        why = one_line(str(failure))
        raise CallFailed(f"{source} streams broken JSON ({why}): {first_words(data)}") from failure
    if not isinstance(value, dict):
        raise CallFailed(f"{source} streams JSON that is no object: {first_words(data)}")
    if told := error_text(value):
        raise CallFailed(f"{source} breaks the answer off: {told}")
    return value
