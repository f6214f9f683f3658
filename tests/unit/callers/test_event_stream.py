from __future__ import annotations

import pytest

from nornir_desk.callers.event_stream import events, is_event_stream
from nornir_desk.callers.heard import Heard
from nornir_desk.callers.thinking_text import split_thinking
from nornir_desk.domain.usage import TokenUsage
from nornir_desk.system.http import HttpAnswer

STREAM = {"content-type": "text/event-stream"}


def told(body: bytes, *arrivals: tuple[float, int]) -> list[tuple[float, object]]:
    return list(events(HttpAnswer(200, STREAM, body, arrivals), "x"))


def test_an_event_is_there_once_its_last_byte_is() -> None:
    body = b'data: {"a": 1}\n\ndata: {"a": 2}\n\ndata: {"a": 3}\n\n'
    assert told(body, (0.5, 10), (0.75, 32), (1.0, 33), (1.5, 48)) == [
        (0.75, {"a": 1}),
        (0.75, {"a": 2}),
        (1.5, {"a": 3}),
    ]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_the_three_line_ends_comments_and_data_of_several_lines(end: bytes) -> None:
    lines = (
        b": ping",
        b"",
        b"event: x",
        b"id: 7",
        b'data: {"a":',
        b"data:1}",
        b"",
        b"data: [DONE]",
        b"",
    )
    assert told(end.join(lines) + end) == [(0.0, {"a": 1})]


def test_a_last_event_that_is_not_closed_counts() -> None:
    assert told(b'data: {"a": 1}') == [(0.0, {"a": 1})]


def test_line_separators_within_json_are_no_line_ends() -> None:
    assert told('data: {"a": "x\u2028y\x85z"}\n\n'.encode()) == [(0.0, {"a": "x\u2028y\x85z"})]


@pytest.mark.parametrize(
    ("kind", "body", "streamed"),
    [
        ("text/event-stream; charset=utf-8", b"", True),
        ("text/plain", b"data: {}", True),
        ("", b"event: x", True),
        ("application/json", b"{}", False),
    ],
)
def test_what_is_a_stream(kind: str, body: bytes, streamed: bool) -> None:
    assert is_event_stream(HttpAnswer(200, {"content-type": kind}, body)) is streamed


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("plain", ("plain", "")),
        ("<think>a</think>b", ("b", "a")),
        ("\n <think>\na\n</think>\n\n b", ("b", "a")),
        ("<think>a", ("", "a")),
        ("<think></think>", ("", "")),
        ("b <think>a</think>", ("b <think>a</think>", "")),
        ("<think>a</think>b</think>c", ("b</think>c", "a")),
    ],
)
def test_thinking_is_split_off(text: str, split: tuple[str, str]) -> None:
    assert split_thinking(text) == split


def test_lone_surrogates_are_made_harmless() -> None:
    heard = Heard()
    heard.say("\ud83d", 0)
    heard.say("\ude00 \ud800", 0)
    assert heard.answer(1.0, streamed=True).output == "\N{GRINNING FACE} \N{REPLACEMENT CHARACTER}"


def speed(*pieces: tuple[float, str], tokens: int = 100) -> float | None:
    heard = Heard(usage=TokenUsage(5, tokens))
    for at_s, text in pieces:
        heard.say(text, at_s)
    return heard.answer(9_000.0, streamed=True).tokens_per_s


def test_speed_is_what_came_after_the_first_piece() -> None:
    assert speed((5.0, "a"), (5.5, "b"), (6.0, "cd")) == 75.0
    assert speed((5.0, "abc"), (6.0, "d")) == 25.0


def test_no_speed_where_none_was_measured() -> None:
    assert speed() == 0.0
    assert speed((5.0, "abcd")) == 0.0
    assert speed((5.0, "ab"), (5.019, "cd")) == 0.0
    assert speed((5.0, "a"), (6.0, "b"), tokens=0) == 0.0
    assert speed((5.0, "a"), (5.05, "b"), tokens=1_000_000) == 0.0  # nobody decodes so fast
