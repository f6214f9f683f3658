"""The figures of two cells in rows: each side, the difference, and which side is better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from nornir_desk.present import formats
from nornir_desk.present.state import SelectedCellView

# Below this a factor is no news.
_FACTOR = 1.1
_MANY = 9.95


@dataclass(frozen=True, slots=True)
class FigureDelta:
    """One figure of two cells.

    Attributes:
        label: Its name.
        a: A's, as shown.
        b: B's.
        delta: B less A, as shown; nothing where a side did not report.
        better: The side that is better; None where they are equal, or neither way is better.
        share: B less A as a share of the greater, -1 to 1, for a bar; None where a side did not
            report.
        chip: What must be known: ``4.5× cheaper`` where B is, ``intervals overlap``.
    """

    label: str
    a: str
    b: str
    delta: str
    better: Literal["a", "b"] | None
    share: float | None
    chip: str | None


def figure_deltas(a: SelectedCellView, b: SelectedCellView) -> tuple[FigureDelta, ...]:
    """Return the figures of two cells; tokens are those of their first measurements."""
    first = (a.answers[0], b.answers[0])
    figures = (
        _Figure("score", a.score, b.score, formats.score, rising=True),
        _Figure("tok/s", a.tokens_per_s, b.tokens_per_s, formats.speed, rising=True),
        _Figure("latency", a.latency_ms, b.latency_ms, formats.latency, rising=False),
        _Figure("cost", a.cost_usd, b.cost_usd, formats.cost, rising=False),
        _Figure("tokens in", first[0].tokens_in, first[1].tokens_in, _counted, rising=None),
        _Figure("tokens out", first[0].tokens_out, first[1].tokens_out, _counted, rising=None),
        _Figure("MCP calls", a.mcp_tool_calls, b.mcp_tool_calls, _counted, rising=None),
    )
    return tuple(_delta(figure, overlap=_overlap(a, b)) for figure in figures)


@dataclass(frozen=True, slots=True)
class _Figure:
    label: str
    a: float | None
    b: float | None
    form: Callable[[float | None], str]
    rising: bool | None


def _delta(figure: _Figure, *, overlap: bool) -> FigureDelta:
    better = _better(figure)
    chip = _factor(figure) if better == "b" else None
    if figure.label == "score":
        chip = "intervals overlap" if overlap else None
    return FigureDelta(
        label=figure.label,
        a=figure.form(figure.a),
        b=figure.form(figure.b),
        delta=formats.delta(figure.a, figure.b, figure.form),
        better=better,
        share=_share(figure.a, figure.b),
        chip=chip,
    )


def _better(figure: _Figure) -> Literal["a", "b"] | None:
    if figure.a is None or figure.b is None or figure.rising is None or figure.a == figure.b:
        return None
    return "b" if (figure.b > figure.a) == figure.rising else "a"


def _factor(figure: _Figure) -> str | None:
    if not figure.a or figure.b is None:
        return None
    word = "cheaper" if figure.label == "cost" else "faster"
    if figure.b == 0:
        return "free" if figure.label == "cost" else None
    factor = max(figure.a, figure.b) / min(figure.a, figure.b)
    if factor < _FACTOR:
        return None
    return f"{factor:,.0f}× {word}" if factor >= _MANY else f"{factor:.1f}× {word}"


def _share(a: float | None, b: float | None) -> float | None:
    if a is None or b is None:
        return None
    greater = max(abs(a), abs(b))
    return (b - a) / greater if greater else 0.0


def _overlap(a: SelectedCellView, b: SelectedCellView) -> bool:
    ends = (a.score_low, a.score_high, b.score_low, b.score_high)
    if ends[0] is None or ends[1] is None or ends[2] is None or ends[3] is None:
        return False
    return ends[0] <= ends[3] and ends[2] <= ends[1]


def _counted(value: float | None) -> str:
    return formats.count(None if value is None else int(value))
