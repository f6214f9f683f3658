"""``nornir desk`` as a process: one state with the command line, and what a missing display says."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Nornir

pytest.importorskip("PySide6", reason="the extra 'desktop' is not installed")
pytestmark = pytest.mark.desk
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def demo(nornir: Nornir) -> str:
    ran = nornir("bakeoff", "demo", "--json", "--quiet")
    run_id: str = ran.json()[0]["run_id"]
    return run_id


def _shown(nornir: Nornir, *words: str) -> dict[str, Any]:
    ended = nornir("desk", "--once", "--json", *words)
    assert ended.code == 0, ended.err
    state: dict[str, Any] = ended.json()["leaderboard"]
    return state


def test_the_window_holds_what_the_command_line_prints(nornir: Nornir, demo: str) -> None:
    shown = _shown(nornir)
    printed = nornir("bakeoff", "leaderboard", demo, "--state").json()["leaderboard"]
    for state in (shown, printed):
        del state["source"]["refreshed"]
    assert shown == printed
    assert shown["selected_run"] == demo
    assert shown["runs"] == nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    assert shown["matrix"] == nornir("bakeoff", "leaderboard", "--matrix", "--json").json()


def test_each_view_holds_what_its_command_prints(nornir: Nornir, demo: str, home: Path) -> None:
    plot = _shown(nornir, "--view", "plot")["plot"]
    printed = nornir("bakeoff", "plot", demo, str(home / "plot.svg"), "--json").json()
    assert [point["cell"] for point in plot["points"]] == [p["cell"] for p in printed["points"]]
    assert (plot["front"], plot["left_out"]) == (printed["front"], printed["left_out"])
    trend = _shown(nornir, "--view", "trend")["trend"]
    assert trend == nornir("bakeoff", "trend", demo, trend["cell"], "--json").json()


def test_once_publishes_the_state_and_ends_whatever_the_status(nornir: Nornir, home: Path) -> None:
    state = home / "state.json"
    ended = nornir("desk", "--once", NORNIR_VIZ_STATE=str(state))
    assert (ended.code, ended.out) == (0, "")
    assert json.loads(state.read_text())["leaderboard"]["source"]["status"] == "empty"


def test_a_screenshot_needs_no_display(nornir: Nornir, demo: str, home: Path) -> None:
    picture = home / "board.png"
    assert nornir("desk", "--screenshot", str(picture), "--size", "900x600").code == 0
    data = picture.read_bytes()
    assert data.startswith(PNG)
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (900, 600)


def test_a_screenshot_that_cannot_be_written_is_one_line_and_exit_2(
    nornir: Nornir, demo: str, home: Path
) -> None:
    ended = nornir("desk", "--screenshot", str(home / "none" / "board.png"))
    assert ended.code == 2
    (line,) = ended.err.splitlines()
    assert "cannot be written" in line


def test_a_state_that_cannot_be_written_at_the_end_is_one_line_and_exit_2(
    nornir: Nornir, home: Path
) -> None:
    ended = nornir("desk", "--once", NORNIR_VIZ_STATE=str(home / "none" / "state.json"))
    assert ended.code == 2
    (line,) = ended.err.splitlines()
    assert "NORNIR_VIZ_STATE" in line


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({}, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"DISPLAY": ":987"}, "DISPLAY=:987 is not there"),
        ({"WAYLAND_DISPLAY": "wayland-9"}, "WAYLAND_DISPLAY=wayland-9 is not there"),
        ({"DISPLAY": "localhost:987"}, "could not connect to display localhost:987"),
        ({"QT_QPA_PLATFORM": "nonesuch"}, 'Could not find the Qt platform plugin "nonesuch"'),
    ],
)
def test_without_a_display_there_is_one_line_and_exit_4(
    nornir: Nornir, environment: dict[str, str], told: str
) -> None:
    ended = nornir("desk", **environment)
    assert ended.code == 4
    (line,) = ended.err.splitlines()
    assert told in line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nornir://cell/x"], "no link to a run"),
        (["nornir://run/"], "no link to a run"),
        (["nornir://run/a", "--run", "b"], "differ"),
        (["--screenshot", "x.jpg"], "--screenshot 'x.jpg'"),
        (["--size", "big"], "'big' is no size"),
        (["--tab", "battery"], "--tab"),
    ],
)
def test_bad_options_are_one_line_and_exit_2(nornir: Nornir, words: list[str], told: str) -> None:
    ended = nornir("desk", *words)
    assert ended.code == 2
    (line,) = ended.err.splitlines()
    assert told in line


def test_a_link_opens_its_run(nornir: Nornir, demo: str) -> None:
    nornir("bakeoff", "demo", "--quiet")
    assert _shown(nornir, f"nornir://run/{demo}")["selected_run"] == demo


def test_damaged_settings_are_ignored(nornir: Nornir, demo: str, home: Path) -> None:
    settings = home / ".config" / "nornir-desk" / "desk.ini"
    settings.parent.mkdir(parents=True)
    settings.write_bytes(b"[General]\nzoom=@Variant(\x00\xff)\nheat=purple\nsort=;;\ntheme=dark\n")
    shown = _shown(nornir)
    assert (shown["choices"]["heat"], shown["sort"]["column"]) == (None, "rank")
