"""Reading Iceberg's manifest lists and manifests without pyiceberg, whose import takes longer.

Fields are found by their ids, as Iceberg has it: writers of the first format version name some of
them otherwise.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from nornir_desk.warehouse.state import NeedsScan
from nornir_desk.warehouse.wholeness import check_marker

_MANIFEST_PATH, _MANIFEST_LENGTH, _SPEC_ID, _CONTENT = 500, 501, 502, 517
_ADDED_FILES, _EXISTING_FILES = 504, 505
_STATUS, _DATA_FILE = 0, 2
_PATH, _FORMAT, _PARTITION, _RECORDS, _UPPER_BOUNDS = 100, 101, 102, 103, 128
_OF_DATA, _DELETED = 0, 2
_CODECS = ("null", "deflate")

_Row = Mapping[str, Any]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a list says of one manifest.

    Attributes:
        path: As stored.
        length: Its bytes.
        spec_id: The partition spec of its files.
        of_data: False where it tells deleted rows.
        files: How many live files it lists; None where that is not told.
    """

    path: str
    length: int
    spec_id: int
    of_data: bool
    files: int | None


@dataclass(frozen=True, slots=True)
class ListedFile:
    """What a manifest says of one live file.

    Attributes:
        path: As stored.
        format: Its format in upper case.
        records: Rows in it.
        partition: The values of its partition, in the order of the spec.
        upper_bounds: No value is greater, by the id of its column, as Iceberg writes single values.
    """

    path: str
    format: str
    records: int
    partition: tuple[Any, ...]
    upper_bounds: Mapping[int, bytes]


def read_list(path: Path) -> tuple[Manifest, ...]:
    """Read a manifest list.

    Raises:
        NeedsScan: It is compressed in an unusual way.
        OSError: It cannot be read.
        ValueError: It is cut off or damaged.
    """
    return _read(path, _manifests)


def read_files(path: Path) -> tuple[ListedFile, ...]:
    """Read the live files of a manifest.

    Raises:
        NeedsScan: It is compressed in an unusual way.
        OSError: It cannot be read.
        ValueError: It is cut off or damaged.
    """
    return _read(path, _live)


def _read(path: Path, told_by: Callable[[Iterator[_Row], _Row], Iterator[_T]]) -> tuple[_T, ...]:
    import fastavro

    data = check_marker(path)
    try:
        rows = fastavro.reader(io.BytesIO(data))
        if rows.codec in _CODECS:
            schema = json.loads(rows.metadata["avro.schema"])
            return tuple(told_by(cast("Iterator[_Row]", rows), schema))
    except Exception as failure:  # a damaged file makes its decoder raise anything
        raise ValueError(f"{path} is damaged: {type(failure).__name__}: {failure}") from failure
    raise NeedsScan(f"{path} is compressed with {rows.codec}")


def _manifests(rows: Iterator[_Row], schema: _Row) -> Iterator[Manifest]:
    names = _names(schema)
    content = names.get(_CONTENT)
    counts = [names.get(field) for field in (_ADDED_FILES, _EXISTING_FILES)]
    for row in rows:
        counted: list[Any] = [None if name is None else row[name] for name in counts]
        yield Manifest(
            path=row[names[_MANIFEST_PATH]],
            length=row[names[_MANIFEST_LENGTH]],
            spec_id=row[names[_SPEC_ID]],
            # The first format version has no others.
            of_data=content is None or row[content] == _OF_DATA,
            files=None if None in counted else sum(counted),
        )


def _live(rows: Iterator[_Row], schema: _Row) -> Iterator[ListedFile]:
    names = _names(schema)
    inner = _names(next(f["type"] for f in schema["fields"] if f["field-id"] == _DATA_FILE))
    upper_bounds = inner.get(_UPPER_BOUNDS)
    for row in rows:
        if row[names[_STATUS]] != _DELETED:
            file = row[names[_DATA_FILE]]
            bounds = file[upper_bounds] if upper_bounds else None
            yield ListedFile(
                path=file[inner[_PATH]],
                format=file[inner[_FORMAT]].upper(),
                records=file[inner[_RECORDS]],
                partition=tuple(file[inner[_PARTITION]].values()),
                upper_bounds={pair["key"]: pair["value"] for pair in bounds or ()},
            )


def _names(schema: _Row) -> dict[int, str]:
    return {field["field-id"]: field["name"] for field in schema["fields"]}
