"""Where one cell stands in its run, and what it is to be compared with."""

from dataclasses import replace

import pytest

from nornir_desk.present.detail_rows import figure_rows, repeat_text, state_chip
from nornir_desk.present.standing import (
    compared_with,
    cost_beside_winner,
    latency_span,
    mark_hint,
    proposed_pair,
    speed_rank,
    standing_sentence,
)
from nornir_desk.present.state import AnswerView, LeadView
from tests.fakes.views import cell

WINNER = cell(
    "claude/sonnet",
    1,
    score=0.912,
    score_low=0.879,
    score_high=0.945,
    n=5,
    tokens_per_s=71.4,
    cost_usd=0.0531,
)
SECOND = cell(
    "codex/gpt",
    2,
    score=0.891,
    score_low=0.862,
    score_high=0.92,
    n=5,
    tokens_per_s=97.8,
    cost_usd=0.0118,
)
LAST = cell("pi/qwen", 3, score=0.4, tokens_per_s=97.8)
FAILED = cell("kilo/llama", 4, ok=False, error="timed out")
CELLS = (WINNER, SECOND, LAST, FAILED)
LEAD = LeadView("codex/gpt", 0.021, False, "repeat", 5, None)
ANSWER = AnswerView(
    prompt_id="task",
    prompt="Why?",
    output="Because.",
    ok=True,
    error=None,
    score=0.9,
    judge="strict 4/5",
    tokens_in=38_214,
    tokens_out=2_796,
    tokens_per_s=97.8,
    latency_ms=24_100.0,
    load_ms=None,
    cost_usd=None,
    mcp_tool_calls=None,
    stop_reason="end_turn",
    environment=None,
    evidence=(),
)


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (WINNER, "5 repeats · leads by 0.021, intervals overlap"),
        (SECOND, "5 repeats · 0.021 behind the winner, intervals overlap"),
        (LAST, "measured once · 0.512 behind the winner"),
        (FAILED, "measured once · failed"),
        (replace(LAST, score=None), "measured once · not scored"),
        (
            replace(LAST, score=0.912),
            "measured once · the winner's score; the figures after it decide",
        ),
    ],
)
def test_a_cells_standing_is_told_in_a_sentence(one: object, told: str) -> None:
    assert standing_sentence(one, CELLS, LEAD) == told  # type: ignore[arg-type]  # of any cell


def test_nothing_is_behind_where_nobody_won() -> None:
    assert standing_sentence(FAILED, (FAILED,), None) == "measured once · failed"
    assert standing_sentence(WINNER, (WINNER,), None) == "5 repeats"


def test_equally_fast_cells_share_a_place() -> None:
    places = [speed_rank(one, CELLS) for one in CELLS]
    assert places == ["#3 of 3", "#1 of 3", "#1 of 3", ""]


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        (0.0118, "4.5× below the winner"),
        (0.1062, "2.0× above the winner"),
        (0.0530, "as the winner"),
        (0.0001, "531× below the winner"),
        (0.0, ""),
        (None, ""),
    ],
)
def test_cost_is_told_beside_the_winners(cost: float | None, told: str) -> None:
    assert cost_beside_winner(replace(SECOND, cost_usd=cost), CELLS) == told


def test_the_winners_cost_has_nothing_beside_it() -> None:
    assert cost_beside_winner(WINNER, CELLS) == ""
    assert cost_beside_winner(SECOND, (FAILED, SECOND)) == ""


@pytest.mark.parametrize(
    ("latencies", "told"),
    [
        ([24_100.0, 34_900.0, None], "24.1 – 34.9 s over 2 repeats"),
        ([850.0, 1_200.0], "850 ms – 1.2 s over 2 repeats"),
        ([850.0, 850.0], "850 ms over 2 repeats"),
        ([850.0, None], ""),
        ([], ""),
    ],
)
def test_latency_is_told_from_the_shortest_to_the_longest(
    latencies: list[float | None], told: str
) -> None:
    assert latency_span([replace(ANSWER, latency_ms=value) for value in latencies]) == told


def test_a_cell_is_compared_with_a_or_else_with_the_winner() -> None:
    assert compared_with(CELLS, "pi/qwen", "codex/gpt") == ("codex/gpt", "pi/qwen")
    assert compared_with(CELLS, "pi/qwen", "gone/cell") == ("claude/sonnet", "pi/qwen")
    assert compared_with(CELLS, "pi/qwen", "pi/qwen") == ("claude/sonnet", "pi/qwen")
    assert compared_with(CELLS, "claude/sonnet", None) == ("claude/sonnet", "codex/gpt")
    assert compared_with((WINNER,), "claude/sonnet", None) is None


def test_only_cells_that_answered_are_proposed() -> None:
    assert proposed_pair(CELLS) == ("claude/sonnet", "codex/gpt")
    assert proposed_pair((WINNER, FAILED)) is None


def test_a_hint_tells_which_key_is_missing() -> None:
    assert "Press A on one cell and B on another" in mark_hint(CELLS, None, None)
    assert mark_hint(CELLS, "claude/sonnet", None).startswith("A is claude/sonnet.\nPress B")
    assert len(mark_hint(CELLS, "x" * 300, None).splitlines()[0]) < 60


def test_figures_are_there_before_the_text() -> None:
    rows = {row.label: (row.value, row.note) for row in figure_rows(SECOND, CELLS, None, 0, "")}
    assert rows["Speed"] == ("97.8 tok/s", "#1 of 3")
    assert rows["Cost"] == ("$0.0118", "4.5× below the winner")
    assert rows["Tokens"] == ("–", "")
    assert rows["Stop"] == ("–", "")
    assert "Load" not in rows
    assert "Environment" not in rows


def test_notes_and_loads_have_rows_of_their_own() -> None:
    one = replace(SECOND, load_ms=850.0, note="1 of 5 cut off")
    rows = {row.label: row.value for row in figure_rows(one, CELLS, None, 0, "12 min ago")}
    assert list(rows)[:2] == ["Latency", "Load"]
    assert (rows["Load"], rows["Note"]) == ("850 ms", "1 of 5 cut off")


def test_a_repeat_is_named_with_what_became_of_it() -> None:
    answers = [ANSWER, replace(ANSWER, score=None), replace(ANSWER, ok=False, score=None)]
    assert [repeat_text(answers, at) for at in range(3)] == ["#1 · 0.900", "#2", "#3 · failed"]


def test_a_chip_tells_how_it_ended() -> None:
    assert [state_chip(one) for one in (WINNER, FAILED, replace(LAST, score=None))] == [
        "ok",
        "failed",
        "unscored",
    ]
