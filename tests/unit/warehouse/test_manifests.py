"""Manifests are read as pyiceberg reads them, and a damaged one is never believed."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fastavro
import pytest

from nornir_desk.warehouse.live_files import current_files, files_of, manifests_of
from nornir_desk.warehouse.manifests import ListedFile, Manifest, read_files, read_list
from nornir_desk.warehouse.roots import IN_PLACE
from nornir_desk.warehouse.schema import IDENTIFIER, LEGACY_COLUMNS, iceberg_schema
from nornir_desk.warehouse.state import NeedsScan, TableState
from tests.fakes.warehouse_tables import catalog_of, legacy_arrow, location, row, table_of, writer

if TYPE_CHECKING:
    from pyiceberg.manifest import ManifestEntry, ManifestFile
    from pyiceberg.table import Table


def of_pyiceberg(manifest: ManifestFile) -> Manifest:
    from pyiceberg.manifest import ManifestContent

    counts = (manifest.added_files_count, manifest.existing_files_count)
    return Manifest(
        path=manifest.manifest_path,
        length=manifest.manifest_length,
        spec_id=manifest.partition_spec_id,
        of_data=manifest.content == ManifestContent.DATA,
        files=None if None in counts else sum(filter(None, counts)),
    )


def file_of_pyiceberg(entry: ManifestEntry) -> ListedFile:
    file = entry.data_file
    return ListedFile(
        path=file.file_path,
        format=file.file_format.value,
        records=file.record_count,
        partition=tuple(file.partition[at] for at in range(len(file.partition))),
        upper_bounds=dict(file.upper_bounds or {}),
    )


def compare(table: Table) -> int:
    """Compare every manifest of every kept state; return how many lists there were."""
    lists = 0
    for snapshot in table.metadata.snapshots:
        manifests = snapshot.manifests(table.io)
        ours = read_list(Path(snapshot.manifest_list.removeprefix("file://")))
        assert ours == tuple(map(of_pyiceberg, manifests))
        for manifest in manifests:
            entries = manifest.fetch_manifest_entry(table.io)
            found = read_files(Path(manifest.manifest_path.removeprefix("file://")))
            assert found == tuple(map(file_of_pyiceberg, entries))
        lists += 1
    return lists


@pytest.mark.parametrize("version", ["1", "2"])
def test_both_format_versions_read_as_pyiceberg_reads_them(tmp_path: Path, version: str) -> None:
    folder = tmp_path / "warehouse"
    with catalog_of(folder) as catalog:
        catalog.create_namespace_if_not_exists(IDENTIFIER[0])
        table = catalog.create_table(
            IDENTIFIER, iceberg_schema(LEGACY_COLUMNS), properties={"format-version": version}
        )
        table.append(legacy_arrow(1))
        with table.update_spec() as update:
            update.add_identity("run_id")
        table.append(legacy_arrow(2, ("a", "b", "c")))
        with table.update_spec() as update:
            update.add_identity("model")
            update.add_identity("score")
        table.append(legacy_arrow(3, ("a", "b", "c", "d")))
        table.overwrite(legacy_arrow(4), overwrite_filter="run_id == '20260601T000000-0001'")
        table.delete("model == 'a'")
        table.append(legacy_arrow(5))
        if version == "2":
            # pyiceberg cannot write what this leaves behind in the first version.
            with table.update_spec() as update:
                update.remove_field("run_id")
            table.append(legacy_arrow(6))
        assert table.format_version == int(version)
        assert len(table.specs()) == 2 + int(version)
        assert compare(catalog.load_table(IDENTIFIER)) >= 7


def test_our_own_tables_read_as_pyiceberg_reads_them(tmp_path: Path) -> None:
    folder = tmp_path / "warehouse"
    for number in range(12):
        writer(folder).append([row(number), row(number, model="sonnet", output="x" * 400)])
    with table_of(folder) as table:
        table.delete("run_id == '20260601T000000-0003'")
        assert compare(table) >= 5


@pytest.fixture
def avro(tmp_path: Path) -> tuple[Path, Path]:
    """A manifest list and a manifest."""
    folder = tmp_path / "warehouse"
    for number in range(3):
        writer(folder).append([row(number), row(number, model="sonnet")])
    metadata = location(folder).table_folder / "metadata"
    newest = max(metadata.glob("snap-*.avro"), key=lambda path: path.stat().st_mtime_ns)
    return newest, next(metadata.glob("*-m0.avro"))


def test_no_cut_file_is_believed(avro: tuple[Path, Path]) -> None:
    listed, manifest = avro
    for path, read in ((listed, read_list), (manifest, read_files)):
        whole = path.read_bytes()
        assert read(path)
        for cut in range(len(whole)):
            path.write_bytes(whole[:cut])
            with pytest.raises(ValueError, match=r"was cut off|is damaged"):
                read(path)


def test_no_garbage_is_believed(avro: tuple[Path, Path]) -> None:
    listed, manifest = avro
    chance = random.Random(5)  # noqa: S311 - damage, not a secret
    for path, read in ((listed, read_list), (manifest, read_files)):
        for size in (0, 1, 16, 100, 4_000):
            path.write_bytes(chance.randbytes(size))
            with pytest.raises(ValueError, match=r"was cut off|is damaged"):
                read(path)


def test_a_flipped_byte_is_told_as_damage_or_changes_no_shape(avro: tuple[Path, Path]) -> None:
    kinds = (Manifest, ListedFile)
    for path, read, kind in zip(avro, (read_list, read_files), kinds, strict=True):
        whole = path.read_bytes()
        refused = 0
        for at in range(len(whole)):
            damaged = bytearray(whole)
            damaged[at] ^= 0xFF
            path.write_bytes(damaged)
            try:
                # Deflated data carries no check: some damage is only a wrong letter in a path.
                assert {type(one) for one in read(path)} <= {kind}
            except ValueError:
                refused += 1
        assert refused > 0


def test_a_block_cut_within_its_marker_is_refused(avro: tuple[Path, Path]) -> None:
    for path, read in zip(avro, (read_list, read_files), strict=True):
        whole = path.read_bytes()
        # The header's marker ends the file, as the check wants it, yet the block is cut.
        for gone in (1, 20, 60):
            path.write_bytes(whole[: -16 - gone] + whole[-16:])
            with pytest.raises(ValueError, match="is damaged"):
                read(path)


def rewritten(path: Path, codec: str, **changes: Any) -> None:
    """Write the rows of an Avro file again, compressed otherwise and with other values."""
    reader = fastavro.reader(io.BytesIO(path.read_bytes()))
    schema = json.loads(reader.metadata["avro.schema"])
    rows = [{**one, **changes} for one in reader if isinstance(one, dict)]
    with path.open("wb") as file:
        fastavro.writer(file, schema, rows, codec=codec)


@pytest.mark.parametrize("codec", ["null", "deflate"])
def test_a_list_of_deleted_rows_and_other_compressions_are_told(
    avro: tuple[Path, Path], codec: str
) -> None:
    listed, _ = avro
    before = read_list(listed)
    rewritten(listed, codec)
    assert read_list(listed) == before
    rewritten(listed, codec, content=1)
    assert {manifest.of_data for manifest in read_list(listed)} == {False}


def test_an_unusual_compression_is_left_to_the_scan(avro: tuple[Path, Path]) -> None:
    for path, read in zip(avro, (read_list, read_files), strict=True):
        rewritten(path, "bzip2")
        with pytest.raises(NeedsScan, match="is compressed with bzip2"):
            read(path)


def state_of(listed: Path) -> TableState:
    return TableState("u", 1, str(listed), ("run_id",), 2, {0: 0}, IN_PLACE)


def _damages(listed: Path) -> Iterator[tuple[type[Exception], str, dict[str, Any]]]:
    manifests = read_list(listed)
    yield NeedsScan, "single rows are deleted", {"content": 1}
    yield ValueError, "bytes it was written with", {"manifest_length": manifests[0].length + 1}
    yield ValueError, "files, not the 7 it should", {"added_files_count": 7}


def test_what_a_list_says_is_held_against_its_manifests(avro: tuple[Path, Path]) -> None:
    listed, _ = avro
    whole = listed.read_bytes()
    state = state_of(listed)
    assert len(current_files({}, state)) == 3
    for kind, said, changes in _damages(listed):
        rewritten(listed, "deflate", **changes)
        with pytest.raises(kind, match=said):
            files_of(state, manifests_of(state))
        listed.write_bytes(whole)


def test_a_file_that_is_no_parquet_is_left_to_the_scan(avro: tuple[Path, Path]) -> None:
    listed, _ = avro
    state = state_of(listed)
    for manifest in manifests_of(state):
        path = Path(manifest.path)
        (one,) = fastavro.reader(io.BytesIO(path.read_bytes()))
        assert isinstance(one, dict)
        rewritten(path, "deflate", data_file={**one["data_file"], "file_format": "ORC"})
        with pytest.raises(NeedsScan, match="is no Parquet file"):
            files_of(state, [manifest])
