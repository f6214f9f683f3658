"""What went wrong in storage, as one clear line: what, where and what to do."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from nornir_desk.domain.errors import NornirError, StorageFault
from nornir_desk.domain.text import one_line

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_DENIED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_NOT_FOLDER = frozenset({errno.ENOTDIR, errno.EEXIST, errno.EISDIR})

_DETAIL_MAX = 300

# kind -> what is wrong, what to do
_TEXTS: dict[str, tuple[str, str]] = {
    "full": ("the disk is full", "free some space there and try again"),
    "denied": (
        "it is read-only or not yours to write",
        "make it writable, or choose another folder with --warehouse",
    ),
    "file": (
        "a part of that path is a file, not a folder",
        "choose another folder with --warehouse",
    ),
    "name": ("a name in it is too long", "choose shorter names"),
    "damaged": ("it is damaged", "restore it from a backup, or choose another --warehouse"),
    "locked": ("another program holds it locked", "end that program, or try again later"),
}


class CatalogBusy(Exception):
    """Another program holds the catalog locked; worth another try."""


def chain(failure: BaseException) -> Iterator[BaseException]:
    """Yield ``failure`` and what it came from, SQLAlchemy's ``orig`` included."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [failure]
    while waiting:
        link = waiting.pop(0)
        if link is None or id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        orig = getattr(link, "orig", None)
        waiting += [orig if isinstance(orig, BaseException) else None]
        waiting += [link.__cause__, link.__context__]


def kind_of(failure: BaseException) -> str | None:
    """Return ``full``, ``denied``, ``file``, ``name``, ``damaged`` or ``locked``; None if unknown."""
    return next((kind for link in chain(failure) if (kind := _kind(link))), None)


def storage_fault(failure: BaseException, doing: str, place: Path | str) -> StorageFault:
    """Return ``failure`` as the fault to raise.

    Args:
        failure: What a library raised.
        doing: What was being done, such as ``the warehouse cannot be written``.
        place: The path or catalog it was done to.
    """
    if isinstance(failure, StorageFault):
        return failure
    kind = kind_of(failure)
    if kind is None:
        return StorageFault(
            f"{doing}: {place}: {detail_of(failure)}", "see that the place is whole"
        )
    what, remedy = _TEXTS[kind]
    return StorageFault(f"{doing}: {place}: {what}", remedy)


@contextlib.contextmanager
def told_as_storage_fault(doing: str, place: Path | str) -> Iterator[None]:
    """Turn whatever a storage library raises within into a ``StorageFault``."""
    try:
        yield
    except NornirError:
        raise
    # A damaged or vanished file makes Avro, Parquet, JSON, SQLite and REST code raise anything.
    except Exception as failure:
        raise storage_fault(failure, doing, place) from failure


def detail_of(failure: BaseException) -> str:
    """Return what a library says, as one line of at most 300 characters."""
    text = one_line(str(failure))[:_DETAIL_MAX]
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__


def _kind(link: BaseException) -> str | None:
    if isinstance(link, CatalogBusy):
        return "locked"
    if isinstance(link, sqlite3.Error):
        return _sqlite_kind(link)
    return _os_kind(link) if isinstance(link, OSError) else None


def _os_kind(link: OSError) -> str | None:
    kinds = ((_FULL, "full"), (_DENIED, "denied"), (_NOT_FOLDER, "file"))
    found = next((kind for numbers, kind in kinds if link.errno in numbers), None)
    if found is None and link.errno == errno.ENAMETOOLONG:
        return "name"
    # Arrow tells some failures in words only.
    return "full" if found is None and "No space left" in str(link) else found


def _sqlite_kind(link: sqlite3.Error) -> str | None:
    # The low byte is the primary code, the rest tells variants apart.
    code = getattr(link, "sqlite_errorcode", 0) & 0xFF
    return {
        sqlite3.SQLITE_FULL: "full",
        sqlite3.SQLITE_READONLY: "denied",
        sqlite3.SQLITE_PERM: "denied",
        sqlite3.SQLITE_CANTOPEN: "denied",
        sqlite3.SQLITE_CORRUPT: "damaged",
        sqlite3.SQLITE_NOTADB: "damaged",
        sqlite3.SQLITE_BUSY: "locked",
        sqlite3.SQLITE_LOCKED: "locked",
    }.get(code)
