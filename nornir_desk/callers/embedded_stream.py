"""Gathers the chunks of one streamed answer of the embedded engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from nornir_desk.domain.answer import ModelAnswer, stop_reason_of
from nornir_desk.domain.figures import decode_speed
from nornir_desk.domain.text import well_formed

Json = Mapping[str, Any]  # the engine's own JSON, from this very process


class StreamedAnswer:
    """Text and figures of one answer, as they come.

    Args:
        is_over: Tells whether the call is to end; asked at every chunk.
    """

    def __init__(self, is_over: Callable[[], bool]) -> None:
        self._is_over = is_over
        self._texts: list[str] = []
        self._thoughts: list[str] = []
        self.ended_early = False
        self.error: str | None = None
        self.finish_reason: str | None = None
        self.usage: Json = {}
        self.timings: Json = {}

    @property
    def output(self) -> str:
        """The answer text so far."""
        return well_formed("".join(self._texts))

    @property
    def thinking(self) -> str:
        """The thinking so far, where the model's template keeps it apart."""
        return well_formed("".join(self._thoughts))

    def take(self, chunk: Mapping[str, object]) -> bool:
        """Take a chunk in; return True to end the generation. Never raises: it would be lost."""
        try:
            self._read(cast("Json", chunk))
            # The last chunks carry the figures: an answer that is finished counts.
            self.ended_early = self.finish_reason is None and self._is_over()
        except (KeyError, TypeError, AttributeError, IndexError) as failure:
            self.error = f"llama.cpp sends a chunk that is none: {failure!r}"
            return True
        return self.ended_early

    def model_answer(self, latency_ms: float, load_ms: float | None) -> ModelAnswer:
        """Return the finished answer with the engine's own figures."""
        tokens_out = int(self.usage.get("completion_tokens") or 0)
        return ModelAnswer(
            output=self.output,
            latency_ms=latency_ms,
            tokens_in=int(self.usage.get("prompt_tokens") or 0),
            tokens_out=tokens_out,
            tokens_per_s=decode_speed(
                int(self.timings.get("predicted_n") or 0), self.timings.get("predicted_ms")
            ),
            cost_usd=0.0,
            mcp_tool_calls=0,
            stop_reason=stop_reason_of(self.finish_reason, self.output, self.thinking),
            load_ms=load_ms,
        )

    def evidence(self) -> dict[str, object]:
        """Return what came, without the file path that the engine calls the model by."""
        told: dict[str, object] = {
            "content": self.output,
            "reasoning_content": self.thinking,
            "finish_reason": self.finish_reason,
            "usage": dict(self.usage),
            "timings": dict(self.timings),
        }
        if self.error is not None:
            told["error"] = self.error
        if self.ended_early:
            told["ended_early"] = True
        return told

    def _read(self, chunk: Json) -> None:
        if "error" in chunk:
            self.error = str(chunk["error"]["message"])
            return
        for choice in chunk.get("choices") or ():
            self._texts.append(choice["delta"].get("content") or "")
            self._thoughts.append(choice["delta"].get("reasoning_content") or "")
            self.finish_reason = choice.get("finish_reason") or self.finish_reason
        self.usage = chunk.get("usage") or self.usage
        self.timings = chunk.get("timings") or self.timings
