"""Lines of a diff as a window draws them, and where its differences are."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from nornir_desk.present import formats
from nornir_desk.present.compare import CompareView, DiffLine
from nornir_desk.present.plain_view import harmless
from nornir_desk.present.state import SelectedCellView
from nornir_desk.present.word_spans import Spans

_TAB = 4
_ERROR_MAX = 200


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as it is drawn; ``leftward`` tells that some of it runs from right to left."""

    text: str
    spans: Spans
    leftward: bool


def shown_line(text: str, spans: Spans) -> ShownLine:
    """Return a line with its tabs as gaps and nothing that steers; its spans go along."""
    text = harmless(text)
    if "\t" in text:
        text, spans = _without_tabs(text, spans)
    leftward = not text.isascii() and any(
        unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in text
    )
    return ShownLine(text, spans, leftward)


def columns_of(text: str) -> int:
    """Return about how many columns of a monospaced font a line takes."""
    text = text.expandtabs(_TAB)
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)


def difference_starts(lines: Sequence[DiffLine]) -> tuple[int, ...]:
    """Return the places of the lines with which a difference begins."""
    return tuple(
        at
        for at, line in enumerate(lines)
        if line.side != "both" and (at == 0 or lines[at - 1].side == "both")
    )


def summary(view: CompareView) -> str:
    """Return in one line how the answers differ: ``7 of 20 lines differ``."""
    parts = [_failed("A", view.a), _failed("B", view.b), _lines(view)]
    if view.a.n > 1 or view.b.n > 1:
        parts.append("the first measurement of each")
    return " · ".join(part for part in parts if part)


def _lines(view: CompareView) -> str:
    if view.a.output == view.b.output:
        return "the answers are the same" if view.a.output else "neither answered"
    if not view.different:
        return "the lines compared are the same" if view.cut else "they differ in line ends alone"
    verb = "differs" if view.different == 1 else "differ"
    return f"{view.different:,} of {formats.plural(len(view.diff), 'line')} {verb}"


def _failed(side: str, cell: SelectedCellView) -> str:
    answer = cell.answers[0]
    if answer.ok:
        return ""
    return f"{side} failed: {(answer.error or 'for no reason given')[:_ERROR_MAX]}"


def _without_tabs(text: str, spans: Spans) -> tuple[str, Spans]:
    at, places, parts = 0, [], []
    for sign in text:
        places.append(at)
        part = " " * (_TAB - at % _TAB) if sign == "\t" else sign
        parts.append(part)
        at += len(part)
    places.append(at)
    return "".join(parts), tuple((places[start], places[end]) for start, end in spans)
