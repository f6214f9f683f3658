"""Which way a run in progress is shown: not at all, as lines, or as a live table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from nornir_desk.cli.console import Console, is_terminal
from nornir_desk.cli.lines import LineProgress, SilentProgress
from nornir_desk.ports.progress import Progress


@contextmanager
def progress_on(console: Console) -> Iterator[Progress]:
    """Give the progress that fits: none when quiet, live on a terminal, else lines."""
    if console.quiet:
        yield SilentProgress()
        return
    if not is_terminal(sys.stderr):
        yield LineProgress()
        return
    from nornir_desk.cli.live import LiveProgress  # rich takes a while to import

    live = LiveProgress()
    try:
        yield live
    finally:
        live.finished()
