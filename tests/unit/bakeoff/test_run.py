"""Running and resuming: what is called, in which order, what is on disk, and what is said."""

import threading
from dataclasses import replace

import pytest

from nornir_desk.bakeoff.run import resume, run
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import (
    CallFailed,
    Interrupted,
    PrerequisiteMissing,
    StorageFault,
    UnknownSelector,
)
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.system.redaction import Redactor
from tests.fakes.bench import MemoryBench, MemoryJournal, MemoryLog, MemoryWriter, ScriptedCaller

PLAN = RunPlan("run-1", 7, (TaskPrompt("t", "T"),), ("a", "b"), ("x", "y"))


def good(ask: Ask) -> ModelAnswer:
    if ask.model == "gone":
        raise CallFailed("model 'gone' not found")
    return ModelAnswer(f"{ask.agent} {ask.model} {ask.prompt}", 100.0, cost_usd=0.0)


def test_a_run_lands_once_in_cross_product_order_and_its_journal_goes() -> None:
    bench = MemoryBench(ScriptedCaller(good))

    rows = run(bench.bench(), PLAN)

    assert [row.key for row in rows] == [
        ("a", "x", "t"), ("a", "y", "t"), ("b", "x", "t"), ("b", "y", "t"),
    ]  # fmt: skip
    assert bench.writer.landed == [rows]
    assert bench.journal.logs["run-1"].closed == [True]


def test_each_model_is_called_for_all_agents_before_the_next_is_loaded() -> None:
    caller = ScriptedCaller(good)
    run(MemoryBench(caller).bench(), PLAN)
    assert [(ask.model, ask.agent) for ask in caller.asked] == [
        ("x", "a"), ("x", "b"), ("y", "a"), ("y", "b"),
    ]  # fmt: skip
    assert caller.prepared == ["x", "y"]
    assert caller.closed == 1


def test_five_repeats_are_five_calls_and_five_rows() -> None:
    caller = ScriptedCaller(good)
    plan = replace(PLAN, agents=("a",), models=("x",), repeats=5)

    rows = run(MemoryBench(caller).bench(), plan)

    assert [row.prompt_id for row in rows] == ["t", "t#2", "t#3", "t#4", "t#5"]
    assert len(caller.asked) == 5
    places = [ask.evidence.prompt_id for ask in caller.asked if ask.evidence]
    assert places == ["t", "t#2", "t#3", "t#4", "t#5"]


def test_the_same_prompt_to_two_models_is_two_answers() -> None:
    rows = run(MemoryBench(ScriptedCaller(good)).bench(), replace(PLAN, agents=("a",)))
    assert [row.output for row in rows] == ["a x T", "a y T"]


def test_a_failed_cell_is_red_with_its_time_and_the_run_goes_on() -> None:
    plan = replace(PLAN, agents=("a",), models=("gone", "x"))
    rows = run(MemoryBench(ScriptedCaller(good)).bench(), plan)
    assert [(row.ok, row.error, row.driver) for row in rows] == [
        (False, "model 'gone' not found", "ollama"),
        (True, None, "ollama"),
    ]
    assert rows[0].latency_ms == 1_000.0  # the clock ticks once between begin and end
    assert rows[0].cost_usd is None


def test_one_host_is_called_once_at_a_time_and_two_hosts_at_once() -> None:
    meeting = threading.Barrier(2, timeout=20)
    running: dict[str, int] = {"one": 0, "two": 0}
    most = dict(running)
    lock = threading.Lock()

    def counted(ask: Ask) -> ModelAnswer:
        host = {"x": "one", "y": "two"}[ask.model]
        with lock:
            running[host] += 1
            most[host] = max(most[host], running[host])
        meeting.wait()  # passes only when the other host is being called too
        with lock:
            running[host] -= 1
        return ModelAnswer("ok", 1.0)

    caller = ScriptedCaller(counted, hosts={"x": "one", "y": "two"})
    rows = run(MemoryBench(caller).bench(), PLAN)
    assert [row.ok for row in rows] == [True] * 4
    assert most == {"one": 1, "two": 1}


def test_jobs_call_one_host_at_once() -> None:
    meeting = threading.Barrier(4, timeout=20)

    def together(ask: Ask) -> ModelAnswer:
        meeting.wait()
        return ModelAnswer("ok", 1.0)

    rows = run(MemoryBench(ScriptedCaller(together)).bench(), replace(PLAN, jobs=4))
    assert [row.ok for row in rows] == [True] * 4


def test_each_cell_is_on_disk_before_the_next_is_called() -> None:
    bench = MemoryBench(ScriptedCaller(good))
    seen: list[int] = []

    def looking(ask: Ask) -> ModelAnswer:
        seen.append(len(bench.journal.logs["run-1"].rows))
        return good(ask)

    bench.caller = ScriptedCaller(looking)
    run(bench.bench(), PLAN)
    assert seen == [0, 1, 2, 3]


