"""Exporting what is on the screen."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.exporting import ExportDialog, ask_path, export_dialog
from nornir_desk.desk.session import Session
from nornir_desk.present.choices import SortView
from tests.desk.conftest import ShowRows
from tests.desk.ranked_rows import RUN_ID, board_rows

pytestmark = pytest.mark.desk
Open = Callable[..., ExportDialog]
_LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    window = QWidget()
    qtbot.addWidget(window)
    pane = QLabel("a pane", window)
    pane.setObjectName("pane")
    pane.resize(200, 100)
    window.show()
    yield window
    window.close()


@pytest.fixture
def told(session: Session) -> list[str]:
    told: list[str] = []
    session.told.connect(told.append)
    return told


@pytest.fixture
def opened(
    window: QWidget, session: Session, closer: CloserLook, show_rows: ShowRows, tmp_path: Path
) -> Open:
    show_rows(session, board_rows())

    def opened(
        path: Path | None = None, *, what: str = "ranked", kind: str = "csv"
    ) -> ExportDialog:
        def choose(_parent: QWidget, name: str, chosen: Callable[[str], None]) -> None:
            chosen(str(path or tmp_path / name))

        (pane,) = window.findChildren(QLabel, "pane")
        dialog = export_dialog(window, session, closer, lambda: pane, choose)
        assert dialog is not None
        dialog.what.setCurrentIndex(dialog.what.findData(what))
        dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
        return dialog

    return opened


def test_the_listed_cells_are_written_as_they_are_shown(
    opened: Open, session: Session, told: list[str], tmp_path: Path
) -> None:
    session.choose(filter="gpt", sort=SortView("score"))
    dialog = opened()
    assert dialog.what.currentText() == "Ranked cells: 5 of 28, as filtered and sorted"
    QTest.mouseClick(dialog.save, _LEFT)
    path = tmp_path / f"{RUN_ID}-ranked.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert [row["cell"] for row in rows] == [session.cells[at].cell for at in session.shown]
    assert told == [f"wrote {path}"]


@pytest.mark.parametrize("what", ["ranked", "matrix", "runs"])
def test_each_part_as_json_and_markdown(opened: Open, tmp_path: Path, what: str) -> None:
    for kind, suffix in (("json", ".json"), ("markdown", ".md")):
        QTest.mouseClick(opened(what=what, kind=kind).save, _LEFT)
        (path,) = tmp_path.glob(f"*-{what}{suffix}")
        text = path.read_text()
        assert json.loads(text) if kind == "json" else text.startswith("| ")


def test_a_picture_is_of_the_pane(opened: Open, window: QWidget, tmp_path: Path) -> None:
    dialog = opened(kind="png")
    assert not dialog.what.isEnabled()
    QTest.mouseClick(dialog.save, _LEFT)
    image = QImage(str(tmp_path / f"{RUN_ID}-matrix.png"))
    assert (image.width(), image.height()) == (200, 100)


def test_it_can_be_copied(opened: Open, told: list[str]) -> None:
    QTest.mouseClick(opened(what="matrix", kind="markdown").copy, _LEFT)
    assert QGuiApplication.clipboard().text().startswith("| agent |")
    assert told == ["copied as Markdown"]


def test_a_failure_is_one_line_and_the_old_file_stands(
    opened: Open, told: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    QTest.mouseClick(opened(folder).save, _LEFT)
    QTest.mouseClick(opened(tmp_path / "not there" / "x.csv").save, _LEFT)
    assert [line.partition(" could not be written: ")[0] for line in told] == [
        str(folder),
        str(tmp_path / "not there" / "x.csv"),
    ]
    assert folder.is_dir()
    assert not list(tmp_path.glob(".*"))


def test_nothing_shown_is_nothing_exported(
    window: QWidget, session: Session, closer: CloserLook, told: list[str]
) -> None:
    assert export_dialog(window, session, closer, lambda: window) is None
    assert told == ["there is nothing to export yet"]


def test_cancel_writes_nothing(opened: Open, told: list[str], tmp_path: Path) -> None:
    QTest.keyClick(opened(), Qt.Key.Key_Escape)
    assert (told, list(tmp_path.iterdir())) == ([], [])


def test_the_file_dialog_asks_without_holding_up(
    window: QWidget, qtbot: QtBot, tmp_path: Path
) -> None:
    chosen: list[str] = []
    ask_path(window, str(tmp_path / "cells.csv"), chosen.append)
    (dialog,) = window.findChildren(QFileDialog)
    dialog.accept()
    qtbot.waitUntil(lambda: chosen == [str(tmp_path / "cells.csv")])
