"""Names of runs, tasks, repeats and models."""

import pytest

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.identity import (
    base_prompt_id,
    checked_prompt_id,
    default_prompt_id,
    is_safe_run_id,
    new_run_id,
    repeat_prompt_id,
)
from nornir_desk.domain.model_ref import ModelRef, checked_names, parse_model_ref
from nornir_desk.domain.plan import Cell, RunPlan, TaskPrompt, grouped_by_model
from nornir_desk.domain.row import is_label


def test_a_run_id_sorts_by_time() -> None:
    early = new_run_id(1_796_051_567_000_000, "ffffff")
    assert early == "20261130T151247-ffffff"
    assert early < new_run_id(1_796_051_568_000_000, "000000")


@pytest.mark.parametrize("bad", ["", "../x", "a/b", ".hidden", "a\\b", "x" * 129, "a\n", "é"])
def test_a_run_id_that_could_leave_the_folder_is_not_safe(bad: str) -> None:
    assert not is_safe_run_id(bad)


@pytest.mark.parametrize(
    ("task", "prompt_id"),
    [
        ("Fix the bug", "fix-the-bug-dac8937f"),
        ("日本語", "task-77710aed"),
        ("Ünïcode façade", "unicode-facade-423e6777"),
    ],
)
def test_a_default_prompt_id_is_a_slug_and_a_hash(task: str, prompt_id: str) -> None:
    assert default_prompt_id(task) == prompt_id


def test_a_long_task_has_a_short_handle_cut_at_a_word() -> None:
    handle = default_prompt_id("word " * 100)
    assert handle.startswith("word-word-word-word-word-word-word-word-")
    assert len(handle) == 48


def test_an_id_that_reads_as_a_repeat_is_refused() -> None:
    with pytest.raises(UsageFault, match=r"'x#2' ends in '#number'"):
        checked_prompt_id("x#2")
    assert checked_prompt_id("x#two") == "x#two"
    with pytest.raises(UsageFault, match="--task-id is empty"):
        checked_prompt_id(" ")


def test_repeats_are_marked_from_the_second_on() -> None:
    ids = [repeat_prompt_id("t", repeat) for repeat in (1, 2, 10)]
    assert ids == ["t", "t#2", "t#10"]
    assert {base_prompt_id(name) for name in ids} == {"t"}


@pytest.mark.parametrize(
    ("text", "ref", "column"),
    [
        ("qwen3:8b", ModelRef("ollama", "qwen3:8b"), "qwen3:8b"),
        ("ollama/qwen3:8b", ModelRef("ollama", "qwen3:8b"), "qwen3:8b"),
        ("hf.co/x/y", ModelRef("ollama", "hf.co/x/y"), "hf.co/x/y"),
        ("embedded/smollm2-135m", ModelRef("embedded", "smollm2-135m"), "embedded/smollm2-135m"),
        ("openai/gpt-5", ModelRef("openai", "gpt-5"), "openai/gpt-5"),
    ],
)
def test_a_model_reference(text: str, ref: ModelRef, column: str) -> None:
    assert parse_model_ref(text) == ref
    assert ref.column == column


@pytest.mark.parametrize("text", ["", "ollama/", " "])
def test_a_reference_without_an_id_is_refused(text: str) -> None:
    with pytest.raises(UsageFault, match="has no id"):
        parse_model_ref(text)


def test_a_list_of_names() -> None:
    assert checked_names("--models", "a, b:1 ,c/d") == ("a", "b:1", "c/d")
    for bad, said in (("a,,b", "an empty name"), ("a,a", "'a' twice"), ("a\x1b[31m", "control")):
        with pytest.raises(UsageFault, match=said):
            checked_names("--models", bad)


def test_cells_stand_in_cross_product_order_and_are_called_model_by_model() -> None:
    plan = RunPlan("r", 1, (TaskPrompt("t", "T"),), ("b", "a"), ("y", "x"), repeats=2)
    assert [cell.key for cell in plan.cells()] == [
        ("b", "y", "t"), ("b", "y", "t#2"), ("b", "x", "t"), ("b", "x", "t#2"),
        ("a", "y", "t"), ("a", "y", "t#2"), ("a", "x", "t"), ("a", "x", "t#2"),
    ]  # fmt: skip
    assert [cell.model for cell in grouped_by_model(plan.cells())] == ["y"] * 4 + ["x"] * 4


def test_a_cell_is_told_apart_by_what_the_table_holds() -> None:
    assert Cell("a", "ollama/m", "t", "T").key == ("a", "m", "t")


@pytest.mark.parametrize(
    ("agent", "driver", "label"),
    [
        ("claude", "ollama", True),
        ("claude", "claude 2.1.197", False),
        ("-", "ollama", False),
        ("claude", None, None),
    ],
)
def test_an_agent_that_did_not_run_is_a_label(
    agent: str, driver: str | None, label: bool | None
) -> None:
    assert is_label(agent, driver) is label
