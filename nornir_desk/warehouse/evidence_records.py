"""The records of an evidence spool, and how they become files.

A record is a line ``CHECK SIZE FOLDER/NAME``, then the piece itself and a line's end.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

_HEAD = re.compile(
    rb"([0-9a-f]{8}) (([0-9]{1,15}) ([a-z0-9-]{1,100})/([A-Za-z0-9_][A-Za-z0-9_.-]*)\n)"
)
_HEAD_MAX = 256


def record(folder: str, name: str, data: bytes) -> bytes:
    """Return the record of one piece of evidence.

    Args:
        folder: The name of its cell's folder.
        name: Its own.
        data: What it says.
    """
    told = f"{len(data)} {folder}/{name}\n".encode()
    return b"%08x %b%b\n" % (_check(told, data), told, data)


def lay_out(spool: Path, folder: Path, start: int = 0) -> int:
    """Make a file of each record from ``start`` on, and return where the last whole one ends.

    Memory holds one piece at a time. What follows a record that is cut or damaged counts as not
    written. Doing it again changes nothing.

    Args:
        spool: The file of records; a missing one has none.
        folder: Where the folders of the cells are made.
        start: Where a record begins.

    Raises:
        OSError: The spool cannot be read, or a file not be written.
    """
    try:
        file = spool.open("rb")
    except FileNotFoundError:
        return start
    with file:
        file.seek(start)
        for place, data, end in _records(file):
            # The spool stays until all are written, so none has to be written atomically.
            _write(folder / place, data)
            start = end
    return start


def _records(file: BinaryIO) -> Iterator[tuple[str, bytes, int]]:
    at = file.tell()
    while head := _HEAD.fullmatch(line := file.readline(_HEAD_MAX)):
        data = _whole(file, int(head[3]))
        if data is None or _check(head[2], data) != int(head[1], 16):
            return
        at += len(line) + len(data) + 1
        yield f"{head[4].decode()}/{head[5].decode()}", data, at


def _whole(file: BinaryIO, size: int) -> bytes | None:
    # A size may be garbage: nothing is asked for that cannot be there.
    begin = file.tell()
    if begin + size >= file.seek(0, 2):
        return None
    file.seek(begin)
    data = file.read(size + 1)
    return data[:-1] if len(data) == size + 1 and data.endswith(b"\n") else None


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _check(told: bytes, data: bytes) -> int:
    return zlib.crc32(data, zlib.crc32(told))
