"""One cell over the runs of its task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.matrix import leaderboard
from nornir_desk.domain.row import AgentModelRunRow, query_order
from nornir_desk.domain.units import without_copies
from nornir_desk.present import formats
from nornir_desk.present.build import cell_view
from nornir_desk.present.look import Look, below, label_line, table_lines, wrapped
from nornir_desk.present.state import CellView
from nornir_desk.present.status import FAILED, OK, status_word
from nornir_desk.present.table import Column, Role, Text


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """The cell in one run, ranked among that run's cells.

    Attributes:
        run_id: The run.
        ts: Its time, ISO 8601 in UTC.
        cell: The cell in it.
        cells: How many cells the run has.
        delta: Its score less the one in the run before in which it was scored; None without one.
        winner: That run's winner, ``agent/model``; None where every cell failed.
        winner_score: The winner's score.
        driver_before: The driver of the run before, where it was another one.
    """

    run_id: str
    ts: str
    cell: CellView
    cells: int
    delta: float | None
    winner: str | None
    winner_score: float | None
    driver_before: str | None


@dataclass(frozen=True, slots=True)
class TrendView:
    """One cell over the runs of a task, oldest first."""

    cell: str
    agent: str
    model: str
    prompt_id: str
    task: str
    points: tuple[TrendPoint, ...]


def trend_view(
    rows: Iterable[AgentModelRunRow], agent: str, model: str, prompt_id: str, task: str
) -> TrendView:
    """Return one cell over the runs of a task.

    Each run is ranked by its rows of this task alone, repeats folded. A run that only took the
    cell's rows over from an earlier one did not measure it, and made-up figures are never set
    beside measured ones: the newest run says which of the two are shown.

    Args:
        rows: The rows of the task, of all its cells.
        agent: The cell's agent.
        model: Its model.
        prompt_id: The task's handle.
        task: Its first line.
    """
    held = sorted(rows, key=query_order)
    by_run: dict[str, list[AgentModelRunRow]] = {}
    for row in held:
        by_run.setdefault(row.run_id, []).append(row)
    own = [row for row in held if (row.agent, row.model) == (agent, model)]
    points: list[TrendPoint] = []
    for run_id in _runs_to_show(own):
        points.append(_point(by_run[run_id], agent, model, points))
    return TrendView(f"{agent}/{model}", agent, model, prompt_id, task, tuple(points))


def _runs_to_show(own: Sequence[AgentModelRunRow]) -> list[str]:
    """Return the runs that measured the cell itself and are of the newest one's kind, in order."""
    made_up: dict[str, bool] = {}
    for row in without_copies(own):
        made_up[row.run_id] = made_up.get(row.run_id, True) and row.driver == MOCK_DRIVER
    newest = next(reversed(made_up.values()), False)
    return [run_id for run_id, kind in made_up.items() if kind == newest]


def _point(
    rows: Sequence[AgentModelRunRow], agent: str, model: str, before: Sequence[TrendPoint]
) -> TrendPoint:
    board = leaderboard(rows)
    cell = next(cell_view(c) for c in board if (c.agent, c.model) == (agent, model))
    earlier = (point.cell.score for point in reversed(before))
    scored = next((score for score in earlier if score is not None), None)
    driver = before[-1].cell.driver if before else cell.driver
    return TrendPoint(
        run_id=rows[0].run_id,
        ts=formats.timestamp(max(row.ts_micros for row in rows)),
        cell=cell,
        cells=len(board),
        delta=None if cell.score is None or scored is None else round(cell.score - scored, 12),
        winner=board[0].name if board[0].ok else None,
        winner_score=board[0].score if board[0].ok else None,
        driver_before=driver if driver != cell.driver else None,
    )


def render_trend(view: TrendView, look: Look) -> str:
    """Return a trend as text: a line a run, oldest first."""
    columns = (
        Column("run"),
        Column("score", right=True),
        Column("±", right=True, drop=1),
        Column("change", right=True),
        Column("#", right=True),
        Column("tok/s", right=True, drop=2),
        Column("winner", minimum=10),
        Column("score", right=True, drop=3),
        Column(""),
    )
    cells = [point.cell for point in view.points]
    beneath = [line for point in view.points for line in _other_driver(point, look)]
    if not view.points:
        beneath = wrapped("no run that measured this cell itself has landed", look, "quiet")
    title = wrapped(f"{view.cell}: {view.task}", look, "head")
    lines = table_lines(columns, [_line(point, look) for point in view.points], look)
    return "\n".join([*title, *lines, *below([*beneath, *label_line(cells, look)])])


def _line(point: TrendPoint, look: Look) -> list[Text]:
    cell = point.cell
    word = status_word(cell)
    roles: dict[str, Role] = {OK: "good", FAILED: "failed"}
    rank = f"{cell.rank}/{point.cells}" if cell.ok else formats.UNKNOWN
    return [
        Text(point.run_id, "quiet"),
        Text(formats.score(cell.score)),
        Text(formats.half_width(cell.score_low, cell.score_high), "quiet"),
        Text(_change(point)),
        Text(rank, "winner" if cell.ok and cell.rank == 1 else "text"),
        Text(formats.speed(cell.tokens_per_s)),
        Text(point.winner or formats.UNKNOWN, "quiet"),
        Text(formats.score(point.winner_score), "quiet"),
        Text(f"{look.glyphs.failed} {word}" if word == FAILED else word, roles.get(word, "quiet")),
    ]


def _change(point: TrendPoint) -> str:
    if point.delta is None:
        return ""
    sign = "+" if point.delta > 0 else formats.MINUS if point.delta < 0 else ""
    return f"{sign}{formats.score(abs(point.delta))}"


def _other_driver(point: TrendPoint, look: Look) -> list[str]:
    if point.driver_before is None:
        return []
    now = point.cell.driver or formats.UNKNOWN
    return wrapped(f"{point.run_id}: driver {point.driver_before} before, {now} now", look, "warn")
