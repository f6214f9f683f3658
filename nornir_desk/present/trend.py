"""One cell over the runs of its task."""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.present.state import CellView


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
