"""Bake-offs over hosted and declared providers: real processes against doubles of their APIs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Nornir
from tests.fakes.anthropic import FakeAnthropic
from tests.fakes.gemini import FakeGemini
from tests.fakes.http_double import Said
from tests.fakes.ollama import FakeOllama, Scripted
from tests.fakes.openai import FakeOpenAI

KEY = "sk-test-1234567890"
RUN = ("bakeoff", "run", "--task", "Say hi", "--task-id", "hi", "--json")
MODELS = "openai/gpt-4o,anthropic/claude-sonnet-4-5,gemini/gemini-2.5-pro"


def declare(home: Path, text: str) -> None:
    folder = home / ".config" / "nornir"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(text, encoding="utf-8")


def holds(folder: Path, text: str) -> list[str]:
    return [
        str(path)
        for path in folder.rglob("*")
        if path.is_file() and text.encode() in path.read_bytes()
    ]


def test_three_providers_in_one_run(nornir: Nornir, home: Path) -> None:
    said = Said(text=("Hello", f" {KEY}"), tokens_in=1_000, tokens_out=100, cached=400)
    with (
        FakeOpenAI({"gpt-4o": said}) as openai,
        FakeAnthropic({"claude-sonnet-4-5": said}) as anthropic,
        FakeGemini({"gemini-2.5-pro": said}) as gemini,
    ):
        ended = nornir(
            *RUN, "--models", MODELS, "--agents", "claude",
            OPENAI_API_KEY=KEY, OPENAI_BASE_URL=openai.base_url,
            ANTHROPIC_API_KEY=KEY, ANTHROPIC_BASE_URL=anthropic.url,
            GEMINI_API_KEY=KEY, GOOGLE_GEMINI_BASE_URL=gemini.url,
        )  # fmt: skip
    assert ended.code == 0, ended
    rows = {row["model"]: row for row in ended.json()}
    # By hand, in USD per million: 600 fresh, 400 cached, 100 out.
    assert {model: row["cost_usd"] for model, row in rows.items()} == {
        "openai/gpt-4o": (600 * 2.5 + 400 * 1.25 + 100 * 10) / 1e6,
        "anthropic/claude-sonnet-4-5": (600 * 3 + 400 * 0.3 + 100 * 15) / 1e6,
        "gemini/gemini-2.5-pro": (600 * 1.25 + 400 * 0.125 + 100 * 10) / 1e6,
    }
    for model, row in rows.items():
        assert row["driver"] == model.partition("/")[0]
        assert (row["ok"], row["stop_reason"]) == (True, "stop")
        assert (row["tokens_in"], row["tokens_out"]) == (1_000, 100)
        assert row["output"].startswith("Hello [")  # the model said the key; nobody keeps it
    assert "bare model calls" in ended.err
    assert KEY not in ended.out + ended.err
    assert holds(home, KEY) == []


def test_a_missing_key_is_refused_before_any_cell_where_every_cell_would_fail(
    nornir: Nornir, home: Path
) -> None:
    ended = nornir(*RUN, "--models", "openai/gpt-4o")
    assert ended.code == 4
    assert ended.json()["error"] == {
        "kind": "prerequisite",
        "message": "openai needs a key, and OPENAI_API_KEY is not set; set OPENAI_API_KEY",
        "remedy": None,
    }
    assert not (home / "warehouse" / "journal").exists()


def test_a_missing_key_is_a_red_cell_beside_others(nornir: Nornir) -> None:
    with FakeGemini({"gemini-2.5-pro": Said()}) as gemini:
        ended = nornir(
            *RUN, "--models", "anthropic/claude-sonnet-4-5,gemini/gemini-2.5-pro",
            GOOGLE_API_KEY=KEY, GOOGLE_GEMINI_BASE_URL=gemini.url,
        )  # fmt: skip
    assert ended.code == 1
    rows = {row["model"]: row for row in ended.json()}
    told = "anthropic needs a key, and ANTHROPIC_API_KEY is not set; set ANTHROPIC_API_KEY"
    assert f"{told}; its cells will fail" in ended.err
    assert rows["anthropic/claude-sonnet-4-5"]["error"] == told
    assert rows["anthropic/claude-sonnet-4-5"]["cost_usd"] is None
    assert rows["gemini/gemini-2.5-pro"]["ok"] is True


def test_declared_providers(nornir: Nornir, home: Path) -> None:
    with (
        FakeOpenAI({"tiny": Said(text=("lab",))}, key=None) as lab,
        FakeOpenAI({"big": Said(text=("far",))}) as far,
        FakeOllama({"qwen3:8b": Scripted(response="box")}) as box,
    ):
        declare(
            home,
            f"""
            [providers.lab]
            base_url = "{lab.base_url}"
            api = "openai-chat"
            local = true
            [providers.far]
            base_url = "{far.base_url}"
            api = "openai-responses"
            api_key_env = "FAR_ACCESS"
            [providers.box]
            base_url = "{box.url}"
            api = "ollama"
            """,
        )
        ended = nornir(*RUN, "--models", "lab/tiny,far/big,box/qwen3:8b", FAR_ACCESS=KEY)
        assert ended.code == 0, ended
        assert (lab.posted[0].path, far.posted[0].path) == ("/v1/chat/completions", "/v1/responses")
        assert box.generated[0].body["model"] == "qwen3:8b"
    rows = {row["model"]: row for row in ended.json()}
    assert {model: (row["driver"], row["output"], row["cost_usd"]) for model, row in rows.items()} == {
        "lab/tiny": ("lab", "lab", 0.0),
        "far/big": ("far", "far", None),
        "box/qwen3:8b": ("box", "box", 0.0),
    }  # fmt: skip
    assert holds(home, KEY) == []  # although the variable's name does not look like a secret's


def test_a_broken_nornir_toml_ends_a_run_before_any_call(nornir: Nornir, home: Path) -> None:
    declare(home, '[providers.lab]\napi = "openai"\nbase_url = "h"\napi_key = "SEEKRIT"\n')
    ended = nornir(*RUN, "--models", "lab/tiny")
    assert ended.code == 2
    assert ended.err.count("\n") == 1
    for part in (
        "lab.api = 'openai' is not known",
        "lab.base_url = 'h' is no",
        "lab.api_key holds",
    ):
        assert part in ended.err
    assert "SEEKRIT" not in ended.err + ended.out


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            Said(status=401, error="Bad key"),
            "refuses the key in OPENAI_API_KEY (HTTP 401): Bad key",
        ),
        (Said(status=500, body=b"<html>Oops"), "HTTP 500: text/html instead of JSON: <html>Oops"),
        (Said(text=("a", "b", "c"), cut=2), "openai at"),
        (Said(more={"completion_tokens": -1}), "answers completion_tokens -1, not a whole number"),
    ],
)
def test_a_failed_cell_is_red_and_the_run_goes_on(nornir: Nornir, said: Said, told: str) -> None:
    with FakeOpenAI({"gpt-4o": said, "gpt-5": Said()}) as openai:
        ended = nornir(
            *RUN, "--models", "openai/gpt-4o,openai/gpt-5",
            OPENAI_API_KEY=KEY, OPENAI_BASE_URL=openai.base_url,
        )  # fmt: skip
    assert ended.code == 1
    rows = {row["model"]: row for row in ended.json()}
    assert told in rows["openai/gpt-4o"]["error"]
    assert rows["openai/gpt-5"]["ok"] is True


def test_a_reference_without_an_id(nornir: Nornir, home: Path) -> None:
    declare(home, '[providers.lab]\napi = "gemini"\nbase_url = "http://h"\n')
    ended = nornir(*RUN, "--models", "lab/")
    assert (ended.code, ended.err) == (
        2,
        "nornir: model 'lab/' has no id; write it as [provider/]id\n",
    )
