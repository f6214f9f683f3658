"""Landing runs."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.ports.clock import Clock
from nornir_desk.warehouse.committing import CANNOT_READ, Committer
from nornir_desk.warehouse.faults import told_as_storage_fault
from nornir_desk.warehouse.location import Location

if TYPE_CHECKING:
    from pyiceberg.catalog import Catalog
    from pyiceberg.table import Table

_POLL_S = 0.5


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
        self._committer = Committer(location, clock, lock_timeout_s)

    def append(self, rows: Sequence[AgentModelRunRow]) -> None:
        """Land rows, all of one or more runs, in one commit; no rows make no commit.

        Raises:
            StorageFault: The warehouse cannot be written; nothing of the run has landed.
        """
        if not rows:
            return
        append_id = secrets.token_hex(8)

        def change(catalog: Catalog) -> Table:
            from nornir_desk.warehouse.catalog import load_or_create
            from nornir_desk.warehouse.commit import append_once

            table = load_or_create(catalog)
            append_once(table, rows, append_id)
            return table

        self._committer.commit(change)

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
            self._clock.sleep(_POLL_S)
            opened = open_table(self._location)
        if opened.status in ("locked", "offline", "error"):
            raise StorageFault(
                f"{CANNOT_READ}: {self._location.where}: {opened.detail}",
                "see that the place is whole and try again",
            )
        with told_as_storage_fault(CANNOT_READ, self._location.where):
            if opened.table is None:
                return False
            check_whole(opened.table)
            return has_run(opened.table, run_id)

    def _undo_interrupted(self) -> None:
        from nornir_desk.warehouse.opening import CATALOG_NAME
        from nornir_desk.warehouse.pointer import undo_interrupted

        # A reader cannot look past a killed writer's half commit, and would answer "locked" for ever.
        if self._location.kind == "local":
            with told_as_storage_fault(CANNOT_READ, self._location.where):
                undo_interrupted(self._location.catalog_file, CATALOG_NAME)
