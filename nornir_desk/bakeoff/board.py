"""Read what a leaderboard is to show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from nornir_desk.domain.errors import StorageFault, UnknownSelector
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Agent, All, Model, Newest, Run
from nornir_desk.domain.source import Reading, RunSummary, task_of_plan
from nornir_desk.domain.text import one_line
from nornir_desk.ports.runs import RunReader, UnfinishedRun, UnfinishedRuns

Scope = Literal["run", "agent", "model", "cell"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows that a selector found.

    Attributes:
        scope: One run, or the history of an agent, a model or a cell.
        reading: The rows.
        task: First line of a run's task; None for a history.
        unlanded: The run where it has not landed: the rows are what was measured so far.
    """

    scope: Scope
    reading: Reading[AgentModelRunRow]
    task: str | None = None
    unlanded: UnfinishedRun | None = None


def select(
    reader: RunReader,
    text: str | None,
    *,
    with_text: bool = True,
    unfinished: UnfinishedRuns | None = None,
) -> Selection:
    """Return the rows a selector stands for: a run id, else an agent, a model or ``agent/model``.

    Args:
        reader: Where to read.
        text: The selector as written; None is the newest run.
        with_text: False leaves prompt and output unread.
        unfinished: Where a run that has not landed is looked for; None = only landed ones count.

    Raises:
        UnknownSelector: Nothing bears that name; the message offers what comes near.
        StorageFault: The warehouse is damaged and shows no rows.
    """
    if text is None:
        reading = reader.query(Newest(), with_text=with_text)
        refuse_damaged(reading)
        return Selection("run", reading, _task(reader, reading))
    for scope, selector in _meanings(text):
        reading = reader.query(selector, with_text=with_text)
        if scope == "run" and unfinished is not None and not reading.items:
            found = _unlanded(unfinished, text, reading)
            if found is not None:
                return found
        refuse_damaged(reading)
        items = tuple(row for row in reading.items if scope != "cell" or row.cell == text)
        if items:
            task = _task(reader, reading) if scope == "run" else None
            return Selection(scope, replace(reading, items=items), task)
    raise UnknownSelector(
        f"no run, agent or model named {one_line(text)!r}{_near(reader, text)}",
        "list the runs with: nornir bakeoff leaderboard --runs",
    )


def under_way(unfinished: UnfinishedRuns, landed: Reading[RunSummary]) -> tuple[UnfinishedRun, ...]:
    """Return the runs that have not landed, newest first; one whose journal is left over has."""
    run_ids = {run.run_id for run in landed.items}
    return tuple(run for run in unfinished.unfinished() if run.plan.run_id not in run_ids)


def _unlanded(
    unfinished: UnfinishedRuns, run_id: str, reading: Reading[AgentModelRunRow]
) -> Selection | None:
    run = next((run for run in unfinished.unfinished() if run.plan.run_id == run_id), None)
    if run is None:
        return None
    rows = unfinished.rows(run_id)
    return Selection("run", replace(reading, items=rows), task_of_plan(run.plan), run)


def _task(reader: RunReader, reading: Reading[AgentModelRunRow]) -> str | None:
    # The run list holds each task's first line: no answer has to be read for a heading.
    if not reading.items or reading.items[0].prompt:
        return None
    run_id = reading.items[0].run_id
    return next((run.task for run in reader.runs().items if run.run_id == run_id), None)


def _meanings(text: str) -> list[tuple[Scope, Run | Agent | Model]]:
    meanings: list[tuple[Scope, Run | Agent | Model]] = [
        ("run", Run(text)),
        ("agent", Agent(text)),
        ("model", Model(text)),
    ]
    # An agent's name may hold slashes itself, so every split is a meaning.
    parts = text.split("/")
    meanings += [("cell", Agent("/".join(parts[:cut]))) for cut in range(1, len(parts))]
    return meanings


def _near(reader: RunReader, text: str) -> str:
    from difflib import get_close_matches

    rows = reader.query(All(), with_text=False)
    names = {name for row in rows.items for name in (row.agent, row.model, row.run_id)}
    near = get_close_matches(text, names, n=3, cutoff=0.6)
    where = f" in {rows.source.where}"
    return where + (f" (near it: {', '.join(one_line(name) for name in near)})" if near else "")


def refuse_damaged(reading: Reading[object]) -> None:
    """Refuse a warehouse that is damaged or out of reach and shows nothing.

    Raises:
        StorageFault: With the reader's own words.
    """
    source = reading.source
    if source.status in ("error", "offline", "locked") and not reading.items:
        raise StorageFault(source.detail or f"{source.where} cannot be read")
