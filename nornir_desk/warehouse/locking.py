"""One writer at a time on this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import StorageFault
from nornir_desk.warehouse.faults import storage_fault

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL_S = 0.02


@contextlib.contextmanager
def held(path: Path, timeout_s: float) -> Iterator[None]:
    """Hold the lock file ``path`` within; its folder is made where it is missing.

    Raises:
        StorageFault: The lock was not had within ``timeout_s`` seconds, or cannot be made.
    """
    lock = acquire(path, timeout_s)
    if lock is None:
        raise StorageFault(
            f"the warehouse is being written by another nornir: {path} was not free within"
            f" {timeout_s:g} s",
            "wait for that one to finish and try again",
        )
    try:
        yield
    finally:
        lock.release()


def acquire(path: Path, timeout_s: float) -> BaseFileLock | None:
    """Take a lock and return it, or None where another holds it for all of ``timeout_s``.

    Raises:
        StorageFault: The lock file cannot be made.
    """
    from filelock import FileLock, Timeout

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not thread-local: a run's lock may be released by another thread than took it.
        lock = FileLock(path, thread_local=False)
        lock.acquire(timeout=timeout_s, poll_interval=_POLL_S)
    except Timeout:
        return None
    except (OSError, NotImplementedError) as failure:
        raise storage_fault(failure, "the lock file cannot be made", path) from failure
    return lock
