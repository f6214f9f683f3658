"""Where the reader is."""

from __future__ import annotations

from datetime import UTC, tzinfo

from nornir_desk.present.formats import utc


def local_zone(now_micros: int) -> tzinfo:
    """Return the machine's time zone, as its clocks stand at a time."""
    return utc(now_micros).astimezone().tzinfo or UTC
