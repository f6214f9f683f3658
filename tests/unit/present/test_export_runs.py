"""The run list for other programs."""

import csv
import io

from nornir_desk.present.export import runs_to_csv
from tests.fakes.views import run


def test_a_thumbnail_is_its_lines_in_one_field_and_no_formula() -> None:
    listed = [run("a", thumbnail=("3W7", "0x4")), run("b", thumbnail=("-", ".")), run("c")]
    rows = list(csv.DictReader(io.StringIO(runs_to_csv(listed))))
    assert [row["thumbnail"] for row in rows] == ["3W7 0x4", "'- .", ""]
