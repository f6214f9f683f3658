"""What the status bar and the banner say."""

from datetime import UTC

import pytest

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.source import SourceStatus
from nornir_desk.present.banner import DETAILS, banner_view
from nornir_desk.present.build import cell_view
from nornir_desk.present.state import SourceView
from nornir_desk.present.status_line import Now, short_place, status_view, tally

NOW = Now(1_796_051_580_000_000, UTC, "/home/ada")
CELLS = [
    cell_view(cell) for cell in matrix_grid(demo_matrix_rows("20261130T151247-a1b2c3", 1)).cells
]


def _source(
    status: SourceStatus, detail: str | None = None, where: str = "/home/ada/w"
) -> SourceView:
    return SourceView("local", where, status, detail, "2026-11-30T15:12:48Z")


@pytest.mark.parametrize(
    ("status", "tone", "fresh", "watched"),
    [
        ("live", "green", "refreshed 12 s ago", "watching every 5 s"),
        ("locked", "amber", "read 12 s ago", "trying again every 5 s"),
        ("offline", "amber", "read 12 s ago", "trying again every 5 s"),
        ("error", "red", "read 12 s ago", "trying again every 5 s"),
        ("empty", "text3", "no run has landed yet", "watching every 5 s"),
    ],
)
def test_each_state_has_its_word_its_colour_and_what_happens_next(
    status: SourceStatus, tone: str, fresh: str, watched: str
) -> None:
    view = status_view(_source(status, "said"), 5, NOW)
    assert (view.word, view.tone, view.fresh, view.watched) == (status, tone, fresh, watched)
    assert view.where == "~/w"
    assert view.tip == "/home/ada/w\nread at 2026-11-30T15:12:48Z\nsaid"


def test_before_anything_was_read_it_says_so() -> None:
    assert status_view(None, 5, NOW).word == "reading"


def test_without_watching_it_names_the_key() -> None:
    assert status_view(_source("live"), 0, NOW).watched == "not watching: F5 reads again"


@pytest.mark.parametrize(
    ("where", "home", "short"),
    [
        ("/home/ada/w", "/home/ada", "~/w"),
        ("/home/ada/w", "/home/ada/", "~/w"),
        ("/home/ada", "/home/ada", "~"),
        ("/home/adam/w", "/home/ada", "/home/adam/w"),
        ("C:\\Users\\ada\\w", "C:\\Users\\ada", "~\\w"),
        ("prod", "/home/ada", "prod"),
        ("/w", "/", "/w"),
        ("a\nb\u202e", "", "a b\ufffd"),
    ],
)
def test_the_home_folder_is_shortened(where: str, home: str, short: str) -> None:
    assert short_place(where, home) == short


def test_a_run_is_counted() -> None:
    assert tally(CELLS) == "9 cells · 1 failed"
    assert tally(()) == ""
    assert tally(CELLS[:1]) == "1 cell"


@pytest.mark.parametrize("status", ["live", "empty"])
def test_there_is_no_banner_where_nothing_is_wrong(status: SourceStatus) -> None:
    assert banner_view(_source(status), 5, NOW, rows=True) is None
    assert banner_view(None, 5, NOW, rows=False) is None


def test_a_locked_warehouse_shows_the_last_known_state() -> None:
    view = banner_view(_source("locked", "who"), 5, NOW, rows=True)
    assert view is not None
    assert view.headline == "Another process is writing to this warehouse."
    assert view.sentence == "The last known state is shown. Trying again every 5 s."
    assert view.actions == (("refresh", "Retry now"), (DETAILS, "Details"))


def test_a_server_that_does_not_answer_is_named_and_nothing_is_lost() -> None:
    view = banner_view(_source("offline", where="nornir.lab:50051"), 0, NOW, rows=True)
    assert view is not None
    assert view.headline == "nornir.lab:50051 does not answer."
    assert (
        view.sentence == "The last known state is shown. Nothing is lost; it is tried again at F5."
    )
    assert view.actions == (("refresh", "Reconnect"), ("open", "Open another…"))


def test_a_damaged_one_tells_whether_anything_is_shown() -> None:
    with_rows = banner_view(_source("error"), 5, NOW, rows=True)
    without = banner_view(_source("error"), 5, NOW, rows=False)
    assert with_rows is not None
    assert without is not None
    assert with_rows.sentence.startswith("What can still be read is shown.")
    assert without.sentence == "There is nothing to show yet. To find out more, run: nornir doctor"


def test_a_long_place_is_cut_at_its_beginning() -> None:
    view = banner_view(_source("offline", where="/srv/" + "x" * 300 + "/end"), 5, NOW, rows=False)
    assert view is not None
    assert view.headline.startswith("…x")
    assert view.headline.endswith("/end does not answer.")
    assert len(view.headline) < 100
