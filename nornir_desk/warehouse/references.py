"""Which files the kept states of a table refer to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.warehouse.file_io import local_file
from nornir_desk.warehouse.wholeness import check_marker

if TYPE_CHECKING:
    from pyiceberg.manifest import ManifestFile
    from pyiceberg.table import Table

FileId = tuple[int, int]


def referenced_files(table: Table) -> frozenset[FileId]:
    """Return the files that a table's kept states refer to, by device and number.

    Not by name: one file may be reached by several. Whatever is doubtful is an error, as each file
    that is missed here would be cleared away.

    Raises:
        OSError: A file that is referred to is missing.
        ValueError: A file was cut off, or is not on this machine.
    """
    return frozenset(_id(_local(table, location)) for location in _locations(table))


def _locations(table: Table) -> Iterator[str]:
    metadata = table.metadata
    yield table.metadata_location
    yield from (f.statistics_path for f in metadata.statistics)
    yield from (f.statistics_path for f in metadata.partition_statistics)
    read: set[str] = set()
    for snapshot in metadata.snapshots:
        yield snapshot.manifest_list
        check_marker(_local(table, snapshot.manifest_list))
        for manifest in snapshot.manifests(table.io):
            if manifest.manifest_path not in read:
                read.add(manifest.manifest_path)
                yield manifest.manifest_path
                yield from _data_files(table, manifest)


def _data_files(table: Table, manifest: ManifestFile) -> Iterator[str]:
    path = _local(table, manifest.manifest_path)
    if path.stat().st_size != manifest.manifest_length:
        raise ValueError(f"{path} has not the {manifest.manifest_length} bytes it was written with")
    entries = manifest.fetch_manifest_entry(table.io)
    counted = (manifest.added_files_count, manifest.existing_files_count)
    if None not in counted and sum(filter(None, counted)) != len(entries):
        raise ValueError(f"{path} lists {len(entries)} files, not the {counted} it should")
    yield from (entry.data_file.file_path for entry in entries)


def _local(table: Table, location: str) -> Path:
    path = local_file(table.io, location)
    if path is None:
        raise ValueError(f"{location} is not on this machine")
    return path


def _id(path: Path) -> FileId:
    status = path.stat()
    return (status.st_dev, status.st_ino)
