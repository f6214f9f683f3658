"""Tables for other programs: CSV that no spreadsheet runs, Markdown that no page obeys."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from nornir_desk.domain.figures import finite
from nornir_desk.domain.row import COLUMNS, AgentModelRunRow
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.state import CellView, GridCellView, MatrixView, RunView

_CRLF = "\r\n"
# What makes a spreadsheet read a text as a formula (OWASP, CSV injection).
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def rows_to_csv(rows: Iterable[AgentModelRunRow]) -> str:
    """Return raw rows as CSV, with the columns of the table."""
    return csv_text(COLUMNS, [asdict(row) for row in rows])


def runs_to_csv(runs: Iterable[RunView]) -> str:
    """Return the run list as CSV."""
    return csv_text([f.name for f in fields(RunView)], [asdict(run) for run in runs])


def matrix_to_csv(matrix: MatrixView) -> str:
    """Return the grid as CSV, a line a cell, best first."""
    return csv_text([f.name for f in fields(GridCellView)], [asdict(c) for c in matrix.cells])


def cells_to_csv(cells: Iterable[CellView]) -> str:
    """Return the ranked cells as CSV, in their order."""
    return csv_text([f.name for f in fields(CellView)], [asdict(cell) for cell in cells])


def cells_to_markdown(cells: Sequence[CellView]) -> str:
    """Return the ranked cells as a Markdown table."""
    lines = [
        (
            (f"{c.rank}=" if c.tied else str(c.rank)) if c.ok else formats.UNKNOWN,
            c.cell if c.label is not True else f"{c.agent}°/{c.model}",
            f"{formats.score(c.score)} {formats.half_width(c.score_low, c.score_high)}".strip(),
            formats.speed(c.tokens_per_s),
            formats.latency(c.latency_ms),
            formats.cost(c.cost_usd),
            formats.count(c.mcp_tool_calls),
            "ok" if c.ok else f"✗ {c.error or 'failed'}",
        )
        for c in cells
    ]
    head = ("#", "agent/model", "score", "tok/s", "latency", "cost", "mcp", "")
    return markdown_table(head, "rlrrrrrl", lines)


def matrix_to_markdown(matrix: MatrixView) -> str:
    """Return the grid as a Markdown table."""
    at = {(cell.agent, cell.model): cell for cell in matrix.cells}
    lines = [
        (agent, *(_grid_text(at.get((agent, model))) for model in matrix.models))
        for agent in matrix.agents
    ]
    return markdown_table(("agent", *matrix.models), "l" * (1 + len(matrix.models)), lines)


def runs_to_markdown(runs: Sequence[RunView]) -> str:
    """Return the run list as a Markdown table, newest first."""
    lines = [
        (run.run_id, run.task, f"{run.agents} × {run.cells}", str(run.failed), run.winner or "–")
        for run in runs
    ]
    return markdown_table(("run", "task", "agents × cells", "failed", "winner"), "llrrl", lines)


def _grid_text(cell: GridCellView | None) -> str:
    if cell is None:
        return "·"
    if not cell.ok:
        return "✗ failed"
    text = f"{formats.score(cell.score)} #{cell.rank}{' =' if cell.tied else ''}"
    return f"🥇 {text}" if cell.rank == 1 else text


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return lines as CSV under a line of column names; each row has all of these."""
    written = io.StringIO()
    # It quotes what its line's end is made of: bare, a CR ends a line of most spreadsheets too.
    writer = csv.writer(_Lines(written), lineterminator=_CRLF)
    writer.writerow(columns)
    writer.writerows([harmless(row[name]) for name in columns] for row in rows)
    return written.getvalue().rstrip("\n")


class _Lines:
    """Takes lines that end in CR LF and writes them with LF alone."""

    def __init__(self, written: io.StringIO) -> None:
        self._written = written

    def write(self, line: str) -> int:
        return self._written.write(f"{line.removesuffix(_CRLF)}\n")


def harmless(value: Any) -> Any:
    """Return a value as a field that no spreadsheet runs; a figure that is no number is none."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return finite(value)
    if isinstance(value, tuple):
        value = " ".join(value)
    if isinstance(value, str) and value.startswith(_FORMULA) and value != "-":
        return f"'{value}"
    return value


def markdown_table(head: Sequence[str], aligned: str, lines: Iterable[Sequence[str]]) -> str:
    """Return lines as a Markdown table.

    Args:
        head: The columns' names.
        aligned: For each column ``l`` or ``r``.
        lines: The texts; none of them is read as Markdown or as HTML.
    """
    rule = ["---:" if side == "r" else "---" for side in aligned]
    table = [[_escaped(text) for text in head], rule]
    table += [[_escaped(text) for text in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in table)


def _escaped(text: str) -> str:
    clean = html.escape(one_line(text), quote=False).replace("\\", "\\\\")
    for sign in "|`*_[]":
        clean = clean.replace(sign, f"\\{sign}")
    return clean
