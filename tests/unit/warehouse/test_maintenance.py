"""Clearing away takes what nothing refers to and is old enough, and nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from filelock import FileLock

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.selector import All
from nornir_desk.ports.upkeep import Leftover
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.forgetting import RunForgetter
from nornir_desk.warehouse.maintenance import IcebergUpkeep
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
    table_of,
    writer,
)

DAY_S = 24 * 3600.0
TWO_DAYS_AGO = time.time_ns() / 1e9 - 2 * DAY_S


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A warehouse with three runs."""
    folder = tmp_path / "warehouse"
    for number in (1, 2, 3):
        writer(folder).append([row(number)])
    return folder


def upkeep(folder: Path) -> IcebergUpkeep:
    root = folder.parent / "cache"
    return IcebergUpkeep(location(folder), SystemClock(), root, lock_timeout_s=0.1)


def age(folder: Path) -> None:
    """Make every file two days old."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            os.utime(path, (TWO_DAYS_AGO, TWO_DAYS_AGO))


def planted(folder: Path, name: str, data: bytes = b"12345") -> Path:
    path = location(folder).table_folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def landed(folder: Path) -> list[str]:
    found = reader(folder).query(All())
    assert (found.source.status, found.source.detail) == ("live", None)
    return [one.run_id for one in found.items]


def test_orphans_go_and_everything_else_stays(folder: Path) -> None:
    before = files_below(folder)
    lost = [
        planted(folder, "data/run_id=gone/00000-0-x.parquet"),
        planted(folder, "metadata/99999-x.metadata.json"),
        planted(folder, "metadata/snap-1-0-x.avro", b"123"),
    ]
    own = [planted(folder, "data/notes.txt"), planted(folder, "metadata/mine.json")]
    age(folder)
    wanted = tuple(
        Leftover(path.relative_to(folder).as_posix(), path.stat().st_size) for path in lost
    )
    told = upkeep(folder).maintain(dry_run=True, older_than_s=DAY_S)
    assert (told.dry_run, told.swept, told.orphans) == (True, True, wanted)
    assert all(path.exists() for path in sorted(lost))

    done = upkeep(folder).maintain(dry_run=False, older_than_s=DAY_S)
    assert (done.dry_run, done.orphans, done.temporary) == (False, wanted, ())
    assert [path.exists() for path in (*lost, *own)] == [False] * 3 + [True] * 2
    assert not lost[0].parent.exists()
    added = {"nornir/agent_model_runs/data/notes.txt", "nornir/agent_model_runs/metadata/mine.json"}
    assert set(files_below(folder)) == {*before, *added}
    assert landed(folder) == [run_id(1), run_id(2), run_id(3)]
    again = upkeep(folder).maintain(dry_run=False, older_than_s=DAY_S)
    assert (again.orphans, again.temporary, again.snapshots) == ((), (), 0)


def test_what_is_young_stays(folder: Path) -> None:
    path = planted(folder, "data/run_id=new/00000-0-x.parquet")
    future = planted(folder, "data/run_id=new/00000-1-x.parquet")
    # The clock was set back since it was written.
    os.utime(future, (time.time_ns() / 1e9 + DAY_S,) * 2)
    done = upkeep(folder).maintain(dry_run=False, older_than_s=DAY_S)
    assert done.orphans == ()
    done = upkeep(folder).maintain(dry_run=False, older_than_s=0.0)
    assert Leftover(path.relative_to(folder).as_posix(), 5) in done.orphans
    assert not path.exists()
    assert future.exists()


def test_a_forgotten_run_leaves_the_disk_once_no_state_refers_to_it(folder: Path) -> None:
    RunForgetter(location(folder), SystemClock()).forget(run_id(2))
    (kept,) = (location(folder).table_folder / "data" / f"run_id={run_id(2)}").iterdir()
    age(folder)
    # The earlier states are younger than a day: they still show the run.
    assert upkeep(folder).maintain(dry_run=False, older_than_s=DAY_S).orphans == ()
    assert kept.exists()

    told = upkeep(folder).maintain(dry_run=True, older_than_s=0.0)
    assert told.snapshots == 3
    done = upkeep(folder).maintain(dry_run=False, older_than_s=0.0)
    assert done.snapshots == 3
    assert kept.relative_to(folder).as_posix() in [one.path for one in done.orphans]
    assert not kept.parent.exists()
    assert snapshot_count(folder) == 1
    assert landed(folder) == [run_id(1), run_id(3)]
    writer(folder).append([row(4)])
    assert landed(folder) == [run_id(1), run_id(3), run_id(4)]


def test_thousand_states_of_another_writer_are_let_go(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    for number in range(12):
        append_legacy(tmp_path, number, ("a",))
    assert snapshot_count(tmp_path) == 12
    assert upkeep(tmp_path).maintain(dry_run=False, older_than_s=0.0).snapshots == 11
    assert snapshot_count(tmp_path) == 1
    assert len(landed(tmp_path)) == 12


def test_what_killed_processes_left_half_written_goes(folder: Path) -> None:
    left = [
        planted(folder, "metadata/.version-hint.text.abc.tmp"),
        folder / "evidence" / "r" / "cell" / ".answer.txt.abc.tmp",
        folder / "journal" / ".r.jsonl.abc.tmp",
    ]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"12")
    (left[1].parent / "answer.txt").write_bytes(b"x")
    age(folder)
    done = upkeep(folder).maintain(dry_run=False, older_than_s=DAY_S)
    assert {one.path for one in done.temporary} == {
        path.relative_to(folder).as_posix() for path in left
    }
    assert (left[1].parent / "answer.txt").exists()


def test_nothing_is_touched_while_a_writer_writes(folder: Path) -> None:
    path = planted(folder, "metadata/snap-1-0-x.avro")
    age(folder)
    with FileLock(location(folder).lock_file), pytest.raises(StorageFault, match="being written"):
        upkeep(folder).maintain(dry_run=False, older_than_s=DAY_S)
    assert path.exists()


def _manifest(folder: Path) -> Path:
    return next((location(folder).table_folder / "metadata").glob("*-m0.avro"))


def _list(folder: Path) -> Path:
    with table_of(folder) as table:
        snapshot = table.current_snapshot()
        assert snapshot is not None
        return Path(snapshot.manifest_list.removeprefix("file://"))


def _data(folder: Path) -> Path:
    return next((location(folder).table_folder / "data").rglob("*.parquet"))


@pytest.mark.parametrize("which", [_manifest, _list, _data])
@pytest.mark.parametrize("cut", [True, False])
def test_a_table_that_is_not_whole_is_left_alone(folder: Path, which: object, cut: bool) -> None:
    assert callable(which)
    victim = which(folder)
    assert isinstance(victim, Path)
    planted(folder, "metadata/snap-1-0-x.avro")
    if cut:
        os.truncate(victim, victim.stat().st_size - 3)
    else:
        victim.unlink()
    age(folder)
    before = files_below(folder)
    if which is _data and cut:
        # No reference is lost by it.
        upkeep(folder).maintain(dry_run=True, older_than_s=DAY_S)
        return
    for dry_run in (True, False):
        with pytest.raises(StorageFault) as caught:
            upkeep(folder).maintain(dry_run=dry_run, older_than_s=DAY_S)
        assert "\n" not in str(caught.value)
    assert files_below(folder) == before


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_damaged_catalog_is_left_alone(folder: Path, dry_run: bool) -> None:
    (folder / "catalog.db").write_bytes(b"garbage " * 400)
    age(folder)
    before = files_below(folder)
    with pytest.raises(StorageFault, match=r"catalog\.db is damaged"):
        upkeep(folder).maintain(dry_run=dry_run, older_than_s=0.0)
    assert files_below(folder) == before


def test_a_second_name_for_the_table_protects_its_files(folder: Path) -> None:
    with catalog_of(folder, "other") as catalog, table_of(folder) as table:
        catalog.create_namespace("mine")
        catalog.register_table("mine.runs", table.metadata_location)
    writer(folder).append([row(4)])
    age(folder)
    with pytest.raises(StorageFault, match="another state of the table"):
        upkeep(folder).maintain(dry_run=False, older_than_s=0.0)


def test_a_moved_or_linked_warehouse_keeps_all_it_needs(folder: Path, tmp_path: Path) -> None:
    moved = folder.rename(tmp_path / "moved")
    link = tmp_path / "link"
    link.symlink_to(moved)
    for place in (moved, link):
        path = planted(place, "metadata/snap-1-0-x.avro")
        age(moved)
        done = upkeep(place).maintain(dry_run=False, older_than_s=DAY_S)
        assert [one.path for one in done.orphans] == [path.relative_to(place).as_posix()]
        assert landed(place) == [run_id(1), run_id(2), run_id(3)]


def test_where_nothing_is_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(StorageFault, match="holds no warehouse"):
        upkeep(tmp_path / "none").maintain(dry_run=False, older_than_s=0.0)
    found = upkeep(tmp_path / "none").info()
    assert (found.status, found.runs, found.data_bytes, found.table_uuid) == ("empty", 0, 0, None)
    assert list(tmp_path.iterdir()) == []


def test_what_a_warehouse_holds_is_told(folder: Path) -> None:
    writer(folder).append([row(4), row(4, model="b", ok=False, error="no")])
    (folder / "journal").mkdir()
    (folder / "journal" / "r9.jsonl").write_bytes(b"x" * 70)
    (folder / "evidence" / "r").mkdir(parents=True)
    (folder / "evidence" / "r" / "a.txt").write_bytes(b"x" * 30)
    reader(folder)
    found = upkeep(folder).info()
    table = location(folder).table_folder
    data = [path.stat().st_size for path in (table / "data").rglob("*.parquet")]
    metadata = [path.stat().st_size for path in (table / "metadata").iterdir()]
    assert (found.where, found.kind, found.status, found.detail) == (
        str(folder),
        "local",
        "live",
        None,
    )
    assert (found.runs, found.rows, found.cells_failed, found.snapshots) == (4, 5, 1, 4)
    assert (found.data_files, found.data_bytes, found.metadata_bytes) == (
        4,
        sum(data),
        sum(metadata),
    )
    assert (found.evidence_bytes, found.journal_bytes, found.unfinished) == (30, 70, ("r9",))
    with table_of(folder) as opened:
        assert found.table_uuid == str(opened.metadata.table_uuid)
    cache = Path(found.cache)
    assert cache.parent == folder.parent / "cache"
    assert found.cache_bytes == sum(path.stat().st_size for path in cache.iterdir()) > 0


def test_a_catalog_lets_old_states_go_and_no_file_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nornir_desk.warehouse.location import resolve_location
    from nornir_desk.warehouse.reader import IcebergRunReader
    from nornir_desk.warehouse.writer import IcebergRunWriter

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PYICEBERG_CATALOG__LAKE__TYPE", "sql")
    monkeypatch.setenv("PYICEBERG_CATALOG__LAKE__URI", f"sqlite:///{tmp_path}/lake.db")
    monkeypatch.setenv("PYICEBERG_CATALOG__LAKE__WAREHOUSE", str(tmp_path / "lake"))
    place = resolve_location("lake")
    for number in (1, 2, 3):
        IcebergRunWriter(place, SystemClock()).append([row(number)])
    keeper = IcebergUpkeep(place, SystemClock(), tmp_path / "cache")
    lost = tmp_path / "lake" / "nornir" / "agent_model_runs" / "metadata" / "snap-1-0-x.avro"
    lost.write_bytes(b"x")
    age(tmp_path / "lake")
    told = keeper.maintain(dry_run=True, older_than_s=0.0)
    assert (told.snapshots, told.swept, told.orphans) == (2, False, ())
    done = keeper.maintain(dry_run=False, older_than_s=0.0)
    assert (done.snapshots, done.swept, done.orphans) == (2, False, ())
    assert lost.exists()
    found = keeper.info()
    assert (found.where, found.kind, found.status) == ("lake", "catalog", "live")
    assert (found.runs, found.rows, found.snapshots, found.metadata_bytes) == (3, 3, 1, None)
    assert found.data_bytes > 0
    cached = IcebergRunReader(place, SystemClock(), tmp_path / "cache")
    assert [one.run_id for one in cached.runs().items] == [run_id(3), run_id(2), run_id(1)]
    mark = cached.mark()
    IcebergRunWriter(place, SystemClock()).append([row(4)])
    assert cached.changed(mark)
    assert cached.query(All()).items[-1] == row(4)
