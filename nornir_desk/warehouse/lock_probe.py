"""Is a lock held right now? Found out without writing, and without standing in the way of a taker."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_CONTENDED = frozenset({errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK})
# Linux lists who holds which lock; where it does not, each look asks the lock itself.
_HELD_LOCKS = Path("/proc/locks")
# 1: FLOCK  ADVISORY  WRITE 4711 08:01:131073 0 EOF
_LISTED = re.compile(
    r"\d+: FLOCK +\S+ +WRITE +\S+ (?P<major>[0-9a-f]+):(?P<minor>[0-9a-f]+):(?P<inode>\d+) .*"
)


class _File(NamedTuple):
    major: int
    minor: int
    inode: int


class LockProbe:
    """Looks at the same lock files again and again; not safe for many threads at once.

    Asking a lock that is free takes it, shared, for some microseconds, in which another's attempt
    fails. So one that was found free is not asked again until the system lists a lock on its file,
    or what it guards has changed (a holder in another container is in no list).
    """

    def __init__(self) -> None:
        self._found_free: frozenset[tuple[_File, str]] = frozenset()

    def held(self, guarded: Mapping[Path, str]) -> frozenset[Path]:
        """Return those lock files that a live process holds; a missing one is held by nobody.

        Args:
            guarded: Lock files, and what stands for the state of what each guards.
        """
        listed = _listed_files()
        marks = {
            path: (file, state)
            for path, state in guarded.items()
            if (file := _file_of(path)) is not None
        }
        held = {path for path, mark in marks.items() if self._is_held(path, mark, listed)}
        self._found_free = frozenset(marks[path] for path in marks if path not in held)
        return frozenset(held)

    def _is_held(
        self, path: Path, mark: tuple[_File, str], listed: frozenset[_File] | None
    ) -> bool:
        if listed is None:
            return is_held(path)
        if mark[0] in listed:
            return True
        # Layered file systems list another device than they show.
        maybe = any(file.inode == mark[0].inode for file in listed)
        return is_held(path) if maybe or mark not in self._found_free else False


def is_held(path: Path) -> bool:
    """Tell whether a process holds the lock file ``path``; one that cannot be asked is free."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return _refused(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":

    def _refused(descriptor: int) -> bool:
        # A locked byte cannot be read by others.
        try:
            os.read(descriptor, 1)
        except OSError:
            return True
        return False

else:

    def _refused(descriptor: int) -> bool:
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as failure:
            return failure.errno in _CONTENDED
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        return False


def _listed_files() -> frozenset[_File] | None:
    """Return the files that somebody has locked for writing, or None where the system lists none."""
    try:
        lines = _HELD_LOCKS.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    found = (_LISTED.fullmatch(line) for line in lines)
    return frozenset(
        _File(int(one["major"], 16), int(one["minor"], 16), int(one["inode"]))
        for one in found
        if one
    )


def _file_of(path: Path) -> _File | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    if sys.platform == "win32":
        return _File(0, 0, stat.st_ino)
    return _File(os.major(stat.st_dev), os.minor(stat.st_dev), stat.st_ino)
