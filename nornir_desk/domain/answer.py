"""What comes back from a model or an agent, with its economics."""

from __future__ import annotations

from dataclasses import dataclass

# How an answer ended, as stored in the column stop_reason. A backend's other words are kept as told.
STOP = "stop"
STOP_LENGTH = "length"
STOP_LENGTH_THINKING = "length while thinking"
STOP_EMPTY = "empty answer"
STOP_REFUSED = "refused"
STOP_FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """One answer. What a backend did not tell stays unknown; it is never made up.

    Attributes:
        output: The completion; ``""`` = none.
        latency_ms: Wall-clock time of the call in ms.
        tokens_in: Prompt tokens, cached ones included, summed over turns; 0 = not reported.
        tokens_out: Completion tokens; 0 = not reported.
        tokens_per_s: Decode throughput. None = derive it from ``latency_ms`` (a caller that tells
            no decode time); 0.0 = not reported.
        score: Quality 0..1; 0.0 with no ``judge`` = unscored.
        cost_usd: Price in USD; 0.0 = free or local; None = unknown.
        mcp_tool_calls: MCP tool calls made; None = unknown.
        judge: Who scored, as ``name 3/5`` or ``unscored: reason``; None = nobody.
        stop_reason: How the answer ended; None where the backend does not say.
        load_ms: Time the backend took to load the model within this call, in ms.
        environment: Short JSON of what was measured on.
    """

    output: str
    latency_ms: float
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_per_s: float | None = None
    score: float = 0.0
    cost_usd: float | None = None
    mcp_tool_calls: int | None = None
    judge: str | None = None
    stop_reason: str | None = None
    load_ms: float | None = None
    environment: str | None = None


def stop_reason_of(told: str | None, output: str, thinking: str) -> str | None:
    """Return how an answer ended, telling an empty one and one cut off in its thinking apart.

    Args:
        told: The backend's own word (``stop``, ``length``, ...); None where it says nothing.
        output: The answer text.
        thinking: The thinking text, kept apart from the answer.
    """
    if output.strip():
        return told
    if told == STOP_LENGTH and thinking.strip():
        return STOP_LENGTH_THINKING
    return STOP_EMPTY if told in (None, STOP) else told
