"""The run list: what it shows, how it is gone through, and that nothing moves it but the user."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nornir_desk.desk.actions import Book
from nornir_desk.desk.leaderboard.run_list.interval_menu import INTERVALS
from nornir_desk.desk.leaderboard.run_list.model import RunListModel
from nornir_desk.desk.leaderboard.run_list.panel import RunPanel
from nornir_desk.desk.leaderboard.run_list.row_changes import row_changes
from nornir_desk.desk.leaderboard.run_list.thumbnails import Thumbnails
from nornir_desk.desk.reading.jobs import Listed
from nornir_desk.desk.session import Session
from nornir_desk.desk.settings import REFRESH_S
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.theme.tokens import DARK
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.present.formats import timestamp
from nornir_desk.present.state import RunView, SourceView, UnfinishedView
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk

NOW = 1_796_051_567_000_000  # a Monday, 15:12 in UTC
MINUTE = 60_000_000
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


def run_of(number: int, minutes: float = 1.0, **changes: object) -> RunView:
    """The run that stood ``minutes`` times its number before now."""
    run = RunView(
        run_id=f"run-{number:06}",
        ts=timestamp(int(NOW - number * minutes * MINUTE)),
        task=f"task {number}",
        prompt_id="p",
        agents=2,
        models=3,
        cells=6,
        failed=0,
        winner="claude/anthropic/opus",
        label=False,
        made_up=False,
        thumbnail=("0W7", ".x-"),
    )
    return replace(run, **changes)  # type: ignore[arg-type]  # the tests name its fields


def waiting(number: int, *, running: bool, measured: int = 12) -> UnfinishedView:
    return UnfinishedView(
        f"wait-{number}", timestamp(NOW), "a task", "p", 3, 9, 27, measured, 1, running
    )


def listed(runs: Sequence[RunView], unfinished: Sequence[UnfinishedView] = ()) -> Listed:
    return Listed("mark", SOURCE, tuple(runs), tuple(unfinished))


def read(session: Session, listed: Listed) -> None:
    """As when the list has been read, and then the run that is shown."""
    session._list_read(listed)
    session.run_changed.emit()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def panel(session: Session, skin: Skin, book: Book, clock: Clock, qtbot: QtBot) -> RunPanel:
    panel = RunPanel(session, skin, book, clock=clock)
    qtbot.addWidget(panel)
    panel.resize(288, 700)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def texts(model: QAbstractItemModel, count: int = 100) -> list[str]:
    rows = range(min(count, model.rowCount()))
    return [str(model.index(row, 0).data()) for row in rows]


def where(panel: RunPanel, run_id: str) -> int:
    return panel.view.rowViewportPosition(panel.model.row_of(run_id))


def test_the_model_keeps_qts_rules_while_runs_land_and_go(
    clock: Clock, qtmodeltester: ModelTester, qtbot: QtBot
) -> None:
    model = RunListModel(clock)
    check: Callable[[RunListModel], None] = qtmodeltester.check
    check(model)
    model.put([run_of(n, 300) for n in range(40)], [waiting(1, running=True)])
    check(model)
    model.put([run_of(0, 1, run_id="new"), *(run_of(n, 300) for n in range(3, 30))], [])
    check(model)
    assert model.row_of("new") == 1
    assert model.row_of("wait-1") == -1
    assert model.row_of("run-000029") == model.rowCount() - 1


def test_runs_stand_under_their_dates_and_what_is_under_way_on_top(clock: Clock) -> None:
    model = RunListModel(clock)
    runs = [run_of(0), run_of(1, 60 * 30), run_of(2, 60 * 24 * 200)]
    model.put(runs, [waiting(1, running=True)])
    assert texts(model) == [
        "In progress",
        "a task",
        "Today",
        "task 0",
        "Yesterday",
        "task 1",
        "October 2025",
        "task 2",
    ]
    headings = [row for row in range(8) if model.run_at(row) is None]
    assert headings == [0, 2, 4, 6] == list(model.headings)
    for row in headings:
        assert model.flags(model.index(row)) == Qt.ItemFlag.NoItemFlags


def test_headings_move_on_at_midnight(panel: RunPanel, session: Session, clock: Clock) -> None:
    read(session, listed([run_of(0), run_of(1)]))
    assert texts(panel.model)[0] == "Today"
    clock.now += 24 * 60 * MINUTE
    panel.tick()
    assert texts(panel.model) == ["Yesterday", "task 0", "task 1"]
    assert panel.view.rowHeight(0) == 30


def test_a_row_tells_itself_in_a_sentence_and_a_tooltip_that_shows_names_as_they_are(
    clock: Clock,
) -> None:
    model = RunListModel(clock)
    model.put([run_of(5, failed=2, task=LONG, made_up=True, label=True)], [])
    index = model.index(1)
    sentence = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert sentence.endswith(
        "5 min ago, won by claude/anthropic/opus, 2 agents × 3 models, 6 cells, made up, 2 failed"
    )
    tip = str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "x&lt;b&gt;y&lt;/b&gt;&amp;amp;" in tip
    assert "no agent ran" in tip
    assert "\x1b" not in sentence + tip


def test_an_interrupted_run_says_how_to_go_on(clock: Clock) -> None:
    model = RunListModel(clock)
    model.put([], [waiting(7, running=False)])
    tip = str(model.index(1).data(Qt.ItemDataRole.ToolTipRole))
    assert "nornir bakeoff resume wait-7" in tip
    assert "interrupted, 12 of 27 cells" in str(
        model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    )


def test_keys_go_from_run_to_run_past_headings(
    panel: RunPanel, session: Session, qtbot: QtBot
) -> None:
    read(session, listed([run_of(n, 60 * 12) for n in range(30)]))
    assert session.run_id == "run-000000"
    seen = []
    for key in (
        *(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_Down),
        *(Qt.Key.Key_PageUp, Qt.Key.Key_Home, Qt.Key.Key_Up),
    ):
        QTest.keyClick(panel.view, key)
        seen.append(session.run_id)
    assert seen[:5] == ["run-000001", "run-000002", "run-000001", "run-000029", "run-000029"]
    assert seen[5] is not None
    assert "run-000010" < seen[5] < "run-000029"
    assert seen[6:] == ["run-000000", "run-000000"]


def test_a_click_selects_a_run_and_a_click_on_a_heading_does_not(
    panel: RunPanel, session: Session, qtbot: QtBot
) -> None:
    read(session, listed([run_of(n) for n in range(5)]))
    viewport = panel.view.viewport()
    QTest.mouseClick(
        viewport, Qt.MouseButton.LeftButton, pos=QPoint(60, where(panel, "run-000003") + 20)
    )
    assert session.run_id == "run-000003"
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(60, 10))
    assert session.run_id == "run-000003"
    assert panel.view.currentIndex().row() == 4


def test_the_selection_follows_the_session(
    panel: RunPanel, session: Session, show_rows: ShowRows
) -> None:
    older, newer = (demo_matrix_rows(f"20261130T15124{n}-a", NOW - n * MINUTE) for n in (2, 1))
    show_rows(session, [*older, *newer], older[0].run_id)
    assert panel.view.currentIndex().row() == panel.model.row_of(older[0].run_id) > 0
    show_rows(session, [*older, *newer], newer[0].run_id)
    assert panel.view.currentIndex().row() == panel.model.row_of(newer[0].run_id)


def test_landing_runs_move_neither_scroll_nor_selection(
    panel: RunPanel, session: Session, qtbot: QtBot
) -> None:
    runs = [run_of(n, 30) for n in range(3_000)]
    read(session, listed(runs, [waiting(1, running=True)]))
    session.select_run("run-001500")
    panel.view.show_run("run-001500")
    bar = panel.view.verticalScrollBar()
    bar.setValue(panel.view.verticalHeader().sectionPosition(panel.model.row_of("run-001490")) + 17)
    before = [(row, panel.view.rowViewportPosition(row)) for row in (panel.view.rowAt(0),)]
    first = panel.model.run_at(before[0][0])
    assert first is not None
    assert first.run_id == "run-001490"
    fresh = [run_of(0, run_id=f"fresh-{n}", ts=timestamp(NOW + n)) for n in (3, 2, 1)]
    # The one under way has landed, and its heading goes with it.
    read(session, listed([*fresh, *runs]))
    assert where(panel, "run-001490") == before[0][1] == -17
    assert session.run_id == "run-001500"
    assert panel.view.currentIndex().row() == panel.model.row_of("run-001500")
    assert panel.view.chip.isVisible()
    assert panel.view.chip.text() == "3 new"
    QTest.mouseClick(panel.view.chip, Qt.MouseButton.LeftButton)
    assert bar.value() == 0
    assert not panel.view.chip.isVisible()
    assert session.run_id == "run-001500"


def test_new_runs_show_at_once_in_a_list_at_its_head(panel: RunPanel, session: Session) -> None:
    runs = [run_of(n) for n in range(1, 50)]
    read(session, listed(runs))
    read(session, listed([run_of(0), *runs]))
    assert panel.view.verticalScrollBar().value() == 0
    assert where(panel, "run-000000") == 30
    assert not panel.view.chip.isVisible()
    assert session.run_id == "run-000001"


def test_the_selected_run_stays_selected_when_it_lands(panel: RunPanel, session: Session) -> None:
    runs = [run_of(n) for n in range(1, 50)]
    read(session, listed(runs, [waiting(2, running=True), waiting(1, running=True)]))
    session.select_run("wait-1")
    session.run_changed.emit()
    panel.view.scrollToBottom()
    bar = panel.view.verticalScrollBar()
    place = where(panel, "run-000049")
    session._list_read(listed([run_of(0, run_id="wait-1"), *runs], [waiting(2, running=True)]))
    assert session.run_id == "wait-1"
    assert panel.view.currentIndex().row() == panel.model.row_of("wait-1") == 3
    assert bar.value() > 0
    assert where(panel, "run-000049") == place


def test_letters_do_not_search_the_list(panel: RunPanel, session: Session) -> None:
    read(session, listed([run_of(0), run_of(1, task="zebra")]))
    QTest.keyClick(panel.view, Qt.Key.Key_Z)
    assert session.run_id == "run-000000"


def test_progress_is_told_without_moving_anything(panel: RunPanel, session: Session) -> None:
    runs = [run_of(n) for n in range(50)]
    read(session, listed(runs, [waiting(1, running=True, measured=1)]))
    heard: list[tuple[int, int]] = []
    panel.model.dataChanged.connect(lambda a, b: heard.append((a.row(), b.row())))
    reset: list[bool] = []
    panel.model.modelReset.connect(lambda: reset.append(True))
    read(session, listed(runs, [waiting(1, running=True, measured=2)]))
    assert heard == [(0, 1)]
    assert reset == []
    run = panel.model.run_at(1)
    assert isinstance(run, UnfinishedView)
    assert run.measured == 2


def test_ages_pass_in_the_rows_in_sight_alone(
    panel: RunPanel, session: Session, clock: Clock
) -> None:
    read(session, listed([run_of(n) for n in range(500)]))
    heard: list[tuple[int, int]] = []
    panel.model.dataChanged.connect(lambda a, b: heard.append((a.row(), b.row())))
    clock.now += MINUTE
    panel.tick()
    (span,) = heard
    assert span[0] == 0
    assert 5 < span[1] < 15
    run = panel.model.run_at(4)
    assert run is not None
    assert panel.model.age(run) == "4 min"


def test_the_filter_waits_for_the_typist_and_esc_clears_it(
    panel: RunPanel, session: Session, qtbot: QtBot
) -> None:
    read(session, listed([run_of(n) for n in range(1_284)]))
    assert panel.count.text() == "1,284"
    QTest.keyClicks(panel.filter, "1283 TASK")
    assert session.choices.run_filter == ""
    qtbot.waitUntil(lambda: session.choices.run_filter == "1283 TASK")
    assert panel.count.text() == "1 of 1,284"
    assert texts(panel.model)[1:] == ["task 1283"]
    QTest.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert session.choices.run_filter == ""
    assert panel.count.text() == "1,284"
    assert panel.view.currentIndex().row() == panel.model.row_of(session.run_id)


def test_rows_keep_their_heights_over_a_filter(panel: RunPanel, session: Session) -> None:
    read(session, listed([run_of(n, 60 * 20) for n in range(60)]))
    for words in ("task 1", "task 59", ""):
        session.choose(run_filter=words)
        heights = {
            panel.view.rowHeight(row): panel.model.run_at(row) is None
            for row in range(panel.model.rowCount())
        }
        assert heights == {30: True, 62: False}


def test_a_filter_chosen_elsewhere_stands_in_the_field(panel: RunPanel, session: Session) -> None:
    read(session, listed([run_of(n) for n in range(3)], [waiting(1, running=True)]))
    session.choose(run_filter="zzz")
    assert panel.filter.text() == "zzz"
    assert panel.model.rowCount() == 0
    assert panel.view.nothing == "No run holds all of these words."


def test_the_menu_asks_for_an_interval(panel: RunPanel, qtbot: QtBot) -> None:
    assert {seconds for seconds, _ in INTERVALS} == set(REFRESH_S)
    panel.show_interval(5)
    checked = [action.data() for action in panel.menu.actions() if action.isChecked()]
    assert checked == [5]
    with qtbot.waitSignal(panel.interval_chosen) as heard:
        panel.menu.actions()[-1].trigger()
    assert heard.args == [0]


def test_the_fold_button_does_what_its_action_does(
    panel: RunPanel, book: Book, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(book.action("runs.toggle").triggered):
        QTest.mouseClick(panel.fold, Qt.MouseButton.LeftButton)
    assert "Ctrl+B" in panel.fold.toolTip()


def test_a_thumbnail_has_the_winner_in_gold_and_failures_as_dots(skin: Skin) -> None:
    image = Thumbnails(skin).pixmap(("0W7", ".x-"), 1.0).toImage()
    assert (image.width(), image.height()) == (14, 9)

    def at(x: int, y: int) -> str:
        return QColor(image.pixelColor(x, y)).name().upper()

    theme = skin.theme
    assert [at(1, 1), at(6, 1), at(11, 1)] == [theme.heat[0], theme.gold_edge, theme.heat[7]]
    assert image.pixelColor(1, 6).alpha() == 0
    assert [at(7, 7), at(12, 7)] == [theme.red, theme.control]
    assert image.pixelColor(5, 5).alpha() == 0


def test_the_selected_row_is_painted_in_the_colours_of_the_theme(
    panel: RunPanel, session: Session, skin: Skin, qtbot: QtBot
) -> None:
    read(session, listed([run_of(n) for n in range(3)]))
    for theme in (skin.theme, DARK):
        skin.use(theme)
        image = panel.view.viewport().grab().toImage()
        y = where(panel, "run-000000") + 30
        assert image.pixelColor(9, y).name().upper() == theme.accent
        assert image.pixelColor(200, y + 20).name().upper() == theme.accent_soft
        assert image.pixelColor(3, y).name().upper() == theme.bg
        assert image.pixelColor(200, y + 82).name().upper() == theme.bg


def test_hostile_names_and_every_zoom_are_drawn(
    panel: RunPanel, session: Session, skin: Skin
) -> None:
    hostile = run_of(0, task=LONG, winner=f"{LONG}/{LONG}", thumbnail=("0" * 12,) * 8)
    nameless = run_of(1, task="", winner=None, failed=6, thumbnail=None)
    read(
        session, listed([hostile, nameless], [waiting(1, running=True), waiting(2, running=False)])
    )
    for scale in (0.75, 1.0, 2.5):
        skin.zoom(scale)
        assert not panel.grab().isNull()
        assert panel.view.rowHeight(0) == round(30 * scale)


@pytest.mark.parametrize(
    ("before", "after", "removed", "inserted"),
    [
        ("abc", "xabc", (), ((0, 1),)),
        ("abc", "ac", ((1, 2),), ()),
        ("abcd", "xbyd", ((2, 3), (0, 1)), ((0, 1), (2, 3))),
        ("abc", "abc", (), ()),
    ],
)
def test_row_changes_lead_from_one_list_to_the_other(
    before: str,
    after: str,
    removed: tuple[tuple[int, int], ...],
    inserted: tuple[tuple[int, int], ...],
) -> None:
    changes = row_changes(list(before), list(after))
    assert changes is not None
    assert (changes.removed, changes.inserted) == (removed, inserted)


@pytest.mark.parametrize(("before", "after"), [("ab", "ba"), ("aa", "ab")])
def test_rows_that_change_places_are_made_anew(before: str, after: str) -> None:
    assert row_changes(list(before), list(after)) is None


def test_a_hundred_thousand_runs_are_listed_without_a_pause(
    panel: RunPanel, session: Session, qtbot: QtBot
) -> None:
    runs = tuple(run_of(n, 20) for n in range(100_000))
    begun = time.process_time()
    panel.model.put(runs, (), anew=True)
    panel.view.grab()
    assert panel.model.row_of("run-099999") == panel.model.rowCount() - 1
    # A frame is 16 ms; the bound leaves room for a slow machine, not for a pass over all rows.
    assert time.process_time() - begun < 0.25
