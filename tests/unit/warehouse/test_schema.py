from __future__ import annotations

from pathlib import Path

from pyiceberg.transforms import IdentityTransform

from tests.fakes.warehouse_tables import (
    append_legacy,
    create_legacy_table,
    row,
    table_of,
    writer,
)

SPEC = [
    (1, "run_id", "string", True),
    (2, "ts_micros", "timestamptz", True),
    (14, "agent", "string", False),
    (3, "model", "string", True),
    (4, "prompt_id", "string", True),
    (5, "prompt", "string", True),
    (6, "output", "string", True),
    (7, "latency_ms", "double", True),
    (8, "tokens_in", "long", True),
    (9, "tokens_out", "long", True),
    (10, "tokens_per_s", "double", True),
    (11, "score", "double", True),
    (12, "ok", "boolean", True),
    (13, "error", "string", False),
    (15, "cost_usd", "double", False),
    (16, "mcp_tool_calls", "long", False),
    (17, "driver", "string", False),
    (18, "judge", "string", False),
    (19, "stop_reason", "string", False),
    (20, "load_ms", "double", False),
    (21, "environment", "string", False),
]


def _columns(folder: Path) -> list[tuple[int, str, str, bool]]:
    with table_of(folder) as table:
        return [
            (field.field_id, field.name, str(field.field_type), field.required)
            for field in table.schema().fields
        ]


def test_the_table_is_the_one_of_the_spec(tmp_path: Path) -> None:
    writer(tmp_path).append([row()])

    assert _columns(tmp_path) == SPEC
    with table_of(tmp_path) as table:
        assert table.name() == ("nornir", "agent_model_runs")
        assert table.metadata.format_version == 2
        (partition,) = table.spec().fields
        assert (partition.name, partition.source_id) == ("run_id", 1)
        assert isinstance(partition.transform, IdentityTransform)
        assert table.properties["write.metadata.delete-after-commit.enabled"] == "true"
        assert table.properties["write.metadata.previous-versions-max"] == "10"
        assert table.properties["commit.manifest-merge.enabled"] == "true"
        assert table.properties["commit.retry.num-retries"] == "20"


def test_a_table_from_before_the_matrix_grows_to_the_same_ids(tmp_path: Path) -> None:
    create_legacy_table(tmp_path)
    append_legacy(tmp_path, 1)
    writer(tmp_path).append([row(2)])
    assert _columns(tmp_path) == SPEC
