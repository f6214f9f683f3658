"""Whole runs against a host that behaves as real ones do: red cells, kills, resumes, two at once."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Nornir, clean_environment
from tests.fakes.ollama import FakeOllama, Scripted

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")


@contextmanager
def started(home: Path, *words: str, **environment: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "nornir_desk", *words],
        cwd=ROOT,
        env=clean_environment(home, **environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_red_cells_say_what_came_and_the_run_goes_on(nornir: Nornir) -> None:
    script = {
        "good": Scripted(response="Paris.", load_duration=6_000_000_000),
        "broken": Scripted(status=500, error="llama runner process has terminated"),
        "page": Scripted(body="<html><h1>502 Bad Gateway</h1></html>", content_type="text/html"),
        "cut": Scripted(cut=20),
        "slow": Scripted(hang=True),
        "thinker": Scripted(response="", thinking="Hmm, let me", done_reason="length"),
        "silent": Scripted(response="", eval_count=1, eval_duration=0),
    }
    with FakeOllama(script) as ollama:
        models = ",".join([*script, "missing"])
        words = ("--task", "T", "--models", models, "--timeout", "3", "--host", ollama.url)
        ended = nornir("bakeoff", "run", *words, "--json")
        board = nornir("bakeoff", "leaderboard")

    rows = {row["model"]: row for row in ended.json()}
    assert ended.code == 1
    assert list(rows) == [*script, "missing"]  # the order of the command line
    assert {name for name, row in rows.items() if row["ok"]} == {"good", "thinker", "silent"}
    assert "llama runner process has terminated" in rows["broken"]["error"]
    assert "text/html" in rows["page"]["error"]
    assert "no whole answer within 3 s" in rows["slow"]["error"]
    assert "model 'missing' not found" in rows["missing"]["error"]
    assert rows["good"]["tokens_per_s"] == 100.0
    assert rows["good"]["load_ms"] == 6_000.0
    assert rows["thinker"]["stop_reason"] == "length while thinking"
    assert (rows["silent"]["stop_reason"], rows["silent"]["tokens_per_s"]) == ("empty answer", 0.0)
    assert rows["slow"]["latency_ms"] >= 3_000.0
    assert {row["cost_usd"] for row in rows.values() if not row["ok"]} == {None}
    assert {row["driver"] for row in rows.values()} == {"ollama"}
    for line in (
        "local-llm/good: loading took 6.0 s",
        "local-llm/silent: empty answer",
        "local-llm/thinker: cut off while thinking",
    ):
        assert line in board.out
    assert all(len(line) <= 80 for line in board.out.splitlines())


def test_a_host_is_asked_one_thing_at_a_time_model_by_model(nornir: Nornir) -> None:
    with FakeOllama({"a": Scripted(delay_s=0.02), "b": Scripted(delay_s=0.02)}) as ollama:
        words = ("--agents", "x,y", "--models", "a,b", "--repeats", "2", "--host", ollama.url)
        ended = nornir("bakeoff", "run", "--task", "T", *words, "--json")
        assert ended.code == 0
        assert ollama.most_at_once == 1
        assert [request.model for request in ollama.generated] == ["a"] * 4 + ["b"] * 4
    assert [(row["agent"], row["model"], row["prompt_id"][-2:]) for row in ended.json()[:3]] == [
        ("x", "a", ended.json()[0]["prompt_id"][-2:]),
        ("x", "a", "#2"),
        ("x", "b", ended.json()[0]["prompt_id"][-2:]),
    ]


def test_without_models_those_of_the_registry_that_the_host_has_are_measured(
    nornir: Nornir,
) -> None:
    with FakeOllama({"qwen3:8b": Scripted(), "private:1b": Scripted()}) as ollama:
        ended = nornir("bakeoff", "run", "--task", "T", "--json", OLLAMA_HOST=ollama.url)
    assert [(row["agent"], row["model"]) for row in ended.json()] == [("local-llm", "qwen3:8b")]
    assert "no --models given: measuring qwen3:8b" in ended.err


def test_no_host_at_all_is_refused_before_any_cell_and_leaves_nothing(
    nornir: Nornir, home: Path
) -> None:
    words = ("--task", "T", "--models", "a,b", "--host", "127.0.0.1:9")
    ended = nornir("bakeoff", "run", *words)
    assert ended.code == 4
    assert "no Ollama at http://127.0.0.1:9" in ended.err
    assert "ollama serve" in ended.err
    assert ended.err.count("\n") == 1
    assert list(home.rglob("*.jsonl")) == []


def test_an_unknown_host_is_one_line(nornir: Nornir) -> None:
    ended = nornir("bakeoff", "run", "--task", "T", "--models", "a", "--host", "no.such.invalid")
    assert ended.code == 4
    assert "no Ollama at http://no.such.invalid:11434" in ended.err


@posix
def test_a_run_killed_in_the_middle_is_resumed_where_it_was(nornir: Nornir, home: Path) -> None:
    script = {"a": Scripted(response="from a"), "b": Scripted(response="from b", hang=True)}
    with FakeOllama(script) as ollama:
        words = ("--task", "T", "--task-id", "t", "--agents", "x,y", "--models", "a,b")
        with started(home, "bakeoff", "run", *words, "--host", ollama.url) as process:
            ollama.wait_until_asked(3, timeout_s=60)
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=20)
        (journal,) = home.rglob("*.jsonl")
        assert len(journal.read_text().splitlines()) == 3  # the plan and two cells
        assert nornir("bakeoff", "leaderboard", "--json").json() == []
        # The newest line cut mid-byte: that cell alone is measured again.
        journal.write_bytes(journal.read_bytes()[:-40])
        ollama.release()

        ended = nornir("bakeoff", "resume", "--json")

        assert [request.model for request in ollama.generated[3:]] == ["b", "b", "a"]
    assert ended.code == 0, ended.err
    rows = ended.json()
    assert [(row["agent"], row["model"], row["output"]) for row in rows] == [
        ("x", "a", "from a"), ("x", "b", "from b"), ("y", "a", "from a"), ("y", "b", "from b"),
    ]  # fmt: skip
    assert len(nornir("bakeoff", "leaderboard", "--json").json()) == 4
    assert list(home.rglob("*.jsonl")) == []
    again = nornir("bakeoff", "resume")
    assert (again.code, again.err) == (0, "nothing to resume: every run has landed\n")


@posix
def test_ctrl_c_ends_at_once_and_says_how_to_go_on(nornir: Nornir, home: Path) -> None:
    script = {"a": Scripted(), "b": Scripted(hang=True)}
    with FakeOllama(script) as ollama:
        words = ("bakeoff", "run", "--task", "T", "--models", "a,b", "--host", ollama.url)
        with started(home, *words) as process:
            ollama.wait_until_asked(2, timeout_s=60)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=20)
        assert process.returncode == 130
        last = told.splitlines()[-1]
        assert last.startswith("nornir: interrupted: 1 of 2 cells is on disk; go on with: nornir ")
        assert "Traceback" not in told
        ollama.release()
        run_id = last.split()[-1]
        assert len(nornir("bakeoff", "resume", run_id, "--json").json()) == 2


@posix
def test_a_run_in_progress_is_not_resumed_twice(nornir: Nornir, home: Path) -> None:
    with FakeOllama({"a": Scripted(hang=True)}) as ollama:
        words = ("bakeoff", "run", "--task", "T", "--models", "a", "--host", ollama.url)
        with started(home, *words) as process:
            ollama.wait_until_asked(1, timeout_s=60)
            ended = nornir("bakeoff", "resume")
            assert ended.code == 2
            assert ended.err.count("\n") == 1
            assert "is being measured by another nornir right now" in ended.err
            ollama.release()
            assert process.wait(timeout=60) == 0
    assert len(nornir("bakeoff", "leaderboard", "--json").json()) == 1


def test_two_runs_that_end_at_the_same_moment_both_land(nornir: Nornir, home: Path) -> None:
    with FakeOllama({"a": Scripted(hang=True)}) as ollama:
        words = ("bakeoff", "run", "--models", "a", "--host", ollama.url, "--task")
        with started(home, *words, "one") as first, started(home, *words, "two") as second:
            ollama.wait_until_asked(2, timeout_s=60)
            ollama.release()
            assert (first.wait(timeout=60), second.wait(timeout=60)) == (0, 0)
    runs = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    assert sorted(run["task"] for run in runs) == ["one", "two"]


def test_a_key_of_the_environment_is_in_no_file_of_the_warehouse(
    nornir: Nornir, home: Path
) -> None:
    key = "sk-proj-0123456789abcdef"
    with FakeOllama({"a": Scripted(response=f"Your key is {key}.")}) as ollama:
        words = ("--task", "What is my key?", "--models", "a,gone", "--host", ollama.url)
        ended = nornir("bakeoff", "run", *words, "--json", OPENAI_API_KEY=key)
        board = nornir("bakeoff", "leaderboard", "--json", OPENAI_API_KEY=key)
    assert "[OPENAI_API_KEY redacted]" in ended.json()[0]["output"]
    assert key not in ended.out + ended.err + board.out
    files = [file for file in home.rglob("*") if file.is_file()]
    assert len([file for file in files if "evidence" in file.parts]) == 4
    for file in files:
        assert key.encode() not in file.read_bytes(), file


def test_a_task_that_holds_a_key_is_refused_by_the_name_of_its_variable(nornir: Nornir) -> None:
    key = "sk-proj-0123456789abcdef"
    words = ("bakeoff", "run", "--task", f"Is {key} my key?", "--models", "x", "--mock")
    ended = nornir(*words, OPENAI_API_KEY=key)
    assert ended.code == 2
    assert "the task holds the value of OPENAI_API_KEY" in ended.err
    assert key not in ended.err


def test_the_evidence_holds_what_was_sent_and_what_came(nornir: Nornir, home: Path) -> None:
    with FakeOllama({"qwen3:8b": Scripted(response="Paris")}) as ollama:
        words = ("--task", "Capital of France?", "--models", "qwen3:8b", "--host", ollama.url)
        assert nornir("bakeoff", "run", *words).code == 0
    (request,) = home.rglob("request.json")
    (response,) = home.rglob("response.json")
    assert json.loads(request.read_text())["prompt"] == "Capital of France?"
    assert json.loads(response.read_text())["eval_duration"] == 1_000_000_000


def test_a_warehouse_that_cannot_be_made_is_refused_before_any_call(
    nornir: Nornir, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with FakeOllama({"a": Scripted()}) as ollama:
        words = ("--task", "T", "--models", "a", "--host", ollama.url)
        ended = nornir("bakeoff", "run", *words, "--warehouse", f"{tmp_path}/file/warehouse")
        assert ollama.generated == []
    assert ended.code == 4
    assert f"{tmp_path}/file/warehouse" in ended.err
    assert ended.err.splitlines()[-1].startswith("nornir: ")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a small disk"
)
def test_a_full_disk_ends_the_run_in_one_line_and_loses_no_cell(
    nornir: Nornir, home: Path, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(disk)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if mounted.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    try:
        long = "x" * 150_000
        with FakeOllama({"a": Scripted(response=long)}) as ollama:
            words = ("--task", "T", "--models", "a", "--repeats", "9", "--host", ollama.url)
            ended = nornir("bakeoff", "run", *words, "--warehouse", str(disk))
            called = len(ollama.generated)
            assert ended.code == 4, ended
            last = ended.err.splitlines()[-1]
            assert re.search(r"\d of 9 cells (is|are) on disk", last)
            assert "go on with: nornir bakeoff resume" in last
            assert called < 9  # the run ended where the disk did
            larger = ["mount", "-o", "remount,size=20m", str(disk)]
            subprocess.run(larger, check=True)
            again = nornir("bakeoff", "resume", "--warehouse", str(disk))
        assert again.code == 0, again
        assert len(list(disk.glob("evidence/*/*/response.json"))) == 9
        assert list(disk.glob("journal/*")) == []
    finally:
        subprocess.run(["umount", str(disk)], check=True)
