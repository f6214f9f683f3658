"""The options of ``nornir warehouse``."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from nornir_desk.cli.arguments import Parser, add_command

if TYPE_CHECKING:
    from nornir_desk.cli.arguments import Verbs

_MAX_HOURS = 24.0 * 366 * 100


def add_warehouse(groups: Verbs, common: Parser) -> None:
    """Add ``nornir warehouse`` and its commands."""
    warehouse = add_command(
        groups,
        "warehouse",
        common,
        "where runs are kept, and clearing up",
        "Where runs are kept, what that takes, and clearing away what nothing refers to.",
    )
    verbs = warehouse.add_subparsers(title="commands", metavar="COMMAND", required=True)
    where = add_command(
        verbs, "where", common, "print its place", "Print the folder, or the catalog's name."
    )
    where.set_defaults(command="warehouse where")
    info = add_command(
        verbs, "info", common, "what it holds and takes", "Runs, rows, files and their room."
    )
    info.set_defaults(command="warehouse info")
    maintain = add_command(
        verbs,
        "maintain",
        common,
        "let old states go, remove orphans",
        "Let earlier states of the table go, and remove files that no kept state refers\n"
        "to and what killed processes left half-written. Nothing is touched while a run\n"
        "is landing.",
    )
    maintain.set_defaults(command="warehouse maintain")
    maintain.add_argument("--dry-run", action="store_true", help="only tell what would go")
    maintain.add_argument(
        "--older-than",
        type=_hours,
        default=24.0,
        metavar="HOURS",
        help="touch nothing younger (default: 24)",
    )


def _hours(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _MAX_HOURS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of hours from 0 on")
    return value
