"""How long reading takes at 3,000 runs of 9 cells with 3 KB answers, against an import of pyiceberg.

Run it as ``python -m tests.benchmarks.reading [--runs N] [--rounds N] [--keep FOLDER]``. What is
measured is a whole process each, in turn with ``python -c "import pyiceberg.catalog.sql"``, so that
a busy machine slows both; and, within one process, how long one new run takes to be noticed and
read. Exits 1 where a target is missed.

The warehouse is built by landing 100 runs a commit, and the last 100 runs one by one: one data file
a run either way, manifests as full as merging makes them, and a tail of small ones as in daily use.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.writer import IcebergRunWriter

BASE = "python -c 'import pyiceberg.catalog.sql'"
_START_MICROS = 1_767_225_600_000_000  # 2026-01-01T00:00:00Z
_MINUTE_MICROS = 60_000_000
_ANSWER_CHARACTERS = 3_000
_A_COMMIT = 100
_NOTICED_MS = 10.0


@dataclass(frozen=True)
class Measured:
    """One command: its times in ms, and the highest ratio to the base that is on target, if any."""

    name: str
    target: float | None
    times: tuple[float, ...]


def main() -> int:
    """Build, measure and print; return the exit code."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="nornir-reading-") as scratch:
        folder = Path(options.keep) if options.keep else Path(scratch) / "warehouse"
        if not folder.exists():
            build(folder, options.runs)
        base, commands = _processes(folder, Path(scratch) / "cache", options.rounds)
        noticed = _new_runs(folder, Path(scratch), options.runs, options.rounds)
    return _report(base, commands, noticed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Benchmark of reading a grown warehouse.")
    parser.add_argument("--runs", type=int, default=3_000, help="runs in the warehouse")
    parser.add_argument("--rounds", type=int, default=9, help="times each is measured")
    parser.add_argument("--keep", metavar="FOLDER", help="build it here, or use what is here")
    return parser.parse_args()


def build(folder: Path, runs: int) -> None:
    """Build a warehouse of so many runs."""
    writer = IcebergRunWriter(local_location(folder), SystemClock())
    number = 0
    while number < runs:
        step = _A_COMMIT if number < runs - _A_COMMIT else 1
        writer.append([row for at in range(number, number + step) for row in rows_of(at)])
        number += step
        sys.stderr.write(f"\rbuilt {number:,} of {runs:,} runs")
        sys.stderr.flush()
    sys.stderr.write("\n")


def rows_of(number: int) -> list[AgentModelRunRow]:
    """Return the rows of a run by its number, which is its place in time too."""
    words = ("measure", "the", "cell", "agent", "model", "score", "of", "answer", "and", "run")
    chance = random.Random(number)  # noqa: S311 - answers, not secrets
    text = " ".join(chance.choices(words, k=_ANSWER_CHARACTERS // 4))[:_ANSWER_CHARACTERS]
    ts_micros = _START_MICROS + number * _MINUTE_MICROS
    rows = demo_matrix_rows(f"20260101T000000-{number:06d}", ts_micros)
    return [replace(row, output=text[at:] + text[:at]) for at, row in enumerate(rows)]


def _processes(folder: Path, cache: Path, rounds: int) -> tuple[Measured, list[Measured]]:
    nornir = [str(Path(sys.executable).with_name("nornir")), "--warehouse", str(folder), "bakeoff"]
    newest, runs = [*nornir, "leaderboard", "--json"], [*nornir, "leaderboard", "--json", "--runs"]
    warm = dict(os.environ, XDG_CACHE_HOME=str(cache))
    nowhere = dict(os.environ, XDG_CACHE_HOME=str(cache / "none"))

    def cold() -> float:
        shutil.rmtree(cache / "none", ignore_errors=True)
        return _wall_ms(runs, nowhere)

    def newest_cold() -> float:
        shutil.rmtree(cache / "none", ignore_errors=True)
        return _wall_ms(newest, nowhere)

    plan: tuple[tuple[str, float | None, Callable[[], float]], ...] = (
        (BASE, 1.0, lambda: _wall_ms([sys.executable, "-c", "import pyiceberg.catalog.sql"], warm)),
        ("newest run, `leaderboard --json`", 1.0, lambda: _wall_ms(newest, warm)),
        ("the same, for the first time", None, newest_cold),
        ("run list, `leaderboard --runs --json`", 1.5, lambda: _wall_ms(runs, warm)),
        ("the same, for the first time", 6.0, cold),
    )
    for _, _, once in plan:
        once()
    times: list[list[float]] = [[] for _ in plan]
    for _ in range(rounds):
        for (_, _, once), measured in zip(plan, times, strict=True):
            measured.append(once())
    base, *others = (
        Measured(name, target, tuple(measured))
        for (name, target, _), measured in zip(plan, times, strict=True)
    )
    return base, others


def _wall_ms(words: list[str], environment: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True, env=environment)
    return (time.perf_counter() - started) * 1_000


def _new_runs(folder: Path, scratch: Path, runs: int, rounds: int) -> tuple[float, ...]:
    """Return how long each of some new runs took from its landing to being in the list, in ms."""
    mine = scratch / "copy"
    shutil.copytree(folder, mine)
    location = local_location(mine)
    reader = IcebergRunReader(location, SystemClock(), scratch / "reader")
    writer = IcebergRunWriter(location, SystemClock())
    reader.runs()
    times = []
    for number in range(runs, runs + 2 * rounds + 1):
        mark = reader.mark()
        rows = rows_of(number)
        writer.append(rows)
        started = time.perf_counter()
        seen = reader.changed(mark) and reader.runs().items[0].run_id == rows[0].run_id
        times.append((time.perf_counter() - started) * 1_000)
        if not seen:
            raise SystemExit(f"the new run {rows[0].run_id} was not noticed")
    # The first one brings the imports.
    return tuple(times[1:])


def _report(base: Measured, commands: list[Measured], noticed: tuple[float, ...]) -> int:
    unit = statistics.median(base.times)
    lines = ["| process | median ms | worst | ratio | target |", "|---|---|---|---|---|"]
    lines.append(f"| `{base.name}` | {unit:.0f} | {max(base.times):.0f} | 1.00 | |")
    missed = 0
    for command in commands:
        median = statistics.median(command.times)
        missed += command.target is not None and median / unit > command.target
        target = "" if command.target is None else f"{command.target:.1f}"
        lines.append(
            f"| {command.name} | {median:.0f} | {max(command.times):.0f} | {median / unit:.2f}"
            f" | {target} |"
        )
    median = statistics.median(noticed)
    missed += median > _NOTICED_MS
    lines += [
        "",
        f"One new run noticed and read: {median:.1f} ms, worst {max(noticed):.1f} ms"
        f" (target: {_NOTICED_MS:.0f} ms)",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
