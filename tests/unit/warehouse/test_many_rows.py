"""A run list of many rows is made in parts, each with whole runs."""

from dataclasses import replace

import pyarrow as pa
import pytest

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.source import summarise_runs
from nornir_desk.warehouse import history
from nornir_desk.warehouse.codec import arrow_from_rows
from nornir_desk.warehouse.schema import COLUMNS
from nornir_desk.warehouse.slim import slim_schema


@pytest.mark.parametrize("part_rows", [1, 5, 9, 20, 1_000])
def test_the_list_is_the_same_however_many_rows_a_part_has(
    monkeypatch: pytest.MonkeyPatch, part_rows: int
) -> None:
    rows = [
        replace(row, ts_micros=1_796_051_567_000_000 + run % 3)
        for run in range(7)
        for row in demo_matrix_rows(f"run-{run}", 0)
    ]
    rows = rows[::2] + rows[1::2]  # runs do not stand together
    schema = pa.schema([f for f in slim_schema() if f.name in {c.name for c in COLUMNS}])
    monkeypatch.setattr(history, "_PART_ROWS", part_rows)
    found = history.summaries(arrow_from_rows(rows, schema))
    assert found == summarise_runs(rows)
    assert len(found) == 7
