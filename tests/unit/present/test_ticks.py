"""Where an axis has its ticks, and what they say."""

import math
from datetime import UTC, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nornir_desk.present.choices import Axis
from nornir_desk.present.ticks import (
    Tick,
    axis_sentence,
    axis_text,
    day_text,
    linear_ticks,
    log_ticks,
    score_ticks,
)

DAY = 86_400_000_000
NOW = 1_796_051_567_000_000  # 30 November 2026, 15:12 UTC


def texts(ticks: tuple[Tick, ...]) -> list[str]:
    return [tick.text for tick in ticks]


def test_a_logarithmic_axis_steps_by_1_2_and_5() -> None:
    assert texts(log_ticks("cost", 0.0018, 0.06)) == ["$0.002", "$0.005", "$0.01", "$0.02", "$0.05"]
    assert texts(log_ticks("speed", 8, 1_200)) == (["10", "20", "50", "100", "200", "500", "1,000"])


def test_over_many_decades_only_powers_of_ten_are_told() -> None:
    assert texts(log_ticks("cost", 0.00002, 200)) == (
        ["$0.0001", "$0.001", "$0.01", "$0.1", "$1", "$10", "$100"]
    )


def test_within_a_decade_steps_are_even() -> None:
    assert texts(log_ticks("cost", 0.0102, 0.0121)) == (["$0.0105", "$0.011", "$0.0115", "$0.012"])


def test_times_step_as_clocks_do() -> None:
    assert texts(log_ticks("latency", 0.4, 700, most=14)) == (
        ["500 ms", "1 s", "2 s", "5 s", "10 s", "20 s", "1 m", "2 m", "5 m", "10 m"]
    )
    assert texts(linear_ticks("latency", 0, 200)) == [
        "0 s", "30 s", "1 m", "1 m 30 s", "2 m", "2 m 30 s", "3 m",
    ]  # fmt: skip
    assert axis_text("latency", 3_660) == "1 h 1 m"


def test_a_linear_axis_begins_with_nothing() -> None:
    assert texts(linear_ticks("cost", 0, 0.06)) == (
        ["$0", "$0.01", "$0.02", "$0.03", "$0.04", "$0.05", "$0.06"]
    )


def test_scores_stay_within_0_and_1_and_have_as_many_decimals() -> None:
    assert texts(score_ticks(-0.1, 1.1, 4)) == ["0.0", "0.5", "1.0"]
    assert texts(score_ticks(0.63, 0.97, 8)) == (
        ["0.65", "0.70", "0.75", "0.80", "0.85", "0.90", "0.95"]
    )


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-1, 1), (1, 1), (2, 1), (1, math.inf), (math.nan, 1)]
)
def test_no_logarithm_no_ticks(low: float, high: float) -> None:
    assert log_ticks("cost", low, high) == ()


@given(
    st.sampled_from(("cost", "latency", "speed")),
    st.floats(1e-9, 1e9),
    st.floats(1.0001, 1e12),
    st.integers(1, 20),
)
def test_ticks_rise_within_the_axis_and_are_never_too_many(
    axis: Axis, low: float, factor: float, most: int
) -> None:
    high = low * factor
    slack = (high - low) * 1e-6  # less than a pixel
    for ticks in (log_ticks(axis, low, high, most), linear_ticks(axis, low, high, most)):
        values = [tick.value for tick in ticks]
        assert values == sorted(set(values))
        assert all(low - slack <= value <= high + slack for value in values)
        assert len(values) <= most + 2


def test_an_axis_says_which_way_is_good() -> None:
    assert axis_sentence("cost", log=True) == (
        "cost, $ per cell, log axis · cheaper is left, better is up"
    )
    assert axis_sentence("speed", log=False) == "tokens/s · faster is right, better is up"


def test_days_are_those_of_the_reader() -> None:
    assert day_text(NOW, NOW, UTC) == "today"
    assert day_text(NOW - 6 * DAY, NOW, UTC) == "24 Nov"
    assert day_text(NOW - 400 * DAY, NOW, UTC) == "26 Oct 2025"
    far_east = timezone(timedelta(hours=10))
    assert day_text(NOW - DAY // 12, NOW, far_east) == "30 Nov"
