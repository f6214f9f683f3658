"""Warehouses and rows for tests, those of other writers included."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.warehouse.location import Location, local_location
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.schema import IDENTIFIER, LEGACY_COLUMNS, iceberg_schema, partition_spec
from nornir_desk.warehouse.writer import IcebergRunWriter
from tests.fakes.warehouse_clock import StandingClock

if TYPE_CHECKING:
    import pyarrow as pa
    from pyiceberg.catalog.sql import SqlCatalog
    from pyiceberg.schema import Schema
    from pyiceberg.table import Table

TS = 1_780_000_000_000_000


def run_id(number: int) -> str:
    return f"20260601T000000-{number:04d}"


def row(number: int = 0, **changes: object) -> AgentModelRunRow:
    """Return a row of the run ``number`` with every column filled, but for ``changes``."""
    whole = AgentModelRunRow(
        run_id=run_id(number),
        ts_micros=TS + number,
        agent="claude",
        model="opus",
        prompt_id="p",
        prompt="Why?",
        output="Because.",
        latency_ms=1_234.5,
        tokens_in=10,
        tokens_out=20,
        tokens_per_s=16.25,
        score=0.75,
        ok=True,
        error=None,
        cost_usd=0.5,
        mcp_tool_calls=3,
        driver="claude 2.1.197",
        judge="demo 3/4",
        stop_reason="stop",
        load_ms=7.5,
        environment='{"system":"Linux"}',
    )
    return dataclasses.replace(whole, **changes)  # type: ignore[arg-type]


def writer(folder: Path, lock_timeout_s: float = 30.0) -> IcebergRunWriter:
    return IcebergRunWriter(local_location(folder), StandingClock(), lock_timeout_s=lock_timeout_s)


def reader(folder: Path) -> IcebergRunReader:
    return IcebergRunReader(local_location(folder), StandingClock())


def location(folder: Path) -> Location:
    return local_location(folder)


@contextlib.contextmanager
def catalog_of(folder: Path, name: str = "nornir") -> Iterator[SqlCatalog]:
    """Open a local warehouse as any pyiceberg program would."""
    from pyiceberg.catalog.sql import SqlCatalog

    folder.mkdir(parents=True, exist_ok=True)
    catalog = SqlCatalog(name, uri=f"sqlite:///{folder}/catalog.db", warehouse=str(folder))
    try:
        yield catalog
    finally:
        catalog.close()


@contextlib.contextmanager
def table_of(folder: Path) -> Iterator[Table]:
    with catalog_of(folder) as catalog:
        yield catalog.load_table(IDENTIFIER)


def create_table(folder: Path, schema: Schema, name: str = "nornir") -> None:
    """Make the table with a schema of another writer."""
    with catalog_of(folder, name) as catalog:
        catalog.create_namespace_if_not_exists(IDENTIFIER[0])
        catalog.create_table(IDENTIFIER, schema, partition_spec=partition_spec())


def create_legacy_table(folder: Path) -> None:
    """Make the table as it was before the matrix: 13 columns, none of ours."""
    create_table(folder, iceberg_schema(LEGACY_COLUMNS))


def legacy_arrow(number: int, models: tuple[str, ...] = ("a", "b")) -> pa.Table:
    """Return rows of a model-only run as an old writer made them."""
    import pyarrow as pa

    text, long, double = pa.string(), pa.int64(), pa.float64()
    columns: dict[str, tuple[pa.DataType, list[object]]] = {
        "run_id": (text, [run_id(number)] * len(models)),
        "ts_micros": (pa.timestamp("us", "UTC"), [TS + number] * len(models)),
        "model": (text, list(models)),
        "prompt_id": (text, ["p"] * len(models)),
        "prompt": (text, ["Why?"] * len(models)),
        "output": (text, [f"answer of {model}" for model in models]),
        "latency_ms": (double, [100.0] * len(models)),
        "tokens_in": (long, [1] * len(models)),
        "tokens_out": (long, [2] * len(models)),
        "tokens_per_s": (double, [20.0] * len(models)),
        "score": (double, [0.5] * len(models)),
        "ok": (pa.bool_(), [True] * len(models)),
        "error": (text, [None] * len(models)),
    }
    fields = [pa.field(name, kind, nullable=name == "error") for name, (kind, _) in columns.items()]
    arrays = [pa.array(values, kind) for kind, values in columns.values()]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def append_legacy(folder: Path, number: int, models: tuple[str, ...] = ("a", "b")) -> None:
    with table_of(folder) as table:
        table.append(legacy_arrow(number, models))


def files_below(folder: Path) -> list[str]:
    """Return every file and folder below ``folder``, sorted."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def snapshot_count(folder: Path) -> int:
    with table_of(folder) as table:
        return len(table.metadata.snapshots)
