"""What ``/api/generate`` and ``/api/tags`` answer, checked at the edge.

Ollama omits every metric that is zero, and ``prompt_eval_count`` when the prompt was cached; an
absent one is "not reported", never an error.
"""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.callers.json_answer import (
    count_field,
    error_text,
    first_words,
    json_object,
    text_field,
)
from nornir_desk.callers.thinking_text import split_thinking
from nornir_desk.domain.answer import ModelAnswer, stop_reason_of
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.figures import decode_speed
from nornir_desk.system.http import HttpAnswer

# Beyond these a figure is a fault of the sender, not a measurement; both fit the table's columns.
_MAX_TOKENS = 10**9
_MAX_NANOSECONDS = 10**16  # 115 days

_NS_PER_MS = 1e6
_OK = 200
_NOT_FOUND = 404


@dataclass(frozen=True, slots=True)
class Generated:
    """One answer of ``/api/generate``; durations in nanoseconds, None = not reported."""

    response: str
    thinking: str
    done_reason: str | None
    prompt_eval_count: int | None
    eval_count: int | None
    eval_duration: int | None
    load_duration: int | None

    def model_answer(self, latency_ms: float) -> ModelAnswer:
        """Return the answer with the economics that Ollama told, and a local model's cost of 0.

        Args:
            latency_ms: Wall time of the call in ms.
        """
        tokens_out = self.eval_count or 0
        decode_ms = None if self.eval_duration is None else self.eval_duration / _NS_PER_MS
        visible, inline_thinking = split_thinking(self.response)
        return ModelAnswer(
            output=visible,
            latency_ms=latency_ms,
            tokens_in=self.prompt_eval_count or 0,
            tokens_out=tokens_out,
            # Never None: dividing by the wall time would count the loading as decoding.
            tokens_per_s=decode_speed(tokens_out, decode_ms),
            cost_usd=0.0,
            mcp_tool_calls=0,
            stop_reason=stop_reason_of(self.done_reason, visible, self.thinking or inline_thinking),
            load_ms=None if self.load_duration is None else self.load_duration / _NS_PER_MS,
        )


def parse_generated(answer: HttpAnswer, model: str, source: str) -> Generated:
    """Read the answer of ``/api/generate``.

    Args:
        answer: What came.
        model: The model asked for, for the remedy.
        source: Who sent it, for the message.

    Raises:
        CallFailed: It is an error, or no answer as Ollama gives them.
    """
    if answer.status != _OK:
        raise _refusal(answer, model, source)
    value = json_object(answer, source)
    told = error_text(value)
    if told is not None:
        raise CallFailed(told)
    response = text_field(value, "response", source)
    if response is None:
        raise CallFailed(f"{source} answers without a response: {first_words(repr(dict(value)))}")
    if value.get("done", True) is not True:
        raise CallFailed(f"{source} answers done {value['done']!r}: the answer is not finished")

    return Generated(
        response=response,
        thinking=text_field(value, "thinking", source) or "",
        done_reason=text_field(value, "done_reason", source) or None,
        prompt_eval_count=count_field(value, "prompt_eval_count", source, _MAX_TOKENS),
        eval_count=count_field(value, "eval_count", source, _MAX_TOKENS),
        eval_duration=count_field(value, "eval_duration", source, _MAX_NANOSECONDS),
        load_duration=count_field(value, "load_duration", source, _MAX_NANOSECONDS),
    )


def parse_tags(answer: HttpAnswer, source: str) -> tuple[str, ...]:
    """Return the names of the models in an answer of ``/api/tags``, in its order.

    Raises:
        CallFailed: It is no such answer.
    """
    if answer.status != _OK:
        raise _refusal(answer, "", source)
    models = json_object(answer, source).get("models")
    if models is None:
        return ()
    if not isinstance(models, list) or not all(isinstance(model, dict) for model in models):
        raise CallFailed(f"{source} answers models {first_words(repr(models))}, not a list")
    names = (text_field(model, "name", source) for model in models)
    return tuple(name for name in names if name)


def _refusal(answer: HttpAnswer, model: str, source: str) -> CallFailed:
    told = error_text(json_object(answer, source))
    if told is None:
        shown = first_words(answer.body.decode("utf-8", "replace"))
        return CallFailed(f"{source} answers HTTP {answer.status}: {shown}")
    if answer.status == _NOT_FOUND and "not found" in told:
        return CallFailed(told, f"ollama pull {model}" if model else "")
    return CallFailed(f"{told} (HTTP {answer.status} from {source})")
