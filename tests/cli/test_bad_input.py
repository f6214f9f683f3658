"""Each bad input is one clear line that names the value and the remedy, and the right exit code."""

from pathlib import Path

import pytest

from tests.cli.conftest import Nornir

RUN = ("bakeoff", "run", "--models", "x", "--mock")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "nornir: the following arguments are required: COMMAND"),
        (("bakeoff",), 2, "nornir bakeoff: the following arguments are required: COMMAND"),
        (("nope",), 2, "invalid choice: 'nope'"),
        ((*RUN,), 2, "one of the arguments --task/--prompt --task-file --tasks is required"),
        ((*RUN, "--task", " "), 2, "--task is empty; say what the models are to do"),
        ((*RUN, "--task", "T", "--task-file", "f"), 2, "not allowed with argument"),
        ((*RUN, "--task-file", "no/such"), 2, "--task-file no/such cannot be read: No such file"),
        ((*RUN, "--task-file", "tests"), 2, "--task-file tests cannot be read: Is a directory"),
        ((*RUN, "--task", "T", "--task-id", "a#2"), 2, "'a#2' ends in '#number'"),
        ((*RUN, "--task", "T", "--repeats", "0"), 2, "'0' is no whole number from 1 to 1,000"),
        ((*RUN, "--task", "T", "--jobs", "many"), 2, "'many' is no whole number"),
        ((*RUN, "--task", "T", "--timeout", "-1"), 2, "'-1' is no number of seconds"),
        ((*RUN, "--task", "T", "--timeout", "nan"), 2, "'nan' is no number of seconds"),
        ((*RUN, "--task", "T", "--agents", "a,,b"), 2, "--agents 'a,,b' has an empty name"),
        ((*RUN, "--task", "T", "--host", "h:99999"), 2, "99999"),
        ((*RUN, "--task", "T", "--cal", "auto"), 2, "unrecognized arguments: --cal auto"),
        (("bakeoff", "run", "--task", "T", "--models", "a,a"), 2, "--models names 'a' twice"),
        (("bakeoff", "run", "--task", "T", "--models", "a,ollama/a"), 2, "which are one model"),
        (("bakeoff", "run", "--task", "T", "--models", ""), 2, "has an empty name"),
        (
            ("bakeoff", "run", "--task", "T", "--models", "x", "--caller", "harness"), 4,
            "drives no agent's harness",
        ),
        (("bakeoff", "leaderboard", "--runs", "--matrix"), 2, "takes no selector and no --matrix"),
        (("bakeoff", "resume", "../../etc/passwd"), 2, "../../etc/passwd"),
        (("bakeoff", "resume", "20200101T000000-abc"), 2, "20200101T000000-abc"),
        (("--warehouse", "", "bakeoff", "demo"), 2, "names no folder"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(
    nornir: Nornir, words: tuple[str, ...], code: int, said: str
) -> None:
    ended = nornir(*words)
    assert ended.code == code, ended
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert ended.out == ""


def test_an_unknown_selector_names_the_warehouse_and_the_remedy(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    ended = nornir("bakeoff", "leaderboard", "nope")
    assert ended.code == 2
    assert "no run, agent or model named 'nope'" in ended.err
    assert "nornir bakeoff leaderboard --runs" in ended.err


def test_with_json_a_failure_is_one_envelope(nornir: Nornir) -> None:
    ended = nornir("bakeoff", "leaderboard", "nope", "--json")
    assert ended.code == 2
    assert ended.json()["error"]["kind"] == "unknown"
    assert (
        ended.json()["error"]["remedy"] == "list the runs with: nornir bakeoff leaderboard --runs"
    )


def test_a_task_file_that_is_not_utf8_names_the_byte(nornir: Nornir, tmp_path: Path) -> None:
    file = tmp_path / "task.txt"
    file.write_bytes(b"caf\xe9")
    ended = nornir(*RUN, "--task-file", str(file))
    assert ended.code == 2
    assert "is not UTF-8 at byte 3; save it as UTF-8" in ended.err


def test_a_task_comes_from_a_file_or_from_standard_input(nornir: Nornir, tmp_path: Path) -> None:
    file = tmp_path / "task.txt"
    file.write_bytes("\ufeffSay café 😀".encode())
    (row,) = nornir(*RUN, "--task-file", str(file), "--json").json()
    assert row["prompt"] == "Say café 😀"
    (row,) = nornir(*RUN, "--task-file", "-", "--json", stdin=b"from stdin").json()
    assert row["prompt"] == "from stdin"


def test_an_empty_warehouse_says_what_to_run_and_is_not_made(nornir: Nornir, home: Path) -> None:
    ended = nornir("bakeoff", "leaderboard")
    assert (ended.code, ended.out) == (0, "")
    assert "land one with: nornir bakeoff demo" in ended.err
    assert nornir("bakeoff", "leaderboard", "--json").json() == []
    assert nornir("bakeoff", "leaderboard", "--runs", "--json").json() == []
    assert list(home.iterdir()) == []


def test_a_console_that_lacks_signs_still_shows_the_board(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    ended = nornir("bakeoff", "leaderboard", PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert ended.code == 0
    assert "claude/opus" in ended.out
    assert "x failed" in ended.out
    task = "日本語 😀"
    words = ("bakeoff", "run", "--task", task, "--models", "x", "--mock")
    shown = nornir(*words, "--json", PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    (row,) = shown.json()
    assert row["prompt"] == task


def test_a_server_asked_for_by_the_environment_is_not_passed_over(nornir: Nornir) -> None:
    ended = nornir("bakeoff", "leaderboard", NORNIR_REMOTE="host:1")
    assert ended.code == 4
    assert "NORNIR_REMOTE=host:1 asks for a server" in ended.err


def test_names_from_elsewhere_cannot_steer_the_terminal(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    ended = nornir("bakeoff", "leaderboard", "\x1b]0;owned\x07")
    assert "\x1b" not in ended.err
