"""A reader answers whatever the state of the warehouse, and changes nothing."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.selector import All, Newest
from nornir_desk.domain.source import SourceStatus
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_tables import (
    create_legacy_table,
    files_below,
    location,
    reader,
    row,
    run_id,
    writer,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A warehouse with two runs."""
    folder = tmp_path / "warehouse"
    writer(folder).append([row(1)])
    writer(folder).append([row(2)])
    return folder


@contextlib.contextmanager
def locked(catalog: Path) -> Iterator[None]:
    connection = sqlite3.connect(catalog, isolation_level=None)
    try:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def told(folder: Path) -> tuple[int, SourceStatus, str | None]:
    found = reader(folder).query(All())
    runs = reader(folder).runs()
    assert (len(runs.items), runs.source) == (len(found.items), found.source)
    return (len(found.items), found.source.status, found.source.detail)


def metadata_file(folder: Path) -> Path:
    metadata = location(folder).table_folder / "metadata"
    return metadata / (metadata / "version-hint.text").read_text()


def test_a_missing_folder_is_empty_and_stays_missing(tmp_path: Path) -> None:
    assert told(tmp_path / "none" / "such") == (0, "empty", None)
    assert reader(tmp_path / "none").query(Newest()).items == ()
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_empty_and_stays_empty(tmp_path: Path) -> None:
    assert told(tmp_path) == (0, "empty", None)
    assert list(tmp_path.iterdir()) == []


def test_a_catalog_without_the_table_is_empty(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "catalog.db").close()
    assert told(tmp_path) == (0, "empty", None)


