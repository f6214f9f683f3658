"""Two cells compared: which lines and words differ, and which figures are better."""

import random
import time
from dataclasses import replace

import pytest

from nornir_desk.present.compare import DiffLine, compare_view, diff_lines, render_compare
from nornir_desk.present.detail import selected_cell
from nornir_desk.present.figure_delta import FigureDelta
from nornir_desk.present.look import Look
from nornir_desk.present.state import SelectedCellView
from nornir_desk.present.word_spans import word_spans
from tests.fakes.views import cell
from tests.fakes.warehouse_tables import row


def chosen(name: str, output: str = "", **figures: object) -> SelectedCellView:
    tokens = {
        "tokens_in": figures.pop("tokens_in", 10),
        "tokens_out": figures.pop("tokens_out", 20),
    }
    return selected_cell(cell(name, 1, **figures), [row(1, output=output, **tokens)], {})


def test_each_line_has_its_number_on_each_side() -> None:
    a = ["def add(a, b):", "    return a + b", "print(1)", "", "end"]
    b = ["# sums", "def add(a, b):", "    return b + a", "", "end"]
    assert list(diff_lines(a, b)) == [
        DiffLine("b", None, "# sums", None, 1),
        DiffLine("both", a[0], a[0], 1, 2),
        DiffLine("differs", a[1], b[2], 2, 3, ((13, 16),), ((11, 14),)),
        DiffLine("a", "print(1)", None, 3, None),
        DiffLine("both", "", "", 4, 4),
        DiffLine("both", "end", "end", 5, 5),
    ]


@pytest.mark.parametrize(
    ("a", "b", "marked"),
    [
        ("return a + b", "return b + a", (["+ b"], ["b +"])),
        ("the old grey mare", "the grey mare", (["old"], [])),
        ("uses a list", "uses two long lists", (["a list"], ["two long lists"])),
        ("f(x)", "f(x, y)", ([], [", y"])),
        ("a  b", "a b", ([" "], [])),
        ("größer als ñandú", "größer als emu", (["ñandú"], ["emu"])),
        ("same", "same", ([], [])),
        ("", "x", ([], ["x"])),
    ],
)
def test_words_are_marked_where_they_differ(
    a: str, b: str, marked: tuple[list[str], list[str]]
) -> None:
    spans = word_spans(a, b)
    assert ([a[i:j] for i, j in spans[0]], [b[i:j] for i, j in spans[1]]) == marked


def test_a_line_of_very_many_words_is_marked_from_the_first_to_the_last_that_differs() -> None:
    many = " ".join(f"w{n}" for n in range(1_000))
    a, b = f"start {many} end", f"start x{many}x end"
    assert word_spans(a, b)[0] == ((6, len(a) - 4),)


def test_figures_tell_which_side_is_better_and_how_far() -> None:
    a = chosen("a/m", score=0.5, score_low=0.4, score_high=0.6, latency_ms=900.0, cost_usd=0.08)
    b = chosen(
        "b/m",
        tokens_out=40,
        score=0.55,
        score_low=0.5,
        score_high=0.6,
        tokens_per_s=70.0,
        latency_ms=1_800.0,
        cost_usd=0.02,
        mcp_tool_calls=2,
    )
    figures = compare_view(a, b).figures
    assert figures[0].share == pytest.approx(1 / 11)
    assert replace(figures[0], share=None) == FigureDelta(
        "score", "0.500", "0.550", "+0.050 (+10 %)", "b", None, "intervals overlap"
    )
    assert figures[1:] == (
        FigureDelta("tok/s", "–", "70.0", "", None, None, None),
        FigureDelta("latency", "900 ms", "1.8 s", "+900 ms (+100 %)", "a", 0.5, None),
        FigureDelta("cost", "$0.0800", "$0.0200", "−$0.0600 (−75 %)", "b", -0.75, "4.0× cheaper"),
        FigureDelta("tokens in", "10", "10", "same", None, 0.0, None),
        FigureDelta("tokens out", "20", "40", "+20 (+100 %)", None, 0.5, None),
        FigureDelta("MCP calls", "–", "2", "", None, None, None),
    )


