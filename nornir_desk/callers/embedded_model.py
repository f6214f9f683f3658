"""What ``embedded/...`` names: a model of the registry, or a .gguf file of the user's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from nornir_desk.callers.model_file import FilePin
from nornir_desk.callers.registry import ModelRegistry
from nornir_desk.domain.ask import Knobs
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.domain.model_ref import EMBEDDED, parse_model_ref

_MAGIC = b"GGUF"
_SUFFIX = ".gguf"


@dataclass(frozen=True, slots=True)
class EmbeddedModel:
    """A model and where its file comes from: ``pin`` or ``path``, one of them set.

    Attributes:
        name: What evidence calls it: the registry's id, or the file's own name without its folder.
        pin: The file to fetch, for a model of the registry.
        path: The user's file.
        system: System message of the subject.
        knobs: Tuning of the subject.
    """

    name: str
    pin: FilePin | None = None
    path: Path | None = None
    system: str | None = None
    knobs: Knobs = field(default_factory=Knobs)


def embedded_model(reference: str, registry: ModelRegistry) -> EmbeddedModel:
    """Return what a reference names; a file is not looked at yet.

    Raises:
        UsageFault: The reference has no id.
        PrerequisiteMissing: It names neither a model of the registry nor a .gguf file.
    """
    ref = parse_model_ref(reference)
    entry = registry.get(ref.column)
    if entry is not None and entry.file is not None:
        return EmbeddedModel(ref.id, pin=entry.file, system=entry.system, knobs=entry.knobs)
    if ref.provider != EMBEDDED or not ref.id.lower().endswith(_SUFFIX):
        known = ", ".join(e.ref for e in registry.of_provider(EMBEDDED))
        raise PrerequisiteMissing(
            f"there is no embedded model {reference!r}",
            f"there are {known}, and any .gguf file as embedded/PATH",
        )
    path = Path(ref.id)
    return EmbeddedModel(path.name, path=path)


def usable_file(path: Path) -> Path:
    """Return the user's file with ``~`` resolved, if it looks like a model.

    Raises:
        PrerequisiteMissing: It is not there, a folder, unreadable or no gguf file.
    """
    try:
        found = path.expanduser()
        if found.is_dir():
            raise PrerequisiteMissing(f"{str(path)!r} is a folder", "name a .gguf file in it")
        with found.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except (OSError, ValueError, RuntimeError) as failure:
        why = getattr(failure, "strerror", None) or str(failure)
        raise PrerequisiteMissing(
            f"the model file {str(path)!r} cannot be read: {why}",
            "name a .gguf file as embedded/PATH",
        ) from failure
    if magic != _MAGIC:
        raise PrerequisiteMissing(
            f"{str(path)!r} is no gguf file: it does not begin with GGUF",
            "name a model in llama.cpp's format",
        )
    return found
