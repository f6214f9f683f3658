"""Runs in progress, looked at from outside."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.warehouse.journal import FolderJournal
from nornir_desk.warehouse.journal_lines import plan_line, row_line
from nornir_desk.warehouse.journal_reading import FolderUnfinishedRuns
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.locking import acquire
from tests.fakes.warehouse_tables import TS, row, run_id

PLAN = RunPlan(
    run_id=run_id(1),
    ts_micros=TS,
    tasks=(TaskPrompt("p", "Why?"),),
    agents=("claude", "pi"),
    models=("a", "b", "c"),
    repeats=2,
)
ROWS = (row(1, model="a"), row(1, model="b", ok=False, error="no"), row(1, model="c"))


@pytest.fixture
def runs(tmp_path: Path) -> FolderUnfinishedRuns:
    return FolderUnfinishedRuns(local_location(tmp_path))


@pytest.fixture
def journal(tmp_path: Path) -> FolderJournal:
    return FolderJournal(local_location(tmp_path))


def plan(number: int) -> RunPlan:
    return dataclasses.replace(PLAN, run_id=run_id(number))


def write(folder: Path, number: int, data: bytes) -> Path:
    """Write a journal that nobody holds."""
    path = folder / "journal" / f"{run_id(number)}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def everything(folder: Path) -> dict[str, tuple[int, int]]:
    stats = {str(path): path.stat() for path in sorted(folder.rglob("*"))}
    return {path: (stat.st_size, stat.st_mtime_ns) for path, stat in stats.items()}


def test_without_a_journal_there_is_nothing_and_nothing_is_made(
    runs: FolderUnfinishedRuns, tmp_path: Path
) -> None:
    assert (runs.unfinished(), runs.rows(run_id(1)), runs.mark()) == ((), (), "")
    assert list(tmp_path.iterdir()) == []


def test_a_run_is_told_while_it_is_measured_and_after_it_was_left(
    runs: FolderUnfinishedRuns, journal: FolderJournal
) -> None:
    log = journal.begin(PLAN)
    log.record(ROWS[0])
    log.record(ROWS[1])
    (run,) = runs.unfinished()
    assert (run.plan, run.measured, run.failed, run.running) == (PLAN, 2, 1, True)
    assert runs.rows(PLAN.run_id) == ROWS[:2]
    log.record(ROWS[2])
    log.close(landed=False)
    (run,) = runs.unfinished()
    assert (run.measured, run.failed, run.running) == (3, 1, False)
    assert runs.rows(PLAN.run_id) == ROWS


def test_a_run_that_landed_is_gone(runs: FolderUnfinishedRuns, journal: FolderJournal) -> None:
    log = journal.begin(PLAN)
    log.record(ROWS[0])
    assert len(runs.rows(PLAN.run_id)) == 1
    log.close(landed=True)
    assert (runs.unfinished(), runs.rows(PLAN.run_id)) == ((), ())


def test_a_row_counts_once_its_line_is_whole(runs: FolderUnfinishedRuns, tmp_path: Path) -> None:
    line = row_line(ROWS[0])
    path = write(tmp_path, 1, plan_line(PLAN))
    for end in (1, len(line) // 2, len(line) - 1):
        path.write_bytes(plan_line(PLAN) + line[:end])
        assert runs.rows(PLAN.run_id) == ()
        assert runs.unfinished()[0].measured == 0
    path.write_bytes(plan_line(PLAN) + line)
    assert runs.rows(PLAN.run_id) == ROWS[:1]


def test_a_line_that_was_cut_is_no_row_and_hides_none(
    runs: FolderUnfinishedRuns, tmp_path: Path
) -> None:
    path = write(tmp_path, 1, plan_line(PLAN) + row_line(ROWS[0])[:40])
    assert runs.rows(PLAN.run_id) == ()
    with path.open("ab") as file:
        file.write(b"\n" + row_line(ROWS[1]) + b"\xff\xfe\n[]\n" + row_line(row(9)))
    assert runs.rows(PLAN.run_id) == (ROWS[1],)
    assert runs.unfinished()[0].measured == 1


def test_a_cell_that_was_measured_again_stands_once_with_its_later_row(
    runs: FolderUnfinishedRuns, tmp_path: Path
) -> None:
    again = dataclasses.replace(ROWS[1], ok=True, error=None)
    path = write(tmp_path, 1, plan_line(PLAN) + row_line(ROWS[1]) + row_line(ROWS[0]))
    assert runs.unfinished()[0].failed == 1
    with path.open("ab") as file:
        file.write(row_line(again))
    assert runs.rows(PLAN.run_id) == (ROWS[0], again)
    (run,) = runs.unfinished()
    assert (run.measured, run.failed) == (2, 0)


def test_following_a_run_reads_each_line_once(runs: FolderUnfinishedRuns, tmp_path: Path) -> None:
    path = write(tmp_path, 1, plan_line(PLAN) + row_line(ROWS[0]))
    assert len(runs.rows(PLAN.run_id)) == 1
    # What was read is not looked at again: overwritten in place, it still stands as it was.
    data = bytearray(path.read_bytes())
    data[len(plan_line(PLAN)) + 5 : len(plan_line(PLAN)) + 15] = b"garbage..."
    with path.open("r+b") as file:
        file.write(bytes(data) + row_line(ROWS[1]))
    assert runs.rows(PLAN.run_id) == ROWS[:2]


def test_a_journal_that_was_written_anew_is_read_anew(
    runs: FolderUnfinishedRuns, tmp_path: Path
) -> None:
    path = write(tmp_path, 1, plan_line(PLAN) + row_line(ROWS[0]) + row_line(ROWS[1]))
    assert len(runs.rows(PLAN.run_id)) == 2
    other = path.with_suffix(".new")
    other.write_bytes(plan_line(PLAN) + row_line(ROWS[2]))
    other.replace(path)
    assert runs.rows(PLAN.run_id) == (ROWS[2],)


def test_several_runs_are_newest_first_and_those_that_cannot_be_read_are_left_out(
    runs: FolderUnfinishedRuns, tmp_path: Path
) -> None:
    write(tmp_path, 1, plan_line(plan(1)))
    write(tmp_path, 3, plan_line(plan(3)))
    write(tmp_path, 2, b"no JSON\n")
    write(tmp_path, 4, b'{"schema": 99}\n')
    write(tmp_path, 5, json.dumps({"schema": 1, "run_id": run_id(5), "tasks": []}).encode())
    write(tmp_path, 6, plan_line(plan(1)))
    write(tmp_path, 7, b"")
    (tmp_path / "journal" / "..jsonl").write_bytes(plan_line(PLAN))
    assert [run.plan.run_id for run in runs.unfinished()] == [run_id(3), run_id(1)]
    assert runs.rows(run_id(4)) == runs.rows("../1") == runs.rows("") == ()


def test_looking_changes_nothing(
    runs: FolderUnfinishedRuns, journal: FolderJournal, tmp_path: Path
) -> None:
    log = journal.begin(PLAN)
    log.record(ROWS[0])
    log.close(landed=False)
    before = everything(tmp_path)
    assert runs.unfinished()[0].measured == len(runs.rows(PLAN.run_id)) == 1
    assert runs.mark() != ""
    assert everything(tmp_path) == before


def test_looking_stands_in_no_ones_way(
    runs: FolderUnfinishedRuns, journal: FolderJournal, tmp_path: Path
) -> None:
    journal.begin(PLAN).close(landed=False)
    for _ in range(200):
        assert not runs.unfinished()[0].running
        lock = acquire(tmp_path / "journal" / f"{PLAN.run_id}.lock", 0.0)
        assert lock is not None
        assert runs.unfinished()[0].running
        lock.release()


def test_the_mark_changes_when_a_run_comes_grows_stops_or_goes(
    runs: FolderUnfinishedRuns, journal: FolderJournal
) -> None:
    marks = [runs.mark()]
    log = journal.begin(PLAN)
    marks.append(runs.mark())
    assert runs.mark() == marks[-1]
    log.record(ROWS[0])
    marks.append(runs.mark())
    log.close(landed=False)
    marks.append(runs.mark())
    _, log = journal.reopen(PLAN.run_id)
    log.close(landed=True)
    marks.append(runs.mark())
    assert marks[0] == marks[4] == ""
    assert len(set(marks)) == 4


@pytest.mark.skipif(os.name == "nt", reason="no signals to kill with")
def test_a_killed_run_is_interrupted(runs: FolderUnfinishedRuns, tmp_path: Path) -> None:
    write(tmp_path, 1, plan_line(PLAN))
    script = (
        "import sys; from pathlib import Path; from nornir_desk.warehouse.locking import acquire\n"
        f"lock = acquire(Path({str(tmp_path / 'journal' / (PLAN.run_id + '.lock'))!r}), 0.0)\n"
        "print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        assert runs.unfinished()[0].running
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    assert not runs.unfinished()[0].running
