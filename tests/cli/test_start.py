"""--version and --help come at once: nothing heavy is imported."""

import subprocess
import sys

import pytest

from nornir_desk import __version__
from tests.cli.conftest import ROOT, Nornir

HEAVY = (
    "dataclasses",
    "PySide6",
    "pyarrow",
    "pyiceberg",
    "httpx",
    "grpc",
    "pydantic",
    "rich",
    "sqlalchemy",
)
PROBE = """
import sys
from nornir_desk.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("LOADED", *sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("bakeoff", "run", "--help")])
def test_nothing_heavy_is_imported(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words], capture_output=True, text=True, cwd=ROOT, check=True
    )
    loaded = done.stdout.rpartition("LOADED")[2].split()
    assert "nornir_desk" in loaded
    assert not set(HEAVY) & set(loaded)


def test_the_version(nornir: Nornir) -> None:
    ended = nornir("--version")
    assert (ended.code, ended.out) == (0, f"nornir {__version__}\n")
