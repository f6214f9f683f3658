"""What tells the APIs of hosted models apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from nornir_desk.callers.heard import Heard
from nornir_desk.callers.knob_fields import KnobFields
from nornir_desk.domain.ask import Ask

Json = Mapping[str, object]

# Beyond this a count is a fault of the sender; it fits the table's columns.
MAX_TOKENS = 10**9


@dataclass(frozen=True, slots=True)
class WireRequest:
    """One request.

    Attributes:
        url: Where to; holds no key.
        body: JSON.
        knobs: How the knobs stand in it.
    """

    url: str
    body: Json
    knobs: KnobFields = field(default_factory=KnobFields)


class Wire(Protocol):
    """One API. It asks for a stream, and reads a whole answer as well where one comes."""

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the header fields of every request; ``key`` is in no other place."""
        ...

    def request(self, ask: Ask, model: str, base_url: str) -> WireRequest:
        """Return the request for an answer.

        Raises:
            CallFailed: A knob that the API cannot honour; nothing was sent.
        """
        ...

    def take(self, event: Json, at_s: float, heard: Heard, source: str) -> None:
        """Take one event of a stream in.

        Raises:
            CallFailed: It is an error, or no event of this API.
        """
        ...

    def whole(self, value: Json, heard: Heard, source: str) -> None:
        """Take an answer in that came as one JSON object.

        Raises:
            CallFailed: It is an error, or no answer of this API.
        """
        ...

    def listing_url(self, base_url: str) -> str:
        """Return where the models are listed."""
        ...

    def listed(self, value: Json, source: str) -> tuple[str, ...]:
        """Return the ids of the models in a listing, in its order.

        Raises:
            CallFailed: It is none.
        """
        ...
