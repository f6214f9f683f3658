"""What was read once is not read again, and what is remembered is never believed over the table."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Agent, All, Model, Newest, Run, Selector
from nornir_desk.domain.source import RunSummary
from nornir_desk.warehouse import cache
from nornir_desk.warehouse.codec import rows_from_arrow
from nornir_desk.warehouse.opening import open_table
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.scan import select
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_tables import (
    TS,
    append_legacy,
    create_legacy_table,
    location,
    row,
    run_id,
    table_of,
    writer,
)

SELECTORS: tuple[Selector, ...] = (
    Newest(),
    All(),
    Run(run_id(1)),
    Run("none"),
    Agent("claude"),
    Agent("-"),
    Agent("none"),
    Model("opus"),
    Model("a"),
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder of caches."""
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A warehouse with two runs."""
    folder = tmp_path / "warehouse"
    writer(folder).append([row(1), row(1, model="sonnet", ok=False, error="no")])
    writer(folder).append([row(2)])
    return folder


def cached(folder: Path, root: Path) -> IcebergRunReader:
    return IcebergRunReader(location(folder), StandingClock(), root)


def run_ids(reader: IcebergRunReader) -> tuple[str, ...]:
    found = reader.runs()
    assert (found.source.status, found.source.detail) in (("live", None), ("empty", None))
    return tuple(run.run_id for run in found.items)


def slim_ids(reader: IcebergRunReader) -> list[str]:
    return [one.run_id for one in reader.query(All(), with_text=False).items]


def cache_file(root: Path, name: str = cache.ROWS_FILE) -> Path:
    (found,) = root.rglob(name)
    return found


def without_data(folder: Path) -> None:
    shutil.rmtree(location(folder).table_folder / "data")


def test_a_file_that_was_read_is_never_read_again(folder: Path, root: Path) -> None:
    first = cached(folder, root)
    assert run_ids(first) == (run_id(2), run_id(1))
    without_data(folder)
    writer(folder).append([row(3)])
    for again in (first, cached(folder, root), cached(folder, root)):
        assert run_ids(again) == (run_id(3), run_id(2), run_id(1))
        assert slim_ids(again) == [run_id(1), run_id(1), run_id(2), run_id(3)]
        # Whole rows of one run need the files of that run alone.
        assert again.query(Newest()).items == (row(3),)
        gone = again.query(Run(run_id(1)))
        assert (gone.items, gone.source.status) == ((), "error")


def test_nothing_but_the_pointer_and_the_metadata_is_read_where_nothing_is_new(
    folder: Path, root: Path
) -> None:
    before = cached(folder, root).runs().items
    for path in location(folder).table_folder.rglob("*.avro"):
        path.unlink()
    assert cached(folder, root).runs().items == before
    assert slim_ids(cached(folder, root)) == [run_id(1), run_id(1), run_id(2)]


def whole_scan(folder: Path, selector: Selector, with_text: bool) -> list[AgentModelRunRow]:
    table = open_table(location(folder)).table
    assert table is not None
    return sorted(rows_from_arrow(select(table, selector, with_text=with_text)), key=str)


@pytest.mark.parametrize("with_text", [True, False])
@pytest.mark.parametrize("warm", [True, False])
def test_every_selector_finds_what_the_whole_scan_finds(
    tmp_path: Path, root: Path, warm: bool, with_text: bool
) -> None:
    folder = tmp_path / "mixed"
    create_legacy_table(folder)
    append_legacy(folder, 1)
    if warm:
        # Remembered before the table had our columns.
        assert run_ids(cached(folder, root)) == (run_id(1),)
    writer(folder).append([row(2), row(2, agent="kilo", cost_usd=None, driver=None), row(3)])
    writer(folder).append([row(4, agent="-", prompt="\n two\nlines")])
    for selector in SELECTORS:
        found = cached(folder, root).query(selector, with_text=with_text)
        assert sorted(found.items, key=str) == whole_scan(folder, selector, with_text), selector
        assert found.source.status == "live"
        if not with_text:
            assert {one.prompt + one.output for one in found.items} <= {""}


def test_the_run_list_names_the_task_by_its_first_line(tmp_path: Path, root: Path) -> None:
    folder = tmp_path / "tasks"
    writer(folder).append([row(1, prompt="\n  \n\t First\x1b[0m  line \nsecond")])
    writer(folder).append([row(2, prompt="x " * 3000)])
    writer(folder).append([row(3, prompt=" \n")])
    for _ in range(2):
        tasks = [run.task for run in cached(folder, root).runs().items]
        assert tasks == ["p", ("x " * 100).rstrip(), "First\N{REPLACEMENT CHARACTER}[0m line"]


def test_no_answer_and_no_task_beyond_its_first_line_is_kept(tmp_path: Path, root: Path) -> None:
    folder = tmp_path / "texts"
    writer(folder).append([row(1, prompt="Title\nthe-hidden-task", output="the-hidden-answer")])
    assert len(run_ids(cached(folder, root))) == 1
    kept = b"".join(path.read_bytes() for path in root.rglob("*") if path.is_file())
    assert b"Title" in kept
    assert b"hidden" not in kept


def test_a_run_that_was_deleted_is_dropped(folder: Path, root: Path) -> None:
    first = cached(folder, root)
    assert len(run_ids(first)) == 2
    with table_of(folder) as table:
        table.delete(f"run_id == '{run_id(1)}'")
    for again in (first, cached(folder, root)):
        assert run_ids(again) == (run_id(2),)
        assert slim_ids(again) == [run_id(2)]
        assert again.query(Run(run_id(1))).items == ()


def test_a_run_that_was_overwritten_is_read_anew(folder: Path, root: Path) -> None:
    first = cached(folder, root)
    assert first.runs().items[1].failed == 1
    with table_of(folder) as table:
        found = table.scan(row_filter=f"run_id == '{run_id(1)}'").to_arrow()
        table.overwrite(found.slice(0, 1).cast(found.schema), f"run_id == '{run_id(1)}'")
    for again in (first, cached(folder, root)):
        (one,) = again.query(Run(run_id(1)), with_text=False).items
        assert [run.cells for run in again.runs().items] == [1, 1]
        assert again.query(Run(run_id(1))).items[0].model == one.model


def test_every_run_deleted_leaves_an_empty_list(folder: Path, root: Path) -> None:
    first = cached(folder, root)
    assert len(run_ids(first)) == 2
    with table_of(folder) as table:
        table.delete("score >= 0.0")
    for again in (first, cached(folder, root)):
        assert run_ids(again) == ()
        assert again.query(Newest()).items == ()


def _garbage(path: Path) -> None:
    path.write_bytes(b"garbage " * 400)


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _emptied(path: Path) -> None:
    os.truncate(path, 0)


def _flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 4
    path.write_bytes(data)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def test_the_newest_run_alone_reads_no_other_and_remembers_where_it_is(
    folder: Path, root: Path
) -> None:
    data = location(folder).table_folder / "data"
    shutil.rmtree(data / f"run_id={run_id(1)}")
    assert cached(folder, root).query(Newest()).items == (row(2),)
    for path in location(folder).table_folder.rglob("*.avro"):
        path.unlink()
    # The same state needs no manifest any more.
    assert cached(folder, root).query(Newest()).items == (row(2),)
    assert cached(folder, root).query(Run(run_id(2))).items == (row(2),)


@pytest.mark.parametrize("damage", ["garbage", "cut", "gone"])
def test_a_damaged_list_of_files_is_made_anew(folder: Path, root: Path, damage: str) -> None:
    assert cached(folder, root).query(Newest()).items == (row(2),)
    path = cache_file(root, cache.FILES_FILE)
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"garbage" if damage == "garbage" else path.read_bytes()[:-9])
    assert cached(folder, root).query(Newest()).items == (row(2),)
    writer(folder).append([row(3)])
    assert cached(folder, root).query(Newest()).items == (row(3),)
    with table_of(folder) as table:
        table.delete(f"run_id == '{run_id(3)}'")
    assert cached(folder, root).query(Newest()).items == (row(2),)


@pytest.mark.parametrize("name", [cache.ROWS_FILE, cache.RUNS_FILE])
@pytest.mark.parametrize("damage", [_garbage, _cut, _emptied, _flipped, Path.unlink, _folder])
def test_a_damaged_cache_is_rebuilt_without_a_word(
    folder: Path, root: Path, name: str, damage: Callable[[Path], None]
) -> None:
    before = cached(folder, root).runs().items
    damage(cache_file(root, name))
    assert cached(folder, root).runs().items == before
    assert slim_ids(cached(folder, root)) == [run_id(1), run_id(1), run_id(2)]
    if damage is not _folder:
        without_data(folder)
        assert cached(folder, root).runs().items == before


def test_a_cache_of_another_version_is_rebuilt(
    folder: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "VERSION", 0)
    before = cached(folder, root).runs().items
    monkeypatch.undo()
    old = cache_file(root).read_bytes()
    assert cached(folder, root).runs().items == before
    assert cache_file(root).read_bytes() != old


def test_a_run_list_made_by_other_rules_is_not_shown(
    folder: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cached(folder, root).runs().items
    path = cache_file(root, cache.RUNS_FILE)
    document = json.loads(path.read_bytes()[:-4])
    document["key"][1] = "other"
    document["runs"] = [[*values[:-1], "nobody/won"] for values in document["runs"]]
    path.write_bytes(cache._with_check(json.dumps(document).encode()))
    without_data(folder)
    assert cached(folder, root).runs().items == before


def test_a_warehouse_made_anew_at_the_same_place_is_another(folder: Path, root: Path) -> None:
    old = cached(folder, root)
    assert len(run_ids(old)) == 2
    shutil.rmtree(folder)
    assert run_ids(old) == ()
    assert old.query(Newest()).source.status == "empty"
    writer(folder).append([row(7)])
    for again in (old, cached(folder, root)):
        assert run_ids(again) == (run_id(7),)
        assert again.query(All()).items == (row(7),)
    # The cache of the one that is gone went with it.
    assert len(list(root.iterdir())) == 1


def test_without_a_writable_folder_reading_goes_on(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        reader = cached(folder, place)
        assert run_ids(reader) == (run_id(2), run_id(1))
        assert reader.query(Newest()).items == (row(2),)
    assert (tmp_path / "file").read_text() == "x"


def test_a_moved_warehouse_is_read_with_its_cache_and_without(folder: Path, root: Path) -> None:
    before = cached(folder, root).runs().items
    moved = folder.rename(folder.with_name("moved"))
    assert cached(moved, root).runs().items == before
    writer(moved).append([row(3)])
    assert run_ids(cached(moved, root)) == (run_id(3), run_id(2), run_id(1))


def test_many_threads_read_one_truth(folder: Path, root: Path) -> None:
    reader = cached(folder, root)

    def look(number: int) -> tuple[RunSummary, ...]:
        if number % 3 == 0:
            reader.query(Newest())
        return reader.runs().items

    with ThreadPoolExecutor(6) as pool:
        landing = pool.submit(writer(folder).append, [row(3)])
        seen = list(pool.map(look, range(30)))
        landing.result()
    assert {len(runs) for runs in seen} <= {2, 3}
    assert run_ids(reader) == (run_id(3), run_id(2), run_id(1))


def test_a_change_is_told_by_the_pointer_alone(folder: Path, root: Path) -> None:
    reader = cached(folder, root)
    mark = reader.mark()
    assert not reader.changed(mark)
    writer(folder).append([row(3)])
    assert reader.changed(mark)
    assert not reader.changed(reader.mark())
    mark = reader.mark()
    shutil.rmtree(folder)
    assert reader.changed(mark)
    assert list(root.parent.glob("cache")) == []


def test_many_runs_landed_one_by_one_are_held_and_remembered(folder: Path, root: Path) -> None:
    reader = cached(folder, root)
    assert len(run_ids(reader)) == 2
    # Past the merge of manifests, the joining of pieces and the next writing of the cache.
    for number in range(3, 73):
        writer(folder).append([row(number)])
        assert reader.runs().items[0].run_id == run_id(number)
    wanted = tuple(run_id(number) for number in range(72, 0, -1))
    assert run_ids(reader) == wanted
    remembered = cache_file(root).stat().st_mtime_ns
    assert run_ids(cached(folder, root)) == wanted
    assert cache_file(root).stat().st_mtime_ns >= remembered


def test_a_clock_that_was_set_back_changes_no_order_but_its_own(folder: Path, root: Path) -> None:
    early = f"20250101T000000-{1:04d}"
    writer(folder).append([row(1, run_id=early, ts_micros=TS - 10**12)])
    writer(folder).append([row(1, run_id="20990101T000000-0", ts_micros=-5)])
    reader = cached(folder, root)
    assert run_ids(reader) == (run_id(2), run_id(1), early, "20990101T000000-0")
    assert reader.query(Newest()).items == (row(2),)
    assert cached(folder, root / "other").query(Newest()).items == (row(2),)


def test_thumbnails_are_remembered_and_a_list_from_before_them_is_made_anew(
    folder: Path, root: Path
) -> None:
    first = cached(folder, root).runs().items
    assert [run.thumbnail for run in first] == [("W",), ("Wx",)]
    assert cached(folder, root).runs().items == first
    path = cache_file(root, cache.RUNS_FILE)
    document = json.loads(bytes(cache._checked(path.read_bytes())))
    document["key"][-1].remove("thumbnail")
    document["runs"] = [values[:-1] for values in document["runs"]]
    path.write_bytes(cache._with_check(json.dumps(document).encode()))
    assert cached(folder, root).runs().items == first
