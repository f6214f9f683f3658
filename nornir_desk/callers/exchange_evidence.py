"""What a call sent and received, kept as evidence of its cell."""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.domain.ask import EvidencePlace
from nornir_desk.ports.evidence import EvidenceStore

REQUEST = "request.json"
RESPONSE = "response.json"
STREAM = "response.sse"  # the events as they came
MAX_RESPONSE_BYTES = 1024 * 1024
CUT_MARK = b"\n[cut: %d of %d bytes kept]\n"


@dataclass(frozen=True, slots=True)
class ExchangeEvidence:
    """Writes the evidence of one call; does nothing where none is asked for.

    Writing raises StorageFault where the place cannot be written.
    """

    store: EvidenceStore | None
    place: EvidencePlace | None

    def request(self, body: bytes) -> None:
        """Keep the body as sent."""
        self._write(REQUEST, body)

    def response(self, body: bytes, *, streamed: bool = False) -> None:
        """Keep the body as received: its first MiB, with a mark where there was more."""
        if len(body) > MAX_RESPONSE_BYTES:
            body = body[:MAX_RESPONSE_BYTES] + CUT_MARK % (MAX_RESPONSE_BYTES, len(body))
        self._write(STREAM if streamed else RESPONSE, body)

    def facts(self, name: str, data: bytes) -> None:
        """Keep what was found out about the call under a name of its own."""
        self._write(name, data)

    def _write(self, name: str, data: bytes) -> None:
        if self.store is not None and self.place is not None:
            self.store.write(self.place, name, data)
