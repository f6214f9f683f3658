"""Runs every benchmark and writes docs/benchmarks.md: ``python -m tests.benchmarks``."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
BENCHMARKS = {
    "start": "Start: `nornir --version` and `--help` against a bare `python -c pass`",
    "reading": "Reading at 3,000 runs of 9 cells against an import of pyiceberg's catalog",
    "cells": "A cell beyond its model, and many at once on a slow host",
    "desk": "The window at 3,000 runs of 9 cells against an import of Qt and Parquet",
    "append": "Landing a run in a warehouse of 3,000 runs against an empty one",
}


def main() -> int:
    """Run all benchmarks, write the page, and return 1 where one missed its target.

    ``--inspect PYTHON`` names a Python that has inspect-ai, to be measured beside ours.
    """
    parser = argparse.ArgumentParser(description="All benchmarks.")
    parser.add_argument("--inspect", metavar="PYTHON", help="a Python that has inspect-ai")
    peer = parser.parse_args().inspect
    parts = [
        "# Benchmarks",
        "Ratios against a peer or a limit in the same run; read the ratio, not the milliseconds. "
        "Made by `python -m tests.benchmarks`.",
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs, "
        f"Python {platform.python_version()}.",
    ]
    worst = 0
    for name, title in BENCHMARKS.items():
        done = subprocess.run(
            [sys.executable, "-m", f"tests.benchmarks.{name}", *_peer(name, peer)],
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        worst = max(worst, done.returncode)
        parts += [f"## {title}", done.stdout.strip()]
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    sys.stdout.write(f"wrote {PAGE.name}\n")
    return worst


def _peer(name: str, python: str | None) -> list[str]:
    return ["--inspect", python] if name == "cells" and python else []


if __name__ == "__main__":
    raise SystemExit(main())
