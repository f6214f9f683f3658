"""The evidence of cells: requests, responses and transcripts, one folder a cell.

Of a run that is being measured it is first appended to a spool beside the journal.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.identity import is_safe_run_id
from nornir_desk.domain.text import one_line, slug, well_formed
from nornir_desk.ports.evidence import EvidenceFile
from nornir_desk.system.atomic import write_atomically
from nornir_desk.system.redaction import Redactor
from nornir_desk.warehouse.evidence_spool import OpenSpools
from nornir_desk.warehouse.faults import storage_fault
from nornir_desk.warehouse.location import Location

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
# Windows keeps these for devices, whatever their extension.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_DIGEST_LENGTH = 16


class FolderEvidence:
    """Implements ``ports.evidence.EvidenceStore`` in the evidence folder of a warehouse.

    Args:
        location: Where the warehouse is.
        redactor: Blots secrets out of what is kept.
        spools: Those of the runs that are being measured; None has none.
    """

    def __init__(
        self, location: Location, redactor: Redactor, spools: OpenSpools | None = None
    ) -> None:
        self._spools = spools or OpenSpools()
        self._folder = location.evidence_folder
        self._redactor = redactor

    def write(self, place: EvidencePlace, name: str, data: bytes) -> None:
        """Keep ``data`` under ``name``, replacing what was there; secrets in it are blotted out.

        Raises:
            UsageFault: The run id or the name cannot name a file.
            StorageFault: The place cannot be written.
        """
        path = self.folder_of(place) / _checked_name(name)
        data = self._redactor.data(data)
        try:
            spool = self._spools.of(place.run_id)
            if spool is not None and spool.append(path.parent.name, name, data):
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            # The row is what must outlast a power cut; two fsyncs a piece would slow every cell.
            write_atomically(path, data, durable=False)
        except OSError as failure:
            raise storage_fault(failure, "evidence cannot be written", path) from failure

    def listing(self, place: EvidencePlace) -> tuple[EvidenceFile, ...]:
        """Return what is kept of a cell, sorted by name; nothing where nothing is.

        Raises:
            UsageFault: The run id cannot name a folder.
        """
        try:
            found = [
                EvidenceFile(path.name, path.stat().st_size)
                for path in self.folder_of(place).iterdir()
                if _is_name(path.name) and path.is_file()
            ]
        except OSError:
            return ()
        return tuple(sorted(found, key=lambda file: file.name))

    def folder_of(self, place: EvidencePlace) -> Path:
        """Return the folder of one cell, whether or not it exists.

        Raises:
            UsageFault: The run id cannot name a folder.
        """
        if not is_safe_run_id(place.run_id):
            raise UsageFault(
                f"the run id {one_line(place.run_id)[:200]!r} cannot be one",
                "use letters, digits, '.', '_' and '-' only",
            )
        return self._folder / place.run_id / cell_folder_name(place)


def cell_folder_name(place: EvidencePlace) -> str:
    """Return a name that is safe on every system, one for each cell, and readable.

    The slug is for people; the digest keeps apart what differs only in case, dots or separators.
    """
    # As the table keeps the names: a lone surrogate must not hide evidence from a row read back.
    names = [well_formed(name) for name in (place.agent, place.model, place.prompt_id)]
    digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()[:_DIGEST_LENGTH]
    return f"{slug(' '.join(names[:2]))}-{digest}"


def _checked_name(name: str) -> str:
    if _is_name(name):
        return name
    raise UsageFault(
        f"the evidence name {one_line(name)[:200]!r} cannot name a file on every system",
        "use letters, digits, '.', '_' and '-' only",
    )


def _is_name(name: str) -> bool:
    fits = _NAME.fullmatch(name) is not None and not name.endswith(".")
    return fits and _DEVICES.fullmatch(name) is None
