"""Commits of one writer: in turn with others of this machine, and tried again where others were faster."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from nornir_desk.ports.clock import Clock
from nornir_desk.system.atomic import write_atomically
from nornir_desk.warehouse.faults import kind_of, told_as_storage_fault
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.locking import held

if TYPE_CHECKING:
    from pyiceberg.catalog import Catalog
    from pyiceberg.table import Table

CANNOT_WRITE = "the warehouse cannot be written"
CANNOT_READ = "the warehouse cannot be read"

_FIRST_WAIT_S = 0.02
_LONGEST_WAIT_S = 0.5


class Committer:
    """Changes the table of one warehouse.

    Nornirs of one machine take turns by a lock file; other writers are met by trying again.

    Args:
        location: Where the warehouse is.
        clock: Lets time pass between tries.
        lock_timeout_s: How long to wait for another writer, in seconds.
    """

    def __init__(self, location: Location, clock: Clock, lock_timeout_s: float) -> None:
        self._location = location
        self._clock = clock
        self._lock_timeout_s = lock_timeout_s

    def commit(self, change: Callable[[Catalog], Table]) -> None:
        """Let ``change`` commit, again where another writer was faster, and leave the hint.

        Args:
            change: Makes one change and returns the table as it is then; a change that was made by
                an earlier try is not made twice.

        Raises:
            StorageFault: The warehouse cannot be written; nothing has changed.
        """
        with (
            told_as_storage_fault(CANNOT_WRITE, self._location.where),
            held(self._location.lock_file, self._lock_timeout_s),
        ):
            self._retried(change)

    def _retried(self, change: Callable[[Catalog], Table]) -> None:
        from nornir_desk.warehouse.catalog import writable_catalog

        deadline = self._clock.monotonic() + self._lock_timeout_s
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                with writable_catalog(self._location) as catalog:
                    table = change(catalog)
                _leave_hint(table)
            except Exception as failure:
                if not _is_worth_a_retry(failure) or self._clock.monotonic() > deadline:
                    raise
                # Writers that collided must not collide again in step.
                self._clock.sleep(wait_s * (0.5 + secrets.randbelow(1000) / 1000))
                wait_s = min(2 * wait_s, _LONGEST_WAIT_S)
            else:
                return


def _leave_hint(table: Table) -> None:
    from nornir_desk.warehouse.file_io import local_file
    from nornir_desk.warehouse.pointer import hint_file

    folder = local_file(table.io, table.location())
    if folder is None:
        return
    name = table.metadata_location.replace("\\", "/").rsplit("/", 1)[-1]
    # The rows have landed: a hint that is one state behind is still true, a failure here is none.
    with contextlib.suppress(OSError):
        write_atomically(hint_file(folder), name.encode())


def _is_worth_a_retry(failure: Exception) -> bool:
    from pyiceberg.exceptions import CommitFailedException

    if isinstance(failure, CommitFailedException) or kind_of(failure) == "locked":
        return True
    # Another writer let the same old snapshots go.
    return str(failure).startswith("Snapshot with snapshot id")
