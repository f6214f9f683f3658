"""The selected cell in full: figures at once, texts when they have come, whatever is in them."""

import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.leaderboard.detail.pane import DetailPane
from nornir_desk.desk.reading.jobs import Place
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK
from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.present.state import EvidenceView
from tests.desk.closer_rows import LONG, RIGHT_TO_LEFT, KeptPlace, board_rows, cell_rows, in_full
from tests.desk.conftest import ShowRows
from tests.fakes.warehouse_clock import StandingClock

pytestmark = pytest.mark.desk
NOW = 1_796_051_567_000_000 + 12 * 60 * 1_000_000
ROWS = board_rows()
RUNNER_UP = "codex/gpt-5-mini"
FILES = (EvidenceView("stdout.jsonl", 118_000), EvidenceView("command.txt", 900))


class TwelveMinutesLater(StandingClock):
    def now_micros(self) -> int:
        return NOW


@pytest.fixture
def pane(
    qtbot: QtBot,
    session: Session,
    skin: Skin,
    book: Book,
    closer: CloserLook,
    show_rows: ShowRows,
) -> DetailPane:
    show_rows(session, ROWS)
    pane = DetailPane(session, skin, book, closer, clock=TwelveMinutesLater())
    qtbot.addWidget(pane)
    pane.resize(388, 830)
    pane.show()
    return pane


def figures(pane: DetailPane) -> dict[str, tuple[str, str]]:
    return {row.label: (row.value, row.note) for row in pane.figures.rows}


def read(session: Session, closer: CloserLook, name: str, **changes: object) -> None:
    """Let a cell's text come."""
    session.select_cell(name)
    detail = in_full(session, ROWS, name, FILES)
    closer._detail_read(replace(detail, **changes))  # type: ignore[arg-type]


def test_a_hint_stands_where_nothing_is_selected(pane: DetailPane) -> None:
    assert pane.hint.isVisible()
    assert "Select a cell" in pane.hint.text


def test_figures_are_there_before_the_text_has_come(session: Session, pane: DetailPane) -> None:
    session.select_cell(RUNNER_UP)
    assert pane.head.agent.whole == "codex"
    assert pane.head.score.whole == "0.891"
    assert pane.head.rank.text == "#2 of 4"
    assert pane.head.states["ok"].isVisible()
    assert pane.sentence.whole == "3 repeats · 0.021 behind the winner, intervals overlap"
    assert figures(pane)["Cost"] == ("$0.0118", "4.5× below the winner")
    assert figures(pane)["Tokens"] == ("–", "")
    assert figures(pane)["Stop"][1] == "measured 12 min ago"
    assert pane.answers.text.toPlainText() == ""
    assert pane.answers.text.placeholderText() == "reading…"


def test_the_text_comes_with_the_repeats(
    session: Session, closer: CloserLook, pane: DetailPane
) -> None:
    read(session, closer, RUNNER_UP)
    assert pane.answers.text.toPlainText() == "answer 1 of codex"
    assert pane.answers.picker.texts == ("#1 · 0.891", "#2 · 0.871", "#3 · 0.911")
    assert pane.bar.dots == (0.891, 0.871, 0.911)
    assert figures(pane)["Latency"][1] == "24.1 – 34.9 s over 3 repeats"
    assert figures(pane)["Tokens"] == ("10 in", "20 out")
    assert figures(pane)["Environment"][0] == '{"system":"Linux"}'


def test_another_repeat_is_picked_by_its_key(
    qtbot: QtBot, session: Session, closer: CloserLook, pane: DetailPane
) -> None:
    read(session, closer, RUNNER_UP)
    QTest.keyClick(pane.answers.picker, Qt.Key.Key_Down)
    assert pane.repeat == 1
    assert pane.answers.text.toPlainText() == "answer 2 of codex"
    pane.answers.picker.open_list()
    pane.answers.picker.menu.actions()[2].trigger()
    assert pane.answers.text.toPlainText() == "answer 3 of codex"
    pane.answers.picker.menu.close()


