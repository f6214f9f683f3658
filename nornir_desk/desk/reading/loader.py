"""Runs jobs in the background and hands what they return to the thread that draws."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

T = TypeVar("T")


class Cancelled(Exception):
    """A job was superseded, or the window closes."""


class Ticket:
    """What a job asks whether anyone still waits for it; safe from any thread."""

    def __init__(self) -> None:
        self._gone = threading.Event()

    def cancel(self) -> None:
        """Tell that nobody waits any longer."""
        self._gone.set()

    @property
    def cancelled(self) -> bool:
        """Has anyone cancelled it?"""
        return self._gone.is_set()

    def check(self) -> None:
        """End the job where nobody waits for it.

        Raises:
            Cancelled: It is so.
        """
        if self._gone.is_set():
            raise Cancelled


class Loader(QObject):
    """One background thread; jobs must touch no widget.

    A job of a kind supersedes the one before of that kind: what that one returns is dropped, so
    nothing stale is ever drawn. Call ``close`` before the application ends.
    """

    _ended = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._tickets: dict[str, Ticket] = {}
        self._open = True
        # Queued: it crosses into the thread that draws.
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Is anyone waiting for a job?"""
        return bool(self._tickets)

    def load(
        self,
        kind: str,
        job: Callable[[Ticket], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run ``job`` in the background, then ``done`` or ``failed`` in this thread.

        Args:
            kind: What it supersedes.
            job: Gets a ticket that tells when nobody waits any longer.
            done: Gets what the job returned.
            failed: Gets what the job raised.
        """
        if not self._open:
            return
        self.drop(kind)
        ticket = self._tickets[kind] = Ticket()

        def run() -> None:
            outcome: tuple[bool, Any]
            try:
                ticket.check()
                outcome = (True, job(ticket))
            except Cancelled:
                return
            except Exception as failure:  # noqa: BLE001 - whatever a job raises is told, never lost
                outcome = (False, failure)
            if not ticket.cancelled:
                self._ended.emit((kind, ticket, outcome, done, failed))

        self._pool.submit(run)

    def drop(self, kind: str) -> None:
        """Let go of the job of a kind, if there is one."""
        ticket = self._tickets.pop(kind, None)
        if ticket is not None:
            ticket.cancel()

    def close(self) -> None:
        """Let go of every job and wait for the thread to end."""
        self._open = False
        for kind in list(self._tickets):
            self.drop(kind)
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _deliver(self, told: tuple[str, Ticket, tuple[bool, Any], Any, Any]) -> None:
        kind, ticket, (good, value), done, failed = told
        if self._tickets.get(kind) is not ticket:
            return
        del self._tickets[kind]
        (done if good else failed)(value)
