"""Doubles of the ports that callers use."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.ports.evidence import EvidenceFile

PLACE = EvidencePlace("20261130T120000-ab12", "local-llm", "qwen3:8b", "say-hi-1234abcd")


def wait_until(condition: Callable[[], bool], timeout_s: float = 10.0) -> None:
    """Return once ``condition`` holds."""
    until = time.monotonic() + timeout_s
    pause = threading.Event()
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError("it did not come to pass")
        pause.wait(0.005)


class FakeClock:
    """A clock that passes only while somebody sleeps, and at once."""

    def __init__(self, now_micros: int = 1_796_000_000_000_000) -> None:
        self._begun_micros = now_micros
        self.passed = 0.0

    @property
    def slept(self) -> float:
        return round(self.passed, 6)

    def now_micros(self) -> int:
        return self._begun_micros + round(self.passed * 1e6)

    def monotonic(self) -> float:
        return self.passed

    def sleep(self, seconds: float) -> None:
        self.passed += seconds


class WaitedClock:
    """The real monotonic clock whose sleeps tell that they have begun, for cancelling a wait."""

    def __init__(self) -> None:
        self.sleeping = threading.Event()
        self.go_on = threading.Event()

    def now_micros(self) -> int:
        return time.time_ns() // 1000

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        self.sleeping.set()
        self.go_on.wait(max(10.0, seconds))


class MemoryEvidence:
    """Keeps evidence in memory."""

    def __init__(self) -> None:
        self.files: dict[tuple[EvidencePlace, str], bytes] = {}

    def write(self, place: EvidencePlace, name: str, data: bytes) -> None:
        self.files[place, name] = data

    def folder_of(self, place: EvidencePlace) -> Path:
        return Path(place.run_id)

    def listing(self, place: EvidencePlace) -> tuple[EvidenceFile, ...]:
        return tuple(
            EvidenceFile(name, len(data))
            for (kept, name), data in sorted(self.files.items(), key=lambda item: item[0][1])
            if kept == place
        )
