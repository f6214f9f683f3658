"""What is read in the background: from a warehouse to what is shown, without Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from nornir_desk.bakeoff.inspect import cell_in_full
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import Run, Task
from nornir_desk.domain.source import RunSummary
from nornir_desk.domain.text import one_line
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.ports.runs import RunReader, RunWatch, UnfinishedRuns
from nornir_desk.present.arrange import Arranger
from nornir_desk.present.build import (
    cell_view,
    lead_view,
    matrix_view,
    run_view,
    source_view,
    unfinished_view,
)
from nornir_desk.present.detail import selected_cell
from nornir_desk.present.state import (
    CellView,
    EvidenceView,
    LeadView,
    MatrixView,
    RunView,
    SelectedCellView,
    SourceView,
    UnfinishedView,
)
from nornir_desk.present.trend import TrendView, trend_view


class NobodyWaits(Exception):
    """What was being read is not asked for any more; nobody hears of it."""


class Place(Protocol):
    """A warehouse, or a server, that is looked at; safe from many threads."""

    @property
    def where(self) -> str:
        """Its path, name or address."""
        ...

    def prepare(self, waited_for: Callable[[], bool]) -> None:
        """Have what is too much for a process that draws read by another one."""
        ...

    def reader(self) -> RunReader:
        """Return what reads it."""
        ...

    def watch(self) -> RunWatch:
        """Return what tells that there is something new."""
        ...

    def unfinished(self) -> UnfinishedRuns:
        """Return what tells of the runs that have not landed."""
        ...

    def kept(self) -> EvidenceStore:
        """Return where evidence is."""
        ...


@dataclass(frozen=True, slots=True)
class Listed:
    """The run list as it was read.

    Attributes:
        mark: Stands for that state.
        source: Where it was read.
        runs: The runs, newest first.
        unfinished: Those that have not landed.
        summaries: What ``runs`` are the views of.
    """

    mark: str
    source: SourceView
    runs: tuple[RunView, ...]
    unfinished: tuple[UnfinishedView, ...]
    summaries: tuple[RunSummary, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """One run as it is shown, landed or not: cells best first, and what arranges them."""

    run_id: str
    cells: tuple[CellView, ...]
    lead: LeadView | None
    matrix: MatrixView
    arranger: Arranger


def mark_of(place: Place) -> str:
    """Return what stands for the state of a place, runs in progress included."""
    return f"{place.watch().mark()} | {place.unfinished().mark()}"


def read_list(
    place: Place, before: Listed | None = None, waited_for: Callable[[], bool] = lambda: True
) -> Listed:
    """Read the run list.

    Args:
        place: Where.
        before: What was read before: a run that is the same keeps its view.
        waited_for: Does anyone still wait?

    Raises:
        NobodyWaits: So it was found out before most of the work.
    """
    mark = mark_of(place)
    place.prepare(waited_for)
    if not waited_for():
        raise NobodyWaits
    reading = place.reader().runs()
    landed = {run.run_id for run in reading.items}
    under_way = [run for run in place.unfinished().unfinished() if run.plan.run_id not in landed]
    return Listed(
        mark=mark,
        source=source_view(reading.source),
        runs=_views(reading.items, before),
        unfinished=tuple(unfinished_view(run) for run in under_way),
        summaries=reading.items,
    )


def _views(runs: Sequence[RunSummary], before: Listed | None) -> tuple[RunView, ...]:
    # A reader hands on the summaries that it has, so the same run is the same object.
    known = {}
    if before is not None and len(before.summaries) == len(before.runs):
        known = {id(run): view for run, view in zip(before.summaries, before.runs, strict=True)}
    return tuple(known.get(id(run)) or run_view(run) for run in runs)


def without_loss(before: Listed | None, listed: Listed) -> Listed:
    """Return a run list that keeps what was read before, where the place shows nothing any more."""
    source = listed.source
    if before is None or not before.runs or listed.runs or source.status == "live":
        return listed
    if source.status == "empty":
        detail = f"no runs in {source.where} any more; what was read before is shown"
        source = replace(source, status="error", detail=detail)
    return replace(listed, runs=before.runs, source=source)


def nothing_read(place: Place | None, failure: Exception) -> Listed:
    """Return the run list of a place that could not be read at all."""
    told = one_line(str(failure)) or type(failure).__name__
    where = place.where if place is not None else ""
    return Listed("", SourceView("local", where, "error", told, ""), (), ())


def read_board(place: Place, run_id: str) -> Board | None:
    """Read one run, landed or not; None where there is no such run."""
    rows = _rows(place, run_id, with_text=False)
    return board_of(run_id, rows) if rows else None


def board_of(run_id: str, rows: Sequence[AgentModelRunRow]) -> Board:
    """Return how the rows of one run are shown."""
    grid = matrix_grid(rows)
    cells = tuple(cell_view(cell) for cell in grid.cells)
    return Board(run_id, cells, lead_view(rows, grid), matrix_view(grid), Arranger(cells))


def read_cell(place: Place, run_id: str, name: str) -> SelectedCellView:
    """Read one cell with its text and evidence.

    Raises:
        UnknownSelector: There is no such cell any more.
    """
    from nornir_desk.domain.errors import UnknownSelector

    rows = _rows(place, run_id, with_text=True)
    if not rows:
        raise UnknownSelector(f"no run {one_line(run_id)!r}", "refresh the run list")
    found = cell_in_full(rows, name, place.kept())
    evidence = {
        prompt_id: tuple(EvidenceView(file.name, file.size) for file in files)
        for prompt_id, files in found.evidence.items()
    }
    return selected_cell(cell_view(found.cell), found.rows, evidence)


def read_trend(place: Place, cell: CellView, task: str) -> TrendView:
    """Read one cell over the runs of its task."""
    rows = place.reader().query(Task(cell.prompt_id), with_text=False).items
    return trend_view(rows, cell.agent, cell.model, cell.prompt_id, task)


def _rows(place: Place, run_id: str, *, with_text: bool) -> Sequence[AgentModelRunRow]:
    rows = place.reader().query(Run(run_id), with_text=with_text).items
    return rows or place.unfinished().rows(run_id)
