"""From one call to one row: what the spec calls the pure pipeline, and what each cell goes through.

Nothing here touches the warehouse; whoever runs it lands the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.errors import CallFailed, StorageFault
from nornir_desk.domain.figures import decode_speed
from nornir_desk.domain.plan import Cell, RunPlan, TaskPrompt
from nornir_desk.domain.row import AGENT_UNSET, AgentModelRunRow
from nornir_desk.domain.text import one_line, well_formed
from nornir_desk.ports.caller import ModelCaller

_ERROR_MAX = 4_000
_SHORT_MAX = 200
_LONGEST_LOAD_MS = 24 * 3600 * 1_000.0  # beyond a day it is no load but a fault of the backend


def run_bakeoff_matrix(  # noqa: PLR0913, PLR0917  the spec's signature
    caller: ModelCaller,
    run_id: str,
    ts: int,
    task_id: str,
    task: str,
    agents: Sequence[str],
    models: Sequence[str],
) -> tuple[AgentModelRunRow, ...]:
    """Put one task to every agent x model cell and return a row each, in cross-product order.

    A failed cell is a row with ``ok`` false; it never aborts the run.

    Args:
        caller: Who answers.
        run_id: The run the rows belong to.
        ts: Run time in microseconds since the epoch, UTC; shared by the rows.
        task_id: Task handle, the column ``prompt_id``.
        task: The task text.
        agents: Matrix axis 1.
        models: Matrix axis 2.
    """
    plan = RunPlan(
        run_id, ts, (TaskPrompt(task_id, task),), agents=tuple(agents), models=tuple(models)
    )
    stamp = Stamp(run_id, ts)
    return tuple(
        measure(partial(caller.call, cell.agent, cell.model, cell.prompt), cell, stamp)
        for cell in plan.cells()
    )


def run_bakeoff(
    caller: ModelCaller, run_id: str, ts: int, task_id: str, task: str, models: Sequence[str]
) -> tuple[AgentModelRunRow, ...]:
    """Put one task to several models under the single agent ``-``: the 1 x N matrix."""
    return run_bakeoff_matrix(caller, run_id, ts, task_id, task, [AGENT_UNSET], models)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What all rows of a run share, and how their text is made fit to be kept.

    Attributes:
        run_id: The run.
        ts_micros: Its time.
        redact: Blots secrets out of a text.
    """

    run_id: str
    ts_micros: int
    redact: Callable[[str], str] = str

    def row(self, cell: Cell, answer: ModelAnswer, driver: str | None) -> AgentModelRunRow:
        """Return the row of an answered cell."""
        speed = answer.tokens_per_s
        if speed is None:
            speed = decode_speed(answer.tokens_out, answer.latency_ms)
        return AgentModelRunRow(
            run_id=self.run_id,
            ts_micros=self.ts_micros,
            agent=cell.agent,
            model=cell.key[1],
            prompt_id=cell.prompt_id,
            prompt=self._fit(cell.prompt),
            output=self._fit(answer.output),
            latency_ms=answer.latency_ms,
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            tokens_per_s=speed,
            score=answer.score,
            ok=True,
            cost_usd=answer.cost_usd,
            mcp_tool_calls=answer.mcp_tool_calls,
            driver=driver,
            judge=self._short(answer.judge),
            stop_reason=self._short(answer.stop_reason),
            load_ms=_possible_load(answer.load_ms),
            environment=None if answer.environment is None else self._fit(answer.environment),
        )

    def failed_row(
        self, cell: Cell, error: str, elapsed_ms: float, driver: str | None
    ) -> AgentModelRunRow:
        """Return the red row of a cell that got no answer: what it cost is not known."""
        return AgentModelRunRow(
            run_id=self.run_id,
            ts_micros=self.ts_micros,
            agent=cell.agent,
            model=cell.key[1],
            prompt_id=cell.prompt_id,
            prompt=self._fit(cell.prompt),
            output="",
            latency_ms=elapsed_ms,
            tokens_in=0,
            tokens_out=0,
            tokens_per_s=0.0,
            score=0.0,
            ok=False,
            error=one_line(self._fit(error))[:_ERROR_MAX] or "failed without a word",
            driver=driver,
        )

    def _short(self, text: str | None) -> str | None:
        return None if text is None else one_line(self._fit(text))[:_SHORT_MAX]

    def _fit(self, text: str) -> str:
        return self.redact(well_formed(text))


def _possible_load(load_ms: float | None) -> float | None:
    return load_ms if load_ms is not None and 0.0 <= load_ms <= _LONGEST_LOAD_MS else None


def measure(
    call: Callable[[], ModelAnswer],
    cell: Cell,
    stamp: Stamp,
    *,
    driver: str | None = None,
    monotonic: Callable[[], float] | None = None,
) -> AgentModelRunRow:
    """Make one call and return its row, red where the call failed.

    Args:
        call: Makes the call.
        cell: What is called.
        stamp: What the rows of the run share.
        driver: What answers; None where it is not known.
        monotonic: Seconds of a steady clock, to tell how long a failed call took; without one a
            failed row's latency is 0.0, not reported.

    Raises:
        StorageFault: The evidence cannot be kept.
    """
    begun = monotonic() if monotonic else 0.0
    try:
        return stamp.row(cell, call(), driver)
    except StorageFault:
        raise  # the disk is full or gone: no cell's fault, and the next would fail alike
    except CallFailed as failure:
        error = str(failure)
    except Exception as failure:  # noqa: BLE001  one cell's fault, even a bug, must not lose the run
        error = f"{type(failure).__name__}: {failure}"
    elapsed_ms = (monotonic() - begun) * 1_000 if monotonic else 0.0
    return stamp.failed_row(cell, error, elapsed_ms, driver)
