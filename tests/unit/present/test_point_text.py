"""One cell of the plot as a line of text."""

from dataclasses import replace

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.matrix import leaderboard
from nornir_desk.present.build import cell_view
from nornir_desk.present.plot import plot_view
from nornir_desk.present.point_text import (
    drawn_sentence,
    figures_line,
    name_text,
    nothing_drawn,
)

CELLS = [cell_view(cell) for cell in leaderboard(demo_matrix_rows("20261130T151247-a1b2c3", 1))]
VIEW = plot_view(CELLS, "cost", "")


def test_a_cell_on_the_front_has_its_figures_and_says_so() -> None:
    point = next(p for p in VIEW.points if p.cell == "claude/opus")
    assert figures_line(CELLS[0], point) == (
        "#1 · 0.940 · 62.5 tok/s · 9.1 s · $0.0702 · on the front"
    )
    assert figures_line(CELLS[0], replace(point, on_front=False)).endswith("$0.0702")


def test_what_was_not_reported_is_told_or_left_out() -> None:
    bare = replace(CELLS[0], score=None, tokens_per_s=None, latency_ms=None, cost_usd=None)
    assert figures_line(bare, None) == "#1 · unscored · cost unknown · not drawn"


def test_a_failed_cell_tells_its_cause_in_one_line() -> None:
    failed = replace(CELLS[0], ok=False, error="no\nanswer\x1b[0m")
    assert figures_line(failed, None) == "failed: no answer\ufffd[0m"
    assert figures_line(replace(failed, error=None), None) == "failed"


def test_names_are_one_line() -> None:
    assert name_text("pi", "qwen3:8b\n\u202e") == "pi / qwen3:8b \ufffd"


def test_an_empty_plot_says_why() -> None:
    assert nothing_drawn(VIEW) == ""
    assert nothing_drawn(plot_view([], "cost", "")) == "nothing to draw: no cells"
    failed = [replace(cell, ok=False, score=None) for cell in CELLS]
    assert nothing_drawn(plot_view(failed, "cost", "")) == "nothing to draw: 9 cells failed"


def test_a_plot_is_read_aloud() -> None:
    assert drawn_sentence(VIEW) == (
        f"score against cost, 8 of 9 cells drawn, {len(VIEW.front)} cells on the front"
    )
