"""The state as plain values and as text: fast for large runs, and the same as the slow way's."""

import json
from dataclasses import asdict, replace
from datetime import UTC, datetime

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.matrix import leaderboard
from nornir_desk.domain.source import Reading, Source, summarise_runs
from nornir_desk.present.build import cell_view
from nornir_desk.present.choices import Choices
from nornir_desk.present.compare import compare_view
from nornir_desk.present.detail import selected_cell
from nornir_desk.present.json_text import json_chunks, to_json
from nornir_desk.present.leaderboard import (
    LeaderboardState,
    leaderboard_state,
    state_chunks,
    state_json,
)
from nornir_desk.present.plot import plot_view
from nornir_desk.present.state import EvidenceView, UnfinishedView
from nornir_desk.present.trend import trend_view

NOW = 1_796_051_567_000_000
ROWS = demo_matrix_rows("20261130T151247-a1b2c3", NOW)
RUNS = Reading(summarise_runs(ROWS), Source("local", "w", "live", None, NOW))
UNFINISHED = UnfinishedView("r", "2026-11-30T15:12:47Z", "T", "p", 1, 1, 1, 0, 0, True)


def whole_state(answer: str = "é😀\n") -> LeaderboardState:
    """Return a state in which every part is there."""
    rows = [replace(row, output=answer) for row in ROWS]
    cells = [cell_view(cell) for cell in leaderboard(rows)]
    evidence = {rows[0].prompt_id: (EvidenceView("answer.txt", 3),)}
    a, b = (selected_cell(cells[at], [rows[at]], evidence) for at in (0, 1))
    return replace(
        leaderboard_state(
            RUNS, ROWS, RUNS.items[0].run_id, Choices(filter="opus", heat="cost"), (UNFINISHED,)
        ),
        selected_cell=a,
        compare=compare_view(a, b),
        plot=plot_view(cells, "cost", "title"),
        trend=trend_view(rows, "claude", "opus", rows[0].prompt_id, "task"),
    )


def test_plain_values_are_those_of_asdict() -> None:
    state = whole_state()
    assert None not in [getattr(state, name) for name in ("compare", "plot", "trend", "shown")]
    assert state_json(state) == {"leaderboard": asdict(state)}
    plain = state_json(state)["leaderboard"]
    assert list(plain) == list(asdict(state))
    assert list(plain["matrix"]["cells"][0]) == list(asdict(state.matrix.cells[0]))
    assert isinstance(plain["runs"], tuple)


def test_pieces_make_up_the_same_json() -> None:
    state = whole_state()
    text = "".join(state_chunks(state))
    assert text.isascii()
    assert json.loads(text) == json.loads(to_json(state_json(state)))


def test_no_piece_is_long_however_long_a_text_or_a_list() -> None:
    state = whole_state(answer="😀" * 500_000)
    state = replace(state, leaderboard=state.leaderboard * 300, runs=state.runs * 1_000)
    pieces = list(state_chunks(state))
    assert max(map(len, pieces)) <= 65_536
    assert len(pieces) > 100
    assert json.loads("".join(pieces)) == json.loads(to_json(state_json(state)))


def test_pieces_are_strict_json() -> None:
    odd = {"a": (float("nan"), 1.5), "b": [], "c": {}, "d": "x\ud800", "e": True, "f": None}
    assert json.loads("".join(json_chunks(odd))) == {
        **odd,
        "a": [None, 1.5],
    }


def test_a_state_holds_what_the_choices_leave() -> None:
    state = whole_state()
    assert state.shown == ("claude/opus", "kilo/opus", "local-llm/opus")
    assert state.matrix.heat is not None
    assert state.unfinished == (UNFINISHED,)
    plain = leaderboard_state(RUNS, ROWS, RUNS.items[0].run_id, Choices(run_filter="nothing"))
    assert (plain.shown, plain.runs_shown) == (None, ())
    assert datetime.fromisoformat(plain.runs[0].ts).tzinfo == UTC
