"""An Ollama host that the user declared under a name of its own, with a key or without."""

from __future__ import annotations

import pytest

from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing
from nornir_desk.domain.provider import Declarations, Provider, hosted_providers
from nornir_desk.ports.caller import Caller, Route
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.redaction import Redactor
from nornir_desk.wiring.providers import ListingCaller, Providers
from tests.fakes.ollama import FakeOllama, Scripted


def caller(provider: Provider, **environment: str) -> ListingCaller:
    return Providers(Declarations(providers=(provider,)), environment).caller(
        provider, SystemClock()
    )


def test_it_goes_by_its_own_name_and_sends_its_key() -> None:
    with FakeOllama({"m": Scripted()}) as host:
        provider = Provider("cloud", "ollama", host.url, ("CLOUD_KEY",), declared=True)
        box = caller(provider, CLOUD_KEY="k-123")
        assert isinstance(box, Caller)
        assert box.check("a", "cloud/m") is None
        assert box.models(2) == ("m:latest",)
        answer = box.ask(Ask("a", "cloud/m", "hi"))
        assert box.route("a", "cloud/m") == Route("cloud", "this machine")
        with pytest.raises(CallFailed, match="belongs to the provider 'ollama', not to cloud"):
            box.ask(Ask("a", "m", "hi"))
        box.close()
        assert {r.headers["authorization"] for r in host.requests} == {"Bearer k-123"}
    assert (answer.output, answer.cost_usd) == ("ok", None)  # somebody else's, at no known price


def test_a_local_one_is_free() -> None:
    with FakeOllama({"m": Scripted()}) as host:
        box = caller(Provider("box", "ollama", host.url, local=True, declared=True))
        assert box.call("a", "box/m", "hi").cost_usd == 0.0
        assert "authorization" not in host.generated[0].headers
        box.close()


def test_a_missing_key_is_told_before_any_request() -> None:
    with FakeOllama({"m": Scripted()}) as host:
        box = caller(Provider("cloud", "ollama", host.url, ("CLOUD_KEY",), declared=True))
        told = "cloud needs a key, and CLOUD_KEY is not set; set CLOUD_KEY"
        assert box.check("a", "cloud/m") == told
        with pytest.raises(CallFailed, match=told):
            box.call("a", "cloud/m", "hi")
        with pytest.raises(PrerequisiteMissing, match="CLOUD_KEY"):
            box.models(2)
        box.close()
        assert host.requests == []


def test_nobody_there_names_the_file_to_correct() -> None:
    with FakeOllama({}) as gone:
        url = gone.url
    box = caller(Provider("box", "ollama", url, local=True, declared=True))
    told = box.check("a", "box/m")
    box.close()
    assert told == (
        f"no box at {url}: connection refused; start it, or correct its base_url in nornir.toml"
        " (provider box)"
    )


@pytest.mark.parametrize(
    ("address", "api"),
    [
        ("", "openai-responses"),
        ("https://api.openai.com/v1/", "openai-responses"),
        ("https://eu.api.openai.com/v1", "openai-responses"),
        ("https://openai.com.evil.example/v1", "openai-chat"),
        ("http://localhost:8000/v1", "openai-chat"),
    ],
)
def test_what_is_not_openai_itself_is_spoken_to_by_the_chat_api(address: str, api: str) -> None:
    openai, anthropic, gemini = hosted_providers({"OPENAI_BASE_URL": address})
    assert openai.api == api
    assert openai.base_url == (address.rstrip("/") or "https://api.openai.com/v1")
    assert (anthropic.base_url, gemini.base_url) == (
        "https://api.anthropic.com",
        "https://generativelanguage.googleapis.com",
    )


def test_keys_are_hidden_whatever_their_variables_are_called() -> None:
    provider = Provider("far", "gemini", "http://h", ("FAR_ACCESS",), declared=True)
    short = Provider("near", "gemini", "http://h", ("NEAR_ACCESS",), declared=True)
    environment = {
        "FAR_ACCESS": "0123456789",
        "NEAR_ACCESS": "EMPTY",
        "OPENAI_BASE_URL": "https://me:pass@proxy.example/v1",
    }
    redactor = Redactor(environment)
    Providers(Declarations(providers=(provider, short)), environment).hide_keys(redactor)
    # A short one is a word of honest text, and no secret worth the name.
    told = redactor.text("0123456789 EMPTY me:pass@proxy")
    assert told == "[FAR_ACCESS redacted] EMPTY [credentials redacted]@proxy"
