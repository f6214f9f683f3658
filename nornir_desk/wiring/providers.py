"""Every provider that can be called from here: the built-in ones and those of ``nornir.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from nornir_desk.config.load import load_declarations
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.domain.provider import (
    Declarations,
    Provider,
    costs_nothing,
    hosted_providers,
    key_of,
    missing_key,
    userinfo_of,
)
from nornir_desk.ports.caller import Caller
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.system.redaction import Redactor

if TYPE_CHECKING:
    from nornir_desk.callers.prices import GenaiPrices

# A shorter value stands in honest text too ("EMPTY", "none"), and would be blotted out of it.
_MIN_SECRET = 8


class ListingCaller(Caller, Protocol):
    """A caller that can tell which models are there."""

    def models(self, timeout_s: float) -> tuple[str, ...] | None:
        """Return the ids of the models; None where they are not listed.

        Raises:
            PrerequisiteMissing: It cannot be told.
        """
        ...


@dataclass(frozen=True, slots=True)
class Providers:
    """The providers, and how to make a caller of each.

    Attributes:
        declared: What ``nornir.toml`` says.
        environment: Where keys and addresses are looked up.
    """

    declared: Declarations
    environment: Mapping[str, str]

    @property
    def all(self) -> tuple[Provider, ...]:
        """The hosted built-in providers, then the declared ones."""
        return (*hosted_providers(self.environment), *self.declared.providers)

    def key_state(self, provider: Provider) -> PrerequisiteMissing | None:
        """Return what is missing of a provider's key, None where nothing is."""
        if not provider.key_variables or key_of(provider, self.environment) is not None:
            return None
        return PrerequisiteMissing(*missing_key(provider))

    def hide_keys(self, redactor: Redactor) -> None:
        """Let all keys, and passwords within addresses, be blotted out; whatever they are called."""
        for provider in self.all:
            redactor.hide_credentials(userinfo_of(provider.base_url))
            key = key_of(provider, self.environment)
            if key is not None and len(key[1]) >= _MIN_SECRET:
                redactor.hide(key[1], key[0])

    def prices(self, clock: Clock) -> GenaiPrices:
        """Return the price book of these providers."""
        from nornir_desk.callers.prices import GenaiPrices

        return GenaiPrices(
            local=tuple(p.name for p in self.all if costs_nothing(p)),
            addresses={p.name: p.base_url for p in self.declared.providers},
            now_micros=clock.now_micros(),
        )

    def caller(
        self, provider: Provider, clock: Clock, evidence: EvidenceStore | None = None
    ) -> ListingCaller:
        """Return a caller of one provider; a missing key is told by its ``check`` and its calls."""
        if provider.api == "ollama":
            return self._ollama(provider, clock, evidence)
        from nornir_desk.callers.access import Access
        from nornir_desk.callers.provider import ProviderCaller
        from nornir_desk.callers.wires import WIRES

        access = Access(provider, WIRES[provider.api](), key_of(provider, self.environment))
        return ProviderCaller(access, clock, self.prices(clock), evidence=evidence)

    def _ollama(
        self, provider: Provider, clock: Clock, evidence: EvidenceStore | None
    ) -> ListingCaller:
        from nornir_desk.callers.ollama import OllamaAccess, OllamaCaller
        from nornir_desk.callers.ollama_host import ollama_host
        from nornir_desk.callers.openai_chat import bearer

        key = key_of(provider, self.environment)
        access = OllamaAccess(
            provider=provider.name,
            title=provider.name,
            headers=bearer(key[1] if key else None),
            fault=self.key_state(provider),
            free=costs_nothing(provider),
        )
        host = ollama_host(provider.base_url, {})
        return OllamaCaller(host, clock, evidence=evidence, access=access)


def providers_here(environment: Mapping[str, str]) -> Providers:
    """Return the providers as the working folder and the environment have them.

    Raises:
        UsageFault: ``nornir.toml`` cannot be used; every fault of it is named.
    """
    return Providers(load_declarations(Path.cwd()), environment)
