"""Is there a display? Qt ends the whole process where there is none, so it is asked before."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, MutableMapping
from pathlib import Path

from nornir_desk.domain.errors import PrerequisiteMissing

EXIT_MISSING = 4
_X_DISPLAY = re.compile(r"(?P<host>[^:]*):(?P<number>\d+)(?:\.\d+)?")
_X_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108 - where X servers listen
_WARNINGS = 2


def prepare_display(environment: MutableMapping[str, str], *, needed: bool) -> None:
    """See to it that Qt finds a display, or draws without one where that is enough.

    Args:
        environment: Of this process; ``QT_QPA_PLATFORM`` is set where nothing has to be seen.
        needed: Must a person see the window?

    Raises:
        PrerequisiteMissing: A display is needed and there is none that answers.
    """
    if environment.get("QT_QPA_PLATFORM") or sys.platform in ("win32", "darwin"):
        return
    why = _missing(environment)
    if why is None:
        return
    if needed:
        raise PrerequisiteMissing(
            f"no display: {why}",
            "start it on a desktop, or print the same with: nornir bakeoff leaderboard --matrix",
        )
    environment["QT_QPA_PLATFORM"] = "offscreen"


def end_on_fatal() -> None:
    """Let Qt's last words be one line and exit 4 rather than an abort."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    warned: list[str] = []

    def heard(kind: QtMsgType, _where: QMessageLogContext, text: str) -> None:
        line = " ".join(text.split())
        if kind == QtMsgType.QtFatalMsg:
            # What Qt warned of before says more than that nothing could be initialised.
            why = "; ".join(warned[-_WARNINGS:]) or line.partition(" This application failed")[0]
            sys.stderr.write(f"nornir: the window cannot open: {why} (see: nornir doctor)\n")
            sys.stderr.flush()
            os._exit(EXIT_MISSING)
        if kind == QtMsgType.QtWarningMsg:
            warned.append(line)
            del warned[:-_WARNINGS]
        if kind == QtMsgType.QtCriticalMsg or os.environ.get("NORNIR_TRACEBACK"):
            sys.stderr.write(f"{line}\n")

    qInstallMessageHandler(heard)


def _missing(environment: Mapping[str, str]) -> str | None:
    wayland, x11 = environment.get("WAYLAND_DISPLAY"), environment.get("DISPLAY")
    if wayland:
        path = Path(environment.get("XDG_RUNTIME_DIR", "/")) / wayland
        return None if path.exists() else f"WAYLAND_DISPLAY={wayland} is not there"
    if not x11:
        return "neither DISPLAY nor WAYLAND_DISPLAY is set"
    found = _X_DISPLAY.fullmatch(x11)
    if found is None:
        return f"DISPLAY={x11} names none"
    # Its socket is looked for, not tried: an X server without another client starts anew when its
    # only one leaves. A display elsewhere is left to Qt.
    elsewhere = found["host"] not in ("", "unix")
    there = elsewhere or Path(f"{_X_SOCKETS}{found['number']}").exists()
    return None if there or not sys.platform.startswith("linux") else f"DISPLAY={x11} is not there"
