"""A closer look: the text of the selected cell, two cells compared, one cell over its runs.

Each is read when it is on the screen, and only then.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from nornir_desk.desk.reading import jobs
from nornir_desk.desk.reading.loader import Loader
from nornir_desk.desk.session import Session
from nornir_desk.domain.text import one_line
from nornir_desk.present.choices import Choices
from nornir_desk.present.compare import CompareView, compare_view
from nornir_desk.present.plot import PlotView, plot_view
from nornir_desk.present.state import SelectedCellView
from nornir_desk.present.trend import TrendView

# Arrowing through a grid reads the text of the cell on which one stays.
_SETTLE_MS = 60


class CloserLook(QObject):
    """What is read of single cells.

    Signals:
        detail_changed: ``detail``: the selected cell's text has come, or it is another cell.
        compare_changed: ``compare``.
        trend_changed: ``trend``.
    """

    detail_changed = Signal()
    compare_changed = Signal()
    trend_changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._loader = Loader("texts")
        self._detail: SelectedCellView | None = None
        self._compare: CompareView | None = None
        self._trend: TrendView | None = None
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._load)
        session.selection_changed.connect(self._other_cell)
        session.run_changed.connect(self._other_run)
        session.choices_changed.connect(self._other_choices)
        session.runs_changed.connect(self._other_runs)

    @property
    def detail(self) -> SelectedCellView | None:
        """The selected cell in full; None until its text has come."""
        return self._detail

    @property
    def compare(self) -> CompareView | None:
        """The two cells marked A and B; None unless both are, and the comparison is shown."""
        return self._compare

    @property
    def trend(self) -> TrendView | None:
        """The selected cell (else the winner) over its runs; None unless the trend is shown."""
        return self._trend

    @property
    def plot(self) -> PlotView | None:
        """The plot of the run; None unless it is shown."""
        session = self._session
        if session.choices.view != "plot" or not session.cells:
            return None
        return plot_view(session.cells, session.choices.axis, session.run_id or "")

    @property
    def reading(self) -> bool:
        """Is something being read, or about to be?"""
        return self._loader.busy or self._settle.isActive()

    def close(self) -> None:
        """Let go of what is being read, and wait for its thread."""
        self._settle.stop()
        self._loader.close()

    def _other_cell(self) -> None:
        self._loader.drop("detail")
        selected = self._session.selected
        if self._detail is not None and (selected is None or self._detail.cell != selected.cell):
            self._detail = None
            self.detail_changed.emit()
        self._settle.start()

    def _other_run(self) -> None:
        self._loader.drop("detail")
        self._loader.drop("compare")
        self._loader.drop("trend")
        self._detail = self._compare = None
        self.detail_changed.emit()
        self.compare_changed.emit()
        self._settle.start()

    def _other_runs(self) -> None:
        # The run that landed may be one more of the trend's.
        session = self._session
        if session.choices.view == "trend" and session.cells and session.place is not None:
            self._load_trend()

    def _other_choices(self, before: Choices) -> None:
        now = self._session.choices
        if (now.view, now.a, now.b) != (before.view, before.a, before.b):
            if now.view != "compare":
                self._loader.drop("compare")
            self._load()

    def _load(self) -> None:
        self._load_detail()
        view = self._session.choices.view
        if view == "compare":
            self._load_compare()
        elif view == "trend":
            self._load_trend()

    def _load_detail(self) -> None:
        session, place = self._session, self._session.place
        cell, run_id = session.selected, session.run_id
        if place is None or run_id is None or cell is None or self._detail is not None:
            return
        read = partial(jobs.read_cell, place, run_id, cell.cell)
        self._loader.load("detail", lambda _: read(), self._detail_read, self._failed)

    def _load_compare(self) -> None:
        session, place, run_id = self._session, self._session.place, self._session.run_id
        a, b = session.choices.a, session.choices.b
        if session.cell(a) is None or session.cell(b) is None or place is None or run_id is None:
            self._compare_read(None)
            return
        if self._compare is not None and (self._compare.a.cell, self._compare.b.cell) == (a, b):
            return
        sides = [partial(jobs.read_cell, place, run_id, name) for name in (a, b) if name]
        self._loader.load(
            "compare",
            lambda _: compare_view(*(side() for side in sides)),
            self._compare_read,
            self._failed,
        )

    def _load_trend(self) -> None:
        session, place = self._session, self._session.place
        cell = session.selected or next(iter(session.cells), None)
        if place is None or cell is None:
            self._trend_read(None)
            return
        run = session.run or session.unfinished_run
        read = partial(jobs.read_trend, place, cell, run.task if run else cell.prompt_id)
        self._loader.load("trend", lambda _: read(), self._trend_read, self._failed)

    def _detail_read(self, detail: SelectedCellView) -> None:
        self._detail = detail
        self.detail_changed.emit()

    def _compare_read(self, compare: CompareView | None) -> None:
        if compare is not self._compare:
            self._compare = compare
            self.compare_changed.emit()

    def _trend_read(self, trend: TrendView | None) -> None:
        if trend != self._trend:
            self._trend = trend
            self.trend_changed.emit()

    def _failed(self, failure: Exception) -> None:
        self._session.told.emit(f"it could not be read: {one_line(str(failure))}")
