"""Bare model calls to Ollama: ``POST {host}/api/generate`` (spec section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nornir_desk.callers.cancellation import CANCELLED, Cancellation
from nornir_desk.callers.exchange_evidence import ExchangeEvidence
from nornir_desk.callers.ollama_answer import parse_generated, parse_tags
from nornir_desk.callers.ollama_environment import host_environment
from nornir_desk.callers.ollama_host import OllamaHost
from nornir_desk.callers.ollama_request import generate_body
from nornir_desk.callers.retry import Retries
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing, UsageFault
from nornir_desk.domain.model_ref import OLLAMA, parse_model_ref
from nornir_desk.ports.caller import Fetching, Route
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.system.http import ExchangeFailure, HttpAnswer, HttpClient, Stopped

_CHECK_TIMEOUT_S = 5.0
_FACTS_TIMEOUT_S = 2.0
_REMEDY = "start it with `ollama serve`, or name the host with --host or OLLAMA_HOST"


@dataclass(frozen=True, slots=True)
class OllamaAccess:
    """How an Ollama host is called.

    Attributes:
        provider: The first part of its model references, and the driver.
        title: Its name in messages.
        headers: Header fields of every request, such as a key.
        fault: Why it cannot be called at all, such as a missing key; None where it can.
        free: Whether its answers cost nothing: the hardware is the user's own.
    """

    provider: str
    title: str
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: PrerequisiteMissing | None = None
    free: bool = True


OLLAMA_ITSELF = OllamaAccess(OLLAMA, "Ollama")


class OllamaCaller:
    """Implements ``ports.caller.Caller`` with an Ollama host; safe to use from many threads.

    It ignores the agent axis: Ollama has no agent concept, so the agent is a label of the column.
    The host's own context limit stands; ``Limits.max_input_tokens`` cannot be asked of Ollama.

    Args:
        host: Where it is.
        clock: Paces retries and times calls.
        evidence: Where requests and responses are kept; None keeps none.
        access: Under which name it is called, and with which key.
    """

    def __init__(
        self,
        host: OllamaHost,
        clock: Clock,
        *,
        evidence: EvidenceStore | None = None,
        access: OllamaAccess = OLLAMA_ITSELF,
    ) -> None:
        self._host = host
        self._access = access
        self._clock = clock
        self._evidence = evidence
        self._http = HttpClient()
        self._cancellation = Cancellation()
        self._source = f"{access.title} at {host.display}"
        self._environments: dict[str, str] = {}

    def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
        """Answer ``prompt`` with ``model``.

        Raises:
            CallFailed: No answer was had; the message says why.
        """
        return self.ask(Ask(agent, model, prompt))

    def ask(self, ask: Ask) -> ModelAnswer:
        """Answer one request. ``latency_ms`` is the wall time of the last try, no waiting counted.

        Raises:
            CallFailed: No answer was had; the message says why.
            StorageFault: The evidence cannot be written.
        """
        if self._access.fault is not None:
            raise CallFailed(self._access.fault.message, self._access.fault.remedy)
        model = self._model_name(ask.model)
        body = generate_body(ask, model)
        evidence = ExchangeEvidence(self._evidence, ask.evidence)
        evidence.request(body)
        in_flight = self._cancellation.begin()
        url = f"{self._host.base_url}/api/generate"
        try:
            timed = Retries(self._clock, ask.limits.timeout_s, in_flight).call(
                lambda remaining_s: self._http.post_json(
                    url,
                    body,
                    timeout_s=remaining_s,
                    stopped=in_flight.cancelled,
                    headers=self._access.headers,
                )
            )
        except Stopped:
            raise CallFailed(CANCELLED) from None
        except ExchangeFailure as failure:
            raise CallFailed(f"{self._source}: {failure}") from failure
        evidence.response(timed.answer.body)
        generated = parse_generated(timed.answer, model, self._source)
        answered = generated.model_answer(timed.latency_ms)
        return replace(
            answered,
            cost_usd=answered.cost_usd if self._access.free else None,
            environment=self._environment(model),
        )

    def route(self, agent: str, model: str) -> Route:  # noqa: ARG002  (the port's signature)
        """Tell who would answer and where."""
        return Route(self._access.provider, self._host.key)

    def check(self, agent: str, model: str) -> str | None:  # noqa: ARG002  (the port's signature)
        """Return None where anything answers at the host, else why not, in one line."""
        if self._access.fault is not None:
            return str(self._access.fault)
        try:
            self._get("/api/version", _CHECK_TIMEOUT_S)
        except ExchangeFailure as failure:
            return str(self._not_there(failure))
        return None

    def models(self, timeout_s: float = _CHECK_TIMEOUT_S) -> tuple[str, ...]:
        """Return the names of the models that the host has.

        Args:
            timeout_s: Limit of the question in seconds.

        Raises:
            PrerequisiteMissing: The host does not tell.
        """
        if self._access.fault is not None:
            raise self._access.fault
        try:
            return parse_tags(self._get("/api/tags", timeout_s), self._source)
        except ExchangeFailure as failure:
            raise self._not_there(failure) from failure
        except CallFailed as failure:
            raise PrerequisiteMissing(failure.message, self._remedy()) from failure

    def prepare(self, model: str, fetching: Fetching) -> None:
        """Do nothing: the host fetches its models itself."""

    def cancel(self) -> None:
        """Ask calls in flight to end soon; they raise CallFailed. Later calls are not touched."""
        self._cancellation.cancel()
        self._http.stop()

    def close(self) -> None:
        """Close the connections; calls in flight raise CallFailed."""
        self._cancellation.cancel()
        self._http.close()

    def _environment(self, model: str) -> str:
        """Return what a model is measured on, asked for after its first answer only."""
        if model not in self._environments:
            self._environments[model] = host_environment(
                self._host,
                model,
                lambda path: self._get(path, _FACTS_TIMEOUT_S),
                self._source,
            )
        return self._environments[model]

    def _get(self, path: str, timeout_s: float) -> HttpAnswer:
        url = f"{self._host.base_url}{path}"
        return self._http.get(url, timeout_s=timeout_s, headers=self._access.headers)

    def _not_there(self, failure: ExchangeFailure) -> PrerequisiteMissing:
        return PrerequisiteMissing(f"no {self._source}: {failure}", self._remedy())

    def _remedy(self) -> str:
        if self._access.provider == OLLAMA:
            return _REMEDY
        return (
            f"start it, or correct its base_url in nornir.toml (provider {self._access.provider})"
        )

    def _model_name(self, reference: str) -> str:
        own = self._access.provider
        try:
            ref = parse_model_ref(reference, (own,))
        except UsageFault as failure:
            raise CallFailed(failure.message, failure.remedy) from failure
        if ref.provider != own:
            raise CallFailed(
                f"model {reference!r} belongs to the provider {ref.provider!r}, not to"
                f" {self._access.title}",
                f"write {own}/{reference} for an Ollama model of that name",
            )
        return ref.id
