"""Rows to Arrow and back, by column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from nornir_desk.domain.row import AGENT_UNSET, AgentModelRunRow
from nornir_desk.domain.text import well_formed
from nornir_desk.warehouse.schema import COLUMNS, Column, ColumnType

if TYPE_CHECKING:
    import pyarrow as pa

# Python values of this many rows exist beside the Arrow table at a time.
BATCH_ROWS = 10_000

_INT64_MAX = 2**63 - 1
# What stands in for a null that a foreign writer left where the spec has none.
_REQUIRED_DEFAULTS: dict[ColumnType, Any] = {
    "string": "",
    "timestamptz": 0,
    "double": 0.0,
    "long": 0,
    "boolean": False,
}


def arrow_from_rows(rows: Sequence[AgentModelRunRow], schema: pa.Schema) -> pa.Table:
    """Return rows as an Arrow table of those columns of ``schema`` that are ours.

    A column of the table that we do not know is left out, which Iceberg fills with nulls. Lone
    surrogates become U+FFFD; a count beyond 64 bits is nobody's measurement and becomes 0, or null
    where the column has nulls.

    Args:
        rows: At least one row.
        schema: The Arrow schema of the table; names and types are taken from it.
    """
    import pyarrow as pa

    known = {column.name: column for column in COLUMNS}
    fields = [
        field.with_nullable(not known[field.name].required)
        for field in schema
        if field.name in known
    ]
    arrays = [_to_arrow(rows, known[field.name]).cast(field.type) for field in fields]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def rows_from_arrow(table: pa.Table) -> Iterator[AgentModelRunRow]:
    """Yield the rows of an Arrow table; columns that it lacks read as not reported.

    A row that names no agent is from before the matrix: its agent is ``-``, and its null cost and
    MCP calls are 0.
    """
    for batch in table.to_batches(max_chunksize=BATCH_ROWS):
        columns = [_from_arrow(batch, column) for column in COLUMNS]
        for values in zip(*columns, strict=True):
            yield _row(dict(zip(_NAMES, values, strict=True)))


_NAMES = tuple(column.name for column in COLUMNS)


def _row(values: dict[str, Any]) -> AgentModelRunRow:
    if values["agent"] is None:
        values["agent"] = AGENT_UNSET
        values["cost_usd"] = 0.0 if values["cost_usd"] is None else values["cost_usd"]
        values["mcp_tool_calls"] = values["mcp_tool_calls"] or 0
    return AgentModelRunRow(**values)


def _to_arrow(rows: Sequence[AgentModelRunRow], column: Column) -> pa.Array:
    import pyarrow as pa

    values = [getattr(row, column.name) for row in rows]
    if column.type == "string":
        return pa.array([None if v is None else well_formed(v) for v in values], pa.string())
    if column.type == "long":
        empty = 0 if column.required else None
        return pa.array([v if _fits(v) else empty for v in values], pa.int64())
    if column.type == "timestamptz":
        return pa.array(values, pa.int64()).cast(pa.timestamp("us", "UTC"))
    return pa.array(values, pa.float64() if column.type == "double" else pa.bool_())


def _fits(value: int | None) -> bool:
    return value is not None and -_INT64_MAX - 1 <= value <= _INT64_MAX


def _from_arrow(batch: pa.RecordBatch, column: Column) -> list[Any]:
    default = _REQUIRED_DEFAULTS[column.type] if column.required else None
    position = batch.schema.get_field_index(column.name)
    if position < 0:
        return [default] * batch.num_rows
    values: list[Any] = _plain(batch.column(position), column.type).to_pylist()
    if default is None:
        return values
    return [default if value is None else value for value in values]


def _plain(array: pa.Array, kind: ColumnType) -> pa.Array:
    """Return a column as the values that rows have.

    Casting is asked for only where it changes something: the first cast of a process imports all of
    Arrow's functions, which takes as long as reading a run.
    """
    import pyarrow as pa

    # A table of another writer may hold narrower numbers, or times without a zone (UTC then).
    if kind == "timestamptz":
        micros = pa.timestamp("us", array.type.tz)
        return (array if array.type == micros else array.cast(micros)).view(pa.int64())
    wanted = {"double": pa.float64(), "long": pa.int64()}.get(kind)
    return array if wanted in (None, array.type) else array.cast(wanted)
