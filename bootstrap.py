"""Sets nornir-desk up in this checkout and starts it: only Python and git are needed.

    python3 bootstrap.py run                  a real bake-off on a small model, its leaderboard, the window
    python3 bootstrap.py run -- bakeoff demo  any other nornir command line
    python3 bootstrap.py test [pytest args]   all tests
    python3 bootstrap.py setup                only what the tests need, installed

Everything goes into .venv beside this file; the next call finds it ready.
Exit codes: that of the bake-off or of pytest; 2 usage, 4 something is missing, 130 Ctrl-C.
"""

# Parses on Python 3.8, so that an old Python is told what is wrong in a sentence.
from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import importlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Iterator, NamedTuple  # noqa: UP035  Python 3.8 reads this line

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
LOG = VENV / "bootstrap.log"
STAMP = VENV / "bootstrap.json"
HALF = VENV / "bootstrap.half"  # the stamp's place while .venv is being changed
EXE = ".exe" if os.name == "nt" else ""
PYTHON, NORNIR = BIN / f"python{EXE}", BIN / f"nornir{EXE}"
OLDEST = (3, 11)
USAGE, MISSING, INTERRUPTED = 2, 4, 130
FULL = 1_000_000  # bytes free; with less, even a log line may be lost
PLAIN_EVERY = 5  # seconds

BAKEOFF = [
    *("bakeoff", "run", "--task", "What is the capital of France? Answer in one sentence."),
    *("--models", "embedded/smollm2-135m,embedded/smollm2-135m-plain", "--matrix"),
]

# What Qt loads, and the Debian package that has it: first for any Qt, then for a window under X11.
_TABLE = """
libGL.so.1=libgl1 libEGL.so.1=libegl1 libxkbcommon.so.0=libxkbcommon0
libdbus-1.so.3=libdbus-1-3 libfontconfig.so.1=libfontconfig1 libfreetype.so.6=libfreetype6
libglib-2.0.so.0=libglib2.0-0 libX11.so.6=libx11-6 libX11-xcb.so.1=libx11-xcb1
libxcb-cursor.so.0=libxcb-cursor0 libxcb-icccm.so.4=libxcb-icccm4
libxcb-image.so.0=libxcb-image0 libxcb-keysyms.so.1=libxcb-keysyms1
libxcb-randr.so.0=libxcb-randr0 libxcb-render-util.so.0=libxcb-render-util0
libxcb-render.so.0=libxcb-render0 libxcb-shape.so.0=libxcb-shape0 libxcb-shm.so.0=libxcb-shm0
libxcb-sync.so.1=libxcb-sync1 libxcb-util.so.1=libxcb-util1 libxcb-xfixes.so.0=libxcb-xfixes0
libxcb-xkb.so.1=libxcb-xkb1 libxkbcommon-x11.so.0=libxkbcommon-x11-0
"""
LIBRARIES = dict(pair.split("=") for pair in _TABLE.split())
FONTS = "fonts-dejavu-core"  # without any font every text is empty boxes


class Stop(Exception):
    """What ends the bootstrap: one line for the user and an exit code."""

    def __init__(self, line: str, code: int = MISSING) -> None:
        super().__init__(line)
        self.code = code


class Stamp(NamedTuple):
    """What .venv was made of; it is there only while the install is whole."""

    root: str
    python: str
    pyproject: str
    extras: tuple[str, ...] = ()


def main(argv: list[str]) -> int:
    """Runs one command; every expected fault is one line on stderr."""
    try:
        return _dispatch(argv)
    except Stop as stop:
        line, code = str(stop), stop.code
    except KeyboardInterrupt:
        line, code = "interrupted", INTERRUPTED
    except OSError as fault:
        place = fault.filename or VENV
        full = fault.errno == errno.ENOSPC
        line, code = "the disk is full" if full else f"{place}: {fault.strerror or fault}", MISSING
    print(f"bootstrap: {line}", file=sys.stderr)
    return code


