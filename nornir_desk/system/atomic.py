"""Writing a file so that a reader, or a crash, sees the old or the new one, never a half."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Replace ``path`` by ``data``: a file beside it, fsync, rename, fsync of the folder.

    After it returns the data survives a power cut on a file system that honours fsync. The folder
    must exist. Accepted trade-off: after a kill between writing and renaming, a file
    ``.NAME.*.tmp`` is left beside the target.

    Args:
        path: What is replaced.
        data: The whole new content.
        durable: False leaves the fsyncs out: a kill cannot harm it, a power cut may lose it.

    Raises:
        OSError: The disk is full or the folder cannot be written; the old file stands.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if durable:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a folder's entries durable, where the system can (not on Windows)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
