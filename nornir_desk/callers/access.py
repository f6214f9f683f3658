"""How a provider is spoken to: its wire and its key, which is sent and never told."""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.callers.wire import Wire
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.domain.provider import Provider, missing_key


@dataclass(frozen=True, slots=True)
class Access:
    """How a provider is spoken to.

    Attributes:
        provider: Who.
        wire: Its API.
        key: The variable that holds the key and the key; None where none is set.
    """

    provider: Provider
    wire: Wire
    key: tuple[str, str] | None = None

    def headers(self) -> dict[str, str]:
        """Return the header fields of every request.

        Raises:
            PrerequisiteMissing: The key is missing, or cannot be sent.
        """
        if self.key is None:
            if self.provider.key_variables:
                raise PrerequisiteMissing(*missing_key(self.provider))
            return self.wire.headers(None)
        variable, key = self.key
        if not key.isascii() or not key.isprintable() or " " in key:
            raise PrerequisiteMissing(
                f"{variable} holds signs that no key has", f"set {variable} to the key alone"
            )
        return self.wire.headers(key)

    def without_key(self, text: str) -> str:
        """Return a foreign text with the key blotted out of it."""
        if self.key is None:
            return text
        return text.replace(self.key[1], f"[{self.key[0]} redacted]")
