"""Reading data files one at a time, and the slim form of rows in which they are remembered.

Slim rows have no answer, and of the task no more than the line that names it in a list.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache as once
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.text import one_line
from nornir_desk.warehouse.schema import COLUMNS, ColumnType
from nornir_desk.warehouse.state import NeedsScan

if TYPE_CHECKING:
    import pyarrow as pa

# Beside the columns of the table: the number of the file that a row is from.
FILE_NUMBER = "file_number"
_LEFT_OUT = "output"
# More than any list shows, so that shortening it once more there gives what the whole text gives.
_LINE_MAX = 400
_LOOKED_AT = 4000
_MIN_FOR_THREADS = 16
_MAX_THREADS = 4
# So many follow one another in a thread: a turn for each would cost a tenth of reading it.
_PART_FILES = 128


@dataclass(frozen=True, slots=True)
class FileToRead:
    """A data file, what its rows are marked with, and how many there must be."""

    path: Path
    number: int
    records: int


@once
def slim_schema() -> pa.Schema:
    """Return the columns of slim rows, in the order of the field ids."""
    import pyarrow as pa

    fields = [pa.field(c.name, _arrow_type(c.type)) for c in COLUMNS if c.name != _LEFT_OUT]
    return pa.schema([*fields, pa.field(FILE_NUMBER, pa.int32())])


def read_slim(files: Sequence[FileToRead], columns: tuple[str, ...]) -> Iterator[pa.Table]:
    """Yield the slim rows of data files, in their order, while the next files are being read.

    Columns that a file lacks are null.

    Args:
        files: The files.
        columns: Those of our columns that the table has.

    Raises:
        NeedsScan: A file does not say itself which run its rows are of.
        OSError: A file is missing.
        ValueError: A file is damaged (pyarrow's errors are ValueErrors), or lacks rows.
    """
    import pyarrow as pa

    wanted = tuple(name for name in columns if name != _LEFT_OUT)
    for some, found in _read_all(files, wanted):
        # Files of one kind are made slim as one: a step costs the same for a file as for hundreds.
        for _, group in groupby(zip(some, found, strict=True), key=_kind_of):
            members = list(group)
            numbers = [file.number for file, _ in members for _ in range(file.records)]
            yield _slim(pa.concat_tables([table for _, table in members]), numbers)


def read_file(path: Path, columns: tuple[str, ...]) -> pa.Table:
    """Return those of ``columns`` that a data file has.

    Raises:
        NeedsScan: It has no run ids of its own.
        OSError: It is missing.
        ValueError: It is damaged.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(path.read_bytes()))
    # Columns that a file lacks are left out; to ask it for its schema takes as long as two columns.
    found = file.read(columns=list(columns), use_threads=False)
    if "run_id" not in found.column_names:
        raise NeedsScan(f"{path} names no run")
    return found


def _read_all(
    files: Sequence[FileToRead], columns: tuple[str, ...]
) -> Iterator[tuple[Sequence[FileToRead], list[pa.Table]]]:
    def read(some: Sequence[FileToRead]) -> list[pa.Table]:
        return [_read_whole(file, columns) for file in some]

    if len(files) < _MIN_FOR_THREADS:
        yield files, read(files)
        return
    parts = [files[at : at + _PART_FILES] for at in range(0, len(files), _PART_FILES)]
    # More than there are processors only stand in each other's way.
    with ThreadPoolExecutor(min(_MAX_THREADS, os.cpu_count() or 1)) as pool:
        yield from zip(parts, pool.map(read, parts), strict=True)


def _read_whole(file: FileToRead, columns: tuple[str, ...]) -> pa.Table:
    found = read_file(file.path, columns)
    if found.num_rows != file.records:
        raise ValueError(f"{file.path} has {found.num_rows} rows, not {file.records}")
    return found


def _kind_of(member: tuple[FileToRead, pa.Table]) -> _Kind:
    return _Kind(member[1].schema)


@dataclass(frozen=True, slots=True)
class _Kind:
    schema: pa.Schema


def _slim(found: pa.Table, numbers: list[int]) -> pa.Table:
    import pyarrow as pa

    if found["run_id"].null_count:
        raise NeedsScan("a file names no run")
    arrays = {name: found[name] for name in found.column_names}
    if "prompt" in arrays:
        arrays["prompt"] = _first_lines(arrays["prompt"])
    if "ts_micros" in arrays:
        # A table of another writer may hold times without a zone: they are UTC.
        times = arrays["ts_micros"]
        arrays["ts_micros"] = _as_type(times, pa.timestamp("us", times.type.tz))
    arrays[FILE_NUMBER] = pa.chunked_array([pa.array(numbers, pa.int32())])
    schema = slim_schema()
    return pa.Table.from_arrays(
        [
            _as_type(arrays[field.name], field.type)
            if field.name in arrays
            else pa.nulls(found.num_rows, field.type)
            for field in schema
        ],
        schema=schema,
    ).combine_chunks()


def _as_type(values: pa.ChunkedArray, kind: pa.DataType) -> pa.ChunkedArray:
    # A cast that changes nothing costs as much as reading the column did.
    return values if values.type == kind else values.cast(kind)


def _first_lines(prompts: pa.ChunkedArray) -> pa.ChunkedArray:
    import pyarrow as pa

    # A run asks the same of every cell, so there is one to shorten rather than one a row.
    told = _as_type(prompts, pa.string()).combine_chunks().dictionary_encode()
    texts = [_first_line(text or "") for text in told.dictionary.to_pylist()]
    short = pa.DictionaryArray.from_arrays(told.indices, pa.array(texts, pa.string()))
    return pa.chunked_array([short.cast(pa.string())])


def _first_line(prompt: str) -> str:
    lines = prompt[:_LOOKED_AT].splitlines()
    return one_line(next((line for line in lines if line.strip()), ""))[:_LINE_MAX]


def _arrow_type(kind: ColumnType) -> pa.DataType:
    import pyarrow as pa

    return {
        "string": pa.string(),
        "timestamptz": pa.timestamp("us", "UTC"),
        "double": pa.float64(),
        "long": pa.int64(),
        "boolean": pa.bool_(),
    }[kind]
