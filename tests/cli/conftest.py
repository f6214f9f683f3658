"""Running nornir as its users do: real processes on a warehouse of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out, parse_constant=_refuse)


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no strict JSON")


Nornir = Callable[..., Ended]


def clean_environment(home: Path, **extra: str) -> dict[str, str]:
    """Return an environment in which nothing of the tester's own shows."""
    kept = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL")
    mine = {name: os.environ[name] for name in kept if name in os.environ}
    return {**mine, "HOME": str(home), "NORNIR_WAREHOUSE": str(home / "warehouse"), **extra}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def nornir(home: Path) -> Nornir:
    """Run nornir in a process of its own; no traceback may ever show."""

    def run(*words: str, stdin: bytes = b"", **environment: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "nornir_desk", *words],
            cwd=ROOT,
            input=stdin,
            capture_output=True,
            env=clean_environment(home, **environment),
            timeout=120,
            check=False,
        )
        encoding = environment.get("PYTHONIOENCODING", "utf-8")
        ended = Ended(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))
        assert "Traceback" not in ended.err + ended.out, ended.err
        return ended

    return run
