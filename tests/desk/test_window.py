"""The whole window over a real warehouse: what the spec asks of the pane, and what users do."""

import gc
import json
import shutil
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nornir_desk.domain.demo import demo_matrix_rows
from tests.desk.windows import land, window

pytestmark = pytest.mark.desk
RUN = "20261130T151247-a1b2c3"
NOON = 1_796_051_567_000_000
ROWS = demo_matrix_rows(RUN, NOON)


def run_of(number: int) -> str:
    return f"20261201T{number:06d}-abcdef"


def test_leaderboard_pane_ranks_matrix_by_score_then_throughput(
    tmp_path: Path, qtbot: QtBot
) -> None:
    first, *_ = ROWS
    rows = [
        replace(first, agent="claude", model="opus", score=0.9, tokens_per_s=40.0, cost_usd=0.05),
        replace(first, agent="claude", model="haiku", score=0.7, tokens_per_s=80.0, cost_usd=0.01),
        replace(first, agent="kilo", model="opus", score=0.7, tokens_per_s=90.0, cost_usd=0.02),
        replace(first, agent="kilo", model="haiku", ok=False, error="boom", score=0.0, output=""),
    ]
    rows = [replace(row, mcp_tool_calls=at) for at, row in enumerate(rows)]
    land(tmp_path, rows)
    with window(tmp_path, qtbot) as opened:
        state = opened.state
    assert state["matrix"]["winner"] == state["runs"][0]["winner"] == "claude/opus"
    assert [entry["cell"] for entry in state["leaderboard"]] == [
        "claude/opus",
        "kilo/opus",
        "claude/haiku",
        "kilo/haiku",
    ]
    assert [entry["mcp_tool_calls"] for entry in state["leaderboard"]] == [0, 2, 1, 3]
    assert [entry["cost_usd"] for entry in state["leaderboard"]][:3] == [0.05, 0.02, 0.01]
    assert (state["matrix"]["agents"], state["matrix"]["models"]) == (
        ["claude", "kilo"],
        ["haiku", "opus"],
    )
    ranks = {(c["agent"], c["model"]): (c["rank"], c["ok"]) for c in state["matrix"]["cells"]}
    assert ranks == {
        ("claude", "opus"): (1, True),
        ("kilo", "opus"): (2, True),
        ("claude", "haiku"): (3, True),
        ("kilo", "haiku"): (4, False),
    }


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    import subprocess

    script = (
        "import sys\n"
        "import nornir_desk.desk.start as start\n"
        "heavy = {'pyarrow', 'pyiceberg', 'pyqtgraph', 'numpy', 'pydantic', 'httpx'}\n"
        "def begin(desk):\n"
        "    print(sorted(heavy & set(sys.modules)), desk.window.isVisible())\n"
        "    start.QCoreApplication.quit()\n"
        "start.Desk._begin = begin\n"
        "from nornir_desk.cli.main import main\n"
        "sys.exit(main(['desk', '--once', '--warehouse', sys.argv[1]]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "none")],
        capture_output=True, text=True, check=False, timeout=60,
        env={"PATH": "", "HOME": str(tmp_path), "PYTHONPATH": str(Path.cwd())},
    )  # fmt: skip
    assert done.stdout.strip() == "[] True", done.stderr


