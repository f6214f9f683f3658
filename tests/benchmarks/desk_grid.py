"""How long the agent x model grid takes to scroll, and to show a run of 10,000 cells.

Run it as ``python -m tests.benchmarks.desk_grid``. CPU time without a screen; each frame is drawn
whole, though most of it could be moved. Exits 1 where a target is missed.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.leaderboard.matrix.view import GridView
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.heat import heat_of
from nornir_desk.present.state import GridCellView, MatrixView
from nornir_desk.system.resources import ShippedResources

FRAME_TARGET_MS = 5.0
SHOW_TARGET_MS = 17.0
_STEPS = 200
_SIZE = (1_300, 500)


def main() -> int:
    """Measure and print; return the exit code."""
    frame, shown = grid_scroll_ms(), grid_show_ms()
    lines = [
        "| what | figure | target |",
        "|---|---|---|",
        f"| CPU of a frame, 50 x 200 grid scrolled | {frame:.1f} ms | at most {FRAME_TARGET_MS:g} |",
        f"| CPU of showing 10,000 cells | {shown:.1f} ms | below {SHOW_TARGET_MS:g} |",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return int(frame > FRAME_TARGET_MS or shown >= SHOW_TARGET_MS)


def grid_scroll_ms() -> float:
    """Return the CPU of a frame in ms while 50 agents x 200 models are scrolled down and across."""
    app = QApplication.instance() or QApplication([])
    view = _view(heat_of(_matrix(50, 200), "score"))
    bars = (view.verticalScrollBar(), view.horizontalScrollBar())

    def scroll() -> None:
        for step in range(_STEPS):
            bar = bars[step % 2]
            bar.setValue((bar.value() + 24) % max(bar.maximum(), 1))
            # The worst frame: nothing of what was drawn is moved.
            view.viewport().update()
            app.processEvents()

    return _cpu_ms(scroll) / _STEPS


def grid_show_ms() -> float:
    """Return the CPU in ms of showing a run of 10,000 cells and its first frame."""
    QApplication.instance() or QApplication([])
    view = _view(_matrix(5, 6))
    model = view.model()
    assert isinstance(model, GridModel)
    times = []
    for count in range(5):
        matrix = heat_of(_matrix(50, 200, first=count), "score")

        def show(matrix: MatrixView = matrix) -> None:
            model.show(matrix, ())
            view.viewport().repaint()

        times.append(_cpu_ms(show))
    return median(times)


def _view(matrix: MatrixView) -> GridView:
    skin = Skin(ShippedResources())
    model = GridModel()
    view = GridView(model, skin)
    model.setParent(view)
    skin.setParent(view)
    view.resize(*_SIZE)
    model.show(matrix, ())
    view.show()
    QApplication.processEvents()
    return view


def _matrix(agents: int, models: int, first: int = 0) -> MatrixView:
    names = [f"agent-{first + row:03d}" for row in range(agents)]
    ids = [f"provider-{column % 5}/model-{column:03d}-large" for column in range(models)]
    places = [(agent, model) for agent in names for model in ids]
    cells = tuple(_cell(rank + 1, *place) for rank, place in enumerate(places))
    return MatrixView(tuple(names), tuple(sorted(ids)), None, cells)


def _cell(rank: int, agent: str, model: str) -> GridCellView:
    score = 0.99 - rank * 0.00009
    return GridCellView(
        agent=agent,
        model=model,
        rank=rank,
        ok=rank % 37 != 0,
        score=score,
        score_low=score - 0.004,
        score_high=score + 0.004,
        n=5,
        tied=rank % 11 == 0,
        tokens_per_s=70.0,
        latency_ms=900.0,
        cost_usd=0.01,
        mcp_tool_calls=3,
        driver=f"{agent} 1.0",
        label=False,
    )


def _cpu_ms(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1_000


if __name__ == "__main__":
    raise SystemExit(main())
