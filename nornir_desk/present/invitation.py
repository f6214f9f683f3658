"""What is said where there is nothing to show, and what to run next; the CLI says the same."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from nornir_desk.domain.text import one_line
from nornir_desk.present.state import SourceView
from nornir_desk.present.status_line import short_place

_DEMO = "nornir bakeoff demo"
_RUN = "nornir bakeoff run --task-file task.md --models ollama/qwen3:8b,openai/gpt-5-mini"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A command to run, and what it is for."""

    what: str
    command: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """A page instead of data.

    Attributes:
        icon: Its icon; None draws the empty grid with its trophy.
        headline: What it is about.
        sentence: What is so, and what can be done.
        suggestions: Commands to copy.
        actions: Id and text of what the window can do about it.
    """

    icon: str | None
    headline: str
    sentence: str
    suggestions: tuple[Suggestion, ...] = ()
    actions: tuple[tuple[str, str], ...] = ()


OPEN = ("open", "Open another warehouse…")


def nothing_landed(where: str) -> str:
    """Return in one line that a warehouse holds no run, and how to land one."""
    return f"no run has landed in {where} yet; land one with: {_DEMO}"


def invite(source: SourceView, *, default: bool, missing: bool, home: str) -> Invitation:
    """Return the page of a warehouse that shows no run.

    Args:
        source: Where it was looked for.
        default: Is it the place that commands use where they are told none?
        missing: Is its folder not there at all?
        home: The reader's home folder, which is shortened to ``~``.
    """
    option = "" if default else f" --warehouse {shlex.quote(one_line(source.where))}"
    where = short_place(source.where, home)
    if source.status == "empty":
        return _empty(where, option, missing=missing)
    if source.status == "locked":
        return Invitation(
            "lock",
            "Another process is writing to this warehouse",
            f"{where} cannot be read until it is done, and no earlier state of it is known. Runs"
            " appear here by themselves.",
            (Suggestion("Who writes, and since when", f"nornir doctor{option}"),),
            (("refresh", "Retry now"), OPEN),
        )
    return _unreadable(source, where, option)


def _empty(where: str, option: str, *, missing: bool) -> Invitation:
    there = (
        f"There is nothing at {where} yet; the first run makes it"
        if missing
        else (f"No run has landed in {where} yet")
    )
    return Invitation(
        None,
        "Which agent and model do your task best?",
        "A bake-off puts one task to every agent and every model and ranks the cells by score, then"
        f" speed. {there}. Start with one of these:",
        (
            Suggestion(
                "A look round, in a second: 3 agents × 3 models of made-up data", f"{_DEMO}{option}"
            ),
            Suggestion("Your own task, for real", f"{_RUN}{option}"),
            Suggestion("Which agents and models can be measured from here", "nornir doctor"),
        ),
        (OPEN,),
    )


def _unreadable(source: SourceView, where: str, option: str) -> Invitation:
    offline = source.status == "offline"
    headline = f"{where} does not answer" if offline else "This warehouse cannot be read"
    said = one_line(source.detail or "") or "Nothing more is known."
    return Invitation(
        "cloud-off" if offline else "warning",
        headline,
        said if offline else f"{where}: {said}",
        (
            Suggestion("What is wrong, and the remedy", f"nornir doctor{option}"),
            Suggestion("What it holds, and in which state", f"nornir warehouse info{option}"),
        ),
        (("refresh", "Reconnect" if offline else "Retry now"), OPEN),
    )
