"""Names the adapter that draws plots."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from nornir_desk.present.plot import PlotView


class ScorePlot(Protocol):
    """Draws a plot into a file."""

    def __call__(self, view: PlotView, path: Path, *, log: bool = True) -> None:
        """Draw; the ending of the path says as what.

        Raises:
            PrerequisiteMissing: The extra for plots is not installed.
            OSError: The file cannot be written.
        """
        ...


def draw_score_plot() -> ScorePlot:
    """Return what draws the score plot."""
    from nornir_desk.charts.score_plot import draw_score_plot as draw

    return draw
