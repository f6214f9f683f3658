"""How sure a score is, and whether one cell is really better than another.

Sources: Wilson, "Probable inference, the law of succession, and statistical inference" (1927), for
pass counts; Miller, "Adding Error Bars to Evals" (2024), for means, clusters and paired differences;
Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5, for quantiles of Student's t; the
sign-flip test is Fisher's randomisation test of paired differences. All at 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

Z_95 = 1.959963984540054
# A little under 5 %, so that neither the grid nor the normal limit below lifts the rate at which
# equal cells are told apart over it.
ALPHA = 0.04
# With fewer paired differences even the most one-sided outcome is too probable: 2 / 2**5 = 0.0625.
MIN_UNITS = 6

_T_EXACT = {1: 12.706205, 2: 4.302653, 3: 3.182446, 4: 2.776445, 5: 2.570582}
# Up to so many differences the test sums all sign patterns; beyond, its normal limit is close.
_EXACT_UNITS = 16
_GRID = 1_000
_WHOLE_PASS = (0.0, 1.0)
_NO_SPREAD = 1e-12  # the noise of adding up floats


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval of a mean score, within 0..1."""

    low: float
    high: float


def wilson(rate: float, n: int) -> Interval:
    """Return Wilson's score interval of a rate 0..1 over ``n`` trials (at least 1)."""
    z2 = Z_95**2
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 / (1 + z2 / n) * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(units: Sequence[float]) -> Interval | None:
    """Return the interval of the mean of independent scores, or None for fewer than two.

    Pass counts (all 0 or 1) have Wilson's interval. Other scores have Student's. Scores that are
    all equal tell nothing of their spread, so they have the widest interval that scores of 0..1
    with that mean can have, Wilson's, rather than one of no width.

    Args:
        units: One score 0..1 a repeat, or one mean a task where there are several (clusters).
    """
    n = len(units)
    if n < 2:  # noqa: PLR2004  one value has no spread
        return None
    mean, spread = fmean(units), stdev(units)
    if spread < _NO_SPREAD or all(value in _WHOLE_PASS for value in units):
        return wilson(min(1.0, max(0.0, mean)), n)
    half = t_quantile(n - 1) * spread / math.sqrt(n)
    return Interval(max(0.0, mean - half), min(1.0, mean + half))


def t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t with ``freedom`` degrees (at least 1)."""
    if freedom in _T_EXACT:
        return _T_EXACT[freedom]
    z, v = Z_95, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + sum(term / v ** (power + 1) for power, term in enumerate(terms))


def sign_flip_p(differences: Sequence[float]) -> float:
    """Return the two-sided probability of differences at least as one-sided, were there none.

    Under the hypothesis that both cells are equally good each paired difference is as likely with
    the other sign. Exact (on a grid of 1/1000) for few differences, the normal limit for many.
    """
    scaled = [round(difference * _GRID) for difference in differences if round(difference * _GRID)]
    if not scaled:
        return 1.0
    observed = abs(sum(scaled))
    if len(scaled) > _EXACT_UNITS:
        spread = math.sqrt(sum(value * value for value in scaled))
        return math.erfc(observed / spread / math.sqrt(2))
    sums = {0: 1}
    for value in scaled:
        grown: dict[int, int] = {}
        for total, ways in sums.items():
            grown[total + value] = grown.get(total + value, 0) + ways
            grown[total - value] = grown.get(total - value, 0) + ways
        sums = grown
    extreme = sum(ways for total, ways in sums.items() if abs(total) >= observed)
    return float(extreme / 2 ** len(scaled))


def units_to_settle(differences: Sequence[float]) -> int | None:
    """Return about how many paired units would settle a difference of this size, or None.

    The number at which the mean difference would be 1.96 standard errors from 0, were mean and
    spread to stay as they are; never under the least that the test can settle. None where the mean
    difference is 0 or fewer than two differences tell no spread.
    """
    if len(differences) < 2:  # noqa: PLR2004  one value has no spread
        return None
    mean, spread = fmean(differences), stdev(differences)
    if abs(mean) < 1 / _GRID:
        return None
    return max(MIN_UNITS, math.ceil((Z_95 * spread / mean) ** 2))


def apart(one: tuple[float, Interval], other: tuple[float, Interval]) -> bool:
    """Tell whether two independent means differ, by Newcombe's interval of their difference (1998).

    Args:
        one: A mean and its interval.
        other: Another mean and its interval.
    """
    (high, low) = (one, other) if one[0] >= other[0] else (other, one)
    difference = high[0] - low[0]
    slack = math.hypot(high[0] - high[1].low, low[1].high - low[0])
    return difference > slack
