"""When a stored figure counts as reported (design section 4, the null-versus-0 rules).

In the table 0 tokens and 0.0 tokens/s mean "not reported", and an unscored answer has the score
0.0 with no judge. Everything that ranks or shows a figure asks here first, so that a number which
nobody could have measured neither wins nor is shown.
"""

from __future__ import annotations

import math

# One decode stream: the fastest served models stay under about 3,000 tokens/s, so more comes from a
# clock that was read too early, not from a model.
MAX_TOKENS_PER_S = 5_000.0
# Below this a decode time says more of the clock than of the model.
MIN_DECODE_MS = 5.0

UNSCORED = "unscored"


def finite(value: float | None) -> float | None:
    """Return ``value``, or None where it is null, not a number or infinite."""
    return value if value is not None and math.isfinite(value) else None


def reported_speed(tokens_per_s: float | None) -> float | None:
    """Return tokens/s, or None where none was reported or none could have been measured."""
    value = finite(tokens_per_s)
    return value if value is not None and 0.0 < value <= MAX_TOKENS_PER_S else None


def reported_latency(latency_ms: float | None) -> float | None:
    """Return the wall time in ms, or None where it is not a positive number."""
    value = finite(latency_ms)
    return value if value is not None and value > 0.0 else None


def reported_cost(cost_usd: float | None) -> float | None:
    """Return the cost in USD (0.0 = free), or None where it is unknown or impossible."""
    value = finite(cost_usd)
    return value if value is not None and value >= 0.0 else None


def reported_tokens(tokens: int | None) -> int | None:
    """Return a token count, or None where none was reported."""
    return tokens if tokens is not None and tokens > 0 else None


def reported_score(score: float | None, judge: str | None) -> float | None:
    """Return the score 0..1, or None where nobody scored the answer.

    Unscored is a null judge, or one that says ``unscored: reason``, together with the score 0.0; a
    judged 0.0 is a real zero. Out of range or not a number is nobody's score.
    """
    value = finite(score)
    if value is None or not 0.0 <= value <= 1.0:
        return None
    if value == 0.0 and (judge is None or judge.startswith(UNSCORED)):
        return None
    return value


def decode_speed(tokens_out: int, decode_ms: float | None) -> float:
    """Return tokens/s of a timed decode, or 0.0 (not reported) where the time is no measurement.

    Args:
        tokens_out: Tokens decoded.
        decode_ms: Time the backend says it decoded for, in ms; None where it does not say.
    """
    if tokens_out <= 0 or decode_ms is None or not math.isfinite(decode_ms):
        return 0.0
    if decode_ms < MIN_DECODE_MS:
        return 0.0
    return reported_speed(tokens_out / (decode_ms / 1000.0)) or 0.0
