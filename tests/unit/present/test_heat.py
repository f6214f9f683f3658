"""The steps that colour the grid."""

from nornir_desk.present.choices import HeatBy
from nornir_desk.present.heat import heat_ends, heat_line, heat_of
from nornir_desk.present.state import CellView, HeatView
from tests.fakes.views import cell, grid


def steps(by: HeatBy, cells: list[CellView]) -> list[int | None]:
    return [c.heat for c in heat_of(grid(cells), by).cells]


def test_scores_run_in_equal_steps_from_the_runs_worst_to_its_best() -> None:
    cells = [cell(f"a/{n}", n + 1, score=0.2 + 0.1 * (8 - n)) for n in range(9)]
    heated = heat_of(grid(cells), "score")
    assert heated.heat == HeatView("score", worst=0.2, best=1.0)
    assert [c.heat for c in heated.cells] == [7, 7, 6, 5, 4, 3, 2, 1, 0]


def test_less_latency_is_the_stronger_step_and_each_factor_weighs_the_same() -> None:
    cells = [cell(f"a/{n}", n + 1, latency_ms=100.0 * 4.0**n) for n in range(5)]
    heated = heat_of(grid(cells), "latency")
    assert heated.heat == HeatView("latency", worst=25_600.0, best=100.0)
    assert [c.heat for c in heated.cells] == [7, 6, 4, 2, 0]


def test_free_is_the_best_step_alone() -> None:
    costs = [0.0, 0.0001, 0.001, 0.01, 1.0]
    cells = [cell(f"a/{n}", n + 1, cost_usd=cost) for n, cost in enumerate(costs)]
    assert steps("cost", cells) == [7, 6, 5, 3, 0]
    assert steps("cost", [cell("a/0", 1, cost_usd=0.0), cell("a/1", 2, cost_usd=0.5)]) == [7, 0]


def test_equal_figures_share_the_middle_step() -> None:
    assert steps("cost", [cell("a/0", 1, cost_usd=0.0), cell("a/1", 2, cost_usd=0.0)]) == [3, 3]
    assert steps("speed", [cell("a/0", 1, tokens_per_s=8.0)]) == [3]


def test_cells_that_failed_or_reported_nothing_have_no_step_and_set_no_end() -> None:
    cells = [
        cell("a/0", 1, score=0.9, tokens_per_s=40.0),
        cell("a/1", 2, score=0.5),
        cell("a/2", 3, ok=False, score=0.1, tokens_per_s=900.0),
    ]
    assert steps("score", cells) == [7, 0, None]
    assert steps("speed", cells) == [3, None, None]
    assert heat_of(grid(cells), "cost") == grid(cells)


def test_no_choice_takes_the_steps_away() -> None:
    cells = [cell("a/0", 1, score=0.9), cell("a/1", 2, score=0.5)]
    assert heat_of(heat_of(grid(cells), "score"), None) == grid(cells)


def test_the_scale_is_told_in_the_figures_own_format() -> None:
    assert heat_ends(HeatView("cost", 0.4, 0.0)) == ("$0.4000", "free")
    assert heat_line(HeatView("speed", 8.42, 116.0)) == (
        "heat by speed: 8.42 tok/s (worst, 0) to 116 tok/s (best, 7)"
    )
