"""The few signs that screens use, and their ASCII stand-ins for consoles that lack them."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One sign a meaning; a sign never stands without its word or place."""

    winner: str
    failed: str
    absent: str
    unknown: str
    ellipsis: str
    times: str
    label: str


UNICODE = Glyphs("🥇", "✗", "·", "–", "…", "×", "°")
ASCII = Glyphs("*", "x", ".", "-", "~", "x", "^")


def glyphs_for(encoding: str) -> Glyphs:
    """Return the signs that a console of this encoding can show (cp1252 lacks ✗ and 🥇)."""
    signs = "".join(getattr(UNICODE, f.name) for f in fields(UNICODE))
    try:
        signs.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
