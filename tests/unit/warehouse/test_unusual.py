"""Tables that only the whole scan reads rightly are read by it, with a cache that knew them before."""

from __future__ import annotations

from pathlib import Path

import pytest

from nornir_desk.domain.selector import Agent, All, Newest, Run
from nornir_desk.warehouse.opening import locate
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.state import NeedsScan, read_state
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_deletes import delete_row
from tests.fakes.warehouse_tables import location, row, run_id, table_of, writer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A warehouse with two runs of two cells."""
    folder = tmp_path / "warehouse"
    for number in (1, 2):
        writer(folder).append([row(number, model="a"), row(number, model="b")])
    return folder


def cached(folder: Path) -> IcebergRunReader:
    return IcebergRunReader(location(folder), StandingClock(), folder.parent / "cache")


@pytest.mark.parametrize("warm", [True, False])
def test_a_row_that_another_engine_deleted_is_not_shown(folder: Path, warm: bool) -> None:
    one = cached(folder)
    if warm:
        assert [run.cells for run in one.runs().items] == [2, 2]
    delete_row(folder, run_id(2), 0)
    for reader in (one, cached(folder)):
        assert [(run.run_id, run.cells) for run in reader.runs().items] == [
            (run_id(2), 1),
            (run_id(1), 2),
        ]
        for with_text in (True, False):
            newest = reader.query(Newest(), with_text=with_text)
            assert ([row.model for row in newest.items], newest.source.status) == (["b"], "live")
            assert len(reader.query(All(), with_text=with_text).items) == 3
        assert reader.query(Run(run_id(2))).items == (row(2, model="b"),)


def test_rows_land_beside_such_a_deletion(folder: Path) -> None:
    delete_row(folder, run_id(2), 1)
    writer(folder).append([row(3)])
    assert writer(folder).has_run(run_id(3))
    found = cached(folder).query(Agent("claude"), with_text=False).items
    assert [(row.run_id, row.model) for row in found] == [
        (run_id(1), "a"),
        (run_id(1), "b"),
        (run_id(2), "a"),
        (run_id(3), "opus"),
    ]


def test_a_column_of_somebody_else_changes_nothing(folder: Path) -> None:
    from pyiceberg.types import StringType

    one = cached(folder)
    assert len(one.runs().items) == 2
    with table_of(folder) as table, table.update_schema() as update:
        update.add_column("mine", StringType())
    writer(folder).append([row(3)])
    for reader in (one, cached(folder)):
        assert [run.run_id for run in reader.runs().items] == [run_id(3), run_id(2), run_id(1)]
        assert reader.query(Newest()).items == (row(3),)


def test_a_column_that_was_dropped_reads_as_not_reported(folder: Path) -> None:
    one = cached(folder)
    assert one.query(Newest(), with_text=False).items[0].judge == "demo 3/4"
    with table_of(folder) as table, table.update_schema() as update:
        update.delete_column("judge")
    for reader in (one, cached(folder)):
        for with_text in (True, False):
            judges = {row.judge for row in reader.query(All(), with_text=with_text).items}
            assert judges == {None}


def test_a_renamed_column_is_read_by_its_id(folder: Path) -> None:
    one = cached(folder)
    assert len(one.runs().items) == 2
    with table_of(folder) as table, table.update_schema() as update:
        update.rename_column("judge", "old_judge")
    located = locate(location(folder))
    assert located is not None
    assert located.metadata is not None
    with pytest.raises(NeedsScan, match="renamed or replaced"):
        read_state(located.metadata, located.root)
    for reader in (one, cached(folder)):
        assert {row.judge for row in reader.query(All()).items} == {None}
        assert len(reader.runs().items) == 2


def test_a_table_not_kept_by_runs_is_read(tmp_path: Path) -> None:
    from nornir_desk.warehouse.schema import IDENTIFIER, iceberg_schema
    from tests.fakes.warehouse_tables import catalog_of

    folder = tmp_path / "flat"
    with catalog_of(folder) as catalog:
        catalog.create_namespace(IDENTIFIER[0])
        catalog.create_table(IDENTIFIER, iceberg_schema())
    writer(folder).append([row(1), row(2), row(2, model="b")])
    for _ in range(2):
        reader = cached(folder)
        assert reader.query(Newest()).items == (row(2, model="b"), row(2))
        assert reader.query(Run(run_id(1))).items == (row(1),)
        assert [run.cells for run in reader.runs().items] == [2, 1]
