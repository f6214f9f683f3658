"""What every hosted API has in common, seen at its double."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from nornir_desk.callers.access import Access
from nornir_desk.callers.prices import GenaiPrices
from nornir_desk.callers.provider import ProviderCaller
from nornir_desk.callers.wires import WIRES
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask, Limits
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing
from nornir_desk.domain.provider import Api, Provider
from nornir_desk.ports.caller import Caller, Route
from nornir_desk.system.clock import SystemClock
from tests.fakes.http_double import Asked, HttpDouble, Reply, Said
from tests.fakes.openai import FakeOpenAI
from tests.unit.callers.doubles import PLACE, FakeClock, wait_until
from tests.unit.callers.hosted import APIS, KEY, NOW, Hosted

every_api = pytest.mark.parametrize("api", APIS)
both_ways = pytest.mark.parametrize("whole", [False, True])


def ask(api: Api, said: Said) -> ModelAnswer:
    with Hosted(api, said) as hosted:
        return hosted.caller.ask(hosted.put())


# What is sent


@pytest.mark.parametrize(
    ("api", "path", "header", "body"),
    [
        (
            "openai-chat",
            "/v1/chat/completions",
            ("authorization", f"Bearer {KEY}"),
            {
                "model": "gpt-4o",
                "messages": [
                    {"role": "system", "content": "Be brief."},
                    {"role": "user", "content": "hi"},
                ],
                "stream": True,
                "stream_options": {"include_usage": True},
            },
        ),
        (
            "openai-responses",
            "/v1/responses",
            ("authorization", f"Bearer {KEY}"),
            {
                "model": "gpt-4o",
                "input": "hi",
                "instructions": "Be brief.",
                "stream": True,
                "store": False,
            },
        ),
        (
            "anthropic",
            "/v1/messages",
            ("x-api-key", KEY),
            {
                "model": "claude-sonnet-4-5",
                "messages": [{"role": "user", "content": "hi"}],
                "stream": True,
                "system": "Be brief.",
                "max_tokens": 8192,
            },
        ),
        (
            "gemini",
            "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
            ("x-goog-api-key", KEY),
            {
                "contents": [{"role": "user", "parts": [{"text": "hi"}]}],
                "systemInstruction": {"parts": [{"text": "Be brief."}]},
            },
        ),
    ],
)
def test_a_request(api: Api, path: str, header: tuple[str, str], body: dict[str, object]) -> None:
    with Hosted(api) as hosted:
        assert isinstance(hosted.caller, Caller)
        hosted.caller.ask(hosted.put(system="Be brief.", evidence=PLACE))
        asked = hosted.asked()
        kept = hosted.evidence.files

    assert (asked.path, asked.body) == (path, body)
    assert asked.headers[header[0]] == header[1]
    assert asked.headers["content-type"] == "application/json"
    assert json.loads(kept[PLACE, "request.json"]) == body
    assert kept[PLACE, "response.sse"].startswith((b"data: {", b"event: "))
    assert not any(KEY.encode() in data for data in kept.values())


def test_a_ceiling_that_the_api_demands_is_recorded_as_a_default() -> None:
    with Hosted("anthropic") as hosted:
        hosted.caller.ask(hosted.put(evidence=PLACE))
        hosted.caller.ask(hosted.put(limits=Limits(max_output_tokens=50)))
        assert json.loads(hosted.evidence.files[PLACE, "request-knobs.json"]) == {
            "sent": {"max_tokens": 8192},
            "defaults": ["max_tokens"],
        }
        assert [asked.body["max_tokens"] for asked in hosted.double.posted] == [8192, 50]


# What comes back


@every_api
@both_ways
def test_an_answer_with_its_economics(api: Api, whole: bool) -> None:
    with Hosted(api, Said(text=("Pa", "ris"), cached=4, whole=whole)) as hosted:
        answer = hosted.caller.ask(hosted.put(evidence=PLACE))
        name = "response.json" if whole else "response.sse"
        assert (PLACE, name) in hosted.evidence.files
        assert ((PLACE, "timing.json") in hosted.evidence.files) is not whole

    # 12 in of which 4 cached, 100 out, by hand from each price list in USD per million tokens.
    cost = {
        "openai": (8 * 2.5 + 4 * 1.25 + 100 * 10) / 1e6,
        "anthropic": (8 * 3 + 4 * 0.3 + 100 * 15) / 1e6,
        "gemini": (8 * 1.25 + 4 * 0.125 + 100 * 10) / 1e6,
    }
    assert (answer.output, answer.stop_reason) == ("Paris", "stop")
    assert (answer.tokens_in, answer.tokens_out) == (12, 100)
    assert answer.cost_usd == cost[hosted.name]
    assert answer.mcp_tool_calls == 0
    # A stream that came in one go was not timed; a whole answer leaves it to the latency.
    assert answer.tokens_per_s == (None if whole else 0.0)
    told = json.loads(answer.environment or "")
    assert told["backend"] == f"{hosted.name} {api}"
    assert told["timing"] == ("whole call" if whole else "stream")
    assert told["model"].startswith(hosted.model)


def test_cached_tokens_that_were_read_and_written_are_priced_apart() -> None:
    answer = ask("anthropic", Said(tokens_in=10_000, cached=4_000, written=2_000, tokens_out=1_000))
    # 4000 fresh x 3 + 4000 read x 0.30 + 2000 written x 3.75 + 1000 out x 15, per million
    assert answer.tokens_in == 10_000
    assert answer.cost_usd == 0.0357


@every_api
@both_ways
def test_without_usage_nothing_is_reported(api: Api, whole: bool) -> None:
    answer = ask(api, Said(usage=False, whole=whole))
    assert (answer.tokens_in, answer.tokens_out, answer.cost_usd) == (0, 0, None)
    assert not answer.tokens_per_s


@every_api
def test_the_time_to_the_first_token_is_not_decoding(api: Api) -> None:
    said = Said(text=("a", "b", "c", "d", "e"), tokens_out=50, pause_s=0.05)
    with Hosted(api, said) as hosted:
        answer = hosted.caller.ask(hosted.put(evidence=PLACE))
        timing = json.loads(hosted.evidence.files[PLACE, "timing.json"])
    assert 0 < timing["first_token_ms"] < timing["latency_ms"]
    assert timing["decode_ms"] < timing["latency_ms"] - timing["first_token_ms"] + 1
    # Anthropic says when a block begins; elsewhere the first of five pieces was decoded before.
    tokens = 50 if api == "anthropic" else 40
    assert answer.tokens_per_s == pytest.approx(tokens / timing["decode_ms"] * 1000, rel=0.001)


@pytest.mark.parametrize("api", ["openai-chat", "openai-responses", "gemini"])
def test_hidden_thinking_is_not_counted_as_decoded_in_the_time_of_the_answer(api: Api) -> None:
    said = Said(text=("a", "b", "c"), tokens_out=1_030, hidden_thinking=1_000, pause_s=0.05)
    with Hosted(api, said) as hosted:
        answer = hosted.caller.ask(hosted.put(evidence=PLACE))
        timing = json.loads(hosted.evidence.files[PLACE, "timing.json"])
    assert answer.tokens_out == 1_030
    assert answer.tokens_per_s == pytest.approx(20 / timing["decode_ms"] * 1000, rel=0.001)


@every_api
@both_ways
def test_thinking_is_kept_apart(api: Api, whole: bool) -> None:
    answer = ask(api, Said(thinking=("hm, ", "so"), text=("Paris",), whole=whole))
    assert (answer.output, answer.stop_reason) == ("Paris", "stop")


@every_api
@both_ways
def test_thinking_within_the_answer_is_kept_apart(api: Api, whole: bool) -> None:
    text = ("<think>```py\nwrong\n```", "</think>\n\n", "right <think>")
    assert ask(api, Said(text=text, whole=whole)).output == "right <think>"


@every_api
@both_ways
@pytest.mark.parametrize(
    ("said", "stop"),
    [
        ({"ending": "length"}, "length"),
        ({"ending": "length", "text": (), "thinking": ("hm",)}, "length while thinking"),
        ({"ending": "length", "text": ("<think>hm",)}, "length while thinking"),
        ({"ending": "length", "text": (), "hidden_thinking": 100}, "length while thinking"),
        ({"ending": "length", "text": ()}, "length"),
        ({"text": ()}, "empty answer"),
    ],
)
def test_how_it_ended(api: Api, whole: bool, said: dict[str, object], stop: str) -> None:
    answer = ask(api, Said(whole=whole, **said))  # type: ignore[arg-type]  # keywords of a test
    assert answer.stop_reason == stop


@both_ways
@pytest.mark.parametrize(
    ("api", "ending", "stop", "output"),
    [
        ("openai-chat", "refused", "refused", "No."),
        ("openai-chat", "filtered", "filtered", "No."),
        ("openai-responses", "refused", "refused", "No."),
        ("openai-responses", "filtered", "filtered", "No."),
        ("anthropic", "refused", "refused", "No."),
        ("gemini", "filtered", "filtered", "No."),
        ("gemini", "refused", "filtered", ""),
    ],
)
def test_refusals_and_filters(api: Api, ending: str, stop: str, output: str, whole: bool) -> None:
    answer = ask(api, Said(text=("N", "o."), ending=ending, whole=whole))  # type: ignore[arg-type]  # a test's word
    assert (answer.stop_reason, answer.output) == (stop, output)


@every_api
def test_an_answer_of_10_mb(api: Api) -> None:
    piece = "x" * 100_000
    with Hosted(api, Said(text=[piece] * 100)) as hosted:
        answer = hosted.caller.ask(hosted.put(evidence=PLACE))
        kept = hosted.evidence.files[PLACE, "response.sse"]
    assert len(answer.output) == 10_000_000
    assert len(kept) < 1_100_000


# What goes wrong


@every_api
def test_a_missing_key_is_told_before_any_request(api: Api) -> None:
    with Hosted(api, key=None) as hosted:
        told = f"{hosted.name} needs a key, and THE_KEY is not set; set THE_KEY"
        assert hosted.failure() == told
        assert hosted.caller.check("a", hosted.model) == told
        with pytest.raises(PrerequisiteMissing, match="THE_KEY"):
            hosted.caller.models(2)
        assert hosted.double.requests == []


@pytest.mark.parametrize("key", ["sk a", "sk-\u00e9", "sk\r\nx: y"])
def test_a_key_that_is_none_is_not_sent(key: str) -> None:
    with Hosted("openai-chat", key=key) as hosted:
        told = "THE_KEY holds signs that no key has; set THE_KEY to the key alone"
        assert hosted.failure() == told
        assert hosted.double.requests == []


@pytest.mark.parametrize(
    ("api", "told"),
    [
        ("openai-chat", "Incorrect API key provided: [THE_KEY redacted]."),
        ("openai-responses", "Incorrect API key provided: [THE_KEY redacted]."),
        ("anthropic", "invalid x-api-key"),
    ],
)
def test_a_refused_key_is_named_by_its_variable(api: Api, told: str) -> None:
    with Hosted(api, key="sk-wrong-0987654321") as hosted:
        said = hosted.failure()
        assert "sk-wrong" not in said
        suffix = "/v1" if api.startswith("openai") else ""
        assert said == (
            f"{hosted.name} at HOST{suffix} refuses the key in THE_KEY (HTTP 401): {told};"
            " correct THE_KEY, or what the key may do there"
        )
        # The host answers: whether a key may list models says nothing about calls.
        assert hosted.caller.check("a", hosted.model) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            Said(status=403, error="Not for you"),
            "refuses the key in THE_KEY (HTTP 403): Not for you; correct THE_KEY, or what the key",
        ),
        (Said(status=500, error="Oh no"), "answers HTTP 500: Oh no"),
        (
            Said(status=429, error="Quota exceeded"),
            "takes no more calls for now (HTTP 429): Quota exceeded; try again later, or with",
        ),
        (
            Said(status=502, body=b"<html><h1>Bad\n gateway</h1>"),
            "answers HTTP 502: text/html instead of JSON: <html><h1>Bad gateway</h1>",
        ),
        (Said(status=500, body=b""), "answers HTTP 500: text/html instead of JSON: an empty body"),
        (
            Said(body=b"<html>Log in</html>"),
            "answers HTTP 200 with text/html instead of JSON: <html>Log in</html>",
        ),
        (Said(body=b'{"a": NaN}', content_type="application/json"), "NaN is no JSON number"),
        (Said(body=b'{"a": 1', content_type="application/json"), "with broken JSON"),
        (Said(body=b"[1]", content_type="application/json"), "JSON that is no object"),
        (Said(body=b"{}", content_type="application/json"), "answers without a"),
        (Said(body=b'{"error": {"message": "Odd"}}', content_type="application/json"), ": Odd"),
        (Said(body=b"data: {broken\n\n", content_type="text/event-stream"), "streams broken JSON"),
        (Said(body=b"data: [1]\n\n", content_type="text/event-stream"), "JSON that is no object"),
        (Said(body=b"data: {}\n\n", content_type="text/event-stream"), "breaks its stream off"),
        (Said(text=("a", "b", "c", "d"), cut=3), ""),
        (Said(text=("a", "b", "c", "d"), error_after=3), ""),
    ],
)  # fmt: skip
@every_api
def test_failures_are_one_line(api: Api, said: Said, told: str) -> None:
    with Hosted(api, said) as hosted:
        line = hosted.failure()
    assert line.startswith(f"{hosted.name} at HOST")
    assert told in line


@every_api
def test_a_stream_that_ends_early_and_politely_is_broken_too(api: Api) -> None:
    with Hosted(api, Said(text=("a", "b", "c"))) as hosted:
        hosted.caller.ask(hosted.put(evidence=PLACE))
        whole = hosted.evidence.files[PLACE, "response.sse"]
        part = whole.split(b"\n\n")[0] + b"\n\n"
    with Hosted(api, Said(body=part, content_type="text/event-stream")) as hosted:
        assert "breaks its stream off before the answer ends" in hosted.failure()


@pytest.mark.parametrize(
    ("api", "told"),
    [
        ("openai-chat", "breaks the answer off: The server had an error"),
        ("openai-responses", "It broke"),
        ("anthropic", "breaks the answer off: Overloaded"),
        ("gemini", "breaks the answer off: Overloaded"),
    ],
)
def test_an_error_within_a_stream(api: Api, told: str) -> None:
    with Hosted(api, Said(text=("a", "b", "c"), error_after=2)) as hosted:
        assert hosted.failure().endswith(told)


@every_api
@both_ways
@pytest.mark.parametrize("count", [-5, 10**12, 1.5, "many", True])
def test_impossible_counts(api: Api, whole: bool, count: object) -> None:
    names = {"openai-chat": "completion_tokens", "gemini": "candidatesTokenCount"}
    name = names.get(api, "output_tokens")
    with Hosted(api, Said(more={name: count}, whole=whole)) as hosted:
        assert f"answers {name} {count!r}, not a whole number from 0 to" in hosted.failure()


@every_api
def test_a_prompt_of_no_tokens_is_not_reported(api: Api) -> None:
    answer = ask(api, Said(tokens_in=0))
    assert (answer.tokens_in, answer.cost_usd) == (0, None)


# Anthropic's cached tokens stand beside the input, so they cannot pass it.
@pytest.mark.parametrize("api", ["openai-chat", "openai-responses", "gemini"])
def test_more_cached_than_read_has_no_price(api: Api) -> None:
    assert ask(api, Said(tokens_in=5, cached=9)).cost_usd is None


@pytest.mark.parametrize(
    ("api", "told"),
    [
        ("openai-chat", "The model `nope` does not exist or you do not have access to it."),
        ("openai-responses", "The model `nope` does not exist or you do not have access to it."),
        ("anthropic", "model: nope"),
        ("gemini", "models/nope is not found for API version v1beta"),
    ],
)
def test_a_model_that_is_not_there(api: Api, told: str) -> None:
    with Hosted(api) as hosted:
        with pytest.raises(CallFailed) as failed:
            hosted.caller.call("a", f"{hosted.name}/nope", "hi")
        suffix = "/v1" if api.startswith("openai") else ""
        assert str(failed.value) == (
            f"{hosted.name} at {hosted.double.url}{suffix} has no model 'nope' (HTTP 404): {told};"
            " list what can be called with: nornir models"
        )
        assert hosted.caller.models(2) == (hosted.model,)


def test_429_that_says_when_is_waited_for_and_its_end_is_told() -> None:
    busy = Said(status=429, error="Slow down", headers={"Retry-After": "7"})
    clock = FakeClock()
    with Hosted("openai-chat", [busy, busy, Said()], clock=clock) as hosted:
        assert hosted.caller.ask(hosted.put()).output == "ok"
        assert (clock.slept, len(hosted.double.posted)) == (14.0, 3)

    clock = FakeClock()
    with Hosted("anthropic", busy, clock=clock) as hosted:
        assert "takes no more calls for now (HTTP 429): Slow down" in hosted.failure()
        assert (clock.slept, len(hosted.double.posted)) == (21.0, 4)

    with Hosted("gemini", busy, clock=FakeClock()) as hosted:
        told = hosted.failure(limits=Limits(timeout_s=5))
        assert "asks to wait 7 s, but 5 s of the limit of 5 s remain" in told


@pytest.mark.parametrize("status", [503, 529])
def test_a_provider_that_is_overloaded_is_tried_again(status: int) -> None:
    full = Said(status=status, error="Overloaded")
    clock = FakeClock()
    with Hosted("anthropic", [full, Said()], clock=clock) as hosted:
        assert hosted.caller.ask(hosted.put()).output == "ok"
        assert clock.slept == 0.5
    with Hosted("anthropic", full, clock=FakeClock()) as hosted:
        assert hosted.failure() == f"anthropic at HOST answers HTTP {status}: Overloaded"
        assert len(hosted.double.posted) == 4


@pytest.mark.parametrize(
    ("status", "kind", "listed"),
    [(404, "text/html", None), (405, "text/html", None), (200, "application/json", ())],
)
def test_a_server_without_a_list_of_models(
    status: int, kind: str, listed: tuple[str, ...] | None
) -> None:
    class Bare(HttpDouble):
        def answer(self, asked: Asked) -> Reply:
            return Reply(status, b"{}", kind)

    with Bare() as double:
        provider = Provider("lab", "openai-chat", double.url, declared=True)
        caller = ProviderCaller(
            Access(provider, WIRES["openai-chat"]()), SystemClock(), GenaiPrices((), {}, NOW)
        )
        assert caller.models(2) == listed
        caller.close()


def test_a_refused_list_of_models_keeps_its_remedy() -> None:
    with Hosted("openai-chat", key="sk-wrong-0987654321") as hosted:
        with pytest.raises(PrerequisiteMissing) as refused:
            hosted.caller.models(2)
        assert refused.value.remedy == "correct THE_KEY, or what the key may do there"
        assert "sk-wrong" not in str(refused.value)


@every_api
def test_a_call_in_flight_is_ended(api: Api) -> None:
    with Hosted(api, Said(hang=True)) as hosted, ThreadPoolExecutor() as pool:
        call = pool.submit(hosted.failure)
        wait_until(lambda: bool(hosted.double.posted))
        hosted.caller.cancel()
        assert call.result(timeout=10) == "cancelled"


@every_api
def test_the_limit_of_a_call(api: Api) -> None:
    with Hosted(api, Said(hang=True)) as hosted:
        told = hosted.failure(limits=Limits(timeout_s=0.2))
        assert told.endswith(": no whole answer within 0.2 s")


def test_nobody_there() -> None:
    with FakeOpenAI({}) as gone:
        url = gone.base_url
    provider = Provider("lab", "openai-chat", url, declared=True)
    caller = ProviderCaller(
        Access(provider, WIRES["openai-chat"]()), SystemClock(), GenaiPrices((), {}, NOW)
    )
    assert caller.check("a", "lab/m") == (
        f"no lab at {url}: connection refused; start it, or correct its base_url in nornir.toml"
        " (provider lab)"
    )
    caller.close()


def test_a_provider_that_wants_no_key() -> None:
    with FakeOpenAI({"m": Said()}, key=None) as double:
        provider = Provider("lab", "openai-chat", double.base_url, local=True, declared=True)
        caller = ProviderCaller(
            Access(provider, WIRES["openai-chat"]()), SystemClock(), GenaiPrices(("lab",), {}, NOW)
        )
        answer = caller.call("a", "lab/m", "hi")
        assert caller.route("a", "lab/m") == Route("lab", "this machine")
        assert "authorization" not in double.posted[0].headers
        with pytest.raises(CallFailed, match=r"'x/y' does not belong to the provider 'lab'; write"):
            caller.ask(Ask("a", "x/y", "hi"))
        caller.close()
    assert answer.cost_usd == 0.0


def test_a_server_that_wants_a_key_and_was_declared_without() -> None:
    with FakeOpenAI({"m": Said()}) as double:
        provider = Provider("lab", "openai-chat", double.base_url, declared=True)
        caller = ProviderCaller(
            Access(provider, WIRES["openai-chat"]()), SystemClock(), GenaiPrices((), {}, NOW)
        )
        with pytest.raises(CallFailed) as failed:
            caller.call("a", "lab/m", "hi")
        caller.close()
    assert "wants a key (HTTP 401): You didn't provide an API key.; name the" in str(failed.value)


def test_what_llama_cpp_measured_itself_counts() -> None:
    body = {
        "model": "/secret/path.gguf",
        "choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 40},
        "timings": {"predicted_n": 40, "predicted_ms": 500.0},
    }
    said = Said(body=json.dumps(body).encode(), content_type="application/json")
    answer = ask("openai-chat", said)
    assert answer.tokens_per_s == 80.0
    # Such a server names its model by the path of a file, which is nobody's business.
    assert json.loads(answer.environment or "")["model"] == "path.gguf"


def test_a_content_in_parts_tells_thinking_from_the_answer() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    text = {"type": "text", "text": "Paris"}

    def parts(*content: object, finish: str) -> Said:
        choice = {"message": {"content": list(content)}, "finish_reason": finish}
        body = json.dumps({"choices": [choice]}).encode()
        return Said(body=body, content_type="application/json")

    answer = ask("openai-chat", parts(thinking, text, finish="stop"))
    assert (answer.output, answer.stop_reason) == ("Paris", "stop")
    answer = ask("openai-chat", parts(thinking, finish="length"))
    assert (answer.output, answer.stop_reason) == ("", "length while thinking")


@both_ways
def test_thinking_whose_text_is_withheld_is_thinking_still(whole: bool) -> None:
    answer = ask("anthropic", Said(text=(), thinking=("",), ending="length", whole=whole))
    assert answer.stop_reason == "length while thinking"


def test_where_providers_are() -> None:
    for url, host, shown in (
        ("https://api.openai.com/v1", "api.openai.com:443", "https://api.openai.com/v1"),
        ("http://box:8000", "box:8000", "http://box:8000"),
        ("http://[2001:db8::1]/v1", "[2001:db8::1]:80", "http://[2001:db8::1]/v1"),
        ("http://localhost:1/v1", "this machine", "http://localhost:1/v1"),
        ("http://u:p@box/v1", "box:80", "http://box/v1"),
    ):
        provider = Provider("p", "openai-chat", url)
        caller = ProviderCaller(
            Access(provider, WIRES["openai-chat"]()), SystemClock(), GenaiPrices((), {}, NOW)
        )
        assert caller.route("a", "p/m") == Route("p", host)
        assert caller._source == f"p at {shown}"
