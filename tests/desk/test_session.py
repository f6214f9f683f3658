"""The session that the panes share."""

import pytest

from nornir_desk.desk.session import Session
from nornir_desk.domain.demo import demo_matrix_rows
from tests.desk.conftest import ShowRows

pytestmark = pytest.mark.desk
ROWS = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)


def test_choices_arrange_and_colour_what_is_shown(session: Session, show_rows: ShowRows) -> None:
    show_rows(session, ROWS)
    assert (len(session.cells), session.shown) == (9, tuple(range(9)))
    session.choose(failures_only=True, heat="score")
    assert [session.cells[at].cell for at in session.shown] == ["local-llm/opus"]
    assert session.matrix.heat is not None
    assert session.matrix.heat.by == "score"


def test_the_selected_cell_stays_selected_when_its_run_is_read_again(
    session: Session, show_rows: ShowRows
) -> None:
    show_rows(session, ROWS)
    session.select_cell("kilo/opus")
    show_rows(session, ROWS)
    assert session.selected is not None
    assert session.selected.cell == "kilo/opus"
