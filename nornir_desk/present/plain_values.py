"""Views as plain dicts and values, as ``dataclasses.asdict`` has them, at a tenth of its time.

A state of 10,000 cells is made plain after each change, so the two classes that there are many of
are written out; a test holds them against their fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from nornir_desk.present.state import CellView, GridCellView


def as_plain(value: Any) -> Any:
    """Return dataclasses as dicts, within tuples, lists and dicts too; all else as it is."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    made = _WRITTEN_OUT.get(kind)
    if made is not None:
        return made(value)
    if kind in (tuple, list):
        return kind(_items(value))
    if kind is dict:
        return {key: as_plain(item) for key, item in value.items()}
    if is_dataclass(kind):
        return {field.name: as_plain(getattr(value, field.name)) for field in fields(kind)}
    return value


def _items(values: tuple[Any, ...] | list[Any]) -> list[Any]:
    kinds = set(map(type, values))
    if len(kinds) == 1:
        made = _WRITTEN_OUT.get(kinds.pop())
        if made is not None:
            return [made(value) for value in values]
    return [as_plain(value) for value in values]


def _cell(cell: CellView) -> dict[str, Any]:
    return {
        "rank": cell.rank,
        "cell": cell.cell,
        "agent": cell.agent,
        "model": cell.model,
        "prompt_id": cell.prompt_id,
        "ok": cell.ok,
        "score": cell.score,
        "score_low": cell.score_low,
        "score_high": cell.score_high,
        "n": cell.n,
        "tied": cell.tied,
        "tokens_per_s": cell.tokens_per_s,
        "latency_ms": cell.latency_ms,
        "cost_usd": cell.cost_usd,
        "mcp_tool_calls": cell.mcp_tool_calls,
        "driver": cell.driver,
        "label": cell.label,
        "judge": cell.judge,
        "error": cell.error,
        "load_ms": cell.load_ms,
        "note": cell.note,
    }


def _grid_cell(cell: GridCellView) -> dict[str, Any]:
    return {
        "agent": cell.agent,
        "model": cell.model,
        "rank": cell.rank,
        "ok": cell.ok,
        "score": cell.score,
        "score_low": cell.score_low,
        "score_high": cell.score_high,
        "n": cell.n,
        "tied": cell.tied,
        "tokens_per_s": cell.tokens_per_s,
        "latency_ms": cell.latency_ms,
        "cost_usd": cell.cost_usd,
        "mcp_tool_calls": cell.mcp_tool_calls,
        "driver": cell.driver,
        "label": cell.label,
        "heat": cell.heat,
    }


_ATOMS = frozenset((str, int, float, bool, type(None)))
# By the class itself: what inherits from one has more fields.
_WRITTEN_OUT: dict[type, Callable[[Any], dict[str, Any]]] = {
    CellView: _cell,
    GridCellView: _grid_cell,
}
