"""The command line, as argparse has it; imports nothing heavy, so that --help is quick."""

from __future__ import annotations

import argparse

from nornir_desk import __version__
from nornir_desk.cli.arguments import Parser, common_options
from nornir_desk.cli.bakeoff_arguments import add_bakeoff
from nornir_desk.cli.desk_arguments import add_desk
from nornir_desk.cli.here_arguments import add_here
from nornir_desk.cli.warehouse_arguments import add_warehouse

_EXAMPLES = """\
examples:
  nornir bakeoff demo
  nornir bakeoff run --task "Fix the bug" --models qwen3:8b,mistral:7b
  nornir bakeoff run --task "..." --models embedded/smollm2-135m
  nornir bakeoff leaderboard --matrix
"""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line.

    Its namespace has ``command`` (such as ``bakeoff run``) and the command's options. The options
    that stand everywhere (warehouse, json, quiet) are in it only where they were given.
    """
    common = common_options()
    parser = Parser(
        prog="nornir",
        description="Find out which agent and which model to use.",
        epilog=_EXAMPLES,
        parents=[common],
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nornir {__version__}")
    groups = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_bakeoff(groups, common)
    add_desk(groups, common)
    add_here(groups, common)
    add_warehouse(groups, common)
    return parser
