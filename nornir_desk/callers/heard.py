"""What a hosted model's answer said, gathered piece by piece or at once, whatever its wire."""

from __future__ import annotations

from dataclasses import dataclass, field

from nornir_desk.callers.thinking_text import split_thinking
from nornir_desk.domain.answer import STOP_REFUSED, ModelAnswer, stop_reason_of
from nornir_desk.domain.figures import decode_speed
from nornir_desk.domain.text import well_formed
from nornir_desk.domain.usage import TokenUsage

# What arrives within this came in one go, from a buffer: its rate is the network's, no model's.
MIN_STREAM_MS = 20.0
_HIDDEN = "..."
_NOTHING_TOLD = TokenUsage(None, None)


@dataclass(slots=True)
class Heard:
    """One answer as far as it was heard.

    Attributes:
        texts: Pieces of the answer.
        thoughts: Pieces of the thinking that the wire keeps apart.
        refusals: Pieces of a refusal that the wire keeps apart.
        stop: How it ended, in the words of ``domain.answer`` where it has one.
        finished: Whether the wire said that it is whole.
        usage: Tokens; None = not told.
        hidden_thinking: Thinking tokens whose text was not shown; they lie in the output tokens.
        timed_tokens: Tokens that the timed pieces hold; None = all output tokens.
        backend_decode: Tokens and ms of the decoding, where the backend itself measured it.
        model: The model as the answer names it.
    """

    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    stop: str | None = None
    finished: bool = False
    usage: TokenUsage = _NOTHING_TOLD
    hidden_thinking: int = 0
    timed_tokens: int | None = None
    backend_decode: tuple[int, float] | None = None
    model: str = ""
    _pieces: list[tuple[float, int]] = field(default_factory=list)

    def say(self, text: str, at_s: float) -> None:
        """Take a piece of the answer in, and when it came in seconds."""
        if text:
            self.texts.append(text)
            self.tick(at_s, len(text))

    def think(self, text: str, at_s: float) -> None:
        """Take a piece of the thinking in, as it was decoded."""
        if text:
            self.thoughts.append(text)
            self.tick(at_s, len(text))

    def tick(self, at_s: float, size: int) -> None:
        """Note that ``size`` characters had been decoded by ``at_s``."""
        self._pieces.append((at_s, size))

    @property
    def first_piece_ms(self) -> float | None:
        """When the first piece came, in ms since the exchange began; None without any."""
        return self._pieces[0][0] * 1000 if self._pieces else None

    @property
    def decode_ms(self) -> float:
        """From the first piece to the last, in ms."""
        return (self._pieces[-1][0] - self._pieces[0][0]) * 1000 if self._pieces else 0.0

    def answer(self, latency_ms: float, *, streamed: bool) -> ModelAnswer:
        """Return the answer without its cost.

        Args:
            latency_ms: Wall time of the call in ms.
            streamed: Whether the pieces were timed.
        """
        visible, inline = split_thinking(well_formed("".join(self.texts)))
        refusal = well_formed("".join(self.refusals))
        hidden = _HIDDEN if self.hidden_thinking else ""
        output = visible or refusal
        told = STOP_REFUSED if refusal else self.stop
        return ModelAnswer(
            output=output,
            latency_ms=latency_ms,
            tokens_in=self.usage.input_tokens or 0,
            tokens_out=self.usage.output_tokens or 0,
            tokens_per_s=self._speed(streamed),
            mcp_tool_calls=0,
            stop_reason=stop_reason_of(told, output, "".join(self.thoughts) or inline or hidden),
        )

    def _speed(self, streamed: bool) -> float | None:
        if self.backend_decode is not None:
            return decode_speed(*self.backend_decode)
        return self._streamed_speed() if streamed else None

    def _streamed_speed(self) -> float:
        """Return tokens/s after the first piece, 0.0 where that was not measured.

        The first piece was decoded before the time that is measured began, so its share of the
        tokens is not counted.
        """
        tokens = self.usage.output_tokens if self.timed_tokens is None else self.timed_tokens
        size = sum(size for _, size in self._pieces)
        if not tokens or not size or self.decode_ms < MIN_STREAM_MS:
            return 0.0
        later = 1 - self._pieces[0][1] / size
        return decode_speed(round(tokens * later), self.decode_ms)
