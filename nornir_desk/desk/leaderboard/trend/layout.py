"""What the trend draws where: pure geometry, without Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from nornir_desk.present.trend import TrendPoint

Place = tuple[float, float]
_LEFT = 0.4
_RIGHT, _RIGHT_SHARE = 0.6, 0.13  # room for the figures at the lines' ends
_FOOT, _HEAD, _FAILED_FOOT = 0.08, 0.14, 0.2
_LEAST_HEIGHT = 0.1


def cell_lines(points: Sequence[TrendPoint]) -> list[list[Place]]:
    """Return the lines of the cell's scores; each ends where it failed or was not scored."""
    return _runs((at, point.cell.score) for at, point in enumerate(points))


def winner_lines(points: Sequence[TrendPoint]) -> list[list[Place]]:
    """Return the lines of the winners' scores."""
    return _runs((at, point.winner_score) for at, point in enumerate(points))


def bands(points: Sequence[TrendPoint]) -> list[list[tuple[float, float, float]]]:
    """Return the bands of the cell's intervals: x, low and high of each."""
    found: list[list[tuple[float, float, float]]] = [[]]
    for at, point in enumerate(points):
        low, high = point.cell.score_low, point.cell.score_high
        if point.cell.score is None or low is None or high is None:
            found.append([])
        else:
            found[-1].append((float(at), low, high))
    return [band for band in found if band]


def ends(points: Sequence[TrendPoint], *, winners: bool) -> tuple[Place, Place]:
    """Return the ends of both axes.

    Args:
        points: The runs.
        winners: Are the winners' scores drawn?
    """
    last = max(len(points) - 1, 0)
    x = (-_LEFT, last + _RIGHT + _RIGHT_SHARE * last) if last else (-1.0, 1.0)
    values = [value for point in points for value in _values(point, winners=winners)]
    if not values:
        return (x, (0.0, 1.0))
    low, high = min(values), max(values)
    height = max(high - low, _LEAST_HEIGHT)
    failed = any(point.cell.score is None for point in points)
    foot = _FAILED_FOOT if failed else _FOOT
    return (x, (low - foot * height, high + _HEAD * height))


def thinned(count: int, most: int) -> list[int]:
    """Return which of ``count`` runs get a tick, the last one among them."""
    step = max(1, math.ceil(count / max(most, 1)))
    return list(range(count - 1, -1, -step))[::-1]


def _runs(values: Iterable[tuple[int, float | None]]) -> list[list[Place]]:
    found: list[list[Place]] = [[]]
    for at, value in values:
        if value is None:
            found.append([])
        else:
            found[-1].append((float(at), value))
    return [line for line in found if line]


def _values(point: TrendPoint, *, winners: bool) -> list[float]:
    cell = point.cell
    told = [] if cell.score is None else [cell.score, cell.score_low, cell.score_high]
    told += [point.winner_score] if winners else []
    return [value for value in told if value is not None]
