"""Strict JSON: no NaN, no Infinity, column names as in the table."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, is_dataclass
from typing import Any

from nornir_desk.domain.row import AgentModelRunRow


def rows_to_json(rows: Iterable[AgentModelRunRow], *, ascii_only: bool = False) -> str:
    """Return rows as a JSON array; ts_micros is an integer, a figure that is no number is null."""
    return to_json([asdict(row) for row in rows], ascii_only=ascii_only)


def to_json(value: Any, *, ascii_only: bool = False) -> str:
    """Return any state or list of states as strict JSON, indented by two."""
    return json.dumps(
        _plain(value), indent=2, ensure_ascii=ascii_only, allow_nan=False, sort_keys=False
    )


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
