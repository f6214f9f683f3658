"""``nornir warehouse``: where runs are kept, what that takes, and clearing it up."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from nornir_desk.cli.console import Console, console_of, encoding_of
from nornir_desk.domain.text import one_line
from nornir_desk.ports.upkeep import Leftover, Maintenance, WarehouseInfo
from nornir_desk.present.formats import count, plural
from nornir_desk.present.json_text import to_json
from nornir_desk.system.clock import SystemClock
from nornir_desk.wiring.warehouse import Warehouse, open_warehouse

_KIB = 1024
_UNITS = ("KiB", "MiB", "GiB", "TiB")
_SHOWN = 20


def where(arguments: argparse.Namespace) -> int:
    """Print where the warehouse is: its folder, or the name of its catalog; exit 0."""
    console = console_of(arguments)
    location = _warehouse(arguments).location
    if console.json:
        _json({"kind": location.kind, "where": location.where}, console)
    else:
        console.result(location.where)
    return 0


def info(arguments: argparse.Namespace) -> int:
    """Print what the warehouse holds and the room it takes; exit 0 whatever its status."""
    console = console_of(arguments)
    found = _warehouse(arguments).upkeep().info()
    if console.json:
        _json(found, console)
    else:
        console.result("\n".join(f"{name:<14} {value}" for name, value in _lines(found)))
    return 0


def maintain(arguments: argparse.Namespace) -> int:
    """Let old states go and clear away what nothing refers to, or tell what would; exit 0."""
    console = console_of(arguments)
    done = (
        _warehouse(arguments)
        .upkeep()
        .maintain(dry_run=arguments.dry_run, older_than_s=arguments.older_than * 3600.0)
    )
    if console.json:
        _json(done, console)
        return 0
    for title, found in (("orphan", done.orphans), ("half-written", done.temporary)):
        for line in _listed(title, found):
            console.note(line)
    console.result(_outcome(done))
    if not done.swept:
        console.note("its data is not in a local folder: no file was looked at")
    return 0


def _warehouse(arguments: argparse.Namespace) -> Warehouse:
    return open_warehouse(getattr(arguments, "warehouse", None), os.environ, SystemClock())


def _json(value: object, console: Console) -> None:
    console.result(to_json(value, ascii_only="utf" not in encoding_of(sys.stdout).lower()))


def _lines(found: WarehouseInfo) -> list[tuple[str, str]]:
    detail = f" ({one_line(found.detail)})" if found.detail else ""
    metadata = "elsewhere" if found.metadata_bytes is None else _size(found.metadata_bytes)
    unfinished = (
        f", {plural(len(found.unfinished), 'unfinished run')}: " if found.unfinished else ""
    )
    return [
        ("where", one_line(found.where)),
        ("kind", found.kind),
        ("status", f"{found.status}{detail}"),
        ("table", found.table_uuid or "none yet"),
        ("snapshots", count(found.snapshots)),
        ("runs", count(found.runs)),
        ("rows", f"{count(found.rows)}, {plural(found.cells_failed, 'failed cell')}"),
        ("data", f"{_size(found.data_bytes)} in {plural(found.data_files, 'live file')}"),
        ("metadata", metadata),
        ("evidence", _size(found.evidence_bytes)),
        ("journal", _size(found.journal_bytes) + unfinished + ", ".join(found.unfinished)),
        ("cache", f"{_size(found.cache_bytes)} in {one_line(found.cache)}"),
    ]


def _listed(title: str, found: Sequence[Leftover]) -> list[str]:
    lines = [f"{title}: {one_line(one.path)} ({_size(one.size)})" for one in found[:_SHOWN]]
    more = len(found) - _SHOWN
    return [*lines, f"{title}: and {count(more)} more"] if more > 0 else lines


def _outcome(done: Maintenance) -> str:
    files = [*done.orphans, *done.temporary]
    verb = "would let go of" if done.dry_run else "let go of"
    freed = _size(sum(one.size for one in files))
    return (
        f"{verb} {plural(done.snapshots, 'earlier state')}, "
        f"{plural(len(done.orphans), 'orphan file')} and "
        f"{plural(len(done.temporary), 'half-written file')}: {freed}"
    )


def _size(value: int) -> str:
    if value < _KIB:
        return plural(value, "byte")
    size = float(value)
    for unit in _UNITS:
        size /= _KIB
        if size < _KIB or unit == _UNITS[-1]:
            break
    return f"{size:.1f} {unit}"
