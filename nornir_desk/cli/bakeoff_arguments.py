"""The options of ``nornir bakeoff``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nornir_desk.cli.arguments import (
    Parser,
    add_command,
    dollars,
    seconds,
    share,
    whole,
)
from nornir_desk.domain.limits import MAX_JOBS, MAX_REPEATS

if TYPE_CHECKING:
    from nornir_desk.cli.arguments import Verbs


def add_bakeoff(groups: Verbs, common: Parser) -> None:
    """Add ``nornir bakeoff`` and its commands."""
    bakeoff = add_command(
        groups,
        "bakeoff",
        common,
        "one task over agents x models, ranked",
        "Put one task to every agent x model cell, keep the rows, rank them.",
    )
    verbs = bakeoff.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        *(_demo, _run, _resume, _leaderboard, _show, _diff, _plot, _trend, _advise, _forget),
    ):
        add(verbs, common)


def _demo(verbs: Verbs, common: Parser) -> None:
    demo = add_command(
        verbs,
        "demo",
        common,
        "seed a mock 3 x 3 matrix",
        "Land a mock run of 3 agents x 3 models (one cell failed) and show it.",
    )
    demo.set_defaults(command="bakeoff demo")


def _run(verbs: Verbs, common: Parser) -> None:
    run = add_command(
        verbs,
        "run",
        common,
        "measure agents x models on a task",
        "Put a task to every agent x model cell. Each cell is on disk before the next\n"
        "starts; an interrupted run goes on with: nornir bakeoff resume.",
    )
    run.set_defaults(command="bakeoff run")
    task = run.add_argument_group("the task")
    source = task.add_mutually_exclusive_group(required=True)
    source.add_argument("--task", "--prompt", metavar="T", help="the task text")
    source.add_argument("--task-file", metavar="F", help="a file that holds it; - for stdin")
    source.add_argument(
        "--tasks",
        metavar="FILE",
        help='several tasks in one run: a JSON list or JSON lines of {"id", "task"}',
    )
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
        help="models as [provider/]id, see: nornir models; ollama is the default provider, "
        "embedded/PATH.gguf runs a file (default: known models that the Ollama host has, "
        "else the embedded one)",
    )
    cells.add_argument(
        "--repeats",
        type=whole(MAX_REPEATS),
        default=1,
        metavar="N",
        help="measure each cell N times (default: 1)",
    )
    _calling(run)
    run.add_argument("--matrix", action="store_true", help="show the grid too")


def _calling(run: Parser) -> None:
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
        type=whole(MAX_JOBS),
        default=1,
        metavar="N",
        help="calls at a time per host (default: 1; more falsify each other's speed)",
    )
    calls.add_argument(
        "--timeout",
        type=seconds,
        default=300.0,
        metavar="S",
        help="wall limit of one call in seconds (default: 300)",
    )
    calls.add_argument(
        "--warmup", action="store_true", help="load each model before its first cell is timed"
    )
    money = run.add_argument_group("the cost")
    money.add_argument(
        "--budget",
        type=dollars,
        metavar="USD",
        help="refuse (exit 3) what can cost more; a price that is unknown is refused too",
    )
    money.add_argument(
        "--dry-run",
        action="store_true",
        help="say what the run would take, and call nobody",
    )


def _resume(verbs: Verbs, common: Parser) -> None:
    resume = add_command(
        verbs,
        "resume",
        common,
        "finish what an interrupted run left",
        "Measure the cells that an interrupted run left, and land it. With --failed its\n"
        "failed cells are tried again too; of a run that has landed, as a new run that\n"
        "takes over the cells that answered.",
    )
    resume.set_defaults(command="bakeoff resume")
    resume.add_argument(
        "run_id", nargs="?", metavar="RUN_ID", help="the run (default: the newest unfinished one)"
    )
    resume.add_argument("--failed", action="store_true", help="try failed cells again")
    resume.add_argument("--host", metavar="URL", help="another address than the run began with")
    resume.add_argument(
        "--budget", type=dollars, metavar="USD", help="another cap for the whole run"
    )
    resume.add_argument("--matrix", action="store_true", help="show the grid too")


def _leaderboard(verbs: Verbs, common: Parser) -> None:
    board = add_command(
        verbs,
        "leaderboard",
        common,
        "run list, ranked cells, grid, history",
        "Without a selector: the run list and the newest run, ranked. A selector is a run\n"
        "id, else an agent, else a model; an agent's or model's rows are its history. The id\n"
        "of a run that has not landed shows what was measured so far.",
    )
    board.set_defaults(command="bakeoff leaderboard")
    board.add_argument("selector", nargs="?", metavar="RUN_ID|MODEL|AGENT")
    board.add_argument("--matrix", action="store_true", help="the agent x model grid")
    board.add_argument("--runs", action="store_true", help="the whole run list")
    board.add_argument(
        "--unfinished", action="store_true", help="the runs that are measured or were interrupted"
    )
    board.add_argument(
        "--state", action="store_true", help="all that a window shows of the run, as JSON"
    )
    form = board.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="as CSV: raw rows, grid or run list")
    form.add_argument("--markdown", action="store_true", help="as Markdown tables")
    _arranging(board)
    gate = board.add_argument_group("for CI")
    gate.add_argument(
        "--fail-under",
        type=share,
        metavar="S",
        help="exit 1 where the winner's score is under S, or there is none",
    )
    gate.add_argument(
        "--against",
        metavar="RUN_ID",
        help="compare with a baseline run; exit 1 where a cell got worse beyond the interval",
    )


def _arranging(board: Parser) -> None:
    shown = board.add_argument_group("what is shown")
    shown.add_argument(
        "--filter",
        metavar="WORDS",
        help="the ranked cells that hold all these words (with --runs: the runs)",
    )
    shown.add_argument("--failures", action="store_true", help="failed cells alone")
    shown.add_argument(
        "--sort",
        metavar="COLUMN[:desc]",
        help="another order than by rank: agent, model, score, n, tokens_per_s, latency_ms, "
        "load_ms, cost_usd, mcp_tool_calls, driver, judge, status",
    )
    shown.add_argument(
        "--heat",
        choices=("score", "speed", "latency", "cost"),
        help="with --matrix: each cell's step from the run's worst (0) to its best (7)",
    )


def _show(verbs: Verbs, common: Parser) -> None:
    show = add_command(
        verbs,
        "show",
        common,
        "one cell in full",
        "Show the task, the answer, the figures and the evidence of one cell.",
    )
    show.set_defaults(command="bakeoff show")
    show.add_argument("run_id", metavar="RUN_ID")
    show.add_argument("cell", metavar="AGENT/MODEL")


def _diff(verbs: Verbs, common: Parser) -> None:
    diff = add_command(
        verbs,
        "diff",
        common,
        "two cells side by side",
        "Compare two cells of a run: figures with deltas, and a diff of the answers.",
    )
    diff.set_defaults(command="bakeoff diff")
    diff.add_argument("run_id", metavar="RUN_ID")
    diff.add_argument("a", metavar="AGENT/MODEL")
    diff.add_argument("b", metavar="AGENT/MODEL")


def _plot(verbs: Verbs, common: Parser) -> None:
    plot = add_command(
        verbs,
        "plot",
        common,
        "score against cost, latency or speed, as PNG or SVG",
        "Draw the cells of a run with their intervals and the Pareto front. Needs no\n"
        "display; needs the extra: pip install 'nornir-desk[plot]'.",
    )
    plot.set_defaults(command="bakeoff plot")
    plot.add_argument("run_id", metavar="RUN_ID")
    plot.add_argument("out", metavar="OUT.png|svg")
    plot.add_argument(
        "--x", choices=("cost", "latency", "speed"), default="cost", help="default: cost"
    )
    plot.add_argument("--linear", action="store_true", help="no logarithmic axis")


def _trend(verbs: Verbs, common: Parser) -> None:
    trend = add_command(
        verbs,
        "trend",
        common,
        "one cell over the runs of its task",
        "Show how a cell did in every run of the task that it has in RUN_ID, each ranked among\n"
        "that run's cells. Figures that were made up never stand beside measured ones.",
    )
    trend.set_defaults(command="bakeoff trend")
    trend.add_argument("run_id", metavar="RUN_ID")
    trend.add_argument("cell", metavar="AGENT/MODEL")


def _advise(verbs: Verbs, common: Parser) -> None:
    advise = add_command(
        verbs,
        "advise",
        common,
        "what to use, and why",
        "Name the cheapest cell (the fastest where cost does not tell) that is not shown\n"
        "to be worse than the best, and what it would cost to be surer.",
    )
    advise.set_defaults(command="bakeoff advise")
    scope = advise.add_mutually_exclusive_group()
    scope.add_argument("run_id", nargs="?", metavar="RUN_ID", help="default: the newest run")
    scope.add_argument("--task-id", metavar="ID", help="all runs of this task instead")
    advise.add_argument(
        "--max-cost", type=dollars, metavar="USD", help="at most so much a task; unknown is over it"
    )
    advise.add_argument(
        "--max-latency", type=seconds, metavar="S", help="at most so many seconds a task"
    )


def _forget(verbs: Verbs, common: Parser) -> None:
    forget = add_command(
        verbs,
        "forget",
        common,
        "remove a run",
        "Remove a run's rows, evidence and journal. Asks, unless --yes is given.",
    )
    forget.set_defaults(command="bakeoff forget")
    forget.add_argument("run_id", metavar="RUN_ID")
    forget.add_argument("--yes", action="store_true", help="do not ask")
