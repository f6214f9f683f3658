"""What an Ollama host measures on: its version, and how it has a model loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nornir_desk.callers.environment import (
    environment_json,
    short_digest,
    this_cpu,
    this_system,
)
from nornir_desk.callers.json_answer import json_object
from nornir_desk.callers.ollama_host import THIS_MACHINE, OllamaHost
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.text import one_line
from nornir_desk.system.http import ExchangeFailure, HttpAnswer

Json = Mapping[str, object]

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """How a host has a model loaded, as ``/api/ps`` tells it; what it does not tell is empty."""

    digest: str = ""
    quantisation: str = ""
    gpu_share: float | None = None


def host_environment(
    host: OllamaHost, model: str, get: Callable[[str], HttpAnswer], source: str
) -> str:
    """Return the environment of a model that has just answered.

    Args:
        host: The host; of another machine neither system nor processor is known.
        model: The model's name at Ollama.
        get: Gets a path of the host.
        source: Who answers, for messages that nobody sees.
    """
    version = _text(_object(get, "/api/version", source), "version")
    loaded = _loaded(_object(get, "/api/ps", source), model)
    here = host.key == THIS_MACHINE
    return environment_json(
        backend=f"ollama {version}".strip(),
        host=None if here else host.key,
        system=this_system() if here else None,
        cpu=this_cpu() if here else None,
        gpu_share=loaded.gpu_share,
        model=loaded.digest,
        quantisation=loaded.quantisation,
    )


def _object(get: Callable[[str], HttpAnswer], path: str, source: str) -> Json:
    """Return an answer, or nothing: a host that tells less still answers cells."""
    try:
        return json_object(get(path), source)
    except (ExchangeFailure, CallFailed):
        return {}


def _loaded(value: Json, model: str) -> LoadedModel:
    models = value.get("models")
    entries = models if isinstance(models, list) else []
    for entry in entries:
        if isinstance(entry, dict) and entry.get("name") in (model, f"{model}:latest"):
            return _described(entry)
    return LoadedModel()


def _described(entry: Json) -> LoadedModel:
    details = entry.get("details")
    size, in_vram = entry.get("size"), entry.get("size_vram", 0)
    share = None
    if isinstance(size, int) and isinstance(in_vram, int) and 0 <= in_vram <= size and size > 0:
        share = round(in_vram / size, 2)
    return LoadedModel(
        short_digest(_text(entry, "digest")),
        _text(details, "quantization_level") if isinstance(details, dict) else "",
        share,
    )


def _text(value: Json, name: str) -> str:
    found = value.get(name)
    return one_line(found)[:_SHOWN] if isinstance(found, str) else ""
