"""The agent x model grid and the flat leaderboard: one aggregation, one order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from statistics import fmean

from nornir_desk.domain.answer import STOP
from nornir_desk.domain.figures import (
    UNSCORED,
    reported_cost,
    reported_latency,
    reported_score,
    reported_speed,
)
from nornir_desk.domain.identity import base_prompt_id
from nornir_desk.domain.ranking import rank_key, tie_key
from nornir_desk.domain.row import AgentModelRunRow, is_label
from nornir_desk.domain.statistics import mean_interval
from nornir_desk.domain.units import score_units, several_tasks


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """One ``(agent, model)`` coordinate with its task rows folded together.

    Figures are means over what the ok rows reported; None where none did.

    Attributes:
        agent: Row of the grid.
        model: Column of the grid.
        rank: 1 = the winner; the leaderboard's order.
        ok: Did every row answer?
        score: Mean score 0..1; None = unscored.
        score_low: Lower end of the score's 95 % interval; None where it was measured once.
        score_high: Its upper end.
        n: Rows folded in.
        tied: Is another cell equally good?
        tokens_per_s: Mean decode throughput.
        latency_ms: Mean wall time in ms.
        cost_usd: Mean cost in USD.
        mcp_tool_calls: Sum of MCP tool calls; None where no row knows.
        prompt_id: Task handle of its first row, without the mark of a repeat.
        driver: What answered; several joined by ``+`` where its rows differ.
        label: Is the agent only a label on a bare model call (``domain.row.is_label``)?
        judge: Who scored.
        stops: How its answers ended other than well, and how many did so.
        load_ms: The longest load that fell into one of its calls, in ms.
        error: Error of its first failed row.
        failed: Rows that failed.
    """

    agent: str
    model: str
    rank: int
    ok: bool
    score: float | None
    score_low: float | None
    score_high: float | None
    n: int
    tied: bool
    tokens_per_s: float | None
    latency_ms: float | None
    cost_usd: float | None
    mcp_tool_calls: int | None
    prompt_id: str
    driver: str | None
    label: bool | None
    judge: str | None
    stops: tuple[tuple[str, int], ...]
    load_ms: float | None
    error: str | None
    failed: int

    @property
    def name(self) -> str:
        """The cell's name, ``agent/model``."""
        return f"{self.agent}/{self.model}"


_FIELDS = tuple(field.name for field in fields(MatrixCell))
_RANK, _TIED = _FIELDS.index("rank"), _FIELDS.index("tied")


@dataclass(frozen=True, slots=True)
class MatrixGrid:
    """The grid: axes sorted, cells best first; an absent coordinate is absent from ``cells``."""

    agents: tuple[str, ...]
    models: tuple[str, ...]
    cells: tuple[MatrixCell, ...]

    def winner(self) -> MatrixCell | None:
        """Return the rank-1 cell, or None when every cell failed."""
        return self.cells[0] if self.cells and self.cells[0].ok else None


def leaderboard(rows: Iterable[AgentModelRunRow]) -> tuple[MatrixCell, ...]:
    """Return the flat ranking, best first: one entry a cell, repeats folded together."""
    rows = tuple(rows)
    grouped: dict[tuple[str, str], list[AgentModelRunRow]] = {}
    for row in rows:
        grouped.setdefault((row.agent, row.model), []).append(row)
    by_task = several_tasks(rows)
    ranked = sorted((_fold(group, by_task=by_task) for group in grouped.values()), key=rank_key)
    alike = Counter(tie_key(cell) for cell in ranked)
    return tuple(
        _placed(cell, place + 1, tied=cell.ok and alike[tie_key(cell)] > 1)
        for place, cell in enumerate(ranked)
    )


def _placed(cell: MatrixCell, rank: int, *, tied: bool) -> MatrixCell:
    # dataclasses.replace takes four times as long, and a run list of thousands does this for each cell.
    values = [getattr(cell, name) for name in _FIELDS]
    values[_RANK], values[_TIED] = rank, tied
    return MatrixCell(*values)


def matrix_grid(rows: Iterable[AgentModelRunRow]) -> MatrixGrid:
    """Return the agent x model grid of ``rows``; its winner is the leaderboard's first."""
    cells = leaderboard(rows)
    return MatrixGrid(
        agents=tuple(sorted({cell.agent for cell in cells})),
        models=tuple(sorted({cell.model for cell in cells})),
        cells=cells,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    reported = [value for value in values if value is not None]
    # Most cells have one row, and a list of thousands of runs folds tens of thousands of cells.
    if len(reported) == 1:
        return float(reported[0])
    return fmean(reported) if reported else None


def _fold(group: Sequence[AgentModelRunRow], *, by_task: bool) -> MatrixCell:
    rows = sorted(group, key=lambda r: (r.ts_micros, r.run_id, len(r.prompt_id), r.prompt_id))
    first = rows[0]
    good = [row for row in rows if row.ok]
    bad = [row for row in rows if not row.ok]
    calls = [row.mcp_tool_calls for row in rows if row.mcp_tool_calls is not None]
    drivers = {row.driver for row in rows if row.driver is not None}
    loads = [row.load_ms for row in rows if row.load_ms]
    # One row has no spread.
    units = score_units(good, by_task=by_task) if len(good) > 1 else {}
    interval = mean_interval(tuple(units.values()))
    return MatrixCell(
        agent=first.agent,
        model=first.model,
        rank=0,
        ok=not bad,
        score=_mean(reported_score(row.score, row.judge) for row in good),
        score_low=interval.low if interval else None,
        score_high=interval.high if interval else None,
        n=len(rows),
        tied=False,
        tokens_per_s=_mean(reported_speed(row.tokens_per_s) for row in good),
        latency_ms=_mean(reported_latency(row.latency_ms) for row in good),
        cost_usd=_mean(reported_cost(row.cost_usd) for row in good),
        mcp_tool_calls=sum(calls) if calls else None,
        prompt_id=base_prompt_id(first.prompt_id),
        driver="+".join(sorted(drivers)) or None,
        label=_label(rows),
        judge=_judge(good),
        stops=_stops(good),
        load_ms=max(loads) if loads else None,
        error=bad[0].error if bad else None,
        failed=len(bad),
    )


def _label(rows: Sequence[AgentModelRunRow]) -> bool | None:
    known = [is_label(row.agent, row.driver) for row in rows]
    return True if True in known else None if None in known else False


def _stops(good: Sequence[AgentModelRunRow]) -> tuple[tuple[str, int], ...]:
    early = [row.stop_reason for row in good if row.stop_reason not in (None, STOP)]
    return tuple(sorted(Counter(early).items())) if early else ()


def _judge(good: Sequence[AgentModelRunRow]) -> str | None:
    verdicts = [row.judge for row in good if row.judge is not None]
    # A mean over scored repeats must not be read as unscored because one of them was.
    scored = [verdict for verdict in verdicts if not verdict.startswith(UNSCORED)]
    return next(iter(scored or verdicts), None)
