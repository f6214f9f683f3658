"""What a cell costs beyond the model, against one httpx call; and how many a slow host is given.

Run it as ``python -m tests.benchmarks.cells [--cells N] [--inspect PYTHON]``. Both talk to the same
stub in a process of its own. The run is a whole one: journal with fsync a cell, evidence, landing.
``--inspect`` names a Python that has inspect-ai: its mock model answers as many samples, and start-up
is taken off both. Exits 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

CPU_TARGET = 6.0
RATE_TARGET = 0.8
INSPECT_TARGET = 10.0
_JOBS, _DELAY_MS = 50, 200
_BODY = {"model": "m", "prompt": "T", "stream": False}
_INSPECT = """
import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
def answer():
    # With its usage told, the mock model needs no tokenizer from the network.
    output = ModelOutput.from_content("mockllm/model", "x")
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output
n = int(sys.argv[1])
task = Task(dataset=[Sample(input="T", target="x") for _ in range(n)])
model = get_model("mockllm/model", custom_outputs=[answer() for _ in range(n)])
(log,) = eval(task, model=model, log_dir=sys.argv[2], display="none")
assert log.status == "success" and len(log.samples) == n, log.error
"""


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description="Benchmark of cells.")
    parser.add_argument("--cells", type=int, default=1_000)
    parser.add_argument("--inspect", metavar="PYTHON", help="a Python that has inspect-ai")
    options = parser.parse_args()
    lines = ["| what | figure | target |", "|---|---|---|"]
    missed = False
    for line, held in _results(options.cells, options.inspect):
        lines.append(line)
        missed = missed or not held
    sys.stdout.write("\n".join(lines) + "\n")
    return int(missed)


def _results(cells: int, inspect: str | None) -> Iterator[tuple[str, bool]]:
    with _stub(0) as port:
        base = _cpu(lambda: _httpx_loop(port, cells)) / cells
        one = _children_cpu(lambda: _bakeoff(port, 1, 1))
        many = _children_cpu(lambda: _bakeoff(port, cells + 1, 1))
    cell = (many - one) / cells
    yield f"| CPU of an httpx call | {base * 1e3:.2f} ms | |", True
    ratio = cell / base
    yield (
        f"| CPU of a cell, start-up taken off | {cell * 1e3:.2f} ms, {ratio:.1f}x "
        f"| at most {CPU_TARGET:g}x |",
        ratio <= CPU_TARGET,
    )
    with _stub(_DELAY_MS) as port:
        start = _bakeoff(port, 1, 1)
        rate = cells / (_bakeoff(port, cells, _JOBS) - start + _DELAY_MS / 1_000)
    share = rate / (_JOBS * 1_000 / _DELAY_MS)
    yield (
        f"| cells/s, {_JOBS} jobs on a {_DELAY_MS} ms host | {rate:.0f}, {share:.0%} of the limit "
        f"| at least {RATE_TARGET:.0%} |",
        share >= RATE_TARGET,
    )
    if inspect:
        yield _against_inspect(inspect, cells)


def _against_inspect(python: str, cells: int) -> tuple[str, bool]:
    with tempfile.TemporaryDirectory() as logs:
        peer = [
            _children_cpu(lambda n=n: _run([python, "-c", _INSPECT, str(n), logs]))  # type: ignore[misc]
            for n in (1, cells + 1)
        ]
    ours = [_children_cpu(lambda n=n: _mock(n)) for n in (1, cells + 1)]  # type: ignore[misc]
    theirs, mine = (peer[1] - peer[0]) / cells, (ours[1] - ours[0]) / cells
    return (
        f"| CPU of a mock cell, start-up taken off | {mine * 1e3:.2f} ms; inspect-ai "
        f"{theirs * 1e3:.2f} ms, {theirs / mine:.1f}x | at least {INSPECT_TARGET:g}x |",
        theirs >= INSPECT_TARGET * mine,
    )


@contextmanager
def _stub(delay_ms: int) -> Iterator[int]:
    words = [sys.executable, "-m", "tests.benchmarks.stub", str(delay_ms)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


def _httpx_loop(port: int, calls: int) -> None:
    with httpx.Client() as client:
        for _ in range(calls):
            client.post(f"http://127.0.0.1:{port}/api/generate", json=_BODY).json()


def _bakeoff(port: int, cells: int, jobs: int) -> float:
    return _nornir(["--models", "m", "--host", f"127.0.0.1:{port}", "--jobs", str(jobs)], cells)


def _mock(cells: int) -> float:
    return _nornir(["--models", "m", "--mock"], cells)


def _nornir(words: list[str], cells: int) -> float:
    """Run a bake-off in a warehouse of its own; return its seconds, clearing away left out."""
    # Repeats are at most 1,000 a cell: more cells are more agents.
    agents = ",".join(f"a{i}" for i in range((cells + 999) // 1_000))
    repeats = str(cells // (agents.count(",") + 1))
    with tempfile.TemporaryDirectory() as warehouse:
        command = ["bakeoff", "run", "--task", "T", "--agents", agents, "--repeats", repeats]
        quiet = ["--quiet", "--warehouse", warehouse]
        began = time.monotonic()
        _run([sys.executable, "-m", "nornir_desk", *command, *words, *quiet])
        return time.monotonic() - began


def _run(words: list[str]) -> None:
    root = Path(__file__).resolve().parents[2]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd=root, env=dict(os.environ))


def _cpu(work: Callable[[], None]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def _children_cpu(work: Callable[[], object]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
