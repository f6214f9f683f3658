"""Text of a model or an agent as a window shows it: harmless, in parts that are shown at once."""

from __future__ import annotations

import re
from collections.abc import Sequence

PART = 200_000
"""How many signs of a text are shown at once."""

# A line without an end takes a window long to lay out; it goes on in the next line.
_LONGEST_LINE = 2_000
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# Control characters, direction marks and overrides, line separators, lone surrogates; tab and line
# feed stay.
_HARMFUL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_TOO_LONG = re.compile(rf"([^\n]{{{_LONGEST_LINE}}})(?=[^\n])")
_KILO = 1_000
_SHORT = 10


def harmless(text: str) -> str:
    """Return ``text`` with every sign that steers replaced by U+FFFD, one for one."""
    return _HARMFUL.sub(_REPLACEMENT, text)


def shown_part(text: str, start: int) -> str:
    """Return the part of ``text`` from ``start`` on as it is shown; ``PART`` signs of it."""
    part = text[start : start + PART].replace("\r\n", "\n").replace("\r", "\n")
    return _TOO_LONG.sub(r"\1\n", harmless(part))


def pieces(text: str, size: int) -> Sequence[str]:
    """Return ``text`` in pieces of about ``size`` signs, cut after line ends where there are any."""
    found, start = [], 0
    while start < len(text):
        end = min(start + size, len(text))
        if end < len(text):
            end = text.rfind("\n", start, end) + 1 or end
        found.append(text[start:end])
        start = end
    return found


def shown_note(text: str, shown: int) -> str:
    """Return how much of a text is shown: ``showing the first 200 kB of 10 MB``; "" for all."""
    if shown >= len(text):
        return ""
    part = size_of(text[:shown])
    if text.isascii():
        return f"showing the first {size_text(part)} of {size_text(len(text))}"
    # To count 10 MB of other letters takes longer than a frame.
    whole = part * len(text) // max(shown, 1)
    return f"showing the first {size_text(part)} of about {size_text(whole)}"


def size_of(text: str) -> int:
    """Return how many bytes a text is in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def size_text(size: int) -> str:
    """Return a size: ``812 B``, ``118 kB``, ``1.5 MB``, ``10 MB``."""
    value = float(size)
    if value < _KILO:
        return f"{size} B"
    for unit in ("kB", "MB"):
        value /= _KILO
        if round(value) < _KILO:
            return (
                f"{value:.1f} {unit}"
                if round(value, 1) < _SHORT and value % 1
                else f"{value:.0f} {unit}"
            )
    return f"{value / _KILO:.1f} GB"
