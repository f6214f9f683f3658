from __future__ import annotations

from pathlib import Path

import pytest

from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.domain.errors import StorageFault, UnknownSelector, UsageFault
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.domain.selector import All
from nornir_desk.system.redaction import Redactor
from nornir_desk.warehouse.evidence import FolderEvidence
from nornir_desk.warehouse.forgetting import RunForgetter
from nornir_desk.warehouse.journal import FolderJournal
from nornir_desk.warehouse.pointer import read_hint
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A warehouse with three runs, each with evidence."""
    folder = tmp_path / "warehouse"
    for number in (1, 2, 3):
        writer(folder).append([row(number), row(number, model="sonnet")])
        place = EvidencePlace(run_id(number), "claude", "opus", "p")
        FolderEvidence(location(folder), Redactor({})).write(place, "answer.txt", b"x")
    return folder


def forgetter(folder: Path) -> RunForgetter:
    return RunForgetter(location(folder), StandingClock(), lock_timeout_s=0.1)


def plan(number: int) -> RunPlan:
    return RunPlan(
        run_id=run_id(number),
        ts_micros=1,
        tasks=(TaskPrompt("p", "Why?"),),
        agents=("claude",),
        models=("opus",),
        repeats=1,
        caller="auto",
        host="http://localhost:11434",
        timeout_s=300.0,
        jobs=1,
    )


def landed(folder: Path) -> list[str]:
    found = reader(folder).query(All())
    assert found.source.status == "live"
    return [one.run_id for one in found.items[::2]]


def test_a_run_goes_with_its_evidence_in_one_commit(folder: Path) -> None:
    forgetter(folder).forget(run_id(2))
    assert landed(folder) == [run_id(1), run_id(3)]
    assert [run.run_id for run in reader(folder).runs().items] == [run_id(3), run_id(1)]
    assert sorted(path.name for path in (folder / "evidence").iterdir()) == [run_id(1), run_id(3)]
    assert snapshot_count(folder) == 4
    with table_of(folder) as table:
        snapshot = table.current_snapshot()
        assert snapshot is not None
        assert snapshot.summary is not None
        assert snapshot.summary.operation.value == "delete"
        hint = read_hint(location(folder).table_folder)
        assert hint is not None
        assert table.metadata_location.endswith(hint.name)
    writer(folder).append([row(4), row(4)])
    assert landed(folder) == [run_id(1), run_id(3), run_id(4)]


@pytest.mark.parametrize("name", ["none", "../x", "", "a'b", "20260601"])
def test_an_unknown_run_is_refused_and_nothing_changes(folder: Path, name: str) -> None:
    before = files_below(folder)
    with pytest.raises(UnknownSelector, match="no run") as caught:
        forgetter(folder).forget(name)
    assert caught.value.remedy == "list the runs with: nornir bakeoff leaderboard --runs"
    assert files_below(folder) == before


def test_nothing_is_made_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(UnknownSelector):
        forgetter(tmp_path / "none").forget(run_id(1))
    assert list(tmp_path.iterdir()) == []


def test_a_run_is_forgotten_once(folder: Path) -> None:
    forgetter(folder).forget(run_id(2))
    with pytest.raises(UnknownSelector):
        forgetter(folder).forget(run_id(2))


def test_an_id_of_another_writer_can_be_forgotten(folder: Path) -> None:
    writer(folder).append([row(4, run_id="odd 'id'/4"), row(4, run_id="odd 'id'/4")])
    forgetter(folder).forget("odd 'id'/4")
    assert landed(folder) == [run_id(1), run_id(2), run_id(3)]


def test_an_unfinished_run_goes_with_its_journal(folder: Path) -> None:
    journal = FolderJournal(location(folder))
    log = journal.begin(plan(9))
    log.record(row(9))
    with pytest.raises(UsageFault, match="is being measured by another nornir"):
        forgetter(folder).forget(run_id(9))
    log.close(landed=False)
    assert journal.unfinished() == (run_id(9),)
    forgetter(folder).forget(run_id(9))
    assert journal.unfinished() == ()
    assert list((folder / "journal").iterdir()) == []
    assert landed(folder) == [run_id(1), run_id(2), run_id(3)]


def test_a_warehouse_that_cannot_be_written_keeps_the_run(folder: Path) -> None:
    from filelock import FileLock

    with FileLock(location(folder).lock_file), pytest.raises(StorageFault, match="being written"):
        forgetter(folder).forget(run_id(2))
    assert landed(folder) == [run_id(1), run_id(2), run_id(3)]
    assert (folder / "evidence" / run_id(2)).is_dir()
