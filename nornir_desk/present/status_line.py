"""What the status bar says: where the rows came from, how fresh they are, and what there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Literal

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.state import CellView, SourceView

Tone = Literal["green", "amber", "red", "text3"]
_TONES: dict[str, Tone] = {
    "live": "green",
    "locked": "amber",
    "offline": "amber",
    "error": "red",
    "empty": "text3",
}


@dataclass(frozen=True, slots=True)
class StatusView:
    """The left of the status bar.

    Attributes:
        word: ``live``, ``locked``, ``offline``, ``empty``, ``error``, or ``reading``.
        tone: The colour of its sign, by its token; only ``live`` has a round one.
        where: The place, the home folder shortened to ``~``.
        fresh: How fresh it is, ``refreshed 12 s ago``.
        watched: What happens next, ``watching every 5 s``.
        tip: The whole of it, with the full time.
    """

    word: str
    tone: Tone
    where: str
    fresh: str
    watched: str
    tip: str


@dataclass(frozen=True, slots=True)
class Now:
    """The time now, where the reader is, and the reader's home folder."""

    micros: int
    zone: tzinfo
    home: str


def status_view(source: SourceView | None, every_s: int, now: Now) -> StatusView:
    """Return what the status bar says of a source.

    Args:
        source: Where the rows came from; None until something was read.
        every_s: Seconds between two looks; 0 never looks.
        now: The moment.
    """
    if source is None:
        return StatusView("reading", "text3", "", "", "", "Nothing has been read yet.")
    watched = watching(source, every_s)
    tip = [one_line(source.where), f"read at {source.refreshed}"]
    if source.detail:
        tip.append(one_line(source.detail))
    return StatusView(
        word=source.status,
        tone=_TONES[source.status],
        where=short_place(source.where, now.home),
        fresh=_fresh(source, now),
        watched=watched,
        tip="\n".join(tip),
    )


def watching(source: SourceView, every_s: int) -> str:
    """Return what happens next: ``watching every 5 s``, ``trying again every 5 s``."""
    if every_s <= 0:
        return "not watching: F5 reads again"
    verb = "watching" if source.status in ("live", "empty") else "trying again"
    return f"{verb} every {every_s} s"


def tally(cells: Sequence[CellView], *, short: bool = False) -> str:
    """Return what a run has, ``28 cells · 2 failed · 1 unscored``.

    Args:
        cells: Its cells.
        short: Leave the unscored out.
    """
    if not cells:
        return ""
    failed = sum(not cell.ok for cell in cells)
    unscored = sum(cell.ok and cell.score is None for cell in cells)
    told = [formats.plural(len(cells), "cell")]
    if failed:
        told.append(f"{failed:,} failed")
    if unscored and not short:
        told.append(f"{unscored:,} unscored")
    return " · ".join(told)


def short_place(where: str, home: str) -> str:
    """Return a place with the home folder as ``~``."""
    where = one_line(where)
    folder = home.rstrip("/\\")
    if folder and where == folder:
        return "~"
    if folder and where.startswith((f"{folder}/", f"{folder}\\")):
        return f"~{where[len(folder) :]}"
    return where


def _fresh(source: SourceView, now: Now) -> str:
    if source.status == "empty":
        return "no run has landed yet"
    ago = formats.ago(formats.micros_of(source.refreshed), now.micros, now.zone)
    return f"{'refreshed' if source.status == 'live' else 'read'} {ago}"
