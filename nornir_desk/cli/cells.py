"""``nornir bakeoff show | diff | plot | trend | advise``: a closer look."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from nornir_desk.bakeoff.inspect import CellInFull, cell_in_full, rows_to_advise, run_rows
from nornir_desk.bakeoff.trend import task_history
from nornir_desk.cli.boards import json_text, look
from nornir_desk.cli.console import console_of
from nornir_desk.domain.advice import advise as advise_rows
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.matrix import leaderboard
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import task_handle
from nornir_desk.present.build import cell_view
from nornir_desk.present.compare import compare_view, render_compare
from nornir_desk.present.detail import render_cell, selected_cell
from nornir_desk.present.plot import footer, plot_view
from nornir_desk.present.state import EvidenceView, SelectedCellView
from nornir_desk.present.trend import render_trend, trend_view
from nornir_desk.present.verdicts import advice_view, render_advice
from nornir_desk.wiring.charts import draw_score_plot
from nornir_desk.wiring.workshop import Workshop, open_workshop


def show(arguments: argparse.Namespace) -> int:
    """Print one cell in full; exit 0."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    rows = _rows(workshop, arguments.run_id)
    found = _cell(workshop, rows, arguments.cell)
    view = _view(found)
    if console.json:
        console.result(json_text(view))
    else:
        console.result(render_cell(view, look(), cells=found.cells, folder=found.folder))
    return 0


def diff(arguments: argparse.Namespace) -> int:
    """Print two cells of a run side by side; exit 0."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    rows = _rows(workshop, arguments.run_id)
    a, b = (_view(_cell(workshop, rows, name)) for name in (arguments.a, arguments.b))
    view = compare_view(a, b)
    console.result(json_text(view) if console.json else render_compare(view, look()))
    return 0


def plot(arguments: argparse.Namespace) -> int:
    """Draw a run into a file; exit 0, 1 where no cell could be drawn."""
    console = console_of(arguments)
    out = Path(arguments.out)
    if out.suffix.lower() not in (".png", ".svg"):
        raise UsageFault(f"OUT {arguments.out!r} is no .png and no .svg", "end it in one of them")
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    rows = _rows(workshop, arguments.run_id)
    cells = [cell_view(cell) for cell in leaderboard(rows)]
    title = f"{rows[0].run_id}  {task_handle(rows[0].prompt, rows[0].prompt_id)[:80]}"
    view = plot_view(cells, arguments.x, title)
    try:
        draw_score_plot()(view, out, log=not arguments.linear)
    except OSError as failure:
        raise UsageFault(
            f"OUT {arguments.out!r} cannot be written: {failure.strerror}"
        ) from failure
    if footer(view):
        console.note(footer(view))
    console.result(json_text(view) if console.json else str(out))
    return 0 if view.points else 1


def advise(arguments: argparse.Namespace) -> int:
    """Print what to use and why; exit 1 where nothing can be advised."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    rows = rows_to_advise(workshop.warehouse.reader(), arguments.run_id, arguments.task_id)
    limit_s = arguments.max_latency
    advice = advise_rows(
        rows,
        max_cost_usd=arguments.max_cost,
        max_latency_ms=None if limit_s is None else limit_s * 1_000,
    )
    view = advice_view(advice)
    console.result(json_text(view) if console.json else render_advice(view, look()))
    return 0 if advice.pick else 1


def trend(arguments: argparse.Namespace) -> int:
    """Print one cell over the runs of its task; exit 0."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    found = task_history(workshop.warehouse.reader(), arguments.run_id, arguments.cell)
    cell = found.cell
    view = trend_view(found.rows, cell.agent, cell.model, cell.prompt_id, found.task)
    console.result(json_text(view) if console.json else render_trend(view, look()))
    return 0


def _rows(workshop: Workshop, run_id: str) -> tuple[AgentModelRunRow, ...]:
    warehouse = workshop.warehouse
    return run_rows(warehouse.reader(), run_id, warehouse.unfinished())


def _cell(workshop: Workshop, rows: Sequence[AgentModelRunRow], name: str) -> CellInFull:
    return cell_in_full(rows, name, workshop.warehouse.evidence(workshop.redactor))


def _view(found: CellInFull) -> SelectedCellView:
    evidence = {
        prompt_id: tuple(EvidenceView(file.name, file.size) for file in files)
        for prompt_id, files in found.evidence.items()
    }
    return selected_cell(cell_view(found.cell), found.rows, evidence)
