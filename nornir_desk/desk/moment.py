"""The time now, where the reader is, and the home folder."""

from __future__ import annotations

from pathlib import Path

from nornir_desk.desk.local_zone import local_zone
from nornir_desk.ports.clock import Clock
from nornir_desk.present.status_line import Now
from nornir_desk.system.clock import SystemClock


def moment(clock: Clock | None = None) -> Now:
    """Return the moment; the system's clock is asked where no other is given."""
    micros = (clock or SystemClock()).now_micros()
    return Now(micros, local_zone(micros), str(Path.home()))
