"""What tokens cost, from the price table that genai-prices carries: offline, to the cent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache

from nornir_desk.domain.model_ref import EMBEDDED, OLLAMA
from nornir_desk.domain.provider import ANTHROPIC, GEMINI, OPENAI
from nornir_desk.domain.usage import TokenUsage

# Our name of a provider -> the price table's.
_TABLE_NAMES = {OPENAI: "openai", ANTHROPIC: "anthropic", GEMINI: "google"}
_FREE = frozenset({OLLAMA, EMBEDDED, "mock"})
_REMEMBERED = 4096
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Rates:
    """Prices in USD of a million tokens, before any tier and without a cache."""

    input_usd: Decimal
    output_usd: Decimal


class GenaiPrices:
    """Implements ``ports.prices.PriceBook``.

    The library is imported at the first question that needs it. Each question is answered once
    and remembered; the answer is that of one moment, so that prices do not change within a run.

    Args:
        local: Declared providers whose cost is an explicit 0.
        addresses: Declared provider -> its address, which the table knows some services by.
        now_micros: The moment, in microseconds since the epoch, UTC.
    """

    def __init__(
        self, local: Collection[str], addresses: Mapping[str, str], now_micros: int
    ) -> None:
        self._free = _FREE | frozenset(local)
        self._addresses = dict(addresses)
        self._moment = datetime.fromtimestamp(now_micros // 1_000_000, tz=UTC)
        self._priced = lru_cache(maxsize=_REMEMBERED)(self._look_up)

    @property
    def version(self) -> str:
        """What the prices are from, such as ``genai-prices 0.2.3``."""
        from importlib.metadata import version

        return f"genai-prices {version('genai-prices')}"

    def cost(self, provider: str, model: str, usage: TokenUsage) -> Decimal | None:
        """Return USD of one call: 0 for a local provider, None where the price is unknown.

        None too where the usage lacks a figure that the price needs, or holds an impossible one.
        """
        if provider in self._free:
            return Decimal(0)
        return self._priced(provider, model, usage) if _is_possible(usage) else None

    def rates(self, provider: str, model: str) -> Rates | None:
        """Return the prices of a million tokens; 0 for a local provider, None where unknown."""
        one_in = self.cost(provider, model, TokenUsage(1, 0))
        one_out = self.cost(provider, model, TokenUsage(0, 1))
        if one_in is None or one_out is None:
            return None
        return Rates(one_in * _MILLION, one_out * _MILLION)

    def _look_up(self, provider: str, model: str, usage: TokenUsage) -> Decimal | None:
        from genai_prices import Usage, calc_price

        tokens = Usage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_tokens,
            cache_write_tokens=usage.cache_write_tokens,
        )
        name, address = _TABLE_NAMES.get(provider), self._addresses.get(provider)
        at = self._moment
        try:
            if name is not None:
                priced = calc_price(tokens, model, provider_id=name, genai_request_timestamp=at)
            elif address is not None:
                priced = calc_price(
                    tokens, model, provider_api_url=address, genai_request_timestamp=at
                )
            else:
                return None
        except (LookupError, ValueError):
            return None  # no price of it, or none for such a usage
        return priced.total_price


def _is_possible(usage: TokenUsage) -> bool:
    """Tell whether a usage can be priced; the library takes an absent input as free."""
    if usage.input_tokens is None or usage.output_tokens is None:
        return False
    figures = (
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_read_tokens,
        usage.cache_write_tokens,
    )
    cached = usage.cache_read_tokens + usage.cache_write_tokens
    return min(figures) >= 0 and cached <= usage.input_tokens
