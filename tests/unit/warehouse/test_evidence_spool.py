"""Evidence of a run that is measured: beside the journal at once, in its place when it lands."""

from __future__ import annotations

import resource
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.ports.evidence import EvidenceFile
from nornir_desk.system.redaction import Redactor
from nornir_desk.warehouse.evidence import FolderEvidence
from nornir_desk.warehouse.evidence_records import record
from nornir_desk.warehouse.evidence_spool import OpenSpools
from nornir_desk.warehouse.forgetting import RunForgetter
from nornir_desk.warehouse.journal import FolderJournal
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.maintenance import IcebergUpkeep
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_tables import row, run_id, writer

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRET = "sk-0123456789abcdef"  # noqa: S105 - made up
RUN = run_id(1)
PLAN = RunPlan(RUN, 7, (TaskPrompt("p", "Why?"),), ("claude",), ("opus", "sonnet"))


def place(model: str = "opus", run: str = RUN) -> EvidencePlace:
    return EvidencePlace(run, "claude", model, "p")


@dataclass
class Shop:
    """The journal and the evidence of one warehouse, as one process has them."""

    folder: Path

    def __post_init__(self) -> None:
        where, spools = local_location(self.folder), OpenSpools()
        self.journal = FolderJournal(where, spools)
        self.evidence = FolderEvidence(where, Redactor({"API_KEY": SECRET}), spools)
        self.spool = self.folder / "journal" / f"{RUN}.evidence"

    def kept(self, model: str = "opus") -> dict[str, bytes]:
        """Return the files of a cell as they are listed."""
        where, found = place(model), self.evidence.listing(place(model))
        files = {one.name: (self.evidence.folder_of(where) / one.name) for one in found}
        assert [path.stat().st_size for path in files.values()] == [one.size for one in found]
        return {name: path.read_bytes() for name, path in files.items()}


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """A file that may not grow fails like a full disk does: a part is written, then an error."""
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize("landed", [True, False])
def test_evidence_is_in_its_place_when_the_journal_is_closed(shop: Shop, landed: bool) -> None:
    log = shop.journal.begin(PLAN)
    shop.evidence.write(place(), "request.json", b"old")
    shop.evidence.write(place(), "request.json", b"new!")
    shop.evidence.write(place("sonnet"), "response.json", b"\xff\n")
    assert shop.spool.exists()
    log.close(landed=landed)
    assert shop.kept() == {"request.json": b"new!"}
    assert shop.kept("sonnet") == {"response.json": b"\xff\n"}
    assert not shop.spool.exists()
    assert [path.name for path in (shop.folder / "journal").glob("*.jsonl")] == (
        [] if landed else [f"{RUN}.jsonl"]
    )


