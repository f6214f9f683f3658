"""The history of one task, read by the slim rows and by Iceberg's own scan alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from nornir_desk.domain.selector import Task
from nornir_desk.warehouse.codec import rows_from_arrow
from nornir_desk.warehouse.opening import open_table
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.scan import select
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_tables import location, row, writer

HANDLES = ("p", "p#2", "p#12", "p#x", "pq", "p#2#2", "a.b (c)", "axb (c)", "ü#3", "P")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "warehouse"
    for number, handle in enumerate(HANDLES):
        writer(folder).append([row(number, prompt_id=handle)])
    return folder


@pytest.mark.parametrize(
    ("task", "handles"),
    [
        ("p", ["p", "p#2", "p#12"]),
        ("p#2", ["p#2#2"]),
        ("p#x", ["p#x"]),
        ("a.b (c)", ["a.b (c)"]),
        ("ü", ["ü#3"]),
        ("nothing", []),
        ("", []),
    ],
)
def test_a_task_has_its_repeats_and_no_other_task_that_begins_alike(
    folder: Path, tmp_path: Path, task: str, handles: list[str]
) -> None:
    reader = IcebergRunReader(location(folder), StandingClock(), tmp_path / "cache")
    assert [r.prompt_id for r in reader.query(Task(task), with_text=False).items] == handles
    assert [r.prompt_id for r in reader.query(Task(task)).items] == handles
    table = open_table(location(folder)).table
    assert table is not None
    scanned = rows_from_arrow(select(table, Task(task), with_text=True))
    assert sorted(r.prompt_id for r in scanned) == sorted(handles)


def test_with_text_the_answers_are_there(folder: Path) -> None:
    found = IcebergRunReader(location(folder), StandingClock()).query(Task("p")).items
    assert {(r.prompt, r.output) for r in found} == {("Why?", "Because.")}
