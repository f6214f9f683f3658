"""Reads ``nornir.toml`` and hands on domain values."""

from __future__ import annotations

import tomllib
from pathlib import Path

from nornir_desk.config.place import find
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.provider import Declarations
from nornir_desk.domain.text import one_line


def load_declarations(folder: Path) -> Declarations:
    """Return what the ``nornir.toml`` of a working folder declares, else the user's own.

    Args:
        folder: The working folder.

    Raises:
        UsageFault: The file cannot be read, or what it declares cannot be used; every fault of it
            is named at once.
    """
    path = find(folder)
    return Declarations() if path is None else read_declarations(path)


def read_declarations(path: Path) -> Declarations:
    """Return what one file declares.

    Raises:
        UsageFault: As ``load_declarations``.
    """
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as failure:
        raise UsageFault(
            f"{path} cannot be read: {failure.strerror or failure}", "repair it, or take it away"
        ) from failure
    except UnicodeDecodeError as failure:
        raise UsageFault(
            f"{path} is not UTF-8 at byte {failure.start}", "save it as UTF-8"
        ) from failure
    except (tomllib.TOMLDecodeError, RecursionError) as failure:
        raise UsageFault(
            f"{path} is no TOML: {one_line(str(failure))}", "repair that line"
        ) from failure
    from nornir_desk.config.schema import declarations

    found, faults = declarations(told, str(path))
    if faults:
        raise UsageFault(f"{path}: {'; '.join(faults)}", "see docs/providers.md for the format")
    return found