def test_a_secret_never_reaches_the_spool(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    shop.evidence.write(place(), "request.txt", f"key {SECRET}".encode())
    assert SECRET.encode() not in shop.spool.read_bytes()
    log.close(landed=True)
    assert shop.kept() == {"request.txt": b"key [API_KEY redacted]"}


def test_evidence_of_a_run_that_is_not_measured_here_goes_to_its_place(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    other = place(run=run_id(2))
    shop.evidence.write(other, "x", b"x")
    assert shop.evidence.listing(other) == (EvidenceFile("x", 1),)
    log.close(landed=False)
    # A call that outlived its run.
    shop.evidence.write(place(), "late", b"late")
    assert shop.kept() == {"late": b"late"}
    assert not shop.spool.exists()


def test_without_evidence_no_spool_is_made(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    log.record(row(1))
    log.close(landed=True)
    assert list((shop.folder / "journal").iterdir()) == []
    assert not (shop.folder / "evidence").exists()


_KILLED = """
import os, signal, sys
from pathlib import Path
from tests.unit.warehouse.test_evidence_spool import PLAN, Shop, place
from tests.fakes.warehouse_tables import row
shop = Shop(Path(sys.argv[1]))
log = shop.journal.begin(PLAN)
for number in range(int(sys.argv[2])):
    model = f"m{number}"
    shop.evidence.write(place(model), "request.json", b"asked " + model.encode())
    shop.evidence.write(place(model), "response.json", b"said " + model.encode() * 1000)
    log.record(row(1, model=model))
shop.evidence.write(place("cut"), "request.json", b"asked")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("cells", [1, 200])
@pytest.mark.parametrize("cut", [0, 3])
def test_a_kill_loses_no_evidence_of_a_cell_that_is_kept(shop: Shop, cells: int, cut: int) -> None:
    root = Path(__file__).resolve().parents[3]
    words = [sys.executable, "-c", _KILLED, str(shop.folder), str(cells)]
    killed = subprocess.run(words, cwd=root, check=False)
    assert killed.returncode == -signal.SIGKILL
    data = shop.spool.read_bytes()
    shop.spool.write_bytes(data[: len(data) - cut])

    entry, log = shop.journal.reopen(RUN)
    assert len(entry.rows) == cells
    for one in entry.rows:
        assert shop.kept(one.model) == {
            "request.json": b"asked " + one.model.encode(),
            "response.json": b"said " + one.model.encode() * 1000,
        }
    whole = {"request.json": b"asked"}
    # Its file may have been made before the kill.
    assert shop.kept("cut") in ((whole, {}) if cut else (whole,))
    shop.evidence.write(place("cut"), "request.json", b"asked again")
    log.close(landed=True)
    assert shop.kept("cut") == {"request.json": b"asked again"}
    assert list((shop.folder / "journal").iterdir()) == []


def test_a_landed_run_whose_evidence_waits_is_finished_by_taking_it_up(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    (shop.folder / "evidence").write_text("a file where a folder should be")
    shop.evidence.write(place(), "x", b"x")
    with pytest.raises(StorageFault, match="a part of that path is a file") as told:
        log.close(landed=True)
    assert told.value.message.endswith("; the run has landed")
    assert told.value.remedy is not None
    assert told.value.remedy.endswith(f", then: nornir bakeoff resume {RUN}")
    with pytest.raises(StorageFault, match="evidence cannot be written"):
        shop.journal.reopen(RUN)
    (shop.folder / "evidence").unlink()
    _, log = shop.journal.reopen(RUN)
    log.close(landed=True)
    assert shop.kept() == {"x": b"x"}
    assert list((shop.folder / "journal").iterdir()) == []


def test_an_interrupted_run_keeps_evidence_that_has_no_place_yet(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    (shop.folder / "evidence").write_text("a file where a folder should be")
    shop.evidence.write(place(), "x", b"x")
    log.close(landed=False)
    assert shop.spool.read_bytes() == record(shop.evidence.folder_of(place()).name, "x", b"x")


def test_a_run_taken_up_from_files_of_an_older_nornir_goes_on(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    log.record(row(1, model="opus"))
    log.close(landed=False)
    shop.evidence.write(place(), "request.json", b"as a file")
    shop.evidence.write(place("sonnet"), "request.json", b"half a cell, and longer")
    _, log = shop.journal.reopen(RUN)
    shop.evidence.write(place("sonnet"), "request.json", b"again")
    log.close(landed=True)
    assert shop.kept() == {"request.json": b"as a file"}
    assert shop.kept("sonnet") == {"request.json": b"again"}


def test_a_full_disk_is_told_and_costs_its_piece_alone(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    # No file can be made yet, so that the spool stays as it is.
    (shop.folder / "evidence").write_text("a file where a folder should be")
    shop.evidence.write(place(), "one", b"1" * 2_000)
    with no_file_longer_than(shop.spool.stat().st_size + 100):
        with pytest.raises(StorageFault, match="evidence cannot be written") as told:
            shop.evidence.write(place(), "two", b"2" * 2_000)
        assert str(shop.folder) in told.value.message
        shop.evidence.write(place(), "three", b"3")
    (shop.folder / "evidence").unlink()
    log.close(landed=True)
    assert shop.kept() == {"one": b"1" * 2_000, "three": b"3"}


def test_a_spool_does_not_grow_with_its_run(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    for number in range(5):
        shop.evidence.write(place(f"m{number}"), "answer", bytes([number]) * 500_000)
        # Each takes as long as the disk does: all of them are many times what it takes.
        for _ in range(20_000):
            if shop.spool.stat().st_size == 0:
                break
            log.record(row(1))
        assert shop.spool.stat().st_size == 0
        assert shop.kept(f"m{number}") == {"answer": bytes([number]) * 500_000}
    log.close(landed=True)
    assert shop.kept("m0") == {"answer": bytes(500_000)}


def test_many_threads_write_whole_pieces(shop: Shop) -> None:
    log = shop.journal.begin(PLAN)
    with ThreadPoolExecutor(8) as pool:
        for number in range(300):
            data = bytes([number % 251]) * (number * 37)
            pool.submit(shop.evidence.write, place(f"m{number}"), "answer", data)
    log.close(landed=True)
    for number in range(300):
        assert shop.kept(f"m{number}") == {"answer": bytes([number % 251]) * (number * 37)}


def killed(shop: Shop) -> None:
    """Leave the spool of a killed run behind."""
    log = shop.journal.begin(PLAN)
    log.record(row(1))
    log.close(landed=False)
    shop.spool.write_bytes(record("claude-opus-0", "answer.txt", b"x" * 50))


def test_a_run_is_forgotten_with_its_spool(shop: Shop) -> None:
    killed(shop)
    RunForgetter(local_location(shop.folder), StandingClock()).forget(RUN)
    assert list((shop.folder / "journal").iterdir()) == []
    # Even where a nornir that knows no spools landed the run.
    shop.spool.write_bytes(b"x")
    RunForgetter(local_location(shop.folder), StandingClock()).forget(RUN)
    assert list((shop.folder / "journal").iterdir()) == []


def test_upkeep_counts_a_spool_and_leaves_it(shop: Shop) -> None:
    writer(shop.folder).append([row(2)])
    killed(shop)
    upkeep = IcebergUpkeep(local_location(shop.folder), StandingClock(), shop.folder / "cache")
    journal = shop.folder / "journal" / f"{RUN}.jsonl"
    size = shop.spool.stat().st_size + journal.stat().st_size
    assert upkeep.info().journal_bytes == size
    upkeep.maintain(dry_run=False, older_than_s=0.0)
    assert shop.spool.stat().st_size + journal.stat().st_size == size


def test_a_moved_warehouse_brings_its_spool_along(shop: Shop, tmp_path: Path) -> None:
    killed(shop)
    moved = Shop(tmp_path / "moved")
    shutil.move(shop.folder / "journal", moved.folder / "journal")
    _, log = moved.journal.reopen(RUN)
    log.close(landed=False)
    found = moved.folder / "evidence" / RUN / "claude-opus-0" / "answer.txt"
    assert found.read_bytes() == b"x" * 50