def test_what_looks_like_markup_is_shown_as_it_is(
    qtbot: QtBot, session: Session, closer: CloserLook, pane: DetailPane
) -> None:
    evil = "<b>x</b><img src=x>&amp;"
    detail = in_full(session, ROWS, RUNNER_UP)
    answer = replace(detail.answers[0], output=evil)
    read(session, closer, RUNNER_UP, answers=(answer,))
    assert pane.answers.text.toPlainText() == evil
    QTest.mouseClick(pane.answers.parts.buttons["Task"], Qt.MouseButton.LeftButton)
    assert pane.answers.text.toPlainText() == "What is <b>asked</b>?"
    for label in pane.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_what_steers_a_text_is_made_harmless(
    session: Session, closer: CloserLook, pane: DetailPane
) -> None:
    evil = "a\x00b\x1b[31mc\ud800d\u202eevil\u2066x\u2028y\tz\r\nend"
    detail = in_full(session, ROWS, RUNNER_UP)
    read(session, closer, RUNNER_UP, answers=(replace(detail.answers[0], output=evil),))
    shown = "a\ufffdb\ufffd[31mc\ufffdd\ufffdevil\ufffdx\ufffdy\tz\nend"
    assert pane.answers.text.toPlainText() == shown
    pane.answers.copy.click()
    assert "\u202eevil" in QGuiApplication.clipboard().text()


def test_a_failed_cell_shows_its_error(
    session: Session, closer: CloserLook, pane: DetailPane
) -> None:
    read(session, closer, "kilo/llama")
    assert pane.head.states["failed"].isVisible()
    assert not pane.head.rank.isVisible()
    assert pane.answers.text.toPlainText() == "timed out <i>after</i> 300 s"
    read(session, closer, RUNNER_UP)
    assert pane.answers.text.toPlainText() == "answer 1 of codex"
    assert not pane.answers.parts.buttons["Error"].isEnabled()


def test_an_unscored_cell_says_so(session: Session, pane: DetailPane) -> None:
    session.select_cell("pi/qwen")
    assert pane.head.score.whole == "–"
    assert pane.head.states[""].text == "unscored"
    assert pane.sentence.whole == "measured once · not scored"


def test_ten_megabytes_never_hold_the_window_up(
    qtbot: QtBot, session: Session, closer: CloserLook, pane: DetailPane
) -> None:
    output = "0123456789 lorem ipsum dolor sit amet\n" * 263_158
    detail = in_full(session, ROWS, RUNNER_UP)
    detail = replace(detail, answers=(replace(detail.answers[0], output=output),))
    session.select_cell(RUNNER_UP)
    # Of this thread's own work, since other processes share the processor.
    busy: list[float] = [time.thread_time()]
    timer = QTimer(interval=5)
    timer.timeout.connect(lambda: busy.append(time.thread_time()))
    timer.start()
    qtbot.waitUntil(lambda: len(busy) > 3)
    closer._detail_read(detail)
    qtbot.waitUntil(lambda: not pane.answers.text.filling)
    ticks = len(busy)
    qtbot.waitUntil(lambda: len(busy) > ticks + 2)
    timer.stop()
    assert max(after - before for before, after in pairwise(busy)) < 0.03
    assert pane.answers.note.text() == "showing the first 200 kB of 10 MB"
    assert pane.answers.text.toPlainText() == output[:200_000]
    pane.answers.more.click()
    qtbot.waitUntil(lambda: not pane.answers.text.filling)
    assert pane.answers.note.text() == "showing the first 400 kB of 10 MB"
    assert pane.answers.text.toPlainText() == output[:400_000]
    pane.answers.copy.click()
    assert QGuiApplication.clipboard().text() == output


