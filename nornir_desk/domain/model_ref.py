"""Model references: ``[provider/]id``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.text import one_line

OLLAMA = "ollama"
EMBEDDED = "embedded"
PROVIDERS: tuple[str, ...] = (OLLAMA, EMBEDDED, "openai", "anthropic", "gemini")


@dataclass(frozen=True, slots=True)
class ModelRef:
    """A provider and the model's id there."""

    provider: str
    id: str

    @property
    def column(self) -> str:
        """The text of the ``model`` column: the bare id for ollama, else the full reference."""
        return self.id if self.provider == OLLAMA else f"{self.provider}/{self.id}"


def parse_model_ref(text: str, declared: Collection[str] = ()) -> ModelRef:
    """Split ``[provider/]id``; an unknown first part belongs to the id (``hf.co/x/y``).

    Args:
        text: The reference as written.
        declared: Names of providers that the user declared.

    Raises:
        UsageFault: The reference is empty or names a provider and no id.
    """
    head, slash, rest = text.partition("/")
    known = slash and (head in PROVIDERS or head in declared)
    ref = ModelRef(head, rest) if known else ModelRef(OLLAMA, text)
    if not ref.id.strip():
        raise UsageFault(f"model {text!r} has no id", "write it as [provider/]id")
    return ref


def checked_names(option: str, text: str) -> tuple[str, ...]:
    """Split a comma-separated list of agents or models.

    Raises:
        UsageFault: A name is empty, stands twice, or holds control characters.
    """
    names = tuple(part.strip() for part in text.split(","))
    for name in names:
        if not name:
            raise UsageFault(f"{option} {one_line(text)!r} has an empty name", "write it as a,b,c")
        if one_line(name) != name:
            raise UsageFault(
                f"{option}: {one_line(name)!r} has control characters or doubled spaces",
                "use plain text",
            )
        if names.count(name) > 1:
            raise UsageFault(
                f"{option} names {name!r} twice",
                "name each once; --repeats N measures a cell N times",
            )
    return names
