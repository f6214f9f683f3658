"""The ranked list."""

from collections.abc import Callable, Iterator
from html import unescape

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.conduct import Conduct
from nornir_desk.desk.leaderboard.ranked.panel import RankedPanel
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK
from nornir_desk.present.choices import COLUMNS, DEFAULT_COLUMNS, SortView
from tests.desk.conftest import ShowRows
from tests.desk.ranked_rows import RUN_ID, board_rows, row

pytestmark = pytest.mark.desk
Make = Callable[..., RankedPanel]
_NONE = Qt.KeyboardModifier.NoModifier
_SCORE = COLUMNS.index("score")
_DISPLAY = Qt.ItemDataRole.DisplayRole


@pytest.fixture
def book(qtbot: QtBot) -> Iterator[Book]:
    window = QWidget()
    yield Book(window)
    window.close()


@pytest.fixture
def make(
    qtbot: QtBot, session: Session, skin: Skin, book: Book, show_rows: ShowRows
) -> Iterator[Make]:
    conduct = Conduct(session, book)

    def made(width: int = 1152, height: int = 430) -> RankedPanel:
        panel = RankedPanel(session, skin, book)
        qtbot.addWidget(panel)
        show_rows(session, board_rows())
        panel.resize(width, height)
        panel.show()
        panel.activateWindow()
        panel.view.setFocus()
        qtbot.waitUntil(panel.view.hasFocus)
        return panel

    yield made
    assert conduct is not None


def _names(panel: RankedPanel) -> list[str]:
    cells = [panel.model.cell_at(at) for at in range(panel.model.rowCount())]
    return [cell.cell for cell in cells if cell is not None]


def _drawn(panel: RankedPanel) -> QImage:
    QApplication.processEvents()
    return panel.view.viewport().grab().toImage()


def _colours(image: QImage, top: int, bottom: int) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(top, bottom)}


def _key(panel: RankedPanel, key: Qt.Key, held: Qt.KeyboardModifier = _NONE) -> None:
    QTest.keyClick(panel.view, key, held)


def _current(panel: RankedPanel) -> int:
    return panel.view.currentIndex().row()


def test_the_model_keeps_qts_rules(
    make: Make, session: Session, qtmodeltester: ModelTester
) -> None:
    panel = make()
    qtmodeltester.check(panel.model)
    session.select_cell("pi/qwen3:8b")
    session.choose(filter="qwen")
    session.choose(filter="", sort=SortView("cost_usd", descending=True))
    session.choose(filter="nothing has this")
    assert panel.model.rowCount() == 0


def test_heading_and_rows_follow_filter_and_failures(make: Make, session: Session) -> None:
    panel = make()
    assert (panel.bar.count.text(), panel.model.rowCount()) == ("28", 28)
    session.choose(filter="qwen")
    assert (panel.bar.count.text(), panel.model.rowCount()) == ("5 of 28", 5)
    session.choose(filter="", failures_only=True)
    assert panel.bar.count.text() == "2 of 28"
    assert sorted(_names(panel)) == ["kilo/llama3.2:3b", "pi/llama3.2:3b"]


