"""A caller of each hosted API at its double."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType

import pytest

from nornir_desk.callers.access import Access
from nornir_desk.callers.prices import GenaiPrices
from nornir_desk.callers.provider import ProviderCaller
from nornir_desk.callers.wires import WIRES
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.provider import Api, Provider
from nornir_desk.ports.clock import Clock
from nornir_desk.system.clock import SystemClock
from tests.fakes.anthropic import FakeAnthropic
from tests.fakes.gemini import FakeGemini
from tests.fakes.http_double import Asked, ModelDouble, Said
from tests.fakes.openai import FakeOpenAI
from tests.unit.callers.doubles import MemoryEvidence

KEY = "sk-test-1234567890"
# API -> the provider's name, a model with a price, and the double.
HOSTED: Mapping[Api, tuple[str, str, type[ModelDouble]]] = {
    "openai-chat": ("openai", "gpt-4o", FakeOpenAI),
    "openai-responses": ("openai", "gpt-4o", FakeOpenAI),
    "anthropic": ("anthropic", "claude-sonnet-4-5", FakeAnthropic),
    "gemini": ("gemini", "gemini-2.5-pro", FakeGemini),
}
APIS: tuple[Api, ...] = tuple(HOSTED)
OK = Said()
NOW = 1_796_000_000_000_000


class Hosted:
    """A caller of one API at its double, whose one model says what is given."""

    def __init__(
        self,
        api: Api,
        said: Said | Sequence[Said] = OK,
        *,
        key: str | None = KEY,
        clock: Clock | None = None,
    ) -> None:
        self.name, self.model, double = HOSTED[api]
        self.double = double({self.model: said})
        suffix = "/v1" if api.startswith("openai") else ""
        provider = Provider(self.name, api, self.double.url + suffix, ("THE_KEY",))
        self.evidence = MemoryEvidence()
        self.caller = ProviderCaller(
            Access(provider, WIRES[api](), None if key is None else ("THE_KEY", key)),
            clock or SystemClock(),
            GenaiPrices((), {}, NOW),
            evidence=self.evidence,
        )

    def __enter__(self) -> Hosted:
        self.double.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.caller.close()
        self.double.__exit__(kind, value, trace)

    def put(self, **ask: object) -> Ask:
        """Return a request for the double's model."""
        return Ask("a", f"{self.name}/{self.model}", "hi", **ask)  # type: ignore[arg-type]  # keywords of a test

    def asked(self) -> Asked:
        """Return the one request that came."""
        (asked,) = self.double.posted
        return asked

    def failure(self, **ask: object) -> str:
        """Ask, and return the one line that it fails with."""
        with pytest.raises(CallFailed) as failed:
            self.caller.ask(self.put(**ask))
        told = str(failed.value)
        assert "\n" not in told
        assert KEY not in told
        return told.replace(self.double.url, "HOST")
