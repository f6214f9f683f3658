"""The live table of a run on a terminal: agents down, models across, and a bar beneath."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from contextlib import suppress

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from nornir_desk.cli.console import encoding_of, wants_colour
from nornir_desk.cli.lines import LineProgress, one_line_keep_gaps, outcome
from nornir_desk.domain.model_ref import parse_model_ref
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.glyphs import ASCII, glyphs_for
from nornir_desk.present.table import display_width

_MB = 1_000_000
_BAR_WIDTH = 32
_REFRESH_PER_S = 8
_SHOWN = 5
_OUTCOME_WIDTH = len("0.940  84.0 tok/s  12.1 s")


class LiveProgress(LineProgress):
    """Implements ``ports.progress.Progress``; the table goes when the run is over.

    Failed cells are told as lines above the table, so that they stay on the screen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._glyphs = glyphs_for(encoding_of(sys.stderr))
        self._console = Console(stderr=True, no_color=not wants_colour(sys.stderr))
        self._live: Live | None = None
        self._fetch: tuple[str, int, int] | None = None
        self._plan: RunPlan | None = None
        self._rows: dict[tuple[str, str], list[AgentModelRunRow]] = {}
        self._calling: set[tuple[str, str, str]] = set()
        self._told: set[tuple[str, str | None]] = set()
        self._last: deque[AgentModelRunRow] = deque(maxlen=_SHOWN)
        self._spinner = "line" if self._glyphs is ASCII else "dots"
        self._lock = threading.Lock()
        self._begun = time.monotonic()

    # The lock guards the state alone. rich has a lock of its own, which it holds while it draws and
    # so while it waits for ours: nothing of rich may be called with ours held.

    def started(self, plan: RunPlan, done: tuple[AgentModelRunRow, ...]) -> None:
        """Draw the table."""
        self._stop()
        super().started(plan, done)
        with self._lock:
            self._begun = time.monotonic()
            self._plan = plan
            for row in done:
                self._rows.setdefault(row.key[:2], []).append(row)
        self._start()

    def fetching(self, name: str, done_bytes: int, total_bytes: int) -> None:
        """Draw a bar of the download."""
        with self._lock:
            self._fetch = (name, done_bytes, total_bytes)
        if done_bytes >= total_bytes:
            self._stop()
        else:
            self._start()

    def calling(self, cell: Cell) -> None:
        """Show that a cell is being measured."""
        with self._lock:
            self._calling.add(cell.key)

    def measured(self, row: AgentModelRunRow) -> None:
        """Show how a cell came out."""
        with self._lock:
            self._done += 1
            self._calling.discard(row.key)
            self._rows.setdefault(row.key[:2], []).append(row)
            self._last.append(row)
            # Agents and repeats of one model fail alike: the reason is told once.
            news = not row.ok and (row.model, row.error) not in self._told
            self._told.add((row.model, row.error))
        if news:
            self.note(f"{row.cell}  {outcome(row, self._glyphs)}")

    def note(self, text: str) -> None:
        """Tell something above the table."""
        with suppress(
            OSError, ValueError
        ):  # a terminal that is gone is no reason to stop measuring
            self._console.print(Text(one_line_keep_gaps(text)), highlight=False)

    def finished(self) -> None:
        """Take the table away."""
        self._stop()

    # Started and stopped by the main thread alone, so the table itself needs no lock.

    def _start(self) -> None:
        if self._live is not None:
            return
        self._live = Live(
            console=self._console,
            get_renderable=self._draw,
            refresh_per_second=_REFRESH_PER_S,
            transient=True,
            vertical_overflow="ellipsis",
        )
        with suppress(OSError, ValueError):
            self._live.start()

    def _stop(self) -> None:
        live, self._live = self._live, None
        if live is not None:
            with suppress(OSError, ValueError):
                live.stop()

    def _draw(self) -> RenderableType:
        with self._lock:
            if self._plan is None:
                return self._draw_fetch()
            told = f"{self._done} of {formats.plural(self._all, 'call')}, {self._elapsed()}"
            fits = _table_width(self._plan) <= self._console.width
            body = self._table(self._plan) if fits else self._newest()
            return Group(body, _bar(self._done, self._all, told))

    def _draw_fetch(self) -> RenderableType:
        name, done, total = self._fetch or ("", 0, 1)
        told = f"{done / _MB:.0f} of {total / _MB:.0f} MB, {self._elapsed()}"
        return Group(Text(f"fetching {one_line(name)}"), _bar(done, total, told))

    def _elapsed(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self._begun), 60)
        return f"{minutes}:{seconds:02d}"

    def _table(self, plan: RunPlan) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("agent", overflow="ellipsis", no_wrap=True)
        for model in plan.models:
            table.add_column(Text(one_line(model)), overflow="ellipsis", no_wrap=True)
        for agent in plan.agents:
            cells = [self._cell(plan, agent, model) for model in plan.models]
            table.add_row(Text(one_line(agent)), *cells)
        return table

    def _newest(self) -> RenderableType:
        """Draw what is being called and what came last, where the whole grid has no room."""
        lines: list[RenderableType] = [
            Text(f"{one_line(row.cell)}  {outcome(row, self._glyphs)}", no_wrap=True)
            for row in self._last
        ]
        lines += [
            Spinner(self._spinner, text=Text(one_line(f"{agent}/{model}"), no_wrap=True))
            for agent, model, _ in sorted(self._calling)[:_SHOWN]
        ]
        return Group(*lines)

    def _cell(self, plan: RunPlan, agent: str, model: str) -> RenderableType:
        key = (agent, parse_model_ref(model).column)
        rows = self._rows.get(key, [])
        wanted = plan.repeats * len(plan.tasks)
        count = f" {len(rows)}/{wanted}" if wanted > 1 else ""
        if any(called[:2] == key for called in self._calling):
            return Spinner(self._spinner, text=Text(f"calling{count}"))
        if not rows:
            return Text(self._glyphs.absent, style="dim")
        if not all(row.ok for row in rows):
            return Text(f"{self._glyphs.failed} failed{count}", style="red")
        return Text(f"{outcome(rows[-1], self._glyphs)}{count}")


def _table_width(plan: RunPlan) -> int:
    agents = max(display_width(one_line(agent)) for agent in plan.agents)
    models = sum(max(_OUTCOME_WIDTH, display_width(one_line(m))) + 2 for m in plan.models)
    return agents + 2 + models


def _bar(done: int, total: int, told: str) -> RenderableType:
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_row(ProgressBar(total=max(1, total), completed=done, width=_BAR_WIDTH), Text(told))
    return line
