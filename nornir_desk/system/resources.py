"""The one loader of shipped files, the same in a wheel and in an editable install."""

from __future__ import annotations

from pathlib import Path

from nornir_desk.domain.errors import PrerequisiteMissing

_PACKAGE = Path(__file__).resolve().parent.parent


class ShippedResources:
    """Implements ``ports.resources.Resources``."""

    def text(self, name: str) -> str:
        """Return a shipped text file by its name below resources.

        Raises:
            PrerequisiteMissing: The installation does not have it.
        """
        return _path(name).read_text(encoding="utf-8")

    def data(self, name: str) -> bytes:
        """Return a shipped file by its name below resources.

        Raises:
            PrerequisiteMissing: The installation does not have it.
        """
        return _path(name).read_bytes()


def _path(name: str) -> Path:
    for root in (_PACKAGE / "_resources", _PACKAGE.parent / "resources"):
        path = root / name
        if path.is_file():
            return path
    raise PrerequisiteMissing(
        f"the installation lacks its resource {name!r}", "install nornir-desk again"
    )
