"""``nornir desk``: open the window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from nornir_desk.cli.console import console_of
from nornir_desk.domain.errors import PrerequisiteMissing, UsageFault

_LINK = "nornir://run/"
_ID_MAX = 200


def nornir_desk() -> int:
    """Run ``nornir desk``; the entry point ``nornir-desk``."""
    from nornir_desk.cli.main import main

    return main(["desk", *sys.argv[1:]])


def desk(arguments: argparse.Namespace) -> int:
    """Open the window; exit 0 when it is closed, 4 without a display or Qt."""
    console = console_of(arguments)
    run_id = _run_id(arguments)
    picture = Path(arguments.screenshot) if arguments.screenshot else None
    if picture is not None and picture.suffix.lower() != ".png":
        raise UsageFault(f"--screenshot {arguments.screenshot!r} is no .png", "end it in .png")
    try:
        from nornir_desk.desk.start import Opening, open_window
    except ImportError as failure:
        if "nornir_desk" in str(failure):
            raise
        # Not there, or without a library of the system that it needs: the message names it.
        raise PrerequisiteMissing(
            f"the window needs PySide6: {failure}",
            "install it with: pip install 'nornir-desk[desktop]'",
        ) from failure
    opening = Opening(
        warehouse=getattr(arguments, "warehouse", None),
        run_id=run_id,
        view=arguments.view,
        once=arguments.once,
        screenshot=picture,
        size=arguments.size,
        theme=arguments.theme,
    )
    return open_window(opening, os.environ, console.result if console.json else None)


def _run_id(arguments: argparse.Namespace) -> str | None:
    link: str | None = arguments.link
    if link is None:
        return arguments.run or None
    run_id = link.removeprefix(_LINK)
    if run_id == link or not run_id or len(run_id) > _ID_MAX or "/" in run_id:
        raise UsageFault(f"{link[:_ID_MAX]!r} is no link to a run", f"write it as {_LINK}RUN_ID")
    if arguments.run and arguments.run != run_id:
        raise UsageFault(
            f"--run {arguments.run!r} and the link {link!r} differ", "give one of them"
        )
    return run_id
