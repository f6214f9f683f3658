"""Kills nornir at random moments and sees that nothing acknowledged is lost.

Run it as ``python -m tests.campaigns.kills [--rounds N] [--seed S]``. Each round starts a run, a
resume or a maintenance, now and then two at once, and kills it (SIGKILL) at a random moment or lets
it end. After each round the table must be readable and hold every run that was acknowledged, once;
every cell that a journal acknowledged must be in the table or still in the journal, and its evidence
in its place or beside the journal. At the end everything is resumed, and each run that ever began
must be there whole, with the evidence of every cell in its place. The same seed makes the same
choices (moments vary with the machine). Exits 1 where something was lost, and says the seed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.selector import All
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.evidence import cell_folder_name
from nornir_desk.warehouse.journal_lines import read_entry
from nornir_desk.warehouse.journal_places import evidence_spool
from nornir_desk.warehouse.location import Location, local_location
from nornir_desk.warehouse.reader import IcebergRunReader

ROOT = Path(__file__).resolve().parents[2]
AGENTS, MODELS = ("a", "b", "c"), ("x", "y", "z")
CELLS = len(AGENTS) * len(MODELS)
_NORNIR = (sys.executable, "-m", "nornir_desk")
_RUN = (
    *("bakeoff", "run", "--json", "--task", "Which one?"),
    *("--agents", ",".join(AGENTS), "--models", ",".join(MODELS)),
)
# Nothing is too young to be cleared away: what survives this survives a day's guard.
_MAINTAIN = (
    "import sys\n"
    "from nornir_desk.domain.errors import NornirError\n"
    "from nornir_desk.system.clock import SystemClock\n"
    "from nornir_desk.wiring.warehouse import open_warehouse\n"
    "place = open_warehouse(sys.argv[1], {}, SystemClock())\n"
    "try:\n"
    "    place.upkeep().maintain(dry_run=False, older_than_s=0.0)\n"
    "except NornirError as failure:\n"
    "    sys.exit(str(failure))\n"
)
_LONGEST_S = 60.0
_ANSWER_MS = 20
Key = tuple[str, str, str, str]


class Lost(Exception):
    """Something that was acknowledged is not there, or is there twice."""


@dataclass
class Campaign:
    """One warehouse, and what must be in it."""

    location: Location
    chance: random.Random
    environment: dict[str, str]
    host: str
    acknowledged: set[Key] = field(default_factory=set)
    begun: set[str] = field(default_factory=set)
    killed: dict[str, int] = field(default_factory=dict)
    took_s: dict[str, float] = field(default_factory=dict)

    def round(self) -> str:
        """Start one or two processes, kill or await them, check, and say what was done."""
        kinds = [self.chance.choice(("run", "run", "resume", "maintain"))]
        if self.chance.random() < 0.25:
            kinds.append(self.chance.choice(("run", "maintain")))
        processes = [(kind, time.monotonic(), self._start(kind)) for kind in kinds]
        told = [self._end(kind, began, process) for kind, began, process in processes]
        self.check()
        return ", ".join(told)

    def check(self) -> None:
        """Compare the warehouse with what was acknowledged.

        Raises:
            Lost: It lacks something, or has it twice.
        """
        landed = self._landed()
        journalled = self._journalled()
        for key in journalled:
            self.begun.add(key[0])
        self.begun.update(key[0] for key in landed)
        self.acknowledged |= set(landed) | journalled
        missing = self.acknowledged - set(landed) - journalled
        if missing:
            raise Lost(f"acknowledged and gone: {sorted(missing)[:3]}")
        self._check_evidence(spooled_too=True)

    def _check_evidence(self, *, spooled_too: bool) -> None:
        for key in sorted(self.acknowledged):
            folder = self.location.evidence_folder / key[0] / cell_folder_name(EvidencePlace(*key))
            spool = evidence_spool(self.location, key[0])
            waiting = spool.read_bytes() if spooled_too and spool.exists() else b""
            for name in ("request.json", "response.json"):
                if (
                    not _is_whole(folder / name)
                    and f" {folder.name}/{name}\n".encode() not in waiting
                ):
                    raise Lost(f"the {name} of {key} is gone")

    def finish(self) -> None:
        """Resume everything and see that each run is whole.

        Raises:
            Lost: A run is not.
        """
        folder = self.location.journal_folder
        for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else ():
            ended = self._start("resume", path.stem)
            out, err = ended.communicate(timeout=_LONGEST_S)
            if ended.returncode:
                raise Lost(f"{path.stem} cannot be resumed: {err or out}")
        self.check()
        self._check_evidence(spooled_too=False)
        landed = self._landed()
        for run_id in self.begun:
            cells = [key for key in landed if key[0] == run_id]
            if len(cells) != CELLS:
                raise Lost(f"{run_id} has {len(cells)} cells, not {CELLS}")

    def _start(self, kind: str, *more: str) -> subprocess.Popen[str]:
        place = str(self.location.home)
        words = {
            "run": (*_NORNIR, "--warehouse", place, *_RUN, "--host", self.host),
            "resume": (*_NORNIR, "--warehouse", place, "bakeoff", "resume", *more),
            "maintain": (sys.executable, "-c", _MAINTAIN, place),
        }[kind]
        return subprocess.Popen(
            words,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def _end(self, kind: str, began: float, process: subprocess.Popen[str]) -> str:
        # A little beyond what it took last, so that some end by themselves.
        moment_s = self.chance.uniform(0.05, 1.2 * self.took_s.get(kind, 4.0))
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=max(0.0, began + moment_s - time.monotonic()))
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            self.killed[kind] = self.killed.get(kind, 0) + 1
            return f"{kind} killed after {moment_s * 1_000:.0f} ms"
        out, err = process.communicate()
        if kind == "run" and process.returncode == 0:
            self.took_s[kind] = time.monotonic() - began
            self._acknowledge(out)
        elif process.returncode == 0:
            self.took_s[kind] = time.monotonic() - began
        elif "Traceback" in err or process.returncode < 0:
            raise Lost(f"{kind} died: {err}")
        return f"{kind} ended with {process.returncode}"

    def _acknowledge(self, out: str) -> None:
        rows = json.loads(out)
        if len(rows) != CELLS:
            raise Lost(f"a run that succeeded printed {len(rows)} rows")
        self.acknowledged |= {
            (row["run_id"], row["agent"], row["model"], row["prompt_id"]) for row in rows
        }

    def _landed(self) -> list[Key]:
        # With a cache and without: neither may show what the other does not.
        seen = []
        for cache in (None, self.location.home.parent / "cache"):
            reader = IcebergRunReader(self.location, SystemClock(), cache)
            found = reader.query(All(), with_text=False)
            if found.source.status not in ("live", "empty", "locked"):
                raise Lost(f"the table cannot be read: {found.source.detail}")
            seen.append([_key(row) for row in found.items])
        keys, cached = seen
        if sorted(keys) != sorted(cached):
            raise Lost("the cache shows other rows than the table")
        if len(keys) != len(set(keys)):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise Lost(f"landed twice: {twice}")
        return keys

    def _journalled(self) -> set[Key]:
        found: set[Key] = set()
        folder = self.location.journal_folder
        for path in folder.glob("*.jsonl") if folder.is_dir() else ():
            self.begun.add(path.stem)
            found |= {_key(row) for row in read_entry(path, path.stem).rows}
        return found


def main() -> int:
    """Run the campaign; return the exit code."""
    parser = argparse.ArgumentParser(description="Kills nornir at random moments.")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    options = parser.parse_args()
    sys.stdout.write(f"seed {options.seed}, {options.rounds} rounds\n")
    with tempfile.TemporaryDirectory(prefix="nornir-kills-") as scratch, _answering() as host:
        return _campaign(Path(scratch), host, options.rounds, options.seed)


@contextlib.contextmanager
def _answering() -> Iterator[str]:
    """Answer as Ollama does, in a process of its own, at the address that is yielded."""
    words = [sys.executable, "-m", "tests.benchmarks.stub", str(_ANSWER_MS)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


def _campaign(scratch: Path, host: str, rounds: int, seed: int) -> int:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    campaign = Campaign(
        local_location(scratch / "warehouse"),
        random.Random(seed),  # noqa: S311 - moments, not secrets
        {**kept, "HOME": str(scratch)},
        host,
    )
    try:
        for number in range(1, rounds + 1):
            _say(f"{number:4d}  {campaign.round()}")
        campaign.finish()
    except Lost as loss:
        _say(f"LOST with seed {seed}: {loss}")
        return 1
    killed = ", ".join(f"{count} x {kind}" for kind, count in sorted(campaign.killed.items()))
    _say(f"nothing lost: {len(campaign.begun)} runs whole, killed {killed or 'nothing'}")
    return 0


def _is_whole(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return bool(json.loads(path.read_bytes()))
    return False


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _key(row: AgentModelRunRow) -> Key:
    return (row.run_id, row.agent, row.model, row.prompt_id)


if __name__ == "__main__":
    raise SystemExit(main())
