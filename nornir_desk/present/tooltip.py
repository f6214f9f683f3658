"""All that is known of a cell in a few lines, and in one sentence for those who listen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.text import brief
from nornir_desk.present import formats
from nornir_desk.present.glyphs import UNICODE
from nornir_desk.present.state import CellView, GridCellView

_NAMED = 3
_DECIDERS: tuple[tuple[str, str], ...] = (
    ("tokens_per_s", "tok/s"),
    ("latency_ms", "latency"),
    ("cost_usd", "cost"),
)
_SAME = 1e-9

AnyCell = CellView | GridCellView


def tooltip_rows(
    cell: AnyCell, ranked: int, tied_with: Sequence[AnyCell] = ()
) -> tuple[tuple[str, str], ...]:
    """Return labels and values of what is known of a cell; what nobody reported reads ``–``.

    Args:
        cell: The cell; one of the ranked list tells its judge, note and error too.
        ranked: How many cells its run has.
        tied_with: Cells that are equally good (``ties``).
    """
    rows = [
        ("score", _score(cell)),
        ("rank", f"#{cell.rank} of {formats.count(ranked)}" if cell.ok else "failed"),
        ("tie", _tie(cell, tied_with)),
        ("tok/s", formats.speed(cell.tokens_per_s)),
        ("latency", formats.latency(cell.latency_ms)),
        ("load", _load(cell)),
        ("cost", formats.cost(cell.cost_usd)),
        ("MCP calls", formats.count(cell.mcp_tool_calls)),
        ("driver", driver_text(cell)),
        ("judge", _told(cell, "judge")),
        ("note", _told(cell, "note")),
        ("error", _told(cell, "error")),
    ]
    return tuple((label, text) for label, text in rows if text)


def ties(cells: Sequence[CellView], cell: AnyCell) -> tuple[CellView, ...]:
    """Return the other cells of a run that are equally good as ``cell``, best first."""
    if not cell.tied:
        return ()
    return tuple(
        other
        for other in cells
        if other.tied and other.rank != cell.rank and _alike(cell.score, other.score)
    )


def sentence(cell: AnyCell, ranked: int) -> str:
    """Return a cell as it is read aloud.

    ``codex, gpt-5-mini, score 0.891 plus minus 0.029, rank 2 of 28``.
    """
    parts = [cell.agent, cell.model]
    if not cell.ok:
        error = brief(_told(cell, "error"))
        return ", ".join([*parts, f"failed: {error}" if error else "failed"])
    if cell.score is None:
        speed = cell.tokens_per_s
        parts += ["unscored"] if speed is None else ["unscored", f"{formats.speed(speed)} tokens/s"]
    else:
        spread = formats.half_width(cell.score_low, cell.score_high).replace("±", " plus minus ")
        parts.append(f"score {formats.score(cell.score)}{spread}")
    parts.append(f"rank {cell.rank} of {ranked}{' tied' if cell.tied else ''}")
    return ", ".join(parts)


def absent_sentence(agent: str, model: str) -> str:
    """Return a coordinate that was not measured as it is read aloud."""
    return f"{agent}, {model}, not measured"


def driver_text(cell: AnyCell) -> str:
    """Return what answered, and that the agent is only a label where it is."""
    told = cell.driver or formats.UNKNOWN
    if cell.label is not True:
        return told
    what = "figures made up" if cell.driver == MOCK_DRIVER else "a bare model call"
    return f"{told} {UNICODE.label} {cell.agent} is a label: {what}"


def _score(cell: AnyCell) -> str:
    if cell.score is None:
        return f"{formats.UNKNOWN} unscored" if cell.ok else formats.UNKNOWN
    text = f"{formats.score(cell.score)} {formats.half_width(cell.score_low, cell.score_high)}"
    return text.strip() if cell.n == 1 else f"{text.strip()} ({cell.n:,} measurements)"


def _tie(cell: AnyCell, tied_with: Sequence[AnyCell]) -> str:
    if not tied_with:
        return ""
    names = [f"{other.agent}/{other.model}" for other in tied_with]
    more = len(names) - _NAMED
    told = ", ".join(names[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")
    return f"as good as {told}; {_decided(cell, tied_with[0])} decided the order"


def _decided(cell: AnyCell, other: AnyCell) -> str:
    # The spec's order after the score; what was not reported comes after what was.
    for name, label in _DECIDERS:
        if getattr(cell, name) != getattr(other, name):
            return label
    return "the name"


def _alike(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= _SAME


def _load(cell: AnyCell) -> str:
    load_ms = cell.load_ms if isinstance(cell, CellView) else None
    return formats.latency(load_ms) if load_ms else ""


def _told(cell: AnyCell, name: Literal["judge", "note", "error"]) -> str:
    value: str | None = getattr(cell, name, None)
    return value or ""
