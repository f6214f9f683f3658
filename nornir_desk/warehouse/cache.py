"""What is remembered between starts of the rows of a table, in a folder outside the warehouse.

Nothing here is the truth: a file that is missing, damaged, of another version, of another table or
of other rules counts as nothing, and a folder that cannot be written is not written.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nornir_desk.domain
from nornir_desk.domain.source import RunSummary
from nornir_desk.domain.text import digest8, slug
from nornir_desk.warehouse.live_files import LiveFile
from nornir_desk.warehouse.location import Location

if TYPE_CHECKING:
    import pyarrow as pa

    from nornir_desk.warehouse.held import Held

VERSION = 1
ROWS_FILE = "rows.arrow"
RUNS_FILE = "runs.json"
FILES_FILE = "files.json"

_KEY = b"nornir"
_CHECK_BYTES = 4


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """Where the rows of one warehouse are remembered.

    Attributes:
        root: The folder of all warehouses' caches.
        place: What the names of this warehouse's folders begin with, one folder a table.
    """

    root: Path
    place: str

    def folder(self, uuid: str) -> Path:
        """Return the folder of one table."""
        return self.root / f"{self.place}-{slug(uuid)}"

    def load_rows(self, uuid: str) -> Held | None:
        """Return the rows that are remembered of a table, mapped rather than read."""
        # A damaged file makes Arrow raise anything.
        with contextlib.suppress(Exception):
            return _load_rows(self.folder(uuid) / ROWS_FILE, uuid)
        return None

    def load_runs(
        self, uuid: str, snapshot: int | None, columns: tuple[str, ...]
    ) -> tuple[RunSummary, ...] | None:
        """Return the run list that is remembered of exactly this state of a table."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            data = _checked((self.folder(uuid) / RUNS_FILE).read_bytes())
            document = json.loads(bytes(data))
            if document["key"] == _runs_key(uuid, snapshot, columns):
                return tuple(map(_summary, document["runs"]))
        return None

    def load_files(self, uuid: str) -> tuple[int | None, tuple[LiveFile, ...]] | None:
        """Return the live files that are remembered of a table, and of which state they are."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads(bytes(_checked((self.folder(uuid) / FILES_FILE).read_bytes())))
            if told["version"] == VERSION:
                return told["snapshot"], tuple(LiveFile(*values) for values in told["files"])
        return None

    def save_files(self, uuid: str, snapshot: int | None, files: Sequence[LiveFile]) -> None:
        """Remember the live files of a state; the caches of tables that were here before go."""
        told = {
            "version": VERSION,
            "snapshot": snapshot,
            "files": [
                (file.path, file.manifest, file.records, file.run_id, file.newest_micros)
                for file in files
            ],
        }
        with contextlib.suppress(OSError):
            self._made(uuid)
            path = self.folder(uuid) / FILES_FILE
            _replace(path, _with_check(json.dumps(told).encode()))

    def save(self, held: Held, runs: Sequence[RunSummary]) -> None:
        """Remember rows and run list; the caches of tables that were here before go."""
        folder = self.folder(held.uuid)
        with contextlib.suppress(OSError):
            self._made(held.uuid)
            _replace(folder / ROWS_FILE, _with_check(_rows_bytes(held)))
            key = _runs_key(held.uuid, held.snapshot, held.columns)
            document = {"key": key, "runs": list(map(_values, runs))}
            _replace(folder / RUNS_FILE, _with_check(json.dumps(document).encode()))

    def _made(self, uuid: str) -> None:
        folder = self.folder(uuid)
        folder.mkdir(parents=True, exist_ok=True)
        for other in self.root.glob(f"{self.place}-*"):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)

    def size(self) -> int:
        """Return the bytes that this warehouse's caches take."""
        files = (path for path in self.root.glob(f"{self.place}-*/*") if path.is_file())
        return sum(path.stat().st_size for path in files)


def cache_of(location: Location, root: Path) -> CacheFolder:
    """Return where the rows of a warehouse are remembered below ``root``."""
    named = slug(Path(location.where).name or location.kind)
    return CacheFolder(root, f"{named}-{digest8(f'{location.kind} {location.where}')}")


def _load_rows(path: Path, uuid: str) -> Held | None:
    import pyarrow as pa

    from nornir_desk.warehouse.held import Held, HeldFile
    from nornir_desk.warehouse.slim import slim_schema

    with pa.memory_map(str(path)) as mapped:
        data = mapped.read_buffer()
    with pa.ipc.open_file(pa.py_buffer(_checked(memoryview(data)))) as reader:
        told: Mapping[str, Any] = json.loads(reader.schema.metadata[_KEY])
        rows = reader.read_all().replace_schema_metadata(None)
    if (told["version"], told["uuid"]) != (VERSION, uuid) or rows.schema != slim_schema():
        return None
    return Held(
        uuid=uuid,
        snapshot=told["snapshot"],
        columns=tuple(told["columns"]),
        files={path: HeldFile(number, manifest) for path, number, manifest in told["files"]},
        rows=rows,
    )


def _rows_bytes(held: Held) -> bytes:
    import pyarrow as pa

    told = {
        "version": VERSION,
        "uuid": held.uuid,
        "snapshot": held.snapshot,
        "columns": held.columns,
        "files": [(path, file.number, file.manifest) for path, file in held.files.items()],
    }
    rows: pa.Table = held.rows.combine_chunks()
    rows = rows.replace_schema_metadata({_KEY: json.dumps(told).encode()})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, rows.schema) as writer:
        writer.write_table(rows)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _values(run: RunSummary) -> list[Any]:
    return [getattr(run, name) for name in _summary_fields()]


def _summary(values: list[Any]) -> RunSummary:
    if values[-1] is not None:
        values[-1] = tuple(values[-1])  # the thumbnail: JSON has lists only
    return RunSummary(*values)


def _runs_key(uuid: str, snapshot: int | None, columns: tuple[str, ...]) -> list[Any]:
    return [VERSION, _rules(), uuid, snapshot, list(columns), list(_summary_fields())]


@once
def _summary_fields() -> tuple[str, ...]:
    return tuple(field.name for field in fields(RunSummary))


@once
def _rules() -> str:
    # Who wins is decided by the domain: a list made by other rules is not shown.
    folder = Path(nornir_desk.domain.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _replace(path: Path, data: bytes) -> None:
    # Not synced, unlike what must last: what a power cut leaves half written fails its check.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _with_check(data: bytes) -> bytes:
    return data + zlib.crc32(data).to_bytes(_CHECK_BYTES, "little")


def _checked(data: bytes | memoryview) -> memoryview:
    whole = memoryview(data)
    body, check = whole[:-_CHECK_BYTES], whole[-_CHECK_BYTES:]
    if zlib.crc32(body).to_bytes(_CHECK_BYTES, "little") != bytes(check):
        raise ValueError("damaged")
    return body
