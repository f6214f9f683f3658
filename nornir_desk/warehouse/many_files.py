"""Reading many small files at once.

Each run is a file of its own, and Iceberg's own scan takes milliseconds for each of thousands. Arrow
reads them in one go, by column name; so this is only done where names say the same as field ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.warehouse.file_io import local_file

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as ds
    from pyiceberg.expressions import BooleanExpression
    from pyiceberg.table import FileScanTask, Table

# Below this Iceberg's own scan is as quick.
_MIN_FILES = 8


def read_many(
    table: Table,
    row_filter: BooleanExpression,
    condition: ds.Expression | None,
    names: tuple[str, ...],
) -> pa.Table | None:
    """Return columns of the rows that match, or None where Iceberg's own scan has to do it.

    Args:
        table: The table.
        row_filter: Prunes the files.
        condition: The same for Arrow, where it is one on rows; None takes every row.
        names: The columns.
    """
    if not _names_are_ids(table):
        return None
    tasks = list(table.scan(row_filter=row_filter, selected_fields=names).plan_files())
    paths = _local_paths(table, tasks)
    if paths is None or len(paths) < _MIN_FILES:
        return None
    found = _read(table, paths, condition, names)
    # Files that were added to the table as they were may hold the run in their path alone.
    return None if "run_id" in names and found["run_id"].null_count else found


def _read(
    table: Table, paths: list[Path], condition: ds.Expression | None, names: tuple[str, ...]
) -> pa.Table:
    import pyarrow.dataset as ds
    from pyarrow.fs import LocalFileSystem
    from pyiceberg.io.pyarrow import schema_to_pyarrow

    files = ds.dataset(
        [str(path) for path in paths],
        schema=schema_to_pyarrow(table.schema(), include_field_ids=False),
        format="parquet",
        filesystem=LocalFileSystem(),
    )
    return files.to_table(columns=list(names), filter=condition)


def _local_paths(table: Table, tasks: Iterable[FileScanTask]) -> list[Path] | None:
    from pyiceberg.manifest import FileFormat

    paths = []
    for task in tasks:
        path = local_file(table.io, task.file.file_path)
        if path is None or task.delete_files or task.file.file_format != FileFormat.PARQUET:
            return None
        paths.append(path)
    return paths


def _names_are_ids(table: Table) -> bool:
    pairs = {
        (field.name, field.field_id)
        for schema in table.schemas().values()
        for field in schema.fields
    }
    names, ids = {name for name, _ in pairs}, {number for _, number in pairs}
    return len(names) == len(pairs) == len(ids)
