"""A run in progress as lines on standard error."""

from __future__ import annotations

import sys
import threading

from nornir_desk.cli.console import drop, encoding_of
from nornir_desk.domain.figures import reported_latency, reported_score, reported_speed
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.glyphs import Glyphs, glyphs_for
from nornir_desk.present.table import elide_middle

_MB = 1_000_000
_NOTE_STEP = 0.1


def outcome(row: AgentModelRunRow, glyphs: Glyphs) -> str:
    """Return how a cell came out, in a few words."""
    if not row.ok:
        return f"{glyphs.failed} {one_line(row.error or 'failed')}"
    parts = [formats.latency(reported_latency(row.latency_ms))]
    if (speed := reported_speed(row.tokens_per_s)) is not None:
        parts.insert(0, f"{formats.speed(speed)} tok/s")
    if (score := reported_score(row.score, row.judge)) is not None:
        parts.insert(0, formats.score(score))
    return "  ".join(parts)


class SilentProgress:
    """Implements ``ports.progress.Progress``; says nothing."""

    def started(self, plan: RunPlan, done: tuple[AgentModelRunRow, ...]) -> None:
        """Say nothing."""

    def fetching(self, name: str, done_bytes: int, total_bytes: int) -> None:
        """Say nothing."""

    def calling(self, cell: Cell) -> None:
        """Say nothing."""

    def measured(self, row: AgentModelRunRow) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """Say nothing."""

    def finished(self) -> None:
        """Say nothing."""


class LineProgress(SilentProgress):
    """One line on standard error for each measured cell and each tenth of a download."""

    def __init__(self) -> None:
        self._glyphs = glyphs_for(encoding_of(sys.stderr))
        self._done = self._all = 0
        self._told_fetch = -1.0
        self._writing = threading.Lock()

    def started(self, plan: RunPlan, done: tuple[AgentModelRunRow, ...]) -> None:
        """Tell the run's id and size."""
        self._done, self._all = len(done), len(plan.cells())
        already = f", {self._done} of them made before" if done else ""
        self.note(f"run {plan.run_id}: {_size(plan)}{already}")

    def fetching(self, name: str, done_bytes: int, total_bytes: int) -> None:
        """Tell of a download, a line each tenth."""
        share = done_bytes / total_bytes if total_bytes else 0.0
        if share >= self._told_fetch + _NOTE_STEP or (share >= 1.0 > self._told_fetch):
            self._told_fetch = share
            self.note(f"fetching {name}: {done_bytes / _MB:.0f} of {total_bytes / _MB:.0f} MB")

    def measured(self, row: AgentModelRunRow) -> None:
        """Tell how a cell came out."""
        self._done += 1
        width = len(str(self._all))
        name = elide_middle(one_line(row.cell), 40, self._glyphs.ellipsis)
        repeat = row.prompt_id.rpartition("#")
        mark = f" #{repeat[2]}" if repeat[1] and repeat[2].isdigit() else ""
        self.note(f"[{self._done:{width}}/{self._all}] {name}{mark}  {outcome(row, self._glyphs)}")

    def note(self, text: str) -> None:
        """Tell something."""
        with self._writing:
            try:
                sys.stderr.write(one_line_keep_gaps(text) + "\n")
                sys.stderr.flush()
            except (OSError, ValueError):
                # Whoever read along has gone, or the disk is full: no reason to stop measuring.
                drop(sys.stderr)


def one_line_keep_gaps(text: str) -> str:
    """Return ``text`` made harmless for a terminal, its double spaces kept."""
    return "  ".join(one_line(part) for part in text.split("  "))


def _size(plan: RunPlan) -> str:
    cells = formats.plural(len(plan.agents) * len(plan.models), "cell")
    times = [
        formats.plural(count, what)
        for count, what in ((len(plan.tasks), "task"), (plan.repeats, "repeat"))
        if count > 1
    ]
    calls = f" = {formats.plural(len(plan.cells()), 'call')}" if times else ""
    return " x ".join([cells, *times]) + calls
