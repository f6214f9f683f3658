"""Keeping the secrets of the environment out of everything that is kept or shown."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SECRET_NAME = re.compile(
    r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)", re.IGNORECASE
)
# These hold where a secret is, not the secret.
_PLACE_NAME = re.compile(r"_(?:FILE|PATH|DIR|URL|HOST|NAME|ID)$", re.IGNORECASE)
# Shorter values are words that occur in honest text.
_MIN_LENGTH = 8


class Redactor:
    """Blots the values of secret-looking environment variables out of text and bytes.

    A variable counts as secret where a part of its name is KEY, TOKEN, SECRET, PASSWORD or
    CREDENTIAL, it does not end in FILE, PATH or the like, and its value has at least 8 characters. ``hide`` adds further values, such as the
    password of a host's address.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._secrets: dict[str, str] = {
            value: name
            for name, value in environment.items()
            if len(value) >= _MIN_LENGTH
            and _SECRET_NAME.search(name)
            and not _PLACE_NAME.search(name)
        }
        self._compile()

    def hide(self, value: str, name: str) -> None:
        """Blot out ``value`` too, whatever its length, as ``[name redacted]``."""
        if value:
            self._secrets[value] = name
            self._compile()

    def found_in(self, text: str) -> str | None:
        """Return the name of a variable whose value stands in ``text``, None where none does."""
        match = self._pattern.search(text) if self._pattern else None
        return self._secrets[match.group()] if match else None

    def text(self, text: str) -> str:
        """Return ``text`` without secrets."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: f"[{self._secrets[match.group()]} redacted]", text)

    def data(self, data: bytes) -> bytes:
        """Return UTF-8 ``data`` without secrets; other bytes pass unchanged."""
        if self._pattern is None:
            return data
        return self.text(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def _compile(self) -> None:
        # The longest first, so that a secret that contains another is blotted out whole.
        ordered = sorted(self._secrets, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None
