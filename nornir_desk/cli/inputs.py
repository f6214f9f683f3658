"""Reading what the command line points to."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.identity import checked_prompt_id, default_prompt_id
from nornir_desk.domain.plan import TaskPrompt
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


def read_tasks(name: str) -> tuple[TaskPrompt, ...]:
    """Return the tasks of a file: a JSON list, or JSON lines, of ``{"id", "task"}`` or of texts.

    Without an id a task gets one made from its text.

    Raises:
        UsageFault: The file cannot be read, is no such list, or names an id twice.
    """
    place = f"--tasks {one_line(name)}"
    entries = _entries(_file_text(name, place), place)
    tasks = tuple(_task(entry, f"{place}, task {i}") for i, entry in enumerate(entries, 1))
    if not tasks:
        raise UsageFault(f"{place} holds no task", 'write one {"id": ..., "task": ...} a line')
    ids = [task.prompt_id for task in tasks]
    for prompt_id in ids:
        if ids.count(prompt_id) > 1:
            raise UsageFault(f"{place} has the task id {prompt_id!r} twice", "give each its own")
    return tasks


def _entries(text: str, place: str) -> list[Any]:
    try:
        if text.lstrip().startswith("["):
            whole: list[Any] = json.loads(text)
            return whole
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError as failure:
        raise UsageFault(
            f"{place} is neither a JSON list nor JSON lines: {failure}",
            'write one {"id": ..., "task": ...} a line',
        ) from failure


def _task(entry: Any, place: str) -> TaskPrompt:
    fields = {"task": entry} if isinstance(entry, str) else entry
    if not isinstance(fields, dict) or not isinstance(fields.get("task"), str):
        raise UsageFault(f"{place} has no text", 'write it as {"id": ..., "task": ...}')
    unknown = sorted(set(fields) - {"id", "task"})
    if unknown:
        raise UsageFault(f"{place} has the unknown field {unknown[0]!r}", "known are id and task")
    text = well_formed(fields["task"])
    if not text.strip():
        raise UsageFault(f"{place} is empty", "say what the models are to do")
    given = fields.get("id")
    if given is None:
        return TaskPrompt(default_prompt_id(text), text)
    if not isinstance(given, str):
        raise UsageFault(f"{place} has the id {given!r}, which is no text", "write it in quotes")
    return TaskPrompt(checked_prompt_id(given, f"the id of {place}"), text)


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
