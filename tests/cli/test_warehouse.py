"""``nornir warehouse``: what is printed, and that nothing is made by looking."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nornir_desk.cli import warehouse
from nornir_desk.domain.errors import StorageFault
from tests.fakes.warehouse_tables import files_below, row, writer

OLD = time.time_ns() / 1e9 - 48 * 3600


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NORNIR_WAREHOUSE", raising=False)
    folder = tmp_path / "warehouse"
    writer(folder).append([row(1), row(1, model="b", ok=False, error="no")])
    return folder


def asked(folder: Path, **options: object) -> argparse.Namespace:
    return argparse.Namespace(warehouse=str(folder), **options)


def planted(folder: Path) -> Path:
    path = folder / "nornir" / "agent_model_runs" / "metadata" / "snap-1-0-x.avro"
    path.write_bytes(b"x" * 2048)
    os.utime(path, (OLD, OLD))
    return path


def test_where_prints_the_place_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "none"
    assert warehouse.where(asked(place)) == 0
    assert capsys.readouterr() == (f"{place}\n", "")
    assert warehouse.where(asked(place, json=True)) == 0
    assert json.loads(capsys.readouterr().out) == {"kind": "local", "where": str(place)}
    assert not place.exists()


def test_info_tells_what_is_held(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert warehouse.info(asked(folder)) == 0
    lines = dict(line.split(None, 1) for line in capsys.readouterr().out.splitlines())
    assert lines["where"] == str(folder)
    assert (lines["kind"], lines["status"]) == ("local", "live")
    assert (lines["snapshots"], lines["runs"], lines["rows"]) == ("1", "1", "2, 1 failed cell")
    assert lines["data"].endswith("KiB in 1 live file")
    assert str(folder.parent / "cache") in lines["cache"]

    assert warehouse.info(asked(folder, json=True)) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["runs"], told["rows"], told["cells_failed"], told["unfinished"]) == (1, 2, 1, [])
    assert set(told) == {
        *("where", "kind", "status", "detail", "table_uuid", "snapshots", "runs", "rows"),
        *("cells_failed", "data_files", "data_bytes", "metadata_bytes", "evidence_bytes"),
        *("journal_bytes", "unfinished", "cache", "cache_bytes"),
    }


def test_info_of_nothing_makes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert warehouse.info(asked(tmp_path / "none")) == 0
    assert "none yet" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_maintain_tells_first_and_then_does(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = planted(folder)
    before = files_below(folder)
    assert warehouse.maintain(asked(folder, dry_run=True, older_than=24.0)) == 0
    out, err = capsys.readouterr()
    assert out == (
        "would let go of 0 earlier states, 1 orphan file and 0 half-written files: 2.0 KiB\n"
    )
    assert err == f"orphan: {path.relative_to(folder)} (2.0 KiB)\n"
    assert files_below(folder) == before

    assert warehouse.maintain(asked(folder, dry_run=False, older_than=24.0, json=True)) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "dry_run": False,
        "swept": True,
        "snapshots": 0,
        "orphans": [{"path": str(path.relative_to(folder)), "size": 2048}],
        "temporary": [],
    }
    assert not path.exists()
    assert warehouse.maintain(asked(folder, dry_run=False, older_than=24.0, quiet=True)) == 0
    assert capsys.readouterr() == (
        "let go of 0 earlier states, 0 orphan files and 0 half-written files: 0 bytes\n",
        "",
    )


@pytest.fixture
def read_only(folder: Path) -> Iterator[Path]:
    planted(folder)
    if os.geteuid() != 0:
        pytest.skip("a read-only mount needs root")
    for words in (["--bind", str(folder)], ["-o", "remount,ro,bind"]):
        done = subprocess.run(["mount", *words, str(folder)], check=False, capture_output=True)
        if done.returncode:
            pytest.skip("mount is refused")
    yield folder
    subprocess.run(["umount", str(folder)], check=False)


def test_a_read_only_warehouse_is_told_in_one_line(
    read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(StorageFault) as caught:
        warehouse.maintain(asked(read_only, dry_run=False, older_than=24.0))
    assert caught.value.exit_code == 4
    assert "read-only" in str(caught.value)
    assert "\n" not in str(caught.value)
    # What would be done can be told all the same.
    assert warehouse.maintain(asked(read_only, dry_run=True, older_than=24.0)) == 0
    assert "1 orphan file" in capsys.readouterr().out
    assert warehouse.info(asked(read_only)) == 0
    assert "live" in capsys.readouterr().out