def run(arguments: list[str]) -> int:
    """The bake-off and then the window; or the given nornir command line alone."""
    window = prepare("run") and display(sys.platform, os.environ)
    if arguments:
        return _start([str(NORNIR), *arguments])
    print(f"$ nornir {' '.join(map(shlex.quote, BAKEOFF))}", file=sys.stderr)
    code = _start([str(NORNIR), *BAKEOFF])
    if window and code in {0, 1}:  # a failed cell is worth seeing too
        _start([str(NORNIR), "desk"])
    return code


def test(arguments: list[str]) -> int:
    """All tests, or those that pytest's arguments name; paths are relative to the checkout."""
    prepare("test")
    return _start([str(PYTHON), "-m", "pytest", *arguments], cwd=ROOT)


def setup(arguments: list[str]) -> int:
    """What the tests and the linters need, installed and nothing started."""
    if arguments:
        raise Stop(f"setup takes no arguments: {' '.join(arguments)}", USAGE)
    prepare("test")
    return 0


COMMANDS = {"run": run, "test": test, "setup": setup}


def prepare(command: str) -> bool:
    """Brings .venv to what the command needs.

    Returns:
        Whether there is a window to show and the libraries to show it with.
    """
    wanted = wanted_extras(command, ROOT)
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    now = Stamp(str(ROOT), _version(sys.version_info), digest, wanted)
    with _alone():
        old = read_stamp(STAMP)
        if not _usable(old, now):
            _make_venv()
            old = None
        todo = extras_to_install(old, now)
        if todo is not None:
            _install(now._replace(extras=todo))
        return "desktop" in wanted and _qt_can_load()


def wanted_extras(command: str, root: Path) -> tuple[str, ...]:
    """The extras of pyproject.toml that a command needs; those of `run` are among those of `test`."""
    extras = {"embedded"} if command == "run" else {"embedded", "plot", "test", "lint"}
    # A folder without a source file is what git leaves behind on another branch: __pycache__.
    if any((root / "nornir_desk" / "desk").glob("*.py")):
        extras |= {"desktop"} if command == "run" else {"desktop", "desktop-test"}
    if command != "run" and any((root / "nornir_desk" / "viz").glob("*.py")):
        extras.add("remote")
    return tuple(sorted(extras))


def extras_to_install(old: Stamp | None, now: Stamp) -> tuple[str, ...] | None:
    """All extras that .venv is to have after an install; None where it has them already."""
    if old is None:
        return now.extras
    both = tuple(sorted({*old.extras, *now.extras}))
    return None if old == now._replace(extras=both) else both


