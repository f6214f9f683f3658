"""Removing a run: asked for, said yes to, and gone."""

from pathlib import Path

from tests.cli.conftest import Nornir
from tests.fakes.ollama import FakeOllama, Scripted


def test_a_run_is_removed_with_its_evidence_and_the_others_stay(nornir: Nornir, home: Path) -> None:
    with FakeOllama({"m": Scripted(response="x")}) as ollama:
        words = ("bakeoff", "run", "--task", "T", "--models", "m", "--host", ollama.url, "--json")
        first, second = (nornir(*words).json()[0]["run_id"] for _ in range(2))

    ended = nornir("bakeoff", "forget", first, "--yes", "--json")

    assert (ended.code, ended.json()) == (0, {"forgotten": first})
    runs = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    assert [run["run_id"] for run in runs] == [second]
    kept = {path.parent.parent.name for path in home.rglob("request.json")}
    assert kept == {second}


def test_nobody_to_ask_is_no_yes(nornir: Nornir) -> None:
    nornir("bakeoff", "demo", "--quiet")
    (run,) = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    ended = nornir("bakeoff", "forget", run["run_id"])
    assert ended.code == 2
    assert "give --yes where nobody can be asked" in ended.err
    assert len(nornir("bakeoff", "leaderboard", "--json").json()) == 9


def test_a_run_that_is_not_there_cannot_be_removed(nornir: Nornir) -> None:
    nornir("bakeoff", "demo", "--quiet")
    ended = nornir("bakeoff", "forget", "20200101T000000-abc", "--yes")
    assert ended.code == 2
    assert "20200101T000000-abc" in ended.err
    assert ended.err.count("\n") == 1
