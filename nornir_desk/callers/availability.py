"""Which models can be called from here; every question has a short limit, all go out at once."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from nornir_desk.callers.llama_engine import MISSING
from nornir_desk.callers.model_file import ModelFiles
from nornir_desk.callers.provider_address import host_key
from nornir_desk.callers.registry import ModelEntry
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.domain.model_ref import EMBEDDED, OLLAMA, parse_model_ref
from nornir_desk.domain.provider import ModelHere, Provider

ANY = "*"
LIMIT_S = 2.0

_HERE = "in process"
_MB = 1_000_000

Source = Callable[[], Sequence[ModelHere]]
Listing = Callable[[], Sequence[str] | None]


def ask_all(sources: Iterable[Source]) -> tuple[ModelHere, ...]:
    """Return what the sources find, in their order; they are asked at the same time."""
    asked = list(sources)
    with ThreadPoolExecutor(max_workers=max(1, len(asked))) as pool:
        return tuple(model for found in pool.map(lambda source: source(), asked) for model in found)


def embedded_here(entries: Sequence[ModelEntry], files: ModelFiles) -> tuple[ModelHere, ...]:
    """Return the models that run in this process."""
    installed = importlib.util.find_spec("xllamacpp") is not None
    return tuple(_embedded(entry, files, installed=installed) for entry in entries)


def ollama_here(known: Sequence[str], key: str, listing: Listing) -> tuple[ModelHere, ...]:
    """Return Ollama's models: those it has, then those that nornir knows and it has not.

    Args:
        known: Ids of the registry.
        key: Whose processor does the work.
        listing: Tells the tags that the host has.
    """
    try:
        tags = listing() or ()
    except PrerequisiteMissing as failure:
        return tuple(_missing(OLLAMA, model, key, "no answer", failure) for model in known)
    there = {_tagged(tag) for tag in tags}
    return (
        *(ModelHere(OLLAMA, tag, key, True, "ready") for tag in tags),
        *(
            ModelHere(
                OLLAMA,
                model,
                key,
                False,
                "not pulled",
                "the Ollama host has it not",
                f"ollama pull {model}",
            )
            for model in known
            if _tagged(model) not in there
        ),
    )


def hosted_here(
    provider: Provider, known: Sequence[str], fault: PrerequisiteMissing | None, listing: Listing
) -> tuple[ModelHere, ...]:
    """Return a provider's models: of a declared one all that it lists, else those of the registry.

    Args:
        provider: Who.
        known: Ids of the registry.
        fault: The missing key; None where there is one or none is needed.
        listing: Tells the ids that the provider lists; None where it has no such list.
    """
    names = known or (ANY,)
    if fault is not None:
        where = f"needs {provider.key_variables[0]}"
        return tuple(_missing(provider.name, name, where, "no key", fault) for name in names)
    where = host_key(provider.base_url)
    try:
        listed = listing()
    except PrerequisiteMissing as failure:
        return tuple(_missing(provider.name, name, where, "no list", failure) for name in names)
    if listed is None:
        told = "it answers, and does not list its models"
        return tuple(ModelHere(provider.name, n, where, True, "not listed", told) for n in names)
    if provider.declared:
        return tuple(ModelHere(provider.name, name, where, True, "ready") for name in listed)
    return tuple(_hosted(provider.name, name, where, listed) for name in names)


def _missing(
    provider: str, name: str, where: str, state: str, failure: PrerequisiteMissing
) -> ModelHere:
    return ModelHere(provider, name, where, False, state, failure.message, failure.remedy)


def _hosted(provider: str, name: str, where: str, listed: Sequence[str]) -> ModelHere:
    # A name without a date stands for the newest dated one, and only dated ones are listed.
    if any(found == name or found.startswith(f"{name}-") for found in listed):
        return ModelHere(provider, name, where, True, "ready")
    told, remedy = "the provider does not list it to this key", "ask the provider for it"
    return ModelHere(provider, name, where, False, "not listed", told, remedy)


def _embedded(entry: ModelEntry, files: ModelFiles, *, installed: bool) -> ModelHere:
    name = parse_model_ref(entry.ref).id
    if not installed:
        return _missing(EMBEDDED, name, _HERE, "no engine", MISSING)
    if entry.file is not None and files.present(entry.file) is None:
        told = f"its file is fetched at first use ({entry.file.wheel_bytes / _MB:.0f} MB)"
        return ModelHere(EMBEDDED, name, _HERE, True, "not fetched", told)
    return ModelHere(EMBEDDED, name, _HERE, True, "ready", "its file is in the cache")


def _tagged(model: str) -> str:
    return model if ":" in model else f"{model}:latest"
