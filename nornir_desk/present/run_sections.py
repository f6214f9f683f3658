"""The run list under its date headings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, tzinfo

from nornir_desk.present.formats import date_heading, micros_of
from nornir_desk.present.state import RunView

IN_PROGRESS = "In progress"
_STRIDE = 32
_GROWTH = 4


def date_sections(
    runs: Sequence[RunView], now_micros: int, zone: tzinfo
) -> tuple[tuple[str, int], ...]:
    """Return each date heading and the place of the first run under it.

    Few runs are asked for their date, since they are sorted: a hundred thousand take no longer
    than their headings do.

    Args:
        runs: The runs, newest first.
        now_micros: The time now.
        zone: Where the reader is.
    """
    known: dict[date, str] = {}

    def heading(place: int) -> str:
        ts = runs[place].ts
        day = datetime.fromisoformat(ts).astimezone(zone).date()
        if day not in known:
            known[day] = date_heading(micros_of(ts), now_micros, zone)
        return known[day]

    sections: list[tuple[str, int]] = []
    first = 0
    while first < len(runs):
        told = heading(first)
        sections.append((told, first))
        under, step = first, _STRIDE
        while under + step < len(runs) and heading(under + step) == told:
            under, step = under + step, step * _GROWTH
        beyond = min(under + step, len(runs))
        while under + 1 < beyond:
            middle = (under + beyond) // 2
            if heading(middle) == told:
                under = middle
            else:
                beyond = middle
        first = beyond
    return tuple(sections)
