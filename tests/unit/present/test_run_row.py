"""One line of the run list, and the headings that lines stand under."""

from datetime import UTC, timedelta, timezone

from nornir_desk.present.formats import date_heading, timestamp
from nornir_desk.present.run_row import (
    NO_WINNER,
    lead_text,
    pair_name,
    progress_share,
    progress_text,
    run_sentence,
    run_tip,
    size_text,
    unfinished_matching,
    winner_name,
)
from nornir_desk.present.run_sections import date_sections
from nornir_desk.present.state import LeadView, RunView, UnfinishedView

NOW = 1_796_051_567_000_000
HOUR = 3_600_000_000


def run(ts: int = NOW, winner: str | None = "claude/hf.co/x/opus", **changes: bool) -> RunView:
    label, made_up = changes.get("label", False), changes.get("made_up", False)
    return RunView("id", timestamp(ts), "a\ntask", "p", 5, 6, 1_284, 2, winner, label, made_up)


def waiting(*, running: bool, cells: int = 27) -> UnfinishedView:
    return UnfinishedView("w", timestamp(NOW), "fix it", "fix", 3, 9, cells, 12, 0, running)


def test_a_winner_is_named_without_its_provider() -> None:
    assert winner_name(run()) == "claude / opus"
    assert winner_name(run(label=True)) == "claude / opus°"
    assert winner_name(run(winner=None)) == NO_WINNER
    assert pair_name("pi", "qwen3:8b") == "pi / qwen3:8b"
    assert pair_name("pi", "odd/") == "pi / odd/"


def test_a_size_is_agents_by_cells() -> None:
    assert size_text(run()) == "5 × 1,284"


def test_progress_is_counted_and_never_more_than_all() -> None:
    assert progress_text(waiting(running=True)) == "12 of 27 cells"
    assert progress_share(waiting(running=True, cells=24)) == 0.5
    assert progress_share(waiting(running=True, cells=0)) == 0
    assert progress_share(waiting(running=True, cells=5)) == 1


def test_a_lead_is_told_with_and_without_the_runner_up() -> None:
    lead = LeadView("codex/openai/gpt", 0.021, False, "repeat", 5, None)
    tie = LeadView("codex/openai/gpt", 0, False, "repeat", 5, None)
    assert lead_text(lead, named=True) == "leads codex / gpt by 0.021"
    assert lead_text(lead, named=False) == "leads by 0.021"
    assert lead_text(tie, named=True) == "same score as codex / gpt"
    assert lead_text(tie, named=False) == "same score"
    assert lead_text(None, named=True) == ""


def test_what_is_known_of_a_run_is_told_in_rows_and_in_a_sentence() -> None:
    assert dict(run_tip(run(label=True, made_up=True))) == {
        "task": "a task",
        "run": "id",
        "time": timestamp(NOW),
        "winner": "claude/hf.co/x/opus",
        "": "° its agent is a label: no agent ran",
        "size": "5 agents × 6 models, 1,284 cells",
        "failed": "2",
        "mock": "every figure is made up",
    }
    assert run_sentence(run(winner=None), "2 h ago") == (
        f"a task, 2 h ago, {NO_WINNER}, 5 agents × 6 models, 1,284 cells, 2 failed"
    )
    assert run_sentence(waiting(running=False), "1 h ago") == (
        "fix it, 1 h ago, interrupted, 12 of 27 cells"
    )
    assert "nornir bakeoff resume w" in dict(run_tip(waiting(running=False)))["state"]


def test_unfinished_runs_are_searched_like_landed_ones() -> None:
    runs = (waiting(running=True),)
    assert unfinished_matching(runs, "IT fix") == runs
    assert unfinished_matching(runs, "it not") == ()


def test_sections_are_those_that_each_run_has_by_itself() -> None:
    zone = timezone(timedelta(hours=5, minutes=45))
    for hours, count in ((1, 3_000), (7, 900), (0.01, 50), (24 * 40, 30)):
        runs = [run(int(NOW - n * hours * HOUR)) for n in range(count)]
        each = [date_heading(int(NOW - n * hours * HOUR), NOW, zone) for n in range(count)]
        firsts = [n for n in range(count) if n == 0 or each[n] != each[n - 1]]
        assert date_sections(runs, NOW, zone) == tuple((each[n], n) for n in firsts)
    assert date_sections([], NOW, UTC) == ()
