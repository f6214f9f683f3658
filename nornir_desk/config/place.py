"""Where ``nornir.toml`` is."""

from __future__ import annotations

from pathlib import Path

import platformdirs

NAME = "nornir.toml"


def user_file() -> Path:
    """Return the file in the user's configuration folder, such as ``~/.config/nornir/config.toml``."""
    return Path(platformdirs.user_config_dir("nornir", appauthor=False)) / "config.toml"


def find(folder: Path) -> Path | None:
    """Return the file of a working folder, else the user's; None where neither is there."""
    for path in (folder / NAME, user_file()):
        if path.exists():
            return path
    return None
