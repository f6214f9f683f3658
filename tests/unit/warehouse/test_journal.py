from __future__ import annotations

import dataclasses
import json
import math
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nornir_desk.domain.errors import StorageFault, UnknownSelector, UsageFault
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.warehouse.journal import FolderJournal
from nornir_desk.warehouse.journal_lines import read_entry, row_line
from nornir_desk.warehouse.location import local_location
from tests.fakes.warehouse_tables import TS, row, run_id

PLAN = RunPlan(
    run_id=run_id(1),
    ts_micros=TS,
    tasks=(TaskPrompt("p", "Why?"), TaskPrompt("q", "line one\nline two \u2028 ü")),
    agents=("claude", "local-llm"),
    models=("opus", "qwen3:8b"),
    repeats=3,
    caller="ollama",
    host="http://127.0.0.1:11434",
    timeout_s=12.5,
    jobs=2,
    judge="crate:demo",
)
ROWS = tuple(row(1, model=model) for model in ("a", "b", "c"))


@pytest.fixture
def journal(tmp_path: Path) -> FolderJournal:
    return FolderJournal(local_location(tmp_path))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal" / f"{PLAN.run_id}.jsonl"


def interrupted(journal: FolderJournal, rows: tuple[AgentModelRunRow, ...] = ROWS) -> None:
    log = journal.begin(PLAN)
    for one in rows:
        log.record(one)
    log.close(landed=False)


def test_a_plan_and_its_rows_come_back(journal: FolderJournal) -> None:
    interrupted(journal)
    entry, log = journal.reopen(PLAN.run_id)
    log.close(landed=False)
    assert entry.plan == PLAN
    assert entry.rows == ROWS


def test_the_first_line_is_on_disk_before_any_cell(journal: FolderJournal, path: Path) -> None:
    log = journal.begin(PLAN)
    first = json.loads(path.read_text(encoding="utf-8"))
    assert first["schema"] == 1
    assert first["run_id"] == PLAN.run_id
    assert first["tasks"][0] == {"prompt_id": "p", "text": "Why?"}
    assert path.read_bytes().count(b"\n") == 1
    log.record(ROWS[0])
    assert path.read_bytes().count(b"\n") == 2
    log.close(landed=False)


def test_a_landed_run_leaves_nothing(journal: FolderJournal, path: Path) -> None:
    log = journal.begin(PLAN)
    log.record(ROWS[0])
    log.close(landed=True)
    log.close(landed=True)
    assert list(path.parent.iterdir()) == []
    assert journal.unfinished() == ()
    with pytest.raises(UnknownSelector, match=f"no interrupted run '{PLAN.run_id}'"):
        journal.reopen(PLAN.run_id)


def test_unfinished_runs_are_listed_newest_first(journal: FolderJournal, tmp_path: Path) -> None:
    assert journal.unfinished() == ()
    assert list(tmp_path.iterdir()) == []
    for number in (2, 10, 1):
        journal.begin(dataclasses.replace(PLAN, run_id=run_id(number))).close(landed=False)
    (tmp_path / "journal" / ".x.jsonl.abc.tmp").write_text("left by a kill")
    (tmp_path / "journal" / "notes.txt").write_text("not ours")
    assert journal.unfinished() == (run_id(10), run_id(2), run_id(1))


def test_looking_for_a_run_makes_no_folder(journal: FolderJournal, tmp_path: Path) -> None:
    with pytest.raises(UnknownSelector):
        journal.reopen(run_id(9))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("cut", [1, 2, 20, 200])
def test_a_cut_last_line_costs_that_cell_alone(
    journal: FolderJournal, path: Path, cut: int
) -> None:
    interrupted(journal)
    path.write_bytes(path.read_bytes()[:-cut])
    whole = ROWS if cut == 1 else ROWS[:2]

    entry, log = journal.reopen(PLAN.run_id)
    assert entry.rows == whole
    # The cell is measured again, and the half line does not swallow it.
    log.record(ROWS[2])
    log.record(row(1, model="d"))
    log.close(landed=False)
    entry, log = journal.reopen(PLAN.run_id)
    log.close(landed=False)
    assert entry.rows == (*ROWS, row(1, model="d"))


@pytest.mark.parametrize(
    "garbage",
    [b"\x00\xff\xfe garbage", b"{}", b"[]", b"null", b'{"run_id": 5}', b"", b"\xc3", b'"\\ud800"'],
)
def test_a_garbage_line_in_the_middle_costs_that_cell_alone(
    journal: FolderJournal, path: Path, garbage: bytes
) -> None:
    interrupted(journal)
    lines = path.read_bytes().split(b"\n")
    lines[2] = garbage
    path.write_bytes(b"\n".join(lines))
    entry, log = journal.reopen(PLAN.run_id)
    log.close(landed=False)
    assert entry.rows == (ROWS[0], ROWS[2])


def test_every_cut_leaves_the_rows_before_it(journal: FolderJournal, path: Path) -> None:
    interrupted(journal)
    data = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    for length in range(ends[0], len(data), 7):
        path.write_bytes(data[:length])
        whole = sum(end - 1 <= length for end in ends[1:])
        assert read_entry(path, PLAN.run_id).rows == ROWS[:whole]


def test_rows_of_another_run_are_not_ours(journal: FolderJournal, path: Path) -> None:
    interrupted(journal, (ROWS[0], row(2)))
    assert read_entry(path, PLAN.run_id).rows == (ROWS[0],)


def test_a_cell_measured_again_stands_as_it_was_last(journal: FolderJournal, path: Path) -> None:
    again = dataclasses.replace(ROWS[0], ok=False, error="gone")
    interrupted(journal, (*ROWS[:2], again))
    assert read_entry(path, PLAN.run_id).rows == (ROWS[1], again)


