"""A run list of many rows is made in parts, each with whole runs."""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.source import summarise_runs
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse import history, slim
from nornir_desk.warehouse.codec import arrow_from_rows
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.schema import COLUMNS
from nornir_desk.warehouse.slim import slim_schema
from nornir_desk.warehouse.writer import IcebergRunWriter


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


@pytest.mark.parametrize("part_files", [1, 2, 128])
def test_the_list_is_the_same_however_many_files_come_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part_files: int
) -> None:
    monkeypatch.setattr(slim, "_MIN_FOR_THREADS", 1)
    monkeypatch.setattr(slim, "_PART_FILES", part_files)
    writer = IcebergRunWriter(local_location(tmp_path / "warehouse"), SystemClock())
    rows = [
        replace(row, ts_micros=1_796_051_567_000_000 + run)
        for run in range(5)
        for row in demo_matrix_rows(f"run-{run}", 0)
    ]
    writer.append([row for row in rows if row.run_id != "run-2"])
    # A run that another writer landed in two files.
    cut = [row for row in rows if row.run_id == "run-2"]
    writer.append(cut[:4])
    writer.append(cut[4:])

    location = local_location(tmp_path / "warehouse")
    found = IcebergRunReader(location, SystemClock(), tmp_path / "cache").runs().items
    assert found == summarise_runs(rows)
    assert found[2].cells == 9
