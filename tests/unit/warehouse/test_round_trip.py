from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AGENT_UNSET, AgentModelRunRow, query_order
from nornir_desk.domain.selector import Agent, All, Model, Newest, Run
from nornir_desk.domain.source import summarise_runs
from nornir_desk.domain.text import well_formed
from tests.fakes.warehouse_clock import NOW_MICROS
from tests.fakes.warehouse_tables import TS, reader, row, run_id, writer

_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
_OPTIONAL_TEXT = st.none() | _TEXT
_DOUBLE = st.floats(allow_nan=True, allow_infinity=True)
_COUNT = st.integers(-(2**63), 2**63 - 1)
_ROWS = st.builds(
    AgentModelRunRow,
    run_id=st.just("x"),
    ts_micros=st.integers(-62_135_596_800_000_000, 253_402_300_799_999_999),
    agent=_TEXT,
    model=_TEXT,
    prompt_id=_TEXT,
    prompt=_TEXT,
    output=_TEXT,
    latency_ms=_DOUBLE,
    tokens_in=_COUNT,
    tokens_out=_COUNT,
    tokens_per_s=_DOUBLE,
    score=_DOUBLE,
    ok=st.booleans(),
    error=_OPTIONAL_TEXT,
    cost_usd=st.none() | _DOUBLE,
    mcp_tool_calls=st.none() | _COUNT,
    driver=_OPTIONAL_TEXT,
    judge=_OPTIONAL_TEXT,
    stop_reason=_OPTIONAL_TEXT,
    load_ms=st.none() | _DOUBLE,
    environment=_OPTIONAL_TEXT,
)


def _plain(rows: list[AgentModelRunRow] | tuple[AgentModelRunRow, ...]) -> list[tuple[object, ...]]:
    """Rows as they must come back: text well-formed, NaN comparable."""
    return sorted(
        (tuple(_plain_value(value) for value in dataclasses.astuple(one)) for one in rows), key=repr
    )


def _plain_value(value: object) -> object:
    if isinstance(value, str):
        return well_formed(value)
    return "NaN" if isinstance(value, float) and math.isnan(value) else value


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared") / "warehouse"


_numbers = iter(range(1_000_000))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(rows=st.lists(_ROWS, min_size=1, max_size=4))
def test_any_row_comes_back_as_it_was(shared: Path, rows: list[AgentModelRunRow]) -> None:
    run = run_id(next(_numbers))
    rows = [dataclasses.replace(one, run_id=run) for one in rows]
    writer(shared).append(rows)

    found = reader(shared).query(Run(run))

    assert found.source.status == "live"
    assert _plain(found.items) == _plain(rows)


def test_a_text_before_the_surrogates_does_not_break_the_bounds(tmp_path: Path) -> None:
    # Cut at 16 characters and counted up by one, its bound would be a lone surrogate.
    text = "\ud7ff" * 40
    one = row(model=text, prompt=text, output=text, agent=text, prompt_id=text, error=text)
    writer(tmp_path).append([one])
    assert reader(tmp_path).query(Model(text)).items == (one,)


def test_a_count_beyond_64_bits_is_not_reported(tmp_path: Path) -> None:
    writer(tmp_path).append([row(tokens_in=2**63, tokens_out=-(2**70), mcp_tool_calls=2**64)])
    (found,) = reader(tmp_path).query(All()).items
    assert (found.tokens_in, found.tokens_out, found.mcp_tool_calls) == (0, 0, None)


def test_null_cost_and_mcp_of_a_matrix_row_stay_null(tmp_path: Path) -> None:
    one = row(agent=AGENT_UNSET, cost_usd=None, mcp_tool_calls=None)
    writer(tmp_path).append([one])
    assert reader(tmp_path).query(All()).items == (one,)


