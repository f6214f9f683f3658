"""Is there a display? Qt ends the whole process where there is none, so it is asked before."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Mapping, MutableMapping
from pathlib import Path

from nornir_desk.domain.errors import PrerequisiteMissing

EXIT_MISSING = 4
_X_DISPLAY = re.compile(r"(?P<host>[^:]*):(?P<number>\d+)(?:\.\d+)?")
_X_PORT = 6000
_X_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108 - where X servers listen
_PATIENCE_S = 2.0


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

    def heard(kind: QtMsgType, _where: QMessageLogContext, text: str) -> None:
        line = " ".join(text.split())
        if kind == QtMsgType.QtFatalMsg:
            first = line.partition(" This application failed")[0]
            sys.stderr.write(f"nornir: the window cannot open: {first} (see: nornir doctor)\n")
            sys.stderr.flush()
            os._exit(EXIT_MISSING)
        if kind == QtMsgType.QtCriticalMsg or os.environ.get("NORNIR_TRACEBACK"):
            sys.stderr.write(f"{line}\n")

    qInstallMessageHandler(heard)


def _missing(environment: Mapping[str, str]) -> str | None:
    wayland, x11 = environment.get("WAYLAND_DISPLAY"), environment.get("DISPLAY")
    if wayland:
        path = Path(environment.get("XDG_RUNTIME_DIR", "/")) / wayland
        if path.exists():
            return None
        return f"WAYLAND_DISPLAY={wayland} is not there"
    if not x11:
        return "neither DISPLAY nor WAYLAND_DISPLAY is set"
    found = _X_DISPLAY.fullmatch(x11)
    if found is None:
        return f"DISPLAY={x11} names none"
    return (
        None if _answers(found["host"], int(found["number"])) else f"DISPLAY={x11} does not answer"
    )


def _answers(host: str, number: int) -> bool:
    if host in ("", "unix"):
        path = f"{_X_SOCKETS}{number}"
        return _connects(f"\0{path}") or _connects(path)
    try:
        socket.create_connection((host, _X_PORT + number), timeout=_PATIENCE_S).close()
    except (OSError, OverflowError):
        return False
    return True


def _connects(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(_PATIENCE_S)
        try:
            probe.connect(path)
        except OSError:
            return False
    return True
