"""The spec's CLI parity table: each thing the window shows has its command."""

from nornir_desk.domain.figures import reported_score
from tests.cli.conftest import Nornir

WINNER = "claude/opus"


def test_demo_seeds_a_matrix_and_shows_it(nornir: Nornir) -> None:
    ended = nornir("bakeoff", "demo")
    assert ended.code == 0
    assert "🥇 0.940 #1" in ended.out
    assert "✗ local-llm/opus: model 'opus' not found" in ended.out


def test_the_run_list_is_newest_first_with_the_winning_cell(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    nornir("bakeoff", "run", "--task", "Fix it", "--models", "x", "--mock", "--task-id", "second")

    runs = nornir("bakeoff", "leaderboard", "--runs", "--json").json()

    assert [(run["prompt_id"], run["agents"], run["models"], run["cells"], run["failed"],
             run["winner"], run["task"][:7]) for run in runs] == [
        ("second", 1, 1, 1, 0, "local-llm/x", "Fix it"),
        ("demo-fix-the-bug", 3, 3, 9, 1, WINNER, "Fix the"),
    ]  # fmt: skip
    assert [(run["label"], run["made_up"]) for run in runs] == [(True, True)] * 2
    text = nornir("bakeoff", "leaderboard")
    lines = text.out.splitlines()
    assert lines[0].split() == ["run", "task", "agents×cells", "failed", "winner"]
    assert [line.split()[0] for line in lines[1:3]] == [run["run_id"] for run in runs]
    assert lines[3] == "° its agent is a label: no agent ran"
    assert lines[1].split()[-1] == "local-llm/x°"
    assert lines[5].startswith(runs[0]["run_id"])  # then the newest run, ranked


def test_the_grid_of_a_run(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    matrix = nornir("bakeoff", "leaderboard", "--matrix", "--json").json()
    assert matrix["agents"] == ["claude", "kilo", "local-llm"]
    assert matrix["models"] == ["mistral", "opus", "sonnet"]
    assert matrix["winner"] == WINNER
    assert len(matrix["cells"]) == 9
    first, last = matrix["cells"][0], matrix["cells"][-1]
    assert (first["agent"], first["model"], first["rank"], first["score"]) == (
        "claude", "opus", 1, 0.94,
    )  # fmt: skip
    assert (last["ok"], last["score"], last["latency_ms"], last["cost_usd"]) == (
        False, None, None, None,
    )  # fmt: skip
    text = nornir("bakeoff", "leaderboard", "--matrix").out.splitlines()
    assert text[1].split() == ["agent", "mistral", "opus", "sonnet"]


def test_the_ranked_cells_of_a_run(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    (run,) = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    lines = nornir("bakeoff", "leaderboard", run["run_id"]).out.splitlines()
    assert lines[0].startswith(run["run_id"])
    assert [line.split()[1].replace("°", "") for line in lines[2:11]] == [
        "claude/opus", "claude/sonnet", "kilo/opus", "kilo/sonnet", "local-llm/sonnet",
        "claude/mistral", "kilo/mistral", "local-llm/mistral", "local-llm/opus",
    ]  # fmt: skip


def test_the_history_of_an_agent_and_of_a_model(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    nornir("bakeoff", "run", "--task", "T", "--agents", "kilo", "--models", "opus", "--mock")
    agent = nornir("bakeoff", "leaderboard", "kilo", "--json").json()
    assert [(row["agent"], row["model"]) for row in agent] == [
        ("kilo", "mistral"), ("kilo", "opus"), ("kilo", "sonnet"), ("kilo", "opus"),
    ]  # fmt: skip
    model = nornir("bakeoff", "leaderboard", "opus", "--json").json()
    assert [row["agent"] for row in model] == ["claude", "kilo", "local-llm", "kilo"]
    assert [row["ts_micros"] for row in model] == sorted(row["ts_micros"] for row in model)
    lines = nornir("bakeoff", "leaderboard", "opus").out.splitlines()
    assert lines[0].split()[:2] == ["run", "agent"]
    assert len([line for line in lines if line.startswith("2")]) == 4


def test_raw_rows_have_the_columns_of_the_table_in_the_order_of_the_spec(nornir: Nornir) -> None:
    nornir("bakeoff", "demo")
    rows = nornir("bakeoff", "leaderboard", "--json").json()
    assert list(rows[0]) == [
        "run_id", "ts_micros", "agent", "model", "prompt_id", "prompt", "output", "latency_ms",
        "tokens_in", "tokens_out", "tokens_per_s", "score", "ok", "error", "cost_usd",
        "mcp_tool_calls", "driver", "judge", "stop_reason", "load_ms", "environment",
    ]  # fmt: skip
    assert [(row["agent"], row["model"]) for row in rows] == sorted(
        (row["agent"], row["model"]) for row in rows
    )
    assert isinstance(rows[0]["ts_micros"], int)
    scores = [reported_score(row["score"], row["judge"]) for row in rows]
    assert sum(score is None for score in scores) == 1


def test_run_prints_the_leaderboard_of_its_run_and_with_matrix_the_grid(nornir: Nornir) -> None:
    words = ("bakeoff", "run", "--task", "T", "--agents", "a,b", "--models", "x,y", "--mock")
    plain = nornir(*words)
    assert plain.code == 0
    assert plain.out.splitlines()[1].split()[:2] == ["#", "agent/model"]
    grid = nornir(*words, "--matrix")
    assert grid.out.splitlines()[1].split() == ["agent", "x", "y"]
    assert [row["model"] for row in nornir(*words, "--json").json()] == ["x", "y", "x", "y"]
    assert nornir(*words, "--matrix", "--json").json()["models"] == ["x", "y"]


def test_prompt_is_a_visible_alias_of_task(nornir: Nornir) -> None:
    words = ("--models", "x", "--mock", "--json")
    rows = nornir("bakeoff", "run", "--prompt", "P", "--prompt-id", "pid", *words).json()
    assert [(row["prompt"], row["prompt_id"]) for row in rows] == [("P", "pid")]
    shown = nornir("bakeoff", "run", "--help").out
    assert "--prompt" in shown
    assert "--prompt-id" in shown


def test_options_that_stand_everywhere_stand_before_and_after(nornir: Nornir, home: object) -> None:
    nornir("bakeoff", "demo")
    before = nornir("--json", "bakeoff", "leaderboard")
    between = nornir("bakeoff", "--json", "leaderboard")
    after = nornir("bakeoff", "leaderboard", "--json")
    assert before.json() == between.json() == after.json()
    other = nornir("--warehouse", f"{home}/other", "bakeoff", "leaderboard", "--json")
    assert (other.code, other.json()) == (0, [])


def test_mock_figures_are_the_same_at_every_run(nornir: Nornir) -> None:
    words = (
        "bakeoff",
        "run",
        "--task",
        "T",
        "--agents",
        "a",
        "--models",
        "x,y",
        "--mock",
        "--json",
    )
    kept = [
        [{k: v for k, v in row.items() if k not in ("run_id", "ts_micros")} for row in rows]
        for rows in (nornir(*words).json(), nornir(*words).json())
    ]
    assert kept[0] == kept[1]
    assert kept[0][0]["output"] != kept[0][1]["output"]


def test_progress_goes_to_standard_error_and_quiet_ends_it(nornir: Nornir) -> None:
    words = ("bakeoff", "run", "--task", "T", "--agents", "claude", "--models", "x", "--mock")
    told = nornir(*words)
    assert "[1/1] claude/x" in told.err
    assert "claude: canned answers (mock), nobody is called" in told.err
    assert nornir(*words, "--quiet").err == ""
