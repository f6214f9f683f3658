from __future__ import annotations

import json
import math
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from nornir_desk.callers.ollama import OllamaCaller
from nornir_desk.callers.ollama_answer import parse_tags
from nornir_desk.callers.ollama_environment import host_environment
from nornir_desk.callers.ollama_host import ollama_host
from nornir_desk.domain.ask import Ask, Knobs, Limits, Thinking
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing
from nornir_desk.ports.caller import Caller, Route
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.http import HttpAnswer, TimedOut
from tests.fakes.ollama import FakeOllama, Scripted
from tests.unit.callers.doubles import PLACE, FakeClock, MemoryEvidence

SECOND_NS = 1_000_000_000


class Desk:
    """A caller at a scripted host."""

    def __init__(self, models: dict[str, Scripted | list[Scripted]]) -> None:
        self.host = FakeOllama(models)
        self.evidence = MemoryEvidence()
        self.caller = OllamaCaller(
            ollama_host(self.host.url, {}), SystemClock(), evidence=self.evidence
        )

    def __enter__(self) -> Desk:
        self.host.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.caller.close()
        self.host.__exit__(None, None, None)

    def failure(self, model: str = "m", **ask: object) -> str:
        with pytest.raises(CallFailed) as failed:
            self.caller.ask(Ask("a", model, "hi", **ask))  # type: ignore[arg-type]  # keywords of a test
        assert "\n" not in str(failed.value)
        return str(failed.value)


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Desk({"m": Scripted()}) as opened:
        yield opened


# What is sent


def test_the_simplest_call_sends_model_prompt_and_no_stream(desk: Desk) -> None:
    answer = desk.caller.call("claude", "m", "What is up?")

    assert answer.output == "ok"
    (request,) = desk.host.generated
    assert request.body == {"model": "m", "prompt": "What is up?", "stream": False}
    assert request.headers["content-type"] == "application/json"


def test_knobs_system_and_thinking_are_sent_only_when_given_and_stand_in_the_evidence(
    desk: Desk,
) -> None:
    knobs = Knobs(
        thinking="low",
        max_tokens=64,
        temperature=0.0,
        top_p=0.9,
        top_k=40,
        seed=7,
        stop=("END",),
        extra=(("num_ctx", 8192),),
    )
    limits = Limits(max_output_tokens=32)
    desk.caller.ask(
        Ask("a", "m", "hi", system="Be brief.", knobs=knobs, limits=limits, evidence=PLACE)
    )

    body = {
        "model": "m",
        "prompt": "hi",
        "stream": False,
        "system": "Be brief.",
        "think": "low",
        "options": {
            "num_ctx": 8192,
            "num_predict": 32,
            "temperature": 0.0,
            "top_p": 0.9,
            "top_k": 40,
            "seed": 7,
            "stop": ["END"],
        },
    }
    assert desk.host.generated[0].body == body
    assert json.loads(desk.evidence.files[PLACE, "request.json"]) == body
    assert json.loads(desk.evidence.files[PLACE, "response.json"])["response"] == "ok"


@pytest.mark.parametrize(
    ("level", "sent"),
    [("off", False), ("low", "low"), ("medium", "medium"), ("high", "high"), ("max", "max")],
)
def test_thinking_levels(desk: Desk, level: Thinking, sent: bool | str) -> None:
    desk.caller.ask(Ask("a", "m", "hi", knobs=Knobs(thinking=level)))
    assert desk.host.generated[0].body["think"] == sent


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        (
            Knobs(thinking="minimal"),
            "Ollama has no thinking level 'minimal'; it has off, low, medium, high, max",
        ),
        (
            Knobs(thinking="xhigh"),
            "Ollama has no thinking level 'xhigh'; it has off, low, medium, high, max",
        ),
        (Knobs(budget=1024), "Ollama has no thinking budget; leave out the knob budget"),
        (
            Knobs(temperature=math.nan),
            "a knob is no number that JSON can hold: {'temperature': nan}",
        ),
    ],
)
def test_knobs_that_ollama_has_not_are_refused_before_any_call(
    desk: Desk, knobs: Knobs, message: str
) -> None:
    assert desk.failure(knobs=knobs) == message
    assert desk.host.requests == []


