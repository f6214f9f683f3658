"""Tokens of one call, as prices need them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """What a call used, in tokens; None = the backend did not say.

    Attributes:
        input_tokens: The prompt, cached tokens included, summed over turns.
        output_tokens: The answer, thinking included.
        cache_read_tokens: Part of the input that was read from the provider's cache.
        cache_write_tokens: Part of the input that was written to it.
    """

    input_tokens: int | None
    output_tokens: int | None
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
