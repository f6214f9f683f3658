"""Reading what the command line points to."""

from __future__ import annotations

import sys
from pathlib import Path

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.text import one_line, well_formed

_MAX_TASK_BYTES = 16 * 1024 * 1024


def read_task(task: str | None, task_file: str | None) -> str:
    """Return the task text from ``--task`` or ``--task-file`` (``-`` is standard input).

    Raises:
        UsageFault: There is no text, or the file cannot be read as UTF-8.
    """
    place = "--task" if task_file is None else f"--task-file {one_line(task_file)}"
    text = _file_text(task_file, place) if task_file is not None else (task or "")
    if not text.strip():
        raise UsageFault(f"{place} is empty", "say what the models are to do")
    return well_formed(text)


def _file_text(name: str, place: str) -> str:
    try:
        data = _bytes(name)
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or failure
        raise UsageFault(f"{place} cannot be read: {reason}") from failure
    if len(data) > _MAX_TASK_BYTES:
        raise UsageFault(f"{place} is over {_MAX_TASK_BYTES // 1024 // 1024} MiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        raise UsageFault(
            f"{place} is not UTF-8 at byte {failure.start:,}", "save it as UTF-8"
        ) from failure


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(_MAX_TASK_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(_MAX_TASK_BYTES + 1)