def test_a_model_is_named_as_at_ollama() -> None:
    names = {"qwen3:8b": Scripted(), "hf.co/x/y": Scripted(), "openai/gpt-oss": Scripted()}
    with Desk(dict(names)) as desk:
        desk.caller.call("a", "qwen3:8b", "hi")
        desk.caller.call("a", "ollama/qwen3:8b", "hi")
        desk.caller.call("a", "hf.co/x/y", "hi")
        desk.caller.call("a", "ollama/openai/gpt-oss", "hi")
        assert desk.failure("openai/gpt-oss") == (
            "model 'openai/gpt-oss' belongs to the provider 'openai', not to Ollama;"
            " write ollama/openai/gpt-oss for an Ollama model of that name"
        )
        assert desk.failure("ollama/").startswith("model 'ollama/' has no id")
        asked = [request.model for request in desk.host.generated]
        assert asked == ["qwen3:8b", "qwen3:8b", "hf.co/x/y", "openai/gpt-oss"]


def test_the_same_prompt_to_two_models_is_two_calls_and_two_answers() -> None:
    with Desk({"a": Scripted(response="from a"), "b": Scripted(response="from b")}) as desk:
        outputs = [desk.caller.call("x", model, "same").output for model in ("a", "b", "a")]
        assert outputs == ["from a", "from b", "from a"]
        assert [request.model for request in desk.host.generated] == ["a", "b", "a"]


# What is read


def test_the_economics_of_a_whole_answer() -> None:
    scripted = Scripted(
        response="Paris",
        prompt_eval_count=26,
        eval_count=100,
        eval_duration=SECOND_NS,
        load_duration=5 * SECOND_NS,
        total_duration=6 * SECOND_NS,
        delay_s=0.05,
    )
    with Desk({"m": scripted}) as desk:
        answer = desk.caller.call("a", "m", "hi")
    assert (answer.output, answer.tokens_in, answer.tokens_out) == ("Paris", 26, 100)
    assert answer.tokens_per_s == 100.0
    assert answer.load_ms == 5000.0
    assert answer.stop_reason == "stop"
    assert (answer.cost_usd, answer.mcp_tool_calls) == (0.0, 0)
    assert (answer.score, answer.judge) == (0.0, None)
    assert 50.0 <= answer.latency_ms < 5000.0


@pytest.mark.parametrize(
    ("scripted", "tokens_in", "tokens_out", "speed", "stop_reason"),
    [
        (Scripted(response="", eval_count=1, eval_duration=0), 12, 1, 0.0, "empty answer"),
        (Scripted(eval_count=1, eval_duration=1000), 12, 1, 0.0, "stop"),
        (Scripted(eval_count=0, eval_duration=SECOND_NS), 12, 0, 0.0, "stop"),
        (Scripted(prompt_eval_count=0), 0, 100, 100.0, "stop"),
        (
            Scripted(response="", thinking="Hm.", done_reason="length"),
            12,
            100,
            100.0,
            "length while thinking",
        ),
        (
            Scripted(response="<think>Hm.", done_reason="length"),
            12,
            100,
            100.0,
            "length while thinking",
        ),
        (Scripted(response="half", done_reason="length"), 12, 100, 100.0, "length"),
        (Scripted(response="x", done_reason=""), 12, 100, 100.0, None),
        (
            Scripted(body='{"response":"x","done":true,"eval_count":null}'),
            0,
            0,
            0.0,
            None,
        ),
        (
            Scripted(body='{"response":"x","eval_count":50.0,"eval_duration":5e8}'),
            0,
            50,
            100.0,
            None,
        ),
    ],
)
def test_what_was_not_told_is_not_reported(
    scripted: Scripted, tokens_in: int, tokens_out: int, speed: float, stop_reason: str | None
) -> None:
    with Desk({"m": scripted}) as desk:
        answer = desk.caller.call("a", "m", "hi")
    assert (answer.tokens_in, answer.tokens_out) == (tokens_in, tokens_out)
    assert answer.tokens_per_s == speed
    assert answer.stop_reason == stop_reason
    assert answer.load_ms is None


