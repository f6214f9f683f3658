"""The run list, as text."""

from __future__ import annotations

from collections.abc import Sequence

from nornir_desk.present import formats
from nornir_desk.present.look import Look, table_lines, wrapped
from nornir_desk.present.state import RunView
from nornir_desk.present.table import Column, Text


def render_runs(runs: Sequence[RunView], look: Look, *, limit: int | None = None) -> str:
    """Return the run list, newest first.

    Args:
        runs: The runs.
        look: Width, signs and colours.
        limit: Runs to list at most; a last line tells how many were left out.
    """
    shown = runs if limit is None else runs[:limit]
    columns = (
        Column("run"),
        Column("task", minimum=12, prose=True),
        Column("agents" + look.glyphs.times + "cells", right=True, drop=1),
        Column("failed", right=True, drop=2),
        Column("winner", minimum=12),
    )
    lines = table_lines(columns, [_line(run, look) for run in shown], look)
    if any(run.label for run in shown):
        told = f"{look.glyphs.label} its agent is a label: no agent ran"
        lines += wrapped(told, look, "quiet")
    if len(shown) < len(runs):
        left_out = f"{formats.plural(len(runs) - len(shown), 'older run')}: --runs lists them all"
        lines.append(look.paint(left_out, "quiet"))
    return "\n".join(lines)


def _line(run: RunView, look: Look) -> list[Text]:
    sign = look.glyphs.label if run.label else ""
    winner = Text(run.winner + sign, "winner") if run.winner else Text(formats.UNKNOWN, "quiet")
    return [
        Text(run.run_id),
        Text(f"(mock) {run.task}" if run.made_up else run.task),
        Text(f"{run.agents} {look.glyphs.times} {run.cells}"),
        Text(str(run.failed), "failed" if run.failed else "quiet"),
        winner,
    ]
