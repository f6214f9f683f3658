"""Other engines read the same rows from the same table."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.row import COLUMNS, AgentModelRunRow, query_order
from nornir_desk.domain.selector import All
from tests.fakes.warehouse_tables import TS, location, reader, row, run_id, table_of, writer

ORDER = ["ts_micros", "run_id", "agent", "model", "prompt_id"]


@pytest.fixture
def rows(tmp_path: Path) -> tuple[AgentModelRunRow, ...]:
    first, second = demo_matrix_rows(run_id(1), TS), (row(2), row(2, model="x", cost_usd=None))
    writer(tmp_path).append(first)
    writer(tmp_path).append(second)
    return tuple(sorted((*first, *second), key=query_order))


def _values(rows: tuple[AgentModelRunRow, ...]) -> list[dict[str, object]]:
    return [{name: getattr(one, name) for name in COLUMNS} for one in rows]


def _as_rows(records: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{name: one[name] for name in COLUMNS} for one in records]


def test_ours(tmp_path: Path, rows: tuple[AgentModelRunRow, ...]) -> None:
    assert reader(tmp_path).query(All()).items == rows


def test_polars(
    tmp_path: Path, rows: tuple[AgentModelRunRow, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its own planner is a package of its own, which it asks for with a warning.
    monkeypatch.setenv("POLARS_ICEBERG_PLANNER", "pyiceberg")
    with table_of(tmp_path) as table:
        frame = pl.scan_iceberg(table.metadata_location).sort(ORDER).collect()
    assert frame.columns[:4] == ["run_id", "ts_micros", "agent", "model"]
    plain = frame.with_columns(pl.col("ts_micros").dt.epoch("us"))
    assert _as_rows(plain.to_dicts()) == _values(rows)


def test_pyiceberg_by_catalog_and_by_hint(
    tmp_path: Path, rows: tuple[AgentModelRunRow, ...]
) -> None:
    import pyarrow as pa
    from pyiceberg.table import StaticTable

    with table_of(tmp_path) as table:
        by_catalog = table.scan().to_arrow()
    by_hint = StaticTable.from_metadata(str(location(tmp_path).table_folder)).scan().to_arrow()
    for found in (by_catalog, by_hint):
        position = found.schema.get_field_index("ts_micros")
        plain = found.set_column(position, "ts_micros", found["ts_micros"].cast(pa.int64()))
        records = plain.sort_by([(name, "ascending") for name in ORDER]).to_pylist()
        assert _as_rows(records) == _values(rows)
