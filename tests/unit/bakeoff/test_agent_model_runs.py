"""The tests that spec section 5 names for agent_model_runs and that touch no warehouse."""

import pytest

from nornir_desk.bakeoff.measure import run_bakeoff, run_bakeoff_matrix
from nornir_desk.callers.mock import MockCaller
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.matrix import leaderboard, matrix_grid
from nornir_desk.domain.row import AGENT_UNSET
from nornir_desk.present.build import cell_view, matrix_view
from nornir_desk.present.grid import render_matrix
from nornir_desk.present.look import Look
from nornir_desk.present.ranked import render_leaderboard

TS = 1_796_051_567_000_000


def answer(
    score: float,
    tokens_per_s: float | None,
    *,
    latency_ms: float = 1_000.0,
    cost_usd: float | None = 0.0,
    mcp: int = 0,
    tokens_out: int = 50,
) -> ModelAnswer:
    return ModelAnswer(
        output="fn main() {}",
        latency_ms=latency_ms,
        tokens_in=10,
        tokens_out=tokens_out,
        tokens_per_s=tokens_per_s,
        score=score,
        cost_usd=cost_usd,
        mcp_tool_calls=mcp,
        judge="codegen 4/5",
    )


def test_run_bakeoff_builds_rows_and_records_failures() -> None:
    caller = (
        MockCaller()
        .with_model("qwen3:8b", answer(0.9, 42.5))
        .with_model("mistral", answer(0.5, None, latency_ms=2_000.0, tokens_out=100))
    )

    rows = run_bakeoff(
        caller, "run-1", TS, "task-1", "Fix the bug", ["qwen3:8b", "mistral", "gone"]
    )

    assert [(row.agent, row.model, row.ok) for row in rows] == [
        (AGENT_UNSET, "qwen3:8b", True),
        (AGENT_UNSET, "mistral", True),
        (AGENT_UNSET, "gone", False),
    ]
    assert rows[0].tokens_per_s == 42.5  # kept as the backend told it
    assert rows[1].tokens_per_s == 50.0  # derived: 100 tokens in 2 s
    assert rows[2].error == "no mock answer for -/gone"
    assert (rows[2].output, rows[2].tokens_out, rows[2].cost_usd) == ("", 0, None)
    assert {row.run_id for row in rows} == {"run-1"}
    assert {row.ts_micros for row in rows} == {TS}
    assert {row.prompt for row in rows} == {"Fix the bug"}


def test_leaderboard_ranks_ok_then_score_then_throughput() -> None:
    caller = (
        MockCaller()
        .with_model("slow-good", answer(0.8, 20.0))
        .with_model("fast-good", answer(0.8, 90.0))
        .with_model("best", answer(0.95, 5.0))
    )
    rows = run_bakeoff(caller, "r", TS, "t", "T", ["missing", "slow-good", "fast-good", "best"])

    board = leaderboard(rows)

    assert [(cell.rank, cell.model) for cell in board] == [
        (1, "best"),
        (2, "fast-good"),
        (3, "slow-good"),
        (4, "missing"),
    ]
    assert not board[-1].ok


def test_matrix_crosses_agents_and_models_and_records_a_failed_cell() -> None:
    caller = (
        MockCaller()
        .with_cell("claude", "opus", answer(0.95, 60.0, cost_usd=0.031, mcp=4))
        .with_cell("claude", "mistral", answer(0.7, 70.0, cost_usd=0.002, mcp=2))
        .with_cell("local", "mistral", answer(0.6, 30.0, cost_usd=0.0, mcp=0))
    )

    rows = run_bakeoff_matrix(caller, "r", TS, "t", "T", ["claude", "local"], ["opus", "mistral"])

    assert [(row.agent, row.model) for row in rows] == [
        ("claude", "opus"),
        ("claude", "mistral"),
        ("local", "opus"),
        ("local", "mistral"),
    ]
    assert [(row.cost_usd, row.mcp_tool_calls) for row in rows if row.ok] == [
        (0.031, 4),
        (0.002, 2),
        (0.0, 0),
    ]
    (red,) = [row for row in rows if not row.ok]
    assert (red.agent, red.model, red.error) == ("local", "opus", "no mock answer for local/opus")


