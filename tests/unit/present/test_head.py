"""The head of a run."""

from datetime import UTC

from nornir_desk.present.head import Moment, head_view
from nornir_desk.present.state import LeadView
from tests.fakes.views import cell

NOW = 1_796_051_567_000_000
MINUTE = 60_000_000


def lead(**told: object) -> LeadView:
    values: dict[str, object] = {
        "over": "b/m", "by": 0.021, "clear": False, "unit": "repeat", "pairs": 3, "settles_at": 9,
    }  # fmt: skip
    return LeadView(**{**values, **told})  # type: ignore[arg-type]


FIRST = cell("a/m", 1, score=0.891, score_low=0.862, score_high=0.92, n=3, judge="strict 4/5")
SECOND = cell("b/m", 2, score=0.87, score_low=0.84, score_high=0.9, n=3, judge="strict 3/5")
FAILED = cell("b/n", 3, ok=False, error="x")


def test_the_head_tells_winner_lead_and_facts() -> None:
    head = head_view([FIRST, SECOND, FAILED], lead(), Moment(NOW - 12 * MINUTE, NOW, UTC))
    assert (head.winner, head.figure, head.half_width) == ("a/m", "0.891", "±0.029")
    assert (head.lead, head.chip) == ("leads b/m by 0.021", "intervals overlap")
    assert head.why == (
        "a/m leads b/m by 0.021, not shown to be more than chance (3 repeats); "
        "about 9 repeats would settle it"
    )
    assert head.facts_line == (
        "2 agents × 2 models · 3 cells · 1 failed · measured up to 3 times · judge strict · "
        "12 min ago"
    )


def test_a_lead_that_is_more_than_chance_needs_no_chip() -> None:
    assert head_view([FIRST, SECOND], lead(clear=True)).chip is None


def test_overlap_is_only_claimed_of_intervals_that_overlap() -> None:
    apart = cell("b/m", 2, score=0.7, score_low=0.69, score_high=0.71, n=3)
    once = [cell("a/m", 1, score=0.9), cell("b/m", 2, score=0.8)]
    assert head_view([FIRST, apart], lead()).chip == "lead not clear"
    assert head_view(once, lead()).chip == "lead not clear"
    equal = head_view([FIRST, SECOND], lead(by=0.0))
    assert (equal.chip, equal.lead) == ("tie", "same score as b/m")


def test_without_scores_the_speed_is_the_figure() -> None:
    head = head_view([cell("a/m", 1, tokens_per_s=71.4), cell("b/m", 2)], None)
    assert (head.winner, head.figure, head.lead, head.chip) == ("a/m", "71.4 tok/s", "", None)
    assert head.facts_line == "2 agents × 1 model · 2 cells · unscored"


def test_a_run_in_which_all_failed_has_no_winner() -> None:
    head = head_view([FAILED], None)
    assert (head.winner, head.figure, head.why) == (None, "–", "")
    assert head.facts_line == "1 agent × 1 model · 1 cell · 1 failed"
    assert head_view([], None).facts_line == "0 agents × 0 models · 0 cells"


def test_judges_are_named_without_their_tallies() -> None:
    def judged(*names: str) -> str:
        cells = [cell(f"a/{n}", n + 1, score=0.5, judge=name) for n, name in enumerate(names)]
        return head_view(cells, None).facts[-1]

    assert judged("my judge 4/5", "my judge 1/5", "unscored: no verdict") == "judge my judge"
    assert judged("a 1/2", "b 1/2") == "judges a, b"
    assert judged("a 1/2", "b 1/2", "c 1/2") == "3 judges"
