"""Keeping the secrets of the environment out of everything that is kept or shown."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

_SECRET_NAME = re.compile(
    r"api_?keys?|(?:^|_)keys?\d*(?:_|$)|token|secret|passw|passphrase|credential"
    r"|(?:^|_)(?:pass|pwd|pat|jwt|bearer|auth)(?:_|$)"
)
# These hold where a secret is, or how many, not the secret.
_PLACE_NAME = re.compile(r"_(?:file|path|dir|host|name|id|sock|count|limit|env)$")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Shorter values are words that occur in honest text.
_MIN_LENGTH = 8
# What stands where a text was cut; a secret before it was cut too.
_CUT = re.compile(r"(?:\.\.\.|\N{HORIZONTAL ELLIPSIS}|$)")


class Redactor:
    """Blots the values of secret-looking environment variables out of text and bytes.

    A variable counts as secret by its name (KEY, TOKEN, SECRET, PASSWORD, PWD, PAT, JWT, ... as a
    part of it, unless it ends in FILE, PATH or the like) where its value has at least 8 characters;
    so does the password of an address in any variable. Spellings count as well: trimmed, as JSON
    escapes them, and the head of a secret where a text was cut within it.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._secrets: dict[str, str] = {}
        for name, value in environment.items():
            if _is_secret(name, value):
                self._add(value, name)
            password = _password_of(value)
            if len(password) >= _MIN_LENGTH:
                self._add(password, name)
        self._compile()

    def hide(self, value: str, name: str) -> None:
        """Blot out ``value`` too, as ``[name redacted]``; under 8 characters it is left alone."""
        if len(value) >= _MIN_LENGTH:
            self._add(value, name)
            self._compile()

    def hide_credentials(self, userinfo: str) -> None:
        """Blot out the credentials of an address: ``user:password`` or a lone token.

        The pair is hidden as written, decoded and as a header has it (base64), its password alone
        only from 8 characters on: a short one is a word of honest text.
        """
        if not userinfo:
            return
        for spelling in {userinfo, unquote(userinfo)}:
            user, colon, password = spelling.partition(":")
            self._add(base64.b64encode(spelling.encode()).decode(), "credentials")
            if colon:
                self._add(spelling, "credentials")
            if len(password if colon else user) >= _MIN_LENGTH:
                self._add(password if colon else user, "credentials")
        self._compile()

    def found_in(self, text: str) -> str | None:
        """Return the name of a variable whose value stands in ``text``, None where none does."""
        match = self._pattern.search(text) if self._pattern else None
        return self._secrets[match.group()] if match else None

    def text(self, text: str) -> str:
        """Return ``text`` without secrets."""
        if self._pattern is None:
            return text
        text = self._pattern.sub(lambda match: f"[{self._secrets[match.group()]} redacted]", text)
        return self._without_heads(text)

    def data(self, data: bytes) -> bytes:
        """Return UTF-8 ``data`` without secrets; other bytes pass unchanged.

        JSON that spells a secret in escapes is written anew without it.
        """
        if self._pattern is None:
            return data
        text = data.decode("utf-8", "surrogateescape")
        if "\\" in text:
            text = self._unescaped(text)
        return self.text(text).encode("utf-8", "surrogateescape")

    def _unescaped(self, text: str) -> str:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return text
        clean = self._walk(value)
        return text if clean == value else json.dumps(clean)

    def _walk(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._walk(item) for item in value]
        if isinstance(value, dict):
            return {self.text(key): self._walk(item) for key, item in value.items()}
        return value

    def _without_heads(self, text: str) -> str:
        for secret, name in self._secrets.items():
            if len(secret) < _MIN_LENGTH:
                continue
            at = text.find(secret[:_MIN_LENGTH])
            while at >= 0:
                end = at + _common_length(text, at, secret)
                if _CUT.match(text, end):
                    text = f"{text[:at]}[{name} redacted]{text[end:]}"
                at = text.find(secret[:_MIN_LENGTH], at + 1)
        return text

    def _add(self, value: str, name: str) -> None:
        for spelling in {value, value.strip(), json.dumps(value.strip())[1:-1]}:
            if spelling:
                self._secrets[spelling] = name

    def _compile(self) -> None:
        # The longest first, so that a secret that contains another is blotted out whole.
        ordered = sorted(self._secrets, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None


def without_credentials(address: str) -> str:
    """Return an address without what stands before its ``@``."""
    scheme, mark, rest = address.rpartition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"


def _is_secret(name: str, value: str) -> bool:
    lowered = _CAMEL.sub("_", name).lower()
    is_path = value.startswith("/") and "/" in value[1:]
    return (
        len(value.strip()) >= _MIN_LENGTH
        and not is_path
        and _SECRET_NAME.search(lowered) is not None
        and _PLACE_NAME.search(lowered) is None
    )


def _password_of(value: str) -> str:
    if "://" not in value or "@" not in value:
        return ""
    try:
        return urlsplit(value).password or ""
    except ValueError:
        return ""


def _common_length(text: str, at: int, secret: str) -> int:
    length = 0
    while length < len(secret) and text[at + length : at + length + 1] == secret[length]:
        length += 1
    return length
