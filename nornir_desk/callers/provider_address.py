"""Where a hosted provider is, as messages, lanes and rows name it."""

from __future__ import annotations

from urllib.parse import urlsplit

from nornir_desk.callers.ollama_host import THIS_MACHINE
from nornir_desk.domain.text import one_line
from nornir_desk.system.http import is_loopback

_PORTS = {"http": 80, "https": 443}


def host_key(base_url: str) -> str:
    """Return whose processor does the work: ``this machine``, else ``host:port``."""
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return one_line(base_url)
    if is_loopback(host):
        return THIS_MACHINE
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def shown_address(base_url: str) -> str:
    """Return an address without a user name or password in it."""
    scheme, mark, rest = base_url.partition("://")
    authority, slash, path = rest.partition("/")
    return one_line(f"{scheme}{mark}{authority.rpartition('@')[2]}{slash}{path}")
