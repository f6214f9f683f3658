"""Bare model calls to Ollama: ``POST {host}/api/generate`` (spec section 2)."""

from __future__ import annotations

from dataclasses import replace

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
from nornir_desk.system.http import ExchangeFailure, HttpClient, Stopped

DRIVER = "ollama"

_CHECK_TIMEOUT_S = 5.0
_FACTS_TIMEOUT_S = 2.0
_REMEDY = "start it with `ollama serve`, or name the host with --host or OLLAMA_HOST"


class OllamaCaller:
    """Implements ``ports.caller.Caller`` with an Ollama host; safe to use from many threads.

    It ignores the agent axis: Ollama has no agent concept, so the agent is a label of the column.
    The host's own context limit stands; ``Limits.max_input_tokens`` cannot be asked of Ollama.
    """

    def __init__(
        self, host: OllamaHost, clock: Clock, *, evidence: EvidenceStore | None = None
    ) -> None:
        self._host = host
        self._clock = clock
        self._evidence = evidence
        self._http = HttpClient()
        self._cancellation = Cancellation()
        self._source = f"Ollama at {host.display}"
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
        model = _model_name(ask.model)
        body = generate_body(ask, model)
        evidence = ExchangeEvidence(self._evidence, ask.evidence)
        evidence.request(body)
        in_flight = self._cancellation.begin()
        url = f"{self._host.base_url}/api/generate"
        try:
            timed = Retries(self._clock, ask.limits.timeout_s, in_flight).call(
                lambda remaining_s: self._http.post_json(
                    url, body, timeout_s=remaining_s, stopped=in_flight.cancelled
                )
            )
        except Stopped:
            raise CallFailed(CANCELLED) from None
        except ExchangeFailure as failure:
            raise CallFailed(f"{self._source}: {failure}") from failure
        evidence.response(timed.answer.body)
        generated = parse_generated(timed.answer, model, self._source)
        return replace(
            generated.model_answer(timed.latency_ms), environment=self._environment(model)
        )

    def route(self, agent: str, model: str) -> Route:  # noqa: ARG002  (the port's signature)
        """Tell who would answer and where."""
        return Route(DRIVER, self._host.key)

    def check(self, agent: str, model: str) -> str | None:  # noqa: ARG002  (the port's signature)
        """Return None where anything answers at the host, else why not, in one line."""
        try:
            self._http.get(f"{self._host.base_url}/api/version", timeout_s=_CHECK_TIMEOUT_S)
        except ExchangeFailure as failure:
            return str(PrerequisiteMissing(f"no {self._source}: {failure}", _REMEDY))
        return None

    def models(self) -> tuple[str, ...]:
        """Return the names of the models that the host has.

        Raises:
            PrerequisiteMissing: The host does not tell.
        """
        try:
            answer = self._http.get(f"{self._host.base_url}/api/tags", timeout_s=_CHECK_TIMEOUT_S)
            return parse_tags(answer, self._source)
        except ExchangeFailure as failure:
            raise PrerequisiteMissing(f"no {self._source}: {failure}", _REMEDY) from failure
        except CallFailed as failure:
            raise PrerequisiteMissing(failure.message, _REMEDY) from failure

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
                lambda path: self._http.get(
                    f"{self._host.base_url}{path}", timeout_s=_FACTS_TIMEOUT_S
                ),
                self._source,
            )
        return self._environments[model]


def _model_name(reference: str) -> str:
    try:
        ref = parse_model_ref(reference)
    except UsageFault as failure:
        raise CallFailed(failure.message, failure.remedy) from failure
    if ref.provider != OLLAMA:
        raise CallFailed(
            f"model {reference!r} belongs to the provider {ref.provider!r}, not to Ollama",
            f"write ollama/{reference} for an Ollama model of that name",
        )
    return ref.id
