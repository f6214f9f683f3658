"""Landing runs."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.ports.clock import Clock
from nornir_desk.system.atomic import write_atomically
from nornir_desk.warehouse.faults import kind_of, told_as_storage_fault
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.locking import held

if TYPE_CHECKING:
    from pyiceberg.table import Table

_CANNOT_WRITE = "the warehouse cannot be written"
_CANNOT_READ = "the warehouse cannot be read"
_FIRST_WAIT_S = 0.02
_LONGEST_WAIT_S = 0.5


class IcebergRunWriter:
    """Implements ``ports.runs.RunWriter``.

    Nornirs of one machine take turns by a lock file; other writers are met by trying again. Each
    append is one commit that also brings an older table up to the schema and lets old snapshots
    go, so that the cost of an append does not grow with the number of runs.

    Args:
        location: Where the warehouse is; it is made where it is missing.
        clock: Lets time pass between tries.
        lock_timeout_s: How long to wait for another writer, in seconds.
    """

    def __init__(self, location: Location, clock: Clock, *, lock_timeout_s: float = 30.0) -> None:
        self._location = location
        self._clock = clock
        self._lock_timeout_s = lock_timeout_s

    def append(self, rows: Sequence[AgentModelRunRow]) -> None:
        """Land rows, all of one or more runs, in one commit; no rows make no commit.

        Raises:
            StorageFault: The warehouse cannot be written; nothing of the run has landed.
        """
        if not rows:
            return
        with (
            told_as_storage_fault(_CANNOT_WRITE, self._location.where),
            held(self._location.lock_file, self._lock_timeout_s),
        ):
            self._append_with_retries(rows, secrets.token_hex(8))

    def has_run(self, run_id: str) -> bool:
        """Tell whether a run has landed.

        Raises:
            StorageFault: It cannot be told, as the warehouse is locked, damaged or not reachable.
        """
        from nornir_desk.warehouse.opening import open_table
        from nornir_desk.warehouse.scan import has_run
        from nornir_desk.warehouse.wholeness import check_whole

        self._undo_interrupted()
        deadline = self._clock.monotonic() + self._lock_timeout_s
        opened = open_table(self._location)
        # What a hint leads to may be a run behind, and then the run would land twice.
        while opened.status == "locked" and self._clock.monotonic() < deadline:
            self._clock.sleep(_LONGEST_WAIT_S)
            opened = open_table(self._location)
        if opened.status in ("locked", "offline", "error"):
            raise StorageFault(
                f"{_CANNOT_READ}: {self._location.where}: {opened.detail}",
                "see that the place is whole and try again",
            )
        with told_as_storage_fault(_CANNOT_READ, self._location.where):
            if opened.table is None:
                return False
            check_whole(opened.table)
            return has_run(opened.table, run_id)

    def _undo_interrupted(self) -> None:
        from nornir_desk.warehouse.opening import CATALOG_NAME
        from nornir_desk.warehouse.pointer import undo_interrupted

        # A reader cannot look past a killed writer's half commit, and would answer "locked" for ever.
        if self._location.kind == "local":
            with told_as_storage_fault(_CANNOT_READ, self._location.where):
                undo_interrupted(self._location.catalog_file, CATALOG_NAME)

    def _append_with_retries(self, rows: Sequence[AgentModelRunRow], append_id: str) -> None:
        deadline = self._clock.monotonic() + self._lock_timeout_s
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                self._append(rows, append_id)
            except Exception as failure:
                if not _is_worth_a_retry(failure) or self._clock.monotonic() > deadline:
                    raise
                # Writers that collided must not collide again in step.
                self._clock.sleep(wait_s * (0.5 + secrets.randbelow(1000) / 1000))
                wait_s = min(2 * wait_s, _LONGEST_WAIT_S)
            else:
                return

    def _append(self, rows: Sequence[AgentModelRunRow], append_id: str) -> None:
        from nornir_desk.warehouse.catalog import load_or_create, writable_catalog
        from nornir_desk.warehouse.commit import append_once

        with writable_catalog(self._location) as catalog:
            table = load_or_create(catalog)
            append_once(table, rows, append_id)
        _leave_hint(table)


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
