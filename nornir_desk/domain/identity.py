"""Names that runs, tasks and repeats go by."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.text import digest8, one_line, slug

_REPEAT = re.compile(r"#\d+$")
_RUN_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,127}")


def new_run_id(ts_micros: int, random_hex: str) -> str:
    """Return ``<UTC yyyymmddThhmmss>-<random>``; it sorts by time, which manifest pruning needs.

    Args:
        ts_micros: Run time in microseconds since the epoch, UTC.
        random_hex: Random hex digits that keep runs of one second apart.
    """
    stamp = datetime.fromtimestamp(ts_micros / 1_000_000, tz=UTC)
    return f"{stamp:%Y%m%dT%H%M%S}-{random_hex}"


def is_safe_run_id(run_id: str) -> bool:
    """Tell whether ``run_id`` may name a file: no separators, no leading dot, 128 at most."""
    return _RUN_ID.fullmatch(run_id) is not None


def default_prompt_id(task: str) -> str:
    """Return a stable handle of a task text: its slug and 8 hex digits of its SHA-256."""
    return f"{slug(task)}-{digest8(task)}"


def checked_prompt_id(prompt_id: str, place: str = "--task-id") -> str:
    """Return ``prompt_id`` if it can be one.

    Args:
        prompt_id: The handle as written.
        place: Where it was written, for the message.

    Raises:
        UsageFault: It is empty, has control characters, or ends in ``#number``, the mark of a
            repeat.
    """
    if not prompt_id.strip():
        raise UsageFault(f"{place} is empty", "leave it out to get one made from the task")
    if one_line(prompt_id) != prompt_id:
        raise UsageFault(
            f"{place} {one_line(prompt_id)!r} has line breaks, doubled spaces or control characters",
            "use plain text",
        )
    if _REPEAT.search(prompt_id):
        raise UsageFault(
            f"{place} {prompt_id!r} ends in '#number', which marks a repeat",
            "choose another ending",
        )
    return prompt_id


def repeat_prompt_id(prompt_id: str, repeat: int) -> str:
    """Return the prompt_id of the ``repeat``-th measurement (1, 2, ...): ``id``, ``id#2``, ..."""
    return prompt_id if repeat == 1 else f"{prompt_id}#{repeat}"


def of_task_pattern(prompt_id: str) -> str:
    """Return the regular expression of the prompt_ids whose ``base_prompt_id`` is ``prompt_id``."""
    # One that ends as a repeat does is itself the repeat of another task.
    optional = "" if _REPEAT.search(prompt_id) else "?"
    return rf"^{re.escape(prompt_id)}(#[0-9]+){optional}$"


def base_prompt_id(prompt_id: str) -> str:
    """Return ``prompt_id`` without the mark of a repeat."""
    return _REPEAT.sub("", prompt_id)
