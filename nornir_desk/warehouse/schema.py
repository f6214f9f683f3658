"""The table ``nornir.agent_model_runs``: columns, field ids, partition and properties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from nornir_desk.warehouse.location import NAMESPACE, TABLE

if TYPE_CHECKING:
    from pyiceberg.partitioning import PartitionSpec
    from pyiceberg.schema import Schema
    from pyiceberg.types import PrimitiveType

ColumnType = Literal["string", "timestamptz", "double", "long", "boolean"]

IDENTIFIER = (NAMESPACE, TABLE)

# An append costs time linear in what is retained; older ones lose no data when they expire.
SNAPSHOTS_KEPT = 5


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table; the position in ``COLUMNS`` is its field id."""

    name: str
    type: ColumnType
    required: bool = True


# In the order of the field ids, which create_table hands out by position.
COLUMNS: tuple[Column, ...] = (
    Column("run_id", "string"),
    Column("ts_micros", "timestamptz"),
    Column("model", "string"),
    Column("prompt_id", "string"),
    Column("prompt", "string"),
    Column("output", "string"),
    Column("latency_ms", "double"),
    Column("tokens_in", "long"),
    Column("tokens_out", "long"),
    Column("tokens_per_s", "double"),
    Column("score", "double"),
    Column("ok", "boolean"),
    Column("error", "string", required=False),
    # From here on a table may lack them: rows from before the matrix, and what we add to the spec.
    Column("agent", "string", required=False),
    Column("cost_usd", "double", required=False),
    Column("mcp_tool_calls", "long", required=False),
    Column("driver", "string", required=False),
    Column("judge", "string", required=False),
    Column("stop_reason", "string", required=False),
    Column("load_ms", "double", required=False),
    Column("environment", "string", required=False),
)
# What every table has: the columns of the time before the matrix.
LEGACY_COLUMNS: tuple[Column, ...] = COLUMNS[:13]
ADDED_COLUMNS: tuple[Column, ...] = COLUMNS[13:]

# The spec shows the agent as the first axis, right after the time.
DISPLAY_AFTER: tuple[str, str] = ("agent", "ts_micros")

PROPERTIES: dict[str, str] = {
    "format-version": "2",
    "write.metadata.delete-after-commit.enabled": "true",
    "write.metadata.previous-versions-max": "10",
    # One manifest a run makes planning slow; one large merge makes that append slow.
    "commit.manifest-merge.enabled": "true",
    "commit.manifest.min-count-to-merge": "20",
    "commit.manifest.target-size-bytes": "196608",
    "commit.retry.num-retries": "20",
    "commit.retry.min-wait-ms": "25",
    "commit.retry.max-wait-ms": "1000",
    # Bounds only where a selector prunes by them. Bounds of long texts are cut and counted up by a
    # code point, which fails on texts whose next one is a surrogate.
    "write.metadata.metrics.default": "none",
    "write.metadata.metrics.column.run_id": "full",
    "write.metadata.metrics.column.ts_micros": "full",
    "write.metadata.metrics.column.agent": "full",
    "write.metadata.metrics.column.model": "full",
}
# What the run list needs; the answers, which are most of the bytes, are not among them.
SUMMARY_COLUMNS = frozenset(
    (
        *("run_id", "ts_micros", "agent", "model", "prompt_id", "prompt"),
        *("ok", "score", "judge", "tokens_per_s", "latency_ms", "cost_usd", "driver"),
    )
)


def iceberg_type(kind: ColumnType) -> PrimitiveType:
    """Return the Iceberg type of a column."""
    from pyiceberg import types

    return {
        "string": types.StringType(),
        "timestamptz": types.TimestamptzType(),
        "double": types.DoubleType(),
        "long": types.LongType(),
        "boolean": types.BooleanType(),
    }[kind]


def iceberg_schema(columns: tuple[Column, ...] = COLUMNS) -> Schema:
    """Return the schema in the order of the field ids 1, 2, ..."""
    from pyiceberg.schema import Schema
    from pyiceberg.types import NestedField

    return Schema(
        *(
            NestedField(
                field_id=number,
                name=column.name,
                field_type=iceberg_type(column.type),
                required=column.required,
            )
            for number, column in enumerate(columns, start=1)
        )
    )


def partition_spec() -> PartitionSpec:
    """Return ``identity(run_id)``: a run is one append and is read back whole."""
    from pyiceberg.partitioning import PartitionField, PartitionSpec
    from pyiceberg.transforms import IdentityTransform

    return PartitionSpec(
        PartitionField(source_id=1, field_id=1000, transform=IdentityTransform(), name="run_id")
    )
