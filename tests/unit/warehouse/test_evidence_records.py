"""What a spool says becomes files, whole pieces only, wherever it was cut or damaged."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from nornir_desk.warehouse.evidence_records import lay_out, record

PIECES = (
    ("claude-opus-01", "request.json", b'{"a": 1}'),
    ("claude-opus-01", "response.sse", b"data: x\n\ndata: y\n"),
    ("kilo-opus-02", "request.json", b""),
    ("claude-opus-01", "request.json", b"\xff\0 later"),
)
SPOOL = b"".join(record(*piece) for piece in PIECES)
ENDS = [sum(len(record(*piece)) for piece in PIECES[:count]) for count in range(len(PIECES) + 1)]


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def wanted(count: int) -> dict[str, bytes]:
    return {f"{folder}/{name}": data for folder, name, data in PIECES[:count]}


def laid_out(data: bytes, place: Path, start: int = 0) -> tuple[int, dict[str, bytes]]:
    place.mkdir()
    (place / "spool").write_bytes(data)
    return lay_out(place / "spool", place / "evidence", start), files(place / "evidence")


def test_each_piece_is_a_file_and_the_last_of_a_name_stands(tmp_path: Path) -> None:
    for _ in range(2):
        (tmp_path / "spool").write_bytes(SPOOL)
        assert lay_out(tmp_path / "spool", tmp_path / "evidence") == len(SPOOL)
        assert files(tmp_path / "evidence") == {
            "claude-opus-01/request.json": b"\xff\0 later",
            "claude-opus-01/response.sse": b"data: x\n\ndata: y\n",
            "kilo-opus-02/request.json": b"",
        }


def test_without_a_spool_nothing_is_made(tmp_path: Path) -> None:
    assert lay_out(tmp_path / "spool", tmp_path / "evidence") == 0
    assert list(tmp_path.iterdir()) == []


def test_every_cut_leaves_the_whole_pieces_before_it(tmp_path: Path) -> None:
    for cut in range(len(SPOOL) + 1):
        whole = max(count for count, end in enumerate(ENDS) if end <= cut)
        found = laid_out(SPOOL[:cut], tmp_path / str(cut))
        assert found == (ENDS[whole], wanted(whole)), cut


def test_every_flipped_byte_costs_its_piece_and_what_follows_it(tmp_path: Path) -> None:
    for at in range(len(SPOOL)):
        damaged = bytearray(SPOOL)
        damaged[at] ^= 4
        whole = max(count for count, end in enumerate(ENDS) if end <= at)
        found = laid_out(bytes(damaged), tmp_path / str(at))
        assert found == (ENDS[whole], wanted(whole)), at


def test_what_was_laid_out_is_gone_on_from(tmp_path: Path) -> None:
    end, found = laid_out(SPOOL, tmp_path / "rest", ENDS[2])
    assert end == len(SPOOL)
    assert found == {
        "kilo-opus-02/request.json": b"",
        "claude-opus-01/request.json": b"\xff\0 later",
    }


@pytest.mark.parametrize(
    ("folder", "name"),
    [("..", "x"), ("a", ".."), ("a", "../x"), ("a/b", "x"), ("", "x"), ("a", ""), ("a", ".x")],
)
def test_a_name_that_leads_elsewhere_is_no_piece(tmp_path: Path, folder: str, name: str) -> None:
    end, found = laid_out(record(folder, name, b"x"), tmp_path / "one")
    assert (end, found) == (0, {})
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["spool"]


def test_large_pieces_are_held_one_at_a_time(tmp_path: Path) -> None:
    size = 10 * 1024 * 1024
    with (tmp_path / "spool").open("wb") as file:
        for number in range(6):
            file.write(record("a", f"answer{number}", bytes([number]) * size))
    tracemalloc.start()
    try:
        lay_out(tmp_path / "spool", tmp_path / "evidence")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3.5 * size
    for number in range(6):
        path = tmp_path / "evidence" / "a" / f"answer{number}"
        assert path.read_bytes() == bytes([number]) * size
