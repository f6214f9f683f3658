"""The documents are true: pages made from code are current, and every command in them runs."""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from nornir_desk.cli.main import COMMANDS
from tests.cli.conftest import ROOT, clean_environment
from tests.fakes.ollama import FakeOllama, Scripted

MADE = ("state.md", "help.md", "leaderboard.svg")
DOCUMENTS = (
    "README.md",
    "docs/bakeoff.md",
    "docs/providers.md",
    "docs/warehouse.md",
    "docs/desk.md",
)


def _pages() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pages: dict[str, str] = module.pages()
    return pages


@pytest.mark.parametrize("name", MADE)
def test_a_page_made_from_the_code_is_current(name: str) -> None:
    if name == "help.md" and sys.version_info >= (3, 13):
        pytest.skip("argparse words its help differently from Python 3.13 on")
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == _pages()[name], "run: python docs/make.py"


def commands(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def test_the_readme_opens_with_the_two_commands() -> None:
    assert commands("README.md")[:2] == ["python3 bootstrap.py run", "python3 bootstrap.py test"]


def _run(command: str, folder: Path, host: str) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    assert words[0] == "nornir", command
    if words[1] == "desk" and "--screenshot" not in words and "--once" not in words:
        words.append("--once")  # the same window, which does not wait for its user
    return subprocess.run(
        [sys.executable, "-m", "nornir_desk", *words[1:]],
        cwd=folder,
        env=clean_environment(
            folder, OLLAMA_HOST=host, PYTHONPATH=str(ROOT), XDG_CACHE_HOME=str(_cache())
        ),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def _cache() -> Path:
    # The model is fetched once for all tests, not once for each empty HOME.
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))


@pytest.mark.real
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_of_a_document_runs(document: str, tmp_path: Path) -> None:
    (tmp_path / "tasks.jsonl").write_text('{"id": "fr", "task": "Capital of France?"}\n"Hi"\n')
    (tmp_path / "task.md").write_text("Fix the parser.\n", encoding="utf-8")
    answer = Scripted(response="Paris", eval_count=3, eval_duration=60_000_000)
    with FakeOllama({"qwen3:8b": answer}) as ollama:
        assert _run("nornir bakeoff demo --quiet", tmp_path, ollama.url).returncode == 0
        for command in commands(document):
            if command.startswith("python3 bootstrap.py"):
                continue  # tests/contract/test_bootstrap.py runs these in a fresh clone
            done = _run(command, tmp_path, ollama.url)
            assert done.returncode == 0, (command, done.stderr)
            assert "Traceback" not in done.stderr


def test_polars_reads_the_table_as_the_page_shows(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "warehouse.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert _run("nornir bakeoff demo --quiet", tmp_path, "127.0.0.1:1").returncode == 0

    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True,
        env=clean_environment(tmp_path, POLARS_FMT_TABLE_FORMATTING="NOTHING"),
    )  # fmt: skip

    words = done.stdout.split()
    assert [word for word in words if word in ("claude", "kilo", "opus", "sonnet")] == [
        "claude", "opus", "claude", "sonnet", "kilo", "opus",
    ]  # fmt: skip


def test_every_command_has_its_help_in_the_documents() -> None:
    page = (ROOT / "docs" / "help.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"## `nornir {command} --help`" in page
