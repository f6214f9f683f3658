"""The trend: its chart, its table, and how both follow what is shown."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.leaderboard.trend.layout import bands, cell_lines, thinned
from nornir_desk.desk.leaderboard.trend.model import DELTA, RUN, SCORE, RunsModel
from nornir_desk.desk.leaderboard.trend.pane import TrendPane
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.trend import TrendView, trend_view
from nornir_desk.present.trend_text import NO_RUNS, ONE_RUN
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.writer import IcebergRunWriter
from nornir_desk.wiring.place import open_place
from tests.desk.conftest import ShowRows
from tests.fakes.warehouse_tables import row, run_id

pytestmark = pytest.mark.desk
DAY = 86_400_000_000
FIRST = 1_796_051_568_000_000 - 20 * DAY
SCORES = (0.5, 0.6, None, 0.7, 0.65, 0.8)
CELL = "claude/opus"
Follow = Callable[..., TrendView]


def history(scores: Sequence[float | None] = SCORES) -> list[AgentModelRunRow]:
    """A run a score, twice repeated, beside a pi that always makes 0.9; None = it failed."""
    rows = []
    for at, score in enumerate(scores):
        # Else later runs would pass for copies of the first.
        told: dict[str, object] = {"ts_micros": FIRST + at * DAY, "latency_ms": 1_000.0 + at}
        ok = score is not None
        driver = "claude 1.0" if at < 4 else "claude 1.1"
        for repeat in ("p", "p#2"):
            less = 0.02 if repeat == "p" else -0.02
            rows.append(
                row(
                    at, **told, prompt_id=repeat, score=score + less if score else 0.0, ok=ok,
                    error=None if ok else "timeout after <b>120</b> s", driver=driver,
                )
            )  # fmt: skip
            rows.append(row(at, **told, prompt_id=repeat, agent="pi", score=0.9))
    return rows


def of(rows: Sequence[AgentModelRunRow], name: str = CELL) -> TrendView:
    agent, model = name.split("/", 1)
    wanted = [one for one in rows if one.prompt_id.startswith("p")]
    return trend_view(wanted, agent, model, "p", "Why?")


@pytest.fixture
def pane(qtbot: QtBot, session: Session, skin: Skin, book: Book, closer: CloserLook) -> TrendPane:
    session.choose(view="trend")
    pane = TrendPane(session, skin, book, closer)
    qtbot.addWidget(pane)
    pane.resize(1100, 700)
    pane.show()
    qtbot.waitExposed(pane)
    return pane


@pytest.fixture
def follow(pane: TrendPane, session: Session, closer: CloserLook, show_rows: ShowRows) -> Follow:
    """Show rows, the newest run, and the trend of a cell, as if it had been read."""

    def show(
        rows: Sequence[AgentModelRunRow], name: str = CELL, run: str | None = None
    ) -> TrendView:
        show_rows(session, rows, run)
        session.select_cell(name)
        view = of(rows, name)
        closer._trend_read(view)
        return view

    return show


def column(pane: TrendPane, at: int) -> list[str]:
    model = pane.table.runs
    return [str(model.index(k, at).data()) for k in range(model.rowCount())]


def row_at(pane: TrendPane, at: int) -> QPoint:
    return pane.table.visualRect(pane.table.runs.index(at, SCORE)).center()


def near(pane: TrendPane, place: QPointF, wanted: str, reach: int = 8) -> bool:
    """Is a colour painted near a place of the chart?"""
    image = pane.canvas.grab().toImage()
    around = range(-reach, reach + 1)
    x, y = int(place.x()), int(place.y())
    name = QColor(wanted).name()
    return any(image.pixelColor(x + dx, y + dy).name() == name for dx in around for dy in around)


def test_a_warehouse_is_read_and_followed(
    qtbot: QtBot, pane: TrendPane, session: Session, closer: CloserLook, tmp_path: Path
) -> None:
    rows = history()
    writer = IcebergRunWriter(local_location(tmp_path), SystemClock())
    for number in range(2):
        writer.append([one for one in rows if one.run_id == run_id(number)])
    session.open(open_place(str(tmp_path), {}))
    qtbot.waitUntil(lambda: pane.table.runs.rowCount() == 2, timeout=20_000)
    assert pane.tools.cell.currentText() == "pi / opus"
    at = pane.tools.cell.findText("claude / opus")
    pane.tools.cell.setCurrentIndex(at)
    pane.tools.cell.activated.emit(at)
    assert session.selected is not None
    assert session.selected.cell == CELL
    qtbot.waitUntil(lambda: column(pane, SCORE)[0].startswith("0.600"), timeout=20_000)
    assert pane.tools.facts.text == "2 runs · band = interval of repeats"


def test_runs_are_listed_newest_first(pane: TrendPane, follow: Follow) -> None:
    follow(history())
    assert [text.split()[0] for text in column(pane, SCORE)] == [
        "0.800", "0.650", "0.700", "–", "0.600", "0.500",
    ]  # fmt: skip
    assert column(pane, DELTA) == ["+0.150", "−0.050", "+0.100", "", "+0.100", ""]
    assert column(pane, RUN)[0].endswith(" 0005")
    assert pane.tools.facts.text == "6 runs · 1 failed · band = interval of repeats"


def test_a_click_on_a_line_shows_its_run(
    qtbot: QtBot, pane: TrendPane, follow: Follow, session: Session
) -> None:
    follow(history())
    QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=row_at(pane, 2))
    assert session.run_id == run_id(3)


def test_enter_shows_the_run_that_the_keys_are_on(
    qtbot: QtBot, pane: TrendPane, follow: Follow, session: Session, book: Book
) -> None:
    follow(history())
    opened: list[bool] = []
    book.bind("detail.open", lambda: opened.append(True))
    pane.table.setFocus()
    QTest.keyClick(pane.table, Qt.Key.Key_Down)
    QTest.keyClick(pane.table, Qt.Key.Key_Down)
    assert session.run_id == run_id(5)
    QTest.keyClick(pane.table, Qt.Key.Key_Return)
    assert session.run_id == run_id(3)
    assert opened == []


def test_the_run_that_is_shown_is_marked_in_list_and_chart(
    pane: TrendPane, follow: Follow, session: Session, skin: Skin
) -> None:
    follow(history(), run=run_id(3))
    image = pane.table.viewport().grab().toImage()
    wanted = skin.colour("accent_soft").name()
    soft = [
        row for row in range(6)
        if image.pixelColor(row_at(pane, row).x() - 40, row_at(pane, row).y() - 10).name() == wanted
    ]  # fmt: skip
    assert soft == [2]
    assert near(pane, pane.canvas.pixel(3, 0.7) + QPointF(9, 0), skin.theme.accent, 2)
    assert not near(pane, pane.canvas.pixel(1, 0.6) + QPointF(0, 9), skin.theme.accent, 1)


def test_a_click_on_a_mark_shows_its_run(pane: TrendPane, follow: Follow, session: Session) -> None:
    follow(history())
    at = pane.canvas.pixel(1, 0.6).toPoint()
    QTest.mouseClick(pane.canvas.viewport, Qt.MouseButton.LeftButton, pos=at)
    assert session.run_id == run_id(1)


def test_the_line_breaks_at_a_failure_with_a_red_cross_at_the_foot(
    pane: TrendPane, follow: Follow, skin: Skin
) -> None:
    view = follow(history())
    assert [[x for x, _ in line] for line in cell_lines(view.points)] == [[0, 1], [3, 4, 5]]
    assert [[x for x, *_ in band] for band in bands(view.points)] == [[0, 1], [3, 4, 5]]
    for theme in (skin.theme, DARK):
        skin.use(theme)
        foot = QPointF(pane.canvas.pixel(2, 0).x(), pane.canvas.area.bottom() - 22)
        assert near(pane, foot, theme.red)
        colour = theme.agents[0]
        assert near(pane, pane.canvas.pixel(0.5, 0.55), colour, 2)
        assert not near(pane, pane.canvas.pixel(2.0, 0.65), colour, 4)


def test_the_winner_of_each_run_can_be_left_out(
    pane: TrendPane, follow: Follow, session: Session, skin: Skin
) -> None:
    follow(history())
    middle = pane.canvas.pixel(2.5, 0.9)
    assert near(pane, middle, skin.theme.gold_edge)
    QTest.mouseClick(pane.tools.winners, Qt.MouseButton.LeftButton)
    assert not session.choices.winners
    assert not near(pane, pane.canvas.pixel(2.5, 0.82), skin.theme.gold_edge, 30)
    session.choose(winners=True)
    assert pane.tools.winners.isChecked()


def test_one_run_is_a_point_with_a_hint(pane: TrendPane, follow: Follow, skin: Skin) -> None:
    follow(history([0.6]))
    assert pane.hint.text == ONE_RUN
    assert pane.canvas.isVisible()
    assert near(pane, pane.canvas.pixel(0, 0.6), skin.theme.agents[0], 3)
    follow(history())
    assert pane.hint.text == ""


def test_where_every_run_failed_there_are_crosses_alone(
    pane: TrendPane, follow: Follow, skin: Skin
) -> None:
    view = follow(history([None, None]))
    assert cell_lines(view.points) == []
    foot = pane.canvas.area.bottom() - 22
    assert near(pane, QPointF(pane.canvas.pixel(1, 0).x(), foot), skin.theme.red)


def test_no_run_of_its_own_says_so(pane: TrendPane, closer: CloserLook, follow: Follow) -> None:
    follow(history())
    closer._trend_read(of(history([])))
    assert pane.nothing.text == NO_RUNS
    assert not pane.canvas.isVisible()
    assert pane.table.runs.rowCount() == 0


def test_a_run_that_lands_moves_neither_keys_nor_scroll(pane: TrendPane, follow: Follow) -> None:
    scores = [0.5 + at / 100 for at in range(40)]
    follow(history(scores[:39]))
    pane.table.setFocus()
    pane.table.setCurrentIndex(pane.table.runs.index(20, 0))
    pane.table.verticalScrollBar().setValue(300)
    kept = pane.table.runs.point(20)
    follow(history(scores))
    assert kept is not None
    assert pane.table.currentIndex().row() == pane.table.runs.row_of(kept.run_id) == 21
    assert pane.table.verticalScrollBar().value() == 300
    assert pane.table.hasFocus()


def test_picking_another_cell_keeps_the_wheel_out(
    pane: TrendPane, follow: Follow, session: Session
) -> None:
    follow(history())
    assert pane.tools.cell.currentText() == "claude / opus"
    session.select_cell("pi/opus")
    assert pane.tools.cell.currentText() == "pi / opus"


def test_hostile_names_and_causes_leave_the_layout_alone(pane: TrendPane, follow: Follow) -> None:
    width = pane.minimumSizeHint().width()
    long = "<i>" * 100 + "\u202e\x00"
    rows = [
        replace(
            one, agent=long if one.agent == "claude" else one.agent, driver=f"{one.driver}{long}"
        )
        for one in history()
    ]
    follow(rows, f"{long}/opus")
    pane.grab()
    assert pane.minimumSizeHint().width() == width
    tip = pane.table.runs.index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in str(tip)
    assert "<i>" not in str(tip)
    assert "timeout after &lt;b&gt;120" in str(tip)


def test_the_model_keeps_what_qt_expects(
    pane: TrendPane, follow: Follow, qtmodeltester: Any
) -> None:
    qtmodeltester.check(RunsModel())
    follow(history())
    qtmodeltester.check(pane.table.runs)
    spoken = pane.table.runs.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "score 0.700 plus minus" in str(spoken)


def test_ticks_are_thinned_with_the_last_among_them() -> None:
    assert thinned(14, 20) == list(range(14))
    assert thinned(14, 5) == [1, 4, 7, 10, 13]
    assert thinned(1, 1) == [0]
    assert thinned(0, 3) == []


def test_every_column_has_room_beside_an_open_detail(pane: TrendPane, follow: Follow) -> None:
    follow(history())
    pane.resize(764, 700)
    table = pane.table
    assert table.horizontalHeader().length() <= table.viewport().width()
