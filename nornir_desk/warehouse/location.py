"""Where a warehouse is: a folder of this machine, or a catalog that pyiceberg is configured for."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.text import digest8, one_line, slug
from nornir_desk.system.paths import data_folder

LocationKind = Literal["local", "catalog"]

NAMESPACE = "nornir"
TABLE = "agent_model_runs"

_ENV_PREFIX = "pyiceberg_catalog__"
_CONFIG_FILE = ".pyiceberg.yaml"


@dataclass(frozen=True, slots=True)
class Location:
    """Where the table is, and where what belongs to it beside the table is kept.

    Attributes:
        kind: ``local`` for a folder, ``catalog`` for a catalog configured for pyiceberg.
        where: The folder's absolute path, or the catalog's name.
        home: The folder of journal, evidence and lock: the local warehouse's own, for a catalog
            one in the user's data folder.
    """

    kind: LocationKind
    where: str
    home: Path

    @property
    def catalog_file(self) -> Path:
        """The SQLite catalog of a local warehouse."""
        return self.home / "catalog.db"

    @property
    def table_folder(self) -> Path:
        """Where a local warehouse keeps the table's data and metadata."""
        return self.home / NAMESPACE / TABLE

    @property
    def journal_folder(self) -> Path:
        """Where the journals of unfinished runs are."""
        return self.home / "journal"

    @property
    def evidence_folder(self) -> Path:
        """Where the evidence of cells is."""
        return self.home / "evidence"

    @property
    def lock_file(self) -> Path:
        """What a writer holds while it writes."""
        return self.home / "write.lock"


def resolve_location(text: str | None) -> Location:
    """Return the place that ``--warehouse`` or ``NORNIR_WAREHOUSE`` names; nothing is created.

    Args:
        text: A folder, or the name of a catalog configured for pyiceberg; None for the warehouse
            in the user's data folder.

    Raises:
        UsageFault: The text cannot name a folder, or pyiceberg's configuration cannot be read.
    """
    if text is None:
        return local_location(data_folder() / "warehouse")
    if not text.strip() or "\0" in text:
        raise UsageFault(
            f"the warehouse {one_line(text)!r} names no folder and no catalog",
            "give a folder, or leave it out for the default one",
        )
    if _may_be_catalog(text) and _is_configured(text):
        home = data_folder() / "catalogs" / f"{slug(text)}-{digest8(text)}"
        return Location("catalog", text, home)
    return local_location(Path(text))


def local_location(folder: Path) -> Location:
    """Return the location of the warehouse in ``folder``.

    Raises:
        UsageFault: There is no such home, or the working folder is gone.
    """
    # Paths in Iceberg metadata are absolute: a later start from elsewhere must find the same place.
    try:
        absolute = Path(os.path.abspath(folder.expanduser()))  # noqa: PTH100 - resolve() follows links
    except (RuntimeError, OSError) as failure:
        # No such user's home, or a working folder that was removed.
        raise UsageFault(
            f"the warehouse {one_line(str(folder))!r} has no place from here: {failure}",
            "give an absolute folder",
        ) from failure
    return Location("local", str(absolute), absolute)


def _may_be_catalog(text: str) -> bool:
    # pyiceberg is only asked (its import takes a while) where it has something configured.
    if any(mark in text for mark in ("/", "\\", "~")) or text in (".", ".."):
        return False
    if any(name.lower().startswith(_ENV_PREFIX) for name in os.environ):
        return True
    homes = (os.environ.get("PYICEBERG_HOME"), Path.home(), Path.cwd())
    return any((Path(home) / _CONFIG_FILE).is_file() for home in homes if home)


def _is_configured(name: str) -> bool:
    from nornir_desk.warehouse.configuration import catalog_properties

    return catalog_properties(name) is not None
