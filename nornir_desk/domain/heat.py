"""Steps of a heat scale: how good a figure is among the others of its run."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

STEPS = 8
# Where all figures are equal none is better than another: neither the palest step nor the strongest.
MIDDLE = 3


@dataclass(frozen=True, slots=True)
class HeatScale:
    """A scale over the figures of a run; step 7 is the best, whichever way the figure counts.

    Attributes:
        least: The least figure.
        most: The greatest.
        falling: Is less better? Such a scale is logarithmic: times and costs differ by factors.
        floor: The least figure above 0; where ``least`` is 0 it stands on the step below the best,
            for 0 has no logarithm and is the best by itself.
    """

    least: float
    most: float
    falling: bool
    floor: float

    @property
    def worst(self) -> float:
        """The figure of step 0."""
        return self.most if self.falling else self.least

    @property
    def best(self) -> float:
        """The figure of step 7."""
        return self.least if self.falling else self.most

    def step(self, value: float) -> int:
        """Return the step of a figure of the run: 0 the worst, 7 the best, 3 where all are equal."""
        if not self.falling:
            return rising_step(value, self.least, self.most)
        if self.least == self.most:
            return MIDDLE
        if value <= 0:
            return STEPS - 1
        steps = STEPS if self.least > 0 else STEPS - 1
        if self.floor == self.most:
            return 0
        span = math.log(self.most) - math.log(self.floor)
        return _stepped((math.log(self.most) - math.log(value)) / span, steps)


def rising_step(value: float, least: float, most: float) -> int:
    """Return the step of a figure of which more is better."""
    if least == most:
        return MIDDLE
    return _stepped((value - least) / (most - least), STEPS)


def heat_scale(values: Iterable[float], *, falling: bool) -> HeatScale | None:
    """Return the scale over figures of 0 or more, or None where there is none.

    Args:
        values: The figures that were reported.
        falling: Is less better?
    """
    held = tuple(values)
    if not held:
        return None
    least, most = min(held), max(held)
    floor = min((value for value in held if value > 0), default=0.0) if falling else least
    return HeatScale(least, most, falling, floor)


def _stepped(share: float, steps: int) -> int:
    # The step that 0.3 begins must not depend on how 0.3 is kept in binary.
    return min(max(int(share * steps + 1e-9), 0), steps - 1)
