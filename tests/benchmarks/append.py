"""How long landing a run takes in a warehouse of 3,000 runs, against an empty one.

Run it as ``python -m tests.benchmarks.append [--runs N] [--appends N] [--keep FOLDER]``. The big
warehouse is built as people build theirs, one append a run of 9 cells. The two kinds of append are
measured in turn, so that a busy machine slows both. Exits 1 where the ratio of the medians is over
the target.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import tempfile
import time
from pathlib import Path

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.catalog import load_or_create, writable_catalog
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.writer import IcebergRunWriter

TARGET_RATIO = 1.5
_START_MICROS = 1_767_225_600_000_000  # 2026-01-01T00:00:00Z
_MINUTE_MICROS = 60_000_000


def main() -> int:
    """Build, measure and print; return the exit code."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="nornir-append-") as scratch:
        big = Path(options.keep) if options.keep else Path(scratch) / "big"
        _build(big, options.runs)
        there, empty = _measure(big, Path(scratch), options.runs, options.appends)
    return _report(options.runs, there, empty)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Benchmark of appends to a grown warehouse.")
    parser.add_argument("--runs", type=int, default=3_000, help="runs in the big warehouse")
    parser.add_argument("--appends", type=int, default=40, help="appends to measure of each kind")
    parser.add_argument("--keep", metavar="FOLDER", help="build the big warehouse here and keep it")
    return parser.parse_args()


def _build(folder: Path, runs: int) -> None:
    started = time.perf_counter()
    for number in range(runs):
        _append(folder, number)
        if number % 100 == 99 or number == runs - 1:
            seconds = time.perf_counter() - started
            sys.stderr.write(f"\rbuilt {number + 1:,} of {runs:,} runs in {seconds:.0f} s")
            sys.stderr.flush()
    sys.stderr.write("\n")


def _measure(
    big: Path, scratch: Path, runs: int, appends: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    there, empty = [], []
    for turn in range(appends):
        fresh = scratch / f"empty-{turn}"
        location = local_location(fresh)
        fresh.mkdir()
        with writable_catalog(location) as catalog:
            load_or_create(catalog)
        empty.append(_append(fresh, runs + turn))
        there.append(_append(big, runs + turn))
    return tuple(there), tuple(empty)


def _append(folder: Path, number: int) -> float:
    """Land one run and return how long it took, in ms."""
    ts_micros = _START_MICROS + number * _MINUTE_MICROS
    rows = demo_matrix_rows(f"20260101T000000-{number:06d}", ts_micros)
    writer = IcebergRunWriter(local_location(folder), SystemClock())
    gc.collect()
    started = time.perf_counter()
    writer.append(rows)
    return (time.perf_counter() - started) * 1_000


def _report(runs: int, there: tuple[float, ...], empty: tuple[float, ...]) -> int:
    ratio = statistics.median(there) / statistics.median(empty)
    lines = (
        "| table | median ms | worst ms | appends |",
        "|---|---|---|---|",
        _line(f"{runs:,} runs", there),
        _line("empty", empty),
        "",
        f"ratio of the medians: {ratio:.2f} (target: at most {TARGET_RATIO})",
    )
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if ratio <= TARGET_RATIO else 1


def _line(name: str, times: tuple[float, ...]) -> str:
    return f"| {name} | {statistics.median(times):.1f} | {max(times):.1f} | {len(times)} |"


if __name__ == "__main__":
    raise SystemExit(main())
