"""One append as one commit: schema evolution, rows and expiry together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.warehouse.codec import arrow_from_rows
from nornir_desk.warehouse.scan import has_run
from nornir_desk.warehouse.schema import (
    ADDED_COLUMNS,
    DISPLAY_AFTER,
    PROPERTIES,
    SNAPSHOTS_KEPT,
    iceberg_type,
)
from nornir_desk.warehouse.wholeness import check_whole

if TYPE_CHECKING:
    from pyiceberg.table import Table, Transaction

# In the summary of a snapshot: tells a repeated try that the one before did land after all.
_APPEND_ID = "nornir.append-id"


def append_once(table: Table, rows: Sequence[AgentModelRunRow], append_id: str) -> None:
    """Commit the rows, unless a try before has; ``table`` is the new state afterwards.

    Args:
        table: The current state.
        rows: At least one row.
        append_id: The same for each try of one append.

    Raises:
        CommitFailedException: Another writer was faster; load the table again and repeat.
    """
    from pyiceberg.io.pyarrow import schema_to_pyarrow

    if _has_landed(table, append_id):
        return
    # A merge of manifests would make what a damaged one holds the new truth.
    check_whole(table)
    with table.transaction() as transaction:
        # First, as each step of the transaction copies all snapshots that are left.
        _expire(table, transaction)
        _evolve(table, transaction)
        schema = transaction.table_metadata.schema()
        arrow = arrow_from_rows(rows, schema_to_pyarrow(schema, include_field_ids=False))
        transaction.append(arrow, snapshot_properties={_APPEND_ID: append_id})


def delete_once(table: Table, run_id: str) -> None:
    """Delete the rows of a run in one commit; ``table`` is the new state afterwards.

    Args:
        table: The current state.
        run_id: The run; where it has no rows nothing is committed.

    Raises:
        CommitFailedException: Another writer was faster; load the table again and repeat.
    """
    from pyiceberg.expressions import EqualTo

    check_whole(table)
    if not has_run(table, run_id):
        return
    with table.transaction() as transaction:
        _expire(table, transaction)
        transaction.delete(EqualTo("run_id", run_id))  # type: ignore[call-arg, arg-type]


def _has_landed(table: Table, append_id: str) -> bool:
    summaries = (snapshot.summary for snapshot in table.metadata.snapshots)
    return any(
        summary is not None and summary.additional_properties.get(_APPEND_ID) == append_id
        for summary in summaries
    )


def _evolve(table: Table, transaction: Transaction) -> None:
    present = set(table.schema().column_names)
    missing = [column for column in ADDED_COLUMNS if column.name not in present]
    # What another writer has set on the table stands.
    unset = {key: value for key, value in PROPERTIES.items() if key not in table.properties}
    unset.pop("format-version", None)
    if unset:
        transaction.set_properties(unset)
    if not missing:
        return
    with transaction.update_schema() as update:
        for column in missing:
            update.add_column(column.name, iceberg_type(column.type), required=False)
        if any(column.name == DISPLAY_AFTER[0] for column in missing):
            update.move_after(*DISPLAY_AFTER)


def _expire(table: Table, transaction: Transaction) -> None:
    from pyiceberg.table.update.snapshot import ExpireSnapshots

    kept = {reference.snapshot_id for reference in table.metadata.refs.values()}
    by_age = sorted(table.metadata.snapshots, key=lambda snapshot: snapshot.sequence_number or 0)
    # One less, for the one that is about to come.
    old = [snapshot.snapshot_id for snapshot in by_age[: -(SNAPSHOTS_KEPT - 1)]]
    expired = [snapshot_id for snapshot_id in old if snapshot_id not in kept]
    if expired:
        ExpireSnapshots(transaction).by_ids(expired).commit()
