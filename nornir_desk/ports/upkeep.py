"""What a warehouse holds and takes, and clearing away what nothing refers to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from nornir_desk.domain.source import SourceKind, SourceStatus


@dataclass(frozen=True, slots=True)
class WarehouseInfo:
    """What a warehouse holds, and the room it takes on disk in bytes.

    Attributes:
        where: Its path, or the name of its catalog.
        kind: A local folder or a configured catalog.
        status: As in ``domain.source.Source``.
        detail: What is wrong, in one line; None when live.
        table_uuid: Tells this table from any other; None where there is none.
        snapshots: States that are kept.
        runs: Runs that have landed.
        rows: Rows of those runs.
        cells_failed: Cells that failed in them.
        data_files: Files that hold the rows.
        data_bytes: Data on disk, what nothing refers to any more included; for a catalog elsewhere
            the live data alone.
        metadata_bytes: Metadata on disk; None where it is elsewhere.
        evidence_bytes: Evidence of all runs.
        journal_bytes: Journals of runs that have not landed.
        unfinished: Those runs, newest first.
        cache: The folder in which what was read is remembered.
        cache_bytes: What that takes.
    """

    where: str
    kind: SourceKind
    status: SourceStatus
    detail: str | None
    table_uuid: str | None
    snapshots: int
    runs: int
    rows: int
    cells_failed: int
    data_files: int
    data_bytes: int
    metadata_bytes: int | None
    evidence_bytes: int
    journal_bytes: int
    unfinished: tuple[str, ...]
    cache: str
    cache_bytes: int


@dataclass(frozen=True, slots=True)
class Leftover:
    """A file that nothing refers to: its path below the warehouse, and its size in bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Maintenance:
    """What was cleared away, or would be.

    Attributes:
        dry_run: Nothing was touched.
        swept: False where files cannot be cleared away, as the data is not in a local folder.
        snapshots: Earlier states that are no longer kept.
        orphans: Data and metadata that no kept state refers to.
        temporary: Half-written files of processes that were killed.
    """

    dry_run: bool
    swept: bool
    snapshots: int
    orphans: tuple[Leftover, ...]
    temporary: tuple[Leftover, ...]


class Upkeep(Protocol):
    """Looks after one warehouse."""

    def info(self) -> WarehouseInfo:
        """Return what the warehouse holds; never writes, never raises."""
        ...

    def maintain(self, *, dry_run: bool, older_than_s: float) -> Maintenance:
        """Let old states go, and clear away what nothing refers to.

        Args:
            dry_run: Only tell what would be done.
            older_than_s: Nothing younger than this many seconds is touched: it may belong to a
                write that is on its way.

        Raises:
            StorageFault: The warehouse cannot be written, or is not whole; nothing was removed.
        """
        ...
