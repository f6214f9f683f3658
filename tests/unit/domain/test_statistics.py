"""Intervals and the test of a lead: known values, and what they do over thousands of runs."""

import math
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from nornir_desk.domain.lead import compare, lead
from nornir_desk.domain.matrix import leaderboard, matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.statistics import (
    Interval,
    apart,
    mean_interval,
    sign_flip_p,
    t_quantile,
    units_to_settle,
    wilson,
)
from tests.unit.domain.test_ranking import ROW

Draw = Callable[[random.Random], float]


@pytest.mark.parametrize(
    ("rate", "n", "low", "high"),
    [  # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (0 / 20, 20, 0.0, 0.1611),
        (1 / 29, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_has_the_published_values(rate: float, n: int, low: float, high: float) -> None:
    found = wilson(rate, n)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042), (1000, 1.962)],
)
def test_quantiles_of_students_t(freedom: int, value: float) -> None:
    assert round(t_quantile(freedom), 3) == value


def test_a_mean_has_students_interval_and_passes_have_wilsons() -> None:
    # mean 0.6, s = 0.1, n = 3: 0.6 +- 4.303 * 0.1 / sqrt(3)
    found = mean_interval([0.5, 0.6, 0.7])
    assert found is not None
    assert math.isclose(found.low, 0.6 - 4.302653 * 0.1 / math.sqrt(3), abs_tol=1e-9)
    assert mean_interval([1.0, 0.0, 1.0, 1.0]) == wilson(0.75, 4)
    assert mean_interval([0.8]) is None


def test_equal_scores_do_not_make_an_interval_of_no_width() -> None:
    found = mean_interval([0.8, 0.8, 0.8])
    assert found is not None
    assert math.isclose(found.low, wilson(0.8, 3).low)
    assert found.high - found.low > 0.5


def test_the_sign_flip_test_counts_sign_patterns() -> None:
    assert sign_flip_p([0.1] * 6) == 2 / 64
    assert sign_flip_p([0.1] * 5) == 2 / 32
    assert sign_flip_p([0.3, -0.1, 0.2]) == 4 / 8  # sums 0.6, 0.4, 0.2, 0.0 and their negatives
    assert sign_flip_p([0.0, 0.0]) == 1.0
    assert sign_flip_p([]) == 1.0
    assert sign_flip_p([0.1] * 40) < 1e-6


def test_how_many_pairs_would_settle_it() -> None:
    # mean 0.1, s = 0.1: (1.96 * 0.1 / 0.1)**2 = 3.84, and the test needs 6
    assert units_to_settle([0.0, 0.1, 0.2]) == 6
    # mean 0.05, s = 0.2179449: (1.95996 * 0.2179449 / 0.05)**2 = 72.99
    assert units_to_settle([-0.1, -0.05, 0.3]) == 73
    assert units_to_settle([0.1, -0.1]) is None
    assert units_to_settle([0.1]) is None


def test_two_means_are_apart_when_their_difference_excludes_zero() -> None:
    assert apart((0.9, Interval(0.85, 0.95)), (0.7, Interval(0.65, 0.75)))
    assert not apart((0.9, Interval(0.7, 0.97)), (0.7, Interval(0.5, 0.85)))
    assert not apart((0.7, Interval(0.6, 0.8)), (0.7, Interval(0.6, 0.8)))


def repeats(model: str, scores: list[float], task: str = "t") -> list[AgentModelRunRow]:
    return [
        replace(ROW, model=model, score=score, prompt_id=task if i == 0 else f"{task}#{i + 1}")
        for i, score in enumerate(scores)
    ]


def test_a_lead_is_clear_only_with_enough_pairs_that_agree() -> None:
    for n, clear in ((5, False), (6, True)):
        rows = repeats("good", [0.9] * n) + repeats("weak", [0.6] * n)
        found = lead(rows, matrix_grid(rows))
        assert found is not None
        assert (found.over, found.clear, found.pairs, found.unit) == ("a/weak", clear, n, "repeat")
        assert math.isclose(found.by, 0.3)


def test_repeats_of_several_tasks_count_as_one_unit_a_task() -> None:
    rows = []
    for task in ("p", "q", "r"):
        rows += repeats("good", [0.9] * 10, task) + repeats("weak", [0.6] * 10, task)
    found = compare(rows, ("a", "good"), ("a", "weak"))
    assert (found.unit, len(found.differences), found.told_apart) == ("task", 3, False)
    (good, _) = leaderboard(rows)
    assert good.n == 30
    assert good.score_low is not None
    assert math.isclose(good.score_low, wilson(0.9, 3).low)


def test_only_prompts_that_both_answered_are_compared() -> None:
    weak = repeats("weak", [0.6] * 6)
    weak[0] = replace(weak[0], ok=False)
    rows = repeats("good", [0.9] * 6) + weak
    assert len(compare(rows, ("a", "good"), ("a", "weak")).differences) == 5


def passing(chance: float) -> Draw:
    return lambda source: float(source.random() < chance)


def normal(source: random.Random) -> float:
    return min(1.0, max(0.0, source.gauss(0.6, 0.12)))


@pytest.mark.parametrize(
    ("draw", "cells", "n"),
    [
        (passing(0.7), 2, 10),
        (passing(0.7), 9, 30),
        (normal, 2, 6),
        (normal, 2, 30),
        (normal, 9, 10),
    ],
)
def test_equal_agents_have_a_clear_lead_in_at_most_5_percent_of_2000_runs(
    draw: Draw, cells: int, n: int
) -> None:
    source = random.Random(20261130)  # noqa: S311  a seeded simulation
    clear = 0
    for _ in range(2_000):
        scores = sorted(([draw(source) for _ in range(n)] for _ in range(cells)), key=sum)
        pairs = [a - b for a, b in zip(scores[-1], scores[-2], strict=True)]
        clear += sign_flip_p(pairs) <= 0.04
    assert clear <= 100


@pytest.mark.parametrize(
    ("draw", "mean", "n"), [(passing(0.7), 0.7, 60), (normal, 0.6, 3), (normal, 0.6, 20)]
)
def test_intervals_cover_the_true_mean_in_95_percent_within_error(
    draw: Draw, mean: float, n: int
) -> None:
    source = random.Random(20261130)  # noqa: S311  a seeded simulation
    covered = 0
    for _ in range(4_000):
        found = mean_interval([draw(source) for _ in range(n)])
        assert found is not None
        covered += found.low <= mean <= found.high
    # three standard errors of a share of 0.95 over 4,000 draws are 0.0103; Wilson's own error at
    # this n is under 0.01
    assert abs(covered / 4_000 - 0.95) < 0.02
