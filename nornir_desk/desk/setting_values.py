"""Settings as they stand in a file; each reader raises ValueError for what is none of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from nornir_desk.present.choices import COLUMNS, FIXED_COLUMNS, Column, SortView

Take = Callable[[object], Any]
_SIZE_MAX = 20_000
_PLACE_MAX = 4_096


def stored(value: object) -> str | list[str]:
    """Return a setting as it is written: a word, or a list of words."""
    if value is None:
        return "off"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, SortView):
        return f"{value.column}:desc" if value.descending else value.column
    if isinstance(value, dict):
        return [f"{name}={size}" for name, size in value.items()]
    if isinstance(value, tuple):
        return [str(one) for one in value]
    return str(value)


def one_of(options: Sequence[Any], none: str | None = None) -> Take:
    """Return a reader of one of the options; the word ``none`` reads as None."""
    known: dict[str, Any] = {str(option): option for option in options}
    if none is not None:
        known[none] = None

    def take(raw: object) -> Any:
        if not isinstance(raw, str) or raw not in known:
            raise ValueError(raw)
        return known[raw]

    return take


def as_number(least: float, most: float) -> Take:
    """Return a reader of a number within bounds."""

    def take(raw: object) -> float:
        value = float(_word(raw))
        if not math.isfinite(value) or not least <= value <= most:
            raise ValueError(raw)
        return value

    return take


def as_text(longest: int) -> Take:
    """Return a reader of a text."""

    def take(raw: object) -> str:
        text = _word(raw)
        if len(text) > longest:
            raise ValueError(longest)
        return text

    return take


def as_places(most: int) -> Take:
    """Return a reader of paths and names, of which no more than ``most`` are kept."""

    def take(raw: object) -> tuple[str, ...]:
        words = dict.fromkeys(word for word in _words(raw) if 0 < len(word) <= _PLACE_MAX)
        return tuple(words)[:most]

    return take


def as_switch(raw: object) -> bool:
    """Read ``true`` or ``false``."""
    return bool(one_of(("true", "false"))(raw) == "true")


def as_sizes(raw: object) -> tuple[int, ...]:
    """Read the sizes of a splitter's parts."""
    sizes = tuple(int(word) for word in _words(raw))
    if not all(0 <= size <= _SIZE_MAX for size in sizes):
        raise ValueError(raw)
    return sizes


def as_widths(raw: object) -> dict[str, int]:
    """Read ``column=width`` words."""
    pairs = [word.partition("=") for word in _words(raw) if word]
    known = {str(column) for column in COLUMNS}
    widths = {name: int(size) for name, _, size in pairs if name in known}
    if not all(0 <= size <= _SIZE_MAX for size in widths.values()):
        raise ValueError(raw)
    return widths


def as_columns(raw: object) -> tuple[Column, ...]:
    """Read columns; unknown ones are left out, and those that are always there are put back."""
    words = set(_words(raw))
    if not words & set(COLUMNS):
        raise ValueError(raw)
    return tuple(one for one in COLUMNS if one in words or one in FIXED_COLUMNS)


def as_sort(raw: object) -> SortView:
    """Read ``column`` or ``column:desc``."""
    name, _, direction = _word(raw).partition(":")
    column = next((one for one in COLUMNS if one == name), None)
    if column is None or direction not in ("", "desc"):
        raise ValueError(raw)
    return SortView(column, descending=direction == "desc")


def _word(raw: object) -> str:
    if not isinstance(raw, str):
        raise ValueError(raw)  # noqa: TRY004 - one kind of refusal for every wrong value
    return raw


def _words(raw: object) -> list[str]:
    # A list of one is read as its word.
    words = raw if isinstance(raw, list) else [raw]
    return [_word(word) for word in words]
