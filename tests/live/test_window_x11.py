"""A real window on a real X server, with nothing drawn off the screen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.writer import IcebergRunWriter
from tests.cli.conftest import ROOT, clean_environment

pytest.importorskip("PySide6", reason="the extra 'desktop' is not installed")
pytestmark = [
    pytest.mark.real,
    pytest.mark.desk,
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed"),
]


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own, on a number that it chooses itself."""
    told, tells = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(tells), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[tells],
        stderr=subprocess.DEVNULL,
    )
    os.close(tells)
    try:
        with os.fdopen(told) as numbers:
            yield f":{numbers.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)


@pytest.mark.parametrize("view", ["matrix", "plot", "trend", "compare"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_view_opens_in_a_real_window(
    display: str, tmp_path: Path, view: str, theme: str
) -> None:
    warehouse, picture = tmp_path / "warehouse", tmp_path / "window.png"
    rows = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)
    IcebergRunWriter(local_location(warehouse), SystemClock()).append(rows)
    words = ["--view", view, "--theme", theme, "--screenshot", str(picture), "--size", "1280x800"]
    done = subprocess.run(
        [sys.executable, "-m", "nornir_desk", "desk", *words],
        env=clean_environment(tmp_path, DISPLAY=display, PYTHONPATH=str(ROOT)),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    data = picture.read_bytes()
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1280, 800)


def test_a_window_closes_at_a_signal_and_writes_its_state(display: str, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    named = clean_environment(
        tmp_path, DISPLAY=display, PYTHONPATH=str(ROOT), NORNIR_VIZ_STATE=str(state)
    )
    window = subprocess.Popen([sys.executable, "-m", "nornir_desk", "desk"], env=named)
    try:
        while not state.exists():
            assert window.poll() is None
    finally:
        window.terminate()
    assert window.wait(20) == 0
    assert '"status": "empty"' in state.read_text() or '"status":"empty"' in state.read_text()
