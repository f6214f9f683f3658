"""Opening the table for reading, without a catalog's write paths and without creating anything."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.source import SourceStatus
from nornir_desk.warehouse.faults import detail_of
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.pointer import Pointer, PointerState, read_hint, read_pointer

if TYPE_CHECKING:
    from pyiceberg.table import Table

CATALOG_NAME = "nornir"

_LAST_STATE = "shown is the last state that nornir wrote"
_NO_STATE = "no earlier state is known"
_FALLBACKS: dict[PointerState, tuple[SourceStatus, str]] = {
    "locked": ("locked", "is locked by another program"),
    "interrupted": ("locked", "has a write that was interrupted; the next write undoes it"),
    "damaged": ("error", "is damaged or cannot be read"),
    "absent": ("error", "has lost the table whose data is there"),
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A table to read from, as far as one could be had.

    Attributes:
        table: The table; None where there is nothing to read.
        status: As in ``domain.source.Source``.
        detail: What is wrong and what was fallen back on, in one line; None when live or empty.
    """

    table: Table | None
    status: SourceStatus
    detail: str | None = None


def open_table(location: Location) -> Opened:
    """Open the table of a location; never raises."""
    if location.kind == "local":
        return _open_sqlite(location.catalog_file, CATALOG_NAME, location.table_folder, {})
    return _open_catalog(location.where)


def load_metadata(metadata: str, properties: dict[str, str]) -> Table:
    """Load a table from one metadata file.

    Raises:
        Exception: Whatever reading a missing or damaged file raises.
    """
    from pyiceberg.table import StaticTable

    return StaticTable.from_metadata(metadata, properties)


def _open_sqlite(
    catalog_file: Path, catalog_name: str, table_folder: Path | None, properties: dict[str, str]
) -> Opened:
    pointer = read_pointer(catalog_file, catalog_name)
    if pointer.metadata is not None:
        return _open_found(catalog_file, pointer, properties)
    hint = read_hint(table_folder) if table_folder else None
    if hint is None and pointer.state == "absent":
        return Opened(None, "empty")
    status, wrong = _FALLBACKS[pointer.state]
    said = f" ({pointer.detail})" if pointer.detail and status == "error" else ""
    detail = f"{catalog_file.name} {wrong}{said}"
    if hint is None:
        return Opened(None, status, f"{detail}; {_NO_STATE}")
    try:
        return Opened(load_metadata(str(hint), properties), status, f"{detail}; {_LAST_STATE}")
    except Exception as failure:  # noqa: BLE001 - a damaged file makes its reader raise anything
        return Opened(
            None, "error", f"{detail}; the last state cannot be read: {detail_of(failure)}"
        )


def _open_found(catalog_file: Path, pointer: Pointer, properties: dict[str, str]) -> Opened:
    metadata, name = pointer.metadata or "", pointer.catalog_name or ""
    try:
        try:
            return _live(load_metadata(metadata, properties))
        except FileNotFoundError:
            # Other writers may have moved on by more states than are kept since the look-up.
            again = read_pointer(catalog_file, name).metadata
            if again in (None, metadata):
                raise
            return _live(load_metadata(again or "", properties))
    except FileNotFoundError:
        return Opened(
            None, "error", f"{metadata} is missing; a warehouse cannot be read once it was moved"
        )
    except Exception as failure:  # noqa: BLE001 - a damaged file makes its reader raise anything
        return Opened(None, "error", f"{metadata} cannot be read: {detail_of(failure)}")


def _live(table: Table) -> Opened:
    return Opened(table, "live" if table.current_snapshot() else "empty")


def _open_catalog(name: str) -> Opened:
    from nornir_desk.warehouse.configuration import catalog_properties, sqlite_file

    try:
        properties = catalog_properties(name) or {}
        database = sqlite_file(properties)
        if database is not None:
            folder = local_table_folder(properties)
            return _open_sqlite(Path(database).absolute(), name, folder, properties)
        return _open_remote(name, properties)
    except Exception as failure:  # noqa: BLE001 - each kind of catalog raises its own
        return Opened(None, status_of(failure), f"catalog {name!r}: {detail_of(failure)}")


def _open_remote(name: str, properties: dict[str, str]) -> Opened:
    from pyiceberg.catalog import load_catalog
    from pyiceberg.exceptions import NoSuchNamespaceError, NoSuchTableError

    from nornir_desk.warehouse.schema import IDENTIFIER

    with contextlib.closing(
        load_catalog(name, **{**properties, "init_catalog_tables": "false"})
    ) as catalog:
        try:
            return _live(catalog.load_table(IDENTIFIER))
        except (NoSuchTableError, NoSuchNamespaceError):
            return Opened(None, "empty")


def local_table_folder(properties: dict[str, str]) -> Path | None:
    """Return where a catalog keeps the table on this machine, None where it is elsewhere."""
    from nornir_desk.warehouse.schema import IDENTIFIER

    warehouse = properties.get("warehouse", "")
    return local_folder(f"{warehouse.rstrip('/')}/{'/'.join(IDENTIFIER)}") if warehouse else None


def local_folder(location: str) -> Path | None:
    """Return an Iceberg location as a folder of this machine, None where it is elsewhere."""
    if location.startswith("file:"):
        return Path("/" + location.removeprefix("file:").lstrip("/"))
    return None if "://" in location else Path(location)


def status_of(failure: BaseException) -> SourceStatus:
    """Return ``offline`` where nobody answered, else ``error``."""
    from sqlalchemy.exc import OperationalError

    gone = isinstance(failure, FileNotFoundError)
    unreachable = isinstance(failure, (OSError, OperationalError)) and not gone
    return "offline" if unreachable else "error"
