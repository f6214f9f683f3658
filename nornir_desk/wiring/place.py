"""What a window looks at: a warehouse, with one reader for as long as it is open."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from nornir_desk.ports.evidence import EvidenceStore
from nornir_desk.ports.runs import RunReader, RunWatch, UnfinishedRuns
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.redaction import Redactor
from nornir_desk.wiring.warehouse import Warehouse, open_warehouse

# So many rows take long to read, and much memory; fewer than it takes to start a process.
_MANY_ROWS = 200_000
_LOOK_AGAIN_S = 0.05
_LIST = ("bakeoff", "leaderboard", "--runs", "--json", "--quiet")


@dataclass(frozen=True)
class OpenPlace:
    """A warehouse that is looked at; what it is read with is made when it is first asked for."""

    warehouse: Warehouse
    redactor: Redactor
    option: str | None = None

    @property
    def where(self) -> str:
        """Its path or name."""
        return self.warehouse.location.where

    def reader(self) -> RunReader:
        """Return its one reader, which remembers what it has read."""
        return self._reader

    def prepare(self, waited_for: Callable[[], bool]) -> None:
        """Let another process read what is too much for one that draws.

        What it read is remembered in the user's cache folder, where reading finds it. Where that
        cannot be written, or the process fails, reading here reads it again and tells what is wrong.

        Args:
            waited_for: Does anyone still wait? Where nobody does, the process is ended.
        """
        if self._watch.unread() < _MANY_ROWS:
            return
        where = () if self.option is None else ("--warehouse", self.option)
        command = [sys.executable, "-m", "nornir_desk", *_LIST, *where]
        null = subprocess.DEVNULL
        with subprocess.Popen(  # noqa: S603 - nornir itself
            command, stdin=null, stdout=null, stderr=null, env=os.environ
        ) as apart:
            while waited_for():
                try:
                    apart.wait(_LOOK_AGAIN_S)
                except subprocess.TimeoutExpired:
                    continue
                return
            apart.kill()

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
    warehouse = open_warehouse(option, environment, SystemClock())
    return OpenPlace(warehouse, Redactor(environment), option)
