from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from nornir_desk.callers.availability import ask_all, embedded_here, hosted_here, ollama_here
from nornir_desk.callers.model_file import ModelFiles
from nornir_desk.callers.registry import load_registry
from nornir_desk.callers.routed import RoutedCaller
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing
from nornir_desk.domain.provider import ModelHere, Provider
from nornir_desk.ports.caller import Route
from nornir_desk.system.resources import ShippedResources
from tests.unit.callers.hosted import Hosted

SILENT = PrerequisiteMissing("no Ollama at h: connection refused", "start it")
OPENAI = Provider("openai", "openai-chat", "https://api.openai.com/v1", ("OPENAI_API_KEY",))
LAB = Provider("lab", "openai-chat", "http://127.0.0.1:1/v1", declared=True)


def lists(*names: str) -> Sequence[str]:
    return names


def silent() -> Sequence[str]:
    raise SILENT


def test_ollama_tells_its_models_then_those_it_lacks() -> None:
    found = ollama_here(("a", "b:1b"), "h:1", lambda: lists("a:latest", "own:2b"))
    assert found == (
        ModelHere("ollama", "a:latest", "h:1", True, "ready"),
        ModelHere("ollama", "own:2b", "h:1", True, "ready"),
        ModelHere(
            "ollama", "b:1b", "h:1", False, "not pulled", "the Ollama host has it not",
            "ollama pull b:1b",
        ),
    )  # fmt: skip
    assert found[0].ref == "a:latest"


def test_a_silent_ollama() -> None:
    (found,) = ollama_here(("a",), "h:1", silent)
    assert found == ModelHere(
        "ollama", "a", "h:1", False, "no answer", SILENT.message, SILENT.remedy
    )


def test_a_hosted_provider() -> None:
    key = PrerequisiteMissing("needs a key", "set it")
    where = "api.openai.com:443"
    assert hosted_here(OPENAI, ("gpt-4o",), key, silent) == (
        ModelHere(
            "openai", "gpt-4o", "needs OPENAI_API_KEY", False, "no key", "needs a key", "set it"
        ),
    )
    assert hosted_here(OPENAI, ("gpt-4o", "gpt-x"), None, lambda: lists("gpt-4o-2024", "z")) == (
        ModelHere("openai", "gpt-4o", where, True, "ready"),
        ModelHere(
            "openai", "gpt-x", where, False, "not listed",
            "the provider does not list it to this key", "ask the provider for it",
        ),
    )  # fmt: skip


def test_a_declared_provider() -> None:
    here = "this machine"
    assert hosted_here(LAB, (), None, lambda: lists("m", "n")) == (
        ModelHere("lab", "m", here, True, "ready"),
        ModelHere("lab", "n", here, True, "ready"),
    )
    assert hosted_here(LAB, (), None, lists) == ()
    assert hosted_here(LAB, (), None, lambda: None) == (
        ModelHere("lab", "*", here, True, "not listed", "it answers, and does not list its models"),
    )
    (unlisted,) = hosted_here(LAB, (), None, silent)
    assert (unlisted.ref, unlisted.state) == ("lab/*", "no list")


def test_embedded_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = load_registry(ShippedResources())
    entries = registry.of_provider("embedded")[:1]
    pytest.importorskip("xllamacpp")
    (found,) = embedded_here(entries, ModelFiles(tmp_path))
    assert (found.ref, found.ready, found.state) == (
        "embedded/smollm2-135m", True, "not fetched",
    )  # fmt: skip
    assert found.detail == "its file is fetched at first use (93 MB)"

    pin = entries[0].file
    assert pin is not None
    small = replace(entries[0], file=replace(pin, bytes=1))
    (tmp_path / pin.name).write_bytes(b"x")
    (found,) = embedded_here([small], ModelFiles(tmp_path))
    assert (found.ready, found.state) == (True, "ready")

    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    (found,) = embedded_here(entries, ModelFiles(tmp_path))
    assert (found.ready, found.state) == (False, "no engine")
    assert found.remedy == "pip install 'nornir-desk[embedded]'"


def test_all_are_asked_and_stand_in_their_order() -> None:
    def one(name: str) -> tuple[ModelHere, ...]:
        return (ModelHere("p", name, "w", True, "ready"),)

    found = ask_all([lambda: one("b"), lambda: (), lambda: one("a")])
    assert [model.id for model in found] == ["b", "a"]
    assert ask_all([]) == ()


def test_each_cell_goes_to_the_provider_that_its_model_names() -> None:
    with Hosted("openai-chat") as hosted:
        made: list[str] = []

        def make(name: str) -> Hosted:
            made.append(name)
            return hosted

        routed = RoutedCaller({"openai": lambda: make("openai").caller})
        routed.prepare("openai/gpt-4o", lambda *_: None)
        assert routed.check("a", "openai/gpt-4o") is None
        assert routed.route("a", "openai/gpt-4o") == Route("openai", "this machine")
        assert routed.call("a", "openai/gpt-4o", "hi").output == "ok"
        assert made == ["openai"]
        with pytest.raises(CallFailed, match="provider 'ollama' cannot be called from here"):
            routed.ask(Ask("a", "m", "hi"))
        with pytest.raises(CallFailed, match="has no id"):
            routed.ask(Ask("a", "openai/", "hi"))
        routed.cancel()
        routed.close()
        with pytest.raises(CallFailed, match="cancelled"):
            routed.ask(hosted.put())