def test_what_is_read_again_leaves_the_user_where_they_are(
    qtbot: QtBot, session: Session, closer: CloserLook, pane: DetailPane, show_rows: ShowRows
) -> None:
    detail = in_full(session, ROWS, RUNNER_UP)
    long = "\n".join(f"line {at}" for at in range(500))
    answers = (detail.answers[0], replace(detail.answers[1], output=long))
    read(session, closer, RUNNER_UP, answers=answers)
    pane.answers.picker.picked.emit(1)
    qtbot.waitUntil(lambda: not pane.answers.text.filling)
    pane.answers.text.verticalScrollBar().setValue(99)
    show_rows(session, ROWS)
    assert closer.detail is None
    assert pane.answers.text.toPlainText() == long
    read(session, closer, RUNNER_UP, answers=answers)
    assert pane.repeat == 1
    assert pane.answers.text.verticalScrollBar().value() == 99


def test_evidence_of_a_folder_is_copied_as_a_path(
    qtbot: QtBot, session: Session, closer: CloserLook, pane: DetailPane, tmp_path: Path
) -> None:
    place = KeptPlace(tmp_path)
    session._place = cast("Place", place)
    read(session, closer, RUNNER_UP)
    assert session.run_id is not None
    folder = place.kept().folder_of(EvidencePlace(session.run_id, "codex", "gpt-5-mini", "task"))
    assert pane.evidence.folder == folder
    assert pane.evidence.open_folder.isVisible()
    shown = pane.evidence.list
    middle = shown.visualRect(pane.evidence.model.index(1)).center()
    with qtbot.waitSignal(session.told) as told:
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert told.args == ["copied the path of command.txt"]
    assert QGuiApplication.clipboard().text() == str(folder / "command.txt")
    with qtbot.waitSignal(session.told) as told:
        pane.evidence.open_folder.click()
    assert told.args == ["the folder is not there any more"]


def test_evidence_elsewhere_has_no_path(
    session: Session, closer: CloserLook, pane: DetailPane
) -> None:
    read(session, closer, RUNNER_UP)
    assert pane.evidence.folder is None
    assert not pane.evidence.open_folder.isVisible()
    assert pane.evidence.where.text() == "on the server"


def test_the_evidence_is_a_sound_model(pane: DetailPane) -> None:
    pane.evidence.show_files(FILES, None)
    QAbstractItemModelTester(
        pane.evidence.model, QAbstractItemModelTester.FailureReportingMode.Warning
    )
    said = pane.evidence.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "stdout.jsonl, 118 kB"


def test_its_buttons_copy_compare_and_close(session: Session, book: Book, pane: DetailPane) -> None:
    session.select_cell(RUNNER_UP)
    pane.head.copy.click()
    assert QGuiApplication.clipboard().text() == RUNNER_UP
    pane.head.compare.click()
    choices = session.choices
    assert (choices.view, choices.a, choices.b) == ("compare", "claude/sonnet", RUNNER_UP)
    pressed: list[bool] = []
    book.bind("detail.toggle", lambda: pressed.append(True))
    pane.head.close_button.click()
    assert pressed == [True]


def test_names_without_an_end_do_not_widen_it(
    session: Session, closer: CloserLook, pane: DetailPane, show_rows: ShowRows
) -> None:
    rows = cell_rows(LONG, f"{LONG}/{RIGHT_TO_LEFT}", [0.5], driver=LONG, environment=LONG)
    show_rows(session, rows)
    name = session.cells[0].cell
    session.select_cell(name)
    closer._detail_read(in_full(session, rows, name))
    assert pane.width() == 388
    assert pane.minimumSizeHint().width() <= 388
    assert len(pane.head.agent.text()) < len(LONG)
    assert pane.head.agent.whole == LONG
    assert "\u202e" not in pane.head.model.whole


def test_it_is_drawn_in_the_theme_of_the_moment(
    session: Session, skin: Skin, pane: DetailPane
) -> None:
    session.select_cell(RUNNER_UP)
    skin.use(DARK)
    image = pane.grab().toImage()
    assert image.pixelColor(2, 2) == skin.colour("surface")
    bar = pane.bar.grab().toImage()
    assert skin.colour("text").name() in {bar.pixelColor(x, 14).name() for x in range(bar.width())}
