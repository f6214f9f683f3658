"""The parts of what the leaderboard shows (``present.leaderboard`` is the whole).

The names are the keys of ``state_json()["leaderboard"]``. A figure that was not reported is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.source import SourceKind, SourceStatus
from nornir_desk.present.choices import HeatBy


@dataclass(frozen=True, slots=True)
class SourceView:
    """Where the rows came from; ``refreshed`` is ISO 8601 in UTC."""

    kind: SourceKind
    where: str
    status: SourceStatus
    detail: str | None
    refreshed: str


@dataclass(frozen=True, slots=True)
class RunView:
    """One line of the run list; counts are coordinates; ``ts`` is ISO 8601 in UTC.

    ``label`` is the winner's (see ``CellView``); ``made_up`` tells a run of ``--mock`` or ``demo``;
    ``thumbnail`` its grid in small (``domain.thumbnail``), None where it is too large for one.
    """

    run_id: str
    ts: str
    task: str
    prompt_id: str
    agents: int
    models: int
    cells: int
    failed: int
    winner: str | None
    label: bool | None
    made_up: bool
    thumbnail: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class UnfinishedView:
    """A run that has not landed: what its journal tells.

    ``cells`` is how many calls it is to make, ``measured`` how many have ended, ``failed`` how many
    of those failed; ``running`` tells that a process holds it right now (False: interrupted).
    """

    run_id: str
    ts: str
    task: str
    prompt_id: str
    agents: int
    models: int
    cells: int
    measured: int
    failed: int
    running: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """One ranked cell, repeats folded together.

    ``score_low`` and ``score_high`` are its 95 % interval, None where it was measured once.
    ``label`` tells that the agent is a name on a bare model call; None = the row does not say.
    ``load_ms`` is the longest load that fell into one of its calls; ``note`` what else should be
    known of it: empty or cut-off answers, failed repeats.
    """

    rank: int
    cell: str
    agent: str
    model: str
    prompt_id: str
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
    driver: str | None
    label: bool | None
    judge: str | None
    error: str | None
    load_ms: float | None
    note: str | None


@dataclass(frozen=True, slots=True)
class HistoryView:
    """One run's cell in the history of an agent or a model; its rank is left out of account."""

    run_id: str
    ts: str
    cell: CellView


@dataclass(frozen=True, slots=True)
class GridCellView:
    """One cell of the grid."""

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
    driver: str | None
    label: bool | None
    heat: int | None = None


@dataclass(frozen=True, slots=True)
class HeatView:
    """What the grid's colours stand for.

    ``worst`` and ``best`` are the ends of the scale in the figure's own unit (0..1, tokens/s, ms or
    USD); a cell's ``heat`` is its step, 0 the worst and 7 the best.
    """

    by: HeatBy
    worst: float
    best: float


@dataclass(frozen=True, slots=True)
class MatrixView:
    """The agent x model grid: axes sorted; an absent coordinate is absent from ``cells``."""

    agents: tuple[str, ...]
    models: tuple[str, ...]
    winner: str | None
    cells: tuple[GridCellView, ...]
    heat: HeatView | None = None


@dataclass(frozen=True, slots=True)
class LeadView:
    """The winner's lead in score over the runner-up.

    ``clear`` only where the paired scores show it at 95 %; ``unit`` is what is paired (``repeat`` of
    one task, or ``task``), ``pairs`` how many there are, ``settles_at`` about how many would settle
    it (None: cannot be told).
    """

    over: str
    by: float
    clear: bool
    unit: Literal["repeat", "task"]
    pairs: int
    settles_at: int | None


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One piece of evidence of a cell."""

    name: str
    bytes: int


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One measurement of a cell: what was asked, what came, and its own figures."""

    prompt_id: str
    prompt: str
    output: str
    ok: bool
    error: str | None
    score: float | None
    judge: str | None
    tokens_in: int | None
    tokens_out: int | None
    tokens_per_s: float | None
    latency_ms: float | None
    load_ms: float | None
    cost_usd: float | None
    mcp_tool_calls: int | None
    stop_reason: str | None
    environment: str | None
    evidence: tuple[EvidenceView, ...]


@dataclass(frozen=True, slots=True)
class SelectedCellView(CellView):
    """The selected cell with its text and evidence, loaded only then.

    ``prompt``, ``output`` and ``evidence`` are those of its first measurement; ``answers`` has all.
    """

    prompt: str
    output: str
    evidence: tuple[EvidenceView, ...]
    answers: tuple[AnswerView, ...]
