"""What a user has chosen to see of a leaderboard, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pane = Literal["matrix", "plot", "trend", "compare"]
HeatBy = Literal["score", "speed", "latency", "cost"]
Axis = Literal["cost", "latency", "speed"]
Density = Literal["auto", "normal", "compact", "dense"]
Column = Literal[
    "rank",
    "agent",
    "model",
    "score",
    "tokens_per_s",
    "latency_ms",
    "cost_usd",
    "mcp_tool_calls",
    "status",
    "n",
    "driver",
    "judge",
    "load_ms",
]

HEATS: tuple[HeatBy, ...] = ("score", "speed", "latency", "cost")
# In the order in which they stand; rank, agent, model and status cannot be taken away.
COLUMNS: tuple[Column, ...] = (
    "rank",
    "agent",
    "model",
    "score",
    "n",
    "tokens_per_s",
    "latency_ms",
    "load_ms",
    "cost_usd",
    "mcp_tool_calls",
    "driver",
    "judge",
    "status",
)
FIXED_COLUMNS: tuple[Column, ...] = ("rank", "agent", "model", "status")
DEFAULT_COLUMNS: tuple[Column, ...] = (
    "rank",
    "agent",
    "model",
    "score",
    "tokens_per_s",
    "latency_ms",
    "cost_usd",
    "mcp_tool_calls",
    "status",
)


@dataclass(frozen=True, slots=True)
class SortView:
    """How the ranked list is sorted; the spec's order decides between equals."""

    column: Column = "rank"
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen.

    Attributes:
        run_filter: Words that a run of the list must hold.
        filter: Words that a ranked cell must hold, all of them, in any order.
        failures_only: Show failed cells alone.
        sort: The ranked list's order.
        columns: Its columns, a part of ``COLUMNS`` in that order.
        view: What the upper right shows.
        heat: What colours the grid; None = nothing does.
        density: How high the grid's rows are; ``auto`` goes by their number.
        axis: What the plot sets the score against.
        log: Is that axis logarithmic?
        front: Is the Pareto front drawn?
        a: The first cell that is compared, ``agent/model``.
        b: The second.
        only_differences: Leave lines out that both answers have.
        winners: Does the trend show the winner of each run?
    """

    run_filter: str = ""
    filter: str = ""
    failures_only: bool = False
    sort: SortView = SortView()
    columns: tuple[Column, ...] = DEFAULT_COLUMNS
    view: Pane = "matrix"
    heat: HeatBy | None = None
    density: Density = "auto"
    axis: Axis = "cost"
    log: bool = True
    front: bool = True
    a: str | None = None
    b: str | None = None
    only_differences: bool = False
    winners: bool = True


DEFAULT_CHOICES = Choices()
