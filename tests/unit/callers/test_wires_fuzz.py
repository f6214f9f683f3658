"""Whatever a provider sends, a wire reads it or fails that one call; nothing else is ever raised."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nornir_desk.callers.event_stream import events
from nornir_desk.callers.heard import Heard
from nornir_desk.callers.wires import WIRES
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.errors import CallFailed
from nornir_desk.system.http import HttpAnswer

FIELDS = (
    "choices", "delta", "message", "content", "reasoning_content", "refusal", "finish_reason",
    "usage", "prompt_tokens", "completion_tokens", "prompt_tokens_details", "cached_tokens",
    "timings", "predicted_n", "predicted_ms", "model", "type", "response", "output", "summary",
    "text", "status", "error", "incomplete_details", "reason", "input_tokens", "output_tokens",
    "content_block", "thinking", "stop_reason", "cache_read_input_tokens", "candidates", "parts",
    "thought", "finishReason", "promptFeedback", "blockReason", "usageMetadata",
    "promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount", "data", "models", "name",
    "supportedGenerationMethods", "id",
)  # fmt: skip
KINDS = (
    "response.output_text.delta", "response.completed", "response.failed", "error", "message",
    "response.refusal.delta", "message_start", "content_block_start", "content_block_delta",
    "message_delta", "message_stop", "redacted_thinking", "reasoning", "refusal", "length",
)  # fmt: skip
LEAVES = (
    st.none() | st.booleans() | st.integers(-9, 10**12) | st.floats() | st.sampled_from(KINDS)
    | st.text(max_size=5)
)  # fmt: skip
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)
    ),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6)


def read(api: str, value: dict[str, object]) -> None:
    wire, heard = WIRES[api](), Heard()
    wire.take(value, 0.5, heard, "x")
    wire.take(value, 0.9, heard, "x")
    assert isinstance(heard.answer(1.0, streamed=True), ModelAnswer)
    heard = Heard()
    wire.whole(value, heard, "x")
    assert isinstance(heard.answer(1.0, streamed=False), ModelAnswer)


@pytest.mark.parametrize("api", WIRES)
@given(value=OBJECTS)
def test_any_json(api: str, value: dict[str, object]) -> None:
    for attempt in (lambda: read(api, value), lambda: WIRES[api]().listed(value, "x")):
        with contextlib.suppress(CallFailed):
            attempt()


@given(body=st.binary(max_size=60), cut=st.integers(0, 60))
def test_any_stream(body: bytes, cut: int) -> None:
    whole = b'data: {"a": 1}\n\n' + body + b'\n\ndata: {"b": "\xc3\xa9"}\r\n\r\n'
    answer = HttpAnswer(200, {}, whole[: len(whole) - cut], ((0.1, 5), (0.2, len(whole))))
    with contextlib.suppress(CallFailed):
        assert all(json.dumps(value) for _, value in events(answer, "x"))