def test_typing_filters_once_it_pauses_and_esc_clears(
    make: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make()
    panel.focus_filter()
    qtbot.waitUntil(panel.filter_has_focus)
    told: list[str] = []
    session.choices_changed.connect(lambda _before: told.append(session.choices.filter))
    QTest.keyClicks(panel.bar.field, "gpt")
    assert session.choices.filter == ""
    qtbot.waitUntil(lambda: panel.model.rowCount() == 5)
    assert told == ["gpt"]
    QTest.keyClick(panel.bar.field, Qt.Key.Key_Escape)
    assert (session.choices.filter, panel.model.rowCount()) == ("", 28)


def test_a_filter_that_is_cleared_elsewhere_leaves_the_field(make: Make, session: Session) -> None:
    panel = make()
    session.choose(filter="qwen")
    assert panel.bar.field.text() == "qwen"
    session.choose(filter="")
    assert panel.bar.field.text() == ""


def test_failures_button_presses_the_action(make: Make, session: Session, qtbot: QtBot) -> None:
    panel = make()
    QTest.mouseClick(panel.bar.failures, Qt.MouseButton.LeftButton)
    assert session.choices.failures_only
    assert panel.bar.failures.isChecked()
    assert panel.model.rowCount() == 2


def test_what_stands_in_the_columns(make: Make) -> None:
    panel = make()
    first = [str(panel.model.index(0, at).data(_DISPLAY)) for at in range(len(COLUMNS))]
    told = dict(zip(COLUMNS, first, strict=True))
    assert told["rank"] == "1"
    assert told["model"] == "anthropic/claude-sonnet-4-5"
    assert told["score"].startswith("0.912 ±0.0")
    assert (told["n"], told["load_ms"], told["status"]) == ("3", "–", "ok")
    rows = {name: at for at, name in enumerate(_names(panel))}
    tied = panel.model.index(rows["kilo/anthropic/claude-sonnet-4-5"], 0).data()
    assert tied in ("4=", "5=")
    failed = rows["kilo/llama3.2:3b"]
    assert panel.model.index(failed, 0).data() == "–"
    assert panel.model.index(failed, len(COLUMNS) - 1).data() == "✗ timeout after 120 s"
    unscored = rows["local-llm/openai/gpt-5-mini"]
    assert panel.model.index(unscored, len(COLUMNS) - 1).data() == "unscored"
    assert panel.model.index(unscored, COLUMNS.index("agent")).data() == "local-llm°"


def test_lines_and_heads_can_be_heard(make: Make, session: Session) -> None:
    panel = make()
    spoken = Qt.ItemDataRole.AccessibleTextRole
    told = panel.model.index(1, 3).data(spoken)
    assert told.startswith("codex, openai/gpt-5-mini, score 0.891 plus minus 0.0")
    assert told.endswith("rank 2 of 28")
    across = Qt.Orientation.Horizontal
    assert panel.model.headerData(0, across, spoken) == "rank, sorted ascending"
    session.choose(sort=SortView("score", descending=True))
    assert panel.model.headerData(_SCORE, across, spoken) == "score, sorted descending"
    assert panel.view.accessibleName() == "Ranked cells"


def test_a_click_on_a_head_sorts_and_a_second_turns_the_order(
    make: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make()
    head = panel.view.head
    at = QPoint(head.sectionViewportPosition(_SCORE) + 20, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, _NONE, at)
    assert session.choices.sort == SortView("score", descending=True)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, _NONE, at)
    assert session.choices.sort == SortView("score", descending=False)
    assert _names(panel)[0] == "local-llm/llama3.2:3b"
    assert _names(panel) == [session.cells[at].cell for at in session.shown]


def test_keys_move_and_select(make: Make, session: Session, qtbot: QtBot) -> None:
    panel = make()
    keys = (
        (Qt.Key.Key_Down, 0),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_End, 27),
        (Qt.Key.Key_Up, 26),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Left, 0),
    )
    for key, wanted in keys:
        _key(panel, key)
        assert _current(panel) == wanted
        assert session.selected is not None
        assert session.selected.cell == _names(panel)[wanted]
    _key(panel, Qt.Key.Key_PageDown)
    assert _current(panel) > 5
    _key(panel, Qt.Key.Key_PageUp)
    assert _current(panel) == 0


def test_enter_and_a_double_click_open_the_cell(
    make: Make, session: Session, book: Book, qtbot: QtBot
) -> None:
    panel = make()
    _key(panel, Qt.Key.Key_Down)
    with qtbot.waitSignal(book.action("detail.open").triggered):
        _key(panel, Qt.Key.Key_Return)
    at = QPoint(60, panel.view.rowViewportPosition(2) + 10)
    with qtbot.waitSignal(book.action("detail.open").triggered):
        QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, _NONE, at)
        QTest.mouseDClick(panel.view.viewport(), Qt.MouseButton.LeftButton, _NONE, at)
    assert session.selected is not None
    assert session.selected.rank == 3


def test_a_cell_selected_elsewhere_is_brought_into_sight(make: Make, session: Session) -> None:
    panel = make(height=200)
    panel.view.clearFocus()
    session.select_cell("pi/llama3.2:3b")
    row_at = _names(panel).index("pi/llama3.2:3b")
    assert _current(panel) == row_at
    assert 0 <= panel.view.rowViewportPosition(row_at) < panel.view.viewport().height()
    session.select_cell(None)
    assert not panel.view.selectedIndexes()


