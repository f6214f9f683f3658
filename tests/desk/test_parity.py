"""The window shows nothing that the command line cannot print, view by view."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.present.choices import HEATS
from tests.cli.conftest import clean_environment
from tests.desk.windows import Opened, land, window

pytestmark = pytest.mark.desk
RUN = "20261130T151247-a1b2c3"
ROWS = demo_matrix_rows(RUN, 1_796_051_567_000_000)


@pytest.fixture
def opened(tmp_path: Path, qtbot: QtBot) -> Iterator[Opened]:
    land(tmp_path / "warehouse", ROWS)
    with window(tmp_path / "warehouse", qtbot) as opened:
        yield opened


def printed(folder: Path, *words: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "nornir_desk", "bakeoff", *words, "--json"],
        env=clean_environment(folder, PYTHONPATH=str(Path(__file__).resolve().parents[2])),
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_the_selected_cell_is_what_show_prints(opened: Opened, tmp_path: Path) -> None:
    opened.desk.session.select_cell("claude/opus")
    opened.settle()
    assert opened.state["selected_cell"] == printed(tmp_path, "show", RUN, "claude/opus")


def test_the_comparison_is_what_diff_prints(opened: Opened, tmp_path: Path) -> None:
    opened.desk.session.choose(a="claude/opus", b="kilo/sonnet", view="compare")
    opened.settle()
    assert opened.state["compare"] == printed(tmp_path, "diff", RUN, "claude/opus", "kilo/sonnet")


def test_the_trend_of_the_selected_cell_is_what_trend_prints(
    opened: Opened, tmp_path: Path
) -> None:
    opened.desk.session.select_cell("kilo/opus")
    opened.desk.session.choose(view="trend")
    opened.settle()
    assert opened.state["trend"] == printed(tmp_path, "trend", RUN, "kilo/opus")


def test_each_heat_is_what_matrix_prints(opened: Opened, tmp_path: Path) -> None:
    for heat in HEATS:
        opened.desk.session.choose(heat=heat)
        assert opened.state["matrix"] == printed(
            tmp_path, "leaderboard", RUN, "--matrix", "--heat", heat
        )


def test_filter_sort_and_failures_leave_what_the_command_lists(
    opened: Opened, tmp_path: Path
) -> None:
    for words, choices in (
        (["--filter", "opus claude"], {"filter": "opus claude"}),
        (["--failures"], {"failures_only": True, "filter": ""}),
    ):
        opened.desk.session.choose(**choices)
        told = printed(tmp_path, "leaderboard", RUN, "--state", *words)["leaderboard"]
        assert opened.state["shown"] == told["shown"]
