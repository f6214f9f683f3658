"""Where an axis has its ticks, and what they say."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo

from nornir_desk.present import formats
from nornir_desk.present.choices import Axis

# Not strftime's: the names must not depend on the machine's locale.
_MONTHS = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
_FACTORS = (1, 2, 5)
_MINUTE_S = 60
_BEFORE_MINUTES_S = 50  # too close to the first minute
_HOUR_S = 3_600
_TIMES_S = (
    *(1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0),
    *(900.0, 1_800.0, 3_600.0, 7_200.0, 18_000.0, 36_000.0),
)
_FEWEST_LOG = 3
_WHOLE = 1e-9
_DECADES = 12


@dataclass(frozen=True, slots=True)
class Tick:
    """One tick: where it stands, in the axis' own unit, and what it says."""

    value: float
    text: str


def log_ticks(axis: Axis, low: float, high: float, most: int = 8) -> tuple[Tick, ...]:
    """Return the ticks of a logarithmic axis: ``$0.002 $0.005 $0.01``.

    Args:
        axis: What the axis shows: USD, seconds or tokens/s.
        low: Where it begins, above 0.
        high: Where it ends.
        most: How many ticks there is room for.
    """
    if not 0 < low < high < math.inf:
        return ()
    values = [value for value in _log_values(axis, low, high) if low <= value <= high]
    if len(values) < _FEWEST_LOG:
        # Less than a decade: round steps say more than powers.
        return linear_ticks(axis, low, high, most)
    return tuple(Tick(value, axis_text(axis, value)) for value in _thinned(values, most))


def linear_ticks(axis: Axis, low: float, high: float, most: int = 8) -> tuple[Tick, ...]:
    """Return the ticks of a linear axis, at round steps.

    Args:
        axis: What the axis shows: USD, seconds or tokens/s.
        low: Where it begins.
        high: Where it ends.
        most: How many ticks there is room for.
    """
    step = _step(low, high, most)
    if axis == "latency" and high - low > _MINUTE_S:
        hours = _step(low / _HOUR_S, high / _HOUR_S, most) * _HOUR_S
        step = next((s for s in _TIMES_S if (high - low) / s <= most), hours)
    return tuple(Tick(value, axis_text(axis, value)) for value in _multiples(low, high, step))


def score_ticks(low: float, high: float, most: int = 8) -> tuple[Tick, ...]:
    """Return the ticks of a score axis: round steps from 0 to 1, all with as many decimals."""
    low, high = max(low, 0.0), min(high, 1.0)
    step = _step(low, high, most)
    decimals = _decimals(step)
    return tuple(Tick(value, f"{value:.{decimals}f}") for value in _multiples(low, high, step))


def axis_text(axis: Axis, value: float) -> str:
    """Return a value of an axis as its tick says it: ``$0.002``, ``500 ms``, ``20 s``, ``1,000``."""
    if axis == "cost":
        return f"${_short(value)}"
    if axis == "speed":
        return _short(value)
    return _time(value)


def axis_sentence(axis: Axis, *, log: bool) -> str:
    """Return what an axis shows and which way is good."""
    title, good = {
        "cost": ("cost, $ per cell", "cheaper is left"),
        "latency": ("latency", "faster is left"),
        "speed": ("tokens/s", "faster is right"),
    }[axis]
    return f"{title}{', log axis' if log else ''} · {good}, better is up"


def day_text(ts_micros: int, now_micros: int, zone: tzinfo | None = None) -> str:
    """Return the day of a run: ``today``, ``24 Nov``, ``24 Nov 2025``.

    Args:
        ts_micros: Its time.
        now_micros: The time now.
        zone: Where the reader is; None = where this machine is.
    """
    then = formats.utc(ts_micros).astimezone(zone)
    now = formats.utc(now_micros).astimezone(zone)
    if then.date() == now.date():
        return "today"
    day = f"{then.day} {_MONTHS[then.month - 1]}"
    return day if then.year == now.year else f"{day} {then.year}"


def _log_values(axis: Axis, low: float, high: float) -> Iterator[float]:
    first = max(math.floor(math.log10(low)), math.ceil(math.log10(high)) - _DECADES)
    minutes = axis == "latency"
    for power in range(first, math.ceil(math.log10(high)) + 1):
        for factor in _FACTORS:
            value = float(f"{factor}e{power}")
            if not minutes or value < _BEFORE_MINUTES_S:
                yield value
    if minutes:
        yield from (value for value in _TIMES_S if value >= _MINUTE_S)
        yield from (value * 36_000.0 for value in (2, 5, 10, 20, 50, 100))


def _thinned(values: list[float], most: int) -> list[float]:
    if len(values) <= most:
        return values
    tens = [value for value in values if _is_power(value)] or values
    return tens[:: math.ceil(len(tens) / max(most, 1))]


def _is_power(value: float) -> bool:
    return abs(math.log10(value) - round(math.log10(value))) < _WHOLE


def _step(low: float, high: float, most: int) -> float:
    """Return a round step of 1, 2 or 5 that makes at most that many."""
    width = high - low
    if not 0 < width < math.inf:
        return 1.0
    rough = width / max(most, 1)
    power = math.floor(math.log10(rough))
    steps = (float(f"{factor}e{power}") for factor in (*_FACTORS, 10))
    return next(step for step in steps if step >= rough * (1 - _WHOLE))


def _multiples(low: float, high: float, step: float) -> list[float]:
    if not low <= high or not math.isfinite(low + high):
        return []
    first, last = math.ceil(low / step - _WHOLE), math.floor(high / step + _WHOLE)
    # Rounded, since 3 x 0.1 is not 0.3.
    return [float(f"{at * step:.12g}") + 0.0 for at in range(first, last + 1)]


def _decimals(step: float) -> int:
    return max(0, -math.floor(math.log10(step) + _WHOLE))


def _short(value: float) -> str:
    """Return a round value with the decimals it needs."""
    text = f"{value:,.10f}".rstrip("0").rstrip(".")
    return text or "0"


def _time(seconds: float) -> str:
    if 0 < seconds < 1:
        return f"{_short(seconds * 1_000)} ms"
    if seconds < _MINUTE_S:
        return f"{_short(seconds)} s"
    hours, rest = divmod(round(seconds), _HOUR_S)
    minutes, rest = divmod(rest, _MINUTE_S)
    parts = ((hours, "h"), (minutes, "m"), (rest, "s"))
    return " ".join(f"{value} {unit}" for value, unit in parts if value)
