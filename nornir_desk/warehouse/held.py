"""The slim rows of one state of the table, and how those of the next state are had from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.warehouse.live_files import LiveFile, current_files
from nornir_desk.warehouse.slim import FILE_NUMBER, FileToRead, read_slim, slim_schema
from nornir_desk.warehouse.state import NeedsScan, TableState

if TYPE_CHECKING:
    import pyarrow as pa

# Each new run is a chunk of its own; above this they are made one again.
_MAX_CHUNKS = 64


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A data file whose rows are held: their mark, and the manifest that lists it."""

    number: int
    manifest: str


@dataclass(frozen=True, slots=True)
class Held:
    """The slim rows of one state.

    Attributes:
        uuid: The table.
        snapshot: The state.
        columns: Those of our columns that the table had.
        files: The live files by their path as stored.
        rows: Their rows, as ``slim.slim_schema`` has them.
    """

    uuid: str
    snapshot: int | None
    columns: tuple[str, ...]
    files: Mapping[str, HeldFile]
    rows: pa.Table


@dataclass(frozen=True, slots=True)
class Step:
    """How a state was had from the one before.

    Attributes:
        held: The new state.
        added: Files that were read.
        runs: Runs whose rows came or went; None where all are to be looked at.
        fresh: The rows that came.
    """

    held: Held
    added: int
    runs: frozenset[str] | None
    fresh: pa.Table


def nothing_held(state: TableState) -> Held:
    """Return what is held of a table that was never read."""
    return Held(state.uuid, None, state.columns, {}, slim_schema().empty_table())


def is_current(held: Held, state: TableState) -> bool:
    """Tell whether the held rows are those of ``state``."""
    same = (held.uuid, held.columns) == (state.uuid, state.columns)
    return same and held.snapshot == state.snapshot


def advance(
    held: Held | None, state: TableState, look: Callable[[pa.Table], None] = lambda _: None
) -> Step:
    """Return the rows of ``state``: files that are held are never read again.

    Args:
        held: What was held before.
        state: The state.
        look: Gets rows that are new as they come, while others are being read.

    Raises:
        NeedsScan: Only the whole scan reads this state rightly.
        OSError: A file is missing.
        ValueError: A file is damaged.
    """
    known = held is not None and (held.uuid, held.columns) == (state.uuid, state.columns)
    base = held if held is not None and known else nothing_held(state)
    files = current_files(base.files, state)
    new = [path for path in files if path not in base.files]
    gone = [path for path in base.files if path not in files]
    first = max((file.number for file in base.files.values()), default=-1) + 1
    numbers = {path: number for number, path in enumerate(new, start=first)}
    to_read = [FileToRead(_local(state, p), numbers[p], _records(files[p])) for p in new]
    pieces = []
    for piece in read_slim(to_read, state.columns) if to_read else ():
        look(piece)
        pieces.append(piece)
    kept, dropped = _parted(base, gone)
    now = Held(
        uuid=state.uuid,
        snapshot=state.snapshot,
        columns=state.columns,
        files=_files(base, numbers, files),
        rows=_joined([kept, *pieces]),
    )
    if not base.files:
        return Step(now, len(new), None, dropped)
    return Step(now, len(new), _runs([dropped, *pieces]), _joined([dropped.slice(0, 0), *pieces]))


def _files(
    base: Held, numbers: Mapping[str, int], files: Mapping[str, LiveFile | HeldFile]
) -> dict[str, HeldFile]:
    held = {path: file for path, file in files.items() if isinstance(file, HeldFile)}
    for path, file in files.items():
        if isinstance(file, LiveFile):
            # A merge of manifests lists files that are held already.
            known = base.files.get(path)
            held[path] = HeldFile(numbers[path] if known is None else known.number, file.manifest)
    return held


def _parted(base: Held, gone: list[str]) -> tuple[pa.Table, pa.Table]:
    if not gone:
        return base.rows, base.rows.slice(0, 0)
    import pyarrow as pa
    import pyarrow.compute as pc

    numbers = pa.array([base.files[path].number for path in gone], pa.int32())
    mask = pc.is_in(base.rows[FILE_NUMBER], value_set=numbers)
    return base.rows.filter(pc.invert(mask)), base.rows.filter(mask)


def _joined(pieces: list[pa.Table]) -> pa.Table:
    import pyarrow as pa

    rows = pa.concat_tables([piece for piece in pieces if piece.num_rows] or pieces[:1])
    return rows.combine_chunks() if rows[FILE_NUMBER].num_chunks > _MAX_CHUNKS else rows


def _runs(pieces: Iterable[pa.Table]) -> frozenset[str]:
    return frozenset(run for piece in pieces for run in piece["run_id"].unique().to_pylist())


def _records(file: LiveFile | HeldFile) -> int:
    return file.records if isinstance(file, LiveFile) else 0


def _local(state: TableState, path: str) -> Path:
    found = state.root.local(path)
    if found is None:
        raise NeedsScan(f"{path} is not on this machine")
    return found