def test_a_table_without_rows_is_empty(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    assert told(tmp_path) == (0, "empty", None)
    assert reader(tmp_path).query(Newest()).items == ()


def test_a_folder_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    count, status, detail = told(tmp_path / "file")
    assert (count, status) == (0, "error")
    assert detail is not None
    assert "Not a directory" in detail


def test_reading_creates_and_changes_no_file(folder: Path) -> None:
    before = {name: (folder / name).stat().st_mtime_ns for name in files_below(folder)}
    assert told(folder) == (2, "live", None)
    assert {name: (folder / name).stat().st_mtime_ns for name in files_below(folder)} == before


def test_a_locked_catalog_is_read_at_the_last_true_state_and_soon(folder: Path) -> None:
    # Newer, and of a commit that failed: it must not be believed.
    orphan = metadata_file(folder).with_name("99999-failed.metadata.json")
    orphan.write_bytes(metadata_file(folder).read_bytes())
    reader(folder).query(All())  # the imports are not what is timed
    with locked(folder / "catalog.db"):
        started = time.perf_counter()
        found = reader(folder).query(Newest())
        seconds = time.perf_counter() - started
    assert found.items == (row(2),)
    assert found.source.status == "locked"
    assert found.source.detail == (
        "catalog.db is locked by another program; shown is the last state that nornir wrote"
    )
    assert seconds < 1.0
    assert told(folder) == (2, "live", None)


def test_a_locked_catalog_without_a_hint_says_so(folder: Path) -> None:
    (location(folder).table_folder / "metadata" / "version-hint.text").unlink()
    with locked(folder / "catalog.db"):
        assert told(folder) == (
            0,
            "locked",
            "catalog.db is locked by another program; no earlier state is known",
        )


def test_a_commit_that_a_kill_cut_short_is_seen_past(folder: Path) -> None:
    program = (
        "import os, signal, sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('PRAGMA cache_size = 1')\n"
        "connection.execute('BEGIN IMMEDIATE')\n"
        "for n in range(500):\n"
        "    connection.execute('INSERT INTO iceberg_tables VALUES (?,?,?,?,?,?)',"
        " ('x', 'y', str(n), 'z' * 900, None, None))\n"
        "connection.execute('UPDATE iceberg_tables SET metadata_location = 1')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, folder / "catalog.db"], check=False)
    assert (folder / "catalog.db-journal").stat().st_size > 0

    count, status, detail = told(folder)
    assert (count, status) == (2, "locked")
    assert detail is not None
    assert "interrupted" in detail

    assert writer(folder).has_run(run_id(2))
    assert told(folder) == (2, "live", None)
    writer(folder).append([row(3)])
    assert told(folder) == (3, "live", None)


def _garbage(path: Path) -> None:
    path.write_bytes(b"garbage " * 400)


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _emptied(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.parametrize("damage", [_garbage, _cut, _emptied, Path.unlink])
def test_a_damaged_catalog_is_an_error_with_the_rows_of_the_hint(
    folder: Path, damage: Callable[[Path], None]
) -> None:
    damage(folder / "catalog.db")
    count, status, detail = told(folder)
    assert (count, status) == (2, "error")
    assert detail is not None
    assert detail.startswith("catalog.db ")
    assert detail.endswith("; shown is the last state that nornir wrote")


@pytest.mark.parametrize("damage", [_garbage, _cut, _emptied, Path.unlink])
def test_a_damaged_catalog_is_not_written_over(
    folder: Path, damage: Callable[[Path], None]
) -> None:
    damage(folder / "catalog.db")
    with pytest.raises(StorageFault) as caught:
        writer(folder).append([row(3)])
    assert "\n" not in str(caught.value)
    assert f"{folder}/catalog.db" in caught.value.message
    assert caught.value.remedy.startswith("restore it from a backup")
    with pytest.raises(StorageFault):
        writer(folder).has_run(run_id(1))
    assert told(folder)[:2] == (2, "error")


@pytest.mark.parametrize("damage", [_garbage, _cut, _emptied, Path.unlink])
def test_a_damaged_metadata_file_is_an_error_without_rows(
    folder: Path, damage: Callable[[Path], None]
) -> None:
    path = metadata_file(folder)
    damage(path)
    count, status, detail = told(folder)
    assert (count, status) == (0, "error")
    assert detail is not None
    assert str(path) in detail
    with pytest.raises(StorageFault, match="cannot be written"):
        writer(folder).append([row(3)])


def _cut_a_little(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1)


@pytest.mark.parametrize(
    "pattern", ["metadata/snap-*.avro", "metadata/*-m*.avro", "data/**/*.parquet"]
)
@pytest.mark.parametrize("damage", [_garbage, _cut, _cut_a_little, _emptied, Path.unlink])
def test_damaged_data_is_an_error_without_rows(
    folder: Path, pattern: str, damage: Callable[[Path], None]
) -> None:
    for path in location(folder).table_folder.glob(pattern):
        damage(path)
    if pattern.startswith("metadata"):
        with pytest.raises(StorageFault):
            writer(folder).append([row(3)])
    count, status, detail = told(folder)
    assert (count, status) == (0, "error")
    assert detail is not None
    assert "\n" not in detail


def test_no_flipped_byte_makes_a_reader_raise(folder: Path) -> None:
    chance = random.Random(7)  # noqa: S311 - damage, not a secret
    files = [folder / "catalog.db", metadata_file(folder)]
    files += list(location(folder).table_folder.rglob("*.avro"))
    for path in files:
        whole = path.read_bytes()
        for _ in range(8):
            broken = bytearray(whole)
            broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
            path.write_bytes(broken)
            assert reader(folder).query(All()).source.status in ("live", "error", "empty")
        path.write_bytes(whole)
    assert told(folder) == (2, "live", None)


def test_a_hint_that_leads_elsewhere_is_not_followed(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.metadata.json"
    other.write_bytes(metadata_file(folder).read_bytes())
    hint = location(folder).table_folder / "metadata" / "version-hint.text"
    hint.write_text(f"../../../../{other.name}")
    with locked(folder / "catalog.db"):
        assert told(folder)[:2] == (0, "locked")


def test_a_warehouse_whose_metadata_is_gone_says_which_file(folder: Path) -> None:
    path = metadata_file(folder)
    path.unlink()
    assert told(folder) == (0, "error", f"{path} is missing")


def test_a_run_is_not_called_missing_while_the_catalog_is_locked(folder: Path) -> None:
    from nornir_desk.warehouse.writer import IcebergRunWriter

    clock = StandingClock()
    with locked(folder / "catalog.db"), pytest.raises(StorageFault, match="is locked"):
        IcebergRunWriter(location(folder), clock, lock_timeout_s=1.0).has_run(run_id(9))
    assert clock.slept == [0.5, 0.5]
