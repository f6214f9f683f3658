"""Read one cell of a run, or two, for a closer look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nornir_desk.bakeoff.board import refuse_damaged
from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.errors import UnknownSelector
from nornir_desk.domain.identity import base_prompt_id
from nornir_desk.domain.matrix import MatrixCell, leaderboard
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import All, Newest, Run
from nornir_desk.domain.text import one_line
from nornir_desk.domain.units import without_copies
from nornir_desk.ports.evidence import EvidenceFile, EvidenceStore
from nornir_desk.ports.runs import RunReader, UnfinishedRuns


@dataclass(frozen=True, slots=True)
class CellInFull:
    """One cell with its rows.

    Attributes:
        cell: The cell as ranked in its run.
        rows: Its rows in the order of their repeats.
        cells: How many cells its run has.
        evidence: What is kept of each row, by prompt_id.
        folder: Where the evidence of its first row is.
    """

    cell: MatrixCell
    rows: tuple[AgentModelRunRow, ...]
    cells: int
    evidence: dict[str, tuple[EvidenceFile, ...]]
    folder: str


def run_rows(
    reader: RunReader, run_id: str, unfinished: UnfinishedRuns | None = None
) -> tuple[AgentModelRunRow, ...]:
    """Return the rows of one run.

    Args:
        reader: Where landed runs are read.
        run_id: The run.
        unfinished: Where a run that has not landed is looked for; None = only landed ones count.

    Raises:
        UnknownSelector: There is no run of that id.
        StorageFault: The warehouse is damaged and shows no rows.
    """
    reading = reader.query(Run(run_id))
    rows = reading.items or (unfinished.rows(run_id) if unfinished else ())
    if rows:
        return rows
    refuse_damaged(reading)
    raise UnknownSelector(
        f"no run {one_line(run_id)!r} in {reading.source.where}",
        "list the runs with: nornir bakeoff leaderboard --runs",
    )


def cell_of(rows: Sequence[AgentModelRunRow], name: str) -> MatrixCell:
    """Return one cell of a run's rows, as ranked, by its name ``agent/model``.

    Raises:
        UnknownSelector: The run has no such cell; the message names those it has.
    """
    board = leaderboard(rows)
    cell = next((cell for cell in board if cell.name == name), None)
    if cell is None:
        raise UnknownSelector(
            f"run {rows[0].run_id} has no cell {one_line(name)!r}",
            f"it has {', '.join(one_line(c.name) for c in board[:9])}"
            + (", ..." if len(board) > 9 else ""),  # noqa: PLR2004  a line's worth
        )
    return cell


def cell_in_full(
    rows: Sequence[AgentModelRunRow], name: str, evidence: EvidenceStore
) -> CellInFull:
    """Return one cell of a run's rows by its name ``agent/model``.

    Raises:
        UnknownSelector: The run has no such cell; the message names those it has.
    """
    cell = cell_of(rows, name)
    own = sorted(
        (row for row in rows if row.key[:2] == (cell.agent, cell.model)),
        key=lambda row: (base_prompt_id(row.prompt_id), len(row.prompt_id), row.prompt_id),
    )
    places = {row.prompt_id: EvidencePlace(row.run_id, *row.key) for row in own}
    return CellInFull(
        cell=cell,
        rows=tuple(own),
        cells=len({row.key[:2] for row in rows}),
        evidence={prompt_id: evidence.listing(place) for prompt_id, place in places.items()},
        folder=str(evidence.folder_of(places[own[0].prompt_id])),
    )


def rows_to_advise(
    reader: RunReader, run_id: str | None, task_id: str | None
) -> tuple[AgentModelRunRow, ...]:
    """Return the rows that advice rests on: a run, the newest one, or the history of a task.

    Raises:
        UnknownSelector: Nothing of that name has landed, or nothing at all.
        StorageFault: The warehouse is damaged and shows no rows.
    """
    if run_id is not None:
        return run_rows(reader, run_id)
    reading = reader.query(Newest() if task_id is None else All(), with_text=False)
    refuse_damaged(reading)
    rows = reading.items
    if task_id is not None:
        rows = without_copies(row for row in rows if base_prompt_id(row.prompt_id) == task_id)
        rows = tuple(row for row in rows if row.driver != MOCK_DRIVER) or rows
    if not rows:
        what = "no run" if task_id is None else f"no row of the task {one_line(task_id)!r}"
        raise UnknownSelector(
            f"{what} in {reading.source.where}", "measure with: nornir bakeoff run"
        )
    return rows
