"""Which data files are live in a state of the table, told by its manifests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from nornir_desk.warehouse.manifests import ListedFile, Manifest, read_files, read_list
from nornir_desk.warehouse.state import NeedsScan, TableState


class _Listed(Protocol):
    @property
    def manifest(self) -> str: ...


_F = TypeVar("_F", bound=_Listed)


@dataclass(frozen=True, slots=True)
class LiveFile:
    """One data file.

    Attributes:
        path: As stored; what names it for ever, as files are never changed.
        manifest: The manifest that lists it, as stored.
        records: Rows in it.
        run_id: The run whose rows it holds; None where the table is not kept by runs.
        newest_micros: No row in it is later; None where that is not told.
    """

    path: str
    manifest: str
    records: int
    run_id: str | None
    newest_micros: int | None


def manifests_of(state: TableState) -> tuple[Manifest, ...]:
    """Return the manifests of a state, each seen to be whole.

    Raises:
        NeedsScan: Single rows are deleted in this state, or its files are not on this machine.
        OSError: A file is missing.
        ValueError: A file was cut off.
    """
    if state.snapshot is None:
        return ()
    found = read_list(_local(state, state.manifest_list))
    for manifest in found:
        if not manifest.of_data:
            raise NeedsScan("single rows are deleted")
        file = _local(state, manifest.path)
        if file.stat().st_size != manifest.length:
            raise ValueError(f"{file} has not the {manifest.length} bytes it was written with")
    return found


def files_of(state: TableState, manifests: Iterable[Manifest]) -> tuple[LiveFile, ...]:
    """Return the live data files that manifests list.

    Raises:
        NeedsScan: A file is none of ours to read: not Parquet, or on another machine.
        OSError: A manifest is missing.
        ValueError: A manifest does not hold what the list says.
    """
    return tuple(file for manifest in manifests for file in _files(state, manifest))


def current_files(known: Mapping[str, _F], state: TableState) -> dict[str, _F | LiveFile]:
    """Return the live data files of a state by their path, reading no manifest that is known.

    Args:
        known: Files of another state of the table, by their path.
        state: The state.

    Raises:
        NeedsScan: Only the whole scan reads this state rightly.
        OSError: A manifest is missing.
        ValueError: A manifest is not whole.
    """
    manifests = manifests_of(state)
    # Manifests are never changed: those that were read say what they said.
    read = {file.manifest for file in known.values()}
    listed = {manifest.path for manifest in manifests}
    unread = [manifest for manifest in manifests if manifest.path not in read]
    found: dict[str, _F | LiveFile] = dict(known)
    if not read <= listed:
        found = {path: file for path, file in known.items() if file.manifest in listed}
    return found | {file.path: file for file in files_of(state, unread)}


def newest_run(files: Iterable[LiveFile]) -> str | None:
    """Return the run with the latest time, then the last id; None without files.

    Raises:
        NeedsScan: A file does not tell.
    """
    newest: tuple[int, str] | None = None
    for file in files:
        if file.run_id is None or file.newest_micros is None:
            raise NeedsScan("a file tells no run or no time")
        key = (file.newest_micros, file.run_id)
        newest = key if newest is None else max(newest, key)
    return newest[1] if newest else None


def _files(state: TableState, manifest: Manifest) -> list[LiveFile]:
    path = _local(state, manifest.path)
    found = read_files(path)
    if manifest.files not in (None, len(found)):
        raise ValueError(f"{path} lists {len(found)} files, not the {manifest.files} it should")
    place = state.run_id_places.get(manifest.spec_id)
    return [_file(state, manifest.path, file, place) for file in found]


def _file(state: TableState, manifest: str, file: ListedFile, place: int | None) -> LiveFile:
    if file.format != "PARQUET":
        raise NeedsScan(f"{file.path} is no Parquet file")
    bound = file.upper_bounds.get(state.ts_id)
    run_id = None if place is None else file.partition[place]
    return LiveFile(
        path=file.path,
        manifest=manifest,
        records=file.records,
        run_id=run_id if isinstance(run_id, str) else None,
        newest_micros=int.from_bytes(bound, "little", signed=True) if bound else None,
    )


def _local(state: TableState, location: str) -> Path:
    path = state.root.local(location)
    if path is None:
        raise NeedsScan(f"{location} is not on this machine")
    return path
