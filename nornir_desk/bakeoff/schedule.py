"""The order of calls in time: by host, grouped by model, few at once.

Calls that share a processor falsify each other's speed, so each host has its own queue and, unless
more jobs are asked for, answers one call at a time. Cells of one model follow one another, so that
it is loaded once.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from nornir_desk.domain.plan import Cell, grouped_by_model

# How long an interrupted run waits for calls in flight to end before it leaves them behind.
_GRACE_S = 2.0
_POLL_S = 0.2

T = TypeVar("T")


@dataclass
class _Lanes:
    """What the lanes of one run share: a stop flag and the way news reach the main thread."""

    stop: threading.Event = field(default_factory=threading.Event)
    news: queue.SimpleQueue[BaseException | None] = field(default_factory=queue.SimpleQueue)


def run_lanes(
    cells: Sequence[Cell],
    *,
    host_of: Callable[[Cell], str],
    work: Callable[[Cell], T],
    keep: Callable[[T], None],
    cancel: Callable[[], None],
    jobs: int = 1,
) -> None:
    """Work on all cells and keep each result before its lane starts the next.

    Returns when every cell is kept. Lanes are daemon threads: a call that hangs cannot keep the
    process alive after Ctrl-C.

    Args:
        cells: What to work on, in the order of the plan.
        host_of: The host whose turn a cell takes.
        work: Makes one call; it must not raise for a failed cell.
        keep: Takes a result to disk; called by many lanes at once.
        cancel: Asks calls in flight to end soon.
        jobs: Lanes per host.

    Raises:
        KeyboardInterrupt: The user stopped the run; results of calls in flight are dropped.
        Exception: What ``work`` or ``keep`` raised; no further call is started.
    """
    lanes = _Lanes()

    def keep_unless_stopped(result: T) -> None:
        # What a cancelled call brings is no result. One that came before the cancel is kept.
        if not lanes.stop.is_set():
            keep(result)

    threads = [
        threading.Thread(
            target=_lane,
            args=(lanes, waiting, work, keep_unless_stopped),
            name=f"lane-{host}",
            daemon=True,
        )
        for host, waiting in _queues(cells, host_of).items()
        for _ in range(min(jobs, waiting.qsize()))
    ]
    for thread in threads:
        thread.start()
    try:
        _await(lanes, len(threads))
    except BaseException:
        lanes.stop.set()
        cancel()
        raise
    finally:
        for thread in threads:
            thread.join(timeout=_GRACE_S / len(threads))


def _queues(
    cells: Iterable[Cell], host_of: Callable[[Cell], str]
) -> dict[str, queue.SimpleQueue[Cell]]:
    by_host: dict[str, list[Cell]] = {}
    for cell in cells:
        by_host.setdefault(host_of(cell), []).append(cell)
    queues: dict[str, queue.SimpleQueue[Cell]] = {}
    for host, own in by_host.items():
        queues[host] = queue.SimpleQueue()
        for cell in grouped_by_model(own):
            queues[host].put(cell)
    return queues


def _lane(
    lanes: _Lanes,
    waiting: queue.SimpleQueue[Cell],
    work: Callable[[Cell], T],
    keep: Callable[[T], None],
) -> None:
    try:
        while not lanes.stop.is_set():
            try:
                cell = waiting.get_nowait()
            except queue.Empty:
                break
            keep(work(cell))
    except BaseException as failure:  # noqa: BLE001  it is raised again in the main thread
        lanes.news.put(failure)
    else:
        lanes.news.put(None)


def _await(lanes: _Lanes, running: int) -> None:
    while running:
        try:
            # A bounded wait lets Ctrl-C through on every system.
            failure = lanes.news.get(timeout=_POLL_S)
        except queue.Empty:
            continue
        if failure is not None:
            raise failure
        running -= 1
