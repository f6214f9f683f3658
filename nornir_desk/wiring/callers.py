"""Makes the callers that a plan asks for: the lazy table of providers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import NornirError, UsageFault
from nornir_desk.domain.model_ref import EMBEDDED, OLLAMA, PROVIDERS, parse_model_ref
from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.provider import ModelHere
from nornir_desk.ports.caller import Caller
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.system.paths import cache_folder
from nornir_desk.system.redaction import Redactor
from nornir_desk.system.resources import ShippedResources

if TYPE_CHECKING:
    from nornir_desk.callers.ollama import OllamaCaller
    from nornir_desk.callers.prices import GenaiPrices
    from nornir_desk.callers.registry import ModelRegistry
    from nornir_desk.wiring.providers import Providers


@dataclass(frozen=True, slots=True)
class HostShown:
    """Ollama's address without credentials, and whether it carries any."""

    display: str
    credentials: bool


class Callers:
    """Makes callers out of plans.

    Args:
        environment: Where addresses and secrets are looked up.
        clock: Paces retries and times calls.
        redactor: Learns what must not be shown.
        evidence: Where requests and responses are kept; None keeps none.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        clock: Clock,
        redactor: Redactor,
        evidence: EvidenceStore | None = None,
    ) -> None:
        self._environment = environment
        self._clock = clock
        self._redactor = redactor
        self._evidence = evidence

    def host(self, option: str | None) -> HostShown:
        """Return Ollama's address for people and plans, without its credentials.

        Raises:
            UsageFault: ``--host`` or ``$OLLAMA_HOST`` is no address.
        """
        from nornir_desk.callers.ollama_host import ollama_host

        host = ollama_host(option, self._environment)
        self._redactor.hide_credentials(host.userinfo)
        return HostShown(host.display, bool(host.userinfo))

    def for_plan(self, plan: RunPlan, option: str | None = None) -> Caller:
        """Return the caller of a plan.

        Args:
            plan: What is to be measured.
            option: ``--host`` as written; None takes the plan's address.

        Raises:
            UsageFault: The address is none.
        """
        if plan.caller == "mock":
            from nornir_desk.callers.mock import MockCaller

            return MockCaller.canned(plan.agents, plan.models)
        from nornir_desk.callers.routed import RoutedCaller

        makers: dict[str, Callable[[], Caller]] = {
            OLLAMA: lambda: self._ollama(option, plan),
            EMBEDDED: self._embedded,
        }
        providers = self.providers()
        for provider in providers.all:
            makers[provider.name] = partial(providers.caller, provider, self._clock, self._evidence)
        return RoutedCaller(makers)

    def providers(self) -> Providers:
        """Return the hosted and declared providers; their keys are hidden from now on.

        Raises:
            UsageFault: ``nornir.toml`` cannot be used; every fault of it is named.
        """
        from nornir_desk.wiring.providers import providers_here

        found = providers_here(self._environment)
        found.hide_keys(self._redactor)
        return found

    def prices(self) -> GenaiPrices:
        """Return what tokens cost: offline, 0 for local providers, None where unknown.

        Raises:
            UsageFault: ``nornir.toml`` cannot be used; every fault of it is named.
        """
        return self.providers().prices(self._clock)

    def models_on_host(self, option: str | None) -> tuple[str, ...]:
        """Return the models that Ollama has; none where it does not answer."""
        caller = self._ollama(option)
        try:
            return caller.models()
        except NornirError:
            return ()
        finally:
            caller.close()

    def models_here(self, option: str | None) -> tuple[ModelHere, ...]:
        """Return every model that is known here, and whether it can be called; takes seconds.

        Args:
            option: ``--host`` as written.

        Raises:
            UsageFault: The address is none, or ``nornir.toml`` cannot be used.
        """
        from nornir_desk.callers import availability
        from nornir_desk.callers.model_file import ModelFiles

        registry = _registry()
        files = ModelFiles(cache_folder() / "models")
        known = {
            name: tuple(parse_model_ref(entry.ref).id for entry in registry.of_provider(name))
            for name in PROVIDERS
        }
        host = self._ollama(option)
        providers = self.providers()
        made = [(p, providers.caller(p, self._clock)) for p in providers.all]
        sources: list[Callable[[], Sequence[ModelHere]]] = [
            lambda: availability.embedded_here(registry.of_provider(EMBEDDED), files),
            lambda: availability.ollama_here(
                known[OLLAMA],
                host.route("", OLLAMA).host,
                lambda: host.models(availability.LIMIT_S),
            ),
            *(
                partial(
                    availability.hosted_here,
                    provider,
                    known.get(provider.name, ()),
                    providers.key_state(provider),
                    partial(caller.models, availability.LIMIT_S),
                )
                for provider, caller in made
            ),
        ]
        try:
            return availability.ask_all(sources)
        finally:
            for caller in (host, *(caller for _, caller in made)):
                caller.close()

    def registry_models(self) -> tuple[str, ...]:
        """Return the ids of the Ollama models that nornir knows, in its order."""
        return tuple(ref for ref in _registry().refs if parse_model_ref(ref).provider == OLLAMA)

    def embedded_model(self) -> str:
        """Return the reference of the embedded model that is measured where none is named."""
        return next(ref for ref in _registry().refs if parse_model_ref(ref).provider == EMBEDDED)

    def _ollama(self, option: str | None, plan: RunPlan | None = None) -> OllamaCaller:
        from nornir_desk.callers.ollama import OllamaCaller
        from nornir_desk.callers.ollama_host import ollama_host

        host = ollama_host(option, self._environment)
        planned = plan.host if plan is not None else None
        if option is None and planned is not None and host.display != planned:
            # A plan that is resumed keeps its address; the environment's may have changed.
            host = ollama_host(planned, {})
        if plan is not None and plan.credentials and not host.userinfo:
            raise UsageFault(
                f"the run began with credentials for {host.display}, which are not kept",
                "give the address with them again: --host or OLLAMA_HOST",
            )
        self._redactor.hide_credentials(host.userinfo)
        return OllamaCaller(host, self._clock, evidence=self._evidence)

    def _embedded(self) -> Caller:
        from nornir_desk.callers.embedded import EmbeddedCaller

        return EmbeddedCaller(_registry(), self._clock, evidence=self._evidence)


def refuse_uncallable(models: tuple[str, ...]) -> None:
    """Refuse references that no caller could be asked for.

    An unknown first part belongs to an Ollama tag, so every whole reference has a caller; whether
    a provider's key is there and its host answers is told by its ``check``, before any cell.

    Raises:
        UsageFault: A reference has no id, or ``nornir.toml`` cannot be used.
    """
    from nornir_desk.config.load import load_declarations

    declared = [provider.name for provider in load_declarations(Path.cwd()).providers]
    for model in models:
        parse_model_ref(model, declared)


def _registry() -> ModelRegistry:
    from nornir_desk.callers.registry import load_registry

    return load_registry(ShippedResources())
