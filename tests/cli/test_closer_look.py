"""show, diff, advise, exports, gates for CI, several tasks and retries, as their users run them."""

import csv
import io
import json
from pathlib import Path

from tests.cli.conftest import Nornir
from tests.fakes.ollama import FakeOllama, Scripted

DEMO = ("bakeoff", "demo", "--quiet")


def run_ids(nornir: Nornir) -> list[str]:
    return [run["run_id"] for run in nornir("bakeoff", "leaderboard", "--runs", "--json").json()]


def test_show_has_task_answer_figures_and_evidence(nornir: Nornir) -> None:
    with FakeOllama({"qwen3:8b": Scripted(response="Paris\n  is it", eval_count=50)}) as ollama:
        words = ("--task", "Capital?", "--models", "qwen3:8b", "--host", ollama.url)
        assert nornir("bakeoff", "run", *words).code == 0
    (run_id,) = run_ids(nornir)
    shown = nornir("bakeoff", "show", run_id, "local-llm/qwen3:8b")
    lines = shown.out.splitlines()
    assert shown.code == 0
    assert lines[0] == "local-llm°/qwen3:8b  #1 of 1"
    assert "tok/s    50.0" in lines
    assert "tokens   12 in, 50 out" in lines
    assert lines[lines.index("answer") + 1 :][:2] == ["Paris", "  is it"]
    cell = nornir("bakeoff", "show", run_id, "local-llm/qwen3:8b", "--json").json()
    assert (cell["prompt"], cell["output"]) == ("Capital?", "Paris\n  is it")
    assert [piece["name"] for piece in cell["evidence"]] == ["request.json", "response.json"]
    assert all(piece["bytes"] > 0 for piece in cell["evidence"])


def test_show_of_a_cell_that_is_not_there_names_those_that_are(nornir: Nornir) -> None:
    nornir(*DEMO)
    (run_id,) = run_ids(nornir)
    ended = nornir("bakeoff", "show", run_id, "claude/gpt")
    assert ended.code == 2
    assert f"run {run_id} has no cell 'claude/gpt'; it has claude/opus" in ended.err
    assert nornir("bakeoff", "show", "nope", "claude/opus").code == 2


def test_diff_has_deltas_and_pairs_lines(nornir: Nornir) -> None:
    script = {
        "a": Scripted(response="def add(a, b):\n    return a + b\nprint(1)", eval_count=50),
        "b": Scripted(response="def add(a, b):\n    return b + a\n", eval_count=100),
    }
    with FakeOllama(script) as ollama:
        words = ("--task", "T", "--models", "a,b", "--host", ollama.url)
        assert nornir("bakeoff", "run", *words).code == 0
    (run_id,) = run_ids(nornir)
    ended = nornir("bakeoff", "diff", run_id, "local-llm/a", "local-llm/b")
    lines = ended.out.splitlines()
    assert ended.code == 0
    assert next(line for line in lines if line.startswith("tok/s")).split()[1:] == [
        "50.0", "100", "+50.0", "(+100", "%)",
    ]  # fmt: skip
    assert lines[-4:] == [
        "  def add(a, b):", "A     return a + b", "B     return b + a", "A print(1)",
    ]  # fmt: skip
    view = nornir("bakeoff", "diff", run_id, "local-llm/a", "local-llm/b", "--json").json()
    assert [line["side"] for line in view["diff"]] == ["both", "differs", "a"]
    assert view["deltas"]["tokens_per_s"] == 50.0


def test_csv_and_markdown_hold_no_formula_and_no_markup(nornir: Nornir) -> None:
    evil = "=HYPERLINK(x)"
    nornir("bakeoff", "run", "--task", "@SUM(1)", "--models", f"{evil},a|b<i>", "--mock", "--quiet")
    rows = list(csv.DictReader(io.StringIO(nornir("bakeoff", "leaderboard", "--csv").out)))
    assert sorted(row["model"] for row in rows) == sorted(["'" + evil, "a|b<i>"])
    assert {row["prompt"] for row in rows} == {"'@SUM(1)"}
    assert {row["ok"] for row in rows} == {"true"}
    table = nornir("bakeoff", "leaderboard", "--markdown").out.splitlines()
    assert table[0] == "| # | agent/model | score | tok/s | latency | cost | mcp |  |"
    assert any("a\\|b&lt;i&gt;" in line for line in table)
    runs = list(
        csv.DictReader(io.StringIO(nornir("bakeoff", "leaderboard", "--runs", "--csv").out))
    )
    assert [run["task"] for run in runs] == ["'@SUM(1)"]
    grid = nornir("bakeoff", "leaderboard", "--matrix", "--csv").out.splitlines()
    assert grid[0].startswith("agent,model,rank,ok,score")


