"""Opens a warehouse: its reader, writer, journal and evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.ports.runs import (
    Journal,
    RunReader,
    RunRemover,
    RunWatch,
    RunWriter,
    UnfinishedRuns,
)
from nornir_desk.ports.upkeep import Upkeep
from nornir_desk.system.paths import cache_folder
from nornir_desk.system.redaction import Redactor, without_credentials
from nornir_desk.warehouse.evidence_spool import OpenSpools
from nornir_desk.warehouse.location import Location, resolve_location

if TYPE_CHECKING:
    from nornir_desk.warehouse.reader import IcebergRunReader


@dataclass(frozen=True, slots=True)
class Warehouse:
    """One warehouse; each part is opened, and its library imported, when it is asked for.

    Attributes:
        location: Where it is.
        clock: The time.
        spools: What its journals and its evidence share while runs are measured.
    """

    location: Location
    clock: Clock
    spools: OpenSpools = field(default_factory=OpenSpools)

    def reader(self) -> RunReader:
        """Return its reader."""
        return self._reader()

    def watch(self) -> RunWatch:
        """Return what tells that there is something new to read."""
        return self._reader()

    def writer(self) -> RunWriter:
        """Return its writer."""
        from nornir_desk.warehouse.writer import IcebergRunWriter

        return IcebergRunWriter(self.location, self.clock)

    def remover(self) -> RunRemover:
        """Return what removes runs."""
        from nornir_desk.warehouse.forgetting import RunForgetter

        return RunForgetter(self.location, self.clock)

    def journal(self) -> Journal:
        """Return the journals of runs that have not landed."""
        from nornir_desk.warehouse.journal import FolderJournal

        return FolderJournal(self.location, self.spools)

    def unfinished(self) -> UnfinishedRuns:
        """Return what tells of the runs that have not landed; keep it to follow one."""
        from nornir_desk.warehouse.journal_reading import FolderUnfinishedRuns

        return FolderUnfinishedRuns(self.location)

    def upkeep(self) -> Upkeep:
        """Return what looks after it."""
        from nornir_desk.warehouse.maintenance import IcebergUpkeep

        return IcebergUpkeep(self.location, self.clock, _run_caches())

    def evidence(self, redactor: Redactor) -> EvidenceStore:
        """Return where evidence is kept."""
        from nornir_desk.warehouse.evidence import FolderEvidence

        return FolderEvidence(self.location, redactor, self.spools)

    def _reader(self) -> IcebergRunReader:
        from nornir_desk.warehouse.reader import IcebergRunReader

        return IcebergRunReader(self.location, self.clock, _run_caches())


def open_warehouse(option: str | None, environment: Mapping[str, str], clock: Clock) -> Warehouse:
    """Return the warehouse that ``--warehouse`` names, else ``$NORNIR_WAREHOUSE``, else the user's.

    Raises:
        UsageFault: The name is no usable place.
        PrerequisiteMissing: ``$NORNIR_REMOTE`` asks for a server.
    """
    if option is None and environment.get("NORNIR_REMOTE"):
        raise PrerequisiteMissing(
            f"NORNIR_REMOTE={without_credentials(environment['NORNIR_REMOTE'])} asks for a server, which this version "
            "cannot read",
            "unset it, or name a folder with --warehouse",
        )
    named = option if option is not None else environment.get("NORNIR_WAREHOUSE") or None
    return Warehouse(resolve_location(named), clock)


def _run_caches() -> Path:
    return cache_folder() / "runs"
