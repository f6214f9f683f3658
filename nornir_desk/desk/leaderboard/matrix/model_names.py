"""A model's name in the head of its column: its provider above its id, or two lines of a long id."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_AFTER = re.compile(r"(?<=[-:._])")

Width = Callable[[str], float]


class Lines(NamedTuple):
    """Two lines; ``provider`` tells that the first one is a provider's name."""

    first: str
    second: str
    provider: bool


def lines_of(name: str, room: float, width: Width) -> Lines | None:
    """Return the two lines of a name, or None where it has to be shortened.

    Args:
        name: The name, ``provider/id`` or ``id``.
        room: The width of a line.
        width: Measures an id's text.
    """
    provider, model = split(name)
    if width(model) <= room:
        return Lines(provider, model, provider=True)
    parts = [part for part in _AFTER.split(model) if part]
    halves = (("".join(parts[:at]), "".join(parts[at:])) for at in range(1, len(parts)))
    fitting = [half for half in halves if max(width(half[0]), width(half[1])) <= room]
    if not fitting:
        return None
    # The most even of them reads best.
    first, second = min(fitting, key=lambda half: max(width(half[0]), width(half[1])))
    return Lines(first, second, provider=False)


def split(name: str) -> tuple[str, str]:
    """Return provider and id of a model's name; the provider is empty where it names none."""
    provider, slash, model = name.partition("/")
    return (provider, model) if slash and provider and model else ("", name)
