"""Plots without a display."""

from pathlib import Path

import pytest

from nornir_desk.domain.pareto import pareto_front
from tests.cli.conftest import Nornir

pytest.importorskip("matplotlib", reason="the extra for plots is not installed")


def test_the_front_holds_what_no_other_beats_in_both() -> None:
    points = [(1.0, 0.5, "a"), (2.0, 0.7, "b"), (2.5, 0.6, "c"), (3.0, 0.9, "d"), (1.0, 0.4, "e")]
    assert pareto_front(points, lower_is_better=True) == ("a", "b", "d")
    assert pareto_front(points, lower_is_better=False) == ("d",)
    assert pareto_front([(1.0, 0.5, "a"), (1.0, 0.5, "b")], lower_is_better=True) == ("a", "b")


def test_a_run_is_drawn_as_png_and_svg_without_a_display(nornir: Nornir, tmp_path: Path) -> None:
    nornir("bakeoff", "demo", "--quiet")
    (run,) = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    png, svg = tmp_path / "plot.png", tmp_path / "plot.svg"

    drawn = nornir("bakeoff", "plot", run["run_id"], str(png), "--json")
    view = drawn.json()

    assert drawn.code == 0
    assert png.read_bytes().startswith(b"\x89PNG\r\n")
    assert view["front"] == [
        "local-llm/mistral", "claude/mistral", "local-llm/sonnet", "claude/sonnet", "claude/opus",
    ]  # fmt: skip
    assert [point["cell"] for point in view["points"] if point["free"]] == ["local-llm/mistral"]
    assert view["left_out"] == [["failed", 1]]
    assert "not drawn: 1 cell failed" in drawn.err
    assert nornir("bakeoff", "plot", run["run_id"], str(svg), "--x", "speed").code == 0
    assert b"<svg" in svg.read_bytes()


def test_a_plot_that_cannot_be_written_is_one_line(nornir: Nornir, tmp_path: Path) -> None:
    nornir("bakeoff", "demo", "--quiet")
    (run,) = nornir("bakeoff", "leaderboard", "--runs", "--json").json()
    for out, said in ((f"{tmp_path}/no/x.png", "cannot be written"), ("x.pdf", "is no .png")):
        ended = nornir("bakeoff", "plot", run["run_id"], out)
        assert ended.code == 2
        assert said in ended.err
        assert ended.err.count("\n") == 1
