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
from nornir_desk.present.grid import render_matrix
from nornir_desk.present.look import Look
from nornir_desk.present.ranked import render_history, render_leaderboard
from nornir_desk.present.run_list import render_runs
from nornir_desk.present.table import display_width, elide_middle, elide_names

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
    assert texts["runs"].splitlines()[1].split()[-5:] == ["3", "×", "9", "1", "claude/opus°"]
    ranked = texts["ranked"].splitlines()
    assert ranked[1].startswith("1  claude°/opus")
    lead = "claude/opus leads claude/sonnet by 0.030, not shown to be more than chance"
    assert f"{lead}" in ranked
    assert "    (measured once)" in ranked
    assert ranked[-1] == "° a label, and the figures are made up (mock): nobody was called"
    assert ranked[1].endswith("mock")
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
    rows = [
        replace(DEMO[0], agent=f"agent-{a:02d}", model=f"provider/model-{m:02d}")
        for a in range(12)
        for m in range(12)
    ]
    blocks = everything(rows, Look())["matrix"].split("\n\n")
    assert len(blocks) > 1
    assert all(block.splitlines()[1].startswith("agent-00") for block in blocks)
    shown = [word for block in blocks for word in block.splitlines()[0].split()[1:]]
    assert shown == [f"provider/model-{i:02d}" for i in range(12)]


def test_many_models_of_few_agents_are_listed_down() -> None:
    rows = [
        replace(DEMO[0], agent=agent, model=f"provider/model-{m:02d}")
        for agent in ("claude", "kilo")
        for m in range(12)
    ]
    lines = everything(rows, Look())["matrix"].splitlines()
    assert lines[0].split() == ["model", "claude", "kilo"]
    assert [line.split()[0] for line in lines[1:]] == [f"provider/model-{m:02d}" for m in range(12)]


def test_names_of_one_family_stay_distinct_when_cut() -> None:
    names = [f"claude/hf.co/bartowski/Qwen2.5-Coder-{b}B-Instruct-GGUF:Q4_K_M" for b in (1, 7, 32)]
    assert len(set(elide_names(names, 40))) == 3
    tails = [f"claude/hf.co/bartowski/Qwen2.5-Coder-7B-Instruct-GGUF:Q{q}_K_M" for q in (3, 4, 8)]
    assert len(set(elide_names(tails, 24))) == 3
    assert all(display_width(name) <= 24 for name in elide_names(tails, 24))


def test_a_narrow_terminal_loses_columns_rather_than_the_shape_of_the_table() -> None:
    for name in ("runs", "ranked", "matrix"):
        text = everything(DEMO, Look(width=60))[name]
        assert all(display_width(line) <= 60 for line in text.splitlines()), (name, text)
    heading = everything(DEMO, Look(width=46))["ranked"].splitlines()[0]
    assert "score" in heading
    assert "mcp" not in heading


def test_an_unscored_grid_shows_the_speed_that_orders_it() -> None:
    rows = [replace(row, score=0.0, judge=None) for row in DEMO if row.ok]
    assert "🥇 84.0 tok/s #1" in everything(rows, Look())["matrix"]


def test_equal_errors_are_told_once() -> None:
    rows = [replace(row, ok=False, error="no Ollama at h") for row in DEMO]
    lines = everything(rows, Look())["ranked"].splitlines()
    told = [line for line in lines if line.startswith("✗")]
    assert told == ["✗ claude/mistral, claude/opus, claude/sonnet and 6 more: no Ollama at h"]
    assert not any("unscored" in line for line in lines)


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
    assert "claude/sonnet: cut off while thinking" in lines
    assert "claude/sonnet: loading took 6.0 s" in lines


def test_an_empty_answer_among_repeats_is_counted() -> None:
    rows = [DEMO[0], replace(DEMO[0], prompt_id="demo#2", output="", stop_reason="empty answer")]
    assert "claude/opus: 1 of 2 empty answer" in everything(rows, Look())["ranked"]
