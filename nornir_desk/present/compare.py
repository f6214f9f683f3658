"""Two cells side by side: their figures with deltas, and a diff of their answers.

Neither side is the older one: a line is on both sides, on A alone, on B alone, or differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from nornir_desk.present import formats
from nornir_desk.present.detail import figure_texts, plain_text
from nornir_desk.present.look import Look, label_line, table_lines
from nornir_desk.present.state import SelectedCellView
from nornir_desk.present.table import Column, Text, elide_middle

Side = Literal["both", "a", "b", "differs"]
_PAIR_SIMILARITY = 0.6
# A diff takes time in the square of its lines; what stands beyond is named, not compared.
_MAX_LINES = 2_000
_MAX_LINE = 2_000
_DELTAS = ("score", "tokens_per_s", "latency_ms", "cost_usd", "mcp_tool_calls")
_GUTTER = {"both": " ", "a": "A", "b": "B"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff; ``a`` or ``b`` is None where that side has none."""

    side: Side
    a: str | None
    b: str | None


@dataclass(frozen=True, slots=True)
class CompareView:
    """Two cells compared.

    ``deltas`` are B less A, None where a side did not report; ``cut`` tells that the answers are
    longer than what was compared.
    """

    a: SelectedCellView
    b: SelectedCellView
    deltas: dict[str, float | None]
    diff: tuple[DiffLine, ...]
    cut: bool


def compare_view(a: SelectedCellView, b: SelectedCellView) -> CompareView:
    """Return two cells compared."""
    left, right = a.output.splitlines(), b.output.splitlines()
    cut = max(len(left), len(right)) > _MAX_LINES
    return CompareView(
        a=a,
        b=b,
        deltas={name: _delta(getattr(a, name), getattr(b, name)) for name in _DELTAS},
        diff=tuple(diff_lines(left[:_MAX_LINES], right[:_MAX_LINES])),
        cut=cut,
    )


def diff_lines(a: Sequence[str], b: Sequence[str]) -> Iterator[DiffLine]:
    """Return the diff of two texts; lines pair up where they are over 0.6 alike."""
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    for kind, a_from, a_to, b_from, b_to in matcher.get_opcodes():
        if kind == "equal":
            yield from (DiffLine("both", line, line) for line in a[a_from:a_to])
        else:
            yield from _changed(a[a_from:a_to], b[b_from:b_to])


def render_compare(view: CompareView, look: Look) -> str:
    """Return two cells compared, as text."""
    lines = _figure_table(view, look)
    lines += label_line([view.a, view.b], look)
    if view.a.output == view.b.output:
        lines += ["", look.paint("the answers are the same", "quiet")]
    else:
        lines += ["", *(_diff_text(line, look) for line in view.diff)]
    if view.cut:
        told = f"only the first {formats.count(_MAX_LINES)} lines are compared"
        lines.append(look.paint(told, "warn"))
    return "\n".join(lines)


def _changed(a: Sequence[str], b: Sequence[str]) -> Iterator[DiffLine]:
    rest = list(b)
    for line in a:
        partner = next((i for i, other in enumerate(rest) if _alike(line, other)), None)
        if partner is None:
            yield DiffLine("a", line, None)
            continue
        yield from (DiffLine("b", None, other) for other in rest[:partner])
        yield DiffLine("differs", line, rest[partner])
        rest = rest[partner + 1 :]
    yield from (DiffLine("b", None, other) for other in rest)


def _alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one[:_MAX_LINE], other[:_MAX_LINE], autojunk=False)
    return matcher.quick_ratio() > _PAIR_SIMILARITY and matcher.ratio() > _PAIR_SIMILARITY


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
