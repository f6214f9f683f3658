"""Tables fit 80 columns, whatever the names in them, and no name can steer a terminal."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.source import summarise_runs
from nornir_desk.present.build import cell_view, history_views, lead_view, matrix_view, run_view
from nornir_desk.present.glyphs import ASCII, UNICODE, glyphs_for
from nornir_desk.present.table import display_width, elide_middle
from nornir_desk.present.text import (
    Look,
    render_history,
    render_leaderboard,
    render_matrix,
    render_runs,
)

DEMO = demo_matrix_rows("20261130T151247-a1b2c3", 1_796_051_567_000_000)


def everything(rows: Sequence[AgentModelRunRow], look: Look) -> dict[str, str]:
    grid = matrix_grid(rows)
    cells = [cell_view(cell) for cell in grid.cells]
    return {
        "runs": render_runs([run_view(run) for run in summarise_runs(rows)], look),
        "ranked": render_leaderboard(cells, look, lead=lead_view(rows, grid)),
        "matrix": render_matrix(matrix_view(grid), look),
        "history": render_history(history_views(rows), look),
    }


def test_the_demo_reads_as_it_should() -> None:
    texts = everything(DEMO, Look())
    assert texts["runs"].splitlines()[1].split()[-5:] == ["3", "×", "9", "1", "claude/opus"]
    ranked = texts["ranked"].splitlines()
    assert ranked[1].startswith("1  claude°/opus")
    lead = "claude/opus leads claude/sonnet by 0.030, not shown to be more than chance"
    assert f"{lead}" in ranked
    assert "    (measured once)" in ranked
    assert ranked[-1] == "° a label: a bare model call (mock) answered, no agent ran"
    matrix = texts["matrix"].splitlines()
    assert matrix[0].split() == ["agent", "mistral", "opus", "sonnet"]
    assert matrix[3].split() == ["local-llm", "0.640", "#8", "✗", "failed", "0.820", "#5"]


def test_an_absent_coordinate_is_a_dot() -> None:
    rows = [row for row in DEMO if row.cell != "kilo/opus"]
    kilo = everything(rows, Look())["matrix"].splitlines()[2]
    assert kilo.split() == ["kilo", "0.710", "#6", "·", "0.880", "#3"]


names = st.text(min_size=1, max_size=60) | st.sampled_from(
    ["日本語" * 10, "a" * 300, "\x1b[31mred", "\u202egnp.exe", "👩‍👩‍👧", "x\ny", "é" * 40]
)


@given(st.lists(st.tuples(names, names), min_size=1, max_size=8, unique=True))
def test_every_table_fits_80_columns_and_holds_no_control_character(
    cells: list[tuple[str, str]],
) -> None:
    rows = [
        replace(DEMO[i % len(DEMO)], agent=agent, model=model)
        for i, (agent, model) in enumerate(cells)
    ]
    for name, text in everything(rows, Look()).items():
        for line in text.split("\n"):
            assert display_width(line) <= 80, (name, line)
            assert not any(ord(char) < 32 or ord(char) == 127 for char in line), (name, line)


def test_many_models_come_in_blocks_that_each_name_the_agents() -> None:
    rows = [replace(DEMO[0], model=f"provider/model-{i:02d}") for i in range(12)]
    blocks = everything(rows, Look())["matrix"].split("\n\n")
    assert len(blocks) > 1
    assert all(block.splitlines()[1].startswith("claude") for block in blocks)
    shown = [word for block in blocks for word in block.splitlines()[0].split()[1:]]
    assert shown == [f"provider/model-{i:02d}" for i in range(12)]


def test_a_long_name_loses_its_middle() -> None:
    assert elide_middle("hf.co/someone/some-model-GGUF:Q4_K_M", 20) == "hf.co/some…UF:Q4_K_M"
    assert elide_middle("short", 20) == "short"
    assert elide_middle("日本語日本語", 7) == "日…語"
    assert elide_middle("日本語日本語", 9) == "日本…本語"


def test_a_console_that_lacks_a_sign_gets_ascii() -> None:
    assert glyphs_for("utf-8") is UNICODE
    assert glyphs_for("cp1252") is ASCII
    assert glyphs_for("no-such-encoding") is ASCII
    for text in everything(DEMO, Look(glyphs=ASCII)).values():
        assert text.isascii()


def test_an_unscored_run_says_so() -> None:
    rows = [replace(row, score=0.0, judge=None) for row in DEMO if row.ok]
    ranked = everything(rows, Look())["ranked"]
    assert "unscored: nobody judged the answers; the order is by speed" in ranked
    assert "0.000" not in ranked


def test_what_else_should_be_known_stands_beneath() -> None:
    rows = [
        replace(DEMO[0], output="", stop_reason="empty answer"),
        replace(DEMO[1], output="", stop_reason="length while thinking", load_ms=6_000.0),
    ]
    lines = everything(rows, Look())["ranked"].splitlines()
    assert "claude/opus: empty answer" in lines
    assert "claude/sonnet: cut off while thinking; loading took 6.0 s" in lines
