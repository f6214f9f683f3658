"""Before the first call: does anyone answer, is every model here, and who measures what?"""

from __future__ import annotations

from collections.abc import Sequence

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing
from nornir_desk.domain.plan import Cell
from nornir_desk.domain.row import is_label
from nornir_desk.ports.caller import Caller
from nornir_desk.ports.progress import Progress


def make_ready(caller: Caller, cells: Sequence[Cell], progress: Progress) -> None:
    """Make ready what the cells need, and tell what measures each column.

    Raises:
        PrerequisiteMissing: Every cell would fail: nobody answers, or no model can be had.
    """
    models = tuple(dict.fromkeys(cell.model for cell in cells))
    try:
        _check_hosts(caller, cells, progress)
        faults = [fault for model in models if (fault := _fetched(caller, model, progress))]
        _tell_drivers(caller, cells, progress)
    except CallFailed as failure:
        # A plan from elsewhere may name a model that no caller here knows.
        raise PrerequisiteMissing(failure.message, failure.remedy) from failure
    if faults and len(faults) == len(models):
        raise faults[0]
    for fault in faults:
        progress.note(f"{fault}; its cells will fail")


def _fetched(caller: Caller, model: str, progress: Progress) -> PrerequisiteMissing | None:
    try:
        caller.prepare(model, progress.fetching)
    except PrerequisiteMissing as fault:
        return fault
    return None


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
