"""What is said, above the data, of a source that is not as it should be."""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.domain.text import one_line
from nornir_desk.present.state import SourceView
from nornir_desk.present.status_line import Now, short_place

DETAILS = "details"
_LONGEST_PLACE = 60


@dataclass(frozen=True, slots=True)
class BannerView:
    """What is so, what is shown instead, what happens next, and what can be done.

    Attributes:
        icon: Its icon.
        headline: What is so.
        sentence: What is shown, and what happens next.
        actions: Id and text of what can be done: an action of the window, or ``details``.
        details: What the reader said, in full; nothing where it said nothing.
    """

    icon: str
    headline: str
    sentence: str
    actions: tuple[tuple[str, str], ...]
    details: str


def banner_view(
    source: SourceView | None, every_s: int, now: Now, *, rows: bool
) -> BannerView | None:
    """Return what is said of a source; None where it is as it should be.

    Args:
        source: Where the rows came from; None until something was read.
        every_s: Seconds between two looks; 0 never looks.
        now: The moment.
        rows: Is anything shown?
    """
    if source is None or source.status in ("live", "empty"):
        return None
    icon, headline, retry = _said(source, now)
    details = one_line(source.detail or "")
    actions = [("refresh", retry)]
    if source.status != "locked":
        actions.append(("open", "Open another…"))
    if details:
        actions.append((DETAILS, "Details"))
    sentence = f"{_shown(source, rows=rows)} {_next(source, every_s)}"
    return BannerView(icon, headline, sentence, tuple(actions), details)


def _said(source: SourceView, now: Now) -> tuple[str, str, str]:
    where = short_place(source.where, now.home)
    if len(where) > _LONGEST_PLACE:
        where = f"…{where[1 - _LONGEST_PLACE :]}"
    if source.status == "locked":
        return "lock", "Another process is writing to this warehouse.", "Retry now"
    if source.status == "offline":
        return "cloud-off", f"{where} does not answer.", "Reconnect"
    return "warning", "This warehouse cannot be read as it should be.", "Retry now"


def _shown(source: SourceView, *, rows: bool) -> str:
    if not rows:
        return "There is nothing to show yet."
    if source.status == "error":
        return "What can still be read is shown."
    return "The last known state is shown."


def _next(source: SourceView, every_s: int) -> str:
    how = f"every {every_s} s" if every_s > 0 else ""
    if source.status == "offline":
        return f"Nothing is lost; it is tried again {how or 'at F5'}."
    if source.status == "locked":
        return f"Trying again {how}." if how else "F5 tries again."
    return "To find out more, run: nornir doctor"
