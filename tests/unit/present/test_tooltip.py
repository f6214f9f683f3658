"""What is told of one cell, to those who look and to those who listen."""

from nornir_desk.present.tooltip import absent_sentence, sentence, ties, tooltip_rows
from tests.fakes.views import cell, grid

FULL = cell(
    "codex/gpt-5-mini",
    2,
    score=0.891,
    score_low=0.862,
    score_high=0.92,
    n=3,
    tokens_per_s=71.4,
    latency_ms=125_000.0,
    load_ms=850.0,
    cost_usd=0.0,
    mcp_tool_calls=0,
    driver="ollama",
    label=True,
    judge="strict 4/5",
    note="1 of 3 cut off at its limit",
)
FAILED = cell("codex/gpt-5-mini", 28, ok=False, error="timed out after 300 s")


def test_every_figure_is_told_with_its_label() -> None:
    assert tooltip_rows(FULL, 28) == (
        ("score", "0.891 ±0.029 (3 measurements)"),
        ("rank", "#2 of 28"),
        ("tok/s", "71.4"),
        ("latency", "2 m 05 s"),
        ("load", "850 ms"),
        ("cost", "free"),
        ("MCP calls", "0"),
        ("driver", "ollama ° codex is a label: a bare model call"),
        ("judge", "strict 4/5"),
        ("note", "1 of 3 cut off at its limit"),
    )


def test_what_nobody_reported_reads_as_a_dash() -> None:
    assert tooltip_rows(cell("a/m", 1), 1) == (
        ("score", "– unscored"),
        ("rank", "#1 of 1"),
        ("tok/s", "–"),
        ("latency", "–"),
        ("cost", "–"),
        ("MCP calls", "–"),
        ("driver", "–"),
    )


def test_a_failed_cell_has_no_rank_but_its_error() -> None:
    rows = dict(tooltip_rows(FAILED, 28))
    assert (rows["rank"], rows["score"], rows["error"]) == (
        "failed",
        "–",
        "timed out after 300 s",
    )


def test_a_tie_names_with_whom_and_what_decided() -> None:
    cells = [
        cell("a/m", 1, score=0.8, tied=True, tokens_per_s=70.0),
        cell("b/m", 2, score=0.8, tied=True, tokens_per_s=60.0),
        cell("c/m", 3, score=0.8, tied=True, tokens_per_s=60.0, latency_ms=9.0),
        cell("d/m", 4, score=0.5, tied=True),
        cell("e/m", 5, score=0.5, tied=True),
    ]
    tied = ties(cells, cells[0])
    assert [c.cell for c in tied] == ["b/m", "c/m"]
    assert dict(tooltip_rows(cells[0], 5, tied))["tie"] == (
        "as good as b/m, c/m; tok/s decided the order"
    )
    assert dict(tooltip_rows(cells[4], 5, ties(cells, cells[4])))["tie"] == (
        "as good as d/m; the name decided the order"
    )
    assert ties([FULL, FAILED], FULL) == ()


def test_a_cell_of_the_grid_tells_what_it_has() -> None:
    (in_grid,) = grid([FULL]).cells
    labels = [label for label, _ in tooltip_rows(in_grid, 28)]
    assert labels == ["score", "rank", "tok/s", "latency", "cost", "MCP calls", "driver"]


def test_a_sentence_reads_a_cell_aloud() -> None:
    assert sentence(FULL, 28) == ("codex, gpt-5-mini, score 0.891 plus minus 0.029, rank 2 of 28")
    assert sentence(FAILED, 28) == "codex, gpt-5-mini, failed: timed out after 300 s"
    assert sentence(grid([FAILED]).cells[0], 28) == "codex, gpt-5-mini, failed"
    assert sentence(cell("a/m", 3, tokens_per_s=8.42, tied=True), 4) == (
        "a, m, unscored, 8.42 tokens/s, rank 3 of 4 tied"
    )
    assert sentence(cell("a/m", 3), 4) == "a, m, unscored, rank 3 of 4"
    assert absent_sentence("a", "m") == "a, m, not measured"


def test_an_error_of_a_megabyte_that_is_read_aloud_is_short_and_one_line() -> None:
    told = sentence(cell("a/m", 1, ok=False, error="no\nway " * 150_000), 1)
    assert told.startswith("a, m, failed: no way no way")
    assert told.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert len(told) < 500
