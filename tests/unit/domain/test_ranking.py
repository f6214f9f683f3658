"""The order of cells: the spec's, total, and deaf to numbers that nobody measured."""

import math
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from nornir_desk.domain.matrix import leaderboard, matrix_grid
from nornir_desk.domain.ranking import rank_key
from nornir_desk.domain.row import AgentModelRunRow

ROW = AgentModelRunRow(
    run_id="r",
    ts_micros=1,
    agent="a",
    model="m",
    prompt_id="t",
    prompt="T",
    output="x",
    latency_ms=1_000.0,
    tokens_in=1,
    tokens_out=1,
    tokens_per_s=10.0,
    score=0.5,
    ok=True,
    cost_usd=0.01,
    mcp_tool_calls=0,
    judge="j 1/2",
)


def order(*rows: AgentModelRunRow) -> list[str]:
    return [cell.model for cell in leaderboard(rows)]


def named(model: str, **figures: object) -> AgentModelRunRow:
    return replace(ROW, model=model, **figures)  # type: ignore[arg-type]  # names of figures


def test_each_figure_decides_only_where_those_before_it_are_equal() -> None:
    assert order(
        named("z-name"),
        named("a-name"),
        named("cheap", cost_usd=0.001),
        named("quick", latency_ms=10.0),
        named("fast", tokens_per_s=11.0),
        named("good", score=0.6, tokens_per_s=1.0),
        named("failed", ok=False, score=1.0),
    ) == ["good", "fast", "quick", "cheap", "a-name", "z-name", "failed"]


def test_a_number_that_is_none_never_wins() -> None:
    nan, inf = math.nan, math.inf
    assert order(
        named("good"),
        named("nan-score", score=nan, tokens_per_s=99.0),
        named("inf-score", score=inf, tokens_per_s=98.0),
        named("over-one", score=1.5, tokens_per_s=97.0),
    ) == ["good", "nan-score", "inf-score", "over-one"]
    assert order(named("plain"), named("inf-speed", tokens_per_s=inf)) == ["plain", "inf-speed"]
    assert order(named("plain"), named("minus", latency_ms=-5.0)) == ["plain", "minus"]
    assert order(named("plain"), named("nan-cost", cost_usd=nan)) == ["plain", "nan-cost"]


def test_a_million_tokens_per_second_is_no_speed() -> None:
    rows = (named("real", tokens_per_s=80.0), named("absurd", tokens_per_s=1_000_000.0))
    board = leaderboard(rows)
    assert [cell.model for cell in board] == ["real", "absurd"]
    assert board[1].tokens_per_s is None


def test_an_unknown_cost_ranks_after_every_known_one() -> None:
    assert order(
        named("unknown", cost_usd=None), named("dear", cost_usd=99.0), named("free", cost_usd=0.0)
    ) == ["free", "dear", "unknown"]


def test_a_judged_zero_is_a_score_and_an_unscored_answer_is_not() -> None:
    board = leaderboard(
        (named("zero", score=0.0, judge="j 0/5"), named("unscored", score=0.0, judge=None))
    )
    assert {cell.model: cell.score for cell in board} == {"zero": 0.0, "unscored": None}


def test_equal_scores_are_tied_and_keep_the_order_of_the_figures_after() -> None:
    board = leaderboard(
        (named("slow"), named("fast", tokens_per_s=20.0), named("other", score=0.4))
    )
    assert [(cell.model, cell.rank, cell.tied) for cell in board] == [
        ("fast", 1, True),
        ("slow", 2, True),
        ("other", 3, False),
    ]


def test_unscored_cells_tie_only_in_every_figure() -> None:
    blank = {"score": 0.0, "judge": None}
    board = leaderboard(
        (named("a", **blank), named("b", **blank), named("c", tokens_per_s=99.0, **blank))
    )
    assert [(cell.model, cell.tied) for cell in board] == [("c", False), ("a", True), ("b", True)]


def test_repeats_fold_into_means_over_what_the_ok_rows_reported() -> None:
    (cell,) = leaderboard(
        (
            named("m", score=0.4, tokens_per_s=10.0, cost_usd=0.02, mcp_tool_calls=1),
            named("m", prompt_id="t#2", score=0.6, tokens_per_s=0.0, cost_usd=None, mcp_tool_calls=2),
            named("m", prompt_id="t#3", score=0.8, tokens_per_s=30.0, cost_usd=0.04, mcp_tool_calls=None),
        )
    )  # fmt: skip
    assert cell.score is not None
    assert math.isclose(cell.score, 0.6)
    assert (cell.tokens_per_s, cell.mcp_tool_calls, cell.n) == (20.0, 3, 3)
    assert cell.cost_usd is not None
    assert math.isclose(cell.cost_usd, 0.03)
    assert (cell.ok, cell.prompt_id) == (True, "t")


def test_a_cell_with_a_failed_repeat_is_failed() -> None:
    grid = matrix_grid(
        (named("m", score=0.9), named("m", prompt_id="t#2", ok=False, error="boom"), named("n"))
    )
    assert [(cell.model, cell.ok, cell.error) for cell in grid.cells] == [
        ("n", True, None),
        ("m", False, "boom"),
    ]


def test_no_cell_wins_when_all_failed() -> None:
    assert matrix_grid((named("m", ok=False),)).winner() is None
    assert matrix_grid(()).winner() is None


figures = st.builds(
    lambda model, ok, score, speed, latency, cost: named(
        model, ok=ok, score=score, tokens_per_s=speed, latency_ms=latency, cost_usd=cost
    ),
    st.text(alphabet="abc", min_size=1, max_size=2),
    st.booleans(),
    st.floats(allow_nan=True, allow_infinity=True),
    st.floats(allow_nan=True, allow_infinity=True),
    st.floats(allow_nan=True, allow_infinity=True),
    st.none() | st.floats(allow_nan=True, allow_infinity=True),
)


@given(st.lists(figures, max_size=12, unique_by=lambda row: row.model), st.randoms())
def test_the_order_is_total_and_deaf_to_the_order_of_rows(
    rows: list[AgentModelRunRow], random: Random
) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert leaderboard(rows) == leaderboard(shuffled)
    keys = [rank_key(cell) for cell in leaderboard(rows)]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
