"""Strict JSON: no NaN, no Infinity, column names as in the table."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields, is_dataclass
from typing import Any

from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.plain_values import as_plain

# A sign becomes twelve at most (two escapes), so no piece is longer than 64 KB.
_SLICE = 2_048
_CHUNK = 32_768
# Classes whose values are long texts; those of the others are encoded in one go.
_HEAVY = frozenset(
    ("LeaderboardState", "SelectedCellView", "AnswerView", "CompareView", "DiffLine", "MatrixView")
)


def rows_to_json(rows: Iterable[AgentModelRunRow], *, ascii_only: bool = False) -> str:
    """Return rows as a JSON array; ts_micros is an integer, a figure that is no number is null."""
    return to_json([asdict(row) for row in rows], ascii_only=ascii_only)


def to_json(value: Any, *, ascii_only: bool = False) -> str:
    """Return any state or list of states as strict JSON, indented by two."""
    return json.dumps(
        _finite(as_plain(value)),
        indent=2,
        ensure_ascii=ascii_only,
        allow_nan=False,
        sort_keys=False,
    )


def json_chunks(value: Any) -> Iterator[str]:
    """Return the same as ASCII without indents, in pieces of at most 64 KB.

    Each piece is little work, however long a text or a list is: a thread that writes them lets
    others run in between.
    """
    held: list[str] = []
    size = 0
    for piece in _pieces(value):
        for start in range(0, len(piece), _CHUNK):
            part = piece[start : start + _CHUNK]
            held.append(part)
            size += len(part)
            if size >= _CHUNK:
                yield "".join(held)
                held.clear()
                size = 0
    if held:
        yield "".join(held)


def _pieces(value: Any) -> Iterator[str]:
    kind = type(value)
    if kind is str and len(value) > _SLICE:
        yield from _text_pieces(value)
    elif kind in (tuple, list):
        yield from _listed(value)
    elif kind is dict:
        yield from _keyed(value.items())
    elif kind.__name__ in _HEAVY and is_dataclass(kind):
        yield from _keyed((field.name, getattr(value, field.name)) for field in fields(kind))
    else:
        yield _dumped(value)


def _text_pieces(text: str) -> Iterator[str]:
    yield '"'
    for start in range(0, len(text), _SLICE):
        yield json.dumps(text[start : start + _SLICE])[1:-1]
    yield '"'


def _listed(values: Iterable[Any]) -> Iterator[str]:
    yield "["
    for place, value in enumerate(values):
        if place:
            yield ","
        yield from _pieces(value)
    yield "]"


def _keyed(items: Iterable[tuple[str, Any]]) -> Iterator[str]:
    yield "{"
    for place, (key, value) in enumerate(items):
        yield f"{',' if place else ''}{json.dumps(key)}:"
        yield from _pieces(value)
    yield "}"


def _dumped(value: Any) -> str:
    plain = as_plain(value)
    try:
        return json.dumps(plain, allow_nan=False, separators=(",", ":"))
    except ValueError:
        return json.dumps(_finite(plain), allow_nan=False, separators=(",", ":"))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
