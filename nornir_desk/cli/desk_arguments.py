"""The options of ``nornir desk``."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from nornir_desk.cli.arguments import Parser, add_command

if TYPE_CHECKING:
    from nornir_desk.cli.arguments import Verbs

_SIZE = re.compile(r"([1-9]\d{2,3})x([1-9]\d{2,3})")


def add_desk(groups: Verbs, common: Parser) -> None:
    """Add ``nornir desk``."""
    desk = add_command(
        groups,
        "desk",
        common,
        "open the window",
        "Open the window with the leaderboard. It shows what `nornir bakeoff leaderboard`\n"
        "prints, and follows what lands. Exit 4 where there is no display.",
    )
    desk.set_defaults(command="desk")
    desk.add_argument("link", nargs="?", metavar="LINK", help="a copied link, nornir://run/ID")
    desk.add_argument("--run", metavar="ID", help="show this run first (default: the newest)")
    desk.add_argument("--tab", choices=["leaderboard"], default="leaderboard", help="show this tab")
    desk.add_argument(
        "--view", choices=["matrix", "plot", "trend", "compare"], help="what to show of the run"
    )
    desk.add_argument(
        "--once",
        action="store_true",
        help="read, draw, write $NORNIR_VIZ_STATE (with --json: print the state) and end",
    )
    desk.add_argument(
        "--screenshot", metavar="FILE", help="write a picture of the window (.png) and end"
    )
    desk.add_argument("--size", type=_size, metavar="WxH", help="the window's size in pixels")
    desk.add_argument("--theme", choices=["system", "light", "dark"], help="light or dark")


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1440x900")
    return int(found[1]), int(found[2])
