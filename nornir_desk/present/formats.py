"""Number formats, the same in the window and on the command line.

Each takes a reported figure or None; None reads ``–`` (see ``domain.figures``).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

UNKNOWN = "–"
MINUS = "−"
_SMALLEST_COST = 0.0001
_SECOND_MS = 1_000
_MINUTE_S = 60
_HOUR_MIN = 60
_HOUR_S = 3_600
_DAY_S = 86_400
_WEEK_DAYS = 7
_MICROS = 1_000_000
# Not strftime's: the names must not depend on the machine's locale.
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def score(value: float | None) -> str:
    """Return a score 0..1 with three decimals, ``0.873``."""
    return UNKNOWN if value is None else f"{value:.3f}"


def half_width(low: float | None, high: float | None) -> str:
    """Return an interval as its half width, ``±0.040``; nothing where there is none."""
    return "" if low is None or high is None else f"±{(high - low) / 2:.3f}"


def speed(value: float | None) -> str:
    """Return tokens/s with three significant digits: ``8.42``, ``71.4``, ``116``, ``1,284``."""
    if value is None:
        return UNKNOWN
    for decimals, below in ((3, 0.9995), (2, 9.995), (1, 99.95)):
        if value < below:
            return f"{value:.{decimals}f}"
    return f"{value:,.0f}"


def latency(value_ms: float | None) -> str:
    """Return a time given in ms: ``850 ms``, ``1.2 s``, ``2 m 05 s``, ``1 h 02 m``."""
    if value_ms is None:
        return UNKNOWN
    if round(value_ms) < 1:
        return "<1 ms"
    if round(value_ms) < _SECOND_MS:
        return f"{value_ms:.0f} ms"
    seconds = value_ms / _SECOND_MS
    if round(seconds, 1) < _MINUTE_S:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), _MINUTE_S)
    if minutes < _HOUR_MIN:
        return f"{minutes} m {rest:02d} s"
    hours, minutes = divmod(round(seconds / _MINUTE_S), _HOUR_MIN)
    return f"{hours} h {minutes:02d} m"


def cost(value_usd: float | None) -> str:
    """Return USD: ``free`` for 0, ``<$0.0001``, ``$0.0042`` below 1, else ``$12.40``."""
    if value_usd is None:
        return UNKNOWN
    if value_usd == 0:
        return "free"
    if value_usd < _SMALLEST_COST:
        return "<$0.0001"
    return f"${value_usd:.4f}" if value_usd < 1 else f"${value_usd:,.2f}"


def delta(a: float | None, b: float | None, form: Callable[[float | None], str]) -> str:
    """Return b less a with its sign and, where a is not 0, in per cent: ``−0.021 (−2 %)``."""
    if a is None or b is None:
        return ""
    if a == b:
        return "same"
    sign = "+" if b > a else MINUS
    share = f" ({sign}{abs(b - a) / abs(a):.0%})".replace("%", " %") if a else ""
    return f"{sign}{form(abs(b - a))}{share}"


def count(value: int | None) -> str:
    """Return a count with thousands set apart, ``1,284``."""
    return UNKNOWN if value is None else f"{value:,}"


def plural(value: int, one: str) -> str:
    """Return ``1 cell``, ``2 cells``, ``1,284 cells``."""
    return f"{value:,} {one}{'' if value == 1 else 's'}"


def utc(ts_micros: int) -> datetime:
    """Return a time of the table as a datetime in UTC."""
    seconds, micros = divmod(ts_micros, 1_000_000)
    return datetime.fromtimestamp(seconds, tz=UTC).replace(microsecond=micros)


def timestamp(ts_micros: int) -> str:
    """Return ISO 8601 in UTC, as states and JSON have it: ``2026-11-30T15:10:23.000001Z``."""
    return utc(ts_micros).isoformat().replace("+00:00", "Z")


def micros_of(timestamp_text: str) -> int:
    """Return the microseconds that ``timestamp`` made a text of."""
    moment = datetime.fromisoformat(timestamp_text)
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def age(ts_micros: int, now_micros: int, zone: tzinfo) -> str:
    """Return how long ago: ``12 s``, ``12 min``, ``2 h``, ``Sun 18:02``, ``24 Nov``, ``24 Nov 2025``.

    A time that is yet to come (clocks differ between machines) reads ``0 s`` within a minute, else
    as a date.

    Args:
        ts_micros: The time.
        now_micros: The time now.
        zone: Where the reader is.
    """
    passed = _passed_s(ts_micros, now_micros)
    if passed is not None:
        return _recent(passed)
    then, now = utc(ts_micros).astimezone(zone), utc(now_micros).astimezone(zone)
    if then <= now and (now.date() - then.date()).days < _WEEK_DAYS:
        return f"{_DAYS[then.weekday()]} {then:%H:%M}"
    year = "" if then.year == now.year else f" {then.year}"
    return f"{then.day} {_MONTHS[then.month - 1][:3]}{year}"


def ago(ts_micros: int, now_micros: int, zone: tzinfo) -> str:
    """Return the same within a sentence: ``12 min ago``, but ``Sun 18:02``."""
    told = age(ts_micros, now_micros, zone)
    return told if _passed_s(ts_micros, now_micros) is None else f"{told} ago"


def clock_time(ts_micros: int, zone: tzinfo) -> str:
    """Return a time of day, ``18:02``."""
    return f"{utc(ts_micros).astimezone(zone):%H:%M}"


def date_heading(ts_micros: int, now_micros: int, zone: tzinfo) -> str:
    """Return the heading under which a list has a time.

    ``Today`` (and what is yet to come), ``Yesterday``, ``This week`` and ``Last week`` (from Monday
    on), ``Earlier this month``, else ``October 2026``.
    """
    then = utc(ts_micros).astimezone(zone).date()
    today = utc(now_micros).astimezone(zone).date()
    monday = today - timedelta(days=today.weekday())
    by_day = (
        (today, "Today"),
        (today - timedelta(days=1), "Yesterday"),
        (monday, "This week"),
        (monday - timedelta(days=_WEEK_DAYS), "Last week"),
        (today.replace(day=1), "Earlier this month"),
    )
    told = next((name for first, name in by_day if then >= first), None)
    return told or f"{_MONTHS[then.month - 1]} {then.year}"


def _passed_s(ts_micros: int, now_micros: int) -> int | None:
    """Return how many seconds have passed where that is told as such, else None."""
    passed = (now_micros - ts_micros) // _MICROS
    return max(passed, 0) if -_MINUTE_S < passed < _DAY_S else None


def _recent(passed_s: int) -> str:
    if passed_s < _MINUTE_S:
        return f"{passed_s} s"
    if passed_s < _HOUR_S:
        return f"{passed_s // _MINUTE_S} min"
    return f"{passed_s // _HOUR_S} h"
