"""One row of the table ``agent_model_runs``: one cell of a bake-off (spec section 3)."""

from __future__ import annotations

from dataclasses import dataclass, fields

AGENT_UNSET = "-"
LOCAL_LLM = "local-llm"


@dataclass(frozen=True, slots=True)
class AgentModelRunRow:
    """One cell, in the column order of the spec; the columns after ``mcp_tool_calls`` are ours.

    Attributes:
        run_id: Groups the rows of a run; the partition key.
        ts_micros: Run time, microseconds since the epoch in UTC, shared by a run's rows.
        agent: Matrix axis 1, the harness; ``-`` where a row names none.
        model: Matrix axis 2: the bare id for ollama, the full reference for other providers.
        prompt_id: Stable task handle; ``#2``, ``#3``, ... mark repeats.
        prompt: The task text.
        output: The completion; ``""`` = none.
        latency_ms: Wall-clock call time in ms; 0.0 = not reported.
        tokens_in: Prompt tokens; 0 = not reported.
        tokens_out: Completion tokens; 0 = not reported.
        tokens_per_s: Decode throughput; 0.0 = not reported.
        score: 0..1; 0.0 with a null judge = unscored.
        ok: Did the cell answer without error?
        error: What went wrong; None on success.
        cost_usd: USD; 0.0 = free or local; None = unknown.
        mcp_tool_calls: MCP tool calls made; None = unknown.
        driver: What answered: one word for a bare model call (``ollama``, ``mock``), name and
            version for a harness (``claude 2.1.197``); None in a legacy row.
        judge: ``name 3/5`` or ``unscored: reason``; None = nobody judged.
        stop_reason: How the answer ended.
        load_ms: The model's load time within the call, in ms.
        environment: Short JSON of what was measured on; tokens/s compare only within one.
    """

    run_id: str
    ts_micros: int
    agent: str
    model: str
    prompt_id: str
    prompt: str
    output: str
    latency_ms: float
    tokens_in: int
    tokens_out: int
    tokens_per_s: float
    score: float
    ok: bool
    error: str | None = None
    cost_usd: float | None = None
    mcp_tool_calls: int | None = None
    driver: str | None = None
    judge: str | None = None
    stop_reason: str | None = None
    load_ms: float | None = None
    environment: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells this row from the others of its run: agent, model and prompt_id."""
        return (self.agent, self.model, self.prompt_id)

    @property
    def cell(self) -> str:
        """The cell's name, ``agent/model``."""
        return f"{self.agent}/{self.model}"


COLUMNS: tuple[str, ...] = tuple(f.name for f in fields(AgentModelRunRow))
TEXT_COLUMNS: tuple[str, ...] = ("prompt", "output")


def query_order(row: AgentModelRunRow) -> tuple[int, str, str, str, str]:
    """Return the sort key in which rows are read back (Iceberg has no scan order)."""
    return (row.ts_micros, row.run_id, row.agent, row.model, row.prompt_id)


def is_label(agent: str, driver: str | None) -> bool | None:
    """Tell whether ``agent`` is only a label on a bare model call.

    A bare call's driver is one word (``ollama``, ``embedded``, ``mock``), a harness' is its name
    and version, so that no answer is passed off as an agent's.

    Returns:
        True for a label, False for a real harness or a row that names no agent, None where the
        row does not say what answered (a legacy row).
    """
    if agent == AGENT_UNSET:
        return False
    return None if driver is None else " " not in driver
