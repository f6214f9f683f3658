"""How much CPU ``nornir --version`` and ``--help`` take, against a bare ``python -c pass``.

Run it as ``python -m tests.benchmarks.start [--rounds N]``. The commands take turns, so that a busy
machine slows all of them. Exits 1 where a ratio of the medians is over the target.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
from pathlib import Path

TARGET_RATIO = 5.0
NORNIR = str(Path(sys.executable).with_name("nornir"))
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "nornir --version": [NORNIR, "--version"],
    "nornir --help": [NORNIR, "--help"],
    "nornir bakeoff run --help": [NORNIR, "bakeoff", "run", "--help"],
}


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description="Benchmark of the start of the command.")
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, words in COMMANDS.items():
            times[name].append(_cpu_ms(words))
    return _report(times)


def _cpu_ms(words: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user = after.ru_utime - before.ru_utime
    return (user + after.ru_stime - before.ru_stime) * 1_000


def _report(times: dict[str, list[float]]) -> int:
    base = statistics.median(times["python -c pass"])
    lines = ["| command | median CPU ms | worst | ratio |", "|---|---|---|---|"]
    worst_ratio = 0.0
    for name, measured in times.items():
        ratio = statistics.median(measured) / base
        worst_ratio = max(worst_ratio, ratio)
        lines.append(
            f"| `{name}` | {statistics.median(measured):.0f} | {max(measured):.0f} | {ratio:.1f} |"
        )
    lines += [
        "",
        f"highest ratio of the medians: {worst_ratio:.1f} (target: at most {TARGET_RATIO})",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if worst_ratio <= TARGET_RATIO else 1


if __name__ == "__main__":
    raise SystemExit(main())
