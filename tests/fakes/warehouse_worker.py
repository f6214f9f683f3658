"""Another nornir that lands runs: ``python -m tests.fakes.warehouse_worker WAREHOUSE FIRST COUNT``.

Says ``ready``, waits for a line, then says ``begin N`` before and ``landed N`` after each append.
"""

from __future__ import annotations

import importlib
import sys

from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import resolve_location
from nornir_desk.warehouse.writer import IcebergRunWriter
from tests.fakes.warehouse_tables import row


def main() -> None:
    warehouse, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    writer = IcebergRunWriter(resolve_location(warehouse), SystemClock(), lock_timeout_s=60.0)
    # The imports of the first append are not what is being raced.
    for module in ("pyiceberg.catalog.sql", "pyiceberg.io.pyarrow"):
        importlib.import_module(module)

    _say("ready")
    sys.stdin.readline()
    for number in range(first, first + count):
        _say(f"begin {number}")
        writer.append([row(number), row(number, model="sonnet")])
        _say(f"landed {number}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
