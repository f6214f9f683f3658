"""Files shipped with the product."""

from __future__ import annotations

from typing import Protocol


class Resources(Protocol):
    """Finds shipped files, the same in a wheel and in an editable install."""

    def text(self, name: str) -> str:
        """Return a shipped text file by its name below resources, such as ``models.json``.

        Raises:
            PrerequisiteMissing: The installation does not have it.
        """
        ...

    def data(self, name: str) -> bytes:
        """Return a shipped file by its name below resources, such as ``fonts/Inter-Medium.otf``.

        Raises:
            PrerequisiteMissing: The installation does not have it.
        """
        ...
