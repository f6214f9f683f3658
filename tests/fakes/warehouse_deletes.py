"""Another engine that deletes single rows: by position, beside the data (pyiceberg cannot write it)."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.manifest import (
    DataFile,
    DataFileContent,
    FileFormat,
    ManifestContent,
    ManifestEntry,
    ManifestEntryStatus,
    ManifestFile,
    ManifestWriterV2,
)
from pyiceberg.table.snapshots import Operation
from pyiceberg.table.update.snapshot import _FastAppendFiles

from tests.fakes.warehouse_tables import table_of

# Field ids that the Iceberg specification reserves.
_PATH_ID, _POSITION_ID = 2147483546, 2147483545


class _DeletesWriter(ManifestWriterV2):
    def content(self) -> ManifestContent:
        return ManifestContent.DELETES

    @property
    def _meta(self) -> dict[str, str]:
        return {**super()._meta, "content": "deletes"}


class _WithDeletes(_FastAppendFiles):
    deletes: DataFile

    def _manifests(self) -> list[ManifestFile]:
        spec = self.spec(self.deletes.spec_id)
        place = self.new_manifest_output()
        with _DeletesWriter(spec, self.schema(), place, self._snapshot_id, "deflate") as writer:
            writer.add(
                ManifestEntry.from_args(
                    status=ManifestEntryStatus.ADDED,
                    snapshot_id=self._snapshot_id,
                    sequence_number=None,
                    file_sequence_number=None,
                    data_file=self.deletes,
                )
            )
        return [*self._existing_manifests(), writer.to_manifest_file()]


def delete_row(folder: Path, run: str, position: int) -> None:
    """Delete one row of a run's file, by its position in it."""
    with table_of(folder) as table:
        (task,) = table.scan(row_filter=f"run_id == '{run}'").plan_files()
        path = folder / "nornir" / "agent_model_runs" / "data" / f"deletes-{run}.parquet"
        fields = [
            pa.field("file_path", pa.string(), False, {"PARQUET:field_id": str(_PATH_ID)}),
            pa.field("pos", pa.int64(), False, {"PARQUET:field_id": str(_POSITION_ID)}),
        ]
        rows = pa.Table.from_arrays(
            [pa.array([task.file.file_path]), pa.array([position], pa.int64())],
            schema=pa.schema(fields),
        )
        pq.write_table(rows, path)
        deletes = DataFile.from_args(
            content=DataFileContent.POSITION_DELETES,
            file_path=str(path),
            file_format=FileFormat.PARQUET,
            partition=task.file.partition,
            record_count=1,
            file_size_in_bytes=path.stat().st_size,
        )
        deletes.spec_id = task.file.spec_id
        with table.transaction() as transaction:
            update = _WithDeletes(Operation.DELETE, transaction, table.io)
            update.deletes = deletes
            update.commit()
