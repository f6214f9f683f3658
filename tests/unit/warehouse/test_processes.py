"""More than one nornir at a time, and one that is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nornir_desk.domain.selector import All
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import resolve_location
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.writer import IcebergRunWriter
from tests.fakes.warehouse_tables import reader, row, run_id, snapshot_count, writer

_ROOT = Path(__file__).resolve().parents[3]


@contextlib.contextmanager
def worker(warehouse: Path | str, first: int, count: int, **environment: str) -> Iterator[Worker]:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.fakes.warehouse_worker",
            str(warehouse),
            str(first),
            str(count),
        ],
        cwd=_ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Worker(process)
    finally:
        process.kill()
        process.communicate()


class Worker:
    """A process of tests.fakes.warehouse_worker."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def wait_for(self, line: str) -> None:
        assert self.process.stdout is not None
        for said in self.process.stdout:
            if said.strip() == line:
                return
        raise AssertionError(f"the worker never said {line!r}")

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def landed(self) -> int:
        """Return the number of appends that it said had landed, once it has ended."""
        assert self.process.stdout is not None
        return sum(said.startswith("landed") for said in self.process.stdout)


def test_two_processes_that_append_at_once_both_land(tmp_path: Path) -> None:
    with worker(tmp_path, 0, 4) as one, worker(tmp_path, 4, 4) as other:
        one.wait_for("ready")
        other.wait_for("ready")
        one.go()
        other.go()
        assert (one.landed(), other.landed()) == (4, 4)

    found = reader(tmp_path).query(All())
    assert found.source.status == "live"
    assert sorted({one.run_id for one in found.items}) == [run_id(n) for n in range(8)]
    assert len(found.items) == 16
    assert snapshot_count(tmp_path) == 5


def test_two_machines_that_append_at_once_both_land(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They share a catalog and no lock file, so they meet in its commits alone."""
    lake = {
        "PYICEBERG_CATALOG__LAKE__TYPE": "sql",
        "PYICEBERG_CATALOG__LAKE__URI": f"sqlite:///{tmp_path}/lake.db",
        "PYICEBERG_CATALOG__LAKE__WAREHOUSE": str(tmp_path),
    }
    homes = [{"HOME": str(tmp_path / name), "XDG_DATA_HOME": str(tmp_path / name)} for name in "ab"]
    for name, value in (lake | homes[0]).items():
        monkeypatch.setenv(name, value)
    place = resolve_location("lake")
    IcebergRunWriter(place, SystemClock()).append([row(8), row(8, model="sonnet")])
    with (
        worker("lake", 0, 4, **lake, **homes[0]) as one,
        worker("lake", 4, 4, **lake, **homes[1]) as other,
    ):
        one.wait_for("ready")
        other.wait_for("ready")
        one.go()
        other.go()
        assert (one.landed(), other.landed()) == (4, 4)

    found = IcebergRunReader(place, SystemClock()).query(All())
    assert sorted({one.run_id for one in found.items}) == [run_id(n) for n in range(9)]
    assert len(found.items) == 18


def test_threads_of_one_process_both_land(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: writer(tmp_path).append([row(number)]), range(8)))
    assert len(reader(tmp_path).query(All()).items) == 8


def test_a_kill_in_mid_append_leaves_a_readable_table(tmp_path: Path) -> None:
    writer(tmp_path).append([row(0)])
    landed = 1
    for turn in range(6):
        first = 100 * (turn + 1)
        with worker(tmp_path, first, 50) as killed:
            killed.wait_for("ready")
            killed.go()
            killed.wait_for(f"begin {first + 1}")
            # Somewhere within an append: at its start, and ever later in it.
            with contextlib.suppress(subprocess.TimeoutExpired):
                killed.process.wait(timeout=0.01 + 0.012 * turn)
            killed.process.send_signal(signal.SIGKILL)
            landed += 1 + killed.landed()

        found = reader(tmp_path).query(All())
        runs = {one.run_id for one in found.items}
        assert found.source.status in ("live", "locked")
        # What it said has landed is there; the append it was killed in may be.
        assert len(runs) - landed in (0, 1)
        assert len(found.items) == 2 * len(runs) - 1 - turn
        writer(tmp_path).append([row(first + 99)])
        assert reader(tmp_path).query(All()).source.status == "live"
        landed = len(runs) + 1
