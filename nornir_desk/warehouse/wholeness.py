"""Checking that a table's manifests are whole before they are decoded.

The decoder of Avro files is quick and does not watch where a file ends: in one that was cut off it
reads on into foreign memory, and what it finds there may look like rows.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyiceberg.table import Table

_MARKER_BYTES = 16


def check_whole(table: Table) -> None:
    """Check the current snapshot's manifests, where they lie on this machine.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file was cut off.
    """
    from nornir_desk.warehouse.file_io import local_file

    snapshot = table.current_snapshot()
    path = local_file(table.io, snapshot.manifest_list) if snapshot else None
    if snapshot is None or path is None:
        return
    check_marker(path)
    for manifest in snapshot.manifests(table.io):
        file = local_file(table.io, manifest.manifest_path)
        if file is not None and file.stat().st_size != manifest.manifest_length:
            raise ValueError(
                f"{file} has not the {manifest.manifest_length} bytes it was written with"
            )


def check_marker(path: Path) -> bytes:
    """Check that an Avro file ends in the marker that also ends its header; return its bytes.

    Raises:
        OSError: It cannot be read.
        ValueError: It was cut off.
    """
    data = path.read_bytes()
    marker = data[-_MARKER_BYTES:]
    if len(marker) < _MARKER_BYTES or data.find(marker, 0, -_MARKER_BYTES) < 0:
        raise ValueError(f"{path} was cut off")
    return data
