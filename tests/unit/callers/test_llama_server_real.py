"""The wires at a real server: llama.cpp's own, which speaks three of the four APIs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nornir_desk.callers.model_file import ModelFiles
from nornir_desk.callers.registry import load_registry
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask, Knobs
from nornir_desk.domain.provider import Api, Declarations, Provider
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.paths import cache_folder
from nornir_desk.system.resources import ShippedResources
from nornir_desk.wiring.providers import Providers

pytestmark = pytest.mark.real

KEY = "sk-test-1234567890"
QUESTION = "What is the capital of France?"
SYSTEM = "You are a helpful assistant."


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Return the address of a server of the small model that wants a key."""
    xllamacpp = pytest.importorskip("xllamacpp")
    (entry, _) = load_registry(ShippedResources()).of_provider("embedded")
    assert entry.file is not None
    files = ModelFiles(cache_folder() / "models")
    params = xllamacpp.CommonParams()
    params.model.path = str(files.get(entry.file, lambda *_: None, lambda: None))
    params.n_ctx = 2048
    params.n_parallel = 1
    params.port = 0
    params.api_keys = [KEY]
    params.ui = False
    params.use_jinja = True
    params.verbosity = -1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    running = xllamacpp.Server(params)
    yield running.listening_address
    del running


def ask(server: str, api: Api, knobs: Knobs) -> ModelAnswer:
    suffix = "" if api == "anthropic" else "/v1"
    lab = Provider("lab", api, server + suffix, ("LAB_KEY",), local=True, declared=True)
    caller = Providers(Declarations(providers=(lab,)), {"LAB_KEY": KEY}).caller(lab, SystemClock())
    try:
        assert caller.check("a", "lab/smollm2") is None
        return caller.ask(Ask("a", "lab/smollm2", QUESTION, system=SYSTEM, knobs=knobs))
    finally:
        caller.close()


@pytest.mark.parametrize("api", ["openai-chat", "openai-responses", "anthropic"])
def test_a_real_answer(server: str, api: Api) -> None:
    answer = ask(server, api, Knobs(temperature=0.0, max_tokens=40))
    assert "Paris" in answer.output
    assert answer.stop_reason == "stop"
    assert (answer.tokens_in, answer.cost_usd) == (27, 0.0)
    assert 4 <= answer.tokens_out <= 40
    assert answer.tokens_per_s is not None
    assert 0 < answer.tokens_per_s < 2_000
    assert answer.latency_ms > 0


@pytest.mark.parametrize("api", ["openai-chat", "anthropic"])
def test_a_real_answer_that_is_cut_off(server: str, api: Api) -> None:
    # Its responses API calls every answer complete.
    answer = ask(server, api, Knobs(temperature=0.0, max_tokens=3))
    assert (answer.stop_reason, answer.tokens_out) == ("length", 3)
