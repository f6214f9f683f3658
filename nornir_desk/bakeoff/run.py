"""Run a bake-off, or finish one that was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nornir_desk.bakeoff.measure import Stamp, measure
from nornir_desk.bakeoff.schedule import run_lanes
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask, EvidencePlace, Limits
from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.errors import Interrupted, PrerequisiteMissing, StorageFault
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow, is_label
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
    """

    caller_for: Callable[[RunPlan], Caller]
    writer: RunWriter
    journal: Journal
    clock: Clock
    redact: Callable[[str], str]
    progress: Progress


def run(
    bench: Bench, plan: RunPlan, taken_over: tuple[AgentModelRunRow, ...] = ()
) -> tuple[AgentModelRunRow, ...]:
    """Measure every cell of ``plan``, land the rows in one commit and return them.

    Args:
        bench: What to work with.
        plan: What to measure.
        taken_over: Rows of this run that were measured before (a retry keeps what answered).

    Raises:
        PrerequisiteMissing: No host answers at all; nothing was called or written.
        StorageFault: The warehouse cannot be written.
        Interrupted: Ctrl-C; the message says how to go on.
    """
    caller = bench.caller_for(plan)
    try:
        _make_ready(caller, cells_left(plan, taken_over), bench.progress)
        log = bench.journal.begin(plan)
        return _finish(bench, plan, taken_over, caller, log)
    finally:
        caller.close()


def resume(bench: Bench, run_id: str, *, failed_too: bool = False) -> tuple[AgentModelRunRow, ...]:
    """Measure what an interrupted run left, land its rows in one commit and return them.

    Args:
        bench: What to work with.
        run_id: The run.
        failed_too: Try its failed cells again.

    Raises:
        UnknownSelector: There is no journal of that run.
        UsageFault: Another process is measuring it.
        PrerequisiteMissing: No host of the cells that are left answers.
        StorageFault: The journal is damaged, or the warehouse cannot be written.
        Interrupted: Ctrl-C; the message says how to go on.
    """
    entry, log = bench.journal.reopen(run_id)
    try:
        if bench.writer.has_run(run_id):
            # Killed between the commit and the removal of the journal: nothing is left to do.
            log.close(landed=True)
            return _in_plan_order(entry.plan, entry.rows)
        caller = bench.caller_for(entry.plan)
    except BaseException:
        log.close(landed=False)
        raise
    done = tuple(row for row in entry.rows if row.ok or not failed_too)
    try:
        _check_left(caller, entry.plan, done, bench.progress, log)
        return _finish(bench, entry.plan, done, caller, log)
    finally:
        caller.close()


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
        bench.writer.append(ordered)
        landed = True
    except KeyboardInterrupt:
        raise Interrupted(_kept(plan, rows, "interrupted"), _go_on(plan)) from None
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

    def work(cell: Cell) -> AgentModelRunRow:
        bench.progress.calling(cell)
        return measure(
            lambda: _ask(caller, plan, cell),
            cell,
            stamp,
            driver=caller.route(cell.agent, cell.model).driver,
            monotonic=bench.clock.monotonic,
        )

    def keep(row: AgentModelRunRow) -> None:
        log.record(row)
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


def _ask(caller: Caller, plan: RunPlan, cell: Cell) -> ModelAnswer:
    return caller.ask(
        Ask(
            agent=cell.agent,
            model=cell.model,
            prompt=cell.prompt,
            limits=Limits(timeout_s=plan.timeout_s),
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
        _make_ready(caller, cells_left(plan, rows), progress)
    except BaseException:
        log.close(landed=False)
        raise


def _make_ready(caller: Caller, cells: Sequence[Cell], progress: Progress) -> None:
    _check_hosts(caller, cells, progress)
    for model in dict.fromkeys(cell.model for cell in cells):
        caller.prepare(model, progress.fetching)
    _tell_drivers(caller, cells, progress)


def _tell_drivers(caller: Caller, cells: Sequence[Cell], progress: Progress) -> None:
    """Say what measures each column, so that no answer is passed off as an agent's."""
    drivers: dict[str, set[str]] = {}
    for cell in cells:
        drivers.setdefault(cell.agent, set()).add(caller.route(cell.agent, cell.model).driver)
    agents_of: dict[frozenset[str], list[str]] = {}
    for agent, names in drivers.items():
        agents_of.setdefault(frozenset(names), []).append(agent)
    for told, agents in agents_of.items():
        progress.note(f"{', '.join(agents)}: {_how(agents[0], told)}")


def _how(agent: str, drivers: frozenset[str]) -> str:
    told = ", ".join(sorted(drivers))
    if drivers == {MOCK_DRIVER}:
        return f"canned answers ({told}), nobody is called"
    if any(is_label(agent, driver) is not False for driver in drivers):
        return f"bare model calls ({told}), no agent runs"
    return f"the agent itself ({told})"


def _check_hosts(caller: Caller, cells: Sequence[Cell], progress: Progress) -> None:
    """Refuse a run whose every cell would fail because nobody is there to answer."""
    faults: dict[tuple[str, str], str | None] = {}
    for cell in {(c.agent, c.model): c for c in cells}.values():
        route = caller.route(cell.agent, cell.model)
        key = (route.driver, route.host)
        if faults.get(key, "not asked yet") is not None:
            faults[key] = caller.check(cell.agent, cell.model)
    silent = [fault for fault in faults.values() if fault is not None]
    if silent and len(silent) == len(faults):
        raise PrerequisiteMissing(silent[0])
    for fault in silent:
        progress.note(f"{fault}; its cells will fail")


def _in_plan_order(plan: RunPlan, rows: Sequence[AgentModelRunRow]) -> tuple[AgentModelRunRow, ...]:
    by_key = {row.key: row for row in rows}
    return tuple(by_key[cell.key] for cell in plan.cells() if cell.key in by_key)


def _kept(plan: RunPlan, rows: Sequence[AgentModelRunRow], what: str) -> str:
    verb = "is" if len(rows) == 1 else "are"
    return f"{what}: {len(rows)} of {len(plan.cells())} cells {verb} on disk"


def _go_on(plan: RunPlan) -> str:
    return f"go on with: nornir bakeoff resume {plan.run_id}"
