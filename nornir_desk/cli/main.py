"""The ``nornir`` command: parse, dispatch, and turn every failure into one line."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from nornir_desk.cli.parser import build_parser
from nornir_desk.domain.errors import Interrupted, NornirError, StorageFault, UsageFault

if TYPE_CHECKING:
    import argparse

# command -> where its function is; imported when it is called, so that --help stays quick.
COMMANDS: dict[str, str] = {
    "bakeoff demo": "nornir_desk.cli.bakeoff:demo",
    "bakeoff run": "nornir_desk.cli.bakeoff:run",
    "bakeoff resume": "nornir_desk.cli.bakeoff:resume",
    "bakeoff leaderboard": "nornir_desk.cli.leaderboard:leaderboard",
    "bakeoff show": "nornir_desk.cli.cells:show",
    "bakeoff diff": "nornir_desk.cli.cells:diff",
    "bakeoff plot": "nornir_desk.cli.cells:plot",
    "bakeoff trend": "nornir_desk.cli.cells:trend",
    "bakeoff advise": "nornir_desk.cli.cells:advise",
    "bakeoff forget": "nornir_desk.cli.bakeoff:forget",
    "warehouse where": "nornir_desk.cli.warehouse:where",
    "warehouse info": "nornir_desk.cli.warehouse:info",
    "warehouse maintain": "nornir_desk.cli.warehouse:maintain",
    "desk": "nornir_desk.cli.desk:desk",
    "models": "nornir_desk.cli.models:models",
    "doctor": "nornir_desk.cli.doctor:doctor",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Exit codes: 0 done; 1 the answer is no (a cell failed); 2 usage; 3 budget refused; 4 a
    prerequisite is missing; 130 interrupted. With --json a failure is one JSON object on standard
    output, ``{"error": {"kind", "message", "remedy"}}``, beside the line on standard error.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from nornir_desk.cli.console import open_missing_streams

        open_missing_streams()
    try:
        arguments = build_parser().parse_args(words)
        _refuse_no_folder()
        code = _command(arguments.command)(arguments)
        sys.stdout.flush()
    except NornirError as failure:
        return _fail(failure, words)
    except KeyboardInterrupt:
        return _fail(Interrupted("interrupted"), words)
    except BrokenPipeError:
        # Whoever read the output has gone (`| head`); nothing more can be said to them.
        _drop_output()
        return 1
    except Exception as failure:
        if os.environ.get("NORNIR_TRACEBACK"):
            raise
        return _fail(_fault(failure), words)
    return code


def _refuse_no_folder() -> None:
    try:
        os.getcwd()  # noqa: PTH109  Path.cwd() would load pathlib for --help
    except OSError as failure:
        raise UsageFault("the working folder is gone", "change into one that is there") from failure


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    module, _, function = COMMANDS[name].partition(":")
    command: Callable[[argparse.Namespace], int] = getattr(import_module(module), function)
    return command


def _fault(failure: Exception) -> NornirError:
    if isinstance(failure, OSError) and failure.errno in (errno.ENOSPC, errno.EIO, errno.EBADF):
        # A command's own files name themselves; what is left is standard output.
        reason = failure.strerror or failure
        return StorageFault(f"the output cannot be written: {reason}", "see where it goes to")
    return NornirError(
        f"unexpected {type(failure).__name__}: {failure}",
        "this is a fault of nornir; NORNIR_TRACEBACK=1 shows where",
    )


def _fail(failure: NornirError, words: Sequence[str]) -> int:
    from nornir_desk.cli.console import prepare_streams, tell
    from nornir_desk.domain.text import one_line

    prepare_streams()
    text = str(failure)
    tell(one_line(text if text.startswith("nornir") else f"nornir: {text}"))
    if "--json" in words:
        from nornir_desk.present.json_text import to_json

        envelope = {
            "kind": failure.kind,
            "message": one_line(failure.message),
            "remedy": one_line(failure.remedy) or None,
        }
        try:
            sys.stdout.write(to_json({"error": envelope}, ascii_only=True) + "\n")
            sys.stdout.flush()
        except (OSError, ValueError):
            _drop_output()
    return failure.exit_code


def _drop_output() -> None:
    from nornir_desk.cli.console import drop

    drop(sys.stdout)
