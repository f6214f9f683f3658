"""Where the current state of a table is, told by its SQLite catalog or by its version hint.

Read with the standard library alone: the catalog's own code waits ten seconds for a lock, creates
files, and takes half a second to import. Never guessed: the newest metadata file may belong to a
commit that failed, and SQLite's ``immutable`` mode reads half-written pages.
"""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from nornir_desk.warehouse.location import NAMESPACE, TABLE

PointerState = Literal["found", "absent", "locked", "interrupted", "damaged"]

# One query waits once; twice this and the import must stay under half a second.
_TIMEOUT_S = 0.2
_HINT = "version-hint.text"
_METADATA_SUFFIX = ".metadata.json"
_QUERY = (
    "SELECT catalog_name, metadata_location FROM iceberg_tables"
    " WHERE table_namespace = ? AND table_name = ? ORDER BY catalog_name"
)


@dataclass(frozen=True, slots=True)
class Pointer:
    """What the catalog says.

    Attributes:
        state: ``found``; ``absent`` (no catalog, or no such table in it); ``locked`` by another
            program; ``interrupted`` (a killed writer left a transaction that only a writer can
            undo); ``damaged`` or unreadable.
        metadata: Location of the current metadata file; None unless found.
        catalog_name: Under which name the catalog keeps the table; None unless found.
        detail: What SQLite said; None where it said nothing.
    """

    state: PointerState
    metadata: str | None = None
    catalog_name: str | None = None
    detail: str | None = None


def read_pointer(
    catalog_file: Path, catalog_name: str, *, timeout_s: float = _TIMEOUT_S
) -> Pointer:
    """Return where the table's current metadata is; never writes, creates nothing.

    Args:
        catalog_file: The SQLite database.
        catalog_name: The name to prefer where several catalogs share the database.
        timeout_s: How long to wait for a lock, in seconds.
    """
    try:
        catalog_file.stat()
        rows = _select(catalog_file, timeout_s)
    except FileNotFoundError:
        return Pointer("absent")
    except sqlite3.Error as failure:
        return _failed(failure)
    except OSError as failure:
        return Pointer("damaged", detail=str(failure))
    preferred = [row for row in rows if row[0] == catalog_name] or rows
    if not preferred or not preferred[0][1]:
        return Pointer("absent")
    return Pointer("found", metadata=preferred[0][1], catalog_name=preferred[0][0])


def read_hint(table_folder: Path) -> Path | None:
    """Return the metadata file that the last writer left a hint to, or None without one."""
    try:
        name = (table_folder / "metadata" / _HINT).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    plain = name.endswith(_METADATA_SUFFIX) and not any(mark in name for mark in "/\\\0")
    return table_folder / "metadata" / name if plain else None


def undo_interrupted(catalog_file: Path, catalog_name: str) -> None:
    """Let SQLite undo what a killed writer left in a catalog; nothing where nothing is to undo.

    Raises:
        sqlite3.Error: The catalog is locked or cannot be written.
    """
    if read_pointer(catalog_file, catalog_name).state != "interrupted":
        return
    uri = f"{catalog_file.as_uri()}?mode=rw"
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=_TIMEOUT_S)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def metadata_files(catalog_file: Path) -> tuple[str, ...]:
    """Return where every table of a catalog has its current metadata.

    Raises:
        sqlite3.Error: The catalog is locked or damaged.
    """
    uri = f"{catalog_file.as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=_TIMEOUT_S)) as connection:
        rows = connection.execute("SELECT metadata_location FROM iceberg_tables").fetchall()
    return tuple(row[0] for row in rows if row[0])


def hint_file(table_folder: Path) -> Path:
    """Return where the hint of a table is."""
    return table_folder / "metadata" / _HINT


def _select(catalog_file: Path, timeout_s: float) -> list[tuple[str, str | None]]:
    uri = f"{catalog_file.as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=timeout_s)) as connection:
        return connection.execute(_QUERY, (NAMESPACE, TABLE)).fetchall()


def _failed(failure: sqlite3.Error) -> Pointer:
    code = getattr(failure, "sqlite_errorcode", 0)
    if code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Pointer("locked", detail=str(failure))
    if code == sqlite3.SQLITE_READONLY_ROLLBACK:
        return Pointer("interrupted", detail=str(failure))
    if "no such table" in str(failure):
        return Pointer("absent")
    return Pointer("damaged", detail=str(failure))
