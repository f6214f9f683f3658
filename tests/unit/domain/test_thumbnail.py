"""A run's grid in small."""

from dataclasses import replace

import pytest

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import summarise_runs
from nornir_desk.domain.thumbnail import thumbnail
from nornir_desk.present.build import matrix_view
from nornir_desk.present.heat import heat_of
from tests.fakes.warehouse_tables import row

DEMO = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)


def measured(agent: str, model: str, **told: object) -> AgentModelRunRow:
    return row(1, agent=agent, model=model, **told)


def drawn(*rows: AgentModelRunRow) -> tuple[str, ...] | None:
    return thumbnail(matrix_grid(rows))


def test_the_demo_has_its_winner_its_failed_cell_and_steps_between() -> None:
    # Agents claude, kilo, local-llm; models mistral, opus, sonnet.
    assert drawn(*DEMO) == ("3W7", "166", "0x4")
    (run,) = summarise_runs(DEMO)
    assert run.thumbnail == ("3W7", "166", "0x4")


def test_its_steps_are_those_that_colour_the_grid() -> None:
    grid = matrix_grid(DEMO)
    signs = thumbnail(grid)
    assert signs is not None
    for cell in heat_of(matrix_view(grid), "score").cells:
        sign = signs[grid.agents.index(cell.agent)][grid.models.index(cell.model)]
        assert sign in (str(cell.heat), "W" if cell.rank == 1 else "x")


def test_where_nobody_scored_the_speed_is_drawn() -> None:
    unscored = {"score": 0.0, "judge": None}
    assert drawn(
        measured("a", "m", tokens_per_s=90.0, **unscored),
        measured("a", "n", tokens_per_s=10.0, **unscored),
        measured("b", "n", tokens_per_s=0.0, **unscored),
    ) == ("W0", ".-")


def test_an_unscored_cell_among_scored_ones_has_no_figure() -> None:
    assert drawn(
        measured("a", "m", score=0.9),
        measured("a", "n", score=0.0, judge="unscored: no verdict"),
        measured("b", "m", score=0.3),
    ) == ("W-", "0.")


def test_where_all_failed_there_is_no_winner() -> None:
    assert drawn(*(replace(r, ok=False, error="x") for r in DEMO)) == ("xxx", "xxx", "xxx")


@pytest.mark.parametrize(
    ("agents", "models", "fits"), [(8, 12, True), (9, 1, False), (1, 13, False)]
)
def test_a_grid_that_is_too_large_has_none(agents: int, models: int, fits: bool) -> None:
    rows = [measured(f"a{i:02}", f"m{j:02}") for i in range(agents) for j in range(models)]
    signs = drawn(*rows)
    assert (signs is not None) is fits
    if signs is not None:
        assert [len(line) for line in signs] == [models] * agents


def test_nothing_has_none() -> None:
    assert drawn() is None
