"""What is on the screen as CSV, JSON and Markdown."""

import csv
import io
import json
from dataclasses import replace

import pytest

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.source import Reading, Source, summarise_runs
from nornir_desk.present.build import cell_view
from nornir_desk.present.choices import Choices, SortView
from nornir_desk.present.compare import compare_view
from nornir_desk.present.detail import selected_cell
from nornir_desk.present.export_text import Form, What, export_text, exportable, file_name, told
from nornir_desk.present.json_text import to_json
from nornir_desk.present.leaderboard import LeaderboardState, leaderboard_state
from nornir_desk.present.plot import plot_view
from nornir_desk.present.state import SelectedCellView
from nornir_desk.present.trend import trend_view

ROWS = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)
RUN_ID = ROWS[0].run_id


def _cell(name: str) -> SelectedCellView:
    found = next(c for c in matrix_grid(ROWS).cells if c.name == name)
    return selected_cell(cell_view(found), [row for row in ROWS if row.cell == name], {})


def _state(choices: Choices = Choices()) -> LeaderboardState:  # noqa: B008 - a value
    runs = Reading(summarise_runs(ROWS), Source("local", "w", "live", None, 1_796_051_567_000_000))
    state = leaderboard_state(runs, ROWS, RUN_ID, choices)
    a, b = _cell("claude/opus"), _cell("kilo/opus")
    task = ROWS[0].prompt
    return replace(
        state,
        selected_cell=a,
        compare=compare_view(a, b),
        plot=plot_view(state.leaderboard, "cost", RUN_ID),
        trend=trend_view(ROWS, "claude", "opus", ROWS[0].prompt_id, task),
    )


def _csv(what: What, choices: Choices = Choices()) -> list[dict[str, str]]:  # noqa: B008 - a value
    return list(csv.DictReader(io.StringIO(export_text(_state(choices), what, "csv"))))


def test_what_the_view_shows_is_offered_first() -> None:
    assert exportable(_state())[:2] == ("ranked", "matrix")
    assert exportable(_state(Choices(view="trend")))[0] == "trend"
    bare = replace(_state(), selected_cell=None, compare=None, plot=None, trend=None)
    assert exportable(bare) == ("ranked", "matrix", "runs")


@pytest.mark.parametrize("form", ["csv", "json", "markdown"])
def test_every_part_has_every_form(form: Form) -> None:
    state = _state()
    parts = exportable(state)
    assert len(parts) == 7
    for what in parts:
        text = export_text(state, what, form)
        assert text.endswith("\n")
        assert text.strip()
        assert told(state, what)


def test_ranked_cells_come_as_filtered_and_sorted() -> None:
    choices = Choices(filter="kilo", sort=SortView("score"))
    names = ["kilo/mistral", "kilo/sonnet", "kilo/opus"]
    assert [row["cell"] for row in _csv("ranked", choices)] == names
    listed = json.loads(export_text(_state(choices), "ranked", "json"))
    assert [cell["cell"] for cell in listed] == names
    assert told(_state(choices), "ranked") == "Ranked cells: 3 of 9, as filtered and sorted"


def test_runs_come_as_filtered() -> None:
    assert "runs" not in exportable(_state(Choices(run_filter="no such run")))
    assert [row["run_id"] for row in _csv("runs")] == [RUN_ID]


def test_json_is_what_the_command_line_prints() -> None:
    state = _state()
    parts = {
        "matrix": state.matrix,
        "cell": state.selected_cell,
        "compare": state.compare,
        "trend": state.trend,
    }
    for what, part in parts.items():
        assert export_text(state, what, "json") == to_json(part) + "\n"  # type: ignore[arg-type]


def test_a_cell_as_markdown_fences_what_others_wrote() -> None:
    state = _state()
    cell = state.selected_cell
    assert cell is not None
    answer = replace(cell.answers[0], output="```\n# not a heading of ours\n````")
    text = export_text(
        replace(state, selected_cell=replace(cell, answers=(answer,))), "cell", "markdown"
    )
    assert "`````\n```\n# not a heading of ours\n````\n`````" in text
    assert text.startswith("# claude/opus\n")


def test_rows_of_single_cells() -> None:
    assert [row["score"] for row in _csv("trend")] == ["0.94"]
    assert _csv("compare")[0] == {
        "figure": "cell",
        "a": "claude/opus",
        "b": "kilo/opus",
        "delta": "",
    }
    assert _csv("cell")[0]["output"] == "(demo answer of claude/opus)"
    assert {row["free"] for row in _csv("plot")} == {"true", "false"}


def test_a_file_is_named_after_run_and_part_with_plain_signs() -> None:
    state = replace(_state(), selected_run="../../x y/ü")
    assert file_name(state, "ranked", ".csv") == "------x-y---ranked.csv"
    assert file_name(state, "runs", ".md") == "nornir-runs.md"
