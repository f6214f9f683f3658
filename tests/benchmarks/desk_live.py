"""The window while something happens: a run lands, a million rows load.

``python -m tests.benchmarks.desk_live landed|million FOLDER`` prints figures, one process each: the
most memory that a process ever took is told of the whole of it.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from nornir_desk.desk.start import Desk, Opening
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.writer import IcebergRunWriter
from nornir_desk.wiring.place import open_place
from tests.benchmarks.reading import rows_of

_TICK_MS = 5
_MILLION_RUNS, _AGENTS, _MODELS = 3_000, 9, 37
_A_COMMIT = 100


def landed_ms(folder: Path, rounds: int = 9) -> float:
    """Return the median CPU in ms from a landed run being noticed to its grid on the screen."""
    desk = _opened(folder)
    writer = IcebergRunWriter(local_location(folder), SystemClock())
    first = 3_000_000 + time.monotonic_ns() // 1_000_000_000
    times = []
    for at in range(rounds):
        rows = rows_of(first + at)
        writer.append(rows)
        begun = time.process_time()
        desk.session.refresh()
        _settle(desk)
        desk.session.select_run(rows[0].run_id)
        _settle(desk)
        desk.window.tab.matrix.repaint()
        times.append((time.process_time() - begun) * 1_000)
    desk.close()
    return statistics.median(times)


def million(folder: Path) -> tuple[float, float, float]:
    """Load a million rows without a cache; return UI gaps in ms (p99, worst) and memory in MB."""
    with tempfile.TemporaryDirectory() as cache:
        before, os.environ["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME"), cache
        gaps: list[float] = []
        last = time.perf_counter()

        def tick() -> None:
            nonlocal last
            now = time.perf_counter()
            gaps.append((now - last) * 1_000 - _TICK_MS)
            last = now

        desk = _begun(folder)
        timer = QTimer(interval=_TICK_MS)
        timer.timeout.connect(tick)
        timer.start()
        last = time.perf_counter()
        _settle(desk)
        timer.stop()
        desk.close()
        if before is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = before
    gaps.sort()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024
    return gaps[int(len(gaps) * 0.99)], gaps[-1], memory


def build_million(folder: Path) -> None:
    """Build a warehouse of 3,000 runs of 9 agents x 37 models."""
    shutil.rmtree(folder, ignore_errors=True)
    writer = IcebergRunWriter(local_location(folder), SystemClock())
    one = demo_matrix_rows("", 0)[0]
    for first in range(0, _MILLION_RUNS, _A_COMMIT):
        writer.append(
            [
                replace(
                    one,
                    run_id=f"20260101T000000-{run:06x}",
                    ts_micros=1_767_225_600_000_000 + run * 60_000_000,
                    agent=f"agent-{agent}",
                    model=f"provider/model-{model:02d}",
                    score=(run * 7 + agent * 3 + model) % 101 / 100,
                )
                for run in range(first, first + _A_COMMIT)
                for agent in range(_AGENTS)
                for model in range(_MODELS)
            ]
        )


def _begun(folder: Path) -> Desk:
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication([])
    opening = Opening(warehouse=str(folder), size=(1440, 900), theme="light")
    return Desk(app, opening, open_place(str(folder), {}), {})


def _opened(folder: Path) -> Desk:
    desk = _begun(folder)
    _settle(desk)
    return desk


def _settle(desk: Desk) -> None:
    session, closer = desk.session, desk.closer
    while session.source is None or session.reading or closer.reading:
        # Whatever is read ends with an event; to ask again and again would be measured too.
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    QApplication.processEvents()


if __name__ == "__main__":
    measure, place = sys.argv[1], Path(sys.argv[2])
    found = (landed_ms(place),) if measure == "landed" else million(place)
    sys.stdout.write(" ".join(f"{value:.3f}" for value in found) + "\n")
