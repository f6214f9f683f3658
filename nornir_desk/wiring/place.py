"""What a window looks at: a warehouse, with one reader for as long as it is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.ports.runs import RunReader, RunWatch, UnfinishedRuns
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.redaction import Redactor
from nornir_desk.wiring.warehouse import Warehouse, open_warehouse


@dataclass(frozen=True)
class OpenPlace:
    """A warehouse that is looked at; what it is read with is made when it is first asked for."""

    warehouse: Warehouse
    redactor: Redactor

    @property
    def where(self) -> str:
        """Its path or name."""
        return self.warehouse.location.where

    def reader(self) -> RunReader:
        """Return its one reader, which remembers what it has read."""
        return self._reader

    def watch(self) -> RunWatch:
        """Return what tells that there is something new to read."""
        return self._watch

    def unfinished(self) -> UnfinishedRuns:
        """Return what follows the runs in progress."""
        return self._unfinished

    def kept(self) -> EvidenceStore:
        """Return where evidence is."""
        return self.warehouse.evidence(self.redactor)

    @cached_property
    def _reader(self) -> RunReader:
        return self.warehouse.reader()

    @cached_property
    def _watch(self) -> RunWatch:
        return self.warehouse.watch()

    @cached_property
    def _unfinished(self) -> UnfinishedRuns:
        return self.warehouse.unfinished()


def open_place(option: str | None, environment: Mapping[str, str]) -> OpenPlace:
    """Return the warehouse that ``--warehouse`` names, to look at.

    Raises:
        UsageFault: The name is no usable place.
        PrerequisiteMissing: The environment asks for a server.
    """
    return OpenPlace(open_warehouse(option, environment, SystemClock()), Redactor(environment))
