"""Makes the callers that a plan asks for: the lazy table of providers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import NornirError, PrerequisiteMissing
from nornir_desk.domain.model_ref import EMBEDDED, OLLAMA, parse_model_ref
from nornir_desk.domain.plan import RunPlan
from nornir_desk.ports.caller import Caller
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.system.redaction import Redactor
from nornir_desk.system.resources import ShippedResources

if TYPE_CHECKING:
    from nornir_desk.callers.ollama import OllamaCaller
    from nornir_desk.callers.registry import ModelRegistry

CALLABLE = (OLLAMA, EMBEDDED)


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

    def host(self, option: str | None) -> str:
        """Return Ollama's address for people and plans, without credentials.

        Raises:
            UsageFault: ``--host`` or ``$OLLAMA_HOST`` is no address.
        """
        from nornir_desk.callers.ollama_host import ollama_host

        host = ollama_host(option, self._environment)
        self._redactor.hide(host.password, "password")
        return host.display

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
            OLLAMA: lambda: self._ollama(option, plan.host),
            EMBEDDED: self._embedded,
        }
        return RoutedCaller(makers)

    def models_on_host(self, option: str | None) -> tuple[str, ...]:
        """Return the models that Ollama has; none where it does not answer."""
        caller = self._ollama(option, None)
        try:
            return caller.models()
        except NornirError:
            return ()
        finally:
            caller.close()

    def registry_models(self) -> tuple[str, ...]:
        """Return the ids of the Ollama models that nornir knows, in its order."""
        return tuple(ref for ref in _registry().refs if parse_model_ref(ref).provider == OLLAMA)

    def embedded_model(self) -> str:
        """Return the reference of the embedded model that is measured where none is named."""
        return next(ref for ref in _registry().refs if parse_model_ref(ref).provider == EMBEDDED)

    def _ollama(self, option: str | None, planned: str | None) -> OllamaCaller:
        from nornir_desk.callers.ollama import OllamaCaller
        from nornir_desk.callers.ollama_host import ollama_host

        host = ollama_host(option, self._environment)
        if option is None and planned is not None and host.display != planned:
            # A plan that is resumed keeps its address; the environment's may have changed.
            host = ollama_host(planned, {})
        self._redactor.hide(host.password, "password")
        return OllamaCaller(host, self._clock, evidence=self._evidence)

    def _embedded(self) -> Caller:
        from nornir_desk.callers.embedded import EmbeddedCaller

        return EmbeddedCaller(_registry(), self._clock, evidence=self._evidence)


def refuse_uncallable(models: tuple[str, ...]) -> None:
    """Refuse models whose provider this version cannot call.

    Raises:
        PrerequisiteMissing: Naming the first of them.
    """
    for model in models:
        provider = parse_model_ref(model).provider
        if provider not in CALLABLE:
            raise PrerequisiteMissing(
                f"--models {model!r}: this version calls no {provider} models",
                f"it calls {' and '.join(CALLABLE)}; write ollama/{model} for a tag of that name",
            )


def _registry() -> ModelRegistry:
    from nornir_desk.callers.registry import load_registry

    return load_registry(ShippedResources())
