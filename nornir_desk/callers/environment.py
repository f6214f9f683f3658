"""What an answer was measured on: the column ``environment`` (tokens/s compare only within one).

A short JSON object with sorted keys; what is not known is left out.
"""

from __future__ import annotations

import json
import platform
from functools import cache
from pathlib import Path

from nornir_desk.domain.text import one_line

_DIGEST_SHOWN = 12
_CPUINFO = Path("/proc/cpuinfo")


def environment_json(**facts: str | float | None) -> str:
    """Return facts as the column holds them, without the unknown ones."""
    known = {name: value for name, value in facts.items() if value not in (None, "")}
    return json.dumps(known, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def short_digest(digest: str) -> str:
    """Return the first 12 digits of a digest, with or without ``sha256:`` before it."""
    return one_line(digest.removeprefix("sha256:"))[:_DIGEST_SHOWN]


def this_system() -> str:
    """Return system and architecture, such as ``Linux x86_64``."""
    return f"{platform.system()} {platform.machine()}".strip()


@cache
def this_cpu() -> str:
    """Return the processor's name; its architecture where the system does not tell one."""
    try:
        lines = _CPUINFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    told = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return one_line(next(told, "")) or platform.processor() or platform.machine()
