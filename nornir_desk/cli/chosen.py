"""What a command line asks a leaderboard to show, and what of it does not go together."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from nornir_desk.cli.boards import Form
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.text import one_line
from nornir_desk.present.choices import COLUMNS, Choices, SortView

_ARRANGING = "--filter, --failures and --sort"


def choices_of(arguments: argparse.Namespace) -> Choices:
    """Return what the options choose.

    Raises:
        UsageFault: ``--sort`` names no column.
    """
    words = arguments.filter or ""
    return Choices(
        run_filter=words if arguments.runs else "",
        filter="" if arguments.runs else words,
        failures_only=arguments.failures,
        sort=SortView() if arguments.sort is None else sort_of(arguments.sort),
        heat=arguments.heat,
    )


def sort_of(text: str) -> SortView:
    """Return the order that ``COLUMN``, ``-COLUMN``, ``COLUMN:asc`` or ``COLUMN:desc`` means.

    Raises:
        UsageFault: It names no column, or no direction.
    """
    name, _, direction = text.removeprefix("-").partition(":")
    column = next((column for column in COLUMNS if column == name), None)
    if column is None or direction not in ("", "asc", "desc"):
        raise UsageFault(
            f"--sort {one_line(text)[:80]!r} is no column",
            f"give one of {', '.join(COLUMNS)}, with :desc for the other way",
        )
    return SortView(column, descending=text.startswith("-") != (direction == "desc"))


def arranges(arguments: argparse.Namespace) -> bool:
    """Tell whether the options ask for a part of the ranked list, or for another order."""
    return bool(arguments.filter or arguments.failures or arguments.sort)


def refuse_contradictions(arguments: argparse.Namespace, form: Form) -> None:
    """Refuse options that do not go together.

    Raises:
        UsageFault: With what to leave out.
    """
    for refused, message, remedy in (
        *_lists_and_gates(arguments, form),
        *_forms(arguments, form),
        *_choices(arguments, form),
    ):
        if refused:
            raise UsageFault(message, remedy)


Refusal = tuple[bool, str, str]


def _lists_and_gates(arguments: argparse.Namespace, form: Form) -> Iterable[Refusal]:
    gates = arguments.fail_under is not None or arguments.against is not None
    lists = [name for name in ("runs", "unfinished", "state") if getattr(arguments, name)]
    yield (
        len(lists) > 1,
        "--runs, --unfinished and --state are three answers",
        "ask for one of them",
    )
    for name, what in (("runs", "every run"), ("unfinished", "every run that has not landed")):
        yield (
            getattr(arguments, name) and (arguments.matrix or arguments.selector is not None),
            f"--{name} lists {what} and takes no selector and no --matrix",
            "ask for one of them",
        )
    yield (
        bool(lists) and gates,
        f"--{lists[0] if lists else 'runs'} is no run to judge",
        f"leave --{lists[0] if lists else 'runs'} out",
    )
    yield (
        arguments.against is not None and (arguments.matrix or form in ("csv", "markdown")),
        "--against prints its own table or JSON",
        "leave the other form out",
    )


def _forms(arguments: argparse.Namespace, form: Form) -> Iterable[Refusal]:
    yield (
        getattr(arguments, "json", False) and form in ("csv", "markdown"),
        "--json, --csv and --markdown are three forms",
        "ask for one of them",
    )
    yield (
        (arguments.state or arguments.unfinished) and form in ("csv", "markdown"),
        "--state is JSON, and --unfinished text or JSON",
        "leave the other form out",
    )
    yield (
        arguments.state and arguments.matrix,
        "--state holds the grid already",
        "leave --matrix out",
    )


def _choices(arguments: argparse.Namespace, form: Form) -> Iterable[Refusal]:
    yield (
        arguments.heat is not None and not (arguments.matrix or arguments.state),
        "--heat colours the grid",
        "add --matrix, or --state",
    )
    yield (
        arguments.heat is not None and form == "markdown",
        "a Markdown grid has no heat",
        "leave --heat or --markdown out",
    )
    yield (
        arguments.runs and (arguments.failures or arguments.sort is not None),
        "the run list is newest first and can only be filtered",
        "leave --failures and --sort out",
    )
    yield (
        arranges(arguments)
        and bool(arguments.matrix or arguments.unfinished or arguments.against is not None),
        f"{_ARRANGING} arrange the ranked list alone",
        "leave them out, or the other table",
    )
    yield (
        arranges(arguments) and form == "json" and not (arguments.state or arguments.runs),
        f"--json prints every row of a run as it is, without {_ARRANGING}",
        "add --state for what the ranked list shows",
    )
