"""Run a bake-off, or finish one that was interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nornir_desk.bakeoff.ledger import Ledger
from nornir_desk.bakeoff.measure import Stamp, measure
from nornir_desk.bakeoff.pricing import PriceOf, refuse_over_budget, with_budget
from nornir_desk.bakeoff.ready import make_ready
from nornir_desk.bakeoff.schedule import run_lanes
from nornir_desk.bakeoff.warm import WarmUp
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask, EvidencePlace, Limits
from nornir_desk.domain.errors import (
    BudgetRefused,
    Interrupted,
    NornirError,
    StorageFault,
)
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.ports.caller import Caller
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.progress import Progress
from nornir_desk.ports.runs import Journal, RunLog, RunWriter


@dataclass(frozen=True, slots=True)
class Bench:
    """What a bake-off works with.

    Attributes:
        caller_for: Makes the caller that a plan asks for.
        writer: Lands the rows.
        journal: Keeps each finished cell until they have landed.
        clock: Times failed calls.
        redact: Blots secrets out of what is kept.
        progress: Hears how the run goes.
        price_of: Makes what tells the most a call can cost; asked only where there is a budget.
    """

    caller_for: Callable[[RunPlan], Caller]
    writer: RunWriter
    journal: Journal
    clock: Clock
    redact: Callable[[str], str]
    progress: Progress
    price_of: Callable[[RunPlan], PriceOf]


def run(
    bench: Bench, plan: RunPlan, taken_over: tuple[AgentModelRunRow, ...] = ()
) -> tuple[AgentModelRunRow, ...]:
    """Measure every cell of ``plan``, land the rows in one commit and return them.

    Args:
        bench: What to work with.
        plan: What to measure.
        taken_over: Rows of this run that were measured before (a retry keeps what answered).

    Raises:
        BudgetRefused: The calls can cost more than the budget (nothing was called), or it was
            reached in flight (what was paid for is kept).
        PrerequisiteMissing: No host answers at all; nothing was called or written.
        StorageFault: The warehouse cannot be written.
        Interrupted: Ctrl-C; the message says how to go on.
    """
    _refuse_over_budget(bench, plan, taken_over)
    # A warehouse that cannot be read or written is found before anything is paid for.
    bench.writer.has_run(plan.run_id)
    caller = bench.caller_for(plan)
    try:
        make_ready(caller, cells_left(plan, taken_over), bench.progress)
        log = bench.journal.begin(plan)
        return _finish(bench, plan, taken_over, caller, log)
    finally:
        caller.close()


def resume(
    bench: Bench, run_id: str, *, failed_too: bool = False, budget_usd: float | None = None
) -> tuple[AgentModelRunRow, ...]:
    """Measure what an interrupted run left, land its rows in one commit and return them.

    Args:
        bench: What to work with.
        run_id: The run.
        failed_too: Try its failed cells again.
        budget_usd: Another cap for the whole run; None keeps the plan's.

    Raises:
        UnknownSelector: There is no journal of that run.
        RunBusy: Another process is measuring it.
        PrerequisiteMissing: No host of the cells that are left answers.
        StorageFault: The journal is damaged, or the warehouse cannot be written.
        Interrupted: Ctrl-C; the message says how to go on.
    """
    entry, log = bench.journal.reopen(run_id)
    plan = entry.plan if budget_usd is None else with_budget(entry.plan, budget_usd)
    done = tuple(row for row in entry.rows if row.ok or not failed_too)
    try:
        if bench.writer.has_run(run_id):
            # Killed between the commit and the removal of the journal: nothing is left to do.
            log.close(landed=True)
            return _in_plan_order(plan, entry.rows)
        _refuse_over_budget(bench, plan, done)
        caller = bench.caller_for(plan)
    except BaseException:
        log.close(landed=False)
        raise
    try:
        _check_left(caller, plan, done, bench.progress, log)
        return _finish(bench, plan, done, caller, log)
    finally:
        caller.close()


def _refuse_over_budget(bench: Bench, plan: RunPlan, done: Sequence[AgentModelRunRow]) -> None:
    if plan.budget_usd is not None:
        spent = sum(row.cost_usd or 0.0 for row in done)
        refuse_over_budget(plan.budget_usd, spent, cells_left(plan, done), bench.price_of(plan))


def cells_left(plan: RunPlan, rows: Sequence[AgentModelRunRow]) -> tuple[Cell, ...]:
    """Return the cells of ``plan`` that have no row yet."""
    done = {row.key for row in rows}
    return tuple(cell for cell in plan.cells() if cell.key not in done)


def _finish(
    bench: Bench,
    plan: RunPlan,
    done: tuple[AgentModelRunRow, ...],
    caller: Caller,
    log: RunLog,
) -> tuple[AgentModelRunRow, ...]:
    rows = list(done)
    landed = False
    bench.progress.started(plan, done)
    try:
        for row in done:
            log.record(row)
        _measure_left(bench, plan, rows, caller, log)
        ordered = _in_plan_order(plan, rows)
        if len(ordered) != len(plan.cells()):
            raise NornirError(_kept(plan, rows, "the run is not complete"), _go_on(plan))
        bench.writer.append(ordered)
        landed = True
    except KeyboardInterrupt:
        raise Interrupted(_kept(plan, rows, "interrupted"), _go_on(plan)) from None
    except BudgetRefused as refused:
        kept = _kept(plan, rows, "the run has not landed")
        raise BudgetRefused(f"{refused.message}; {kept}", _go_on(plan) + " --budget USD") from None
    except StorageFault as fault:
        raise StorageFault(
            f"{fault.message}; {_kept(plan, rows, 'the run has not landed')}",
            f"{fault.remedy + ', then ' if fault.remedy else ''}{_go_on(plan)}",
        ) from fault
    finally:
        bench.progress.finished()
        log.close(landed=landed)
    return ordered


def _measure_left(
    bench: Bench,
    plan: RunPlan,
    rows: list[AgentModelRunRow],
    caller: Caller,
    log: RunLog,
) -> None:
    stamp = Stamp(plan.run_id, plan.ts_micros, bench.redact)
    warm_up = WarmUp(caller, plan.timeout_s, wanted=plan.warmup)
    ledger = Ledger(plan.budget_usd, sum(row.cost_usd or 0.0 for row in rows))
    price_of = _free if plan.budget_usd is None else bench.price_of(plan)

    def work(cell: Cell) -> AgentModelRunRow:
        most = price_of(cell)
        reserved = ledger.reserve(most)
        warm_up.before(cell)
        bench.progress.calling(cell)
        row = measure(
            lambda: _ask(caller, plan, cell, priced=bool(most)),
            cell,
            stamp,
            driver=caller.route(cell.agent, cell.model).driver,
            monotonic=bench.clock.monotonic,
        )
        ledger.settle(reserved, row.cost_usd)
        return row

    telling = threading.Lock()

    def keep(row: AgentModelRunRow) -> None:
        log.record(row)
        with telling:
            rows.append(row)
            bench.progress.measured(row)

    left = cells_left(plan, rows)
    if left:
        run_lanes(
            left,
            host_of=lambda cell: caller.route(cell.agent, cell.model).host,
            work=work,
            keep=keep,
            cancel=caller.cancel,
            jobs=plan.jobs,
        )


def _free(_cell: Cell) -> float:
    return 0.0


def _ask(caller: Caller, plan: RunPlan, cell: Cell, *, priced: bool) -> ModelAnswer:
    # A ceiling cuts answers, so only those bear it whose price has to have one.
    ceiling = plan.max_output_tokens if priced else None
    return caller.ask(
        Ask(
            agent=cell.agent,
            model=cell.model,
            prompt=cell.prompt,
            limits=Limits(plan.timeout_s, max_output_tokens=ceiling),
            evidence=EvidencePlace(plan.run_id, *cell.key),
        )
    )


def _check_left(
    caller: Caller,
    plan: RunPlan,
    rows: Sequence[AgentModelRunRow],
    progress: Progress,
    log: RunLog,
) -> None:
    try:
        make_ready(caller, cells_left(plan, rows), progress)
    except BaseException:
        log.close(landed=False)
        raise


def _in_plan_order(plan: RunPlan, rows: Sequence[AgentModelRunRow]) -> tuple[AgentModelRunRow, ...]:
    by_key = {row.key: row for row in rows}
    return tuple(by_key[cell.key] for cell in plan.cells() if cell.key in by_key)


def _kept(plan: RunPlan, rows: Sequence[AgentModelRunRow], what: str) -> str:
    verb = "is" if len(rows) == 1 else "are"
    return f"{what}: {len(rows)} of {len(plan.cells())} cells {verb} on disk"


def _go_on(plan: RunPlan) -> str:
    return f"go on with: nornir bakeoff resume {plan.run_id}"