def _no_json(data: bytes) -> bytes:
    return b"\x00" + data


def _other_schema(data: bytes) -> bytes:
    return data.replace(b'"schema":1', b'"schema":2')


def _other_run(data: bytes) -> bytes:
    return data.replace(PLAN.run_id.encode(), run_id(7).encode())


def _no_tasks(data: bytes) -> bytes:
    return data.replace(b'"tasks":', b'"works":')


def _emptied(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [_no_json, _other_schema, _other_run, _no_tasks, _emptied])
def test_a_damaged_first_line_names_the_file_and_the_remedy(
    journal: FolderJournal, path: Path, damage: Callable[[bytes], bytes]
) -> None:
    interrupted(journal)
    path.write_bytes(damage(path.read_bytes()))
    for _ in range(2):  # the lock is not left behind
        with pytest.raises(StorageFault) as caught:
            journal.reopen(PLAN.run_id)
        assert str(path) in caught.value.message
        assert "\n" not in str(caught.value)
        assert "start the run anew" in caught.value.remedy


def test_what_is_not_a_number_survives_strict_json() -> None:
    one = row(1, score=math.nan, latency_ms=math.inf, cost_usd=-math.inf, load_ms=None)

    def refused(name: str) -> float:
        raise AssertionError(name)

    told = json.loads(row_line(one), parse_constant=refused)
    assert (told["score"], told["latency_ms"], told["cost_usd"]) == ("NaN", "Infinity", "-Infinity")
    assert told["load_ms"] is None


@given(
    text=st.text(st.characters(exclude_categories=["Cs"])),
    number=st.floats(),
    count=st.integers(-(2**63), 2**63 - 1),
)
def test_any_row_comes_back(
    tmp_path_factory: pytest.TempPathFactory, text: str, number: float, count: int
) -> None:
    one = row(1, output=text, error=text, score=number, tokens_in=count, cost_usd=number)
    path = tmp_path_factory.mktemp("j") / "j.jsonl"
    from nornir_desk.warehouse.journal_lines import plan_line

    path.write_bytes(plan_line(PLAN) + row_line(one))
    (found,) = read_entry(path, PLAN.run_id).rows
    assert repr(found) == repr(one)


def test_half_a_surrogate_pair_is_replaced(journal: FolderJournal, path: Path) -> None:
    interrupted(journal, (row(1, output="a\ud83db"),))
    (found,) = read_entry(path, PLAN.run_id).rows
    assert found.output == "a\ufffdb"


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "a\\b", "x" * 129, "a\0b"])
def test_a_run_id_that_leads_elsewhere_is_refused(
    journal: FolderJournal, tmp_path: Path, name: str
) -> None:
    with pytest.raises(UsageFault, match="cannot be one"):
        journal.reopen(name)
    with pytest.raises(UsageFault, match="cannot be one"):
        journal.begin(dataclasses.replace(PLAN, run_id=name))
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_is_being_measured_is_refused(journal: FolderJournal) -> None:
    log = journal.begin(PLAN)
    for again in (lambda: journal.reopen(PLAN.run_id), lambda: journal.begin(PLAN)):
        with pytest.raises(UsageFault, match="being measured by another nornir"):
            again()
    log.record(ROWS[0])
    log.close(landed=False)
    with pytest.raises(UsageFault, match="has a journal already"):
        journal.begin(PLAN)
    entry, log = journal.reopen(PLAN.run_id)
    log.close(landed=False)
    assert entry.rows == (ROWS[0],)


def test_a_run_that_another_process_measures_is_refused_until_it_dies(
    journal: FolderJournal, tmp_path: Path
) -> None:
    interrupted(journal)
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from nornir_desk.warehouse.journal import FolderJournal\n"
        "from nornir_desk.warehouse.location import local_location\n"
        "held = FolderJournal(local_location(Path(sys.argv[1]))).reopen(sys.argv[2])\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path), PLAN.run_id],
        cwd=Path(__file__).resolve().parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(UsageFault, match="being measured by another nornir"):
            journal.reopen(PLAN.run_id)
        process.kill()
    entry, log = journal.reopen(PLAN.run_id)
    log.close(landed=False)
    assert entry.rows == ROWS


def test_many_threads_write_whole_lines(journal: FolderJournal, path: Path) -> None:
    log = journal.begin(PLAN)
    rows = [row(1, model=f"m{number:03d}", output="x" * 20_000) for number in range(60)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(log.record, rows))
    closer = threading.Thread(target=log.close, kwargs={"landed": False})
    closer.start()
    closer.join()
    found = read_entry(path, PLAN.run_id).rows
    assert sorted(found, key=lambda one: one.model) == rows


def test_a_closed_journal_takes_no_row(journal: FolderJournal) -> None:
    log = journal.begin(PLAN)
    log.close(landed=False)
    with pytest.raises(StorageFault, match="is closed"):
        log.record(ROWS[0])


def test_a_place_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    journal = FolderJournal(local_location(tmp_path / "file"))
    with pytest.raises(StorageFault, match="a part of that path is a file"):
        journal.begin(PLAN)
    assert journal.unfinished() == ()


def test_a_full_disk_costs_no_line_but_its_own(journal: FolderJournal, path: Path) -> None:
    import resource
    import signal

    # A file that may not grow fails like a full disk does: a part is written, then an error.
    log = journal.begin(PLAN)
    log.record(ROWS[0])
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50, limits[1]))
    try:
        with pytest.raises(StorageFault) as caught:
            log.record(ROWS[1])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert str(path) in caught.value.message
    log.record(ROWS[2])
    log.close(landed=False)
    assert read_entry(path, PLAN.run_id).rows == (ROWS[0], ROWS[2])
