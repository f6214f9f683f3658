"""The agent x model grid: what it draws, where keys and mouse lead, what is copied."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.leaderboard.matrix.density import (
    COMPACT,
    DENSE,
    NORMAL,
    column_widths,
    grade_of,
)
from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.leaderboard.matrix.model_names import Lines, lines_of
from nornir_desk.desk.leaderboard.matrix.panel import MatrixPanel
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK
from nornir_desk.domain.row import AgentModelRunRow
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk
_NONE = Qt.KeyboardModifier.NoModifier
TOOLTIP, SPOKEN = int(Qt.ItemDataRole.ToolTipRole), int(Qt.ItemDataRole.AccessibleTextRole)
RUN = "20261130T151247-a1b2c3"
MakePanel = Callable[[Sequence[AgentModelRunRow]], MatrixPanel]


def row(agent: str, model: str, score: float | None, **changes: object) -> AgentModelRunRow:
    made = AgentModelRunRow(
        run_id=RUN,
        ts_micros=1_796_051_567_000_000,
        agent=agent,
        model=model,
        prompt_id="t",
        prompt="T",
        output="o",
        latency_ms=900.0,
        tokens_in=10,
        tokens_out=10,
        tokens_per_s=70.0,
        score=score or 0.0,
        ok=True,
        cost_usd=0.01,
        mcp_tool_calls=2,
        driver=f"{agent} 1.0",
        judge=None if score is None else "path_recall",
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # fields by name


#        m0           m1      m2       m3
# a      0.90 winner  0.20    failed   0.50
# b      0.80         absent  absent   0.60
# c      unscored     0.50=   0.30     0.70
ROWS = (
    row("a", "x/m0", 0.9),
    row("a", "x/m1", 0.2),
    row("a", "x/m2", None, ok=False, error="timeout after 120 s"),
    row("a", "x/m3", 0.5),
    row("b", "x/m0", 0.8),
    row("b", "x/m3", 0.6),
    row("c", "x/m0", None),
    row("c", "x/m1", 0.5),
    row("c", "x/m2", 0.3),
    row("c", "x/m3", 0.7),
)


@pytest.fixture
def book(qtbot: QtBot) -> Iterator[Book]:
    # Held here, for the actions go with their window.
    window = QWidget()
    yield Book(window)
    window.close()


@pytest.fixture
def panel(qtbot: QtBot, session: Session, skin: Skin, book: Book, show_rows: ShowRows) -> MakePanel:
    def make(rows: Sequence[AgentModelRunRow] = ROWS) -> MatrixPanel:
        panel = MatrixPanel(session, skin, book)
        qtbot.addWidget(panel)
        panel.resize(760, 260)
        show_rows(session, rows)
        panel.show()
        qtbot.waitExposed(panel)
        panel.grid.setFocus(Qt.FocusReason.MouseFocusReason)
        qtbot.waitUntil(panel.grid.hasFocus)
        return panel

    return make


def place(panel: MatrixPanel, row: int, column: int) -> QPoint:
    return panel.grid.visualRect(panel.model.index(row, column)).center()


def click(
    panel: MatrixPanel, at: QPoint, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.mouseClick(panel.grid.viewport(), Qt.MouseButton.LeftButton, held, at)


def selected(session: Session) -> str | None:
    return session.selected.cell if session.selected else None


def pixels(panel: MatrixPanel) -> QImage:
    return panel.grid.viewport().grab().toImage()


def fill(panel: MatrixPanel, row: int, column: int) -> str:
    """The colour of a cell where no text and no ring is: near its lower left corner."""
    rect = panel.grid.visualRect(panel.model.index(row, column))
    return pixels(panel).pixelColor(rect.left() + 6, rect.bottom() - 6).name()


def edge(panel: MatrixPanel, row: int, column: int) -> str:
    rect = panel.grid.visualRect(panel.model.index(row, column))
    return pixels(panel).pixelColor(rect.left(), rect.center().y()).name()


def colours(panel: MatrixPanel, row: int, column: int) -> set[str]:
    rect = panel.grid.visualRect(panel.model.index(row, column))
    image = pixels(panel).copy(rect)
    every = range(image.width()), range(image.height())
    return {image.pixelColor(x, y).name() for x in every[0] for y in every[1]}


def name(skin: Skin, token: str) -> str:
    return QColor(skin.colour(token)).name()


def test_the_model_keeps_what_qt_asks_of_a_model(
    qtmodeltester: ModelTester, session: Session, show_rows: ShowRows
) -> None:
    model = GridModel()
    check: Callable[[GridModel], None] = qtmodeltester.check
    check(model)
    show_rows(session, ROWS)
    model.show(session.matrix, session.cells)
    check(model)
    assert (model.rowCount(), model.columnCount()) == (3, 4)
    for role in range(300):
        for index in (model.index(0, 0), model.index(1, 1), QModelIndex()):
            model.data(index, role)


def test_each_state_has_its_colour(panel: MakePanel, skin: Skin, session: Session) -> None:
    made = panel(ROWS)
    session.select_cell("b/x/m0")
    assert made.grid.grade is NORMAL
    assert fill(made, 0, 0) == name(skin, "gold_fill")
    assert edge(made, 0, 0) == name(skin, "gold_edge")
    assert fill(made, 0, 1) == name(skin, "surface")
    assert fill(made, 1, 1) == name(skin, "void")
    assert fill(made, 0, 2) == name(skin, "surface")
    assert name(skin, "red") in colours(made, 0, 2)
    assert name(skin, "red") not in colours(made, 0, 1)


def test_heat_fills_by_step_and_frames_the_winner(
    panel: MakePanel, skin: Skin, session: Session
) -> None:
    made = panel(ROWS)
    session.select_cell("b/x/m0")
    session.choose(heat="score")
    assert fill(made, 0, 0) == skin.heat(7)[0].name()
    assert edge(made, 0, 0) == name(skin, "gold_hi")
    assert fill(made, 0, 1) == skin.heat(0)[0].name()
    assert fill(made, 0, 2) == fill(made, 2, 0) == name(skin, "surface")
    assert made.tools.legend.accessibleName().startswith("heat by score: 0.200")
    assert made.tools.heat.value == "score"
    session.choose(heat=None)
    assert fill(made, 0, 0) == name(skin, "gold_fill")
    assert "band" in made.tools.legend.accessibleName()


def test_another_theme_is_drawn_at_once(panel: MakePanel, skin: Skin) -> None:
    made = panel(ROWS)
    light = fill(made, 0, 0)
    skin.use(DARK)
    assert fill(made, 0, 0) == name(skin, "gold_fill") != light


def test_the_selected_cell_has_a_ring_that_tells_where_the_keys_go(
    panel: MakePanel, skin: Skin, session: Session, qtbot: QtBot
) -> None:
    made = panel(ROWS)
    session.select_cell("a/x/m1")
    assert (fill(made, 0, 1), edge(made, 0, 1)) == (
        name(skin, "accent_soft"),
        name(skin, "accent"),
    )
    made.tools.heat.setFocus()
    qtbot.waitUntil(lambda: not made.grid.hasFocus())
    assert edge(made, 0, 1) == name(skin, "control")
    session.select_cell("a/x/m0")
    assert fill(made, 0, 0) == name(skin, "gold_fill")
    session.choose(heat="score")
    made.grid.setFocus()
    qtbot.waitUntil(made.grid.hasFocus)
    assert edge(made, 0, 0) == name(skin, "text")


def test_the_mouse_marks_a_cell_and_its_heads_and_leaves_absent_ones_alone(
    panel: MakePanel, skin: Skin, qtbot: QtBot
) -> None:
    made = panel(ROWS)
    QTest.mouseMove(made.grid.viewport(), place(made, 1, 3))
    qtbot.waitUntil(lambda: made.grid.models.hovered == 3)
    assert (fill(made, 1, 3), made.grid.agents.hovered) == (name(skin, "hover"), 1)
    QTest.mouseMove(made.grid.viewport(), place(made, 1, 1))
    qtbot.waitUntil(lambda: made.grid.models.hovered == -1)
    assert fill(made, 1, 1) == name(skin, "void")


def test_compared_cells_bear_their_letters(panel: MakePanel, skin: Skin, session: Session) -> None:
    made = panel(ROWS)
    session.select_cell("b/x/m0")
    assert name(skin, "accent") not in colours(made, 2, 3)
    session.choose(a="c/x/m3", b="a/x/m2")
    assert name(skin, "accent") in colours(made, 2, 3)
    assert name(skin, "accent") in colours(made, 0, 2)


def test_a_click_selects_for_everyone_and_a_double_click_opens(
    panel: MakePanel, session: Session, book: Book, qtbot: QtBot
) -> None:
    made = panel(ROWS)
    opened: list[bool] = []
    book.bind("detail.open", lambda: opened.append(True))
    click(made, place(made, 2, 1))
    assert selected(session) == "c/x/m1"
    QTest.mouseDClick(made.grid.viewport(), Qt.MouseButton.LeftButton, _NONE, place(made, 2, 1))
    assert opened == [True]
    QTest.keyClick(made.grid, Qt.Key.Key_Return)
    assert opened == [True, True]


def test_a_click_on_what_was_not_measured_changes_nothing(
    panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    made = panel(ROWS)
    session.select_cell("a/x/m0")
    click(made, place(made, 1, 1))
    assert selected(session) == "a/x/m0"


@pytest.mark.parametrize(
    ("start", "keys", "end"),
    [
        ("b/x/m0", [Qt.Key.Key_Right], "b/x/m3"),  # over two absent ones
        ("b/x/m3", [Qt.Key.Key_Left], "b/x/m0"),
        ("a/x/m1", [Qt.Key.Key_Down], "c/x/m1"),
        ("c/x/m2", [Qt.Key.Key_Up], "a/x/m2"),
        ("a/x/m3", [Qt.Key.Key_Home], "a/x/m0"),
        ("b/x/m0", [Qt.Key.Key_End], "b/x/m3"),
        ("a/x/m0", [Qt.Key.Key_PageDown], "c/x/m0"),
        ("c/x/m0", [Qt.Key.Key_PageUp], "a/x/m0"),
        ("b/x/m3", [Qt.Key.Key_Right], "b/x/m3"),
    ],
)
def test_keys_go_from_one_measured_cell_to_the_next(
    panel: MakePanel,
    session: Session,
    qtbot: QtBot,
    start: str,
    keys: list[Qt.Key],
    end: str,
) -> None:
    made = panel(ROWS)
    session.select_cell(start)
    for key in keys:
        QTest.keyClick(made.grid, key)
    assert selected(session) == end


def test_who_comes_by_key_begins_at_the_winner(
    panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    made = panel(ROWS)
    assert selected(session) is None
    made.tools.heat.setFocus()
    made.grid.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: session.selected is not None)
    assert selected(session) == "a/x/m0"


def test_the_focus_is_seen_without_a_selected_cell(panel: MakePanel, skin: Skin) -> None:
    made = panel(ROWS)
    made.grid.clearFocus()
    made.grid.setFocus(Qt.FocusReason.MouseFocusReason)
    assert pixels(made).pixelColor(0, 60).name() == name(skin, "accent")


def test_a_window_that_opens_frames_nothing(panel: MakePanel, skin: Skin) -> None:
    made = panel(ROWS)
    made.grid.clearFocus()
    made.grid.setFocus(Qt.FocusReason.OtherFocusReason)
    assert pixels(made).pixelColor(0, 60).name() != name(skin, "accent")


def test_a_range_is_copied_as_text_that_no_spreadsheet_runs(
    panel: MakePanel, session: Session, book: Book, qtbot: QtBot
) -> None:
    made = panel(ROWS)
    told: list[str] = []
    session.told.connect(told.append)
    click(made, place(made, 0, 0))
    shift = Qt.KeyboardModifier.ShiftModifier
    click(made, place(made, 1, 2), shift)
    click(made, place(made, 2, 2), shift)
    QTest.keyClick(made.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == (
        "agent\tx/m0\tx/m1\tx/m2\na\t0.9\t0.2\tfailed\nb\t0.8\t\t\nc\t\t0.5\t0.3"
    )
    assert told == ["copied 7 cells"]


def test_copying_is_left_to_the_pane_that_has_the_focus(
    panel: MakePanel, session: Session, book: Book, qtbot: QtBot
) -> None:
    made = panel(ROWS)
    session.select_cell("a/x/m0")
    QGuiApplication.clipboard().setText("before")
    made.tools.heat.setFocus()
    qtbot.waitUntil(lambda: not made.grid.hasFocus())
    book.action("copy").trigger()
    assert QGuiApplication.clipboard().text() == "before"


def test_the_session_selects_and_a_run_that_is_read_again_keeps_it(
    panel: MakePanel, session: Session, show_rows: ShowRows
) -> None:
    made = panel(ROWS)
    session.select_cell("c/x/m3")
    show_rows(session, [*ROWS, row("d", "x/m0", 0.1)])
    assert selected(session) == "c/x/m3"
    assert made.grid.currentIndex() == made.model.index(2, 3)
    assert made.grid.models.current == 3
    session.select_cell(None)
    assert not made.grid.currentIndex().isValid()
    assert made.grid.picked() == []


def test_a_growing_run_and_a_choice_leave_the_reader_where_they_are(
    panel: MakePanel, session: Session, show_rows: ShowRows
) -> None:
    rows = [row(f"a{i:02d}", f"m{j:02d}", 0.5) for i in range(40) for j in range(30)]
    made = panel(rows)
    session.select_cell("a00/m00")
    across, down = made.grid.horizontalScrollBar(), made.grid.verticalScrollBar()
    across.setValue(300)
    down.setValue(200)
    show_rows(session, [*rows, row("a40", "m00", 0.4)])
    assert (made.model.rowCount(), across.value(), down.value()) == (41, 300, 200)
    session.choose(heat="speed", filter="a0")
    assert (across.value(), down.value()) == (300, 200)
    session.select_cell("a39/m29")
    assert made.grid.visualRect(made.grid.currentIndex()).bottom() <= made.grid.viewport().height()


def test_tooltips_hold_no_markup_of_others(panel: MakePanel) -> None:
    evil = "<img src=x>" + "y" * 300
    made = panel([row(evil, "m<b>", None, ok=False, error="<script>\n\x1b[31m")])
    index = made.model.index(0, 0)
    told = made.model.data(index, TOOLTIP)
    assert "<img" not in told
    assert "&lt;img src=x&gt;" in told
    assert "<script" not in told
    assert "\x1b" not in told
    across = made.model.headerData(0, Qt.Orientation.Horizontal, TOOLTIP)
    assert across == "<b>m&lt;b&gt;</b>"
    assert "&lt;img" in made.model.headerData(0, Qt.Orientation.Vertical, TOOLTIP)
    made.grab()


def test_every_cell_is_a_sentence_and_absent_ones_have_no_tooltip(panel: MakePanel) -> None:
    model = panel(ROWS).model
    assert model.data(model.index(0, 0), SPOKEN) == "a, x/m0, score 0.900, rank 1 of 10"
    assert model.data(model.index(0, 2), SPOKEN) == "a, x/m2, failed: timeout after 120 s"
    assert model.data(model.index(1, 1), SPOKEN) == "b, x/m1, not measured"
    assert model.data(model.index(1, 1), TOOLTIP) is None
    assert "as good as" in model.data(model.index(2, 1), TOOLTIP)
    assert "timeout after 120 s" in model.data(model.index(0, 2), TOOLTIP)


def test_a_label_bears_its_sign(panel: MakePanel) -> None:
    model = panel([row("claude", "m", 0.5, driver="mock")]).model
    assert model.is_label("claude")
    told = model.headerData(0, Qt.Orientation.Vertical, TOOLTIP)
    assert "figures are made up" in told


def test_where_nobody_scored_the_speed_is_the_figure(panel: MakePanel) -> None:
    made = panel([row("a", "m", None), row("b", "m", None, tokens_per_s=90.0)])
    assert made.model.data(made.model.index(1, 0)) == "90.0 tok/s"
    assert "fastest" in made.tools.legend.accessibleName()
    made.grab()


def test_names_of_any_length_and_script_leave_the_layout_alone(panel: MakePanel) -> None:
    long = "x-" * 150
    made = panel([row(f"\u202e{long}", long, 0.5), row("אבג", "\x1b[31mאבג", 0.4)])
    assert made.grid.agents.width() == 136
    assert made.grid.models.height() == 48
    assert made.grab().width() == 760


@pytest.mark.parametrize("heat", [None, "cost"])
@pytest.mark.parametrize("density", ["normal", "compact", "dense"])
def test_every_density_draws_every_state(
    panel: MakePanel, session: Session, skin: Skin, density: str, heat: str | None
) -> None:
    made = panel(ROWS)
    session.choose(density=density, heat=heat, a="a/x/m0", b="a/x/m2")
    made.grid.selectAll()
    height = {"normal": 46, "compact": 30, "dense": 24}[density]
    assert made.grid.rowHeight(0) == height
    assert fill(made, 1, 1) == name(skin, "void")
    assert not made.tools.density.isHidden()
    for size in (340, 500, 1_200):
        made.resize(size, 300)
        made.grab()


def test_columns_fill_the_pane_within_their_limits(panel: MakePanel) -> None:
    made = panel(ROWS)
    widths = [made.grid.columnWidth(column) for column in range(4)]
    assert sum(widths) == made.grid.viewport().width()
    made.resize(1_300, 260)
    assert [made.grid.columnWidth(column) for column in range(4)] == [190] * 4
    assert column_widths(5, 502, 100, 190) == [101, 101, 100, 100, 100]
    assert column_widths(5, 400, 100, 190) == [100] * 5
    assert column_widths(0, 400, 100, 190) == []


@pytest.mark.parametrize(
    ("density", "agents", "room", "grade"),
    [
        ("auto", 5, 230, NORMAL),
        ("auto", 5, 200, COMPACT),
        ("auto", 12, 200, COMPACT),
        ("auto", 30, 600, DENSE),
        ("auto", 30, 900, COMPACT),
        ("normal", 300, 10, NORMAL),
        ("dense", 1, 900, DENSE),
    ],
)
def test_the_density_goes_by_rows_and_room(
    density: str, agents: int, room: int, grade: object
) -> None:
    assert grade_of(density, agents, room) is grade  # type: ignore[arg-type]  # words of a table


def test_a_long_model_breaks_where_its_parts_end() -> None:
    width: Callable[[str], float] = len
    assert lines_of("openai/gpt-5", 10, width) == Lines("openai", "gpt-5", provider=True)
    assert lines_of("qwen3:8b", 10, width) == Lines("", "qwen3:8b", provider=True)
    assert lines_of("x/claude-sonnet-4-5", 10, width) is not None
    assert lines_of("x/claude-haiku-4-5", 10, width) == Lines(
        "claude-", "haiku-4-5", provider=False
    )
    assert lines_of("x/abcdefghijklmnop", 10, width) is None


def test_pickers_choose_and_show_what_is_chosen(panel: MakePanel, session: Session) -> None:
    made = panel(ROWS)
    heat = made.tools.heat
    next(action for action in heat.menu.actions() if action.text() == "latency").trigger()
    assert heat.value == "latency"
    assert (session.choices.heat, heat.accessibleName()) == ("latency", "Heat: latency")
    next(action for action in heat.menu.actions() if action.text() == "off").trigger()
    assert session.choices.heat is None
    assert not made.tools.density.isVisible()
    session.choose(density="dense")
    assert not made.tools.density.isHidden()
    next(a for a in made.tools.density.menu.actions() if a.text() == "compact").trigger()
    assert made.grid.grade is COMPACT


def test_the_panel_asks_for_the_height_of_its_rows(panel: MakePanel) -> None:
    made = panel(ROWS)
    assert made.sizeHint().height() == 42 + 1 + 48 + 3 * 46
    assert made.height_within(1_000) == 42 + 1 + 48 + 3 * 46
    assert made.height_within(200) == 42 + 1 + 48 + 3 * 30
    assert made.height_within(150) == 150
    made.show_tools(shown=False)
    assert made.sizeHint().height() == 48 + 3 * 46


def test_an_empty_run_is_an_empty_grid(panel: MakePanel, session: Session) -> None:
    made = panel(ROWS)
    session._take_board(None)
    assert made.model.rowCount() == 0
    assert made.grid.selectionMode() == QAbstractItemView.SelectionMode.ExtendedSelection
    made.grab()
