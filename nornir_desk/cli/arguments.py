"""What every part of the command line is built from."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.limits import MAX_TIMEOUT_S

if TYPE_CHECKING:
    Verbs = argparse._SubParsersAction["Parser"]  # noqa: SLF001  argparse names it nowhere else


class Parser(argparse.ArgumentParser):
    """One line for a fault, and no abbreviated options: they change meaning as options come."""

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with the command line.

        Raises:
            UsageFault: Always.
        """
        raise UsageFault(f"{self.prog}: {message}", f"see: {self.prog} --help")


def common_options() -> Parser:
    """Return the options that stand before or after the command; SUPPRESS lets both be."""
    common = Parser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("everywhere")
    group.add_argument(
        "--warehouse",
        metavar="DIR|CATALOG",
        help="where runs are kept (default: $NORNIR_WAREHOUSE, else the user's data folder)",
    )
    group.add_argument("--json", action="store_true", help="print results as JSON")
    group.add_argument("--quiet", action="store_true", help="no progress and no notes")
    return common


def add_command(verbs: Verbs, name: str, common: Parser, summary: str, description: str) -> Parser:
    """Add a command or a group of commands and return its parser.

    Args:
        verbs: Where it is added.
        name: Its name.
        common: The options that stand everywhere.
        summary: Its line in the list of commands.
        description: What its own help opens with.
    """
    return verbs.add_parser(
        name,
        help=summary,
        description=description,
        parents=[common],
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def whole(most: int) -> Callable[[str], int]:
    """Return the type of a whole number from 1 to ``most``."""

    def whole_number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = 0
        if not 1 <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to {most:,}")
        return value

    return whole_number


def seconds(text: str) -> float:
    """Return a time limit in seconds, above 0."""
    value = _number(text)
    if not 0 < value <= MAX_TIMEOUT_S:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of seconds above 0 and at most {MAX_TIMEOUT_S:,.0f}"
        )
    return value


def dollars(text: str) -> float:
    """Return an amount in USD, 0 or more."""
    value = _number(text.removeprefix("$"))
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount in USD of 0 or more")
    return value


def share(text: str) -> float:
    """Return a score from 0 to 1."""
    value = _number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no score from 0 to 1")
    return value


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
