"""Where the files of a table are now, when its folder was moved or copied since they were written.

Every path in Iceberg's metadata is absolute. A table keeps the root it was made under for all its
life, and each path is read as if it began with the root where the warehouse is today; so a copy
never touches what it was copied from.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_FILE_SCHEME = "file:"


@dataclass(frozen=True, slots=True)
class Root:
    """The root in a table's paths, and the folder that takes its place.

    Attributes:
        stored: As the table has it, without a scheme; empty where its paths are true as they are.
        actual: The folder of the warehouse today.
    """

    stored: str = ""
    actual: str = ""

    def local(self, location: str) -> Path | None:
        """Return an Iceberg location as a path of this machine, None where it is elsewhere."""
        path = local_path(location)
        if path is None or not self.stored:
            return path
        below = _below(path.as_posix(), self.stored)
        return path if below is None else Path(self.actual) / below

    def moved(self, location: str) -> str:
        """Return a location as it is today; one that is not below the stored root is unchanged."""
        path = self.local(location)
        below = path is not None and self.stored and path != local_path(location)
        return str(path) if below else location


IN_PLACE = Root()


def root_of(metadata: str, home: Path) -> Root:
    """Return how the paths of a table are to be read.

    Args:
        metadata: The current metadata file as the catalog has it. Its name is unique, so the one of
            that name under ``home`` is it.
        home: The folder of the warehouse.
    """
    path = local_path(metadata)
    if path is None:
        return IN_PLACE
    parts = path.parts
    for length in range(1, len(parts)):
        if home.joinpath(*parts[-length:]).is_file():
            stored = Path(*parts[:-length])
            return IN_PLACE if stored == home else Root(stored.as_posix(), str(home))
    return IN_PLACE


def local_path(location: str) -> Path | None:
    """Return an Iceberg location as a path of this machine as written, None where it is elsewhere."""
    if location.startswith(_FILE_SCHEME):
        return Path("/" + location.removeprefix(_FILE_SCHEME).lstrip("/"))
    return None if "://" in location else Path(location)


def _below(path: str, root: str) -> str | None:
    prefix = root.rstrip("/") + "/"
    return path[len(prefix) :] if path.startswith(prefix) else None