def test_selection_goes_along_with_its_cell(
    make: Make, session: Session, show_rows: ShowRows
) -> None:
    panel = make()
    session.select_cell("kilo/qwen3:8b")
    session.choose(sort=SortView("latency_ms"))
    assert _names(panel)[_current(panel)] == "kilo/qwen3:8b"
    session.choose(filter="qwen")
    assert [cell.cell for cell in panel.view.selected_cells()] == ["kilo/qwen3:8b"]
    session.choose(filter="gpt")
    assert panel.view.selected_cells() == []
    assert session.selected is not None
    session.choose(filter="")
    assert [cell.cell for cell in panel.view.selected_cells()] == ["kilo/qwen3:8b"]
    show_rows(session, board_rows())
    assert [cell.cell for cell in panel.view.selected_cells()] == ["kilo/qwen3:8b"]


def test_cells_that_come_in_move_nothing_that_is_looked_at(
    make: Make, session: Session, show_rows: ShowRows, qtbot: QtBot
) -> None:
    panel = make(height=240)
    bar = panel.view.verticalScrollBar()
    bar.setValue(285)
    before = panel.view.top_cell()
    new = [row("aa-new", f"openai/new-{at}", 0.99, run_id=RUN_ID) for at in range(4)]
    show_rows(session, [*board_rows(), *new])
    assert panel.view.top_cell() == before
    assert bar.value() == 285 + 4 * 28
    session.choose(sort=SortView("cost_usd"))
    assert bar.value() == 285 + 4 * 28


def test_another_run_begins_at_the_top(make: Make, session: Session, show_rows: ShowRows) -> None:
    panel = make(height=240)
    panel.view.verticalScrollBar().setValue(300)
    other = [row("codex", f"m{at}", at / 100, run_id="20261130T140000-aaaa") for at in range(40)]
    show_rows(session, other)
    assert panel.view.verticalScrollBar().value() == 0


