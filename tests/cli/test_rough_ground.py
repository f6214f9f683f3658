"""What a shell, a terminal, a pipe and other programs do to a command: it holds, or says one line."""

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Nornir, clean_environment
from tests.fakes.ollama import FakeOllama, Scripted

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX shells and terminals")


def shell(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which $N is nornir."""
    return subprocess.run(
        ["bash", "-c", f"N='{sys.executable} -m nornir_desk'; {line}"],
        cwd=ROOT,
        env=clean_environment(home),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )


@posix
@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full", "2> >(head -1 >/dev/null)"])
def test_a_broken_standard_error_does_not_stop_a_run(
    nornir: Nornir, home: Path, stream: str
) -> None:
    run = "$N bakeoff run --task T --models x --repeats 6 --mock --json"
    done = shell(home, f"{run} {stream} >out.json; echo code=$?; cat out.json; rm out.json")
    first, _, rest = done.stdout.partition("\n")
    assert first == "code=0"
    assert len(json.loads(rest)) == 6
    assert len(nornir("bakeoff", "leaderboard", "--json").json()) == 6


@posix
@pytest.mark.parametrize(
    "line",
    [
        "$N bakeoff leaderboard >&-",
        "$N bakeoff leaderboard nope --json >&-",
        "$N bakeoff leaderboard --json >/dev/full",
        "$N bakeoff leaderboard nope --json >/dev/full",
        "$N bakeoff leaderboard nope --json | true",
        "$N bakeoff leaderboard --json | head -1",
        "$N bakeoff run --models x --mock --task-file - <&-",
    ],
)
def test_streams_that_are_closed_or_full_bring_no_traceback(
    nornir: Nornir, home: Path, line: str
) -> None:
    nornir("bakeoff", "demo", "--quiet")
    done = shell(home, line)
    assert "Traceback" not in done.stderr
    assert "unexpected" not in done.stderr
    assert done.stderr.count("\n") <= 1


@posix
def test_on_a_terminal_a_run_with_many_failures_ends_and_leaves_its_board(home: Path) -> None:
    import pty

    with FakeOllama({"good": Scripted(), "bad": Scripted(status=500, error="boom")}) as ollama:
        words = ("--task", "T", "--models", "good,bad", "--repeats", "60", "--jobs", "4")
        shown, terminal = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "nornir_desk", "bakeoff", "run", *words, "--host", ollama.url],
            cwd=ROOT,
            env=clean_environment(home, TERM="xterm", COLUMNS="80"),
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
        )
        os.close(terminal)
        try:
            screen = _read_all(shown, until=time.monotonic() + 60)
            assert process.wait(timeout=10) == 1
        finally:
            process.kill()
    assert screen.count("bad  ✗ boom") == 1  # told once, however often it came
    assert "120 of 120" in screen or "local-llm°/good" in screen
    assert "\x1b[?25h" in screen  # the cursor is back


def _read_all(descriptor: int, until: float) -> str:
    pieces = bytearray()
    while time.monotonic() < until:
        if not select.select([descriptor], [], [], 0.5)[0]:
            continue
        try:
            piece = os.read(descriptor, 65_536)
        except OSError:  # what Linux says when the other side is gone
            break
        if not piece:
            break
        pieces += piece
    os.close(descriptor)
    return pieces.decode("utf-8", "replace")


def test_an_answer_that_ends_in_a_novel_does_not_hang_the_board(nornir: Nornir) -> None:
    with FakeOllama({"m": Scripted(done_reason="r" * 3_000_000, response="x")}) as ollama:
        ended = nornir("bakeoff", "run", "--task", "T", "--models", "m", "--host", ollama.url)
    assert ended.code == 0
    (row,) = nornir("bakeoff", "leaderboard", "--json").json()
    assert len(row["stop_reason"]) == 200


def test_a_key_that_a_host_echoes_reaches_no_column(nornir: Nornir, home: Path) -> None:
    key = "sk-live-ABCDEF0123456789"
    page = f"<html>{'x' * 95}{key}</html>"
    script = {
        "reason": Scripted(done_reason=key),
        "page": Scripted(body=page, content_type="text/html"),
    }
    with FakeOllama(script, version=key) as ollama:
        words = ("--task", "T", "--models", "reason,page", "--host", ollama.url)
        ended = nornir("bakeoff", "run", *words, "--json", MY_API_KEY=key)
    assert "sk-live" not in ended.out + ended.err
    for file in home.rglob("*"):
        if file.is_file():
            assert b"sk-live" not in file.read_bytes(), file


def test_credentials_of_the_host_reach_no_row_and_a_resume_asks_for_them(
    nornir: Nornir, home: Path
) -> None:
    with FakeOllama({"m": Scripted(response="dXNlcjpzM2NyQHQtcHc=")}) as ollama:
        host = ollama.url.replace("http://", "http://user:s3cr%40t-pw@")
        ended = nornir("bakeoff", "run", "--task", "T", "--models", "m", "--host", host, "--json")
        (row,) = ended.json()
        assert row["output"] == "[credentials redacted]"
        assert "s3cr" not in ended.out + ended.err
        _interrupted(home, f'"host":"{ollama.url}","credentials":true')
        refused = nornir("bakeoff", "resume")
        assert refused.code == 2
        assert "which are not kept; give the address with them again" in refused.err
        assert nornir("bakeoff", "resume", "--host", host).code == 0


def _interrupted(home: Path, fields: str, more: str = '"repeats":1,"jobs":1') -> str:
    """Leave the journal of a run that was interrupted before its first cell."""
    run_id = "20261130T151247-a1b2c3"
    folder = home / "warehouse" / "journal"
    folder.mkdir(parents=True, exist_ok=True)
    plan = (
        f'{{"schema":1,"run_id":"{run_id}","ts_micros":1796051567000000,"tasks":[{{"prompt_id":"t",'
        f'"text":"T"}}],"agents":["a"],"models":["m"],{more},{fields}}}\n'
    )
    (folder / f"{run_id}.jsonl").write_text(plan)
    return run_id


@pytest.mark.parametrize(
    "more", ['"repeats":1,"jobs":0', '"repeats":100000000,"jobs":1', '"repeats":0,"jobs":1']
)
def test_a_journal_whose_plan_cannot_be_followed_is_refused_and_kept(
    nornir: Nornir, home: Path, more: str
) -> None:
    run_id = _interrupted(home, '"caller":"mock"', more)
    ended = nornir("bakeoff", "resume", run_id)
    assert ended.code == 4
    assert ended.err.count("\n") == 1
    assert "is damaged" in ended.err
    assert list(home.rglob("*.jsonl")) != []


def test_a_plan_from_elsewhere_that_nobody_can_call_is_refused(nornir: Nornir, home: Path) -> None:
    run_id = _interrupted(home, '"caller":"auto"')
    journal = home / "warehouse" / "journal" / f"{run_id}.jsonl"
    journal.write_text(journal.read_text().replace('"models":["m"]', '"models":["openai/gpt-5"]'))
    ended = nornir("bakeoff", "resume")
    assert ended.code == 4
    assert "OPENAI_API_KEY" in ended.err


def test_a_junk_host_stops_no_run_that_calls_no_ollama(nornir: Nornir) -> None:
    words = ("bakeoff", "run", "--task", "T", "--models", "x")
    assert nornir(*words, "--mock", OLLAMA_HOST="x:99999").code == 0
    refused = nornir(*words, OLLAMA_HOST="x:99999")
    assert refused.code == 2
    assert "x:99999" in refused.err


def test_a_damaged_catalog_is_found_before_anything_is_called(nornir: Nornir, home: Path) -> None:
    nornir("bakeoff", "demo", "--quiet")
    (home / "warehouse" / "catalog.db").write_bytes(b"no catalog at all" * 100)
    with FakeOllama({"m": Scripted()}) as ollama:
        ended = nornir("bakeoff", "run", "--task", "T", "--models", "m", "--host", ollama.url)
        assert ollama.generated == []
    assert ended.code == 4
    assert ended.err.count("\n") == 1
    stale = nornir("bakeoff", "leaderboard", "--quiet", "--json")
    assert len(stale.json()) == 9
    assert stale.err.startswith("error: ")  # told even when quiet: these rows may be old


def test_one_model_that_cannot_be_fetched_is_red_beside_one_that_answers(nornir: Nornir) -> None:
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    with FakeOllama({"m": Scripted(response="x")}) as ollama:
        words = ("--task", "T", "--models", "m,embedded/smollm2-135m", "--host", ollama.url)
        ended = nornir("bakeoff", "run", *words, "--json", **offline)
    assert ended.code == 1
    assert {row["model"]: row["ok"] for row in ended.json()} == {
        "m": True, "embedded/smollm2-135m": False,
    }  # fmt: skip


def test_two_cells_of_one_name_have_one_winner(nornir: Nornir) -> None:
    words = ("--task", "T", "--agents", "a,a/b", "--models", "b/c,c", "--mock", "--matrix")
    assert nornir("bakeoff", "run", *words).out.count("🥇") == 1


def test_a_foreign_run_id_cannot_steer_the_terminal(nornir: Nornir, home: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from dataclasses import replace\n"
        "from nornir_desk.domain.demo import demo_matrix_rows\n"
        "from nornir_desk.warehouse.location import local_location\n"
        "from nornir_desk.warehouse.writer import IcebergRunWriter\n"
        "from nornir_desk.system.clock import SystemClock\n"
        "rows = [replace(r, prompt='', prompt_id='\\x1b[5mblink') for r in\n"
        "        demo_matrix_rows('\\x1b[31mRED\\x1b]0;title\\x07', 1796051567000000)]\n"
        "IcebergRunWriter(local_location(Path(sys.argv[1])), SystemClock()).append(rows)\n"
    )
    subprocess.run(
        [sys.executable, "-c", script, str(home / "warehouse")],
        cwd=ROOT, env=clean_environment(home), check=True, capture_output=True,
    )  # fmt: skip
    for words in ((), ("--matrix",), ("--runs",), ("claude",)):
        ended = nornir("bakeoff", "leaderboard", *words)
        assert "\x1b" not in ended.out + ended.err
        assert "\x07" not in ended.out + ended.err


@posix
def test_a_working_folder_that_is_gone_is_one_line(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    line = f"mkdir {folder}; cd {folder}; rmdir {folder}; $N bakeoff leaderboard --warehouse rel"
    done = shell(home, f"export PYTHONPATH={ROOT}; {line}")
    assert done.returncode == 2
    assert done.stderr == "nornir: the working folder is gone; change into one that is there\n"


def test_a_home_that_is_nobodys_is_one_line(nornir: Nornir) -> None:
    ended = nornir("bakeoff", "leaderboard", "--warehouse", "~nosuchuser/x")
    assert ended.code == 2
    assert "'~nosuchuser/x' has no place from here" in ended.err
    assert ended.err.count("\n") == 1
