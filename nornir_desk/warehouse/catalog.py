"""Opening a catalog for writing, with namespace and table made where they are missing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import StorageFault
from nornir_desk.warehouse.faults import CatalogBusy
from nornir_desk.warehouse.location import Location
from nornir_desk.warehouse.opening import CATALOG_NAME
from nornir_desk.warehouse.pointer import Pointer, read_hint, read_pointer
from nornir_desk.warehouse.roots import IN_PLACE, root_of
from nornir_desk.warehouse.schema import (
    DISPLAY_AFTER,
    IDENTIFIER,
    PROPERTIES,
    iceberg_schema,
    partition_spec,
)

if TYPE_CHECKING:
    from pyiceberg.catalog import Catalog
    from pyiceberg.table import Table

# A waiting writer asks again and again, so one wait need not be long.
_SQLITE_TIMEOUT_S = "1"


@contextlib.contextmanager
def writable_catalog(location: Location) -> Iterator[Catalog]:
    """Open the catalog of a location for writing, and close it afterwards.

    Raises:
        CatalogBusy: Another program holds a local catalog locked.
        StorageFault: A local catalog is damaged, or has lost its table.
    """
    if location.kind == "local":
        opened = _local_catalog(location, _checked(location))
    else:
        opened = _configured_catalog(location.where)
    with contextlib.closing(opened) as catalog:
        yield catalog


def load_or_create(catalog: Catalog) -> Table:
    """Return the table, made with the spec's field ids and column order where it is missing."""
    from pyiceberg.exceptions import NoSuchNamespaceError, NoSuchTableError

    try:
        return catalog.load_table(IDENTIFIER)
    except (NoSuchTableError, NoSuchNamespaceError):
        return _create(catalog)


def _create(catalog: Catalog) -> Table:
    from pyiceberg.exceptions import CommitFailedException, TableAlreadyExistsError

    catalog.create_namespace_if_not_exists(IDENTIFIER[:-1])
    try:
        with (
            catalog.create_table_transaction(
                IDENTIFIER, iceberg_schema(), partition_spec=partition_spec(), properties=PROPERTIES
            ) as transaction,
            transaction.update_schema() as update,
        ):
            # Only the order changes: the ids are those of the spec.
            update.move_after(*DISPLAY_AFTER)
    except (TableAlreadyExistsError, CommitFailedException):
        # Another machine made it in the same moment.
        return catalog.load_table(IDENTIFIER)
    return catalog.load_table(IDENTIFIER)


def _checked(location: Location) -> Pointer:
    pointer = read_pointer(location.catalog_file, CATALOG_NAME)
    if pointer.state == "locked":
        raise CatalogBusy(f"{location.catalog_file} is locked by another program")
    if pointer.state == "damaged":
        raise StorageFault(
            f"the warehouse cannot be written: {location.catalog_file} is damaged or cannot be"
            f" read: {pointer.detail}",
            "restore it from a backup, or choose another folder with --warehouse",
        )
    if pointer.state == "absent" and read_hint(location.table_folder) is not None:
        # A new table in its place would hide every run that is there.
        raise StorageFault(
            f"the warehouse cannot be written: {location.catalog_file} has lost the table whose data"
            f" is in {location.table_folder}",
            "restore it from a backup, or choose another folder with --warehouse",
        )
    return pointer


def _local_catalog(location: Location, pointer: Pointer) -> Catalog:
    from pyiceberg.catalog.sql import SqlCatalog
    from sqlalchemy.engine import URL

    from nornir_desk.warehouse.file_io import io_properties

    # A URL object, not a text: a folder's name may hold "?", "%" or "#".
    uri = URL.create(
        "sqlite", database=str(location.catalog_file), query={"timeout": _SQLITE_TIMEOUT_S}
    )
    root = root_of(pointer.metadata, location.home) if pointer.metadata else IN_PLACE
    name = pointer.catalog_name or CATALOG_NAME
    return SqlCatalog(name, uri=uri, warehouse=location.where, **io_properties(root))  # type: ignore[arg-type]


def _configured_catalog(name: str) -> Catalog:
    from pyiceberg.catalog import load_catalog

    from nornir_desk.warehouse.configuration import catalog_properties

    return load_catalog(name, **(catalog_properties(name) or {}))
