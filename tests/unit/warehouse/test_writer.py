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
from filelock import FileLock

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.selector import All, Run
from nornir_desk.warehouse.writer import IcebergRunWriter
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_tables import (
    files_below,
    location,
    reader,
    row,
    run_id,
    snapshot_count,
    table_of,
    writer,
)

TRIED_TWICE = 2


def test_no_rows_make_no_commit_and_no_folder(tmp_path: Path) -> None:
    writer(tmp_path / "warehouse").append([])
    assert list(tmp_path.iterdir()) == []


def test_an_append_of_several_runs_is_one_snapshot(tmp_path: Path) -> None:
    writer(tmp_path).append([row(1), row(2), row(3)])
    assert snapshot_count(tmp_path) == 1
    assert [one.run_id for one in reader(tmp_path).query(All()).items] == [
        run_id(1),
        run_id(2),
        run_id(3),
    ]


def test_has_run_tells_what_has_landed(tmp_path: Path) -> None:
    folder = tmp_path / "warehouse"
    assert not writer(folder).has_run(run_id(1))
    assert not folder.exists()
    writer(folder).append([row(1)])
    assert writer(folder).has_run(run_id(1))
    assert not writer(folder).has_run(run_id(2))


def test_what_is_kept_stays_bounded(tmp_path: Path) -> None:
    for number in range(30):
        writer(tmp_path).append([row(number)])
    assert snapshot_count(tmp_path) == 5
    metadata = location(tmp_path).table_folder / "metadata"
    assert len(list(metadata.glob("*.metadata.json"))) == 11
    with table_of(tmp_path) as table:
        snapshot = table.current_snapshot()
        assert snapshot is not None
        assert len(snapshot.manifests(table.io)) < 20
    assert len(reader(tmp_path).query(All()).items) == 30


def test_the_hint_names_the_current_metadata_file(tmp_path: Path) -> None:
    writer(tmp_path).append([row(1)])
    writer(tmp_path).append([row(2)])
    hint = location(tmp_path).table_folder / "metadata" / "version-hint.text"
    with table_of(tmp_path) as table:
        assert hint.read_text() == table.metadata_location.rsplit("/", 1)[-1]


def test_a_lost_hint_is_written_again_by_the_next_append(tmp_path: Path) -> None:
    writer(tmp_path).append([row(1)])
    hint = location(tmp_path).table_folder / "metadata" / "version-hint.text"
    hint.unlink()
    writer(tmp_path).append([row(2)])
    assert hint.exists()


def test_tags_of_others_are_not_expired(tmp_path: Path) -> None:
    writer(tmp_path).append([row(0)])
    with table_of(tmp_path) as table:
        snapshot = table.current_snapshot()
        assert snapshot is not None
        table.manage_snapshots().create_tag(snapshot.snapshot_id, "first").commit()
    for number in range(1, 15):
        writer(tmp_path).append([row(number)])
    with table_of(tmp_path) as table:
        assert "first" in table.metadata.refs
        assert len(table.metadata.snapshots) == 6


def test_a_lock_that_is_not_had_names_it(tmp_path: Path) -> None:
    writer(tmp_path).append([row(1)])
    with FileLock(tmp_path / "write.lock"), pytest.raises(StorageFault) as caught:
        writer(tmp_path, lock_timeout_s=0.05).append([row(2)])
    assert caught.value.message == (
        "the warehouse is being written by another nornir:"
        f" {tmp_path}/write.lock was not free within 0.05 s"
    )
    assert not writer(tmp_path).has_run(run_id(2))


def test_a_catalog_that_another_program_holds_is_tried_again(tmp_path: Path) -> None:
    writer(tmp_path).append([row(1)])
    connection = sqlite3.connect(tmp_path / "catalog.db", isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")

    class LetsGo(StandingClock):
        def sleep(self, seconds: float) -> None:
            super().sleep(seconds)
            if len(self.slept) == TRIED_TWICE:
                connection.execute("ROLLBACK")

    clock = LetsGo()
    try:
        IcebergRunWriter(location(tmp_path), clock).append([row(2)])
    finally:
        connection.close()
    assert len(clock.slept) == TRIED_TWICE
    assert reader(tmp_path).query(Run(run_id(2))).items == (row(2),)


def test_a_catalog_that_stays_locked_is_told(tmp_path: Path) -> None:
    writer(tmp_path).append([row(1)])
    connection = sqlite3.connect(tmp_path / "catalog.db", isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StorageFault) as caught:
            writer(tmp_path, lock_timeout_s=0.5).append([row(2)])
    finally:
        connection.close()
    assert str(caught.value) == (
        f"the warehouse cannot be written: {tmp_path}: another program holds it locked;"
        " end that program, or try again later"
    )


def test_a_path_with_a_file_in_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StorageFault) as caught:
            writer(folder).append([row(1)])
        assert "a part of that path is a file, not a folder" in caught.value.message
        assert str(folder) in caught.value.message


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A warehouse of one run on a place that cannot be written."""
    folder = tmp_path / "warehouse"
    writer(folder).append([row(1)])
    if os.geteuid() != 0:
        _set_mode(folder, writable=False)
        yield folder
        _set_mode(folder, writable=True)
        return
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,ro,bind", str(folder))
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=False)


def _set_mode(folder: Path, *, writable: bool) -> None:
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755 if writable else 0o555)


def _mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"mount {' '.join(arguments)}: {done.stderr.strip()}")


def test_a_read_only_warehouse_is_read_and_refuses_to_be_written(read_only: Path) -> None:
    before = files_below(read_only)
    found = reader(read_only).query(All())
    assert (found.items, found.source.status) == ((row(1),), "live")
    assert writer(read_only).has_run(run_id(1))
    with pytest.raises(StorageFault) as caught:
        writer(read_only).append([row(2)])
    assert str(caught.value) == (
        f"the lock file cannot be made: {read_only}/write.lock: it is read-only or not yours to"
        " write; make it writable, or choose another folder with --warehouse"
    )
    assert files_below(read_only) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 2 MiB."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a small disk needs Linux, root and mount")
    disk = tmp_path / "disk"
    disk.mkdir()
    _mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk))
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=False)


def _fill(disk: Path, *, leave: int) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        with contextlib.suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        file.truncate(file.tell() - leave)
    return filler


@pytest.mark.parametrize("leave", [0, 8_192, 16_384, 24_576, 32_768, 40_960])
def test_a_full_disk_is_told_and_nothing_is_lost(small_disk: Path, leave: int) -> None:
    folder = small_disk / "warehouse"
    writer(folder).append([row(1)])
    filler = _fill(small_disk, leave=leave)

    fault = None
    try:
        writer(folder).append([row(2, output="x" * 50)])
    except StorageFault as failure:
        fault = failure
    landed = fault is None
    if fault is not None:
        assert "the disk is full" in fault.message
        assert str(folder) in fault.message
    # With much left the rows land, and only what comes after them finds no room.
    assert landed or leave < 40_960
    assert not (landed and leave == 0)

    found = reader(folder).query(All())
    assert [one.run_id for one in found.items] == [run_id(1), run_id(2)][: 1 + landed]
    assert found.source.status == "live"
    filler.unlink()
    writer(folder).append([row(3)])
    assert len(reader(folder).query(All()).items) == 2 + landed
