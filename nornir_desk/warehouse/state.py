"""One state of the table, read from its metadata file with the standard library alone.

pyiceberg takes half a second to import, and a reader whose cache is current needs none of it. Only
what is certain is read here: for a table that is in any way unusual the whole scan is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nornir_desk.warehouse.roots import Root
from nornir_desk.warehouse.schema import COLUMNS, ColumnType

_FORMATS = (1, 2)
# Iceberg's types as they may stand in the place of ours.
_TYPES: dict[str, ColumnType] = {
    "string": "string",
    "timestamptz": "timestamptz",
    "timestamp": "timestamptz",
    "double": "double",
    "float": "double",
    "long": "long",
    "int": "long",
    "boolean": "boolean",
}


class NeedsScan(Exception):
    """Only pyiceberg's whole scan reads this table rightly; the message says why."""


@dataclass(frozen=True, slots=True)
class TableState:
    """What a metadata file says of the table's current rows.

    Attributes:
        uuid: Tells the table from another one made later at the same place.
        snapshot: The current snapshot; None before the first one.
        manifest_list: Its list of manifests as stored; empty before the first snapshot.
        columns: Those of our columns that the table has.
        ts_id: Field id of ``ts_micros``.
        run_id_places: For each partition spec, where in a partition the run's id is.
        root: How the table's paths are to be read.
        records: Rows that it has, where its writer told.
    """

    uuid: str
    snapshot: int | None
    manifest_list: str
    columns: tuple[str, ...]
    ts_id: int
    run_id_places: Mapping[int, int | None]
    root: Root
    records: int = 0


def read_state(metadata: str, root: Root) -> TableState:
    """Read the state that a metadata file tells.

    Args:
        metadata: Its location as stored.
        root: How it is to be read.

    Raises:
        NeedsScan: It is missing, damaged, elsewhere, or of a table that is unusual.
    """
    path = root.local(metadata)
    if path is None:
        raise NeedsScan(f"{metadata} is not on this machine")
    try:
        return _state(json.loads(path.read_bytes()), root)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as failure:
        raise NeedsScan(f"{metadata} cannot be read") from failure


def _state(document: Mapping[str, Any], root: Root) -> TableState:
    if document["format-version"] not in _FORMATS:
        raise NeedsScan("a table of another format version")
    ids = _ids_by_name(document["schemas"])
    schemas = {schema["schema-id"]: schema for schema in document["schemas"]}
    fields = schemas[document["current-schema-id"]]["fields"]
    snapshot = _current_snapshot(document)
    return TableState(
        uuid=str(document["table-uuid"]),
        snapshot=None if snapshot is None else int(snapshot["snapshot-id"]),
        manifest_list="" if snapshot is None else str(snapshot["manifest-list"]),
        columns=_columns(fields),
        ts_id=ids["ts_micros"],
        run_id_places={
            spec["spec-id"]: _place(spec["fields"], ids["run_id"])
            for spec in document["partition-specs"]
        },
        root=root,
        records=_records(snapshot),
    )


def _records(snapshot: Mapping[str, Any] | None) -> int:
    told = (snapshot or {}).get("summary", {}).get("total-records", "0")
    return int(told) if str(told).isdecimal() else 0


def _ids_by_name(schemas: list[Mapping[str, Any]]) -> dict[str, int]:
    # Files are read by column name, which is only right where no name ever meant two columns.
    pairs = {(field["name"], field["id"]) for schema in schemas for field in schema["fields"]}
    names = dict(pairs)
    if not len(names) == len(pairs) == len(set(names.values())):
        raise NeedsScan("a column was renamed or replaced")
    return names


def _columns(fields: list[Mapping[str, Any]]) -> tuple[str, ...]:
    ours = {column.name: column for column in COLUMNS}
    present = [field for field in fields if field["name"] in ours]
    for field in present:
        kind = _TYPES.get(field["type"]) if isinstance(field["type"], str) else None
        if kind != ours[field["name"]].type:
            raise NeedsScan(f"the column {field['name']} has another type")
    return tuple(sorted(field["name"] for field in present))


def _current_snapshot(document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    current = document.get("current-snapshot-id")
    if current in (None, -1):
        return None
    by_id = {snapshot["snapshot-id"]: snapshot for snapshot in document["snapshots"]}
    found: Mapping[str, Any] = by_id[current]
    return found


def _place(fields: list[Mapping[str, Any]], run_id: int) -> int | None:
    for place, field in enumerate(fields):
        if field["source-id"] == run_id and field["transform"] == "identity":
            return place
    return None
