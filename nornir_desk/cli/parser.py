"""The command line, as argparse has it; imports nothing heavy, so that --help is quick."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from nornir_desk import __version__
from nornir_desk.domain.errors import UsageFault

if TYPE_CHECKING:
    Verbs = argparse._SubParsersAction["_Parser"]  # noqa: SLF001  argparse names it nowhere else

_EXAMPLES = """\
examples:
  nornir bakeoff demo
  nornir bakeoff run --task "Fix the bug" --agents claude,kilo --models a,b --mock
  nornir bakeoff run --task "..." --models embedded/smollm2-135m
  nornir bakeoff leaderboard --matrix
"""
_MAX_JOBS = 256
_MAX_REPEATS = 1_000
_MAX_TIMEOUT_S = 7 * 24 * 3600.0


class _Parser(argparse.ArgumentParser):
    """One line for a fault, and no abbreviated options: they change meaning as options come."""

    def error(self, message: str) -> NoReturn:
        raise UsageFault(f"{self.prog}: {message}", f"see: {self.prog} --help")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line.

    Its namespace has ``command`` (such as ``bakeoff run``) and the command's options. The options
    that stand everywhere (warehouse, json, quiet) are in it only where they were given.
    """
    common = _common()
    parser = _parser("nornir", common, "Find out which agent and which model to use.", _EXAMPLES)
    parser.add_argument("--version", action="version", version=f"nornir {__version__}")
    groups = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    bakeoff = _add(
        groups,
        "bakeoff",
        common,
        "one task over agents x models, ranked",
        "Put one task to every agent x model cell, keep the rows, rank them.",
    )
    verbs = bakeoff.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_demo(verbs, common)
    _add_run(verbs, common)
    _add_resume(verbs, common)
    _add_leaderboard(verbs, common)
    return parser


def _parser(prog: str, common: _Parser, description: str, epilog: str | None) -> _Parser:
    return _Parser(
        prog=prog,
        description=description,
        epilog=epilog,
        parents=[common],
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add(verbs: Verbs, name: str, common: _Parser, summary: str, description: str) -> _Parser:
    return verbs.add_parser(
        name,
        help=summary,
        description=description,
        parents=[common],
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _common() -> _Parser:
    """Return the options that stand before or after the command; SUPPRESS lets both be."""
    common = _Parser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("everywhere")
    group.add_argument(
        "--warehouse",
        metavar="DIR|CATALOG",
        help="where runs are kept (default: $NORNIR_WAREHOUSE, else the user's data folder)",
    )
    group.add_argument("--json", action="store_true", help="print results as JSON")
    group.add_argument("--quiet", action="store_true", help="no progress and no notes")
    return common


def _add_demo(verbs: Verbs, common: _Parser) -> None:
    demo = _add(
        verbs,
        "demo",
        common,
        "seed a mock 3 x 3 matrix",
        "Land a mock run of 3 agents x 3 models (one cell failed) and show it.",
    )
    demo.set_defaults(command="bakeoff demo")


def _add_run(verbs: Verbs, common: _Parser) -> None:
    run = _add(
        verbs,
        "run",
        common,
        "measure agents x models on a task",
        "Put a task to every agent x model cell. Each cell is on disk before the next starts;\n"
        "an interrupted run goes on with: nornir bakeoff resume.",
    )
    run.set_defaults(command="bakeoff run")
    task = run.add_argument_group("the task")
    source = task.add_mutually_exclusive_group(required=True)
    source.add_argument("--task", "--prompt", metavar="T", help="the task text")
    source.add_argument("--task-file", metavar="F", help="a file that holds it; - for stdin")
    task.add_argument(
        "--task-id",
        "--prompt-id",
        metavar="ID",
        help="stable handle, so that runs compare (default: made from the text)",
    )
    cells = run.add_argument_group("the cells")
    cells.add_argument("--agents", metavar="A,B", help="agents (default: local-llm)")
    cells.add_argument(
        "--models",
        metavar="X,Y",
        help="models as [provider/]id; provider ollama (the default) or embedded; "
        "embedded/PATH.gguf runs a file (default: known models that the host has, else "
        "the embedded one)",
    )
    cells.add_argument(
        "--repeats",
        type=_whole(_MAX_REPEATS),
        default=1,
        metavar="N",
        help="measure each cell N times (default: 1)",
    )
    _add_calling(run)
    run.add_argument("--matrix", action="store_true", help="show the grid too")


def _add_calling(run: _Parser) -> None:
    calls = run.add_argument_group("the calls")
    calls.add_argument(
        "--host",
        metavar="URL",
        help="Ollama's address (default: $OLLAMA_HOST, else http://localhost:11434)",
    )
    calls.add_argument("--mock", action="store_true", help="canned answers, no model is called")
    calls.add_argument(
        "--caller",
        choices=("auto", "ollama", "harness"),
        default="auto",
        help="who measures a column: auto, ollama (bare model calls only) or harness "
        "(refuses where an agent's harness is missing)",
    )
    calls.add_argument(
        "--jobs",
        type=_whole(_MAX_JOBS),
        default=1,
        metavar="N",
        help="calls at a time per host (default: 1; more falsify each other's speed)",
    )
    calls.add_argument(
        "--timeout",
        type=_seconds,
        default=300.0,
        metavar="S",
        help="wall limit of one call in seconds (default: 300)",
    )


def _add_resume(verbs: Verbs, common: _Parser) -> None:
    resume = _add(
        verbs,
        "resume",
        common,
        "finish what an interrupted run left",
        "Measure the cells that an interrupted run left, and land it.",
    )
    resume.set_defaults(command="bakeoff resume")
    resume.add_argument(
        "run_id", nargs="?", metavar="RUN_ID", help="the run (default: the newest unfinished one)"
    )
    resume.add_argument("--host", metavar="URL", help="another address than the run began with")
    resume.add_argument("--matrix", action="store_true", help="show the grid too")


def _add_leaderboard(verbs: Verbs, common: _Parser) -> None:
    board = _add(
        verbs,
        "leaderboard",
        common,
        "run list, ranked cells, grid, history",
        "Without a selector: the run list and the newest run, ranked. A selector is a run id, "
        "else an\nagent, else a model; an agent's or model's rows are its history.",
    )
    board.set_defaults(command="bakeoff leaderboard")
    board.add_argument("selector", nargs="?", metavar="RUN_ID|MODEL|AGENT")
    board.add_argument("--matrix", action="store_true", help="the agent x model grid")
    board.add_argument("--runs", action="store_true", help="the whole run list")


def _whole(most: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = 0
        if not 1 <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to {most:,}")
        return value

    return whole


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= _MAX_TIMEOUT_S:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of seconds above 0 and at most {_MAX_TIMEOUT_S:,.0f}"
        )
    return value
