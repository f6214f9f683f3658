"""How many rows the run list would have to be made of."""

from pathlib import Path

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.system.clock import SystemClock
from nornir_desk.warehouse.location import local_location
from nornir_desk.warehouse.reader import IcebergRunReader
from nornir_desk.warehouse.writer import IcebergRunWriter


def test_what_is_unread_is_nothing_once_it_was_read_or_is_remembered(tmp_path: Path) -> None:
    location, clock = local_location(tmp_path / "warehouse"), SystemClock()

    def reader() -> IcebergRunReader:
        return IcebergRunReader(location, clock, tmp_path / "cache")

    assert reader().unread() == 0
    writer = IcebergRunWriter(location, clock)
    writer.append(demo_matrix_rows("run-a", 1_796_051_567_000_000))
    first = reader()
    assert first.unread() == 9
    assert len(first.runs().items) == 1
    assert (first.unread(), reader().unread()) == (0, 0)
    writer.append(demo_matrix_rows("run-b", 1_796_051_568_000_000))
    assert (first.unread(), reader().unread()) == (0, 18)
