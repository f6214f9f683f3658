"""One line of the run list: what it says, what it says aloud, and all that is known of it."""

from __future__ import annotations

from collections.abc import Sequence

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.arrange import words_of
from nornir_desk.present.glyphs import UNICODE
from nornir_desk.present.state import LeadView, RunView, UnfinishedView
from nornir_desk.present.unfinished import told

NO_WINNER = "no winner: every cell failed"


def pair_name(agent: str, model: str) -> str:
    """Return a cell as a headline has it, ``claude / claude-sonnet-4-5``: without the provider."""
    return one_line(f"{agent} / {model.rpartition('/')[2] or model}")


def winner_name(run: RunView) -> str:
    """Return who won; the sign ``°`` where its agent is a label."""
    if run.winner is None:
        return NO_WINNER
    agent, _, model = run.winner.partition("/")
    return pair_name(agent, model) + (UNICODE.label if run.label else "")


def size_text(run: RunView) -> str:
    """Return agents by cells, ``5 × 28``."""
    return f"{formats.count(run.agents)} {UNICODE.times} {formats.count(run.cells)}"


def progress_text(run: UnfinishedView) -> str:
    """Return how far a run is: ``12 of 27 cells``."""
    return f"{formats.count(run.measured)} of {formats.plural(run.cells, 'cell')}"


def progress_share(run: UnfinishedView) -> float:
    """Return how far a run is, 0 to 1."""
    return min(1.0, run.measured / run.cells) if run.cells > 0 else 0.0


def resume_command(run: UnfinishedView) -> str:
    """Return the command line that goes on with an interrupted run."""
    return f"nornir bakeoff resume {run.run_id}"


def unfinished_matching(runs: Sequence[UnfinishedView], text: str) -> tuple[UnfinishedView, ...]:
    """Return the runs that hold every word of a filter in their task, its handle or their id."""
    words = words_of(text)
    held = [f"{run.task}\n{run.prompt_id}\n{run.run_id}\n{run.ts[:10]}".casefold() for run in runs]
    return tuple(
        run for run, hay in zip(runs, held, strict=True) if all(word in hay for word in words)
    )


def lead_text(lead: LeadView | None, *, named: bool) -> str:
    """Return the winner's lead: ``leads codex / gpt-5-mini by 0.021``.

    Args:
        lead: The lead; None reads as nothing.
        named: Is the runner-up named?
    """
    if lead is None:
        return ""
    agent, _, model = lead.over.partition("/")
    over = f" {pair_name(agent, model)}" if named else ""
    if lead.by == 0:
        return f"same score as{over}" if named else "same score"
    return f"leads{over} by {formats.score(lead.by)}"


def run_tip(run: RunView | UnfinishedView) -> tuple[tuple[str, str], ...]:
    """Return labels and values of what is known of a run, for a tooltip."""
    common = (("task", one_line(run.task)), ("run", one_line(run.run_id)), ("time", run.ts))
    if isinstance(run, UnfinishedView):
        return (*common, ("state", one_line(told(run))), ("failed", formats.count(run.failed)))
    rows = (
        ("winner", one_line(run.winner) if run.winner else NO_WINNER),
        ("", f"{UNICODE.label} its agent is a label: no agent ran" if run.label else ""),
        ("size", f"{_axes(run)}, {formats.plural(run.cells, 'cell')}"),
        ("failed", formats.count(run.failed)),
        ("mock", "every figure is made up" if run.made_up else ""),
    )
    return (*common, *(row for row in rows if row[1]))


def run_sentence(run: RunView | UnfinishedView, ago: str) -> str:
    """Return a run as it is read aloud.

    Args:
        run: The run.
        ago: When it was, as ``formats.ago`` tells it.
    """
    parts = [one_line(run.task), ago]
    if isinstance(run, UnfinishedView):
        parts += ["in progress" if run.running else "interrupted", progress_text(run)]
    else:
        parts.append(f"won by {one_line(run.winner)}" if run.winner else NO_WINNER)
        parts += [_axes(run), formats.plural(run.cells, "cell")]
        parts += ["made up"] if run.made_up else []
    parts += [f"{formats.count(run.failed)} failed"] if run.failed else []
    return ", ".join(parts)


def _axes(run: RunView) -> str:
    agents, models = formats.plural(run.agents, "agent"), formats.plural(run.models, "model")
    return f"{agents} {UNICODE.times} {models}"
