"""Runs and places that go while they are looked at."""

import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from nornir_desk.desk.session import Session
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.ports.runs import RunReader
from nornir_desk.wiring.place import OpenPlace, open_place
from tests.desk.windows import land, window

pytestmark = pytest.mark.desk
NOON = 1_796_051_567_000_000
RUNS = [f"20261201T{number:06d}-abcdef" for number in range(3)]


def land_all(folder: Path) -> None:
    for at, run_id in enumerate(RUNS):
        land(folder, demo_matrix_rows(run_id, NOON + at * 1_000_000))


def test_a_run_that_has_gone_since_the_list_was_read_leaves_the_shown_one(
    tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "warehouse"
    land_all(folder)
    with window(folder, qtbot) as opened:
        shutil.rmtree(folder)
        opened.desk.session.select_run(RUNS[0])
        opened.settle()
        state = opened.state
        assert state["selected_run"] == RUNS[2]
        assert len(state["leaderboard"]) == 9
        assert state["source"]["status"] == "error"
        assert len(state["runs"]) == 3


def test_a_warehouse_that_was_made_anew_shows_what_it_holds_now(
    tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "warehouse"
    land_all(folder)
    with window(folder, qtbot) as opened:
        shutil.rmtree(folder)
        other = "20261202T000000-abcdef"
        land(folder, demo_matrix_rows(other, NOON + 9_000_000))
        opened.desk.session.select_run(RUNS[0])
        opened.settle()
        assert opened.state["selected_run"] == other
        assert [run["run_id"] for run in opened.state["runs"]] == [other]
        assert len(opened.state["leaderboard"]) == 9


@dataclass(frozen=True)
class Slow(OpenPlace):
    """A place whose reader comes when it is let go."""

    go: threading.Event = threading.Event()  # noqa: RUF009 - one is enough
    asked: threading.Event = threading.Event()  # noqa: RUF009

    def reader(self) -> RunReader:
        self.asked.set()
        assert self.go.wait(20)
        return super().reader()


def test_a_run_of_the_place_before_does_not_come_over_the_next(
    tmp_path: Path, session: Session, qtbot: QtBot
) -> None:
    land_all(tmp_path / "one")
    place = open_place(str(tmp_path / "one"), {})
    slow = Slow(place.warehouse, place.redactor, place.option)
    slow.go.set()
    session.open(slow)
    qtbot.waitUntil(lambda: bool(session.cells) and not session.reading, timeout=20_000)
    slow.go.clear()
    slow.asked.clear()
    session.select_run(RUNS[0])
    assert slow.asked.wait(20)
    session.open(open_place(str(tmp_path / "none"), {}))
    slow.go.set()
    qtbot.waitUntil(lambda: session.source is not None and not session.reading, timeout=20_000)
    assert session.source is not None
    assert (session.source.status, session.cells, session.run_id) == ("empty", (), None)


@dataclass(frozen=True)
class Large(OpenPlace):
    """A place that has its rows read elsewhere until nobody waits."""

    asked: threading.Event = threading.Event()  # noqa: RUF009
    read: threading.Event = threading.Event()  # noqa: RUF009

    def prepare(self, waited_for: Callable[[], bool]) -> None:
        self.asked.set()
        while waited_for():
            threading.Event().wait(0.01)

    def reader(self) -> RunReader:
        self.read.set()
        return super().reader()


def test_a_window_that_closes_does_not_begin_what_another_process_was_to_read(
    tmp_path: Path, session: Session
) -> None:
    land_all(tmp_path)
    place = open_place(str(tmp_path), {})
    large = Large(place.warehouse, place.redactor, place.option)
    session.open(large)
    assert large.asked.wait(20)
    session.close()
    assert not large.read.is_set()
