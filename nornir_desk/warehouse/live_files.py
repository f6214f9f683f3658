"""Which data files are live in a state of the table, told by its manifests."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from nornir_desk.warehouse.state import NeedsScan, TableState
from nornir_desk.warehouse.wholeness import check_marker

if TYPE_CHECKING:
    from pyiceberg.io import FileIO, InputFile
    from pyiceberg.manifest import ManifestEntry, ManifestFile


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


def manifests_of(state: TableState) -> tuple[ManifestFile, ...]:
    """Return the manifests of a state, each seen to be whole.

    Raises:
        NeedsScan: Single rows are deleted in this state, or its files are not on this machine.
        OSError: A file is missing.
        ValueError: A file was cut off.
    """
    from pyiceberg.manifest import ManifestContent, read_manifest_list

    if state.snapshot is None:
        return ()
    path = _local(state, state.manifest_list)
    check_marker(path)
    found = tuple(read_manifest_list(_input(path)))
    for manifest in found:
        if manifest.content != ManifestContent.DATA:
            raise NeedsScan("single rows are deleted")
        file = _local(state, manifest.manifest_path)
        if file.stat().st_size != manifest.manifest_length:
            raise ValueError(
                f"{file} has not the {manifest.manifest_length} bytes it was written with"
            )
    return found


def files_of(state: TableState, manifests: Iterable[ManifestFile]) -> tuple[LiveFile, ...]:
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
    listed = {manifest.manifest_path for manifest in manifests}
    unread = [manifest for manifest in manifests if manifest.manifest_path not in read]
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


def _files(state: TableState, manifest: ManifestFile) -> list[LiveFile]:
    path = _local(state, manifest.manifest_path)
    entries = manifest.fetch_manifest_entry(_only(path))
    counted = (manifest.added_files_count, manifest.existing_files_count)
    if None not in counted and sum(filter(None, counted)) != len(entries):
        raise ValueError(f"{path} lists {len(entries)} files, not the {counted} it should")
    place = state.run_id_places.get(manifest.partition_spec_id)
    return [_file(state, manifest.manifest_path, entry, place) for entry in entries]


def _file(state: TableState, manifest: str, entry: ManifestEntry, place: int | None) -> LiveFile:
    from pyiceberg.manifest import FileFormat

    file = entry.data_file
    if file.file_format != FileFormat.PARQUET:
        raise NeedsScan(f"{file.file_path} is no Parquet file")
    bound = (file.upper_bounds or {}).get(state.ts_id)
    run_id = None if place is None else file.partition[place]
    return LiveFile(
        path=file.file_path,
        manifest=manifest,
        records=file.record_count,
        run_id=run_id if isinstance(run_id, str) else None,
        newest_micros=int.from_bytes(bound, "little", signed=True) if bound else None,
    )


def _local(state: TableState, location: str) -> Path:
    path = state.root.local(location)
    if path is None:
        raise NeedsScan(f"{location} is not on this machine")
    return path


def _input(path: Path) -> InputFile:
    # pyiceberg's own files bring pyarrow and its file systems along.
    return _Bytes(path)  # type: ignore[return-value]


class _Bytes:
    def __init__(self, path: Path) -> None:
        self.location = str(path)

    def open(self, seekable: bool = True) -> io.BytesIO:  # noqa: ARG002 - pyiceberg's protocol
        return io.BytesIO(Path(self.location).read_bytes())


def _only(path: Path) -> FileIO:
    return _Opener(path)  # type: ignore[return-value]


class _Opener:
    def __init__(self, path: Path) -> None:
        self._path = path

    def new_input(self, location: str) -> InputFile:  # noqa: ARG002 - the one it was made for
        return _input(self._path)
