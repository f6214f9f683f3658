"""The lines of a journal: strict JSON, in which what is not a number is the text "NaN" or "Infinity".

First line: the run's plan with ``"schema": 1``. Every other line: one row, its columns by name.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.plan import RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.text import well_formed
from nornir_desk.ports.runs import JournalEntry

if TYPE_CHECKING:
    from pydantic import TypeAdapter

SCHEMA = 1


def plan_line(plan: RunPlan) -> bytes:
    """Return the first line of a journal."""
    return _line({"schema": SCHEMA, **asdict(plan)})


def row_line(row: AgentModelRunRow) -> bytes:
    """Return the line of one row."""
    return _line(asdict(row))


def read_entry(path: Path, run_id: str) -> JournalEntry:
    """Return what a journal holds.

    A line that is cut or garbage counts as never written. Where a cell was measured twice, the
    later row stands.

    Raises:
        OSError: The file cannot be read.
        StorageFault: The first line is damaged, or is of a schema that we do not know.
    """
    first, *others = path.read_bytes().split(b"\n")
    plan = read_plan(first, path, run_id)
    rows: dict[tuple[str, str, str], AgentModelRunRow] = {}
    for line in others:
        row = read_row(line)
        if row is not None and row.run_id == run_id:
            key = (row.agent, row.model, row.prompt_id)
            rows.pop(key, None)
            rows[key] = row
    return JournalEntry(plan, tuple(rows.values()))


def read_plan(line: bytes, path: Path, run_id: str) -> RunPlan:
    """Return the plan that the first line of a journal holds.

    Raises:
        StorageFault: The line is damaged, or is of a schema or a run that we do not know.
    """
    try:
        schema = json.loads(line)["schema"]
        plan = _plans().validate_json(line) if schema == SCHEMA else None
    except (ValueError, KeyError, TypeError) as failure:
        raise StorageFault(
            f"the journal {path} is damaged: its first line, the plan of the run, cannot be read",
            "remove the file and start the run anew",
        ) from failure
    if plan is not None and plan.run_id == run_id:
        return plan
    said = f"schema {schema!r}" if plan is None else f"the run {plan.run_id!r}"
    raise StorageFault(
        f"the journal {path} cannot be taken up: its first line is of {said}",
        "use the nornir that wrote it, or remove the file and start the run anew",
    )


def read_row(line: bytes) -> AgentModelRunRow | None:
    """Return the row that another line holds, or None where it is cut or garbage."""
    if not line.strip():
        return None
    try:
        return _rows().validate_json(line)
    except ValueError:
        return None


# Made once and late: pydantic's import takes a while, and only a resumed run needs it.
@cache
def _plans() -> TypeAdapter[RunPlan]:
    from pydantic import TypeAdapter

    return TypeAdapter(RunPlan)


@cache
def _rows() -> TypeAdapter[AgentModelRunRow]:
    from pydantic import TypeAdapter

    return TypeAdapter(AgentModelRunRow)


def _line(value: Mapping[str, Any]) -> bytes:
    text = json.dumps(_strict(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _strict(value: Any) -> Any:
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else _NAMES[str(value)]
    if isinstance(value, Mapping):
        return {key: _strict(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_strict(item) for item in value]
    return value


# The spellings that pydantic reads back as floats.
_NAMES = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
