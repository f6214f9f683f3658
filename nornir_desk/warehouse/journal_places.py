"""What lies in the journal folder for a run that has not landed: its journal, evidence and lock."""

from __future__ import annotations

from pathlib import Path

from nornir_desk.warehouse.location import Location

SUFFIX = ".jsonl"


def journal_file(location: Location, run_id: str) -> Path:
    """Return the journal of a run, whether or not it exists."""
    return location.journal_folder / f"{run_id}{SUFFIX}"


def evidence_spool(location: Location, run_id: str) -> Path:
    """Return where the evidence of a journalled run waits, whether or not it exists."""
    return location.journal_folder / f"{run_id}.evidence"


def lock_file(location: Location, run_id: str) -> Path:
    """Return what is held by whoever measures or forgets a run."""
    return location.journal_folder / f"{run_id}.lock"
