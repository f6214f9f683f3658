"""How pyiceberg reads and writes a local warehouse: at its place of today, and down to the disk."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from pyiceberg.io import InputFile, OutputFile, OutputStream
from pyiceberg.io.pyarrow import PyArrowFileIO

from nornir_desk.system.atomic import sync_folder
from nornir_desk.warehouse.roots import Root, local_path

if TYPE_CHECKING:
    from pyiceberg.io import FileIO
    from pyiceberg.typedef import Properties

_STORED, _ACTUAL = "nornir.stored-root", "nornir.actual-root"


def io_properties(root: Root) -> dict[str, str]:
    """Return the properties that make pyiceberg use ``LocalFileIO`` with a root."""
    name = f"{LocalFileIO.__module__}.{LocalFileIO.__name__}"
    return {"py-io-impl": name, _STORED: root.stored, _ACTUAL: root.actual}


def local_file(io: FileIO, location: str) -> Path | None:
    """Return where a table's file is on this machine, None where it is elsewhere."""
    return io.root.local(location) if isinstance(io, LocalFileIO) else local_path(location)


class LocalFileIO(PyArrowFileIO):
    """Reads and writes below today's root; what was written is on the disk once it is closed.

    The catalog's commit is durable by itself. Without the files that it points to being so too, a
    power cut just after it would leave a table that cannot be read.
    """

    def __init__(self, properties: Properties) -> None:
        super().__init__(properties)
        self.root = Root(properties.get(_STORED, ""), properties.get(_ACTUAL, ""))

    def new_input(self, location: str) -> InputFile:  # type: ignore[override]
        """Return a file to read."""
        return super().new_input(self.root.moved(location))

    def new_output(self, location: str) -> OutputFile:  # type: ignore[override]
        """Return a file to write."""
        path = self.root.local(location)
        return super().new_output(location) if path is None else _SyncedFile(location, path, self)

    def delete(self, location: str | InputFile | OutputFile) -> None:
        """Delete a file."""
        named = location if isinstance(location, str) else location.location
        super().delete(self.root.moved(named))


class _SyncedFile(OutputFile):
    def __init__(self, location: str, path: Path, io: LocalFileIO) -> None:
        super().__init__(location)
        self._path = path
        self._io = io

    def __len__(self) -> int:
        return self._path.stat().st_size

    def exists(self) -> bool:
        return self._path.exists()

    def to_input_file(self) -> InputFile:
        return self._io.new_input(self.location)

    def create(self, overwrite: bool = False) -> OutputStream:
        _make_folder(self._path.parent)
        return _SyncedStream(self._path, overwrite=overwrite)


class _SyncedStream(OutputStream):
    # Unbuffered: what a full disk refuses must not be tried again when the file is closed.
    def __init__(self, path: Path, *, overwrite: bool) -> None:
        self.closed = True
        self._folder = path.parent
        self._size = 0
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if overwrite else os.O_EXCL)
        self._file = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o666)
        self.closed = False

    def __del__(self) -> None:
        # pyiceberg forgets a manifest whose first bytes could not be written.
        if not self.closed:
            os.close(self._file)

    def write(self, b: bytes) -> int:
        left = memoryview(b)
        while left:
            left = left[os.write(self._file, left) :]
        self._size += len(b)
        return len(b)

    def flush(self) -> None:
        """Do nothing: each write has reached the system already."""

    def tell(self) -> int:
        return self._size

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        try:
            os.fsync(self._file)
        finally:
            os.close(self._file)
        sync_folder(self._folder)

    def __enter__(self) -> _SyncedStream:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)
