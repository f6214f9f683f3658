"""The budget: what is projected, what is refused, and what parallel lanes may spend."""

import threading
from dataclasses import replace
from decimal import Decimal

import pytest

from nornir_desk.bakeoff.ledger import Ledger
from nornir_desk.bakeoff.pricing import (
    OUTPUT_CEILING,
    earlier_seconds,
    price_ceilings,
    with_budget,
)
from nornir_desk.bakeoff.run import resume, run
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.budget import input_ceiling, project
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.errors import BudgetRefused, CallFailed
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.domain.usage import TokenUsage
from tests.fakes.bench import MemoryBench, ScriptedCaller

PLAN = RunPlan("run-1", 7, (TaskPrompt("t", "T"),), ("a", "b"), ("x", "y"))


class Prices:
    version = "made for this test"

    def cost(self, provider: str, model: str, usage: TokenUsage) -> Decimal | None:
        if model == "unknown":
            return None
        assert usage.input_tokens is not None
        assert usage.output_tokens is not None
        return Decimal(usage.input_tokens) / 1_000_000 + Decimal(usage.output_tokens) / 100_000


def costing(usd: float | None) -> ScriptedCaller:
    return ScriptedCaller(lambda _ask: ModelAnswer("x", 1.0, cost_usd=usd))


def test_the_most_a_call_can_cost_is_the_price_of_its_ceilings() -> None:
    price_of = price_ceilings(PLAN, Prices())
    # "T" is one byte, a chat template at most 256 tokens, the answer at most 8,192
    assert price_of(PLAN.cells()[0]) == 257 / 1_000_000 + OUTPUT_CEILING / 100_000
    assert input_ceiling("é\ud800") == 2 + 3 + 256


def test_a_projection_covers_the_whole_cross_product_and_names_unknown_prices() -> None:
    plan = replace(PLAN, models=("x", "unknown"), repeats=3)
    earlier = earlier_seconds(
        [replace(row, agent="a", model="x", latency_ms=2_000.0) for row in demo_matrix_rows("r", 1)]
    )
    found = project(plan.cells(), price_ceilings(plan, Prices()), earlier)
    assert (found.cells, found.calls, found.unpriced, found.seconds) == (4, 12, ("unknown",), None)
    assert not found.fits(1_000_000.0)


def test_a_run_that_can_pass_its_budget_is_refused_before_any_call() -> None:
    caller = costing(0.0)
    bench = MemoryBench(caller, price_of=lambda _cell: 0.3)
    with pytest.raises(BudgetRefused) as told:
        run(bench.bench(), with_budget(PLAN, 1.0))
    assert told.value.message == "4 calls can cost $1.20, more than --budget $1.00"
    assert (caller.asked, bench.journal.logs, told.value.exit_code) == ([], {}, 3)


def test_an_unknown_price_is_refused_however_large_the_budget() -> None:
    bench = MemoryBench(costing(0.0), price_of=lambda cell: None if cell.model == "y" else 0.0)
    with pytest.raises(BudgetRefused, match="the price of y is unknown"):
        run(bench.bench(), with_budget(PLAN, 1e9))


def test_a_cap_reached_in_flight_ends_the_run_and_keeps_what_was_paid_for() -> None:
    # Calls cost three times their ceiling: a price table that is wrong must not pass the cap far.
    caller = costing(0.3)
    bench = MemoryBench(caller, price_of=lambda _cell: 0.1)
    with pytest.raises(BudgetRefused) as told:
        run(bench.bench(), with_budget(PLAN, 0.5))
    assert len(caller.asked) == 2
    assert len(bench.journal.logs["run-1"].rows) == 2
    assert "the budget of $0.5000 is reached: $0.6000 is spent" in told.value.message
    assert "2 of 4 cells are on disk" in told.value.message
    assert "nornir bakeoff resume run-1 --budget USD" in told.value.remedy

    rows = resume(bench.bench(), "run-1", budget_usd=2.0)

    assert [row.key for row in rows] == [cell.key for cell in PLAN.cells()]
    assert len(caller.asked) == 4


def test_only_priced_calls_have_their_answers_held_to_a_ceiling() -> None:
    caller = costing(0.0)
    bench = MemoryBench(caller, price_of=lambda cell: 0.1 if cell.model == "y" else 0.0)
    run(bench.bench(), with_budget(PLAN, 1.0))
    ceilings = {ask.model: ask.limits.max_output_tokens for ask in caller.asked}
    assert ceilings == {"x": None, "y": OUTPUT_CEILING}


def test_parallel_lanes_cannot_pass_the_cap() -> None:
    ledger = Ledger(1.0)
    first = ledger.reserve(0.6)
    got: list[float] = []
    second = threading.Thread(target=lambda: got.append(ledger.reserve(0.6)))
    second.start()
    assert got == []  # 1.2 could pass the cap: the second waits for the first to be settled
    ledger.settle(first, 0.2)
    second.join(timeout=20)
    assert got == [0.6]
    ledger.settle(0.6, None)  # unknown: it stands at its most, 0.8 is spent
    with pytest.raises(BudgetRefused, match=r"\$0\.8000 is spent"):
        ledger.reserve(0.3)
    assert ledger.reserve(0.2) == 0.2


def test_a_failed_call_of_unknown_cost_counts_as_its_most() -> None:
    def failing(_ask: Ask) -> ModelAnswer:
        raise CallFailed("cut")

    bench = MemoryBench(ScriptedCaller(failing), price_of=lambda _cell: 0.2)
    rows = run(bench.bench(), with_budget(PLAN, 0.8))
    assert [row.cost_usd for row in rows] == [None] * 4


def test_warm_up_loads_each_model_once_just_before_its_first_cell() -> None:
    caller = costing(0.0)
    run(MemoryBench(caller).bench(), replace(PLAN, warmup=True))
    asked = [(ask.model, ask.prompt, ask.evidence is None) for ask in caller.asked]
    assert asked == [
        ("x", "Hi", True), ("x", "T", False), ("x", "T", False),
        ("y", "Hi", True), ("y", "T", False), ("y", "T", False),
    ]  # fmt: skip


def test_a_hosted_service_is_not_warmed_up() -> None:
    caller = costing(0.0)
    run(MemoryBench(caller).bench(), replace(PLAN, models=("openai/gpt-5",), warmup=True))
    assert [ask.prompt for ask in caller.asked] == ["T", "T"]