@pytest.mark.parametrize(
    ("name", "a", "b", "chip"),
    [
        ("cost_usd", 0.5, 0.0, "free"),
        ("cost_usd", 0.0, 0.5, None),
        ("cost_usd", 0.0, 0.0, None),
        ("cost_usd", 1.0, 0.95, None),
        ("cost_usd", 12.0, 0.01, "1,200× cheaper"),
        ("latency_ms", 3_000.0, 1_000.0, "3.0× faster"),
        ("tokens_per_s", 10.0, 100.0, "10× faster"),
        ("tokens_per_s", 100.0, 10.0, None),
    ],
)
def test_a_chip_tells_what_b_saves(name: str, a: float, b: float, chip: str | None) -> None:
    view = compare_view(
        replace(chosen("a/m"), **{name: a}),  # type: ignore[arg-type]
        replace(chosen("b/m"), **{name: b}),  # type: ignore[arg-type]
    )
    assert {figure.chip for figure in view.figures} == {chip, None}


def test_scores_far_apart_have_no_chip() -> None:
    a = chosen("a/m", score=0.2, score_low=0.1, score_high=0.3)
    b = chosen("b/m", score=0.8, score_low=0.7, score_high=0.9)
    assert compare_view(a, b).figures[0].chip is None
    assert compare_view(a, replace(b, score_low=None, score_high=None)).figures[0].chip is None


def test_the_lines_that_differ_are_counted() -> None:
    view = compare_view(chosen("a/m", "one\ntwo\nthree"), chosen("b/m", "one\nzwei\nthree\nfour"))
    assert (view.different, view.cut) == (3, False)
    assert compare_view(chosen("a/m", "x"), chosen("b/m", "x")).different == 0


def _words(number: int, words: int, lines: int, vocabulary: str = "the of ( ) x = foo bar") -> str:
    chosen_by = random.Random(number)  # noqa: S311  the same text each time
    known = vocabulary.split()
    return "\n".join(" ".join(chosen_by.choices(known, k=words)) for _ in range(lines))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("x" * 10_000_000, "y" + "x" * 10_000_000),
        (_words(1, 8, 100_000), _words(2, 8, 100_000)),
        ("\n" * 10_000_000, "x\n" * 100_000),
        (_words(1, 400, 2_000), _words(2, 400, 2_000)),
    ],
    ids=["one long line", "many lines", "empty lines", "long lines"],
)
def test_answers_of_any_size_are_compared_in_bounded_time_and_it_is_told_that_they_are_cut(
    a: str, b: str
) -> None:
    start = time.process_time()
    view = compare_view(chosen("a/m", a), chosen("b/m", b))
    # Far above what it takes, far below what comparing all would: hours.
    assert time.process_time() - start < 10
    assert view.cut
    assert len(view.diff) <= 4_000
    assert max(len(line.a or line.b or "") for line in view.diff) <= 2_000
    assert render_compare(view, Look()).splitlines()[-1] == (
        "only the first 2,000 lines, and of each the first 2,000 signs, are compared"
    )


@pytest.mark.parametrize("words", [1, 12, 60])
def test_hard_texts_stay_whole(words: int) -> None:
    a, b = _words(1, words, 1_500), _words(2, words, 1_500)
    diff = list(diff_lines(a.splitlines(), b.splitlines()))
    assert [line.a for line in diff if line.a is not None] == a.splitlines()
    assert [line.b for line in diff if line.b is not None] == b.splitlines()
    assert [n for line in diff if (n := line.a_number)] == list(range(1, 1_501))
    assert [n for line in diff if (n := line.b_number)] == list(range(1, 1_501))
