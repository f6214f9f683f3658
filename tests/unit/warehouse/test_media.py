"""Catalogs of every kind that SQLite makes of them, media that cannot be written, and vanishing."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nornir_desk.domain.selector import All, Newest
from nornir_desk.warehouse.pointer import read_hint
from nornir_desk.warehouse.reader import IcebergRunReader
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_tables import files_below, location, reader, row, run_id, writer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A warehouse with two runs."""
    folder = tmp_path / "warehouse"
    writer(folder).append([row(1)])
    writer(folder).append([row(2)])
    return folder


def set_journal(folder: Path, mode: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / "catalog.db")) as connection:
        (now,) = connection.execute(f"PRAGMA journal_mode={mode}").fetchone()
        assert now == mode


def told(folder: Path, cache: Path | None = None) -> tuple[list[str], str, str | None]:
    one = IcebergRunReader(location(folder), StandingClock(), cache)
    found, runs = one.query(All()), one.runs()
    assert runs.source == found.source
    assert [run.run_id for run in reversed(runs.items)] == [row.run_id for row in found.items]
    return [row.run_id for row in found.items], found.source.status, found.source.detail


BOTH = [run_id(1), run_id(2)]
ALL_THREE = [*BOTH, run_id(3)]


@pytest.mark.parametrize("mode", ["wal", "delete", "truncate", "persist"])
def test_a_catalog_of_any_journal_mode_reads_and_appends(folder: Path, mode: str) -> None:
    set_journal(folder, mode)
    assert told(folder) == (BOTH, "live", None)
    writer(folder).append([row(3)])
    assert told(folder) == (ALL_THREE, "live", None)


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Hold the catalog in the middle of a write that will be taken back."""
    connection = sqlite3.connect(folder / "catalog.db", isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE iceberg_tables SET metadata_location = 'nowhere'")
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_write_on_its_way_is_not_seen(folder: Path, mode: str) -> None:
    set_journal(folder, mode)
    with writing(folder):
        assert told(folder) == (BOTH, "live", None)
    assert told(folder) == (BOTH, "live", None)


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a read-only medium needs Linux, root and mount")
    for words in (["--bind", str(folder)], ["-o", "remount,ro,bind"]):
        done = subprocess.run(["mount", *words, str(folder)], check=False, capture_output=True)
        if done.returncode:
            pytest.skip("mount is refused")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=False)


@pytest.mark.parametrize("mode", ["delete", "truncate", "persist"])
def test_a_read_only_medium_reads_live(folder: Path, tmp_path: Path, mode: str) -> None:
    set_journal(folder, mode)
    before = files_below(folder)
    with read_only(folder):
        for _ in range(2):
            assert told(folder, tmp_path / "cache") == (BOTH, "live", None)
    assert files_below(folder) == before


def test_a_read_only_medium_with_a_wal_catalog_reads_by_the_hint(
    folder: Path, tmp_path: Path
) -> None:
    set_journal(folder, "wal")
    before = files_below(folder)
    with read_only(folder):
        runs, status, detail = told(folder, tmp_path / "cache")
    # SQLite cannot open it without making a file beside it, so what the writer left is shown.
    assert (runs, status) == (BOTH, "error")
    assert detail is not None
    assert detail.endswith("shown is the last state that nornir wrote")
    assert files_below(folder) == before
    assert told(folder, tmp_path / "cache") == (BOTH, "live", None)


def test_a_read_only_copy_of_a_warehouse_reads_live(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    shutil.rmtree(folder)
    with read_only(copy):
        assert told(copy, tmp_path / "cache") == (BOTH, "live", None)


def test_a_hot_journal_is_seen_past_and_undone_by_the_next_write(
    folder: Path, tmp_path: Path
) -> None:
    program = (
        "import os, signal, sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('PRAGMA cache_size = 1')\n"
        "connection.execute('BEGIN IMMEDIATE')\n"
        "for n in range(500):\n"
        "    connection.execute('INSERT INTO iceberg_tables VALUES (?,?,?,?,?,?)',"
        " ('x', 'y', str(n), 'z' * 900, None, None))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    cache = tmp_path / "cache"
    assert told(folder, cache) == (BOTH, "live", None)
    subprocess.run([sys.executable, "-c", program, folder / "catalog.db"], check=False)
    before = files_below(folder)
    assert told(folder, cache)[:2] == (BOTH, "locked")
    assert files_below(folder) == before
    writer(folder).append([row(3)])
    assert told(folder, cache) == (ALL_THREE, "live", None)


def test_the_hint_names_the_state_of_the_catalog_after_each_write(folder: Path) -> None:
    hint = read_hint(location(folder).table_folder)
    with contextlib.closing(sqlite3.connect(folder / "catalog.db")) as connection:
        ((pointer,),) = connection.execute("SELECT metadata_location FROM iceberg_tables")
    assert hint is not None
    assert hint.name == pointer.rsplit("/", 1)[-1]
    assert b"\n" not in (hint.parent / "version-hint.text").read_bytes()


@pytest.mark.parametrize("cached", [True, False])
def test_a_warehouse_deleted_while_it_is_read_is_empty_then(
    folder: Path, tmp_path: Path, cached: bool
) -> None:
    one = IcebergRunReader(
        location(folder), StandingClock(), tmp_path / "cache" if cached else None
    )
    assert len(one.runs().items) == 2
    mark = one.mark()
    # First its data, as a deletion goes file by file.
    shutil.rmtree(location(folder).table_folder / "data")
    found = one.query(Newest())
    assert (found.items, found.source.status) == ((), "error")
    shutil.rmtree(location(folder).table_folder)
    found = one.query(Newest())
    assert (found.items, found.source.status) == ((), "error")
    assert found.source.detail is not None
    assert found.source.detail.endswith("is missing")
    shutil.rmtree(folder)
    for reading in (one.query(Newest()), one.query(All()), one.runs()):
        assert (reading.items, reading.source.status) == ((), "empty")
    assert one.changed(mark)
    assert not folder.exists()
    writer(folder).append([row(5)])
    assert [run.run_id for run in one.runs().items] == [run_id(5)]
    assert reader(folder).query(All()).items == (row(5),)
