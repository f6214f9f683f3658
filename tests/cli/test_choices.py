"""What the window lets its user choose, chosen on the command line."""

import pytest

from tests.cli.conftest import Nornir


def names(out: str) -> list[str]:
    """Return the cells of a ranked list as printed, the sign of a label left out."""
    words = [line.split() for line in out.splitlines()]
    return [w[1].replace("°", "") for w in words if len(w) > 6 and "/" in w[1] and w[0] != "#"]


def test_the_ranked_list_is_filtered_and_sorted(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    slow = nornir("bakeoff", "leaderboard", "--filter", "OPUS", "--sort", "latency_ms:desc")
    assert slow.code == 0
    assert names(slow.out) == ["kilo/opus", "claude/opus", "local-llm/opus"]
    assert "3 of 9 cells shown" in slow.out
    # The lead is the run's, whatever is listed.
    assert "claude/opus leads claude/sonnet by 0.030" in slow.out

    (run,) = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    assert run["thumbnail"] == ["3W7", "166", "0x4"]
    failed = nornir("bakeoff", "leaderboard", run["run_id"], "--failures", "--markdown").out
    assert [line.split(" | ")[1] for line in failed.splitlines()[2:]] == ["local-llm°/opus"]
    rows = nornir("bakeoff", "leaderboard", "--csv", "--sort=-score", "--filter", "mistral").out
    assert [line.split(",")[2] for line in rows.splitlines()[1:]] == [
        "claude",
        "kilo",
        "local-llm",
    ]


def test_the_run_list_is_filtered(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    nornir("bakeoff", "run", "--task", "Count to ten", "--models", "x", "--mock", "--quiet")
    found = nornir("bakeoff", "leaderboard", "--runs", "--filter", "ten count", "--json").json()
    assert [run["task"] for run in found] == ["Count to ten"]
    assert nornir("bakeoff", "leaderboard", "--runs", "--filter", "nothing", "--json").json() == []


def test_the_grid_has_its_heat(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    matrix = nornir("bakeoff", "leaderboard", "--matrix", "--heat", "cost", "--json").json()
    assert matrix["heat"] == {"by": "cost", "worst": 0.0799, "best": 0.0}
    steps = {f"{c['agent']}/{c['model']}": c["heat"] for c in matrix["cells"]}
    assert (steps["local-llm/mistral"], steps["kilo/opus"], steps["local-llm/opus"]) == (7, 0, None)
    text = nornir("bakeoff", "leaderboard", "--matrix", "--heat", "score").out
    assert "🥇 0.940 #1 [7]" in text
    assert "heat by score: 0.640 (worst, 0) to 0.940 (best, 7)" in text
    assert "[" not in nornir("bakeoff", "leaderboard", "--matrix").out


def test_the_whole_state_is_printed(nornir: Nornir) -> None:
    empty = nornir("bakeoff", "leaderboard", "--state").json()["leaderboard"]
    assert (empty["selected_run"], empty["runs"], empty["leaderboard"]) == (None, [], [])
    assert empty["source"]["status"] == "empty"

    nornir("bakeoff", "demo")
    words = ("--filter", "opus", "--sort", "latency_ms", "--heat", "speed")
    state = nornir("bakeoff", "leaderboard", "--state", *words).json()["leaderboard"]
    assert state["selected_run"] == state["runs"][0]["run_id"]
    assert len(state["leaderboard"]) == 9
    assert state["shown"] == ["claude/opus", "kilo/opus", "local-llm/opus"]
    assert state["sort"] == {"column": "latency_ms", "descending": False}
    assert state["filter"] == state["choices"]["filter"] == "opus"
    assert state["matrix"]["heat"]["by"] == "speed"
    assert state["runs_shown"] is None
    again = nornir("bakeoff", "leaderboard", state["selected_run"], "--state").json()
    assert again["leaderboard"]["shown"] is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--sort", "speed"], "--sort 'speed' is no column; give one of rank, agent,"),
        (["--sort", "score:up"], "--sort 'score:up' is no column"),
        (["--filter", "x", "--json"], "add --state for what the ranked list shows"),
        (["--failures", "--matrix"], "arrange the ranked list alone"),
        (["--sort", "score", "--runs"], "can only be filtered"),
        (["--heat", "cost"], "add --matrix, or --state"),
        (["--heat", "cost", "--matrix", "--markdown"], "a Markdown grid has no heat"),
        (["--state", "--runs"], "three answers"),
        (["--state", "--matrix"], "holds the grid already"),
        (["--state", "--csv"], "--state is JSON"),
        (["--unfinished", "claude"], "takes no selector"),
        (["--state", "--fail-under", "0.5"], "--state is no run to judge"),
    ],
)
def test_what_does_not_go_together_is_told_in_one_line(
    nornir: Nornir, words: list[str], told: str
) -> None:
    ended = nornir("bakeoff", "leaderboard", *words)
    assert ended.code == 2
    assert told in ended.err
    assert ended.err.count("\n") == 1


def test_a_history_is_no_run_to_arrange(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    arranged = nornir("bakeoff", "leaderboard", "claude", "--failures")
    assert (arranged.code, "a history is in the order of time" in arranged.err) == (2, True)
    state = nornir("bakeoff", "leaderboard", "claude", "--state")
    assert (state.code, "--state is of one run" in state.err) == (2, True)


def test_a_cell_is_followed_over_the_runs_of_its_task(nornir: Nornir) -> None:
    once = ("bakeoff", "run", "--task", "Fix it", "--agents", "claude,pi", "--models", "x,y")
    for repeats in ("1", "2"):
        nornir(*once, "--mock", "--quiet", "--repeats", repeats)
    nornir("bakeoff", "demo")
    runs = nornir("bakeoff", "leaderboard", "--runs", "--filter", "fix it", "--json").json()

    trend = nornir("bakeoff", "trend", runs[0]["run_id"], "pi/x", "--json").json()

    assert (trend["cell"], trend["task"]) == ("pi/x", "Fix it")
    assert [p["run_id"] for p in trend["points"]] == [runs[1]["run_id"], runs[0]["run_id"]]
    assert [(p["cells"], p["cell"]["n"], p["delta"]) for p in trend["points"]] == [
        (4, 1, None),
        (4, 2, 0.0),
    ]
    assert {p["winner"] for p in trend["points"]} == {runs[0]["winner"]}
    text = nornir("bakeoff", "trend", runs[1]["run_id"], "pi/x").out.splitlines()
    assert text[0] == "pi/x: Fix it"
    assert [line.split()[0] for line in text[2:4]] == [runs[1]["run_id"], runs[0]["run_id"]]
    assert max(map(len, text)) <= 80
    refused = nornir("bakeoff", "trend", runs[0]["run_id"], "pi/z")
    assert (refused.code, "has no cell 'pi/z'" in refused.err) == (2, True)