@pytest.mark.parametrize(
    ("response", "output"),
    [
        ("<think>Lyon? No.</think>\n\nParis", "Paris"),
        ("<think>Lyon?", ""),
        ("Write <think> to begin.", "Write <think> to begin."),
    ],
)
def test_thinking_that_stands_in_the_answer_is_kept_apart(response: str, output: str) -> None:
    with Desk({"m": Scripted(response=response)}) as desk:
        assert desk.caller.call("a", "m", "hi").output == output


def test_an_empty_prompt_only_loads() -> None:
    with Desk({"m": Scripted()}) as desk:
        answer = desk.caller.call("a", "m", "")
    assert (answer.output, answer.tokens_in, answer.tokens_out) == ("", 0, 0)
    assert (answer.tokens_per_s, answer.stop_reason) == (0.0, "load")


def test_lone_surrogates_are_replaced_on_the_way_out_and_in() -> None:
    with Desk({"m": Scripted(body=r'{"response":"a\ud800b \ud83d\ude00","done":true}')}) as desk:
        answer = desk.caller.ask(Ask("a", "m", "x\udc80y 😀", evidence=PLACE))
        assert desk.host.generated[0].body["prompt"] == "x\ufffdy 😀"
    assert answer.output == "a\ufffdb 😀"


def test_a_ten_megabyte_answer_arrives_whole_and_its_evidence_is_cut_with_a_mark() -> None:
    text = "x" * 10_000_000
    with Desk({"m": Scripted(response=text)}) as desk:
        answer = desk.caller.ask(Ask("a", "m", "hi", evidence=PLACE))
        kept = desk.evidence.files[PLACE, "response.json"]
    assert answer.output == text
    assert len(kept) < 1024 * 1024 + 100
    assert kept.endswith(b" bytes kept]\n")
    assert b"[cut: 1048576 of 1000" in kept


def test_the_environment_is_asked_for_once_a_model() -> None:
    with Desk({"m": Scripted(), "n:latest": Scripted()}) as desk:
        first = desk.caller.call("a", "m", "hi").environment
        assert desk.caller.call("a", "m", "hi").environment == first
        second = desk.caller.call("a", "n", "hi").environment
        paths = [request.path for request in desk.host.requests]
    told = json.loads(first or "")
    assert set(told) == {"backend", "cpu", "gpu_share", "model", "quantisation", "system"}
    assert told["backend"] == "ollama 0.12.6"
    assert told["gpu_share"] == 0.5
    assert told["model"] == "ffffffffffff"
    assert told["quantisation"] == "Q4_K_M"
    assert second == first
    assert paths.count("/api/ps") == 2


@pytest.mark.parametrize(
    ("version", "ps", "told"),
    [
        ("500", "500", {"backend": "ollama"}),
        ('{"version":7}', '{"models":{}}', {"backend": "ollama"}),
        (
            '{"version":"0.1"}',
            '{"models":[7,{"name":"x"},{"name":"m","digest":7,"details":7,"size":0}]}',
            {"backend": "ollama 0.1"},
        ),
        (
            '{"version":"0.1"}',
            '{"models":[{"name":"m:latest","digest":"sha256:0123456789abcdef","size":4}]}',
            {"backend": "ollama 0.1", "model": "0123456789ab", "gpu_share": 0.0},
        ),
    ],
)
def test_a_host_elsewhere_that_tells_little_still_has_an_environment(
    version: str, ps: str, told: dict[str, object]
) -> None:
    answers = {"/api/version": version, "/api/ps": ps}

    def get(path: str) -> HttpAnswer:
        if answers[path] == "500":
            raise TimedOut("late")
        return HttpAnswer(200, {}, answers[path].encode())

    found = host_environment(ollama_host("gpu-box:1", {}), "m", get, "Ollama")
    assert json.loads(found) == {"host": "gpu-box:1", **told}


