"""Bare model calls to a hosted provider, or to a server that speaks the API of one."""

from __future__ import annotations

from dataclasses import replace

from nornir_desk.callers.access import Access
from nornir_desk.callers.call_facts import keep_knobs, keep_timing
from nornir_desk.callers.cancellation import CANCELLED, Cancellation
from nornir_desk.callers.environment import environment_json, this_cpu, this_system
from nornir_desk.callers.event_stream import events, is_event_stream
from nornir_desk.callers.exchange_evidence import ExchangeEvidence
from nornir_desk.callers.heard import Heard
from nornir_desk.callers.json_answer import error_text, json_object
from nornir_desk.callers.knob_fields import encoded
from nornir_desk.callers.ollama_host import THIS_MACHINE
from nornir_desk.callers.provider_address import host_key, shown_address
from nornir_desk.callers.provider_refusal import refusal
from nornir_desk.callers.retry import Retries, TimedAnswer
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing, UsageFault
from nornir_desk.domain.model_ref import parse_model_ref
from nornir_desk.domain.provider import Provider
from nornir_desk.domain.text import one_line
from nornir_desk.ports.caller import Fetching, Route
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.ports.prices import PriceBook
from nornir_desk.system.http import ExchangeFailure, HttpAnswer, HttpClient, Stopped

_CHECK_TIMEOUT_S = 5.0
_OK = 200
_NO_SUCH_PAGE = (404, 405, 501)
_MODEL_SHOWN = 80


