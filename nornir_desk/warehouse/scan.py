"""What a selector reads of a table: as few files and columns as will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nornir_desk.domain.identity import of_task_pattern
from nornir_desk.domain.row import AGENT_UNSET, TEXT_COLUMNS
from nornir_desk.domain.selector import Agent, All, Model, Newest, Run, Selector, Task
from nornir_desk.domain.text import well_formed
from nornir_desk.warehouse.many_files import read_many
from nornir_desk.warehouse.schema import COLUMNS

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as ds
    from pyiceberg.expressions import BooleanExpression
    from pyiceberg.manifest import DataFile
    from pyiceberg.table import Table

_ALL_COLUMNS = frozenset(column.name for column in COLUMNS)


def select(table: Table, selector: Selector, *, with_text: bool) -> pa.Table:
    """Return the selected rows as Arrow, in no particular order.

    Args:
        table: The table.
        selector: Which rows.
        with_text: False leaves the columns ``prompt`` and ``output`` unread.
    """
    columns = _ALL_COLUMNS if with_text else _ALL_COLUMNS - set(TEXT_COLUMNS)
    match selector:
        case Newest():
            run_id = newest_run_id(table)
            return scan(table, _equal("run_id", run_id or ""), columns)
        case Run(run_id):
            return scan(table, _equal("run_id", run_id), columns)
        case Model(model):
            return scan(table, _equal("model", model), columns, _arrow_equal("model", model))
        case Agent(agent):
            return _scan_agent(table, agent, columns)
        case Task(prompt_id):
            return _scan_task(table, well_formed(prompt_id), columns)
        case All():
            return scan_all(table, columns)


def scan_all(table: Table, columns: frozenset[str]) -> pa.Table:
    """Return those of ``columns`` that the table has, of every row."""
    names = _present(table, columns)
    found = read_many(table, _everything(), None, names)
    return _scan(table, _everything(), names) if found is None else found


def scan(
    table: Table,
    row_filter: BooleanExpression,
    columns: frozenset[str],
    condition: ds.Expression | None = None,
) -> pa.Table:
    """Return those of ``columns`` that the table has, of the rows that match.

    Args:
        table: The table.
        row_filter: Which rows.
        columns: Which columns.
        condition: The same as ``row_filter`` for Arrow, where many files are likely to match.
    """
    names = _present(table, columns)
    found = None if condition is None else read_many(table, row_filter, condition, names)
    return _scan(table, row_filter, names) if found is None else found


def _scan(table: Table, row_filter: BooleanExpression, names: tuple[str, ...]) -> pa.Table:
    return table.scan(row_filter=row_filter, selected_fields=names).to_arrow()


def _present(table: Table, columns: frozenset[str]) -> tuple[str, ...]:
    return tuple(field.name for field in table.schema().fields if field.name in columns)


def has_run(table: Table, run_id: str) -> bool:
    """Tell whether a run has rows in the table."""
    scan = table.scan(row_filter=_equal("run_id", run_id), selected_fields=("run_id",))
    return scan.count() > 0


def newest_run_id(table: Table) -> str | None:
    """Return the run with the latest ``ts_micros``, then the last ``run_id``; None without rows.

    Told by the manifests alone where each data file belongs to one run and has an upper bound of
    the time; else two columns are read.
    """
    newest: tuple[int, str] | None = None
    for task in table.scan(selected_fields=("run_id", "ts_micros")).plan_files():
        key = None if task.delete_files else _file_key(table, task.file)
        if key is None:
            return _newest_by_scan(table)
        newest = key if newest is None else max(newest, key)
    return newest[1] if newest else None


def _file_key(table: Table, file: DataFile) -> tuple[int, str] | None:
    from pyiceberg.conversions import from_bytes

    run_id = _partition_run_id(table, file)
    field = table.schema().find_field("ts_micros")
    bound = (file.upper_bounds or {}).get(field.field_id)
    if run_id is None or not bound:
        return None
    upper: Any = from_bytes(field.field_type, bound)  # type: ignore[arg-type]
    return (int(upper), run_id)


def _partition_run_id(table: Table, file: DataFile) -> str | None:
    from pyiceberg.transforms import IdentityTransform

    wanted = table.schema().find_field("run_id").field_id
    for position, field in enumerate(table.specs()[file.spec_id].fields):
        if field.source_id == wanted and isinstance(field.transform, IdentityTransform):
            value = file.partition[position]
            return value if isinstance(value, str) else None
    return None


def _newest_by_scan(table: Table) -> str | None:
    import pyarrow as pa

    found = scan_all(table, frozenset(("run_id", "ts_micros")))
    if not found.num_rows:
        return None
    keys = zip(
        found["ts_micros"].cast(pa.int64()).to_pylist(), found["run_id"].to_pylist(), strict=True
    )
    return str(max(keys)[1])


def _scan_agent(table: Table, agent: str, columns: frozenset[str]) -> pa.Table:
    from pyiceberg.expressions import AlwaysFalse, EqualTo, IsNull, Or

    # Rows from before the matrix name no agent, and read as "-".
    unset = agent == AGENT_UNSET
    if "agent" not in table.schema().column_names:
        return scan_all(table, columns) if unset else scan(table, AlwaysFalse(), columns)
    condition = _arrow_equal("agent", agent)
    if not unset:
        return scan(table, _equal("agent", agent), columns, condition)
    either = Or(EqualTo("agent", agent), IsNull("agent"))  # type: ignore[call-arg, arg-type]
    return scan(table, either, columns, condition | _arrow_null("agent"))


def _scan_task(table: Table, prompt_id: str, columns: frozenset[str]) -> pa.Table:
    import pyarrow.compute as pc
    import pyarrow.dataset as ds
    from pyiceberg.expressions import StartsWith

    starting = StartsWith("prompt_id", prompt_id)  # type: ignore[call-arg, arg-type]
    condition = pc.starts_with(ds.field("prompt_id"), prompt_id)
    found = scan(table, starting, columns, condition)
    # Iceberg knows no more than how a text begins, and one handle may begin another.
    return found.filter(pc.match_substring_regex(found["prompt_id"], of_task_pattern(prompt_id)))


def _arrow_equal(column: str, value: str) -> ds.Expression:
    import pyarrow.dataset as ds

    return ds.field(column) == well_formed(value)


def _arrow_null(column: str) -> ds.Expression:
    import pyarrow.dataset as ds

    return ds.field(column).is_null()


def _equal(column: str, value: str) -> BooleanExpression:
    from pyiceberg.expressions import EqualTo

    return EqualTo(column, well_formed(value))  # type: ignore[call-arg, arg-type]


def _everything() -> BooleanExpression:
    from pyiceberg.expressions import AlwaysTrue

    return AlwaysTrue()
