"""What pyiceberg is configured for, read anew at each call (pyiceberg itself reads it at import)."""

from __future__ import annotations

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.text import one_line


def catalog_properties(name: str) -> dict[str, str] | None:
    """Return the properties of a configured catalog, or None where none of that name is.

    Raises:
        UsageFault: ``.pyiceberg.yaml`` or a ``PYICEBERG_`` variable cannot be read.
    """
    from pyiceberg.utils.config import Config
    from strictyaml.exceptions import StrictYAMLError  # type: ignore[import-untyped]

    try:
        found = Config().get_catalog_config(name)
    except (OSError, ValueError, StrictYAMLError) as failure:
        raise UsageFault(
            f"pyiceberg's configuration cannot be read: {one_line(str(failure))[:300]}",
            "mend .pyiceberg.yaml or the PYICEBERG_ variables",
        ) from failure
    if found is None:
        return None
    return {key: value for key, value in found.items() if isinstance(value, str)}


def sqlite_file(properties: dict[str, str]) -> str | None:
    """Return the database file of a catalog kept in SQLite, or None for any other catalog."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    uri = properties.get("uri", "")
    if not uri.startswith("sqlite"):
        return None
    try:
        database = make_url(uri).database
    except ArgumentError:
        return None
    return database if database and not database.startswith(":") else None
