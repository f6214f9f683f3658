"""Two cells side by side: their figures with deltas, and a diff of their answers.

Neither side is the older one: a line is on both sides, on A alone, on B alone, or differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from nornir_desk.present import formats
from nornir_desk.present.detail import figure_texts, plain_text
from nornir_desk.present.figure_delta import FigureDelta, figure_deltas
from nornir_desk.present.line_pairs import paired_lines
from nornir_desk.present.look import Look, label_line, table_lines, wrapped
from nornir_desk.present.state import SelectedCellView
from nornir_desk.present.table import Column, Text, elide_middle
from nornir_desk.present.word_spans import Spans, word_spans

Side = Literal["both", "a", "b", "differs"]
# A diff takes time in the square of its lines; what stands beyond is named, not compared.
_MAX_LINES = 2_000
_MAX_LINE = 2_000
_MAX_SIGNS = 1_000_000
_DELTAS = ("score", "tokens_per_s", "latency_ms", "cost_usd", "mcp_tool_calls")
_GUTTER = {"both": " ", "a": "A", "b": "B"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff; ``a`` or ``b`` is None where that side has none.

    Numbers count from 1. In a pair that ``differs``, the spans ``(start, end)`` are the words that
    the other side does not have there.
    """

    side: Side
    a: str | None
    b: str | None
    a_number: int | None = None
    b_number: int | None = None
    a_spans: Spans = ()
    b_spans: Spans = ()


@dataclass(frozen=True, slots=True)
class CompareView:
    """Two cells compared.

    ``deltas`` are B less A, None where a side did not report; ``figures`` the same as they are shown.
    ``different`` counts the lines of the diff that are not on both sides alike; ``cut`` tells that
    the answers are longer than what was compared.
    """

    a: SelectedCellView
    b: SelectedCellView
    deltas: dict[str, float | None]
    diff: tuple[DiffLine, ...]
    cut: bool
    different: int = 0
    figures: tuple[FigureDelta, ...] = ()


def compare_view(a: SelectedCellView, b: SelectedCellView) -> CompareView:
    """Return two cells compared."""
    (left, a_cut), (right, b_cut) = _lines(a.output), _lines(b.output)
    diff = tuple(diff_lines(left, right))
    return CompareView(
        a=a,
        b=b,
        deltas={name: _delta(getattr(a, name), getattr(b, name)) for name in _DELTAS},
        diff=diff,
        cut=a_cut or b_cut,
        different=sum(line.side != "both" for line in diff),
        figures=figure_deltas(a, b),
    )


def diff_lines(a: Sequence[str], b: Sequence[str]) -> Iterator[DiffLine]:
    """Return the diff of two texts; lines pair up where they are over 0.6 alike."""
    for a_at, b_at in paired_lines(a, b):
        left = None if a_at is None else a[a_at]
        right = None if b_at is None else b[b_at]
        numbers = (None if a_at is None else a_at + 1, None if b_at is None else b_at + 1)
        if left is None or right is None:
            yield DiffLine("b" if left is None else "a", left, right, *numbers)
        elif left == right:
            yield DiffLine("both", left, right, *numbers)
        else:
            yield DiffLine("differs", left, right, *numbers, *word_spans(left, right))


def cut_note() -> str:
    """Return what is said where answers are longer than what was compared."""
    return (
        f"only the first {formats.count(_MAX_LINES)} lines, "
        f"and of each the first {formats.count(_MAX_LINE)} signs, are compared"
    )


def render_compare(view: CompareView, look: Look) -> str:
    """Return two cells compared, as text."""
    lines = _figure_table(view, look)
    lines += label_line([view.a, view.b], look)
    if view.a.output == view.b.output:
        lines += ["", look.paint("the answers are the same", "quiet")]
    else:
        lines += ["", *(_diff_text(line, look) for line in view.diff)]
    if view.cut:
        lines += wrapped(cut_note(), look, "warn")
    return "\n".join(lines)


def _lines(text: str) -> tuple[list[str], bool]:
    """Return the lines of an answer that are compared, and whether that is a part of it."""
    lines = text[:_MAX_SIGNS].splitlines()
    cut = len(text) > _MAX_SIGNS or len(lines) > _MAX_LINES
    lines = lines[:_MAX_LINES]
    return [line[:_MAX_LINE] for line in lines], cut or any(len(x) > _MAX_LINE for x in lines)


def _delta(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else b - a


def _figure_table(view: CompareView, look: Look) -> list[str]:
    a, b = figure_texts(view.a), figure_texts(view.b)
    deltas = {
        "score": formats.delta(view.a.score, view.b.score, formats.score),
        "tok/s": formats.delta(view.a.tokens_per_s, view.b.tokens_per_s, formats.speed),
        "latency": formats.delta(view.a.latency_ms, view.b.latency_ms, formats.latency),
        "cost": formats.delta(view.a.cost_usd, view.b.cost_usd, formats.cost),
    }
    columns = (
        Column(""),
        Column(f"A {view.a.cell}", minimum=16),
        Column(f"B {view.b.cell}", minimum=16),
        Column("B less A", right=True),
    )
    rows = [
        [Text(name, "quiet"), Text(text), Text(b[name]), Text(deltas.get(name, ""))]
        for name, text in a.items()
    ]
    return table_lines(columns, rows, look)


def _diff_text(line: DiffLine, look: Look) -> str:
    if line.side == "differs":
        return f"{_one('A', line.a, look)}\n{_one('B', line.b, look)}"
    return _one(_GUTTER[line.side], line.a if line.a is not None else line.b, look)


def _one(gutter: str, text: str | None, look: Look) -> str:
    shown = elide_middle(plain_text(text or ""), look.width - 2, look.glyphs.ellipsis)
    return f"{look.paint(gutter, 'warn')} {shown}".rstrip() if gutter != " " else f"  {shown}"
