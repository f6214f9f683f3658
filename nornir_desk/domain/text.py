"""Text that has to survive Arrow, JSON and a terminal."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_SLUG_MAX = 40
# As much of an error or a name as is said in passing: in a tooltip, or read aloud.
BRIEF = 400


def well_formed(text: str) -> str:
    """Return ``text`` with lone surrogates replaced by U+FFFD and split pairs joined.

    Models stream UTF-16 halves now and then; UTF-8, which Arrow and JSON files are made of,
    cannot hold them.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def one_line(text: str) -> str:
    """Return ``text`` as one line that no terminal can be steered by.

    White space is folded; control characters and direction marks become U+FFFD, so a name or an
    error text from elsewhere cannot move the cursor, recolour the screen or reorder a row.
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", " ".join(well_formed(text).split()))


def brief(text: str, most: int = BRIEF) -> str:
    """Return ``text`` as one line of at most ``most`` characters and an ellipsis.

    Of a text of a megabyte no more is looked at than may be shown.
    """
    line = one_line(text[: 4 * most])
    cut = len(line) > most or len(text) > 4 * most
    return f"{line[:most]}\N{HORIZONTAL ELLIPSIS}" if cut else line


def digest8(text: str) -> str:
    """Return the first 8 hex digits of the SHA-256 of ``text`` in UTF-8."""
    return hashlib.sha256(well_formed(text).encode()).hexdigest()[:8]


def slug(text: str) -> str:
    """Return a readable handle of ``text``: lower case, ``a-z0-9-``, at most 40 characters."""
    plain = unicodedata.normalize("NFKD", well_formed(text)).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    handle = ""
    for word in words:
        grown = f"{handle}-{word}" if handle else word[:_SLUG_MAX]
        if len(grown) > _SLUG_MAX:
            break
        handle = grown
    return handle or "task"
