"""A line of the ranked list, and lines as tab-separated text."""

import pytest

from nornir_desk.present.choices import COLUMNS
from nornir_desk.present.ranked_line import column_text, ranked_line, status_of
from nornir_desk.present.tsv import cells_to_tsv
from tests.fakes.views import cell


def test_a_line_says_what_a_cell_is() -> None:
    line = ranked_line(
        cell(
            "codex/openai/gpt-5-mini",
            1,
            score=0.9,
            score_low=0.86,
            score_high=1.02,
            tied=True,
            tokens_per_s=71.4,
            cost_usd=0.0,
            mcp_tool_calls=0,
            label=True,
        )
    )
    assert (line.winner, line.top, line.rank, line.agent) == (True, True, "1=", "codex°")
    assert (line.provider, line.name) == ("openai/", "gpt-5-mini")
    assert (line.score, line.spread, line.bar) == ("0.900", "±0.080", (0.9, 0.86, 1.0))
    assert line.figures["tokens_per_s"] == "71.4"
    assert line.quiet == {"latency_ms", "load_ms", "cost_usd", "mcp_tool_calls", "driver", "judge"}
    assert (line.status, line.tone) == ("ok", "good")


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ({"ok": False, "error": "timeout\nafter 120 s"}, ("timeout after 120 s", "bad")),
        ({"ok": False}, ("failed", "bad")),
        ({"score": None}, ("unscored", "plain")),
        ({"score": 0.5, "driver": "mock"}, ("mock", "quiet")),
        ({"score": 0.5, "note": "1 answer empty"}, ("empty", "warn")),
        ({"score": 0.5, "note": "1 answer cut off"}, ("cut off", "warn")),
        ({"score": 0.0}, ("ok", "good")),
    ],
)
def test_how_a_cell_ended(told: dict[str, object], wanted: tuple[str, str]) -> None:
    assert status_of(cell("a/m", 3, **told)) == wanted


def test_what_failed_has_no_rank_and_what_is_unscored_no_bar() -> None:
    assert ranked_line(cell("a/m", 7, ok=False)).rank == "–"
    assert not ranked_line(cell("a/m", 1, ok=False)).winner
    assert ranked_line(cell("a/m", 7)).bar is None


@pytest.mark.parametrize("model", ["m", "m/", "/m", "", "x/y/z"])
def test_a_name_is_whole_however_it_is_split(model: str) -> None:
    line = ranked_line(cell(f"a/{model}", 1))
    assert line.provider + line.name == model


def test_every_column_has_a_text() -> None:
    assert all(column_text(cell("a/m", 2), column) for column in COLUMNS)


def test_tab_separated_text_is_raw_figures_and_no_formula() -> None:
    cells = [
        cell("a/m", 1, score=0.8731, tokens_per_s=None, cost_usd=0.00421),
        cell("=cmd/-x", 2, ok=False, error="bad\tthing\nhere"),
    ]
    text = cells_to_tsv(cells, ("rank", "agent", "model", "score", "cost_usd", "status"))
    assert [line.split("\t") for line in text.split("\n")] == [
        ["rank", "agent", "model", "score", "cost_usd", "status"],
        ["1", "a", "m", "0.8731", "0.00421", "ok"],
        ["", "'=cmd", "'-x", "", "", "failed: bad thing here"],
    ]
