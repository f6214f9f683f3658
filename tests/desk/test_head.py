"""The head of a run."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.leaderboard.head import RunHead
from nornir_desk.desk.reading.jobs import Listed
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.formats import timestamp
from nornir_desk.present.state import SourceView, UnfinishedView
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk

NOW = 1_796_051_567_000_000
MINUTE = 60_000_000
RUN = "20261130T151247-a1b2c3"
ROWS = demo_matrix_rows(RUN, NOW - 12 * MINUTE)
SOURCE = SourceView("local", "warehouse", "live", None, timestamp(NOW))
LONG = "x<b>y</b>&amp; שלום \x1b[31m" * 20


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now = NOW

    def now_micros(self) -> int:
        return self.now

    def monotonic(self) -> float:
        return 0.0

    def sleep(self, seconds: float) -> None:
        return None


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def head(session: Session, skin: Skin, book: Book, clock: Clock, qtbot: QtBot) -> RunHead:
    head = RunHead(session, skin, book, clock=clock)
    qtbot.addWidget(head)
    book.action("runs.toggle").setChecked(True)
    head.resize(1152, 78)
    head.show()
    qtbot.waitExposed(head)
    return head


def show_unfinished(session: Session, *, running: bool) -> None:
    run = UnfinishedView(
        "wait-1", timestamp(NOW - MINUTE), "fix it", "p", 3, 9, 1_200, 300, 2, running
    )
    session._list_read(Listed("mark", SOURCE, (), (run,)))
    session._board_read(None)


def inside(head: RunHead) -> bool:
    """Is every part of it within it, and none over another?"""
    parts = [
        part
        for part in (head.runs, head.title, head.run_id, head.link, head.views, head.export)
        if part.isVisible()
    ]
    ends = [(part.x(), part.x() + part.width()) for part in (*parts, head.detail)]
    return (
        all(end <= start for (_, end), (start, _) in pairwise(ends)) and ends[-1][1] <= head.width()
    )


def test_it_names_task_winner_lead_and_facts(
    head: RunHead, session: Session, show_rows: ShowRows
) -> None:
    show_rows(session, ROWS)
    verdict = head.verdict
    assert head.title.text() == ROWS[0].prompt
    assert head.run_id.text() == RUN
    assert verdict.name.text() == "claude / opus°"
    assert verdict.figure.text() == "0.940"
    assert not verdict.half_width.isVisible()
    assert verdict.lead.text() == "leads claude / sonnet by 0.030"
    assert verdict.sign.icon == ("medal", "gold_edge")
    assert head.facts.text() == "3 agents × 3 models · 9 cells · 1 failed · judge demo · 12 min ago"
    assert head.facts.isVisible()
    assert verdict.chip.text == "lead not clear"
    assert "claude/opus leads claude/sonnet by 0.030" in verdict.chip.toolTip()


def test_its_age_passes(head: RunHead, session: Session, show_rows: ShowRows, clock: Clock) -> None:
    show_rows(session, ROWS)
    clock.now += 2 * MINUTE
    head.refresh()
    assert head.facts.text().endswith("14 min ago")


def test_a_clear_lead_and_one_that_overlaps(
    head: RunHead, session: Session, show_rows: ShowRows
) -> None:
    def measured(spread: float) -> list[AgentModelRunRow]:
        return [
            replace(row, prompt_id=f"p#{n}" if n > 1 else "p", score=row.score + spread * (n % 3))
            for row in ROWS
            for n in range(1, 7)
            if row.ok and row.score > 0.9
        ]

    show_rows(session, measured(0.0001))
    assert not head.verdict.chip.isVisible()
    show_rows(session, [replace(row, score=0.9) for row in measured(0)])
    assert head.verdict.chip.text == "tie"
    assert head.verdict.lead.text() == "same score as claude / opus"


def test_a_run_without_a_winner_says_so(
    head: RunHead, session: Session, show_rows: ShowRows
) -> None:
    show_rows(session, [replace(row, ok=False, error="down") for row in ROWS])
    assert head.verdict.name.text() == "no winner: every cell failed"
    assert head.verdict.sign.icon == ("cross", "red")
    assert not head.verdict.figure.isVisible()
    assert not head.verdict.lead.isVisible()
    assert not head.verdict.chip.isVisible()


def test_an_unscored_run_tells_the_winners_speed(
    head: RunHead, session: Session, show_rows: ShowRows
) -> None:
    show_rows(session, [replace(row, score=0.0, judge="unscored: nobody") for row in ROWS])
    assert head.verdict.figure.text() == "84.0 tok/s"


def test_a_run_under_way_shows_how_far_it_is(head: RunHead, session: Session) -> None:
    show_unfinished(session, running=True)
    assert head.title.text() == "fix it"
    assert head.verdict.name.text() == "in progress: 300 of 1,200 cells · 2 failed"
    assert head.verdict.bar.isVisible()
    bar = head.verdict.bar.grab().toImage()
    accent = head.verdict._skin.theme.accent
    assert bar.pixelColor(28, 1).name().upper() == accent
    assert bar.pixelColor(32, 1).name().upper() != accent


def test_an_interrupted_run_tells_how_to_go_on(head: RunHead, session: Session) -> None:
    show_unfinished(session, running=False)
    assert head.verdict.name.text() == "interrupted: 300 of 1,200 cells · 2 failed"
    assert head.verdict.lead.text() == "resume with nornir bakeoff resume wait-1"
    assert head.verdict.sign.icon == ("warning", "amber")
    assert not head.verdict.bar.isVisible()


def test_a_run_that_lands_shows_its_winner(
    head: RunHead, session: Session, show_rows: ShowRows
) -> None:
    show_unfinished(session, running=True)
    show_rows(session, ROWS)
    assert head.verdict.name.text() == "claude / opus°"
    assert not head.verdict.bar.isVisible()
    assert head.verdict.figure.isVisible()


def test_it_folds_where_there_is_little_room(
    head: RunHead, session: Session, show_rows: ShowRows, book: Book
) -> None:
    show_rows(session, ROWS)
    assert not head.runs.isVisible()
    book.action("runs.toggle").setChecked(False)
    head.resize(900, 78)
    assert head.runs.isVisible()
    assert not head.facts.isVisible()
    assert not head.run_id.isVisible()
    assert head.verdict.lead.text() == "leads by 0.030"
    assert "9 cells" in head.title.toolTip()
    head.resize(1152, 78)
    assert head.facts.isVisible()
    assert head.verdict.lead.text() == "leads claude / sonnet by 0.030"


def test_facts_go_one_by_one_and_the_runner_up_before_the_last_of_them(
    head: RunHead, session: Session, show_rows: ShowRows, qtbot: QtBot
) -> None:
    show_rows(session, ROWS)
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(1_440, 78)
    head.setParent(host)
    host.show()
    head.show()
    told: list[tuple[str, str]] = []
    for width in range(1_150, 500, -5):
        head.resize(width, 78)
        now = (head.facts.text() if head.facts.isVisible() else "", head.verdict.lead.text())
        if now not in told:
            told.append(now)
        if now[0]:
            QApplication.processEvents()
            assert head.facts.width() >= head.facts.sizeHint().width()
    head.setParent(None)
    size, age = "3 agents × 3 models", "12 min ago"
    named, unnamed = "leads claude / sonnet by 0.030", "leads by 0.030"
    assert told == [
        (f"{size} · 9 cells · 1 failed · judge demo · {age}", named),
        (f"{size} · 9 cells · 1 failed · {age}", named),
        (f"{size} · 9 cells · 1 failed · judge demo · {age}", unnamed),
        (f"{size} · 9 cells · 1 failed · {age}", unnamed),
        (f"{size} · 9 cells · {age}", unnamed),
        (f"{size} · {age}", unnamed),
        ("", unnamed),
    ]


def test_a_corner_stands_at_the_end_of_the_second_line(
    head: RunHead, session: Session, show_rows: ShowRows
) -> None:
    show_rows(session, ROWS)
    corner = QPushButton("Heat")
    head.put_corner(corner)
    head.grab()
    assert corner.parentWidget() is head
    assert corner.x() + corner.width() == head.width() - 12
    assert head.verdict.geometry().right() < corner.x()
    head.put_corner(None)
    assert head.facts.isVisible()


@pytest.mark.parametrize("width", [1_900, 1_152, 900, 640])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_long_and_hostile_names_keep_everything_in_its_place(
    head: RunHead, session: Session, skin: Skin, show_rows: ShowRows, width: int, scale: float
) -> None:
    rows = [
        replace(row, prompt=LONG, agent=row.agent + LONG[:280], model=f"p/{row.model}{LONG[:280]}")
        for row in ROWS
    ]
    show_rows(session, rows)
    head.resize(round(width * scale), 78)
    skin.zoom(scale)
    head.grab()
    assert head.height() == round(78 * scale)
    assert inside(head)
    assert head.verdict.geometry().right() < head.width()
    assert head.verdict.figure.width() >= head.verdict.figure.sizeHint().width()
    assert "\x1b" not in head.title.text() + head.verdict.name.text()
    assert "&lt;b&gt;" in head.title.toolTip()
    assert "<b>" not in head.title.toolTip()


def test_its_buttons_do_what_their_actions_do(
    head: RunHead, session: Session, show_rows: ShowRows, book: Book, qtbot: QtBot
) -> None:
    show_rows(session, ROWS)
    for button, name in (
        (head.link, "copy.link"),
        (head.export, "export"),
        (head.detail, "detail.toggle"),
        (head.views.segment(1), "view.plot"),
    ):
        with qtbot.waitSignal(book.action(name).triggered):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert button.accessibleName() == book.deed(name).text


def test_it_is_painted_in_the_theme(
    head: RunHead, session: Session, show_rows: ShowRows, skin: Skin
) -> None:
    show_rows(session, ROWS)
    for theme in (skin.theme, DARK):
        skin.use(theme)
        image = head.grab().toImage()
        assert image.pixelColor(3, 3).name().upper() == theme.surface
        assert image.pixelColor(3, 77).name().upper() == theme.line
