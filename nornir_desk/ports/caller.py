"""Who answers a cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask

# Hears of a file being fetched: what it is, bytes so far, bytes in all.
Fetching = Callable[[str, int, int], None]


class ModelCaller(Protocol):
    """The spec's trait: the simplest form of a request."""

    def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
        """Answer ``prompt`` with ``model``, driven by ``agent``.

        Raises:
            CallFailed: No answer was had; the message says why.
        """
        ...


@dataclass(frozen=True, slots=True)
class Route:
    """How a column will be measured.

    Attributes:
        driver: What answers, as stored in the column ``driver``.
        host: Whose processor does the work; calls to one host wait for each other.
    """

    driver: str
    host: str


@runtime_checkable
class Caller(ModelCaller, Protocol):
    """A caller that takes the whole request and tells beforehand how it would be answered."""

    def ask(self, ask: Ask) -> ModelAnswer:
        """Answer one request.

        Raises:
            CallFailed: No answer was had; the message says why.
        """
        ...

    def route(self, agent: str, model: str) -> Route:
        """Tell who would answer and where."""
        ...

    def check(self, agent: str, model: str) -> str | None:
        """Return None where the host of this cell answers, else why it does not, in one line."""
        ...

    def prepare(self, model: str, fetching: Fetching) -> None:
        """Fetch what a model needs, so that no call's time holds a download.

        Raises:
            PrerequisiteMissing: It cannot be had; the message says what and the remedy.
        """
        ...

    def cancel(self) -> None:
        """Ask calls in flight to end soon; they raise CallFailed."""
        ...

    def close(self) -> None:
        """Free models, processes and connections."""
        ...