# What goes wrong


@pytest.mark.parametrize(
    ("scripted", "message"),
    [
        (Scripted(status=401, error="unauthorized"), "unauthorized (HTTP 401 from {source})"),
        (
            Scripted(status=400, error='"m" does not support thinking'),
            '"m" does not support thinking (HTTP 400 from {source})',
        ),
        (
            Scripted(status=500, error="llama runner\nhas died"),
            "llama runner has died (HTTP 500 from {source})",
        ),
        (
            Scripted(status=500, body='{"error":{"message":"out of memory"}}'),
            "out of memory (HTTP 500 from {source})",
        ),
        (Scripted(status=429, error="slow down"), "slow down (HTTP 429 from {source})"),
        (Scripted(status=200, error="model crashed"), "model crashed"),
        (Scripted(status=500, body='{"detail":1}'), '{source} answers HTTP 500: {{"detail":1}}'),
        (
            Scripted(
                status=502,
                body="<html>\n<h1>Bad Gateway</h1></html>",
                content_type="text/html; charset=utf-8",
            ),
            "{source} answers HTTP 502 with text/html instead of JSON:"
            " <html> <h1>Bad Gateway</h1></html>",
        ),
        (
            Scripted(body="<html>login</html>", content_type="text/html"),
            "{source} answers HTTP 200 with text/html instead of JSON: <html>login</html>",
        ),
        (Scripted(body=""), "{source} answers HTTP 200 with an empty body"),
        (Scripted(body="[1,2]"), "{source} answers HTTP 200 with JSON that is no object: [1,2]"),
        (Scripted(body="null"), "{source} answers HTTP 200 with JSON that is no object: null"),
        (
            Scripted(body='{"response":"half'),
            "{source} answers HTTP 200 with broken JSON (Unterminated string starting at:"
            ' line 1 column 13 (char 12)): {{"response":"half',
        ),
        (
            Scripted(body='{"response":"x","eval_count":NaN}'),
            "{source} answers HTTP 200 with broken JSON (NaN is no JSON number):"
            ' {{"response":"x","eval_count":NaN}}',
        ),
        (
            Scripted(body='{"done":true}'),
            "{source} answers without a response: {{'done': True}}",
        ),
        (Scripted(body='{"response":7}'), "{source} answers response 7, not a text"),
        (
            Scripted(body='{"response":"x","eval_count":"12"}'),
            "{source} answers eval_count '12', not a whole number from 0 to 1000000000",
        ),
        (
            Scripted(body='{"response":"x","eval_count":-1}'),
            "{source} answers eval_count -1, not a whole number from 0 to 1000000000",
        ),
        (
            Scripted(body='{"response":"x","eval_count":true}'),
            "{source} answers eval_count True, not a whole number from 0 to 1000000000",
        ),
        (
            Scripted(body='{"response":"x","prompt_eval_count":1e20}'),
            "{source} answers prompt_eval_count 100000000000000000000, not a whole number from 0 to 1000000000",
        ),
        (
            Scripted(body='{"response":"x","eval_duration":1.5}'),
            "{source} answers eval_duration 1.5, not a whole number from 0 to 10000000000000000",
        ),
        (
            Scripted(body='{"response":"x","done":false}'),
            "{source} answers done False: the answer is not finished",
        ),
        (
            Scripted(body='{"response":"x","thinking":[]}'),
            "{source} answers thinking [], not a text",
        ),
        (
            Scripted(drop=True),
            "{source}: Server disconnected without sending a response.",
        ),
        (
            Scripted(cut=20),
            "{source}: peer closed connection without sending complete message body"
            " (received 20 bytes, expected {length})",
        ),
    ],
)
def test_every_broken_answer_is_one_line_that_names_what_came(
    scripted: Scripted, message: str
) -> None:
    with Desk({"m": scripted}) as desk:
        source = f"Ollama at {desk.host.url}"
        length = len(scripted.encoded("m"))
        assert desk.failure() == message.format(source=source, length=length)


