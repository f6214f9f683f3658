"""CPU time of the ranked list at 10,000 cells: ``python -m tests.benchmarks.desk_ranked``.

Each function returns milliseconds of one step, over many; limits are those that keep a window fluent.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.leaderboard.ranked.panel import RankedPanel
from nornir_desk.desk.reading.jobs import Board, board_of
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.fonts import load_fonts
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.choices import SortView
from nornir_desk.system.resources import ShippedResources

CELLS = 10_000
LIMITS_MS = {"scroll": 5.0, "filter": 20.0, "sort": 20.0, "run": 17.0}
_RUN_ID = "20261130T134210-7f3a"
_PAGES = 8
_STEPS = 60


def ranked_scroll_ms() -> float:
    """Return what a step of the wheel (three lines) takes, painting included."""
    application, _session, panel = _window()
    bar = panel.view.verticalScrollBar()
    bar.setValue(0)
    application.processEvents()

    def step() -> None:
        bar.setValue(bar.value() + 84)
        application.processEvents()

    return _cpu_ms([step] * (_STEPS * 4))


def ranked_filter_ms() -> float:
    """Return what typing one more letter takes, painting included."""
    application, session, _panel = _window()

    def to(text: str) -> Callable[[], None]:
        def step() -> None:
            session.choose(filter=text)
            application.processEvents()

        return step

    to("m")()
    words = ("a", "ag", "agent-1", "agent-12", "")
    return _cpu_ms([to(word) for word in words] * (_STEPS // len(words)))


def ranked_sort_ms() -> float:
    """Return what a click on a column's head takes, painting included.

    Each column and direction is sorted once by then: the order of a run's cells is kept.
    """
    application, session, _panel = _window()

    def by(sort: SortView) -> Callable[[], None]:
        def step() -> None:
            session.choose(sort=sort)
            application.processEvents()

        return step

    sorts = [SortView(name, down) for name in ("model", "score", "rank") for down in (True, False)]
    return _cpu_ms([by(sort) for sort in sorts] * (_STEPS // len(sorts)))


def ranked_run_ms() -> float:
    """Return what the list takes to show another run of as many cells, without its first paint."""
    _application, session, panel = _window()
    boards = (_board(), _board(0.5))

    took = 0.0
    for board in boards * _PAGES:
        session._board = board
        session._arrange()
        took += _cpu_ms([panel._show_run])
    return took / (len(boards) * _PAGES)


def main() -> int:
    """Print each beside its limit; return 1 where one is over."""
    measured = {
        "scroll": ranked_scroll_ms(),
        "filter": ranked_filter_ms(),
        "sort": ranked_sort_ms(),
        "run": ranked_run_ms(),
    }
    for name, took in measured.items():
        sys.stdout.write(f"{name}: {took:.1f} ms of CPU, limit {LIMITS_MS[name]:.0f}\n")
    return int(any(took > LIMITS_MS[name] for name, took in measured.items()))


@cache
def _board(shift: float = 0.0) -> Board:
    rows = [
        AgentModelRunRow(
            run_id=_RUN_ID,
            ts_micros=1_796_051_567_000_000,
            agent=f"agent-{at % 100}",
            model=f"openai/model-{at // 100}",
            prompt_id="task",
            prompt="task",
            output="",
            latency_ms=1_000.0 + at,
            tokens_in=10,
            tokens_out=10,
            tokens_per_s=20.0 + at % 97,
            score=(at * 37 % 1_000 / 1_000 + shift) % 1,
            ok=at % 41 != 0,
            error=None if at % 41 else "timeout after 120 s",
            cost_usd=at / 1_000_000,
            mcp_tool_calls=at % 20,
            driver="codex 0.58.0",
            judge="path_recall 3/5",
        )
        for at in range(CELLS)
    ]
    board = board_of(_RUN_ID, rows)
    assert board is not None
    return board


@cache
def _window() -> tuple[QApplication, Session, RankedPanel]:
    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication([])
    session = Session()
    keeper = QWidget()
    skin = Skin(ShippedResources(), load_fonts(ShippedResources()))
    panel = RankedPanel(session, skin, Book(keeper))
    panel.setProperty("keeper", keeper)
    session._wanted = _RUN_ID
    session._take_board(_board())
    panel.resize(1152, 800)
    panel.show()
    application.processEvents()
    return application, session, panel


def _cpu_ms(steps: Sequence[Callable[[], None]]) -> float:
    began = time.process_time()
    for step in steps:
        step()
    return (time.process_time() - began) * 1_000 / len(steps)


if __name__ == "__main__":
    raise SystemExit(main())
