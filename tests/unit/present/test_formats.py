"""Number formats, as the look has them."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo

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


# A Monday; the reader is two hours east of Greenwich.
EAST = timezone(timedelta(hours=2))


def micros(year: int, month: int, day: int, hour: int, minute: int, second: int = 0) -> int:
    moment = datetime(year, month, day, hour, minute, second, tzinfo=EAST)
    return formats.micros_of(moment.astimezone(UTC).isoformat())


NOW = micros(2026, 11, 30, 18, 2)


@pytest.mark.parametrize(
    ("then", "text", "in_a_sentence"),
    [
        (NOW, "0 s", "0 s ago"),
        (NOW - 12_900_000, "12 s", "12 s ago"),
        (NOW - 59_999_999, "59 s", "59 s ago"),
        (NOW - 60_000_000, "1 min", "1 min ago"),
        (NOW - 3_599_000_000, "59 min", "59 min ago"),
        (NOW - 2 * 3_600_000_000, "2 h", "2 h ago"),
        (micros(2026, 11, 29, 18, 2), "Sun 18:02", "Sun 18:02"),
        (micros(2026, 11, 24, 0, 5), "Tue 00:05", "Tue 00:05"),
        (micros(2026, 11, 23, 23, 59), "23 Nov", "23 Nov"),
        (micros(2025, 12, 31, 23, 59), "31 Dec 2025", "31 Dec 2025"),
        (NOW + 30_000_000, "0 s", "0 s ago"),
        (NOW + 3_600_000_000, "30 Nov", "30 Nov"),
    ],
)
def test_age_is_told_where_the_reader_is(then: int, text: str, in_a_sentence: str) -> None:
    assert formats.age(then, NOW, EAST) == text
    assert formats.ago(then, NOW, EAST) == in_a_sentence


@pytest.mark.parametrize(
    ("then", "now", "zone", "text"),
    [
        (NOW, NOW, EAST, "Today"),
        (NOW + 86_400_000_000, NOW, EAST, "Today"),
        (micros(2026, 11, 30, 0, 30), NOW, EAST, "Today"),
        (micros(2026, 11, 30, 0, 30), NOW, UTC, "Yesterday"),
        (micros(2026, 11, 29, 12, 0), NOW, EAST, "Yesterday"),
        (micros(2026, 11, 28, 12, 0), NOW, EAST, "Last week"),
        (micros(2026, 11, 23, 0, 0), NOW, EAST, "Last week"),
        (micros(2026, 11, 22, 23, 59), NOW, EAST, "Earlier this month"),
        (micros(2026, 11, 30, 12, 0), micros(2026, 12, 4, 12, 0), EAST, "This week"),
        (micros(2026, 10, 31, 12, 0), NOW, EAST, "October 2026"),
        (micros(2025, 11, 30, 12, 0), NOW, EAST, "November 2025"),
    ],
)
def test_lists_of_times_have_headings(then: int, now: int, zone: tzinfo, text: str) -> None:
    assert formats.date_heading(then, now, zone) == text


def test_a_time_of_day_and_a_timestamp_read_back() -> None:
    assert formats.clock_time(NOW, EAST) == "18:02"
    assert formats.clock_time(NOW, UTC) == "16:02"
    assert formats.micros_of(formats.timestamp(1_796_051_567_000_001)) == 1_796_051_567_000_001
