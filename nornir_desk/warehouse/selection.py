"""What a selector reads where the slim rows say in which files it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from nornir_desk.domain.identity import base_prompt_id, of_task_pattern
from nornir_desk.domain.row import AGENT_UNSET, AgentModelRunRow
from nornir_desk.domain.selector import Agent, All, Model, Newest, Run, Selector, Task
from nornir_desk.domain.text import well_formed
from nornir_desk.warehouse.codec import rows_from_arrow
from nornir_desk.warehouse.history import RunHistory
from nornir_desk.warehouse.state import NeedsScan, TableState

if TYPE_CHECKING:
    import pyarrow as pa

    from nornir_desk.warehouse.held import Held


def select_rows(
    history: RunHistory, state: TableState, selector: Selector, *, with_text: bool
) -> list[AgentModelRunRow]:
    """Return the selected rows of a state, in no particular order.

    Args:
        history: What is known of the table's rows.
        state: The state.
        selector: Which rows.
        with_text: False leaves prompt and output unread.

    Raises:
        NeedsScan: Only the whole scan reads this state rightly.
        OSError: A file is missing.
        ValueError: A file is damaged.
    """
    if isinstance(selector, Run | Newest) and not history.holds(state):
        # One run alone is told by the manifests, and all others need not be had for it.
        return _one_run(history, state, selector, with_text=with_text)
    held = history.rows(state)
    named = _named(history, state, selector)
    found = held.rows if isinstance(named, All) else held.rows.filter(_mask(held.rows, named))
    if not with_text:
        return list(rows_from_arrow(found.drop_columns(["prompt"])))
    return [row for row in _whole(state, _paths(held, found)) if _matches(row, named)]


def _one_run(
    history: RunHistory, state: TableState, selector: Run | Newest, *, with_text: bool
) -> list[AgentModelRunRow]:
    from nornir_desk.warehouse.live_files import newest_run

    files = history.files(state)
    if any(file.run_id is None for file in files):
        raise NeedsScan("a file tells no run")
    wanted = well_formed(selector.run_id) if isinstance(selector, Run) else newest_run(files)
    paths = [file.path for file in files if file.run_id == wanted]
    return _whole(state, paths, with_text=with_text)


def _named(history: RunHistory, state: TableState, selector: Selector) -> Selector:
    match selector:
        case Newest():
            runs = history.runs(state)
            return Run(runs[0].run_id if runs else "")
        case Run(run_id):
            return Run(well_formed(run_id))
        case Agent(agent):
            return Agent(well_formed(agent))
        case Model(model):
            return Model(well_formed(model))
        case Task(prompt_id):
            return Task(well_formed(prompt_id))
        case All():
            return selector


def _mask(rows: pa.Table, named: Selector) -> pa.ChunkedArray:
    import pyarrow.compute as pc

    match named:
        case Run(run_id):
            return pc.equal(rows["run_id"], run_id)
        case Model(model):
            return pc.equal(rows["model"], model)
        case Agent(agent):
            # Rows from before the matrix name no agent, and read as "-".
            return pc.equal(pc.fill_null(rows["agent"], AGENT_UNSET), agent)
        case Task(prompt_id):
            return pc.match_substring_regex(rows["prompt_id"], of_task_pattern(prompt_id))
        case _:
            raise AssertionError(named)


def _matches(row: AgentModelRunRow, named: Selector) -> bool:
    match named:
        case Run(run_id):
            return row.run_id == run_id
        case Model(model):
            return row.model == model
        case Agent(agent):
            return row.agent == agent
        case Task(prompt_id):
            return base_prompt_id(row.prompt_id) == prompt_id
        case _:
            return True


def _paths(held: Held, found: pa.Table) -> list[str]:
    from nornir_desk.warehouse.slim import FILE_NUMBER

    numbers = set(found[FILE_NUMBER].unique().to_pylist())
    return [path for path, file in held.files.items() if file.number in numbers]


def _whole(
    state: TableState, paths: Iterable[str], *, with_text: bool = True
) -> list[AgentModelRunRow]:
    from nornir_desk.domain.row import TEXT_COLUMNS
    from nornir_desk.warehouse.slim import read_file

    left_out = () if with_text else TEXT_COLUMNS
    columns = tuple(name for name in state.columns if name not in left_out)
    rows: list[AgentModelRunRow] = []
    for path in paths:
        local = state.root.local(path)
        if local is None:
            raise NeedsScan(f"{path} is not on this machine")
        rows += rows_from_arrow(read_file(local, columns))
    return rows
