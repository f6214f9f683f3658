"""One cell over the runs of its task."""

from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.trend import TrendView, trend_view
from tests.fakes.warehouse_tables import row, run_id


def measured(number: int, agent: str = "claude", **told: object) -> AgentModelRunRow:
    """One call; no two take the same time."""
    told = {"latency_ms": 1_000.0 + number + len(agent) / 100, **told}
    return row(number, agent=agent, model="opus", **told)


def trend(*rows: AgentModelRunRow) -> TrendView:
    return trend_view(rows, "claude", "opus", "p", "Why?")


def test_each_run_is_ranked_by_itself_oldest_first() -> None:
    view = trend(
        measured(2, score=0.9),
        measured(2, "pi", score=0.5),
        measured(1, score=0.6),
        measured(1, "pi", score=0.7),
        measured(1, "kilo", score=0.65),
        measured(3, "pi", score=1.0),
    )
    assert (view.cell, view.prompt_id, view.task) == ("claude/opus", "p", "Why?")
    assert [(p.run_id, p.cell.rank, p.cells, p.winner, p.winner_score) for p in view.points] == [
        (run_id(1), 3, 3, "pi/opus", 0.7),
        (run_id(2), 1, 2, "claude/opus", 0.9),
    ]
    assert [p.delta for p in view.points] == [None, 0.3]
    assert view.points[0].ts == "2026-05-28T20:26:40.000001Z"


def test_a_failed_run_breaks_the_line_and_the_next_delta_is_to_the_last_score() -> None:
    view = trend(
        measured(1, score=0.6),
        measured(2, ok=False, error="timed out", score=0.0),
        measured(3, score=0.5),
    )
    assert [(p.cell.ok, p.cell.score, p.delta) for p in view.points] == [
        (True, 0.6, None),
        (False, None, None),
        (True, 0.5, -0.1),
    ]
    assert (view.points[1].winner, view.points[1].winner_score) == (None, None)


def test_repeats_are_folded_and_another_driver_is_told() -> None:
    view = trend(
        measured(1, score=0.6, driver="claude 1"),
        measured(2, score=0.6, driver="claude 2"),
        measured(2, score=0.8, driver="claude 2", prompt_id="p#2", latency_ms=7.0),
        measured(3, score=0.6, driver="claude 2"),
    )
    assert [(p.cell.n, p.driver_before) for p in view.points] == [
        (1, None),
        (2, "claude 1"),
        (1, None),
    ]


def test_a_run_that_took_the_cell_over_did_not_measure_it() -> None:
    once = measured(1, score=0.6)
    retried = [
        measured(2, score=0.6, latency_ms=once.latency_ms),
        measured(2, "pi", score=0.9),
    ]
    assert [p.run_id for p in trend(once, *retried).points] == [run_id(1)]
    # Where one of its repeats was measured anew, the run stands with all of them.
    anew = measured(2, score=0.8, prompt_id="p#2", latency_ms=7.0)
    assert [(p.run_id, p.cell.n) for p in trend(once, *retried, anew).points] == [
        (run_id(1), 1),
        (run_id(2), 2),
    ]


def test_made_up_figures_never_stand_beside_measured_ones() -> None:
    real, mock = measured(1, score=0.6), measured(2, score=0.9, driver="mock")
    assert [p.run_id for p in trend(real, mock).points] == [run_id(2)]
    assert [p.run_id for p in trend(mock, measured(3, score=0.5), real).points] == [
        run_id(1),
        run_id(3),
    ]


def test_a_cell_that_no_run_holds_has_no_points() -> None:
    assert trend(measured(1, "pi")).points == ()
    assert trend().points == ()