def test_a_new_run_appears_and_the_user_stays_where_they_are(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        opened.desk.session.select_cell("kilo/opus")
        opened.settle()
        land(tmp_path, demo_matrix_rows(run_of(1), NOON + 1_000_000))
        opened.refresh()
        state = opened.state
    assert [run["run_id"] for run in state["runs"]] == [run_of(1), RUN]
    assert state["selected_run"] == RUN
    assert state["selected_cell"]["cell"] == "kilo/opus"
    assert state["selected_cell"]["output"]


def test_what_lands_is_noticed_without_a_key(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        opened.desk.window.show_interval(1)
        land(tmp_path, demo_matrix_rows(run_of(1), NOON + 1_000_000))
        qtbot.waitUntil(lambda: len(opened.desk.session.runs) == 2, timeout=10_000)


def test_a_warehouse_deleted_while_it_is_open_loses_nothing_on_the_screen(
    tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "warehouse"
    land(folder, ROWS)
    with window(folder, qtbot) as opened:
        shutil.rmtree(folder)
        opened.refresh()
        state = opened.state
        assert state["source"]["status"] == "error"
        assert "any more" in state["source"]["detail"]
        assert (len(state["runs"]), len(state["leaderboard"])) == (1, 9)
        assert opened.desk.window.banner.isVisible()


def test_an_empty_warehouse_invites(tmp_path: Path, qtbot: QtBot) -> None:
    with window(tmp_path / "none", qtbot) as opened:
        assert opened.state["source"]["status"] == "empty"
        assert opened.desk.window.tab.empty.isVisible()
        land(tmp_path / "none", ROWS)
        opened.refresh()
        assert not opened.desk.window.tab.empty.isVisible()
        assert len(opened.state["leaderboard"]) == 9


def test_a_run_that_is_asked_for_is_shown_first_and_a_missing_one_is_told(
    tmp_path: Path, qtbot: QtBot
) -> None:
    land(tmp_path, ROWS)
    land(tmp_path, demo_matrix_rows(run_of(1), NOON + 1_000_000))
    with window(tmp_path, qtbot, run_id=RUN) as opened:
        assert opened.state["selected_run"] == RUN
    with window(tmp_path, qtbot, run_id="nonesuch") as opened:
        assert opened.state["selected_run"] == run_of(1)
        assert "nonesuch" in opened.desk.window.status.text


def test_keys_lead_through_views_heat_marks_and_panes(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        desk = opened.desk
        with qtbot.waitActive(desk.window):
            desk.window.activateWindow()
        grid = desk.window.tab.matrix.grid
        grid.setFocus()
        desk.session.select_cell("claude/opus")
        qtbot.keyClick(grid, Qt.Key.Key_H)
        assert desk.session.choices.heat == "score"
        qtbot.keyClick(grid, Qt.Key.Key_A)
        desk.session.select_cell("kilo/opus")
        qtbot.keyClick(grid, Qt.Key.Key_B)
        assert (desk.session.choices.a, desk.session.choices.b) == ("claude/opus", "kilo/opus")
        qtbot.keyClick(grid, Qt.Key.Key_C)
        opened.settle()
        compare = opened.state["compare"]
        assert (compare["a"]["cell"], compare["b"]["cell"]) == ("claude/opus", "kilo/opus")
        desk.window.book.action("view.trend").trigger()
        opened.settle()
        assert opened.state["trend"]["cell"] == "kilo/opus"
        desk.window.book.action("view.plot").trigger()
        assert {point["cell"] for point in opened.state["plot"]["points"]} >= {"claude/opus"}
        desk.window.book.action("view.matrix").trigger()
        grid.setFocus()
        qtbot.waitUntil(grid.hasFocus)
        qtbot.keyClick(grid, Qt.Key.Key_Return)
        assert desk.window.tab.detail.isVisible()
        qtbot.keyClick(grid, Qt.Key.Key_Escape)
        assert not desk.window.tab.detail.isVisible()


def test_the_link_and_the_command_of_a_run_are_copied(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        opened.desk.window.book.action("copy.link").trigger()
        assert QApplication.clipboard().text() == f"nornir://run/{RUN}"
        opened.desk.window.book.action("copy.command").trigger()
        assert QApplication.clipboard().text() == f"nornir bakeoff leaderboard {RUN} --matrix"


def test_the_state_file_has_what_is_shown_and_the_trace_what_happened(
    tmp_path: Path, qtbot: QtBot
) -> None:
    land(tmp_path / "w", ROWS)
    state, trace = tmp_path / "state.json", tmp_path / "trace.jsonl"
    named = {"NORNIR_VIZ_STATE": str(state), "NORNIR_VIZ_TRACE": str(trace)}
    with window(tmp_path / "w", qtbot, environment=named) as opened:
        qtbot.waitUntil(state.exists)
        opened.desk.session.choose(heat="cost", filter="claude")

        def heat() -> object:
            told = json.loads(state.read_text(encoding="utf-8"))
            return told["leaderboard"]["choices"]["heat"]

        qtbot.waitUntil(lambda: heat() == "cost")
        shown = opened.state
    dumped = json.loads(state.read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert dumped["leaderboard"] == shown
    assert [row for row in state.parent.iterdir() if row.name.endswith(".tmp")] == []
    events = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    assert [event["event"] for event in events if event["event"] == "choose"] == ["choose"]
    assert all(event["ts"].endswith("Z") for event in events)


def test_a_state_file_that_cannot_be_written_is_told_and_the_window_stays(
    tmp_path: Path, qtbot: QtBot
) -> None:
    land(tmp_path / "w", ROWS)
    named = {"NORNIR_VIZ_STATE": str(tmp_path / "none" / "state.json")}
    with window(tmp_path / "w", qtbot, environment=named) as opened:
        qtbot.waitUntil(lambda: "NORNIR_VIZ_STATE" in opened.desk.window.status.text)
        assert len(opened.state["leaderboard"]) == 9


def test_what_was_chosen_is_remembered(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        opened.desk.session.choose(heat="latency")
        opened.desk.window.book.action("detail.toggle").trigger()
    with window(tmp_path, qtbot) as opened:
        assert opened.desk.session.choices.heat == "latency"
        assert opened.desk.window.tab.detail.isVisible()


def test_odd_names_and_figures_are_drawn(tmp_path: Path, qtbot: QtBot) -> None:
    nan = float("nan")
    odd = [
        replace(ROWS[0], agent="a" * 300, model="<b>x</b>/<img src=x>", score=nan, latency_ms=nan),
        replace(
            ROWS[0],
            agent="\u0639\u0631\u0628\u064a\u202e",
            model="m" * 300,
            cost_usd=None,
            output="<script>",
        ),
        replace(ROWS[0], agent="c\x1b[31m", model="", tokens_per_s=float("inf"), error="\x00"),
    ]
    land(tmp_path, odd)
    with window(tmp_path, qtbot) as opened:
        for view in ("matrix", "plot", "trend", "compare"):
            opened.desk.session.choose(view=view)
            opened.desk.session.select_cell(opened.desk.session.cells[0].cell)
            opened.settle()
            assert not opened.desk.window.grab().isNull()
        assert len(opened.state["leaderboard"]) == 3


def test_a_thousand_refreshes_leave_no_thread_no_memory_and_no_reference(
    tmp_path: Path, qtbot: QtBot
) -> None:
    import resource

    land(tmp_path, ROWS)
    before = threading.active_count()
    with window(tmp_path, qtbot) as opened:

        def refresh(times: int) -> None:
            for _ in range(times):
                opened.desk.session.refresh()
                # Not waitUntil: what that one remembers would be counted too.
                while opened.desk.session.reading:
                    QApplication.processEvents()
            gc.collect()

        refresh(100)
        nones, size = sys.getrefcount(None), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        refresh(900)
        # PySide6 6.12 on Python 3.11 loses thousands, a leak gains as many.
        assert abs(sys.getrefcount(None) - nones) < 200
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - size < 20_000  # KB
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        qtbot.wait(20)
    assert threading.active_count() == before


def test_a_run_that_lands_joins_the_trend_that_is_shown(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        opened.desk.session.select_cell("kilo/opus")
        opened.desk.session.choose(view="trend")
        opened.settle()
        assert len(opened.state["trend"]["points"]) == 1
        land(tmp_path, demo_matrix_rows(run_of(1), NOON + 1_000_000))
        opened.refresh()
        assert [point["run_id"] for point in opened.state["trend"]["points"]] == [RUN, run_of(1)]


def test_the_grid_has_the_keys_from_the_start_without_a_frame(tmp_path: Path, qtbot: QtBot) -> None:
    land(tmp_path, ROWS)
    with window(tmp_path, qtbot) as opened:
        grid = opened.desk.window.tab.matrix.grid
        qtbot.waitUntil(grid.hasFocus)
        corner = grid.viewport().grab().toImage().pixelColor(0, 60)
        assert corner != opened.desk.skin.colour("accent")