class ProviderCaller:
    """Implements ``ports.caller.Caller`` with one provider; safe to use from many threads.

    The agent axis is ignored: a bare model call has no agent. Answers are asked for as streams, so
    that the time to the first token is told from the decoding; where a whole answer comes instead,
    tokens/s is left to be derived from the latency.
    """

    def __init__(
        self,
        access: Access,
        clock: Clock,
        prices: PriceBook,
        *,
        evidence: EvidenceStore | None = None,
    ) -> None:
        self._access = access
        self._provider = access.provider
        self._clock = clock
        self._prices = prices
        self._evidence = evidence
        self._http = HttpClient()
        self._cancellation = Cancellation()
        self._host = host_key(access.provider.base_url)
        self._source = f"{access.provider.name} at {shown_address(access.provider.base_url)}"

    def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
        """Answer ``prompt`` with ``model``.

        Raises:
            CallFailed: No answer was had; the message says why.
        """
        return self.ask(Ask(agent, model, prompt))

    def ask(self, ask: Ask) -> ModelAnswer:
        """Answer one request. ``latency_ms`` is the wall time of the last try, no waiting counted.

        Raises:
            CallFailed: No answer was had; the message says why and never holds the key.
            StorageFault: The evidence cannot be written.
        """
        model = self._model_id(ask.model)
        request = self._access.wire.request(ask, model, self._provider.base_url)
        body = encoded(request.body)
        evidence = ExchangeEvidence(self._evidence, ask.evidence)
        evidence.request(body)
        keep_knobs(request.knobs, evidence)
        timed = self._exchange(ask, request.url, body)
        evidence.response(timed.answer.body, streamed=is_event_stream(timed.answer))
        try:
            return self._read(timed, model, evidence)
        except CallFailed as failure:
            hidden = self._access.without_key
            raise CallFailed(hidden(failure.message), hidden(failure.remedy)) from None

    def route(self, agent: str, model: str) -> Route:  # noqa: ARG002  (the port's signature)
        """Tell who would answer and where."""
        return Route(self._provider.name, self._host)

    def check(self, agent: str, model: str) -> str | None:  # noqa: ARG002  (the port's signature)
        """Return None where there is a key and anything answers, else why not, in one line."""
        try:
            self._list(_CHECK_TIMEOUT_S)
        except PrerequisiteMissing as failure:
            return str(failure)
        return None

    def models(self, timeout_s: float) -> tuple[str, ...] | None:
        """Return the ids of the models that the provider lists; None where it has no such list.

        Args:
            timeout_s: Limit of the question in seconds.

        Raises:
            PrerequisiteMissing: The key is missing, nobody answers, or no list comes.
        """
        answer = self._list(timeout_s)
        if answer.status in _NO_SUCH_PAGE:
            return None
        try:
            if answer.status != _OK:
                raise refusal(answer, self._source, "", self._key_variables())
            return self._access.wire.listed(json_object(answer, self._source), self._source)
        except CallFailed as failure:
            hidden = self._access.without_key
            raise PrerequisiteMissing(hidden(failure.message), hidden(failure.remedy)) from None

    def prepare(self, model: str, fetching: Fetching) -> None:
        """Do nothing: the provider has its models."""

    def cancel(self) -> None:
        """Ask calls in flight to end soon; they raise CallFailed. Later calls are not touched."""
        self._cancellation.cancel()
        self._http.stop()

    def close(self) -> None:
        """Close the connections; calls in flight raise CallFailed."""
        self._cancellation.cancel()
        self._http.close()

    def _exchange(self, ask: Ask, url: str, body: bytes) -> TimedAnswer:
        in_flight = self._cancellation.begin()
        try:
            headers = self._access.headers()
            return Retries(self._clock, ask.limits.timeout_s, in_flight).call(
                lambda remaining_s: self._http.post_json(
                    url,
                    body,
                    timeout_s=remaining_s,
                    stopped=in_flight.cancelled,
                    headers=headers,
                )
            )
        except PrerequisiteMissing as failure:
            raise CallFailed(failure.message, failure.remedy) from failure
        except Stopped:
            raise CallFailed(CANCELLED) from None
        except ExchangeFailure as failure:
            raise CallFailed(f"{self._source}: {failure}") from failure

    def _read(self, timed: TimedAnswer, model: str, evidence: ExchangeEvidence) -> ModelAnswer:
        answer = timed.answer
        if answer.status != _OK:
            raise refusal(answer, self._source, model, self._key_variables())
        streamed = is_event_stream(answer)
        heard = Heard()
        if streamed:
            self._hear(answer, heard)
            keep_timing(heard, timed.latency_ms, evidence)
        else:
            value = json_object(answer, self._source)
            if told := error_text(value):
                raise CallFailed(f"{self._source}: {told}")
            self._access.wire.whole(value, heard, self._source)
        found = heard.answer(timed.latency_ms, streamed=streamed)
        cost = self._prices.cost(self._provider.name, model, heard.usage)
        return replace(
            found,
            cost_usd=None if cost is None else float(cost),
            environment=self._environment(heard, streamed=streamed),
        )

    def _hear(self, answer: HttpAnswer, heard: Heard) -> None:
        for at_s, event in events(answer, self._source):
            self._access.wire.take(event, at_s, heard, self._source)
        if not heard.finished:
            raise CallFailed(f"{self._source} breaks its stream off before the answer ends")

    def _list(self, timeout_s: float) -> HttpAnswer:
        url = self._access.wire.listing_url(self._provider.base_url)
        try:
            return self._http.get(url, timeout_s=timeout_s, headers=self._access.headers())
        except ExchangeFailure as failure:
            raise PrerequisiteMissing(
                f"no {self._source}: {failure}", _remedy(self._provider)
            ) from (failure)

    def _environment(self, heard: Heard, *, streamed: bool) -> str:
        # A server on this machine shares its processor; of another one nothing is known.
        here = self._host == THIS_MACHINE
        return environment_json(
            backend=f"{self._provider.name} {self._provider.api}",
            host=None if here else self._host,
            system=this_system() if here else None,
            cpu=this_cpu() if here else None,
            model=_told_model(heard.model),
            timing="stream" if streamed else "whole call",
        )

    def _key_variables(self) -> tuple[str, ...]:
        return () if self._access.key is None else (self._access.key[0],)

    def _model_id(self, reference: str) -> str:
        try:
            ref = parse_model_ref(reference, (self._provider.name,))
        except UsageFault as failure:
            raise CallFailed(failure.message, failure.remedy) from failure
        if ref.provider != self._provider.name:
            raise CallFailed(
                f"model {reference!r} does not belong to the provider {self._provider.name!r}",
                f"write {self._provider.name}/{reference}",
            )
        return ref.id


def _told_model(name: str) -> str:
    """Return the model as an answer names it; of a file's path, which local servers tell, the end."""
    is_path = name.startswith(("/", "~")) or "\\" in name
    shown = name.replace("\\", "/").rpartition("/")[2] if is_path else name
    return one_line(shown)[:_MODEL_SHOWN]


def _remedy(provider: Provider) -> str:
    if provider.declared:
        return f"start it, or correct its base_url in nornir.toml (provider {provider.name})"
    return "look whether this machine is online, and whether the address is right"
