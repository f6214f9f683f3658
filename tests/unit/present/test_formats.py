"""Number formats, as the look has them."""

import pytest

from nornir_desk.present import formats


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.873, "0.873"), (1.0, "1.000"), (0.0, "0.000"), (None, "–")],
)
def test_score(value: float | None, text: str) -> None:
    assert formats.score(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (8.42, "8.42"), (71.4, "71.4"), (116.0, "116"), (9.996, "10.0"), (99.96, "100"),
        (0.1234, "0.123"), (0.9996, "1.00"), (1284.4, "1,284"), (None, "–"),
    ],
)  # fmt: skip
def test_speed_has_three_significant_digits(value: float | None, text: str) -> None:
    assert formats.speed(value) == text


@pytest.mark.parametrize(
    ("value_ms", "text"),
    [
        (850.0, "850 ms"), (1_200.0, "1.2 s"), (125_000.0, "2 m 05 s"), (3_720_000.0, "1 h 02 m"),
        (999.6, "1.0 s"), (59_960.0, "1 m 00 s"), (3_599_700.0, "1 h 00 m"), (0.3, "<1 ms"),
        (None, "–"),
    ],
)  # fmt: skip
def test_latency(value_ms: float | None, text: str) -> None:
    assert formats.latency(value_ms) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0042, "$0.0042"), (12.4, "$12.40"), (0.00001, "<$0.0001"), (0.0, "free"),
        (1234.5, "$1,234.50"), (None, "–"),
    ],
)  # fmt: skip
def test_cost(value: float | None, text: str) -> None:
    assert formats.cost(value) == text


def test_times_are_utc_to_the_microsecond() -> None:
    assert formats.timestamp(1_796_051_567_000_001) == "2026-11-30T15:12:47.000001Z"
    assert formats.timestamp(1_796_051_567_000_000) == "2026-11-30T15:12:47Z"


def test_plurals() -> None:
    assert [formats.plural(n, "cell") for n in (0, 1, 1284)] == [
        "0 cells",
        "1 cell",
        "1,284 cells",
    ]