def test_fail_under_is_an_exit_code(nornir: Nornir) -> None:
    nornir(*DEMO)
    assert nornir("bakeoff", "leaderboard", "--fail-under", "0.9").code == 0
    under = nornir("bakeoff", "leaderboard", "--fail-under", "0.95")
    assert under.code == 1
    assert "claude/opus has 0.940" in under.err
    assert nornir("bakeoff", "leaderboard", "--json", "--fail-under", "0.95").code == 1
    assert nornir("bakeoff", "leaderboard", "--fail-under", "2").code == 2


def test_against_a_baseline_a_cell_that_fails_now_is_worse(nornir: Nornir) -> None:
    good, bad = Scripted(response="x"), Scripted(status=500, error="boom")
    words = ("--task", "T", "--models", "a,b", "--quiet")
    with FakeOllama({"a": good, "b": [good, bad]}) as ollama:
        assert nornir("bakeoff", "run", *words, "--host", ollama.url).code == 0
        assert nornir("bakeoff", "run", *words, "--host", ollama.url).code == 1
    newest, oldest = run_ids(nornir)
    ended = nornir("bakeoff", "leaderboard", newest, "--against", oldest, "--json")
    assert ended.code == 1
    assert {change["cell"]: change["outcome"] for change in ended.json()} == {
        "local-llm/a": "same", "local-llm/b": "fails now",
    }  # fmt: skip
    assert nornir("bakeoff", "leaderboard", oldest, "--against", newest).code == 0


def test_advise_takes_the_best_where_nothing_can_be_told_apart(nornir: Nornir) -> None:
    nornir(*DEMO)
    view = nornir("bakeoff", "advise", "--json").json()
    assert (view["pick"], view["by"], view["surer_units"]) == ("claude/opus", "score", 5)
    assert abs(view["surer_cost_usd"] - 5 * (0.0702 + 0.0129)) < 1e-9
    capped = nornir("bakeoff", "advise", "--max-cost", "0.01", "--json").json()
    assert capped["pick"] == "local-llm/sonnet"
    none = nornir("bakeoff", "advise", "--max-latency", "1")
    assert none.code == 1
    assert "no advice: no scored cell is within the limits" in none.out


