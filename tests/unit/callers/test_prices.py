"""Costs to the cent, each computed by hand from the providers' price lists (USD per million)."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import pytest

from nornir_desk.callers.prices import GenaiPrices, Rates
from nornir_desk.domain.usage import TokenUsage
from nornir_desk.ports.prices import PriceBook
from tests.unit.callers.hosted import NOW

BOOK: PriceBook = GenaiPrices(
    local=("lab",),
    addresses={
        "router": "https://openrouter.ai/api/v1",
        "gateway": "https://llm.example/v1",
        "lab": "http://127.0.0.1:8000/v1",
    },
    now_micros=NOW,
)


@pytest.mark.parametrize(
    ("provider", "model", "usage", "usd"),
    [
        # 1000 x 2.50 + 100 x 10
        ("openai", "gpt-4o", TokenUsage(1_000, 100), "0.0035"),
        # 600 x 2.50 + 400 x 1.25 + 100 x 10
        ("openai", "gpt-4o", TokenUsage(1_000, 100, 400), "0.003"),
        # 4000 x 3 + 4000 x 0.30 + 2000 x 3.75 + 1000 x 15
        ("anthropic", "claude-sonnet-4-5", TokenUsage(10_000, 1_000, 4_000, 2_000), "0.0357"),
        # up to 200,000 in: 200000 x 3 + 1000 x 15
        ("anthropic", "claude-sonnet-4-5", TokenUsage(200_000, 1_000), "0.615"),
        # above: everything at the higher tier, 250000 x 6 + 1000 x 22.50
        ("anthropic", "claude-sonnet-4-5", TokenUsage(250_000, 1_000), "1.5225"),
        # 250000 x 2.50 + 1000 x 15; below the tier it were 1.25 and 10
        ("gemini", "gemini-2.5-pro", TokenUsage(250_000, 1_000), "0.64"),
        # 150000 x 2.50 + 100000 x 0.25 + 1000 x 15
        ("gemini", "gemini-2.5-pro", TokenUsage(250_000, 1_000, 100_000), "0.415"),
        ("gemini", "gemini-2.5-pro", TokenUsage(1_000, 100), "0.00225"),
        ("openai", "gpt-4o", TokenUsage(0, 0), "0"),
        # a declared service that the table knows by its address: 1000 x 2.50 + 100 x 10
        ("router", "openai/gpt-4o", TokenUsage(1_000, 100), "0.0035"),
    ],
)
def test_what_a_call_costs(provider: str, model: str, usage: TokenUsage, usd: str) -> None:
    assert BOOK.cost(provider, model, usage) == Decimal(usd)
    assert BOOK.cost(provider, model, usage) == Decimal(usd)  # remembered


@pytest.mark.parametrize("provider", ["ollama", "embedded", "mock", "lab"])
def test_a_local_model_is_an_explicit_0(provider: str) -> None:
    assert BOOK.cost(provider, "any", TokenUsage(None, None)) == Decimal(0)


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("openai", "qwen3:8b"),
        ("openai", "openai/gpt-4o"),
        ("gateway", "gpt-4o"),
        ("nobody", "gpt-4o"),
    ],
)
def test_an_unknown_price_is_none(provider: str, model: str) -> None:
    assert BOOK.cost(provider, model, TokenUsage(10, 10)) is None


@pytest.mark.parametrize(
    "usage",
    [
        TokenUsage(None, 10),
        TokenUsage(10, None),
        TokenUsage(-1, 10),
        TokenUsage(10, -1),
        TokenUsage(10, 10, -1),
        TokenUsage(10, 10, 0, -1),
        TokenUsage(10, 10, 11),
        TokenUsage(10, 10, 6, 5),
    ],
)
def test_a_usage_that_is_unknown_or_impossible_is_never_priced_as_0(usage: TokenUsage) -> None:
    assert BOOK.cost("openai", "gpt-4o", usage) is None


def test_rates_of_a_million_tokens() -> None:
    book = GenaiPrices(("lab",), {}, NOW)
    assert book.rates("openai", "gpt-4o") == Rates(Decimal("2.5"), Decimal(10))
    assert book.rates("lab", "m") == Rates(Decimal(0), Decimal(0))
    assert book.rates("openai", "nope") is None


def test_the_version_tells_where_prices_are_from() -> None:
    name, _, version = BOOK.version.partition(" ")
    assert name == "genai-prices"
    assert version[0].isdigit()


def test_the_library_is_imported_late() -> None:
    code = (
        "import sys; from nornir_desk.callers.prices import GenaiPrices;"
        "GenaiPrices((), {}, 0).cost('ollama', 'm', None);"
        "sys.exit('genai_prices' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
