"""The run list for other programs."""

import csv
import io

from nornir_desk.present.export import csv_text, runs_to_csv
from tests.fakes.views import run


def test_a_thumbnail_is_its_lines_in_one_field_and_no_formula() -> None:
    listed = [run("a", thumbnail=("3W7", "0x4")), run("b", thumbnail=("-", ".")), run("c")]
    rows = list(csv.DictReader(io.StringIO(runs_to_csv(listed))))
    assert [row["thumbnail"] for row in rows] == ["3W7 0x4", "'- .", ""]


def test_no_end_of_a_line_within_a_text_begins_a_line_of_the_file() -> None:
    texts = ["a\r=1+1", "\r=1+1", "a\n=1+1", "a\r\n=1+1", "a\r"]
    written = csv_text(("text", "more"), [{"text": text, "more": "x"} for text in texts])
    read = list(csv.reader(io.StringIO(written, newline="")))
    assert read == [
        ["text", "more"],
        *([text, "x"] for text in texts[:1]),
        ["'\r=1+1", "x"],
        *([text, "x"] for text in texts[2:]),
    ]
