"""The published state: its keys and values over the demo, held against a golden file."""

import json
from dataclasses import replace
from pathlib import Path

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import Reading, Source, summarise_runs
from nornir_desk.present.json_text import rows_to_json, to_json
from nornir_desk.present.leaderboard import LeaderboardState, leaderboard_state, state_json

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "leaderboard_state.json"
RUN = "20261130T151247-a1b2c3"
ROWS = demo_matrix_rows(RUN, 1_796_051_567_000_000)


def state(rows: tuple[AgentModelRunRow, ...]) -> LeaderboardState:
    source = Source("local", "warehouse", "live", None, 1_796_051_568_000_000)
    return leaderboard_state(Reading(summarise_runs(rows), source), rows, RUN)


def test_the_state_of_the_demo_is_the_golden_one() -> None:
    assert json.loads(to_json(state_json(state(ROWS)))) == json.loads(
        GOLDEN.read_text(encoding="utf-8")
    ), (
        "the published state changed: if that is meant, write tests/golden/leaderboard_state.json anew"
    )


def test_the_leaderboards_first_is_the_grids_winner_and_the_lead_is_over_the_second() -> None:
    shown = state(ROWS)
    assert shown.leaderboard[0].cell == shown.matrix.winner == shown.runs[0].winner == "claude/opus"
    assert shown.lead is not None
    assert (shown.lead.over, shown.lead.by, shown.lead.clear) == ("claude/sonnet", 0.03, False)


def test_a_failed_cell_has_no_figures_and_no_winner_stands_when_all_failed() -> None:
    failed = tuple(replace(row, ok=False, error="x") for row in ROWS)
    shown = state(failed)
    assert (shown.matrix.winner, shown.runs[0].winner, shown.lead) == (None, None, None)
    assert shown.runs[0].failed == 9
    assert {cell.score for cell in shown.leaderboard} == {None}


def test_json_is_strict_whatever_the_figures() -> None:
    odd = replace(ROWS[0], score=float("nan"), latency_ms=float("inf"), cost_usd=float("-inf"))
    (row,) = json.loads(rows_to_json([odd]))
    assert (row["score"], row["latency_ms"], row["cost_usd"]) == (None, None, None)
    assert "NaN" not in to_json(state_json(state((odd,))))
    assert rows_to_json([replace(odd, output="é😀")], ascii_only=True).isascii()