def test_ctrl_c_keeps_what_was_measured_and_says_how_to_go_on() -> None:
    def stopping(ask: Ask) -> ModelAnswer:
        if ask.model == "y":
            raise KeyboardInterrupt
        return good(ask)

    caller = ScriptedCaller(stopping)
    bench = MemoryBench(caller)

    with pytest.raises(Interrupted) as told:
        run(bench.bench(), PLAN)

    assert told.value.message == "interrupted: 2 of 4 cells are on disk"
    assert told.value.remedy == "go on with: nornir bakeoff resume run-1"
    assert bench.writer.landed == []
    assert bench.journal.logs["run-1"].closed == [False]
    assert caller.cancelled == 1


def test_resume_measures_only_what_is_missing_and_lands_the_run_once() -> None:
    first = MemoryBench(ScriptedCaller(good))
    done = run(first.bench(), PLAN)[:3]
    caller = ScriptedCaller(good)
    bench = MemoryBench(caller)
    bench.journal.logs["run-1"] = MemoryLog(PLAN, list(done))

    rows = resume(bench.bench(), "run-1")

    assert [(ask.agent, ask.model) for ask in caller.asked] == [("b", "y")]
    assert [row.key for row in rows] == [cell.key for cell in PLAN.cells()]
    assert bench.writer.landed == [rows]
    assert bench.progress.events[1] == "started 3/4"


def test_resume_of_a_run_that_landed_before_its_journal_went_appends_nothing() -> None:
    bench = MemoryBench(ScriptedCaller(good))
    rows = run(bench.bench(), PLAN)

    assert resume(bench.bench(), "run-1") == rows
    assert bench.writer.landed == [rows]


def test_resume_of_an_unknown_run_is_refused() -> None:
    with pytest.raises(UnknownSelector, match="no journal of nope"):
        resume(MemoryBench(ScriptedCaller(good)).bench(), "nope")


def test_no_host_that_answers_is_refused_before_any_cell() -> None:
    caller = ScriptedCaller(good, silent={"x": "no Ollama at h", "y": "no Ollama at h"})
    bench = MemoryBench(caller)
    with pytest.raises(PrerequisiteMissing, match="no Ollama at h"):
        run(bench.bench(), PLAN)
    assert (caller.asked, bench.journal.logs, caller.closed) == ([], {}, 1)


def test_one_silent_host_among_several_is_told_and_its_cells_are_tried() -> None:
    caller = ScriptedCaller(good, hosts={"x": "one", "y": "two"}, silent={"y": "no Ollama at two"})
    bench = MemoryBench(caller)
    assert len(run(bench.bench(), PLAN)) == 4
    assert "note no Ollama at two; its cells will fail" in bench.progress.events


def test_a_full_disk_ends_the_run_and_says_what_is_kept() -> None:
    caller = ScriptedCaller(good)
    bench = MemoryBench(caller, journal=MemoryJournal(full_after=2))
    with pytest.raises(StorageFault) as told:
        run(bench.bench(), PLAN)
    assert str(told.value) == (
        "journal: no space left on device; the run has not landed: 2 of 4 cells are on disk; "
        "free some space, then go on with: nornir bakeoff resume run-1"
    )
    assert len(caller.asked) == 3


def test_a_warehouse_that_refuses_the_rows_leaves_the_journal() -> None:
    bench = MemoryBench(ScriptedCaller(good), writer=MemoryWriter(fault=StorageFault("read-only")))
    with pytest.raises(StorageFault, match="4 of 4 cells are on disk"):
        run(bench.bench(), PLAN)
    assert bench.journal.logs["run-1"].closed == [False]


def test_a_label_is_told_as_one_before_the_first_call() -> None:
    bench = MemoryBench(ScriptedCaller(good))
    run(bench.bench(), PLAN)
    assert bench.progress.events[0] == "note a, b: bare model calls (ollama), no agent runs"


def test_a_key_of_the_environment_reaches_no_row() -> None:
    key = "sk-not-a-real-key-123"

    def leaking(ask: Ask) -> ModelAnswer:
        if ask.model == "y":
            raise CallFailed(f"401: key {key} is not known")
        return ModelAnswer(f"your key is {key}", 1.0)

    bench = MemoryBench(ScriptedCaller(leaking))
    bench.redact = Redactor({"OPENAI_API_KEY": key}).text

    rows = run(bench.bench(), replace(PLAN, agents=("a",)))

    assert rows[0].output == "your key is [OPENAI_API_KEY redacted]"
    assert rows[1].error == "401: key [OPENAI_API_KEY redacted] is not known"
    assert key not in repr(rows)