def test_matrix_grid_ranks_cells_and_picks_winner() -> None:
    scores = {
        ("claude", "opus"): 0.95,
        ("claude", "sonnet"): 0.90,
        ("claude", "mistral"): 0.75,
        ("kilo", "opus"): 0.92,
        ("kilo", "sonnet"): 0.85,
        ("kilo", "mistral"): 0.70,
        ("aider", "opus"): 0.88,
        ("aider", "sonnet"): 0.80,
        ("aider", "mistral"): 0.65,
    }
    caller = MockCaller()
    for (agent, model), score in scores.items():
        caller.with_cell(agent, model, answer(score, 50.0))
    rows = run_bakeoff_matrix(
        caller, "r", TS, "t", "T", ["kilo", "claude", "aider"], ["sonnet", "opus", "mistral"]
    )

    grid = matrix_grid(rows)

    assert grid.agents == ("aider", "claude", "kilo")
    assert grid.models == ("mistral", "opus", "sonnet")
    winner = grid.winner()
    assert winner is not None
    assert (winner.name, winner.rank) == ("claude/opus", 1)
    assert {cell.name: cell.rank for cell in grid.cells} == {
        "claude/opus": 1,
        "kilo/opus": 2,
        "claude/sonnet": 3,
        "aider/opus": 4,
        "kilo/sonnet": 5,
        "aider/sonnet": 6,
        "claude/mistral": 7,
        "kilo/mistral": 8,
        "aider/mistral": 9,
    }
    assert leaderboard(rows)[0].name == winner.name
    drawn = render_matrix(matrix_view(grid), Look())
    assert "🥇 0.950 #1" in next(line for line in drawn.splitlines() if line.startswith("claude"))
    assert drawn.count("🥇") == 1


def test_render_leaderboard_shows_economics_and_the_error_of_a_failed_cell() -> None:
    caller = MockCaller().with_cell(
        "claude", "opus", answer(0.95, 60.0, cost_usd=0.031, mcp=4, latency_ms=1_250.0)
    )
    rows = run_bakeoff_matrix(caller, "r", TS, "t", "T", ["claude"], ["opus", "gone"])

    lines = render_leaderboard([cell_view(cell) for cell in leaderboard(rows)], Look()).splitlines()

    assert lines[0].split() == ["#", "agent/model", "score", "tok/s", "latency", "cost", "mcp"]
    assert lines[1].split() == [
        "1", "claude/opus", "0.950", "60.0", "1.2", "s", "$0.0310", "4", "ok",
    ]  # fmt: skip
    assert lines[2].split() == ["–", "claude/gone", "–", "–", "–", "–", "–", "✗", "failed"]
    assert "✗ claude/gone: no mock answer for claude/gone" in lines


def test_a_bug_in_a_caller_is_a_red_row_and_the_run_goes_on() -> None:
    class Buggy:
        def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
            if model == "b":
                raise ZeroDivisionError("division by zero")
            return answer(0.5, 10.0)

    rows = run_bakeoff_matrix(Buggy(), "r", TS, "t", "T", ["x"], ["a", "b", "c"])

    assert [row.ok for row in rows] == [True, False, True]
    assert rows[1].error == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    ("output", "kept"),
    [("a\ud83d\ude00b", "a😀b"), ("lone \ud800.", "lone \N{REPLACEMENT CHARACTER}."), ("😀", "😀")],
)
def test_surrogates_in_an_answer_become_text_that_can_be_kept(output: str, kept: str) -> None:
    caller = MockCaller().with_model("m", ModelAnswer(output=output, latency_ms=1.0))

    (row,) = run_bakeoff(caller, "r", TS, "t", "T", ["m"])

    assert row.output == kept
    assert row.output.encode().decode() == kept
