"""Runs that have not landed, told on the command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.warehouse.journal import FolderJournal
from nornir_desk.warehouse.location import local_location
from tests.cli.conftest import Nornir
from tests.fakes.warehouse_tables import TS, row, run_id

RUNNING, LEFT = run_id(2), run_id(1)


def plan(name: str) -> RunPlan:
    return RunPlan(
        run_id=name,
        ts_micros=TS,
        tasks=(TaskPrompt("p", "Why?\nSay it."),),
        agents=("claude",),
        models=("opus", "sonnet", "haiku"),
    )


@pytest.fixture
def journals(home: Path) -> Iterator[FolderJournal]:
    """One run that is being measured (by this process), one that was interrupted."""
    journal = FolderJournal(local_location(home / "warehouse"))
    left = journal.begin(plan(LEFT))
    left.record(row(1, model="opus", ok=False, error="timed out"))
    left.close(landed=False)
    log = journal.begin(plan(RUNNING))
    log.record(row(2, model="opus", score=0.5))
    log.record(row(2, model="sonnet", score=0.7))
    yield journal
    log.close(landed=False)


def test_they_are_listed_above_those_that_landed(nornir: Nornir, journals: FolderJournal) -> None:
    nornir("bakeoff", "demo")
    lines = nornir("bakeoff", "leaderboard", "--runs").out.splitlines()
    assert [line.split() for line in lines[:4]] == [
        ["not", "landed", "task", "measured", "failed"],
        [RUNNING, "Why?", "2", "of", "3", "0", "in", "progress"],
        [LEFT, "Why?", "1", "of", "3", "1", "interrupted"],
        [],
    ]
    assert lines[4].split()[:2] == ["run", "task"]
    # What has landed stays an array of its own.
    assert len(nornir("bakeoff", "leaderboard", "--runs", "--json").json()) == 1
    told = nornir("bakeoff", "leaderboard", "--unfinished", "--json").json()
    assert [(run["run_id"], run["measured"], run["cells"], run["running"]) for run in told] == [
        (RUNNING, 2, 3, True),
        (LEFT, 1, 3, False),
    ]
    assert nornir("bakeoff", "leaderboard", "--unfinished").out.splitlines() == lines[:3]
    state = nornir("bakeoff", "leaderboard", "--state").json()["leaderboard"]
    assert state["unfinished"] == told
    note = nornir("bakeoff", "leaderboard").err
    assert f"{RUNNING} is being measured right now and has not landed: 2 of 3 calls so far" in note
    assert f"1 run unfinished ({LEFT}): nornir bakeoff resume goes on" in note


def test_what_was_measured_so_far_is_shown_as_a_run_is(
    nornir: Nornir, journals: FolderJournal, home: Path
) -> None:
    shown = nornir("bakeoff", "leaderboard", RUNNING)
    assert shown.code == 0
    assert [line.split()[:2] for line in shown.out.splitlines()[2:4]] == [
        ["1", "claude/sonnet"],
        ["2", "claude/opus"],
    ]
    assert (
        shown.err
        == f"{RUNNING} is being measured right now and has not landed: 2 of 3 calls so far\n"
    )
    left = nornir("bakeoff", "leaderboard", LEFT, "--json")
    assert [r["error"] for r in left.json()] == ["timed out"]
    assert f"go on with: nornir bakeoff resume {LEFT}" in left.err
    cell = nornir("bakeoff", "show", RUNNING, "claude/sonnet", "--json").json()
    assert (cell["rank"], cell["prompt"]) == (1, "Why?")
    state = nornir("bakeoff", "leaderboard", RUNNING, "--state").json()["leaderboard"]
    assert (state["selected_run"], len(state["leaderboard"])) == (RUNNING, 2)
    assert not (home / "warehouse" / "catalog.db").exists()  # reading made no warehouse


def test_a_run_without_a_row_yet_and_a_damaged_journal_bring_no_failure(
    nornir: Nornir, home: Path
) -> None:
    journal = FolderJournal(local_location(home / "warehouse"))
    journal.begin(plan(LEFT)).close(landed=False)
    (home / "warehouse" / "journal" / f"{run_id(9)}.jsonl").write_bytes(b'{"schema": 99}\n')
    ended = nornir("bakeoff", "leaderboard", LEFT)
    assert (ended.code, ended.out) == (0, "")
    assert "0 of 3 calls" in ended.err
    assert nornir("bakeoff", "leaderboard", LEFT, "--json").json() == []
    listed = nornir("bakeoff", "leaderboard", "--unfinished")
    assert f"1 journal cannot be read ({run_id(9)}): damaged, or newer" in listed.err
    assert [line.split()[0] for line in listed.out.splitlines()[1:]] == [LEFT]
    assert nornir("bakeoff", "leaderboard", run_id(9)).code == 2


def test_without_any_there_is_an_empty_list(nornir: Nornir) -> None:
    assert nornir("bakeoff", "leaderboard", "--unfinished", "--json").json() == []
    assert nornir("bakeoff", "leaderboard", "--unfinished").out == ""