def test_selected_lines_are_copied_with_the_columns_that_are_shown(
    make: Make, session: Session, book: Book, qtbot: QtBot
) -> None:
    panel = make()
    _key(panel, Qt.Key.Key_Down)
    _key(panel, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    told: list[str] = []
    session.told.connect(told.append)
    _key(panel, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0].split("\t") == list(DEFAULT_COLUMNS)
    assert [line.split("\t")[0] for line in lines[1:]] == ["1", "2"]
    assert told == ["copied 2 cells"]


def test_columns_come_and_go_but_for_the_fixed_ones(make: Make, session: Session) -> None:
    panel = make()
    head = panel.view.head
    assert head.isSectionHidden(COLUMNS.index("driver"))
    panel.bar.menu.tick("driver").trigger()
    panel.bar.menu.tick("cost_usd").trigger()
    assert "driver" in session.choices.columns
    assert "cost_usd" not in session.choices.columns
    assert not head.isSectionHidden(COLUMNS.index("driver"))
    assert head.isSectionHidden(COLUMNS.index("cost_usd"))
    assert not panel.bar.menu.tick("status").isEnabled()
    panel.bar.menu.sorter("model").trigger()
    assert session.choices.sort == SortView("model")


def test_a_width_by_hand_is_told_and_stands(make: Make, qtbot: QtBot) -> None:
    panel = make()
    head, agent = panel.view.head, COLUMNS.index("agent")
    edge = head.sectionViewportPosition(agent) + head.sectionSize(agent)
    start, before = QPoint(edge - 1, 10), head.sectionSize(agent)
    with qtbot.waitSignal(panel.widths_changed):
        QTest.mousePress(head.viewport(), Qt.MouseButton.LeftButton, _NONE, start)
        move = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(edge + 39, 10),
            head.viewport().mapToGlobal(QPointF(edge + 39, 10)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(head.viewport(), move)
    QTest.mouseRelease(head.viewport(), Qt.MouseButton.LeftButton, _NONE, start + QPoint(40, 0))
    assert head.sectionSize(agent) == before + 40
    assert head.sectionViewportPosition(agent) + before + 40 == edge + 40
    assert panel.widths == {"agent": before + 40}
    panel.resize(900, 300)
    assert head.sectionSize(agent) == before + 40
    assert head.length() == panel.view.viewport().width()


def test_widths_from_before_are_taken_and_held_within_reason(make: Make) -> None:
    panel = make()
    panel.set_widths({"agent": 200, "model": 3, "nonsense": 50, "status": 10})
    head = panel.view.head
    assert head.sectionSize(COLUMNS.index("agent")) == 200
    assert head.sectionSize(COLUMNS.index("model")) >= 36
    assert set(panel.widths) == {"agent", "model"}


@pytest.mark.parametrize(("width", "bar", "provider"), [(1152, 130, True), (760, 0, False)])
def test_little_room_takes_bar_and_provider(
    make: Make, width: int, bar: int, provider: bool
) -> None:
    panel = make(width)
    places = panel.view.lines._places
    assert (places.bar, places.provider) == (bar, provider)
    assert panel.view.horizontalScrollBar().maximum() == 0
    panel.resize(500, 300)
    assert panel.bar.columns.text() == ""
    assert panel.bar.columns.accessibleName() == "Columns"


def test_colours_say_what_is_so(make: Make, session: Session, skin: Skin) -> None:
    panel = make()
    session.select_cell("codex/openai/gpt-5-mini")
    image = _drawn(panel)
    theme = skin.theme
    assert QColor(theme.gold_edge).name() in _colours(image, 0, 28)
    assert image.pixelColor(1, 28 + 10).name() == QColor(theme.accent).name()
    assert image.pixelColor(80, 28 + 3).name() == QColor(theme.accent_soft).name()
    session.choose(failures_only=True)
    assert QColor(theme.red_soft).name() in _colours(_drawn(panel), 0, 28)
    skin.use(DARK)
    assert QColor(DARK.red_soft).name() in _colours(_drawn(panel), 0, 28)
    assert _drawn(panel).pixelColor(600, 200).name() == QColor(DARK.surface).name()


def test_without_the_focus_the_selection_is_quieter(
    make: Make, session: Session, skin: Skin, qtbot: QtBot
) -> None:
    panel = make()
    session.select_cell("codex/openai/gpt-5-mini")
    panel.focus_filter()
    qtbot.waitUntil(lambda: not panel.view.hasFocus())
    assert _drawn(panel).pixelColor(1, 38).name() == QColor(skin.theme.control).name()


def test_hostile_names_break_nothing(make: Make, session: Session, show_rows: ShowRows) -> None:
    panel = make()
    agent, model = "\u202eevil\n" * 60, "openai/<b>x</b>" + "y" * 300
    failed = row(agent, model, ok=False, error="<img src=x>\n" * 500, driver=None, judge="=1+1")
    show_rows(session, [failed, row("ok", "m")])
    rows = panel.model.rowCount()
    for at in range(rows):
        for column in range(len(COLUMNS)):
            for role in (_DISPLAY, Qt.ItemDataRole.AccessibleTextRole):
                text = panel.model.index(at, column).data(role)
                assert "\n" not in text
                assert "\u202e" not in text
    tip = panel.model.index(rows - 1, len(COLUMNS) - 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip
    assert "<img src=x>" in unescape(tip)
    assert not _drawn(panel).isNull()
    assert panel.view.head.length() <= panel.view.viewport().width()


def test_where_nothing_is_left_it_says_why(make: Make, session: Session, skin: Skin) -> None:
    panel = make()
    session.choose(filter="<b>nothing")
    assert panel.view.viewport().accessibleDescription().startswith("No cell has “<b>nothing”")
    assert QColor(skin.theme.text2).name() in _colours(_drawn(panel), 0, 340)


def test_larger_makes_lines_higher(make: Make, skin: Skin) -> None:
    panel = make()
    skin.zoom(1.5)
    assert panel.view.rowHeight(0) == 42
    assert panel.view.head.height() == 42
    assert not _drawn(panel).isNull()


def test_the_focus_is_seen_where_no_line_is_current(make: Make, skin: Skin) -> None:
    panel = make()
    accent = QColor(skin.theme.accent).name()
    assert _drawn(panel).pixelColor(1, 100).name() == accent
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert _drawn(panel).pixelColor(1, 100).name() != accent


def test_tab_goes_from_the_filter_through_the_buttons_to_the_list(make: Make) -> None:
    panel = make()
    stops = [panel.bar.field, panel.bar.failures, panel.bar.columns, panel.view]
    panel.focus_filter()
    for stop in stops:
        assert QApplication.focusWidget() is stop
        QTest.keyClick(stop, Qt.Key.Key_Tab)
