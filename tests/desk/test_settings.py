"""What the window remembers."""

from dataclasses import fields
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from nornir_desk.desk.settings import MAX_RECENT, Settings, SettingsFile, about, settings_path
from nornir_desk.present.choices import DEFAULT_COLUMNS, FIXED_COLUMNS, Choices, SortView

pytestmark = pytest.mark.desk

OTHER = Settings(
    theme="dark",
    zoom=1.25,
    refresh_s=0,
    view="plot",
    columns=("rank", "agent", "model", "driver", "status"),
    sort=SortView("cost_usd", descending=True),
    heat="latency",
    density="dense",
    detail_open=True,
    runs_folded=True,
    geometry="AdnQywADAAA=",
    side_sizes=(288, 900, 388),
    board_sizes=(400, 500),
    recent=("/a, b/ü", "nornir:prod"),
)


def test_every_setting_comes_back(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "config" / "desk.ini"
    first = SettingsFile(path)
    assert first.read() == Settings()
    first.keep(OTHER)
    first.flush()
    assert SettingsFile(path).read() == OTHER
    differing = [one.name for one in fields(Settings) if getattr(OTHER, one.name) == one.default]
    assert differing == []


def test_a_setting_that_is_back_at_its_default_leaves_the_file(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "desk.ini"
    file = SettingsFile(path)
    file.change(theme="dark", heat="score")
    file.flush()
    file.change(theme="system")
    file.flush()
    assert "theme" not in path.read_text()
    assert SettingsFile(path).read() == Settings(heat="score")


def test_changes_are_written_once_things_are_quiet(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "desk.ini"
    file = SettingsFile(path)
    file.change(zoom=1.5)
    assert not path.exists()
    qtbot.waitUntil(path.exists)
    assert SettingsFile(path).read().zoom == 1.5


@pytest.mark.parametrize(
    "line",
    [
        "theme=mauve",
        "theme=a, b",
        "zoom=nan",
        "zoom=1e9",
        "zoom=@ByteArray(x)",
        "refresh_s=3",
        "refresh_s=-1",
        "view=detail",
        "columns=nonsense",
        "sort=rank:asc",
        "heat=5",
        "density=@Invalid()",
        "detail_open=maybe",
        "side_sizes=1, two",
        "board_sizes=-4, 99999999999",
        "geometry=" + "x" * 5_000,
    ],
)
def test_a_foreign_value_is_left_out_and_the_others_are_kept(
    qtbot: QtBot, tmp_path: Path, line: str
) -> None:
    path = tmp_path / "desk.ini"
    path.write_text(f"[General]\n{line}\nruns_folded=true\nunknown=1\n")
    assert SettingsFile(path).read() == Settings(runs_folded=True)


@pytest.mark.parametrize(
    "content", [b"\x00\xff\xfe\x80" * 200, b"[General\ntheme", b"", b"=\n[]\n%%"]
)
def test_a_damaged_file_is_as_good_as_none(qtbot: QtBot, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "desk.ini"
    path.write_bytes(content)
    file = SettingsFile(path)
    assert file.read() == Settings()
    file.change(theme="light")
    file.flush()
    assert SettingsFile(path).read().theme == "light"


def test_a_place_that_cannot_be_written_is_no_failure(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where a folder should be")
    file = SettingsFile(tmp_path / "blocked" / "desk.ini")
    file.change(theme="dark")
    file.flush()
    assert file.settings.theme == "dark"


def test_columns_that_are_always_there_are_put_back(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "desk.ini"
    path.write_text("[General]\ncolumns=score, gone, agent\n")
    columns = SettingsFile(path).read().columns
    assert set(columns) == {*FIXED_COLUMNS, "score"}


def test_choices_are_remembered_and_a_named_view_goes_first() -> None:
    chosen = Choices(view="trend", heat="cost", sort=SortView("agent"), filter="not remembered")
    kept = Settings().remembering(chosen)
    assert kept.choices() == Choices(view="trend", heat="cost", sort=SortView("agent"))
    assert kept.choices("compare").view == "compare"
    assert kept.choices("nonsense").view == "trend"
    assert kept.choices().columns == DEFAULT_COLUMNS


def test_recent_places_stand_once_newest_first_and_are_few() -> None:
    settings = Settings()
    for place in (*"abcdefghij", "c"):
        settings = settings.having_seen(place)
    assert settings.recent[:3] == ("c", "j", "i")
    assert len(settings.recent) == MAX_RECENT


def test_every_setting_says_what_it_is_for(qtbot: QtBot) -> None:
    assert all(about(one.name) for one in fields(Settings))
    assert settings_path().name == "desk.ini"
    assert settings_path().parent.name == "nornir-desk"
