"""Removing a run: its rows, its evidence and its journal."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import UnknownSelector, UsageFault
from nornir_desk.domain.identity import is_safe_run_id
from nornir_desk.domain.text import one_line
from nornir_desk.ports.clock import Clock
from nornir_desk.warehouse.committing import Committer
from nornir_desk.warehouse.faults import storage_fault
from nornir_desk.warehouse.journal_places import evidence_spool, journal_file, lock_file
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.locking import acquire
from nornir_desk.warehouse.writer import IcebergRunWriter

if TYPE_CHECKING:
    from pyiceberg.catalog import Catalog
    from pyiceberg.table import Table


class RunForgetter:
    """Implements ``ports.runs.RunRemover``.

    The rows go first, in one commit, then evidence and journal: a kill in between leaves what a
    second call removes. The files of the rows stay until ``Upkeep.maintain`` finds that no state
    that is kept refers to them.

    Args:
        location: Where the warehouse is.
        clock: Lets time pass between tries.
        lock_timeout_s: How long to wait for another writer, in seconds.
    """

    def __init__(self, location: Location, clock: Clock, *, lock_timeout_s: float = 30.0) -> None:
        self._location = location
        self._writer = IcebergRunWriter(location, clock, lock_timeout_s=lock_timeout_s)
        self._committer = Committer(location, clock, lock_timeout_s)

    def forget(self, run_id: str) -> None:
        """Remove a run, landed or unfinished.

        Raises:
            UnknownSelector: There is no such run.
            UsageFault: The run is being measured right now.
            StorageFault: The warehouse cannot be written.
        """
        landed = self._writer.has_run(run_id)
        beside = self._beside(run_id)
        if not landed and not beside:
            raise UnknownSelector(
                f"no run {one_line(run_id)!r} in {self._location.where}",
                "list the runs with: nornir bakeoff leaderboard --runs",
            )
        held = lock_file(self._location, run_id)
        lock = acquire(held, 0.0) if beside else None
        if beside and lock is None:
            raise UsageFault(
                f"the run {run_id!r} is being measured by another nornir right now",
                "wait until that one has finished",
            )
        try:
            if landed:
                self._committer.commit(lambda catalog: _delete(catalog, run_id))
            for path in beside:
                _remove(path)
        finally:
            if lock is not None:
                lock.release()
                held.unlink(missing_ok=True)

    def _beside(self, run_id: str) -> list[Path]:
        if not is_safe_run_id(run_id):
            # A run of another writer: its id cannot name a folder, so it has none.
            return []
        places = (
            self._location.evidence_folder / run_id,
            evidence_spool(self._location, run_id),
            journal_file(self._location, run_id),
        )
        return [place for place in places if place.exists()]


def _delete(catalog: Catalog, run_id: str) -> Table:
    from nornir_desk.warehouse.commit import delete_once
    from nornir_desk.warehouse.schema import IDENTIFIER

    table = catalog.load_table(IDENTIFIER)
    delete_once(table, run_id)
    return table


def _remove(path: Path) -> None:
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as failure:
        raise storage_fault(failure, "the run cannot be removed", path) from failure