def test_json_as_deep_as_the_stack_is_no_crash() -> None:
    with Desk({"m": Scripted(body='{"response":' + "[" * 200_000)}) as desk:
        assert "with broken JSON (" in desk.failure()


def test_a_missing_model_is_told_as_ollama_tells_it_with_the_remedy(desk: Desk) -> None:
    assert desk.failure("x") == "model 'x' not found; ollama pull x"


def test_a_wrong_path_prefix_is_told() -> None:
    with FakeOllama() as host:
        caller = OllamaCaller(ollama_host(f"{host.url}/prefix", {}), SystemClock())
        with pytest.raises(CallFailed) as failed:
            caller.call("a", "m", "hi")
        caller.close()
    assert str(failed.value) == (
        f"Ollama at {host.url}/prefix answers HTTP 404 with text/plain instead of JSON:"
        " 404 page not found"
    )


def test_a_hanging_host_ends_at_the_limit() -> None:
    with Desk({"m": Scripted(hang=True)}) as desk:
        failure = desk.failure(limits=Limits(timeout_s=0.2))
        assert failure == f"Ollama at {desk.host.url}: no whole answer within 0.2 s"


def test_the_failed_answer_is_kept_as_evidence() -> None:
    with Desk({"m": Scripted(status=500, error="boom")}) as desk:
        desk.failure(evidence=PLACE)
        assert desk.evidence.files[PLACE, "response.json"] == b'{"error": "boom"}'


def test_an_unknown_host_is_told_at_once_without_the_credentials() -> None:
    clock = FakeClock()
    caller = OllamaCaller(ollama_host("http://ann:s3cret@nowhere.invalid", {}), clock)
    with pytest.raises(CallFailed) as failed:
        caller.call("a", "m", "hi")
    told = caller.check("a", "m")
    caller.close()
    assert str(failed.value) == (
        "Ollama at http://nowhere.invalid:80: the host name 'nowhere.invalid' is not known"
    )
    assert told == (
        "no Ollama at http://nowhere.invalid:80: the host name 'nowhere.invalid' is not known;"
        " start it with `ollama serve`, or name the host with --host or OLLAMA_HOST"
    )
    assert clock.slept == 0.0


def test_credentials_of_the_address_are_sent_and_kept_out_of_the_evidence() -> None:
    with FakeOllama({"m": Scripted(status=500, error="no")}) as host:
        evidence = MemoryEvidence()
        address = host.url.replace("http://", "http://ann:s3cret@")
        caller = OllamaCaller(ollama_host(address, {}), SystemClock(), evidence=evidence)
        with pytest.raises(CallFailed) as failed:
            caller.ask(Ask("a", "m", "hi", evidence=PLACE))
        caller.close()
        assert host.generated[0].headers["authorization"] == "Basic YW5uOnMzY3JldA=="
    assert "s3cret" not in str(failed.value)
    assert all(b"s3cret" not in data for data in evidence.files.values())


# The rest of the port


def test_routes_by_whose_processor_does_the_work(desk: Desk) -> None:
    assert desk.caller.route("claude", "m") == Route("ollama", "this machine")
    remote = OllamaCaller(ollama_host("gpu-box:1234", {}), SystemClock())
    assert remote.route("claude", "m") == Route("ollama", "gpu-box:1234")
    remote.close()
    assert isinstance(desk.caller, Caller)


