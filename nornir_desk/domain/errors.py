"""Every failure that nornir raises on purpose, with the exit code it ends in.

::

    NornirError                  1  error
    ├── UsageFault               2  usage         a value that cannot be used as given
    │   └── RunBusy              2  busy          another process is measuring the run
    ├── UnknownSelector          2  unknown       no run, agent or model of that name
    ├── BudgetRefused            3  budget        the projection passes the cap
    ├── PrerequisiteMissing      4  prerequisite  a host, package, file or tool is missing
    │   └── StorageFault         4  storage       the warehouse cannot be written or read
    ├── Interrupted            130  interrupted   Ctrl-C
    └── CallFailed               -  call          one cell failed: recorded as a red row, never fatal

A message is one line that names the value and the place; the remedy says what to do next.
"""

from __future__ import annotations

from typing import ClassVar


class NornirError(Exception):
    """Base of every expected failure.

    Attributes:
        message: What is wrong, naming the value and the place, in one line.
        remedy: What to do about it, in one line; empty where nothing can be said.
    """

    exit_code: ClassVar[int] = 1
    kind: ClassVar[str] = "error"

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = " ".join(message.split())
        self.remedy = " ".join(remedy.split())

    def __str__(self) -> str:
        return f"{self.message}; {self.remedy}" if self.remedy else self.message


class UsageFault(NornirError):
    """A value on the command line, in the environment or in a file cannot be used."""

    exit_code = 2
    kind = "usage"


class RunBusy(UsageFault):
    """Another process is measuring the run right now."""

    kind = "busy"


class UnknownSelector(NornirError):
    """Nothing in the warehouse bears the name that was asked for."""

    exit_code = 2
    kind = "unknown"


class BudgetRefused(NornirError):
    """The projected cost passes the cap, so nothing was called."""

    exit_code = 3
    kind = "budget"


class PrerequisiteMissing(NornirError):
    """A host, package, file or tool that the command needs is not there."""

    exit_code = 4
    kind = "prerequisite"


class StorageFault(PrerequisiteMissing):
    """The warehouse, its journal or its evidence cannot be written or read."""

    kind = "storage"


class Interrupted(NornirError):
    """The user pressed Ctrl-C; what was measured is kept."""

    exit_code = 130
    kind = "interrupted"


class CallFailed(NornirError):
    """One cell got no answer. The runner records it as a red row and goes on."""

    kind = "call"
