"""A warehouse whose folder was moved or copied reads and appends, and leaves the original alone."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from nornir_desk.domain.selector import All, Run
from nornir_desk.warehouse.pointer import read_pointer
from nornir_desk.warehouse.roots import IN_PLACE, Root, root_of
from nornir_desk.warehouse.schema import IDENTIFIER
from tests.fakes.warehouse_tables import (
    append_legacy,
    catalog_of,
    create_legacy_table,
    files_below,
    location,
    reader,
    row,
    run_id,
    snapshot_count,
    writer,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A warehouse with two runs."""
    folder = tmp_path / "warehouse"
    writer(folder).append([row(1)])
    writer(folder).append([row(2)])
    return folder


def told(folder: Path) -> tuple[tuple[str, ...], str, str | None]:
    found = reader(folder).query(All())
    runs = reader(folder).runs()
    assert runs.source == found.source
    assert [run.run_id for run in reversed(runs.items)] == [one.run_id for one in found.items]
    return tuple(one.run_id for one in found.items), found.source.status, found.source.detail


def contents(folder: Path) -> dict[str, bytes]:
    names = files_below(folder)
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def test_a_moved_warehouse_reads_and_appends(folder: Path, tmp_path: Path) -> None:
    moved = folder.rename(tmp_path / "elsewhere")
    assert told(moved) == ((run_id(1), run_id(2)), "live", None)
    assert reader(moved).query(Run(run_id(2))).items == (row(2),)
    assert writer(moved).has_run(run_id(2))
    writer(moved).append([row(3)])
    assert told(moved) == ((run_id(1), run_id(2), run_id(3)), "live", None)
    assert not folder.exists()


def test_it_can_be_moved_again_and_back(folder: Path, tmp_path: Path) -> None:
    moved = folder.rename(tmp_path / "a")
    writer(moved).append([row(3)])
    again = moved.rename(tmp_path / "b")
    writer(again).append([row(4)])
    again.rename(folder)
    writer(folder).append([row(5)])
    assert told(folder) == (tuple(run_id(number) for number in range(1, 6)), "live", None)
    # At its old place any program reads it as it stands.
    with catalog_of(folder) as catalog:
        assert catalog.load_table(IDENTIFIER).scan().count() == 5


def test_a_copy_never_touches_the_original(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    before = contents(folder)
    # More than are kept, so that old metadata is deleted too.
    for number in range(3, 18):
        writer(copy).append([row(number)])
    assert contents(folder) == before
    assert len(told(copy)[0]) == 17
    assert told(folder) == ((run_id(1), run_id(2)), "live", None)


def test_a_copy_within_the_original_is_its_own(folder: Path) -> None:
    copy = folder / "backup"
    shutil.copytree(folder, copy)
    writer(copy).append([row(3)])
    assert told(copy)[0] == (run_id(1), run_id(2), run_id(3))
    assert told(folder)[0] == (run_id(1), run_id(2))


def test_a_copy_is_read_when_the_original_is_gone(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    shutil.rmtree(folder)
    writer(folder).append([row(9)])
    assert told(copy)[0] == (run_id(1), run_id(2))
    assert told(folder)[0] == (run_id(9),)


def test_a_moved_warehouse_is_read_by_its_hint_too(folder: Path, tmp_path: Path) -> None:
    moved = folder.rename(tmp_path / "moved")
    connection = sqlite3.connect(moved / "catalog.db", isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    runs, status, detail = told(moved)
    connection.close()
    assert (runs, status) == ((run_id(1), run_id(2)), "locked")
    assert detail is not None
    assert detail.endswith("shown is the last state that nornir wrote")


def test_a_moved_warehouse_of_another_program_gains_our_columns(tmp_path: Path) -> None:
    create_legacy_table(tmp_path / "old")
    append_legacy(tmp_path / "old", 1)
    moved = (tmp_path / "old").rename(tmp_path / "new")
    writer(moved).append([row(2)])
    found = reader(moved).query(All()).items
    assert [(one.run_id, one.agent) for one in found] == [
        (run_id(1), "-"),
        (run_id(1), "-"),
        (run_id(2), "claude"),
    ]
    assert snapshot_count_of(moved) == 2


def snapshot_count_of(folder: Path) -> int:
    import json

    hint = location(folder).table_folder / "metadata" / "version-hint.text"
    return len(json.loads((hint.parent / hint.read_text()).read_bytes())["snapshots"])


def test_a_warehouse_in_place_needs_no_root(folder: Path) -> None:
    pointer = read_pointer(folder / "catalog.db", "nornir")
    assert pointer.metadata is not None
    assert root_of(pointer.metadata, folder) == IN_PLACE
    assert snapshot_count(folder) == 2


def test_paths_below_the_stored_root_alone_are_moved() -> None:
    root = Root("/old/place", "/new")
    assert root.moved("file:///old/place/a/b.parquet") == "/new/a/b.parquet"
    assert root.moved("/old/place/a") == "/new/a"
    assert root.moved("/old/places/a") == "/old/places/a"
    assert root.moved("s3://old/place/a") == "s3://old/place/a"
    assert root.local("s3://old/place/a") is None
    assert IN_PLACE.moved("/old/place/a") == "/old/place/a"


def test_what_is_written_is_whole_on_disk_before_the_commit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    synced: set[int] = set()
    real = os.fsync

    def noting(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    before = set(files_below(folder))
    writer(folder).append([row(3)])
    new = [folder / name for name in set(files_below(folder)) - before]
    assert {path.suffix for path in new if path.is_file()} == {".parquet", ".avro", ".json"}
    assert {path for path in new if path.stat().st_ino not in synced and path.is_file()} == set()
    assert {path.parent for path in new if path.parent.stat().st_ino not in synced} == set()
