"""What is wrong with a ``nornir.toml``, in words: the key, its value, and the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from nornir_desk.domain.text import one_line

_SHOWN = 60
_KEY_LIKE = re.compile(r"key|token|secret|password|credential|auth", re.IGNORECASE)
_KEY_VARIABLE = "api_key_env"
_KEY_REMEDY = f'put it in an environment variable, and name that: {_KEY_VARIABLE} = "MY_KEY"'
_WANTED = {
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list of texts",
    "dict_type": "a table",
    "model_type": "a table",
    "string_too_short": "a text with something in it",
    "too_short": "a list with something in it",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        key: Where in the file, such as ``providers.lab.api``, and its value where it may be shown.
        what: What is wrong with it.
        remedy: What to do.
    """

    key: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return one_line(f"{self.key} {self.what} ({self.remedy})")


def told_faults(failure: ValidationError, more: Iterable[Fault]) -> list[str]:
    """Return every fault in words: pydantic's own, then ``more``."""
    return [str(fault) for fault in [*map(_fault, failure.errors(include_url=False)), *more]]


def _fault(error: ErrorDetails) -> Fault:
    place = [str(part) for part in error["loc"] if part != "[key]"]
    key = ".".join(place)
    kind = error["type"]
    if kind == "missing":
        return Fault(key, "is missing", "add it")
    if kind == "extra_forbidden":
        return _unknown(place, key)
    shown = key if _is_secret(place, error["input"]) else f"{key} = {_shown(error['input'])}"
    if kind == "literal_error":
        wanted = error["ctx"]["expected"].replace("'", "").replace(" or ", ", ")
        return Fault(shown, "is not known", f"it is one of {wanted}")
    if kind == "value_error":
        what, _, remedy = str(error["ctx"]["error"]).partition("|")
        return Fault(shown, what, remedy)
    wanted = _WANTED.get(kind, error["msg"])
    return Fault(shown, "cannot be used", f"it is to be {wanted}")


def _unknown(place: list[str], key: str) -> Fault:
    # The value is never shown: it may be the key itself.
    if place[0] == "providers" and _KEY_LIKE.search(place[-1]):
        return Fault(key, "holds a key, which does not belong in a file", _KEY_REMEDY)
    return Fault(key, "is not known", "take it out, or correct its name")


def _is_secret(place: list[str], value: object) -> bool:
    # A key pasted where its variable's name belongs must not be printed; an address may hold one.
    if place[0] == "providers":
        return bool(_KEY_LIKE.search(place[-1])) or "@" in str(value)
    return "env" in place[2:]


def _shown(value: object) -> str:
    text = one_line(repr(value))
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