def test_several_tasks_are_one_run(nornir: Nornir, tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text('{"id": "fr", "task": "Capital of France?"}\n"Capital of Italy?"\n')
    words = ("bakeoff", "run", "--tasks", str(file), "--models", "x", "--mock", "--json")
    rows = nornir(*words).json()
    assert [(row["prompt_id"], row["prompt"]) for row in rows] == [
        ("fr", "Capital of France?"),
        ("capital-of-italy-9bf70703", "Capital of Italy?"),
    ]
    (run,) = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    assert run["cells"] == 1
    assert run["task"].endswith("(+1 more)")


def test_a_task_list_that_is_none_is_one_line(nornir: Nornir, tmp_path: Path) -> None:
    file = tmp_path / "tasks.json"
    for text, said in (
        ("[", "is neither a JSON list nor JSON lines"),
        ("[]", "holds no task"),
        ('[{"id": "a"}]', "task 1 has no text"),
        ('[{"task": "x", "prompt": "y"}]', "unknown field 'prompt'"),
        ('["x", "x"]', "twice"),
        ('[{"id": "a#2", "task": "x"}]', "ends in '#number'"),
    ):
        file.write_text(text)
        ended = nornir("bakeoff", "run", "--tasks", str(file), "--models", "x", "--mock")
        assert ended.code == 2, ended
        assert said in ended.err
        assert ended.err.count("\n") == 1


def test_failed_cells_are_tried_again_as_a_new_run_that_keeps_what_answered(
    nornir: Nornir,
) -> None:
    flaky = [Scripted(status=500, error="boom"), Scripted()]
    with FakeOllama({"a": Scripted(response="A"), "b": flaky}) as ollama:
        words = ("--task", "T", "--models", "a,b", "--host", ollama.url)
        assert nornir("bakeoff", "run", *words).code == 1
        (first,) = run_ids(nornir)
        ended = nornir("bakeoff", "resume", first, "--failed", "--host", ollama.url, "--json")
        assert [request.model for request in ollama.generated] == ["a", "b", "b"]
    assert ended.code == 0
    assert [(row["model"], row["ok"]) for row in ended.json()] == [("a", True), ("b", True)]
    newest, oldest = run_ids(nornir)
    assert oldest == first
    before = nornir("bakeoff", "leaderboard", first, "--json").json()
    assert [(row["model"], row["ok"]) for row in before] == [("a", True), ("b", False)]
    assert ended.json()[0]["latency_ms"] == before[0]["latency_ms"]
    again = nornir("bakeoff", "resume", newest, "--failed")
    assert (again.code, again.err) == (0, f"nothing failed in {newest}\n")


def test_a_selector_may_be_a_cell_and_a_near_miss_is_named(nornir: Nornir) -> None:
    nornir(*DEMO)
    rows = nornir("bakeoff", "leaderboard", "claude/opus", "--json").json()
    assert [(row["agent"], row["model"]) for row in rows] == [("claude", "opus")]
    assert "(near it: opus)" in nornir("bakeoff", "leaderboard", "opsu").err
    assert json.loads(nornir("bakeoff", "leaderboard", "opsu", "--json").out)["error"]


def test_a_dry_run_says_what_it_would_take_and_calls_nobody(nornir: Nornir) -> None:
    with FakeOllama({"a": Scripted()}) as ollama:
        words = ("bakeoff", "run", "--task", "T", "--models", "a", "--host", ollama.url)
        first = nornir(*words, "--repeats", "3", "--dry-run", "--json").json()
        assert ollama.generated == []
        assert nornir(*words).code == 0
        second = nornir(*words, "--dry-run", "--json").json()
    assert (first["cells"], first["calls"], first["cost_usd"], first["seconds"]) == (
        1,
        3,
        0.0,
        None,
    )
    assert first["models"] == [{"model": "a", "calls": 3, "cost_usd": 0.0}]
    assert second["seconds"] > 0


def test_a_budget_that_could_be_passed_is_refused_with_exit_3(nornir: Nornir) -> None:
    words = ("bakeoff", "run", "--task", "T", "--agents", "a,b", "--models", "x,y", "--mock")
    rows = nornir(*words, "--json").json()
    whole = sum(row["cost_usd"] for row in rows)
    assert nornir(*words, "--budget", str(whole + 1e-9)).code == 0
    refused = nornir(*words, "--budget", str(whole / 2), "--json")
    assert (refused.code, refused.json()["error"]["kind"]) == (3, "budget")
    assert "more than --budget" in refused.err
    assert len(nornir("bakeoff", "leaderboard", "--runs", "--json").json()) == 2
    assert nornir(*words, "--budget", str(whole / 2), "--dry-run").code == 3


def test_a_model_of_unknown_price_is_refused_under_a_budget(nornir: Nornir) -> None:
    words = ("bakeoff", "run", "--task", "T", "--models", "openai/no-such-model", "--budget", "9")
    ended = nornir(*words, OPENAI_API_KEY="sk-0123456789")
    assert ended.code == 3
    assert "the price of openai/no-such-model is unknown" in ended.err


def test_warm_up_calls_once_more_and_keeps_no_row_of_it(nornir: Nornir) -> None:
    load_first = [Scripted(load_duration=6_000_000_000), Scripted(response="x")]
    with FakeOllama({"a": load_first}) as ollama:
        words = ("--task", "T", "--models", "a", "--host", ollama.url, "--warmup", "--json")
        (row,) = nornir("bakeoff", "run", *words).json()
        assert [request.body["prompt"] for request in ollama.generated] == ["Hi", "T"]
    assert (row["output"], row["load_ms"]) == ("x", None)
