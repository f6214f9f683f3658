"""Where names stand beside their points so that none covers another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF


@dataclass(frozen=True, slots=True)
class Name:
    """A name that wants a place; one that ``must`` be seen covers the least where none is free."""

    key: str
    at: QPointF
    size: QSizeF
    must: bool


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What names keep off: never on what is ``hard``, on what is ``soft`` where it must be."""

    hard: Sequence[QRectF] = ()
    soft: Sequence[QRectF] = ()


def place_names(
    names: Sequence[Name], obstacles: Obstacles, area: QRectF, gap: float
) -> dict[str, QRectF]:
    """Return where names stand; one that finds no place is left out.

    Args:
        names: The names, what matters most first.
        obstacles: What is not to be covered.
        area: Where there is room.
        gap: How far from its mark's middle a name stands.
    """
    taken = list(obstacles.hard)
    soft = list(obstacles.soft)
    found: dict[str, QRectF] = {}
    for name in names:
        places = [_inside(place, area) for place in _places(name, gap)]
        open_places = [place for place in places if not _covers(place, taken)]
        free = min(open_places, key=lambda place: _covered(place, soft), default=None)
        if free is None and name.must:
            free = min(places, key=lambda place: _covered(place, taken))
        if free is not None:
            found[name.key] = free
            taken.append(free)
    return found


def _places(name: Name, gap: float) -> list[QRectF]:
    width, height = name.size.width(), name.size.height()
    x, y = name.at.x(), name.at.y()
    corners = (
        (x - gap - width, y - height - gap / 3),
        (x + gap, y - height - gap / 3),
        (x - gap - width, y - height / 2),
        (x + gap, y - height / 2),
        (x + gap, y + gap / 3),
        (x - gap - width, y + gap / 3),
        (x - width / 2, y - gap - height * 1.5),
        (x - width / 2, y + gap + height / 2),
    )
    return [QRectF(left, top, width, height) for left, top in corners]


def _inside(place: QRectF, area: QRectF) -> QRectF:
    left = min(
        max(place.left(), area.left() + 2), max(area.right() - place.width() - 2, area.left())
    )
    top = min(max(place.top(), area.top()), max(area.bottom() - place.height(), area.top()))
    return QRectF(left, top, place.width(), place.height())


def _covers(place: QRectF, taken: Sequence[QRectF]) -> bool:
    return any(place.intersects(other) for other in taken)


def _covered(place: QRectF, taken: Sequence[QRectF]) -> int:
    return sum(place.intersects(other) for other in taken)