def test_check_is_content_with_any_answer_and_tells_a_refused_connection(desk: Desk) -> None:
    assert desk.caller.check("a", "m") is None
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        clock = FakeClock()
        caller = OllamaCaller(ollama_host(f":{port}", {}), clock)
        expected = (
            f"no Ollama at http://127.0.0.1:{port}: connection refused; start it with"
            " `ollama serve`, or name the host with --host or OLLAMA_HOST"
        )
        assert caller.check("a", "m") == expected
        with pytest.raises(PrerequisiteMissing) as missing:
            caller.models()
        assert str(missing.value) == expected
        with pytest.raises(CallFailed, match=rf"^Ollama at \S+:{port}: connection refused$"):
            caller.call("a", "m", "hi")
        caller.close()
    assert clock.slept == 3.5  # 0.5 + 1 + 2: four tries


def test_models_are_those_of_the_host_in_its_order() -> None:
    with Desk({"qwen3:8b": Scripted(), "hf.co/x/y": Scripted()}) as desk:
        assert desk.caller.models() == ("qwen3:8b", "hf.co/x/y:latest")
    with Desk({}) as desk:
        assert desk.caller.models() == ()


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ('{"models":null}', ()),
        ("{}", ()),
        ('{"models":[{"name":"a"},{"model":"b"},{"name":""}]}', ("a",)),
    ],
)
def test_a_list_of_models_that_lacks_this_and_that(body: str, names: tuple[str, ...]) -> None:
    assert parse_tags(HttpAnswer(200, {}, body.encode()), "Ollama") == names


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (200, '{"models":7}', "Ollama answers models 7, not a list"),
        (200, '{"models":[7]}', "Ollama answers models [7], not a list"),
        (200, '{"models":[{"name":7}]}', "Ollama answers name 7, not a text"),
        (500, '{"error":"no"}', "no (HTTP 500 from Ollama)"),
    ],
)
def test_a_list_of_models_that_is_none(status: int, body: str, message: str) -> None:
    with pytest.raises(CallFailed) as failed:
        parse_tags(HttpAnswer(status, {}, body.encode()), "Ollama")
    assert str(failed.value) == message


def test_models_of_something_else_than_ollama() -> None:
    with FakeOllama() as host:
        caller = OllamaCaller(ollama_host(f"{host.url}/prefix", {}), SystemClock())
        with pytest.raises(PrerequisiteMissing, match="instead of JSON: 404 page not found"):
            caller.models()
        caller.close()


def test_cancel_ends_the_calls_in_flight_and_not_the_next() -> None:
    with Desk({"m": [Scripted(hang=True), Scripted(hang=True), Scripted()]}) as desk:
        with ThreadPoolExecutor(2) as pool:
            futures = [pool.submit(desk.failure, limits=Limits(timeout_s=60)) for _ in range(2)]
            desk.host.wait_until_asked(2)
            desk.caller.cancel()
            assert [future.result(10) for future in futures] == ["cancelled", "cancelled"]
        assert desk.caller.call("a", "m", "hi").output == "ok"
        assert desk.host.most_at_once == 3


def test_close_ends_the_calls_in_flight_and_leaves_no_thread() -> None:
    with Desk({"m": Scripted(hang=True)}) as desk, ThreadPoolExecutor(1) as pool:
        future = pool.submit(desk.failure, limits=Limits(timeout_s=60))
        desk.host.wait_until_asked()
        desk.caller.close()
        assert future.result(10) == "cancelled"
        assert "nornir-http" not in {thread.name for thread in threading.enumerate()}
        assert desk.failure() == "cancelled"


def test_many_calls_at_once() -> None:
    with Desk({"m": Scripted(delay_s=0.05)}) as desk, ThreadPoolExecutor(8) as pool:
        outputs = list(pool.map(lambda _: desk.caller.call("a", "m", "hi").output, range(16)))
        assert outputs == ["ok"] * 16
        assert 2 <= desk.host.most_at_once <= 8
