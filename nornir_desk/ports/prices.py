"""What tokens cost."""

from __future__ import annotations

from decimal import Decimal
from typing import Protocol

from nornir_desk.domain.usage import TokenUsage


class PriceBook(Protocol):
    """Prices of models, offline; the same question always has the same answer."""

    @property
    def version(self) -> str:
        """What the prices are from, such as ``genai-prices 0.2.3``."""
        ...

    def cost(self, provider: str, model: str, usage: TokenUsage) -> Decimal | None:
        """Return USD of one call: 0 for a local provider, None where the price is unknown.

        None too where the usage lacks a figure that the price needs: it is never priced as 0.
        """
        ...
