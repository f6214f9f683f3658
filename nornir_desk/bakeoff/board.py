"""Read what a leaderboard is to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nornir_desk.domain.errors import StorageFault, UnknownSelector
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Agent, Model, Newest, Run
from nornir_desk.domain.source import Reading, Source
from nornir_desk.domain.text import one_line
from nornir_desk.ports.runs import RunReader

Scope = Literal["run", "agent", "model"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows that a selector found, and whether they are one run or a history."""

    scope: Scope
    reading: Reading[AgentModelRunRow]


def select(reader: RunReader, text: str | None, *, with_text: bool = True) -> Selection:
    """Return the rows a selector stands for: a run id, else an agent, else a model.

    Args:
        reader: Where to read.
        text: The selector as written; None is the newest run.
        with_text: False leaves prompt and output unread.

    Raises:
        UnknownSelector: Nothing bears that name.
        StorageFault: The warehouse is damaged and shows no rows.
    """
    if text is None:
        reading = reader.query(Newest(), with_text=with_text)
        refuse_damaged(reading)
        return Selection("run", reading)
    scopes: tuple[tuple[Scope, Run | Agent | Model], ...] = (
        ("run", Run(text)),
        ("agent", Agent(text)),
        ("model", Model(text)),
    )
    source: Source | None = None
    for scope, selector in scopes:
        reading = reader.query(selector, with_text=with_text)
        refuse_damaged(reading)
        if reading.items:
            return Selection(scope, reading)
        source = reading.source
    where = source.where if source else "the warehouse"
    raise UnknownSelector(
        f"no run, agent or model named {one_line(text)!r} in {where}",
        "list the runs with: nornir bakeoff leaderboard --runs",
    )


def refuse_damaged(reading: Reading[object]) -> None:
    """Refuse a warehouse that is damaged or out of reach and shows nothing.

    Raises:
        StorageFault: With the reader's own words.
    """
    source = reading.source
    if source.status in ("error", "offline", "locked") and not reading.items:
        raise StorageFault(source.detail or f"{source.where} cannot be read")
