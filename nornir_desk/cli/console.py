"""Standard output and error: results on the one, progress and notes on the other."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

_COLOURS = {
    "head": "1",
    "quiet": "2",
    "winner": "1;33",
    "failed": "31",
    "good": "32",
    "warn": "33",
}
_DEFAULT_WIDTH = 80
_MIN_WIDTH = 40


@dataclass(frozen=True, slots=True)
class Console:
    """Where a command prints.

    Attributes:
        json: Results are JSON.
        quiet: No progress and no notes.
    """

    json: bool
    quiet: bool

    def result(self, text: str) -> None:
        """Print a result on standard output."""
        sys.stdout.write(text + "\n")

    def note(self, text: str) -> None:
        """Print a note on standard error, unless quiet."""
        if not self.quiet:
            tell(text)

    def warn(self, text: str) -> None:
        """Print on standard error what must be known even when quiet: the result is not the last."""
        tell(text)


def tell(text: str) -> None:
    """Print a sentence on standard error: one line, or wrapped at words on a terminal.

    Where standard error is gone or full nothing is said; that is no reason for a command to fail.
    """
    if is_terminal(sys.stderr):
        lines = textwrap.wrap(
            text, width_of(sys.stderr), break_long_words=False, break_on_hyphens=False
        )
        text = "\n".join(lines)
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Lead a stream that is gone or full to the null device.

    What is still in its buffer would be tried again when the interpreter ends, fail, and change the
    exit code.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def open_missing_streams() -> None:
    """Give a command that was started without standard streams the null device for them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def prepare_streams() -> None:
    """Let no sign that a console lacks end a command: it is shown as ``?``."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def is_terminal(stream: TextIO) -> bool:
    """Tell whether a person watches ``stream`` on a terminal that can do more than type."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def wants_colour(stream: TextIO) -> bool:
    """Colour only on a terminal, and never where NO_COLOR is set to anything."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def width_of(stream: TextIO) -> int:
    """Return the width to print in: the terminal's (or $COLUMNS), else 80."""
    if not stream.isatty() and not os.environ.get("COLUMNS"):
        return _DEFAULT_WIDTH
    return max(_MIN_WIDTH, shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns)


def encoding_of(stream: TextIO) -> str:
    """Return the encoding of ``stream``."""
    return stream.encoding or "ascii"


def ansi(text: str, role: str) -> str:
    """Paint ``text`` by its role with ANSI colours."""
    code = _COLOURS.get(role)
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


def console_of(arguments: argparse.Namespace) -> Console:
    """Return the console that the options everywhere ask for."""
    prepare_streams()
    return Console(json=getattr(arguments, "json", False), quiet=getattr(arguments, "quiet", False))
