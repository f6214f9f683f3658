"""The plot: what is drawn where, and what mouse and keys do."""

import subprocess
import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.leaderboard.plot.labels import Name, Obstacles, place_names
from nornir_desk.desk.leaderboard.plot.pane import PlotPane
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.row import AgentModelRunRow
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk
ROWS = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)


@pytest.fixture
def pane(
    qtbot: QtBot,
    session: Session,
    skin: Skin,
    book: Book,
    closer: CloserLook,
    show_rows: ShowRows,
) -> PlotPane:
    session.choose(view="plot")
    book.bind("plot.log", lambda: session.choose(log=book.action("plot.log").isChecked()))
    book.bind("plot.front", lambda: session.choose(front=book.action("plot.front").isChecked()))
    book.action("plot.log").setChecked(True)
    book.action("plot.front").setChecked(True)
    pane = PlotPane(session, skin, book, closer)
    qtbot.addWidget(pane)
    pane.resize(1100, 700)
    show_rows(session, ROWS)
    pane.show()
    qtbot.waitExposed(pane)
    return pane


def at(pane: PlotPane, cell: str) -> QPoint:
    """Where a cell's mark is, in the pixels of what takes the mouse."""
    pixel = pane.canvas.pixel_of(cell)
    assert pixel is not None
    return pixel.toPoint()


