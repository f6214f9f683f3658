"""Read one cell over the runs of its task."""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.bakeoff.board import refuse_damaged
from nornir_desk.bakeoff.inspect import cell_of, run_rows
from nornir_desk.domain.matrix import MatrixCell
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Task
from nornir_desk.domain.source import task_handle
from nornir_desk.ports.runs import RunReader


@dataclass(frozen=True, slots=True)
class TaskHistory:
    """What a trend is made of.

    Attributes:
        cell: The cell as ranked in the run that it was named in.
        task: First line of its task.
        rows: Every row of that task, of all runs and cells, without their text.
    """

    cell: MatrixCell
    task: str
    rows: tuple[AgentModelRunRow, ...]


def task_history(reader: RunReader, run_id: str, name: str) -> TaskHistory:
    """Return the rows of the task that the cell ``name`` of a run was measured on.

    Raises:
        UnknownSelector: There is no such run, or no such cell in it.
        StorageFault: The warehouse is damaged and shows no rows.
    """
    rows = run_rows(reader, run_id)
    cell = cell_of(rows, name)
    prompt = next(row.prompt for row in rows if row.key[:2] == (cell.agent, cell.model))
    history = reader.query(Task(cell.prompt_id), with_text=False)
    refuse_damaged(history)
    return TaskHistory(cell, task_handle(prompt, cell.prompt_id), history.items)
