"""The trend's parts as text."""

from datetime import UTC

from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.trend import TrendView, trend_view
from nornir_desk.present.trend_text import (
    NO_RUNS,
    ONE_RUN,
    UNSCORED,
    driver_change,
    failure_text,
    point_sentence,
    tick_texts,
    trend_facts,
    trend_hint,
    trend_lines,
)
from tests.fakes.warehouse_tables import row, run_id

DAY = 86_400_000_000
NOW = 1_796_051_567_000_000  # 30 November 2026, 15:12 UTC


def measured(number: int, days_ago: float = 0.0, **told: object) -> AgentModelRunRow:
    told = {"latency_ms": 1_000.0 + number, "ts_micros": NOW - int(days_ago * DAY), **told}
    return row(number, **told)


def trend(*rows: AgentModelRunRow) -> TrendView:
    return trend_view(rows, "claude", "opus", "p", "Why?")


THREE = trend(
    measured(1, 6, score=0.6, driver="claude 1.0"),
    measured(2, 1, ok=False, error="timed\nout", score=0.0, driver="claude 1.0"),
    measured(3, 0, score=0.5, driver="claude 1.1", cost_usd=0.0),
    measured(3, 0, score=0.7, driver="claude 1.1", cost_usd=0.0, prompt_id="p#2"),
    measured(3, 0, score=0.9, agent="pi"),
)


def test_facts_count_runs_and_failures_and_explain_the_band() -> None:
    assert trend_facts(THREE) == "3 runs · 1 failed · band = interval of repeats"
    assert trend_facts(trend(measured(1))) == "1 run"


def test_a_trend_without_a_line_says_why() -> None:
    assert trend_hint(trend()) == NO_RUNS
    assert trend_hint(trend(measured(1))) == ONE_RUN
    unscored = [measured(1, 1, score=0.0, judge=None), measured(2, score=0.0, judge=None)]
    assert trend_hint(trend(*unscored)) == UNSCORED
    assert trend_hint(THREE) == ""


def test_lines_are_newest_first_and_better_only_where_the_score_rose() -> None:
    lines = trend_lines(THREE, NOW, UTC)
    assert [line.when for line in lines] == ["today 15:12", "29 Nov 15:12", "24 Nov 15:12"]
    assert [line.number for line in lines] == ["0003", "0002", "0001"]
    assert [(line.score, line.delta, line.better) for line in lines] == [
        ("0.600", "0.000", False),
        ("–", "", False),
        ("0.600", "", False),
    ]
    assert [line.rank for line in lines] == ["#2 of 2", "–", "#1 of 1"]
    assert [(line.status, line.cause) for line in lines] == [
        ("ok", ""),
        ("failed", "timed out"),
        ("ok", ""),
    ]
    assert lines[0].cost == "free"
    rising = trend_lines(trend(measured(1, 1, score=0.5), measured(2, score=0.75)), NOW, UTC)
    assert (rising[0].delta, rising[0].better) == ("+0.250", True)
    falling = trend_lines(trend(measured(1, 1, score=0.5), measured(2, score=0.25)), NOW, UTC)
    assert (falling[0].delta, falling[0].better) == ("−0.250", False)


def test_another_driver_is_told_by_what_differs() -> None:
    assert [driver_change(point) for point in THREE.points] == ["", "", "driver claude 1.0 → 1.1"]
    other = trend(measured(1, 1, driver="ollama"), measured(2, driver="claude 1.1"))
    assert driver_change(other.points[1]) == "driver ollama → claude 1.1"


def test_a_failure_is_one_line() -> None:
    assert failure_text(THREE.points[1]) == "failed: timed out"
    assert failure_text(trend(measured(1, ok=False, error=None)).points[0]) == "failed"


def test_ticks_are_days_and_times_within_one_day() -> None:
    view = trend(measured(1, 2), measured(2, 0.5), measured(3, 0.25), measured(4, 0))
    assert tick_texts(view, [0, 1, 2, 3], NOW, UTC) == ["28 Nov", "today", "09:12", "15:12"]
    assert tick_texts(view, [1, 3], NOW, UTC) == ["today", "15:12"]


def test_a_run_is_read_aloud_with_score_change_and_rank() -> None:
    lines = trend_lines(THREE, NOW, UTC)
    told = [point_sentence(p, line) for p, line in zip(THREE.points[::-1], lines, strict=True)]
    assert told[0].startswith("today 15:12, score 0.600 plus minus ")
    assert told[0].endswith("0.000 since the run before, rank 2 of 2")
    assert told[1:] == ["29 Nov 15:12, failed: timed out", "24 Nov 15:12, score 0.600, rank 1 of 1"]
    assert THREE.points[0].run_id == run_id(1)


def test_an_error_of_a_megabyte_is_told_in_short() -> None:
    failed = trend(measured(1, ok=False, error="no\nway " * 150_000, score=0.0))
    (point,), (line,) = failed.points, trend_lines(failed, NOW, UTC)
    told = (line.cause, failure_text(point), point_sentence(point, line))
    assert all("no way no way" in text and len(text) < 500 for text in told)
