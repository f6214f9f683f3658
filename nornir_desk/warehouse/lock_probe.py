"""Is a lock held right now? Found out without writing, and without standing in the way of a taker."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Mapping
from pathlib import Path

_CONTENDED = frozenset({errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK})
# Linux lists who holds which lock; where it does not, each look asks the lock itself.
_HELD_LOCKS = Path("/proc/locks")


class LockProbe:
    """Looks at the same lock files again and again; not safe for many threads at once.

    Asking a lock that is free takes it, shared, for some microseconds, in which another's attempt
    fails. So one that was found free is not asked again until the system lists a lock on its file,
    or what it guards has changed (a holder in another container is in no list).
    """

    def __init__(self) -> None:
        self._found_free: frozenset[tuple[int, str]] = frozenset()

    def held(self, guarded: Mapping[Path, str]) -> frozenset[Path]:
        """Return those lock files that a live process holds; a missing one is held by nobody.

        Args:
            guarded: Lock files, and what stands for the state of what each guards.
        """
        listed = _listed_inodes()
        marks = {
            path: (inode, state)
            for path, state in guarded.items()
            if (inode := _inode(path)) is not None
        }
        held = {path for path, mark in marks.items() if self._is_held(path, mark, listed)}
        self._found_free = frozenset(marks[path] for path in marks if path not in held)
        return frozenset(held)

    def _is_held(self, path: Path, mark: tuple[int, str], listed: frozenset[int] | None) -> bool:
        if listed is not None and mark[0] not in listed and mark in self._found_free:
            return False
        return is_held(path)


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


def _listed_inodes() -> frozenset[int] | None:
    """Return the inodes on which the system lists a lock, or None where it lists none."""
    inodes: set[int] = set()
    try:
        lines = _HELD_LOCKS.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        # 1: FLOCK  ADVISORY  WRITE 4711 08:01:131073 0 EOF
        for word in line.split():
            if word.count(":") == 2:  # noqa: PLR2004  device major, minor, inode
                with contextlib.suppress(ValueError):
                    inodes.add(int(word.rpartition(":")[2]))
    return frozenset(inodes)


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None
