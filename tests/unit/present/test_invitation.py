"""What is said where there is nothing to show."""

import shlex

import pytest

from nornir_desk.cli.parser import build_parser
from nornir_desk.domain.source import SourceStatus
from nornir_desk.present.invitation import Invitation, invite, nothing_landed
from nornir_desk.present.state import SourceView


def _invite(status: SourceStatus, *, default: bool = True, missing: bool = False) -> Invitation:
    source = SourceView("local", "/home/ada/my w", status, "said", "2026-11-30T15:12:48Z")
    return invite(source, default=default, missing=missing, home="/home/ada")


@pytest.mark.parametrize("status", ["empty", "locked", "offline", "error"])
def test_every_state_says_what_is_so_and_what_can_be_done(status: SourceStatus) -> None:
    page = _invite(status)
    assert page.headline
    assert page.sentence
    assert page.suggestions
    assert page.actions[-1] == ("open", "Open another warehouse…")


def test_missing_and_empty_are_told_apart() -> None:
    assert "There is nothing at ~/my w yet" in _invite("empty", missing=True).sentence
    assert "No run has landed in ~/my w yet" in _invite("empty").sentence


def test_another_place_than_the_default_is_named_so_that_a_shell_takes_it() -> None:
    for suggestion in _invite("error", default=False).suggestions:
        assert shlex.split(suggestion.command)[-2:] == ["--warehouse", "/home/ada/my w"]


@pytest.mark.parametrize("status", ["empty", "locked", "offline", "error"])
def test_every_command_is_one_that_there_is(status: SourceStatus) -> None:
    for suggestion in _invite(status, default=False).suggestions:
        program, *words = shlex.split(suggestion.command)
        assert program == "nornir"
        build_parser().parse_args(words)


def test_the_command_line_says_the_same() -> None:
    demo = _invite("empty").suggestions[0].command
    assert nothing_landed("w") == f"no run has landed in w yet; land one with: {demo}"