def test_demo_matrix_is_populated_and_round_trips(tmp_path: Path) -> None:
    rows = demo_matrix_rows(run_id(1), TS)
    writer(tmp_path).append(rows)

    found = reader(tmp_path).query(Run(run_id(1)))

    assert found.items == tuple(sorted(rows, key=query_order))
    assert len(found.items) == 9
    assert [one.cell for one in found.items if not one.ok] == ["local-llm/opus"]
    winner = matrix_grid(found.items).winner()
    assert winner is not None
    assert winner.name == "claude/opus"
    opus = next(one for one in found.items if one.cell == "claude/opus")
    assert (opus.cost_usd, opus.mcp_tool_calls) == (0.0702, 6)
    by_agent = reader(tmp_path).query(Agent("kilo")).items
    assert [one.cell for one in by_agent] == ["kilo/mistral", "kilo/opus", "kilo/sonnet"]


def test_append_query_round_trip_groups_and_ranks(tmp_path: Path) -> None:
    first = [row(1, model="x", score=0.2), row(1, model="y", score=0.9)]
    second = [row(2, model="x", score=0.8), row(2, model="z", ok=False, error="gone", score=0.0)]
    writer(tmp_path).append(second)
    writer(tmp_path).append(first)

    everything = reader(tmp_path).query(All())
    assert everything.items == (*first, *second)
    assert everything.source.refreshed_micros == NOW_MICROS
    assert (everything.source.kind, everything.source.where) == ("local", str(tmp_path))
    assert reader(tmp_path).query(Run(run_id(1))).items == tuple(first)
    assert reader(tmp_path).query(Model("x")).items == (first[0], second[0])
    assert reader(tmp_path).query(Agent("claude")).items == (*first, *second)
    assert reader(tmp_path).query(Newest()).items == tuple(second)

    runs = reader(tmp_path).runs()
    assert [(one.run_id, one.winner, one.failed) for one in runs.items] == [
        (run_id(2), "claude/x", 1),
        (run_id(1), "claude/y", 0),
    ]
    assert runs.items == summarise_runs(everything.items)


@pytest.mark.parametrize("selector", [Run("none"), Model("none"), Agent("none"), Agent("-")])
def test_a_selector_that_matches_nothing_is_live_and_empty(
    tmp_path: Path, selector: Run | Model | Agent
) -> None:
    writer(tmp_path).append([row()])
    found = reader(tmp_path).query(selector)
    assert (found.items, found.source.status, found.source.detail) == ((), "live", None)


def test_rows_without_text_leave_prompt_and_output_empty(tmp_path: Path) -> None:
    writer(tmp_path).append([row()])
    found = reader(tmp_path).query(All(), with_text=False)
    assert found.items == (row(prompt="", output=""),)


def test_the_run_list_does_not_read_the_answers(tmp_path: Path) -> None:
    from nornir_desk.warehouse.schema import SUMMARY_COLUMNS

    assert "output" not in SUMMARY_COLUMNS
    writer(tmp_path).append([row(prompt="\n  First line\nsecond")])
    (summary,) = reader(tmp_path).runs().items
    assert (summary.task, summary.prompt_id, summary.cells) == ("First line", "p", 1)


def test_the_newest_run_is_the_latest_then_the_last_by_name(tmp_path: Path) -> None:
    writer(tmp_path).append([row(5, ts_micros=TS), row(4, ts_micros=TS + 9)])
    writer(tmp_path).append([row(6, ts_micros=TS + 9), row(7, ts_micros=TS + 3)])
    assert reader(tmp_path).query(Newest()).items == (row(6, ts_micros=TS + 9),)
    assert [one.run_id for one in reader(tmp_path).runs().items] == [
        run_id(6),
        run_id(4),
        run_id(7),
        run_id(5),
    ]


def test_many_rows_come_back_in_order(tmp_path: Path) -> None:
    rows = [row(1, prompt_id=f"p{number:06d}") for number in range(25_000)]
    writer(tmp_path).append(list(reversed(rows)))
    assert reader(tmp_path).query(All(), with_text=False).items == tuple(
        dataclasses.replace(one, prompt="", output="") for one in rows
    )


@pytest.mark.parametrize("name", ["with space", "per%20cent", "q?x=1", "hash#a", "ünï", "a;b&c=d"])
def test_any_folder_name_will_do(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    writer(folder).append([row()])
    found = reader(folder).query(Newest())
    assert (found.items, found.source.status) == ((row(),), "live")
    assert [path.name for path in tmp_path.iterdir()] == [name]
