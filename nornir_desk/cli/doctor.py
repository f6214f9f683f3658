"""``nornir doctor``: what is there, what is missing, and the remedy of each."""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nornir_desk import __version__
from nornir_desk.cli.boards import look
from nornir_desk.cli.console import Console, console_of, encoding_of
from nornir_desk.domain.errors import NornirError
from nornir_desk.domain.model_ref import EMBEDDED, OLLAMA
from nornir_desk.domain.provider import ModelHere, Provider, key_of
from nornir_desk.domain.text import one_line
from nornir_desk.present.formats import plural
from nornir_desk.present.glyphs import UNICODE, glyphs_for
from nornir_desk.present.json_text import to_json
from nornir_desk.present.table import GAP, Column, Role, Text, display_width, render_table
from nornir_desk.wiring.workshop import Workshop, open_workshop

_COLUMNS = (Column("check"), Column(""), Column("found", minimum=20))
_FINE = ("live", "empty")
_LEAST_ROOM = 20


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        check: Its name.
        ok: Whether it is as it should be.
        detail: What was found.
        remedy: What to do; None where it is fine.
        needed: Whether nothing can be measured without it.
    """

    check: str
    ok: bool
    detail: str
    remedy: str | None = None
    needed: bool = False

    def as_json(self) -> dict[str, object]:
        """Return the entry of ``--json``."""
        return {"check": self.check, "ok": self.ok, "detail": self.detail, "remedy": self.remedy}


def doctor(arguments: argparse.Namespace) -> int:
    """Check what measuring needs; exit 1 where nothing could be measured at all, else 0."""
    console = console_of(arguments)
    checks = tuple(_checks(arguments, os.environ))
    if console.json:
        ascii_only = "utf" not in encoding_of(sys.stdout).lower()
        console.result(to_json([check.as_json() for check in checks], ascii_only=ascii_only))
    else:
        _print(checks, console)
    return 1 if any(check.needed and not check.ok for check in checks) else 0


def _checks(arguments: argparse.Namespace, environment: Mapping[str, str]) -> Iterable[Check]:
    yield Check("python", True, f"{platform.python_version()}, nornir {__version__}")
    try:
        workshop = open_workshop(getattr(arguments, "warehouse", None), environment)
    except NornirError as failure:
        yield Check("warehouse", False, failure.message, failure.remedy, needed=True)
        workshop = open_workshop(os.devnull, environment)
    else:
        yield _warehouse(workshop)
    yield from _models(workshop, getattr(arguments, "host", None), environment)
    yield _package("window", ("PySide6", "pyqtgraph"), "desktop")
    yield _bubblewrap()
    yield _terminal()


def _warehouse(workshop: Workshop) -> Check:
    location = workshop.warehouse.location
    source = workshop.warehouse.reader().runs().source
    if source.status not in _FINE:
        detail = f"{location.where}: {source.status}, {source.detail}"
        remedy = "look at what it says; --warehouse names another place"
        return Check("warehouse", False, detail, remedy, needed=source.status == "error")
    folder = location.home
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        remedy = "make it writable, or name another place with --warehouse"
        detail = f"{location.where}: {folder} cannot be written"
        return Check("warehouse", False, detail, remedy, needed=True)
    return Check("warehouse", True, f"{location.where}: {source.status}, can be written")


def _models(
    workshop: Workshop, host: str | None, environment: Mapping[str, str]
) -> Iterable[Check]:
    try:
        providers = workshop.callers.providers()
    except NornirError as failure:
        yield Check("nornir.toml", False, failure.message, failure.remedy, needed=True)
        return
    source = providers.declared.source
    yield Check("nornir.toml", True, source or "none here, and none is needed")
    try:
        found = workshop.callers.models_here(host)
    except NornirError as failure:
        yield Check("ollama", False, failure.message, failure.remedy, needed=True)
        return
    yield _embedded([model for model in found if model.provider == EMBEDDED])
    yield _ollama([model for model in found if model.provider == OLLAMA])
    for provider in providers.all:
        yield _hosted(
            provider,
            key_of(provider, environment),
            [m for m in found if m.provider == provider.name],
        )
    ready = [model for model in found if model.ready]
    yield Check(
        "to be measured",
        bool(ready),
        f"{plural(len(ready), 'model')} can be called" if ready else "no model can be called",
        None if ready else "mend one of the lines above: a host, a key, or the embedded extra",
        needed=True,
    )


def _embedded(models: Sequence[ModelHere]) -> Check:
    first = models[0]
    return Check("embedded model", first.ready, first.detail, first.remedy or None)


def _ollama(models: Sequence[ModelHere]) -> Check:
    ready = [model for model in models if model.ready]
    if ready:
        return Check("ollama", True, f"{ready[0].where}: {plural(len(ready), 'model')}")
    return Check("ollama", False, models[0].detail, models[0].remedy)


def _hosted(provider: Provider, key: tuple[str, str] | None, models: Sequence[ModelHere]) -> Check:
    name = provider.name
    told = f"key in {key[0]}; " if key else "" if provider.key_variables else "no key needed; "
    ready = [model for model in models if model.ready]
    if ready:
        found = ready[0].detail or f"{ready[0].where} answers, {plural(len(ready), 'model')}"
        return Check(name, True, f"{told}{found}")
    if not models:
        return Check(name, False, f"{told}it answers and has no model", "load one there")
    return Check(name, False, f"{told}{models[0].detail}", models[0].remedy or None)


def _package(check: str, modules: Sequence[str], extra: str) -> Check:
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        told = f"{' and '.join(missing)} not installed"
        return Check(check, False, told, f"pip install 'nornir-desk[{extra}]'")
    return Check(check, True, f"{' and '.join(modules)} installed")


def _bubblewrap() -> Check:
    path = shutil.which("bwrap")
    if path is None:
        told = "bwrap is not on the PATH: agents would run without a sandbox"
        return Check("sandbox", False, told, "apt-get install bubblewrap, or your system's like")
    return Check("sandbox", True, path)


def _terminal() -> Check:
    encoding = encoding_of(sys.stdout)
    if glyphs_for(encoding) is not UNICODE:
        told = f"{encoding} lacks signs; others stand in for them"
        return Check("terminal", False, told, "set PYTHONIOENCODING=utf-8, or a UTF-8 locale")
    return Check("terminal", True, encoding)


def _print(checks: Sequence[Check], console: Console) -> None:
    drawn = look()
    names = max(display_width(check.check) for check in checks)
    room = max(_LEAST_ROOM, drawn.width - names - len("missing") - 2 * GAP)
    rows = [row for check in checks for row in _rows(check, room)]
    lines = render_table(
        _COLUMNS, rows, width=drawn.width, ellipsis=drawn.glyphs.ellipsis, paint=drawn.paint
    )
    console.result("\n".join(lines))


def _rows(check: Check, room: int) -> list[list[Text]]:
    """Return the rows of a check: what was found, and the remedy below it."""
    role: Role = "good" if check.ok else "failed" if check.needed else "warn"
    told = [Text(line) for line in textwrap.wrap(one_line(check.detail), room)]
    told += [Text(line, "head") for line in textwrap.wrap(one_line(check.remedy or ""), room)]
    state = Text("ok" if check.ok else "missing", role)
    blank = Text("")
    heads = [(Text(check.check), state), *((blank, blank) for _ in told[1:])]
    return [[*head, text] for head, text in zip(heads, told, strict=True)]
