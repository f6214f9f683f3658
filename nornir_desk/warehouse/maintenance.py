"""Looking after a warehouse: what it holds, and clearing away what nothing refers to."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import StorageFault
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.upkeep import Leftover, Maintenance, WarehouseInfo
from nornir_desk.warehouse.cache import cache_of
from nornir_desk.warehouse.committing import CANNOT_READ, CANNOT_WRITE, Committer
from nornir_desk.warehouse.faults import told_as_storage_fault
from nornir_desk.warehouse.journal import FolderJournal
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.locking import held
from nornir_desk.warehouse.opening import CATALOG_NAME, locate, open_table
from nornir_desk.warehouse.pointer import metadata_files, read_hint, undo_interrupted
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.sweep import Found, bytes_below, half_written, orphans, remove

if TYPE_CHECKING:
    from pyiceberg.catalog import Catalog
    from pyiceberg.table import Table


class IcebergUpkeep:
    """Implements ``ports.upkeep.Upkeep``.

    Args:
        location: Where the warehouse is.
        clock: Tells how old files are.
        cache_root: The folder in which what was read is remembered.
        lock_timeout_s: How long to wait for a writer, in seconds.
    """

    def __init__(
        self, location: Location, clock: Clock, cache_root: Path, *, lock_timeout_s: float = 30.0
    ) -> None:
        self._location = location
        self._clock = clock
        self._cache_root = cache_root
        self._lock_timeout_s = lock_timeout_s

    def info(self) -> WarehouseInfo:
        """Return what the warehouse holds; never writes but to the cache, never raises."""
        reading = IcebergRunReader(self._location, self._clock, self._cache_root).runs()
        table, held_files = _live_files(self._location)
        cache = cache_of(self._location, self._cache_root)
        uuid = str(table.metadata.table_uuid) if table else None
        local = self._location.kind == "local"
        sizes = [size for _, size in held_files]
        folder = self._location.table_folder
        return WarehouseInfo(
            where=reading.source.where,
            kind=reading.source.kind,
            status=reading.source.status,
            detail=reading.source.detail,
            runs=len(reading.items),
            cells_failed=sum(run.failed for run in reading.items),
            table_uuid=uuid,
            snapshots=len(table.metadata.snapshots) if table else 0,
            rows=sum(rows for rows, _ in held_files),
            data_files=len(sizes),
            data_bytes=bytes_below(folder / "data") if local else sum(sizes),
            metadata_bytes=bytes_below(folder / "metadata") if local else None,
            evidence_bytes=bytes_below(self._location.evidence_folder),
            journal_bytes=bytes_below(self._location.journal_folder),
            unfinished=FolderJournal(self._location).unfinished(),
            cache=str(cache.folder(uuid) if uuid else cache.root),
            cache_bytes=cache.size(),
        )

    def maintain(self, *, dry_run: bool, older_than_s: float) -> Maintenance:
        """Let old states go, and clear away what nothing refers to.

        Args:
            dry_run: Only tell what would be done.
            older_than_s: Nothing younger than this many seconds is touched.

        Raises:
            StorageFault: The warehouse cannot be written, or is not whole; nothing was removed.
        """
        before_s = self._clock.now_micros() / 1e6 - older_than_s
        local = self._location.kind == "local"
        if dry_run:
            with told_as_storage_fault(CANNOT_READ, self._location.where):
                return self._report(before_s, dry_run=True, local=local)
        if local:
            _refuse_missing(self._location)
        committer = Committer(self._location, self._clock, self._lock_timeout_s)
        expired: list[int] = []
        if self._has_table():
            committer.commit(lambda catalog: _expire(catalog, before_s, expired))
        if not local:
            return Maintenance(False, False, len(set(expired)), (), ())
        with (
            told_as_storage_fault(CANNOT_WRITE, self._location.where),
            held(self._location.lock_file, self._lock_timeout_s),
        ):
            report = self._report(before_s, dry_run=False, local=True)
        return Maintenance(False, True, len(set(expired)), report.orphans, report.temporary)

    def _has_table(self) -> bool:
        if self._location.kind == "local":
            with told_as_storage_fault(CANNOT_READ, self._location.where):
                undo_interrupted(self._location.catalog_file, CATALOG_NAME)
        opened = open_table(self._location)
        if opened.table is None and opened.status != "empty":
            raise _not_whole(self._location, opened.detail)
        return opened.table is not None

    def _report(self, before_s: float, *, dry_run: bool, local: bool) -> Maintenance:
        opened = open_table(self._location)
        if opened.status not in ("live", "empty"):
            raise _not_whole(self._location, opened.detail)
        expired = _old_snapshots(opened.table, before_s) if opened.table and dry_run else []
        if not local:
            return Maintenance(dry_run, False, len(expired), (), ())
        lost = self._orphans(opened.table, before_s) if opened.table else []
        temporary = half_written(self._folders(), before_s)
        if not dry_run:
            remove([*lost, *temporary], self._location.home)
        return Maintenance(
            dry_run, True, len(expired), self._leftovers(lost), self._leftovers(temporary)
        )

    def _orphans(self, table: Table, before_s: float) -> list[Found]:
        from nornir_desk.warehouse.file_io import local_file
        from nornir_desk.warehouse.references import referenced_files

        folder = local_file(table.io, table.location())
        if folder is None or not folder.is_relative_to(self._location.home):
            return []
        names = {Path(entry.metadata_file).name for entry in table.metadata.metadata_log}
        _refuse_second_name(self._location, table)
        hint = read_hint(folder)
        names |= {hint.name} if hint else set()
        return orphans(folder, referenced_files(table), names, before_s)

    def _folders(self) -> Iterator[Path]:
        place = self._location
        yield from (place.table_folder, place.journal_folder, place.evidence_folder)

    def _leftovers(self, found: Iterable[Found]) -> tuple[Leftover, ...]:
        home = self._location.home
        return tuple(Leftover(one.path.relative_to(home).as_posix(), one.size) for one in found)


def _refuse_second_name(location: Location, table: Table) -> None:
    # Another name in the same catalog may stand for another state of the same files.
    own = Path(table.metadata_location)
    for pointed in map(Path, metadata_files(location.catalog_file)):
        if pointed.name != own.name and pointed.parent == own.parent:
            raise ValueError(f"{location.catalog_file} leads to another state of the table too")


def _live_files(location: Location) -> tuple[Table | None, list[tuple[int, int]]]:
    """Return the table, and rows and bytes of each of its live files, as far as can be told."""
    table = open_table(location).table
    if table is None:
        return None, []
    # A damaged manifest makes its decoder raise anything.
    with contextlib.suppress(Exception):
        tasks = table.scan().plan_files()
        return table, [(task.file.record_count, task.file.file_size_in_bytes) for task in tasks]
    return table, []


def _expire(catalog: Catalog, before_s: float, expired: list[int]) -> Table:
    from pyiceberg.table.update.snapshot import ExpireSnapshots

    from nornir_desk.warehouse.schema import IDENTIFIER

    table = catalog.load_table(IDENTIFIER)
    old = _old_snapshots(table, before_s)
    if old:
        with table.transaction() as transaction:
            ExpireSnapshots(transaction).by_ids(old).commit()
        expired += old
    return table


def _old_snapshots(table: Table, before_s: float) -> list[int]:
    kept = {reference.snapshot_id for reference in table.metadata.refs.values()}
    kept.add(table.metadata.current_snapshot_id or -1)
    return [
        snapshot.snapshot_id
        for snapshot in table.metadata.snapshots
        if snapshot.snapshot_id not in kept and snapshot.timestamp_ms < before_s * 1_000
    ]


def _refuse_missing(location: Location) -> None:
    located = locate(location)
    if located is not None and located.status == "empty" and not location.catalog_file.exists():
        raise StorageFault(
            f"{location.where} holds no warehouse", "land a run with: nornir bakeoff demo"
        )


def _not_whole(location: Location, detail: str | None) -> StorageFault:
    return StorageFault(
        f"{CANNOT_WRITE}: {location.where}: {detail}", "see that the place is whole and try again"
    )
