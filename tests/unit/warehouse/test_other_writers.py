from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from pyiceberg.expressions import AlwaysTrue
from pyiceberg.schema import Schema
from pyiceberg.types import DoubleType, IntegerType, NestedField, StringType

from nornir_desk.domain.row import AGENT_UNSET, AgentModelRunRow
from nornir_desk.domain.selector import Agent, All, Model, Newest, Run
from nornir_desk.warehouse import many_files
from nornir_desk.warehouse.scan import newest_run_id
from nornir_desk.warehouse.schema import COLUMNS, LEGACY_COLUMNS, iceberg_schema
from tests.fakes.warehouse_tables import (
    TS,
    append_legacy,
    create_legacy_table,
    create_table,
    legacy_arrow,
    reader,
    row,
    run_id,
    snapshot_count,
    table_of,
    writer,
)


def legacy_row(number: int, model: str) -> AgentModelRunRow:
    return AgentModelRunRow(
        run_id=run_id(number),
        ts_micros=TS + number,
        agent=AGENT_UNSET,
        model=model,
        prompt_id="p",
        prompt="Why?",
        output=f"answer of {model}",
        latency_ms=100.0,
        tokens_in=1,
        tokens_out=2,
        tokens_per_s=20.0,
        score=0.5,
        ok=True,
        cost_usd=0.0,
        mcp_tool_calls=0,
    )


