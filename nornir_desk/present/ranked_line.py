"""One line of the ranked list as it is shown, figure by figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.choices import Column
from nornir_desk.present.glyphs import UNICODE
from nornir_desk.present.state import CellView
from nornir_desk.present.status import FAILED, MOCK, OK, status_word

Tone = Literal["good", "bad", "warn", "quiet", "plain"]
UNSCORED = "unscored"
# Of a name or an error of a megabyte, more than ever fits a line is not looked at.
_LONGEST = 400
_TOP = 3

TITLES: dict[Column, str] = {
    "rank": "#",
    "agent": "agent",
    "model": "model",
    "score": "score",
    "n": "n",
    "tokens_per_s": "tok/s",
    "latency_ms": "latency",
    "load_ms": "load",
    "cost_usd": "cost",
    "mcp_tool_calls": "mcp",
    "driver": "driver",
    "judge": "judge",
    "status": "status",
}
SPOKEN: dict[Column, str] = {
    **TITLES,
    "rank": "rank",
    "n": "measurements",
    "tokens_per_s": "tokens a second",
    "load_ms": "load time",
    "mcp_tool_calls": "MCP calls",
}


@dataclass(frozen=True, slots=True)
class RankedLine:
    """One cell's line.

    Attributes:
        winner: It is the best of its run.
        top: Its rank is one of the first three.
        rank: ``1``, ``4=``; ``–`` where it failed.
        agent: The agent, with the sign of a label where it is one.
        provider: The model's provider with its slash; nothing where the model names none.
        name: The rest of the model's name.
        score: Its score.
        spread: Half the width of its interval; nothing where it was measured once.
        bar: Score and both ends of the interval, 0..1; None where it is unscored.
        figures: The other columns as text.
        quiet: Those of them that say little: unknown, free, none.
        status: ``ok``, ``unscored``, ``mock``, ``empty``, ``cut off``, or why it failed.
        tone: What that means.
    """

    winner: bool
    top: bool
    rank: str
    agent: str
    provider: str
    name: str
    score: str
    spread: str
    bar: tuple[float, float, float] | None
    figures: dict[Column, str]
    quiet: frozenset[Column]
    status: str
    tone: Tone


def ranked_line(cell: CellView) -> RankedLine:
    """Return a cell as its line shows it."""
    head, slash, rest = one_line(cell.model[:_LONGEST]).partition("/")
    status, tone = status_of(cell)
    figures = _figures(cell)
    return RankedLine(
        winner=cell.ok and cell.rank == 1,
        top=cell.ok and cell.rank <= _TOP,
        rank=rank_text(cell),
        agent=one_line(cell.agent[:_LONGEST]) + (UNICODE.label if cell.label is True else ""),
        provider=f"{head}/" if rest else "",
        name=rest or f"{head}{slash}",
        score=formats.score(cell.score),
        spread=formats.half_width(cell.score_low, cell.score_high),
        bar=_bar(cell),
        figures=figures,
        quiet=frozenset(name for name, text in figures.items() if text in _QUIET),
        status=status,
        tone=tone,
    )


def rank_text(cell: CellView) -> str:
    """Return ``4``, ``4=`` where others are as good, ``–`` where it failed and has none."""
    if not cell.ok:
        return formats.UNKNOWN
    return f"{cell.rank}=" if cell.tied else f"{cell.rank}"


def status_of(cell: CellView) -> tuple[str, Tone]:
    """Return how a cell ended, in a word or as what went wrong, and what that means."""
    word = status_word(cell)
    if word == FAILED:
        return one_line((cell.error or "")[:_LONGEST]) or FAILED, "bad"
    if word == OK:
        return (UNSCORED, "plain") if cell.score is None else (OK, "good")
    return word, "quiet" if word == MOCK else "warn"


def column_text(cell: CellView, column: Column) -> str:
    """Return what stands in a column of a cell's line, as one text."""
    line = ranked_line(cell)
    texts: dict[Column, str] = {
        "rank": line.rank,
        "agent": line.agent,
        "model": f"{line.provider}{line.name}",
        "score": f"{line.score} {line.spread}".strip(),
        "status": f"{UNICODE.failed} {line.status}" if line.tone == "bad" else line.status,
    }
    return texts[column] if column in texts else line.figures[column]


_QUIET = frozenset((formats.UNKNOWN, formats.cost(0.0), "0"))


def _bar(cell: CellView) -> tuple[float, float, float] | None:
    if cell.score is None:
        return None
    low = cell.score if cell.score_low is None else cell.score_low
    high = cell.score if cell.score_high is None else cell.score_high
    score, low, high = (min(max(figure, 0.0), 1.0) for figure in (cell.score, low, high))
    return score, low, high


def _figures(cell: CellView) -> dict[Column, str]:
    return {
        "n": formats.count(cell.n),
        "tokens_per_s": formats.speed(cell.tokens_per_s),
        "latency_ms": formats.latency(cell.latency_ms),
        "load_ms": formats.latency(cell.load_ms),
        "cost_usd": formats.cost(cell.cost_usd),
        "mcp_tool_calls": formats.count(cell.mcp_tool_calls),
        "driver": one_line((cell.driver or "")[:_LONGEST]) or formats.UNKNOWN,
        "judge": one_line((cell.judge or "")[:_LONGEST]) or formats.UNKNOWN,
    }
