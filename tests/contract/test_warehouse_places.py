"""One behaviour wherever the warehouse is: a folder, or a catalog configured for pyiceberg."""

from __future__ import annotations

from pathlib import Path

import pytest

from nornir_desk.domain.errors import StorageFault
from nornir_desk.domain.selector import Agent, All, Newest, Run
from nornir_desk.warehouse.location import Location, resolve_location
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.writer import IcebergRunWriter
from tests.fakes.warehouse_clock import StandingClock
from tests.fakes.warehouse_tables import row, run_id


@pytest.fixture(params=["folder", "catalog"])
def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Location:
    if request.param == "folder":
        return resolve_location(str(tmp_path / "warehouse"))
    (tmp_path / "lake").mkdir()
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("PYICEBERG_CATALOG__LAKE__TYPE", "sql")
    monkeypatch.setenv("PYICEBERG_CATALOG__LAKE__URI", f"sqlite:///{tmp_path}/lake/lake.db")
    monkeypatch.setenv("PYICEBERG_CATALOG__LAKE__WAREHOUSE", f"file://{tmp_path}/lake")
    return resolve_location("lake")


def _writer(place: Location) -> IcebergRunWriter:
    return IcebergRunWriter(place, StandingClock())


def _reader(place: Location) -> IcebergRunReader:
    return IcebergRunReader(place, StandingClock())


def test_runs_land_and_are_read_back(place: Location) -> None:
    _writer(place).append([row(1), row(1, agent="kilo")])
    _writer(place).append([row(2)])
    found = _reader(place).query(All())
    assert found.items == (row(1), row(1, agent="kilo"), row(2))
    assert (found.source.kind, found.source.status) == (place.kind, "live")
    assert found.source.where == place.where
    assert _reader(place).query(Newest()).items == (row(2),)
    assert _reader(place).query(Run(run_id(1))).items == (row(1), row(1, agent="kilo"))
    assert _reader(place).query(Agent("kilo")).items == (row(1, agent="kilo"),)
    assert [one.run_id for one in _reader(place).runs().items] == [run_id(2), run_id(1)]
    assert _writer(place).has_run(run_id(2))
    assert not _writer(place).has_run(run_id(3))


def test_reading_before_anything_landed_creates_nothing(place: Location, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    found = _reader(place).query(All())
    assert (found.items, found.source.status, found.source.detail) == ((), "empty", None)
    assert not _writer(place).has_run(run_id(1))
    assert sorted(tmp_path.rglob("*")) == before


def test_journal_evidence_and_lock_lie_in_the_home(place: Location) -> None:
    _writer(place).append([row(1)])
    assert place.lock_file.parent == place.home
    assert place.journal_folder.parent == place.evidence_folder.parent == place.home


def test_a_catalog_nobody_answers_for_is_offline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYICEBERG_CATALOG__FAR__TYPE", "rest")
    monkeypatch.setenv("PYICEBERG_CATALOG__FAR__URI", "http://127.0.0.1:9")
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    place = resolve_location("far")
    found = _reader(place).query(All())
    assert (found.items, found.source.status) == ((), "offline")
    assert found.source.detail is not None
    assert "\n" not in found.source.detail
    with pytest.raises(StorageFault, match="cannot be written: far"):
        _writer(place).append([row(1)])
    with pytest.raises(StorageFault, match="cannot be read: far"):
        _writer(place).has_run(run_id(1))
