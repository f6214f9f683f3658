"""How long the window takes: to open, to show what landed, to scroll, and how much it needs.

Run it as ``python -m tests.benchmarks.desk [--runs N] [--rounds N] [--keep FOLDER] [--million FOLDER]``.
Opening is measured as a whole process (``desk --once``) in turn with a bare import of what a Qt
program that reads Parquet needs, so that a busy machine slows both; the rest is CPU time within one
process, without a screen. Exits 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.writer import IcebergRunWriter
from tests.benchmarks.reading import build, rows_of

BASE = ("-c", "import PySide6.QtWidgets, pyarrow.parquet")
ONCE = ("-m", "nornir_desk", "desk", "--once")


@dataclass(frozen=True)
class Figure:
    """One line of the table: what, its figure as text, and whether the target is held."""

    what: str
    figure: str
    target: str
    held: bool


def main() -> int:
    """Build, measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description="Benchmark of the window.")
    parser.add_argument("--runs", type=int, default=3_000, help="runs in the warehouse")
    parser.add_argument("--rounds", type=int, default=7, help="times each is measured")
    parser.add_argument("--keep", metavar="FOLDER", help="build it here, or use what is here")
    parser.add_argument("--million", metavar="FOLDER", help="a million rows: likewise")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nornir-desk-bench-") as scratch:
        folder = Path(options.keep) if options.keep else Path(scratch) / "warehouse"
        if not folder.exists():
            build(folder, options.runs)
        figures = opening(folder, Path(scratch), options.rounds)
        figures += living(folder, Path(options.million or Path(scratch) / "million"))
    figures += drawing()
    lines = ["| what | figure | target |", "|---|---|---|"]
    for one in figures:
        missed = "" if one.held else " **missed**"
        lines.append(f"| {one.what} | {one.figure} | {one.target}{missed} |")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(one.held for one in figures) else 1


def opening(folder: Path, scratch: Path, rounds: int) -> list[Figure]:
    """Measure whole processes: cold, warm, and after one new run, each against the base."""
    cache, base, warm, cold, landed = scratch / "cache", [], [], [], []
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CACHE_HOME": str(cache),
        "XDG_CONFIG_HOME": str(scratch / "config"),
        "NORNIR_WAREHOUSE": str(folder),
        "NORNIR_VIZ_STATE": str(scratch / "state.json"),
    }
    writer = IcebergRunWriter(local_location(folder), SystemClock())
    first = 1_000_000 + int(time.time()) % 1_000_000  # noqa: TID251 - a number not used before
    for at in range(rounds):
        shutil.rmtree(cache, ignore_errors=True)
        cold.append(_ms(ONCE, environment))
        base.append(_ms(BASE, environment))
        warm.append(_ms(ONCE, environment))
        writer.append(rows_of(first + at))
        landed.append(_ms(ONCE, environment))
    middle = statistics.median(base)
    ratios = [statistics.median(times) / middle for times in (warm, cold, landed)]
    after = ratios[2] / ratios[0]
    return [
        Figure(
            "`import PySide6.QtWidgets, pyarrow.parquet`", f"{middle:.0f} ms", "1.0x", held=True
        ),
        Figure("`desk --once`, warm", f"{ratios[0]:.2f}x", "3x", ratios[0] <= 3),
        Figure("`desk --once`, cold", f"{ratios[1]:.2f}x", "12x", ratios[1] <= 12),
        Figure("`desk --once`, one new run, of warm", f"{after:.2f}x", "2.5x", after <= 2.5),
    ]


def living(folder: Path, many: Path) -> list[Figure]:
    """Measure, each in a process of its own, a run that lands and a million rows that load."""
    from tests.benchmarks.desk_live import build_million

    if not many.exists():
        build_million(many)
    (landed,) = _figures("landed", folder)
    p99, worst, memory = _figures("million", many)
    return [
        Figure(
            "one new run, from its landing to its grid",
            f"{landed:.0f} ms CPU",
            "50 ms",
            landed <= 50,
        ),
        Figure("UI gaps while 1,000,000 rows load, p99", f"{p99:.0f} ms", "50 ms", p99 <= 50),
        Figure("the same, the worst", f"{worst:.0f} ms", "100 ms", worst <= 100),
        Figure("memory of the window there", f"{memory:.0f} MB", "300 MB", memory <= 300),
    ]


def _figures(measure: str, folder: Path) -> tuple[float, ...]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.desk_live", measure, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return tuple(map(float, done.stdout.split()))


def drawing() -> list[Figure]:
    """Measure, within this process, frames and rearranging of large runs."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.benchmarks.desk_grid import grid_scroll_ms
    from tests.benchmarks.desk_ranked import ranked_filter_ms, ranked_scroll_ms, ranked_sort_ms

    measured: list[tuple[str, Callable[[], float], float]] = [
        ("a frame of a 50 x 200 grid, scrolling", grid_scroll_ms, 5),
        ("a frame of 10,000 ranked cells, scrolling", ranked_scroll_ms, 5),
        ("filtering 10,000 ranked cells", ranked_filter_ms, 20),
        ("sorting 10,000 ranked cells", ranked_sort_ms, 20),
    ]
    return [
        Figure(what, f"{ms:.1f} ms CPU", f"{most} ms", ms <= most)
        for what, measure, most in measured
        for ms in [measure()]
    ]


def _ms(words: tuple[str, ...], environment: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], env=environment, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - begun) * 1_000


if __name__ == "__main__":
    sys.exit(main())
