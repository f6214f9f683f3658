"""Where nornir keeps things on this platform."""

from __future__ import annotations

from pathlib import Path

import platformdirs

_APP = "nornir"


def data_folder() -> Path:
    """Return the user's data folder of nornir, such as ``~/.local/share/nornir``."""
    return Path(platformdirs.user_data_dir(_APP, appauthor=False))


def cache_folder() -> Path:
    """Return the user's cache folder of nornir, such as ``~/.cache/nornir``."""
    return Path(platformdirs.user_cache_dir(_APP, appauthor=False))
