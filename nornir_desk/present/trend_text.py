"""A trend's parts as text, for the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from nornir_desk.domain.text import brief, one_line
from nornir_desk.present import formats
from nornir_desk.present.status import FAILED, status_word
from nornir_desk.present.ticks import day_text
from nornir_desk.present.trend import TrendPoint, TrendView

NO_RUNS = "no run that measured this cell itself has landed"
ONE_RUN = "one run so far: a line needs a second"
UNSCORED = "no run of this cell was scored"


@dataclass(frozen=True, slots=True)
class TrendLine:
    """One run of the cell as the table below the trend has it.

    ``better`` and ``worse`` tell which way the score went since the run before.
    """

    when: str
    number: str
    score: str
    half_width: str
    delta: str
    better: bool
    rank: str
    speed: str
    latency: str
    cost: str
    status: str
    cause: str


def trend_facts(view: TrendView) -> str:
    """Return what a trend is made of: ``14 runs · 1 failed · band = interval of repeats``."""
    failed = sum(not point.cell.ok for point in view.points)
    facts = [formats.plural(len(view.points), "run")]
    if failed:
        facts.append(f"{failed:,} failed")
    if any(point.cell.score_low is not None for point in view.points):
        facts.append("band = interval of repeats")
    return " · ".join(facts)


def trend_hint(view: TrendView) -> str:
    """Return why a trend has no line; nothing where it has one."""
    if not view.points:
        return NO_RUNS
    if len(view.points) == 1:
        return ONE_RUN
    scored = any(point.cell.score is not None for point in view.points)
    return "" if scored else UNSCORED


def driver_change(point: TrendPoint) -> str:
    """Return what answered before and what answers from this run on: ``driver codex 0.57 → 0.58``."""
    if point.driver_before is None:
        return ""
    before = one_line(point.driver_before)
    now = one_line(point.cell.driver or formats.UNKNOWN)
    name, _, version = now.partition(" ")
    if version and before.startswith(f"{name} "):
        now = version
    return f"driver {before} → {now}"


def failure_text(point: TrendPoint) -> str:
    """Return why the cell failed in a run, ``failed: timeout after 120 s``."""
    cause = brief(point.cell.error or "")
    return f"{FAILED}: {cause}" if cause else FAILED


def trend_lines(
    view: TrendView, now_micros: int, zone: tzinfo | None = None
) -> tuple[TrendLine, ...]:
    """Return the runs of a cell in lines, newest first.

    Args:
        view: The trend.
        now_micros: The time now.
        zone: Where the reader is; None = where this machine is.
    """
    return tuple(_line(point, now_micros, zone) for point in reversed(view.points))


def tick_texts(
    view: TrendView, shown: Sequence[int], now_micros: int, zone: tzinfo | None = None
) -> list[str]:
    """Return what the ticks of some runs say: their day, or the time where that is the same day.

    Args:
        view: The trend.
        shown: The places of the runs that have a tick.
        now_micros: The time now.
        zone: Where the reader is; None = where this machine is.
    """
    told, before = [], ""
    for at in shown:
        micros = formats.micros_of(view.points[at].ts)
        day = day_text(micros, now_micros, zone)
        told.append(day if day != before else _clock(micros, zone))
        before = day
    return told


def point_sentence(point: TrendPoint, line: TrendLine) -> str:
    """Return one run of a cell as it is read aloud."""
    if not point.cell.ok:
        return f"{line.when}, {failure_text(point)}"
    spread = line.half_width.replace("±", " plus minus ")
    score = f"score {line.score}{spread}" if point.cell.score is not None else "unscored"
    change = f", {line.delta} since the run before" if line.delta else ""
    return f"{line.when}, {score}{change}, rank {point.cell.rank} of {point.cells}"


def _line(point: TrendPoint, now_micros: int, zone: tzinfo | None) -> TrendLine:
    cell = point.cell
    micros = formats.micros_of(point.ts)
    return TrendLine(
        when=f"{day_text(micros, now_micros, zone)} {_clock(micros, zone)}",
        number=one_line(point.run_id).rpartition("-")[2][:8],
        score=formats.score(cell.score),
        half_width=formats.half_width(cell.score_low, cell.score_high),
        delta=_change(point.delta),
        better=point.delta is not None and point.delta > 0,
        rank=f"#{cell.rank} of {point.cells}" if cell.ok else formats.UNKNOWN,
        speed=formats.speed(cell.tokens_per_s),
        latency=formats.latency(cell.latency_ms),
        cost=formats.cost(cell.cost_usd),
        status=status_word(cell),
        cause=brief(cell.error or cell.note or ""),
    )


def _clock(micros: int, zone: tzinfo | None) -> str:
    return formats.utc(micros).astimezone(zone).strftime("%H:%M")


def _change(delta: float | None) -> str:
    if delta is None:
        return ""
    sign = "+" if delta > 0 else formats.MINUS if delta < 0 else ""
    return f"{sign}{formats.score(abs(delta))}"
