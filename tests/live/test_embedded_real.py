"""The real small model in this process, fetched into the user's cache as a user's would be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nornir_desk.callers.embedded import EmbeddedCaller
from nornir_desk.callers.model_file import ModelFiles
from nornir_desk.callers.registry import ModelRegistry, load_registry
from nornir_desk.domain.ask import Ask, EvidencePlace, Knobs, Limits
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.paths import cache_folder
from nornir_desk.system.resources import ShippedResources
from tests.unit.callers.doubles import MemoryEvidence, wait_until

pytestmark = pytest.mark.real

MODEL = "embedded/smollm2-135m"
PLAIN = "embedded/smollm2-135m-plain"
QUESTION = "What is the capital of France?"
STORY = "Tell a very long story about a ship and its crew."
PLACE = EvidencePlace("20261130T120000-ab12", "local-llm", MODEL, "capital")
STORY_PLACE = EvidencePlace("20261130T120000-ab12", "local-llm", MODEL, "story")

END_TO_END = """
from nornir_desk.callers.embedded import EmbeddedCaller
from nornir_desk.callers.registry import load_registry
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.resources import ShippedResources

caller = EmbeddedCaller(load_registry(ShippedResources()), SystemClock())
print(caller.call("a", "embedded/smollm2-135m", "What is the capital of France?").output)
"""


@pytest.fixture(scope="module")
def registry() -> ModelRegistry:
    pytest.importorskip("xllamacpp", reason="the extra 'embedded' is not installed")
    return load_registry(ShippedResources())


@pytest.fixture(scope="module")
def model_path(registry: ModelRegistry) -> Path:
    entry = registry.get(MODEL)
    assert entry is not None
    assert entry.file is not None
    try:
        return ModelFiles(cache_folder() / "models").get(entry.file, lambda *_: None, lambda: None)
    except PrerequisiteMissing as missing:
        if "cannot be fetched" not in missing.message:
            raise
        pytest.skip(f"no network for the model: {missing.message}")


@pytest.fixture(scope="module")
def evidence() -> MemoryEvidence:
    return MemoryEvidence()


@pytest.fixture(scope="module")
def caller(
    registry: ModelRegistry,
    model_path: Path,
    evidence: MemoryEvidence,
) -> Iterator[EmbeddedCaller]:
    made = EmbeddedCaller(registry, SystemClock(), evidence=evidence)
    yield made
    made.close()


def failure(caller: EmbeddedCaller, ask: Ask) -> str:
    with pytest.raises(CallFailed) as failed:
        caller.ask(ask)
    return str(failed.value)


def test_paris_with_the_engines_own_figures_and_loading_in_the_first_only(
    caller: EmbeddedCaller, evidence: MemoryEvidence, model_path: Path
) -> None:
    assert caller.check("a", MODEL) is None
    first = caller.ask(Ask("a", MODEL, QUESTION, evidence=PLACE))
    second = caller.ask(Ask("a", MODEL, QUESTION, evidence=PLACE))

    assert first.output == "The capital of France is Paris."
    assert second.output == first.output
    assert (first.tokens_in, first.tokens_out) == (27, 8)
    assert (first.stop_reason, first.cost_usd, first.mcp_tool_calls) == ("stop", 0.0, 0)
    assert 10 < (first.load_ms or 0.0) < first.latency_ms
    assert second.load_ms is None

    told = json.loads(evidence.files[PLACE, "response.json"])
    timings = told["timings"]
    assert timings["cache_n"] == 0  # a repeat reads its prompt anew
    assert second.tokens_per_s == pytest.approx(
        timings["predicted_n"] / timings["predicted_ms"] * 1000
    )
    assert 0.5 < (second.tokens_per_s or 0.0) < 1000
    for name in ("request.json", "response.json"):
        assert str(model_path).encode() not in evidence.files[PLACE, name]
    assert json.loads(evidence.files[PLACE, "request.json"])["temperature"] == 0.0


def test_with_and_without_a_system_message_are_two_subjects(caller: EmbeddedCaller) -> None:
    knobs = Knobs(max_tokens=16)
    with_system = caller.ask(Ask("a", MODEL, QUESTION, knobs=knobs))
    plain = caller.ask(Ask("a", PLAIN, QUESTION, knobs=knobs))
    assert "Paris" in with_system.output
    assert plain.output != with_system.output
    assert plain.tokens_in != with_system.tokens_in
    assert (plain.tokens_out, plain.stop_reason) == (16, "length")
    assert plain.load_ms is None


def test_any_gguf_file_by_its_path(caller: EmbeddedCaller, model_path: Path) -> None:
    knobs = Knobs(temperature=0.0, max_tokens=8)
    answer = caller.ask(Ask("a", f"embedded/{model_path}", QUESTION, knobs=knobs))
    assert answer.tokens_out == 8
    assert answer.output != ""


def test_the_limit_ends_a_long_story(caller: EmbeddedCaller) -> None:
    caller.call("a", MODEL, QUESTION)
    begun = time.monotonic()
    told = failure(caller, Ask("a", MODEL, STORY, limits=Limits(timeout_s=0.5)))
    assert told == "no whole answer within 0.5 s"
    assert time.monotonic() - begun < 10
    assert "Paris" in caller.call("a", MODEL, QUESTION).output


def test_the_limit_holds_while_a_long_prompt_is_read(caller: EmbeddedCaller) -> None:
    caller.call("a", MODEL, QUESTION)
    begun = time.monotonic()
    told = failure(caller, Ask("a", MODEL, "The sea is wide. " * 700, limits=Limits(timeout_s=0.5)))
    assert told == "no whole answer within 0.5 s"
    assert time.monotonic() - begun < 15


def test_cancel_ends_a_story_and_not_the_next_call(
    caller: EmbeddedCaller, evidence: MemoryEvidence
) -> None:
    caller.call("a", MODEL, QUESTION)
    ask = Ask("a", MODEL, STORY, knobs=Knobs(max_tokens=4000), evidence=STORY_PLACE)
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(failure, caller, ask)
        wait_until(lambda: (STORY_PLACE, "request.json") in evidence.files)
        caller.cancel()
        assert future.result() == "cancelled"
    assert "Paris" in caller.call("a", MODEL, QUESTION).output


def test_a_prompt_beyond_the_context_is_that_cells_error(caller: EmbeddedCaller) -> None:
    told = failure(caller, Ask("a", MODEL, "hello world " * 3000))
    assert told == (
        "request (6021 tokens) exceeds the available context size (4096 tokens), try increasing it"
    )


def test_a_lone_surrogate_is_no_crash(caller: EmbeddedCaller) -> None:
    answer = caller.ask(Ask("a", MODEL, "Say hi \ud800", knobs=Knobs(max_tokens=4)))
    assert answer.tokens_out > 0


def test_a_gguf_file_that_is_broken(
    caller: EmbeddedCaller, model_path: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(model_path.read_bytes()[:100_000])
    told = failure(caller, Ask("a", f"embedded/{broken}", QUESTION))
    assert told == "the model file 'broken.gguf': llama.cpp cannot load it"


def test_a_process_ends_cleanly_and_silently_even_without_close(
    caller: EmbeddedCaller,
) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", END_TO_END],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "The capital of France is Paris.\n",
        "",
    )


def test_ctrl_c_ends_a_story_and_is_not_lost(
    caller: EmbeddedCaller, evidence: MemoryEvidence
) -> None:
    place = EvidencePlace("20261130T120000-ab12", "local-llm", MODEL, "ctrl-c")
    caller.call("a", MODEL, QUESTION)

    def press() -> None:
        wait_until(lambda: (place, "request.json") in evidence.files)
        os.kill(os.getpid(), signal.SIGINT)

    ask = Ask("a", MODEL, STORY, knobs=Knobs(max_tokens=4000), evidence=place)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(press)
        with pytest.raises(KeyboardInterrupt):
            caller.ask(ask)
    assert "Paris" in caller.call("a", MODEL, QUESTION).output


def test_close_frees_the_port_and_the_threads(registry: ModelRegistry, model_path: Path) -> None:
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        pytest.skip("the threads of a process are counted on Linux only")
    before = len(list(tasks.iterdir()))
    caller = EmbeddedCaller(registry, SystemClock())
    caller.ask(Ask("a", f"embedded/{model_path}", QUESTION, knobs=Knobs(max_tokens=2)))
    during = len(list(tasks.iterdir()))
    caller.close()
    assert during > before
    assert len(list(tasks.iterdir())) <= before + 1  # OpenMP keeps one
    assert not [t for t in threading.enumerate() if t.name.startswith("nornir-llama")]
