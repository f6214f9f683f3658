"""Which cells and runs a filter leaves, and in which order a sort puts them."""

import pytest

from nornir_desk.present.arrange import MAX_FILTER, Arranger, arrange, filter_runs
from nornir_desk.present.choices import COLUMNS, Choices, Column, SortView
from tests.fakes.views import cell, run

CELLS = (
    cell("codex/gpt-5", 1, score=0.9, tokens_per_s=50.0, latency_ms=900.0, driver="codex 1.2"),
    cell("Claude/opus", 2, score=0.8, tokens_per_s=70.0, cost_usd=0.4, judge="Strict 4/5"),
    cell("pi/qwen", 3, score=0.8, tokens_per_s=50.0, cost_usd=0.0, note="empty answer"),
    cell("pi/opus", 4, ok=False, error="timed out after 300 s", latency_ms=300_000.0),
    cell("codex/opus", 5, ok=False, error="Connection refused"),
)
BY_NAME = {c.cell: at for at, c in enumerate(CELLS)}


def shown(**choices: object) -> list[str]:
    return [CELLS[at].cell for at in arrange(CELLS, Choices(**choices))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("", list(BY_NAME)),
        ("OPUS claude", ["Claude/opus"]),
        ("claude opus", ["Claude/opus"]),
        ("pi/op", ["pi/opus"]),
        ("strict", ["Claude/opus"]),
        ("codex 1.2", ["codex/gpt-5"]),
        ("timed", ["pi/opus"]),
        ("failed", ["pi/opus", "codex/opus"]),
        ("empty", ["pi/qwen"]),
        ("opus nowhere", []),
        ("x" * 5_000_000, []),
        ("opus " + " " * MAX_FILTER + "nowhere", ["Claude/opus", "pi/opus", "codex/opus"]),
    ],
)
def test_a_cell_must_hold_every_word_in_any_order_and_any_case(
    words: str, names: list[str]
) -> None:
    assert shown(filter=words) == names


def test_a_filter_and_failures_only_and_a_sort_hold_together() -> None:
    assert shown(failures_only=True) == ["pi/opus", "codex/opus"]
    assert shown(failures_only=True, filter="refused") == ["codex/opus"]
    assert shown(failures_only=True, sort=SortView("agent")) == ["codex/opus", "pi/opus"]


@pytest.mark.parametrize(
    ("column", "descending", "names"),
    [
        ("rank", False, ["codex/gpt-5", "Claude/opus", "pi/qwen", "pi/opus", "codex/opus"]),
        ("rank", True, ["pi/qwen", "Claude/opus", "codex/gpt-5", "pi/opus", "codex/opus"]),
        ("score", False, ["Claude/opus", "pi/qwen", "codex/gpt-5", "pi/opus", "codex/opus"]),
        ("score", True, ["codex/gpt-5", "Claude/opus", "pi/qwen", "pi/opus", "codex/opus"]),
        ("tokens_per_s", True, ["Claude/opus", "codex/gpt-5", "pi/qwen", "pi/opus", "codex/opus"]),
        ("latency_ms", True, ["pi/opus", "codex/gpt-5", "Claude/opus", "pi/qwen", "codex/opus"]),
        ("cost_usd", False, ["pi/qwen", "Claude/opus", "codex/gpt-5", "pi/opus", "codex/opus"]),
        ("agent", False, ["Claude/opus", "codex/gpt-5", "codex/opus", "pi/qwen", "pi/opus"]),
        ("agent", True, ["pi/qwen", "pi/opus", "codex/gpt-5", "codex/opus", "Claude/opus"]),
        ("status", False, ["pi/qwen", "pi/opus", "codex/opus", "codex/gpt-5", "Claude/opus"]),
    ],
)
def test_a_sort_puts_the_unreported_last_and_lets_the_rank_decide_between_equals(
    column: Column, descending: bool, names: list[str]
) -> None:
    assert shown(sort=SortView(column, descending)) == names


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("descending", [False, True])
def test_every_column_sorts_all_cells_also_where_nobody_reported(
    column: Column, descending: bool
) -> None:
    blank = [cell(f"a/{n}", n + 1) for n in range(4)]
    assert arrange(blank[::-1], Choices(sort=SortView(column, descending))) in (
        (3, 2, 1, 0),
        (0, 1, 2, 3),
    )
    assert sorted(arrange(CELLS, Choices(sort=SortView(column, descending)))) == [0, 1, 2, 3, 4]


def test_an_arranger_answers_each_choice_afresh() -> None:
    arranger = Arranger(CELLS)
    assert arranger.arrange(Choices(filter="pi")) == (2, 3)
    assert arranger.arrange(Choices(filter="")) == (0, 1, 2, 3, 4)
    assert arranger.arrange(Choices(filter="pi", sort=SortView("rank", True))) == (2, 3)
    assert Arranger(()).arrange(Choices(filter="pi")) == ()


def test_runs_are_found_by_task_handle_id_date_and_winner() -> None:
    runs = [
        run("20261130T151247-aaaaaa", task="Sort the LIST", winner="codex/gpt-5"),
        run("20261129T151247-bbbbbb", ts="2026-11-29T15:12:47Z", prompt_id="fizz", made_up=True),
    ]
    found = {
        text: filter_runs(runs, text)
        for text in ("", "list sort", "bbbb", "2026-11-29", "GPT-5", "fizz", "mock", "nothing")
    }
    assert found == {
        "": (0, 1),
        "list sort": (0,),
        "bbbb": (1,),
        "2026-11-29": (1,),
        "GPT-5": (0,),
        "fizz": (1,),
        "mock": (1,),
        "nothing": (),
    }
