"""Opening the table for reading, without a catalog's write paths and without creating anything."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.source import SourceStatus
from nornir_desk.warehouse.faults import detail_of
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.pointer import PointerState, read_hint, read_pointer
from nornir_desk.warehouse.roots import IN_PLACE, Root, local_path, root_of

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
class Located:
    """Where the current state of a table is.

    Attributes:
        metadata: Its metadata file as stored; None where there is nothing to read.
        root: How the table's paths are to be read.
        status: As in ``domain.source.Source``.
        detail: What is wrong and what was fallen back on, in one line; None when live or empty.
        properties: Of the catalog that pyiceberg is configured for.
    """

    metadata: str | None
    status: SourceStatus
    detail: str | None = None
    root: Root = IN_PLACE
    properties: Mapping[str, str] = field(default_factory=dict)


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


def locate(location: Location) -> Located | None:
    """Look up the current state of a location; None where only its catalog's own code can.

    Raises:
        Exception: pyiceberg's configuration of a catalog cannot be read.
    """
    if location.kind == "local":
        return _locate_local(location)
    from nornir_desk.warehouse.configuration import catalog_properties, sqlite_file

    properties = catalog_properties(location.where) or {}
    database = sqlite_file(properties)
    if database is None:
        return None
    folder = local_table_folder(properties)
    found = _look_up(Path(database).absolute(), location.where, folder)
    return replace(found, properties=properties)


def open_table(location: Location) -> Opened:
    """Open the table of a location; never raises."""
    try:
        located = locate(location)
        return _open_remote(location.where) if located is None else _open(location, located)
    except Exception as failure:  # noqa: BLE001 - each kind of catalog raises its own
        return failed_open(location, failure)


def failed_open(location: Location, failure: Exception) -> Opened:
    """Return what is told where a catalog could not even be asked."""
    return Opened(None, status_of(failure), f"catalog {location.where!r}: {detail_of(failure)}")


def unreadable(metadata: str, failure: Exception) -> str:
    """Return in one line why the current state cannot be read."""
    if isinstance(failure, FileNotFoundError):
        return f"{metadata} is missing"
    return f"{metadata} cannot be read: {detail_of(failure)}"


def load_metadata(located: Located) -> Table:
    """Load a table from one metadata file.

    Raises:
        Exception: Whatever reading a missing or damaged file raises.
    """
    from pyiceberg.table import StaticTable

    properties = dict(located.properties)
    if located.root.stored:
        from nornir_desk.warehouse.file_io import io_properties

        properties |= io_properties(located.root)
    return StaticTable.from_metadata(located.metadata or "", properties)


def _locate_local(location: Location) -> Located:
    found = _look_up(location.catalog_file, CATALOG_NAME, location.table_folder)
    if found.metadata is None:
        return found
    stored = found.metadata if found.detail is None else _as_stored(found.metadata)
    return replace(found, root=root_of(stored, location.home))


def _look_up(catalog_file: Path, catalog_name: str, table_folder: Path | None) -> Located:
    pointer = read_pointer(catalog_file, catalog_name)
    if pointer.metadata is not None:
        return Located(pointer.metadata, "live")
    hint = read_hint(table_folder) if table_folder else None
    if hint is None and pointer.state == "absent":
        return Located(None, "empty")
    status, wrong = _FALLBACKS[pointer.state]
    said = f" ({pointer.detail})" if pointer.detail and status == "error" else ""
    detail = f"{catalog_file.name} {wrong}{said}; {_LAST_STATE if hint else _NO_STATE}"
    return Located(str(hint) if hint else None, status, detail)


def _as_stored(hint: str) -> str:
    # A hint is a name beside the file itself: only the file tells under which root it was written.
    path = Path(hint)
    try:
        location = json.loads(path.read_bytes())["location"]
    except (OSError, ValueError, KeyError, TypeError):
        return hint
    return f"{location}/metadata/{path.name}" if isinstance(location, str) else hint


def _open(location: Location, located: Located) -> Opened:
    if located.metadata is None:
        return Opened(None, located.status, located.detail)
    try:
        return _live(load_metadata(located), located)
    except FileNotFoundError as failure:
        # Other writers may have moved on by more states than are kept since the look-up.
        again = locate(location)
        if again is None or again.metadata in (None, located.metadata):
            return _unreadable(located, failure)
        return _open(location, again)
    except Exception as failure:  # noqa: BLE001 - a damaged file makes its reader raise anything
        return _unreadable(located, failure)


def _unreadable(located: Located, failure: Exception) -> Opened:
    said = unreadable(located.metadata or "", failure)
    return Opened(None, "error", f"{located.detail}; {said}" if located.detail else said)


def _live(table: Table, located: Located) -> Opened:
    if located.detail is not None:
        return Opened(table, located.status, located.detail)
    return Opened(table, "live" if table.current_snapshot() else "empty")


def _open_remote(name: str) -> Opened:
    from pyiceberg.catalog import load_catalog
    from pyiceberg.exceptions import NoSuchNamespaceError, NoSuchTableError

    from nornir_desk.warehouse.configuration import catalog_properties
    from nornir_desk.warehouse.schema import IDENTIFIER

    properties = {**(catalog_properties(name) or {}), "init_catalog_tables": "false"}
    with contextlib.closing(load_catalog(name, **properties)) as catalog:
        try:
            table = catalog.load_table(IDENTIFIER)
        except (NoSuchTableError, NoSuchNamespaceError):
            return Opened(None, "empty")
        return Opened(table, "live" if table.current_snapshot() else "empty")


def local_table_folder(properties: dict[str, str]) -> Path | None:
    """Return where a catalog keeps the table on this machine, None where it is elsewhere."""
    from nornir_desk.warehouse.schema import IDENTIFIER

    warehouse = properties.get("warehouse", "")
    return local_path(f"{warehouse.rstrip('/')}/{'/'.join(IDENTIFIER)}") if warehouse else None


def status_of(failure: BaseException) -> SourceStatus:
    """Return ``offline`` where nobody answered, else ``error``."""
    from sqlalchemy.exc import OperationalError

    gone = isinstance(failure, FileNotFoundError)
    unreachable = isinstance(failure, (OSError, OperationalError)) and not gone
    return "offline" if unreachable else "error"
