"""Lines of a diff as they are drawn, and the figures above them."""

from dataclasses import replace

from nornir_desk.present.compare import compare_view, diff_lines
from nornir_desk.present.compare_rows import compare_rows
from nornir_desk.present.detail import selected_cell
from nornir_desk.present.diff_text import columns_of, difference_starts, shown_line, summary
from nornir_desk.present.state import SelectedCellView
from tests.fakes.views import cell
from tests.fakes.warehouse_tables import row


def full(name: str, output: str, **figures: object) -> SelectedCellView:
    return selected_cell(cell(name, 1, **figures), [row(1, output=output)], {})


def test_tabs_become_gaps_and_the_spans_go_along() -> None:
    shown = shown_line("\tif\tx:", ((1, 3), (4, 5)))
    assert shown.text == "    if  x:"
    assert [shown.text[start:end] for start, end in shown.spans] == ["if", "x"]


def test_a_line_that_runs_leftward_says_so() -> None:
    assert shown_line("abc מלה", ()).leftward
    assert not shown_line("漢字 é", ()).leftward


def test_wide_letters_take_two_columns() -> None:
    assert (columns_of("a\tb"), columns_of("漢字ab")) == (5, 6)


def test_lines_that_differ_in_a_row_are_one_difference() -> None:
    lines = list(diff_lines(["a", "x", "y", "b", "z"], ["a", "b", "c"]))
    assert difference_starts(lines) == (1, 4)


def test_the_summary_tells_what_is_there() -> None:
    one = full("a/m", "one\ntwo")
    assert summary(compare_view(one, full("b/m", "one\nother"))) == "2 of 3 lines differ"
    assert summary(compare_view(one, full("b/m", "one"))) == "1 of 2 lines differs"
    assert summary(compare_view(one, full("b/m", "one\ntwo"))) == "the answers are the same"
    assert summary(compare_view(one, full("b/m", "one\r\ntwo"))) == "they differ in line ends alone"
    failed = selected_cell(
        cell("c/m", 3, ok=False), [row(1, output="", ok=False, error="timed out")], {}
    )
    told = summary(compare_view(replace(one, n=3), failed))
    assert told == "B failed: timed out · 2 of 2 lines differ · the first measurement of each"


def test_a_row_of_figures_is_told_in_a_sentence() -> None:
    view = compare_view(
        full("a/m", "", score=0.912, score_low=0.9, score_high=0.924, cost_usd=0.0531),
        full("b/m", "", score=0.891, cost_usd=0.0118),
    )
    rows = {figure.label: figure for figure in compare_rows(view)}
    assert rows["Score"].a == "0.912 ±0.012"
    assert rows["Cost"].sentence == (
        "Cost: A $0.0531, B $0.0118, B less A −$0.0413 (−78 %), B is better, 4.5× cheaper"
    )
    assert rows["Driver"].sentence == "Driver: A –, B –"
