"""Finding and removing files that nothing refers to."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nornir_desk.warehouse.references import FileId

# What Iceberg's writers make; anything else that lies there is somebody's own.
_SUFFIXES = (".parquet", ".avro", ".metadata.json")


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may go, and its size in bytes."""

    path: Path
    size: int


def orphans(
    folder: Path, referenced: Collection[FileId], named: Collection[str], before_s: float
) -> list[Found]:
    """Return data and metadata files below a table's folder that nothing refers to.

    Args:
        folder: The table's folder.
        referenced: Files that are kept, by device and number.
        named: Names that are kept, wherever they are.
        before_s: Files changed at this time or later are left, in seconds since the epoch.
    """
    found = []
    for part in ("data", "metadata"):
        for path, status in _files(folder / part, before_s):
            ours = path.name.endswith(_SUFFIXES) and path.name not in named
            if ours and (status.st_dev, status.st_ino) not in referenced:
                found.append(Found(path, status.st_size))
    return sorted(found, key=lambda one: one.path)


def half_written(folders: Iterable[Path], before_s: float) -> list[Found]:
    """Return what ``system.atomic.write_atomically`` left when it was killed."""
    found = []
    for folder in folders:
        for path, status in _files(folder, before_s):
            if path.name.startswith(".") and path.name.endswith(".tmp"):
                found.append(Found(path, status.st_size))
    return sorted(found, key=lambda one: one.path)


def remove(found: Iterable[Found], within: Path) -> None:
    """Remove files, and folders within ``within`` that are empty then.

    Raises:
        OSError: A file cannot be removed; those before it are.
    """
    for one in found:
        one.path.unlink(missing_ok=True)
        parent = one.path.parent
        # A writer may be about to put a file there: only the system knows whether it is empty.
        with contextlib.suppress(OSError):
            if parent.name.startswith("run_id=") and parent.is_relative_to(within):
                parent.rmdir()


def bytes_below(folder: Path) -> int:
    """Return the bytes of all files below a folder; 0 where there is none."""
    return sum(status.st_size for _, status in _files(folder, float("inf")))


def _files(folder: Path, before_s: float) -> Iterator[tuple[Path, os.stat_result]]:
    for path in folder.rglob("*"):
        try:
            status = path.lstat()
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode) and status.st_mtime < before_s:
            yield path, status
