from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from nornir_desk.domain.errors import UsageFault
from nornir_desk.system.paths import data_folder
from nornir_desk.warehouse.location import resolve_location


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "PYICEBERG_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.chdir(home)
    return home


def test_without_a_text_it_is_in_the_users_data_folder(home: Path) -> None:
    found = resolve_location(None)
    assert found.kind == "local"
    assert found.home == data_folder() / "warehouse"
    assert str(found.home).startswith(str(home))
    assert list(home.iterdir()) == []


def test_a_folder_is_made_absolute(home: Path) -> None:
    found = resolve_location(str(home / "some"))
    assert (found.kind, found.where) == ("local", str(home / "some"))
    for text in ("some", "./some", "x/../some", "~/some"):
        assert resolve_location(text) == found
    assert found.catalog_file == home / "some" / "catalog.db"
    assert found.journal_folder == home / "some" / "journal"
    assert found.evidence_folder == home / "some" / "evidence"
    assert found.lock_file == home / "some" / "write.lock"
    assert found.table_folder == home / "some" / "nornir" / "agent_model_runs"


def test_a_configured_name_is_a_catalog(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYICEBERG_CATALOG__LAKE__URI", "sqlite:///x.db")
    lake = resolve_location("lake")
    assert (lake.kind, lake.where) == ("catalog", "lake")
    assert lake.home.parent == data_folder() / "catalogs"
    assert lake.home.name.startswith("lake-")
    assert lake.home != resolve_location("Lake").home
    assert resolve_location("./lake").kind == "local"
    assert resolve_location(str(home / "lake")).kind == "local"
    assert resolve_location("pond").kind == "local"


def test_a_name_in_the_configuration_file_is_a_catalog(home: Path) -> None:
    (home / ".pyiceberg.yaml").write_text("catalog:\n  lake:\n    uri: sqlite:///x.db\n")
    assert resolve_location("lake").kind == "catalog"
    assert resolve_location("pond").kind == "local"


def test_a_configuration_that_cannot_be_read_is_told(home: Path) -> None:
    (home / ".pyiceberg.yaml").write_text("catalog: [\n")
    with pytest.raises(UsageFault, match="pyiceberg's configuration cannot be read") as caught:
        resolve_location("lake")
    assert "\n" not in str(caught.value)
    assert resolve_location("./lake").kind == "local"


@pytest.mark.parametrize("text", ["", "  ", "a\0b"])
def test_a_text_that_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(UsageFault, match="names no folder"):
        resolve_location(text)


def test_the_package_and_the_location_import_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "import nornir_desk.warehouse.location, nornir_desk.warehouse.reader\n"
        "import nornir_desk.warehouse.writer, nornir_desk.warehouse.journal\n"
        "import nornir_desk.warehouse.evidence\n"
        "heavy = {'pyiceberg', 'pyarrow', 'sqlalchemy', 'pydantic', 'filelock'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"


def test_reading_a_local_warehouse_needs_no_sqlalchemy(tmp_path: Path) -> None:
    from tests.fakes.warehouse_tables import row, writer

    writer(tmp_path / "w").append([row()])
    program = (
        "import sys\n"
        "from tests.fakes.warehouse_tables import reader\n"
        "from pathlib import Path\n"
        "print(len(reader(Path(sys.argv[1])).runs().items), 'sqlalchemy' in sys.modules)\n"
    )
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "w")],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "1 False\n"
