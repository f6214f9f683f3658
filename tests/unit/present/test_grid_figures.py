"""The figures of the grid, shown and copied."""

from dataclasses import replace

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.present.board import board_view
from nornir_desk.present.grid_figures import figure_text, matrix_to_tsv, nobody_scored

ROWS = demo_matrix_rows("r", 1)
MATRIX = board_view(ROWS).matrix
UNSCORED = board_view([replace(row, score=0.0, judge=None) for row in ROWS]).matrix
AT = {(cell.agent, cell.model): cell for cell in MATRIX.cells}


def test_a_figure_is_the_score_else_why_there_is_none() -> None:
    assert figure_text(AT["claude", "opus"], unscored=False) == "0.940"
    assert figure_text(AT["local-llm", "opus"], unscored=False) == "failed"
    unscored = replace(AT["claude", "opus"], score=None)
    assert figure_text(unscored, unscored=False) == "unscored"


def test_where_nobody_scored_the_figure_is_what_ordered_them() -> None:
    assert (nobody_scored(MATRIX), nobody_scored(UNSCORED)) == (False, True)
    first = UNSCORED.cells[0]
    assert figure_text(first, unscored=True) == "84.0 tok/s"
    text = matrix_to_tsv(UNSCORED, [first.agent], [first.model], {f"{first.agent}/{first.model}"})
    assert text == f"agent\t{first.model}\n{first.agent}\t84.0"


def test_copied_cells_keep_their_places_and_leave_out_what_was_not_picked() -> None:
    picked = {"claude/opus", "local-llm/opus", "local-llm/sonnet", "claude/nothing"}
    text = matrix_to_tsv(MATRIX, ["claude", "local-llm"], ["opus", "sonnet"], picked)
    assert text == "agent\topus\tsonnet\nclaude\t0.94\t\nlocal-llm\tfailed\t0.82"


def test_no_name_is_a_formula_or_breaks_a_line() -> None:
    rows = [replace(ROWS[0], agent="=cmd()", model="a\tb\nc")]
    matrix = board_view(rows).matrix
    text = matrix_to_tsv(matrix, matrix.agents, matrix.models, {"=cmd()/a\tb\nc"})
    assert text == "agent\ta b c\n'=cmd()\t0.94"
