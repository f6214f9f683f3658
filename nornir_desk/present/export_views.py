"""Views of single cells for other programs: one in full, two compared, one over its runs, the plot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, fields

from nornir_desk.present import formats
from nornir_desk.present.compare import CompareView, DiffLine
from nornir_desk.present.detail import figure_texts, plain_text
from nornir_desk.present.export import csv_text, markdown_table
from nornir_desk.present.plot import AXIS_TITLES, PlotPoint, PlotView, footer
from nornir_desk.present.state import AnswerView, SelectedCellView
from nornir_desk.present.status import status_word
from nornir_desk.present.trend import TrendPoint, TrendView

_TREND = ("run_id", "ts", "score", "score_low", "score_high", "delta", "rank", "cells")
_TREND_MORE = ("tokens_per_s", "latency_ms", "cost_usd", "driver", "status", "error")
_TREND_LAST = ("winner", "winner_score")
_FENCE = re.compile(r"`{3,}")


def cell_to_csv(cell: SelectedCellView) -> str:
    """Return a cell as CSV, a line a measurement, with its texts."""
    columns = [f.name for f in fields(AnswerView) if f.name != "evidence"]
    return csv_text(columns, [asdict(answer) for answer in cell.answers])


def cell_to_markdown(cell: SelectedCellView) -> str:
    """Return a cell as Markdown: its figures, then what was asked and answered, each fenced."""
    table = markdown_table(("figure", "value"), "ll", list(figure_texts(cell).items()))
    parts = [f"# {_heading(cell.cell)}", table]
    for answer in cell.answers:
        mark = _heading(answer.prompt_id)
        parts += [f"## Task {mark}", _fenced(answer.prompt)]
        if answer.error is not None:
            parts += [f"## Error {mark}", _fenced(answer.error)]
        else:
            parts += [f"## Answer {mark}", _fenced(answer.output)]
    return "\n\n".join(parts)


def compare_to_csv(view: CompareView) -> str:
    """Return the figures of two cells as CSV, as they are shown."""
    rows = [
        {"figure": "cell", "a": view.a.cell, "b": view.b.cell, "delta": ""},
        *(
            {"figure": row.label, "a": row.a, "b": row.b, "delta": row.delta}
            for row in view.figures
        ),
    ]
    return csv_text(("figure", "a", "b", "delta"), rows)


def compare_to_markdown(view: CompareView) -> str:
    """Return two cells as Markdown: their figures, then the diff of their answers, fenced."""
    lines = [(row.label, row.a, row.b, row.delta) for row in view.figures]
    table = markdown_table(("", f"A {view.a.cell}", f"B {view.b.cell}", "B − A"), "lrrr", lines)
    told = [line for entry in view.diff for line in _diff_lines(entry)]
    return f"{table}\n\n{_fenced(chr(10).join(told))}"


def trend_to_csv(view: TrendView) -> str:
    """Return a cell over its runs as CSV, a line a run, oldest first."""
    columns = (*_TREND, *_TREND_MORE, *_TREND_LAST)
    return csv_text(columns, [_trend_row(point) for point in view.points])


def trend_to_markdown(view: TrendView) -> str:
    """Return a cell over its runs as a Markdown table, oldest first."""
    lines = [
        (
            point.run_id,
            f"{formats.score(point.cell.score)} {_spread(point)}".strip(),
            f"{point.cell.rank} of {point.cells}" if point.cell.ok else formats.UNKNOWN,
            formats.speed(point.cell.tokens_per_s),
            point.winner or formats.UNKNOWN,
            formats.score(point.winner_score),
            status_word(point.cell),
        )
        for point in view.points
    ]
    head = ("run", "score", "rank", "tok/s", "winner", "its score", "")
    title = f"# {_heading(view.cell)}: {_heading(view.task)}"
    return f"{title}\n\n{markdown_table(head, 'lrrrlrl', lines)}"


def plot_to_csv(view: PlotView) -> str:
    """Return the points of a plot as CSV."""
    return csv_text([f.name for f in fields(PlotPoint)], [asdict(p) for p in view.points])


def plot_to_markdown(view: PlotView) -> str:
    """Return the points of a plot as a Markdown table, those on the front marked."""
    lines = [
        (p.cell, f"{p.x:g}", formats.score(p.score), "on the front" if p.on_front else "")
        for p in view.points
    ]
    table = markdown_table(("agent/model", AXIS_TITLES[view.axis], "score", ""), "lrrl", lines)
    left_out = footer(view)
    return f"{table}\n\n{left_out}" if left_out else table


def _trend_row(point: TrendPoint) -> dict[str, object]:
    cell = point.cell
    held = {name: getattr(cell, name, None) for name in (*_TREND, *_TREND_MORE)}
    return held | {
        "run_id": point.run_id,
        "ts": point.ts,
        "delta": point.delta,
        "cells": point.cells,
        "rank": cell.rank if cell.ok else None,
        "status": status_word(cell),
        "winner": point.winner,
        "winner_score": point.winner_score,
    }


def _spread(point: TrendPoint) -> str:
    return formats.half_width(point.cell.score_low, point.cell.score_high)


def _diff_lines(line: DiffLine) -> Iterator[str]:
    if line.side == "both":
        yield f"  {line.a}"
        return
    if line.a is not None:
        yield f"A {line.a}"
    if line.b is not None:
        yield f"B {line.b}"


def _heading(text: str) -> str:
    # A heading takes what a table's field does, and for the same reasons.
    return markdown_table((text,), "l", ()).partition("\n")[0].strip("| ")


def _fenced(text: str) -> str:
    longest = max((len(fence) for fence in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{plain_text(text)}\n{fence}"
