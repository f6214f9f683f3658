from __future__ import annotations

from pathlib import Path

import pytest

from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.domain.errors import StorageFault, UsageFault
from nornir_desk.ports.evidence import EvidenceFile
from nornir_desk.system.redaction import Redactor
from nornir_desk.warehouse.evidence import FolderEvidence, cell_folder_name
from nornir_desk.warehouse.location import local_location

SECRET = "sk-0123456789abcdef"  # noqa: S105 - made up


def place(model: str = "opus", agent: str = "claude", run: str = "r1") -> EvidencePlace:
    return EvidencePlace(run_id=run, agent=agent, model=model, prompt_id="p#2")


@pytest.fixture
def store(tmp_path: Path) -> FolderEvidence:
    redactor = Redactor({"ANTHROPIC_API_KEY": SECRET})
    return FolderEvidence(local_location(tmp_path), redactor)


def test_what_is_written_is_listed_with_its_size(store: FolderEvidence, tmp_path: Path) -> None:
    store.write(place(), "response.json", b'{"a": 1}')
    store.write(place(), "request.json", b"old")
    store.write(place(), "request.json", b"new!")
    assert store.listing(place()) == (
        EvidenceFile("request.json", 4),
        EvidenceFile("response.json", 8),
    )
    assert store.listing(place("sonnet")) == ()
    folder = store.folder_of(place())
    assert folder.parent == tmp_path / "evidence" / "r1"
    assert folder.name.startswith("claude-opus-")
    assert (folder / "request.json").read_bytes() == b"new!"


def test_looking_creates_nothing(store: FolderEvidence, tmp_path: Path) -> None:
    assert store.listing(place()) == ()
    assert list(tmp_path.iterdir()) == []


def test_a_secret_of_the_environment_is_blotted_out(store: FolderEvidence) -> None:
    store.write(place(), "request.txt", b"x-api-key: " + SECRET.encode() + b"\xff")
    kept = (store.folder_of(place()) / "request.txt").read_bytes()
    assert kept == b"x-api-key: [ANTHROPIC_API_KEY redacted]\xff"


AWKWARD = [
    "qwen3:8b",
    "qwen3:8B",
    "qwen3-8b",
    "a/b",
    "a\\b",
    "../../etc/passwd",
    "CON",
    "con",
    "nul.txt",
    "trailing.",
    "trailing..",
    "trailing ",
    "trailing",
    "",
    ".",
    "..",
    "模型",
    "模型二",
    "x" * 500,
    "x" * 501,
    "a\0b",
    "=HYPERLINK(1)",
]


def test_every_model_has_a_safe_folder_of_its_own(store: FolderEvidence) -> None:
    names = [cell_folder_name(place(model)) for model in AWKWARD]
    assert len({name.lower() for name in names}) == len(AWKWARD)
    for name in names:
        assert name.isascii()
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert len(name) <= 60
        assert name.split("-")[0] not in ("con", "nul")
    for model in AWKWARD:
        store.write(place(model), "answer.txt", model.encode())
        assert store.listing(place(model)) == (EvidenceFile("answer.txt", len(model.encode())),)


def test_agent_model_and_task_are_not_run_together() -> None:
    one = EvidencePlace(run_id="r", agent="a", model="b c", prompt_id="p")
    other = EvidencePlace(run_id="r", agent="a b", model="c", prompt_id="p")
    assert cell_folder_name(one) != cell_folder_name(other)


def test_a_row_read_back_finds_the_evidence_of_a_broken_name(store: FolderEvidence) -> None:
    store.write(place("a\ud800b"), "answer.txt", b"x")
    assert store.listing(place("a\ufffdb")) == (EvidenceFile("answer.txt", 1),)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/b", "a\\b", ".x", "x.", "CON", "aux.txt", "a\0", "x" * 101, "é"],
)
def test_a_name_that_leads_elsewhere_is_refused(
    store: FolderEvidence, tmp_path: Path, name: str
) -> None:
    with pytest.raises(UsageFault, match="cannot name a file"):
        store.write(place(), name, b"x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("run", ["", "..", "../x", "a/b", ".x"])
def test_a_run_id_that_leads_elsewhere_is_refused(store: FolderEvidence, run: str) -> None:
    with pytest.raises(UsageFault, match="cannot be one"):
        store.write(place(run=run), "x", b"x")
    with pytest.raises(UsageFault, match="cannot be one"):
        store.listing(place(run=run))


def test_a_place_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    store = FolderEvidence(local_location(tmp_path / "file"), Redactor({}))
    with pytest.raises(StorageFault, match=r"evidence cannot be written: .*is a file"):
        store.write(place(), "x", b"x")
    assert store.listing(place()) == ()


def test_what_a_kill_left_behind_is_not_listed(store: FolderEvidence) -> None:
    store.write(place(), "x.txt", b"x")
    (store.folder_of(place()) / ".x.txt.abc.tmp").write_bytes(b"half")
    assert store.listing(place()) == (EvidenceFile("x.txt", 1),)
