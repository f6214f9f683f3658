"""Where what a figure rests on is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from nornir_desk.domain.ask import EvidencePlace


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """One piece of evidence: its name and its size in bytes."""

    name: str
    size: int


class EvidenceStore(Protocol):
    """Keeps requests, responses and transcripts of cells."""

    def write(self, place: EvidencePlace, name: str, data: bytes) -> None:
        """Keep ``data`` under ``name``; a secret of the environment in it is blotted out.

        Raises:
            StorageFault: The place cannot be written.
        """
        ...

    def folder_of(self, place: EvidencePlace) -> Path:
        """Return the folder of one cell's evidence, whether or not it exists.

        Raises:
            UsageFault: The run id cannot name a folder.
        """
        ...

    def listing(self, place: EvidencePlace) -> tuple[EvidenceFile, ...]:
        """Return what is kept of a cell, sorted by name; nothing where nothing is."""
        ...