def test_legacy_single_axis_rows_default_agent_unset(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    append_legacy(tmp_path, 1)

    rows = (legacy_row(1, "a"), legacy_row(1, "b"))
    for selector in (All(), Newest(), Run(run_id(1)), Agent(AGENT_UNSET)):
        found = reader(tmp_path).query(selector)
        assert (found.items, found.source.status) == (rows, "live")
    assert reader(tmp_path).query(Model("b")).items == (rows[1],)
    assert reader(tmp_path).query(Agent("claude")).items == ()
    (summary,) = reader(tmp_path).runs().items
    assert (summary.winner, summary.cells) == ("-/a", 2)


def test_a_legacy_table_is_appended_to_and_both_kinds_are_read(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    append_legacy(tmp_path, 1, models=("a",))
    before = snapshot_count(tmp_path)
    unset = row(2, agent=AGENT_UNSET, cost_usd=None)
    writer(tmp_path).append([row(2), unset])

    assert snapshot_count(tmp_path) == before + 1
    assert reader(tmp_path).query(All()).items == (legacy_row(1, "a"), unset, row(2))
    assert reader(tmp_path).query(Agent(AGENT_UNSET)).items == (legacy_row(1, "a"), unset)
    assert reader(tmp_path).query(Agent("claude")).items == (row(2),)


def test_evolution_and_rows_are_one_commit(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    with table_of(tmp_path) as table:
        before = table.metadata_location
    writer(tmp_path).append([row(2)])
    with table_of(tmp_path) as table:
        log = [entry.metadata_file for entry in table.metadata.metadata_log]
    assert log[-1] == before


def test_a_wider_table_keeps_its_columns(tmp_path: Path) -> None:
    extra = (
        NestedField(14, "mood", StringType(), required=False),
        NestedField(15, "weight", DoubleType(), required=False),
    )
    create_table(tmp_path, Schema(*iceberg_schema(LEGACY_COLUMNS).fields, *extra))
    with table_of(tmp_path) as table:
        wide = legacy_arrow(1, ("a",)).append_column("mood", pa.array(["glad"]))
        table.append(wide)
    writer(tmp_path).append([row(2)])

    assert reader(tmp_path).query(All()).items == (legacy_row(1, "a"), row(2))
    with table_of(tmp_path) as table:
        names = [(field.field_id, field.name) for field in table.schema().fields]
        assert {(14, "mood"), (15, "weight"), (16, "agent"), (23, "environment")} <= set(names)
        mood = table.scan(selected_fields=("run_id", "mood")).to_arrow().to_pylist()
    assert sorted((one["run_id"], one["mood"]) for one in mood) == [
        (run_id(1), "glad"),
        (run_id(2), None),
    ]


def test_a_table_of_narrower_numbers_is_read_and_appended_to(tmp_path: Path) -> None:
    fields = [
        NestedField(field.field_id, field.name, IntegerType(), required=True)
        if field.name in ("tokens_in", "tokens_out")
        else field
        for field in iceberg_schema(COLUMNS).fields
    ]
    create_table(tmp_path, Schema(*fields))
    writer(tmp_path).append([row(1)])
    assert reader(tmp_path).query(All()).items == (row(1),)


def test_a_catalog_kept_under_another_name_is_found_and_gone_on_with(tmp_path: Path) -> None:
    create_table(tmp_path, iceberg_schema(), name="default")
    writer(tmp_path).append([row(1)])
    assert reader(tmp_path).query(All()).items == (row(1),)
    with pytest.raises(Exception, match="does not exist"), table_of(tmp_path):
        pass


def test_properties_that_another_writer_set_stand(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    with table_of(tmp_path) as table, table.transaction() as transaction:
        transaction.set_properties({"write.metadata.previous-versions-max": "77"})
    writer(tmp_path).append([row(1)])
    with table_of(tmp_path) as table:
        assert table.properties["write.metadata.previous-versions-max"] == "77"
        assert table.properties["commit.manifest.min-count-to-merge"] == "20"


def test_the_newest_run_of_a_table_without_bounds_is_found_by_reading(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    with table_of(tmp_path) as table, table.transaction() as transaction:
        transaction.set_properties({"write.metadata.metrics.default": "none"})
    append_legacy(tmp_path, 2)
    append_legacy(tmp_path, 1)
    with table_of(tmp_path) as table:
        assert newest_run_id(table) == run_id(2)
    assert {one.run_id for one in reader(tmp_path).query(Newest()).items} == {run_id(2)}


def test_deleted_rows_are_not_the_newest(tmp_path: Path) -> None:
    writer(tmp_path).append([row(1)])
    writer(tmp_path).append([row(2)])
    with table_of(tmp_path) as table:
        table.delete(f"run_id == '{run_id(2)}'")
    assert reader(tmp_path).query(Newest()).items == (row(1),)
    assert not writer(tmp_path).has_run(run_id(2))


def _many(folder: Path) -> None:
    """Make a table of enough files that they are read in one go, the first two from before."""
    create_legacy_table(folder)
    append_legacy(folder, 0)
    append_legacy(folder, 1)
    for number in range(2, 12):
        writer(folder).append([row(number), row(number, agent="kilo", cost_usd=None)])


def test_many_files_of_both_kinds_are_read_in_one_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _many(tmp_path)
    with table_of(tmp_path) as table:
        names = ("run_id", "agent")
        assert many_files.read_many(table, AlwaysTrue(), None, names) is not None
    legacy = [legacy_row(number, model) for number in (0, 1) for model in ("a", "b")]
    claude = [row(number) for number in range(2, 12)]
    kilo = [row(number, agent="kilo", cost_usd=None) for number in range(2, 12)]
    both = [one for pair in zip(claude, kilo, strict=True) for one in pair]
    fast = _everything(tmp_path)
    assert fast == [
        tuple(legacy + both),
        tuple(legacy),
        tuple(kilo),
        tuple(both),
        (legacy[0], legacy[2]),
        (),
    ]
    assert [one.cells for one in reader(tmp_path).runs().items] == [2] * 12

    # Iceberg's own scan finds the same.
    monkeypatch.setattr(many_files, "_MIN_FILES", 1_000)
    assert _everything(tmp_path) == fast


def _everything(folder: Path) -> list[tuple[AgentModelRunRow, ...]]:
    selectors = (All(), Agent("-"), Agent("kilo"), Model("opus"), Model("a"), Agent("none"))
    return [reader(folder).query(selector).items for selector in selectors]


def test_many_files_with_a_renamed_column_are_read_by_field_id(tmp_path: Path) -> None:
    _many(tmp_path)
    with table_of(tmp_path) as table:
        with table.update_schema() as update:
            update.rename_column("judge", "verdict")
        with table.update_schema() as update:
            update.rename_column("driver", "judge")
        assert many_files.read_many(table, AlwaysTrue(), None, ("run_id",)) is None
    found = reader(tmp_path).query(All()).items
    assert len(found) == 24
    assert (found[-1].judge, found[-1].driver) == ("claude 2.1.197", None)


def test_many_files_with_deleted_rows_leave_them_out(tmp_path: Path) -> None:
    _many(tmp_path)
    with table_of(tmp_path) as table:
        table.delete("agent == 'kilo'")
    assert [one.agent for one in reader(tmp_path).query(All()).items] == ["-"] * 4 + ["claude"] * 10
