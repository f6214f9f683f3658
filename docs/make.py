"""Writes the pages that are made from the code: docs/state.md, docs/help.md, docs/leaderboard.svg.

Run it as ``python docs/make.py``; a test compares what stands there with what it would write.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
from dataclasses import fields
from pathlib import Path

from pydantic import TypeAdapter
from rich.console import Console
from rich.text import Text

from nornir_desk.cli.console import ansi
from nornir_desk.cli.main import COMMANDS as MAIN_COMMANDS
from nornir_desk.cli.parser import build_parser
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.present.board import board_view
from nornir_desk.present.choices import Choices, SortView
from nornir_desk.present.compare import CompareView, DiffLine
from nornir_desk.present.figure_delta import FigureDelta
from nornir_desk.present.grid import render_matrix
from nornir_desk.present.head import HeadView
from nornir_desk.present.leaderboard import LeaderboardState
from nornir_desk.present.look import Look
from nornir_desk.present.plot import PlotPoint, PlotView
from nornir_desk.present.ranked import render_leaderboard
from nornir_desk.present.state import (
    AnswerView,
    CellView,
    EvidenceView,
    GridCellView,
    HeatView,
    LeadView,
    MatrixView,
    RunView,
    SelectedCellView,
    SourceView,
    UnfinishedView,
)
from nornir_desk.present.trend import TrendPoint, TrendView

VIEWS = (
    LeaderboardState,
    SourceView,
    RunView,
    UnfinishedView,
    Choices,
    SortView,
    CellView,
    LeadView,
    HeadView,
    MatrixView,
    GridCellView,
    HeatView,
    SelectedCellView,
    AnswerView,
    EvidenceView,
    PlotView,
    PlotPoint,
    CompareView,
    DiffLine,
    FigureDelta,
    TrendView,
    TrendPoint,
)
DOCS = Path(__file__).resolve().parent
COMMANDS = ("", "bakeoff", *MAIN_COMMANDS)


def pages() -> dict[str, str]:
    """Return file name -> text of every page made from the code."""
    return {"state.md": state_page(), "help.md": help_page(), "leaderboard.svg": picture()}


def state_page() -> str:
    """Return the page of the state's keys: a table a part, and the whole as JSON Schema."""
    schema = TypeAdapter(LeaderboardState).json_schema(mode="serialization")
    parts = [
        "# The state",
        '`state_json()["leaderboard"]` (`nornir_desk.present.leaderboard`) holds everything that the leaderboard\n'
        "shows. A figure that was not reported is `null`. `nornir bakeoff leaderboard --state` prints it, but for\n"
        "the parts that are on the screen only now and then, which have their own commands:\n\n"
        "| part | printed by |\n|---|---|\n"
        "| `runs`, `unfinished` | `leaderboard --runs --json`, `leaderboard --unfinished --json` |\n"
        "| `matrix` | `leaderboard --matrix --json` (with `--heat FIGURE` its steps) |\n"
        "| `shown` | `leaderboard --state` with `--filter`, `--failures`, `--sort` |\n"
        "| `selected_cell` | `show RUN_ID AGENT/MODEL --json` |\n"
        "| `compare` | `diff RUN_ID AGENT/MODEL AGENT/MODEL --json` |\n"
        "| `plot` | `plot RUN_ID OUT.svg --json` |\n"
        "| `trend` | `trend RUN_ID AGENT/MODEL --json` |\n\n"
        "`leaderboard --json` prints the raw rows, whose columns are in [warehouse.md](warehouse.md). This page is\n"
        "made by `python docs/make.py`.",
        *(_part(view) for view in VIEWS),
        "## As JSON Schema",
        "<details><summary>the whole</summary>",
        f"```json\n{json.dumps(schema, indent=1, ensure_ascii=False)}\n```",
        "</details>",
    ]
    return "\n\n".join(parts) + "\n"


def _part(view: type) -> str:
    told = " ".join((view.__doc__ or "").split())
    lines = [f"| `{f.name}` | `{str(f.type).replace('|', chr(92) + '|')}` |" for f in fields(view)]
    return "\n".join([f"## {view.__name__}\n", told, "", "| key | type |", "|---|---|", *lines])


def help_page() -> str:
    """Return the page of every command's --help."""
    parts = ["# Help\n\nWhat `--help` prints. This page is made by `python docs/make.py`.\n"]
    for command in COMMANDS:
        shown = " ".join(["nornir", *command.split(), "--help"])
        parts.append(f"## `{shown}`\n\n```text\n{_help(command)}```\n")
    return "\n".join(parts)


def picture() -> str:
    """Return the demo leaderboard as a terminal draws it, as SVG without anything from elsewhere."""
    board = board_view(demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000))
    look = Look(paint=ansi)
    labels = {cell.agent for cell in board.cells if cell.label}
    text = "\n\n".join(
        (
            render_matrix(board.matrix, look, labels=labels),
            render_leaderboard(board.cells, look, lead=board.lead),
        )
    )
    console = Console(record=True, width=78, file=io.StringIO(), color_system="standard")
    console.print(Text.from_ansi(text))
    svg = console.export_svg(title="nornir bakeoff demo", unique_id="nornir")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def _help(command: str) -> str:
    printed = io.StringIO()
    os.environ["COLUMNS"] = "80"
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        parser: argparse.ArgumentParser = build_parser()
        parser.parse_args([*command.split(), "--help"])
    return printed.getvalue()


if __name__ == "__main__":
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
