"""Number formats, the same in the window and on the command line.

Each takes a reported figure or None; None reads ``–`` (see ``domain.figures``).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

UNKNOWN = "–"
MINUS = "−"
_SMALLEST_COST = 0.0001
_SECOND_MS = 1_000
_MINUTE_S = 60
_HOUR_MIN = 60


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