def move(viewport: QWidget, to: QPoint, held: Qt.MouseButton) -> None:
    """Move the mouse with a button held."""
    there = QPointF(to)
    event = QMouseEvent(
        QEvent.Type.MouseMove, there, QPointF(viewport.mapToGlobal(to)),
        Qt.MouseButton.NoButton, held, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QCoreApplication.sendEvent(viewport, event)


def colour_at(pane: PlotPane, place: QPointF) -> QColor:
    return pane.canvas.grab().toImage().pixelColor(place.toPoint())


def ticks(pane: PlotPane) -> list[str]:
    return [text for _, text in pane.canvas.bottom_ticks]


def test_nothing_of_the_panes_imports_pyqtgraph_until_one_is_made() -> None:
    program = (
        "import sys, nornir_desk.desk.leaderboard\n"
        "import nornir_desk.desk.leaderboard.plot.pane, nornir_desk.desk.leaderboard.trend.pane\n"
        "print([name for name in ('pyqtgraph', 'numpy') if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout.strip() == "[]"


def test_a_click_on_a_mark_selects_its_cell(qtbot: QtBot, pane: PlotPane, session: Session) -> None:
    QTest.mouseClick(
        pane.canvas.viewport, Qt.MouseButton.LeftButton, pos=at(pane, "claude/mistral")
    )
    assert session.selected is not None
    assert session.selected.cell == "claude/mistral"
    assert pane.footer.texts[:2] == (
        "claude / mistral",
        "#6 · 0.780 · 71.4 tok/s · 6.4 s · $0.0041 · on the front",
    )
    assert pane.canvas.hasFocus()


def test_a_click_on_the_void_leaves_the_selection(
    qtbot: QtBot, pane: PlotPane, session: Session
) -> None:
    session.select_cell("claude/opus")
    void = pane.canvas.area.topLeft().toPoint() + QPoint(20, 20)
    QTest.mouseClick(pane.canvas.viewport, Qt.MouseButton.LeftButton, pos=void)
    assert session.selected is not None
    assert session.selected.cell == "claude/opus"


def test_arrow_keys_go_to_the_next_cell_along_the_axis(
    qtbot: QtBot, pane: PlotPane, session: Session
) -> None:
    gone = []
    for key in (
        Qt.Key.Key_Home,
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
        Qt.Key.Key_Left,
        Qt.Key.Key_End,
    ):
        QTest.keyClick(pane.canvas, key)
        assert session.selected is not None
        gone.append(session.selected.cell)
    assert gone == [
        "local-llm/mistral",
        "claude/mistral",
        "kilo/mistral",
        "claude/mistral",
        "kilo/opus",
    ]


def test_what_is_drawn_and_selected_is_told_to_those_who_listen(
    pane: PlotPane, session: Session
) -> None:
    assert pane.canvas.accessibleDescription() == (
        "score against cost, 8 of 9 cells drawn, 5 cells on the front"
    )
    session.select_cell("claude/opus")
    told = "selected: claude, opus, score 0.940, rank 1 of 9"
    assert pane.canvas.accessibleDescription().endswith(told)


def test_hovering_tells_a_cell_without_selecting_it(
    qtbot: QtBot, pane: PlotPane, session: Session
) -> None:
    QTest.mouseMove(pane.canvas.viewport, at(pane, "kilo/sonnet"))
    qtbot.waitUntil(lambda: pane.canvas.hovered == "kilo/sonnet")
    assert pane.footer.texts[0] == "kilo / sonnet"
    assert session.selected is None


def test_what_is_free_stands_in_a_lane_on_either_axis(pane: PlotPane, session: Session) -> None:
    for log in (True, False):
        session.choose(log=log)
        plane = pane.canvas.plane
        assert plane is not None
        assert plane.lane is not None
        placed = {one.point.cell: one.x for one in plane.placed}
        assert plane.lane[0] < placed.pop("local-llm/mistral") < plane.lane[1]
        assert all(x > plane.lane[1] for x in placed.values())
        assert ticks(pane)[0] == "free"
        assert pane.sentence.text == (
            f"cost, $ per cell{', log axis' if log else ''} · cheaper is left, better is up"
        )


def test_log_ticks_are_dollars_at_round_places(pane: PlotPane) -> None:
    assert ticks(pane) == ["free", "$0.005", "$0.01", "$0.02", "$0.05"]


def test_the_picker_sets_what_the_score_is_against(
    qtbot: QtBot, pane: PlotPane, session: Session
) -> None:
    pane.axis.axis.menu.actions()[1].trigger()
    assert session.choices.axis == "latency"
    assert "free" not in ticks(pane)
    assert pane.sentence.text == "latency, log axis · faster is left, better is up"
    session.choose(axis="speed")
    assert pane.axis.axis.value == "speed"


def test_the_toggles_do_what_their_actions_do(
    qtbot: QtBot, pane: PlotPane, session: Session
) -> None:
    QTest.mouseClick(pane.axis.log, Qt.MouseButton.LeftButton)
    QTest.mouseClick(pane.axis.front, Qt.MouseButton.LeftButton)
    assert (session.choices.log, session.choices.front) == (False, False)
    assert (pane.axis.log.isChecked(), pane.axis.front.isChecked()) == (False, False)


def test_on_the_front_filled_off_it_hollow_in_either_theme(pane: PlotPane, skin: Skin) -> None:
    for theme in (skin.theme, DARK):
        skin.use(theme)
        filled, hollow = (pane.canvas.pixel_of(c) for c in ("claude/sonnet", "kilo/sonnet"))
        assert filled is not None
        assert hollow is not None
        assert colour_at(pane, filled).name() == theme.agents[0].lower()
        assert colour_at(pane, hollow).name() == theme.surface.lower()


def test_the_winner_has_a_gold_ring_and_the_selected_an_accent_one(
    pane: PlotPane, session: Session, skin: Skin
) -> None:
    session.select_cell("kilo/mistral")
    for cell, token in (("claude/opus", "gold_edge"), ("kilo/mistral", "accent")):
        middle = pane.canvas.pixel_of(cell)
        assert middle is not None
        image = pane.canvas.grab().toImage()
        wanted = skin.colour(token).name()
        ring = (image.pixelColor(int(middle.x()) + x, int(middle.y())) for x in range(7, 16))
        assert wanted in {colour.name() for colour in ring}


def test_zoom_outlives_new_rows_of_the_run_and_a_double_click_ends_it(
    qtbot: QtBot, pane: PlotPane, session: Session, show_rows: ShowRows
) -> None:
    home = pane.canvas.span
    pane.canvas.zoom(0.5, pane.canvas.area.center())
    zoomed = pane.canvas.span
    assert zoomed.right - zoomed.left < home.right - home.left
    show_rows(session, [replace(row, score=row.score * 0.9) for row in ROWS])
    assert pane.canvas.span == zoomed
    void = pane.canvas.area.bottomRight().toPoint() - QPoint(15, 15)
    QTest.mouseDClick(pane.canvas.viewport, Qt.MouseButton.LeftButton, pos=void)
    QTest.mouseRelease(pane.canvas.viewport, Qt.MouseButton.LeftButton, pos=void)
    now = pane.canvas.span
    assert now.right - now.left == pytest.approx(home.right - home.left)


def test_wheel_and_drag_zoom_and_pan(qtbot: QtBot, pane: PlotPane) -> None:
    home, viewport = pane.canvas.span, pane.canvas.viewport
    middle = pane.canvas.area.center()
    up = QWheelEvent(
        middle, QPointF(viewport.mapToGlobal(middle.toPoint())), QPoint(), QPoint(0, 120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QCoreApplication.sendEvent(viewport, up)
    zoomed = pane.canvas.span
    assert zoomed.right - zoomed.left < home.right - home.left
    assert pane.canvas.moved
    start = pane.canvas.area.topLeft().toPoint() + QPoint(300, 300)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 8):
        move(viewport, start + QPoint(10 * step, 0), Qt.MouseButton.LeftButton)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(70, 0))
    assert pane.canvas.span.left < zoomed.left


def test_where_every_cell_failed_it_says_so(
    pane: PlotPane, session: Session, show_rows: ShowRows
) -> None:
    show_rows(session, [replace(row, ok=False, error="no", score=0.0) for row in ROWS])
    assert pane.nothing.text == "nothing to draw: 9 cells failed"
    assert pane.nothing.isVisible()
    assert not pane.canvas.isVisible()
    show_rows(session, ROWS)
    assert pane.canvas.isVisible()


@pytest.mark.parametrize("cost", [0.0, 0.0123])
@pytest.mark.parametrize("log", [True, False])
def test_one_point_is_enough(
    pane: PlotPane, session: Session, show_rows: ShowRows, cost: float, log: bool
) -> None:
    session.choose(log=log)
    show_rows(session, [replace(ROWS[0], cost_usd=cost)])
    plane = pane.canvas.plane
    assert plane is not None
    assert len(plane.placed) == 1
    middle = pane.canvas.pixel_of("claude/opus")
    assert middle is not None
    assert pane.canvas.area.contains(middle)
    assert len(ticks(pane)) >= 1


def test_what_is_not_drawn_is_counted(
    pane: PlotPane, session: Session, show_rows: ShowRows
) -> None:
    rows = [replace(ROWS[0], cost_usd=None), replace(ROWS[1], judge=None, score=0.0), *ROWS[2:]]
    show_rows(session, rows)
    told = pane.footer.texts[2].removeprefix("not drawn: ").split(", ")
    assert sorted(told) == ["1 cell failed", "1 cell of unknown cost", "1 cell unscored"]
    session.select_cell("claude/opus")
    assert pane.footer.texts[1].endswith("cost unknown · not drawn")


def test_hostile_names_leave_the_layout_alone(
    pane: PlotPane, session: Session, show_rows: ShowRows
) -> None:
    width = pane.minimumSizeHint().width()
    names = ("<b>x</b>" * 40, "مرحبا\u202e" * 60, "a\nb\x00" * 100)
    rows: list[AgentModelRunRow] = [
        replace(row, agent=names[at % 3], model=f"{row.model}{at}" * 30)
        for at, row in enumerate(ROWS)
    ]
    show_rows(session, rows)
    session.select_cell(session.cells[3].cell)
    pane.grab()
    assert pane.minimumSizeHint().width() == width
    assert "\n" not in pane.footer.texts[0]
    assert "<b>" not in pane.axis.legend.toolTip()


def test_another_view_leaves_the_plot_as_it_is(
    pane: PlotPane, session: Session, show_rows: ShowRows
) -> None:
    plane = pane.canvas.plane
    session.choose(view="matrix")
    show_rows(session, ROWS[:3])
    assert pane.canvas.plane is plane
    session.choose(view="plot")
    assert pane.canvas.plane is not None
    assert len(pane.canvas.plane.placed) == 3


def test_names_stand_beside_each_other_and_what_must_be_seen_is() -> None:
    area = QRectF(0, 0, 400, 200)
    names = [Name(f"n{k}", QPointF(200, 100 + k), QSizeF(90, 14), must=k == 9) for k in range(10)]
    places = place_names(names, Obstacles(), area, 12)
    shown = list(places.values())
    assert "n9" in places
    assert 3 < len(shown) < 10
    others = [place for name, place in places.items() if name != "n9"]
    assert not any(a.intersects(b) for a in others for b in others if a is not b)
    assert all(area.contains(place) for place in shown)