def read_stamp(path: Path) -> Stamp | None:
    """The stamp as it was written; anything else is no stamp."""
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        return Stamp(**{**fields, "extras": tuple(fields["extras"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def write_stamp(path: Path, stamp: Stamp) -> None:
    """Writes the stamp whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(stamp._asdict()), encoding="utf-8")
    part.replace(path)


def missing_packages(loads: Callable[[str], bool], *, fonts: bool) -> dict[str, str]:
    """What Qt would not find, by what is missing -> its Debian package."""
    missing = {name: package for name, package in LIBRARIES.items() if not loads(name)}
    return missing if fonts else {**missing, "a font": FONTS}


def display(platform: str, environment: os._Environ[str] | dict[str, str]) -> bool:
    """Whether a window can appear."""
    unix = platform not in {"win32", "darwin"}
    return not unix or any(environment.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY"))


def explain(log: str) -> str:
    """Says in a few words why an installation failed, from what pip, venv or apt-get printed."""
    if re.search(r"No space left on device|Errno 28\b|WinError 112\b", log):
        return "the disk is full"
    check = "; check the network and pip's configuration"
    found = re.search(r"satisfies the requirement (\S+).*\(from versions: (.*)\)", log)
    if found and found[2] != "none":
        return f"no version of {found[1]} fits this Python and system"
    if found:
        return f"{found[1]} could not be fetched: no package index answers or has it{check}"
    if re.search(r"NewConnectionError|NameResolution|ConnectTimeout|ProxyError|SSLError", log):
        return f"packages could not be fetched: the package index does not answer{check}"
    errors = re.findall(r"^\s*(?:error|E|\w*Error): *(.+ .+)$", log, re.MULTILINE | re.IGNORECASE)
    return errors[-1].strip() if errors else "the installer ended without a reason"


def step(log: str) -> str | None:
    """What pip is at, from the last telling line of what it printed."""
    words = {
        "Collecting": "collecting {}",
        "Building wheel for": "building {}",
        "Installing collected packages:": "installing what was collected",
        "WARNING: Retrying": "the package index does not answer, trying again",
    }
    found = re.findall(rf"^\s*({'|'.join(words)}) *([\w.-]*)", log, re.MULTILINE)
    return words[found[-1][0]].format(found[-1][1]) if found else None


def _dispatch(argv: list[str]) -> int:
    if sys.version_info[:2] < OLDEST:
        raise Stop(_too_old(sys.version_info, shutil.which))
    if not argv or {"-h", "--help"} & {*argv[:1], *argv[1:2]}:
        print(__doc__)
        return 0
    command, arguments = argv[0], argv[1:]
    if command not in COMMANDS:
        raise Stop(f"unknown command {command}: use run, test or setup", USAGE)
    return COMMANDS[command](arguments[1:] if arguments[:1] == ["--"] else arguments)


def _too_old(version: tuple[int, ...], which: Callable[[str], str | None]) -> str:
    line = f"Python {_version(version)} is too old: nornir-desk needs {_version(OLDEST)} or newer"
    names = [f"python3.{minor}" for minor in range(20, OLDEST[1] - 1, -1)]
    newer = next((name for name in names if which(name)), None)
    return f"{line}; call it as {newer} bootstrap.py" if newer else line


def _version(version: tuple[int, ...]) -> str:
    return f"{version[0]}.{version[1]}"


def _usable(old: Stamp | None, now: Stamp) -> bool:
    """Whether .venv runs, is of this Python and stands where it was made (its scripts name it)."""
    # Without pyvenv.cfg its python runs as the one it links to, and pip would fill that one.
    probe = "import sys, pip; print(sys.prefix != sys.base_prefix, '%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [str(PYTHON), "-c", probe], capture_output=True, text=True, check=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError):
        return False
    whole = old is None or (old.root == now.root and NORNIR.exists())
    return whole and not HALF.exists() and answer.stdout.split() == ["True", now.python]


def _make_venv() -> None:
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        print(f"{VENV} does not work here with Python {_version(sys.version_info)}: made anew")
        shutil.rmtree(VENV)
    VENV.mkdir()
    HALF.touch()
    if not _has_venv():
        package = f"python{_version(sys.version_info)}-venv"
        _apt_install([package])
        if not _has_venv():
            raise Stop(f"Python's venv module is missing: {_apt_line([package])}")
    base = getattr(sys, "_base_executable", None) or sys.executable
    _must([base, "-m", "venv", str(VENV)], "making .venv")
    HALF.unlink()


def _has_venv() -> bool:
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def _install(stamp: Stamp) -> None:
    """Installs the project editable; while it is under way there is no stamp.

    Stopped before it changed anything, what worked before works on. Stopped later, HALF stays,
    and the next call makes .venv anew.
    """
    extras = ",".join(stamp.extras)
    pip = [str(PYTHON), "-m", "pip", "install", "--no-input", "-e", f".[{extras}]"]
    started, before = time.monotonic(), LOG.stat().st_size if LOG.exists() else 0
    STAMP.touch()
    STAMP.replace(HALF)
    try:
        _must(pip, f"installing nornir-desk ({extras.replace(',', ', ')})")
    except BaseException:
        if b"\nInstalling collected" not in LOG.read_bytes()[before:]:
            HALF.replace(STAMP)
        raise
    write_stamp(STAMP, stamp)
    HALF.unlink()
    print(f"installed in {time.monotonic() - started:.0f} s")


def _must(command: list[str], title: str) -> None:
    code, log = _logged(command, title)
    if code:
        raise Stop(f"{_why(log)}; see {LOG}")


def _why(log: str) -> str:
    full = shutil.disk_usage(VENV).free < FULL
    return "the disk is full" if full else explain(log)


def _qt_can_load() -> bool:
    """Gets what Qt needs where that can be done, else says how."""
    missing = _missing_here()
    if missing and _apt_install(list(missing.values())):
        missing = _missing_here()
    if missing:
        debian = shutil.which("apt-get")
        how = _apt_line([*missing.values()]) if debian else f"install what has {', '.join(missing)}"
        print(f"no window without these libraries: {how}")
    return not missing


def _missing_here() -> dict[str, str]:
    if not sys.platform.startswith("linux"):
        return {}
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
    fonts = any(next(folder.rglob("*.[ot]tf"), None) for folder in folders)
    return missing_packages(_loads, fonts=fonts)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _apt_install(packages: list[str]) -> bool:
    """Installs Debian packages as root; False where that is not ours to do or failed."""
    apt = shutil.which("apt-get")
    if not (apt and _is_root() and Path("/etc/debian_version").exists()):
        return False
    install = [apt, "install", "-y", "--no-install-recommends", *packages]
    for command in ([apt, "update"], install):
        code, log = _logged(command, f"apt-get {command[1]}")
    if code:
        print(f"apt-get could not install {' '.join(packages)}: {_why(log)}; see {LOG}")
    return code == 0


def _apt_line(packages: list[str]) -> str:
    return f"{'' if _is_root() else 'sudo '}apt-get install -y {' '.join(packages)}"


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _logged(command: list[str], title: str) -> tuple[int, str]:
    """Runs an installer, its words in the log; shows what it is at. Returns its code and words."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONHOME"}
    environment.update(PYTHONUNBUFFERED="1", DEBIAN_FRONTEND="noninteractive")
    environment.update(PIP_USER="0", PIP_REQUIRE_VIRTUALENV="1")  # .venv and nothing else
    with LOG.open("ab") as out, LOG.open(encoding="utf-8", errors="replace") as words:
        words.seek(0, os.SEEK_END)
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            close_fds=False,  # it holds the lock of _alone even if this process is killed
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        log = ""
        with _progress(title) as show:
            try:
                while process.poll() is None:
                    time.sleep(0.1)
                    log += words.read()
                    show(step(log) or "")
            finally:
                process.terminate()  # not kill: apt-get has things to put right
                process.wait()
        return process.returncode, log + words.read()


@contextlib.contextmanager
def _progress(title: str) -> Iterator[Callable[[str], None]]:
    """One line that changes on a terminal; elsewhere a plain line each few seconds.

    The plain lines go to stdout, so that stderr holds faults only.
    """
    started = time.monotonic()
    live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    last = {"text": "", "at": started}

    def show(text: str) -> None:
        now = time.monotonic()
        line = f"{title}: {text} " if text else f"{title} "
        if live:
            width = shutil.get_terminal_size().columns - 8
            sys.stderr.write(f"\r{line[:width].ljust(width)}{now - started:4.0f} s")
            sys.stderr.flush()
        elif text != last["text"] and now - last["at"] >= PLAIN_EVERY:
            print(f"  {text}", flush=True)
            last.update(text=text, at=now)

    if not live:
        print(title, flush=True)
    try:
        yield show
    finally:
        if live:
            sys.stderr.write("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r")


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Two calls in one checkout must not fill one .venv at once (Windows has no such lock)."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with Path(__file__).open(encoding="utf-8") as own:
        os.set_inheritable(own.fileno(), True)
        try:
            fcntl.flock(own, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another set-up in this checkout", flush=True)
            fcntl.flock(own, fcntl.LOCK_EX)
        yield


def _start(command: list[str], cwd: Path | None = None) -> int:
    """Runs a program in the foreground; Ctrl-C is the program's to answer, and is waited for."""
    sys.stdout.flush()
    process = subprocess.Popen(command, cwd=cwd)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        code = process.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):  # a path may hold what the console cannot show
        stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
