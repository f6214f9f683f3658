"""Texts of models as a window shows them: harmless, and never too much at once."""

import time

import pytest

from nornir_desk.present.plain_view import (
    PART,
    harmless,
    pieces,
    shown_note,
    shown_part,
    size_text,
)


def test_what_steers_is_replaced_one_for_one() -> None:
    evil = "a\x00\x1b[2J\u202eb\u2066\ud800\u200f\ufeff\u2029\x85"
    shown = harmless(evil)
    assert len(shown) == len(evil)
    assert shown.replace("\ufffd", "") == "a[2Jb"
    assert harmless("<b>&amp;\t\n漢字 \U0001f3c6 مرحبا") == "<b>&amp;\t\n漢字 \U0001f3c6 مرحبا"


def test_line_ends_of_every_system_are_line_ends() -> None:
    assert shown_part("a\r\nb\rc\nd", 0) == "a\nb\nc\nd"


def test_a_line_without_an_end_goes_on_in_the_next() -> None:
    assert [len(line) for line in shown_part("x" * 4_500, 0).split("\n")] == [2_000, 2_000, 500]
    assert shown_part("x" * 2_000 + "\ny", 0) == "x" * 2_000 + "\ny"


def test_pieces_make_up_the_text_and_end_with_lines() -> None:
    text = "".join(f"line {at}\n" for at in range(1_000)) + "x" * 5_000
    cut = pieces(text, 1_000)
    assert "".join(cut) == text
    assert max(map(len, cut)) <= 1_000
    assert cut[0].endswith("\n")
    assert pieces("", 10) == []


def test_a_note_tells_how_much_is_shown() -> None:
    assert shown_note("x" * 10_000_000, PART) == "showing the first 200 kB of 10 MB"
    assert shown_note("é" * 10_000_000, PART) == "showing the first 400 kB of about 20 MB"
    assert shown_note("short", PART) == ""


def test_a_part_of_a_long_text_is_ready_within_a_frame() -> None:
    text = "hello \x1b[31m world ünï\n" * 500_000
    before = time.thread_time()
    shown_note(text, len(shown_part(text, 0)))
    assert time.thread_time() - before < 0.1


@pytest.mark.parametrize(
    ("size", "told"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1_000, "1 kB"),
        (1_500, "1.5 kB"),
        (118_000, "118 kB"),
        (999_600, "1.0 MB"),
        (10_000_000, "10 MB"),
        (2_500_000_000, "2.5 GB"),
    ],
)
def test_sizes_are_told_shortly(size: int, told: str) -> None:
    assert size_text(size) == told
