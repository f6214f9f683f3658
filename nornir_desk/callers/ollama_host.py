"""Where Ollama is: ``--host``, else ``$OLLAMA_HOST``, else this machine's default port.

The forms are those of Ollama's own client (``envconfig.Host``): blanks and quotes are trimmed; a
bare host or address gets port 11434, one with a scheme 80 or 443; IPv6 stands with or without
brackets; a path stays as a prefix. ``0.0.0.0`` and ``::`` are where a *server* listens; a client
dials the loopback address. Unlike Ollama, which falls back to the default port, a port that is no
port is refused: a run against another host than the one named would measure the wrong thing.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.text import one_line
from nornir_desk.system.http import is_loopback

THIS_MACHINE = "this machine"
VARIABLE = "OLLAMA_HOST"

_DEFAULT_PORT = 11434
_SCHEME_PORTS = {"http": 80, "https": 443}
_MAX_PORT = 65535
_CLOUD = "ollama.com"  # the one bare name that Ollama's client dials by https
_LISTEN_ANYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (dialled, not bound)
_NAME = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?")
_REMEDY = "write it as host, host:port or http://host:port"


@dataclass(frozen=True, slots=True)
class OllamaHost:
    """An address to call.

    Attributes:
        base_url: What to call, without a trailing slash; holds the credentials, if any.
        display: The same for people, files and errors: no credentials.
        key: Whose processor does the work: ``this machine``, else ``host:port``.
        userinfo: The credentials within ``base_url`` as written, for redaction; empty without.
    """

    base_url: str = field(repr=False)
    display: str
    key: str
    userinfo: str = field(default="", repr=False)


def ollama_host(option: str | None, environment: Mapping[str, str]) -> OllamaHost:
    """Return the host to call.

    Args:
        option: The value of ``--host``; None or blank where it was not given.
        environment: Where ``OLLAMA_HOST`` is looked up.

    Raises:
        UsageFault: The value is no address, or its port is no port.
    """
    given = _clean(option or "")
    if given:
        return _parse(given, "--host")
    told = _clean(environment.get(VARIABLE, ""))
    return _parse(told or f"localhost:{_DEFAULT_PORT}", VARIABLE)


def _clean(value: str) -> str:
    return value.strip().strip("\"'").strip()


def _parse(value: str, place: str) -> OllamaHost:
    scheme, mark, rest = value.partition("://")
    scheme = scheme.lower() if mark else "http"
    rest = rest if mark else value
    authority, _, path = rest.partition("/")
    userinfo, _, hostport = authority.rpartition("@")
    if "@" in path and not userinfo:
        # Nothing of the value is shown: any part of it may be the password.
        raise UsageFault(f"{place} has a '/' before its '@'", "write '/' in a password as %2F")
    if not mark and hostport == _CLOUD:
        scheme, mark = "https", "://"
    shown = _shown(value, userinfo)
    if scheme not in _SCHEME_PORTS:
        raise UsageFault(f"{place} {shown!r} has the scheme {one_line(scheme)!r}", _REMEDY)
    host, port_text = _split(hostport)
    default_port = _SCHEME_PORTS[scheme] if mark else _DEFAULT_PORT
    port = _port(port_text, default_port, f"{place} {shown!r}")
    literal = _literal(_LISTEN_ANYWHERE.get(host, host), f"{place} {shown!r}")
    suffix = _suffix(path, f"{place} {shown!r}")
    credentials = _credentials(userinfo)
    return OllamaHost(
        base_url=f"{scheme}://{credentials}{literal}:{port}{suffix}",
        display=f"{scheme}://{literal}:{port}{suffix}",
        key=THIS_MACHINE if is_loopback(literal.strip("[]")) else f"{literal}:{port}",
        userinfo=userinfo,
    )


def _shown(value: str, userinfo: str) -> str:
    return one_line(value.replace(f"{userinfo}@", "") if userinfo else value)


def _split(hostport: str) -> tuple[str, str | None]:
    """Split into host and port; a bare IPv6 address has colons and no port."""
    if hostport.startswith("["):
        host, closed, rest = hostport[1:].partition("]")
        if not closed:
            return hostport, None
        return host, rest[1:] if rest.startswith(":") else (rest or None)
    if hostport.count(":") > 1:
        return hostport, None
    host, colon, port = hostport.partition(":")
    return host, port if colon else None


def _port(text: str | None, default: int, what: str) -> int:
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()) or not 0 < int(text[:6]) <= _MAX_PORT:
        raise UsageFault(
            f"{what}: {one_line(text)!r} is no port", f"a port is a number from 1 to {_MAX_PORT}"
        )
    return int(text)


def _literal(host: str, what: str) -> str:
    """Return the host as it stands in a URL: IPv6 in brackets, a name in its ASCII form."""
    if ":" in host:
        address, _, zone = host.partition("%")
        try:
            short = ipaddress.IPv6Address(address).compressed
        except ValueError:
            raise UsageFault(f"{what}: {one_line(host)!r} is no IPv6 address", _REMEDY) from None
        return f"[{short}%25{quote(zone.removeprefix('25'), safe='')}]" if zone else f"[{short}]"
    try:
        name = host.encode("idna").decode("ascii") if not host.isascii() else host
    except UnicodeError:
        name = ""
    if not _NAME.fullmatch(name):
        raise UsageFault(f"{what}: {one_line(host)!r} is no host name or address", _REMEDY)
    return name


def _suffix(path: str, what: str) -> str:
    prefix = path.strip("/")
    if any(mark in prefix for mark in "?#") or one_line(prefix) != prefix:
        raise UsageFault(
            f"{what}: {one_line(path)!r} is no path", "leave out everything from ? or #"
        )
    return f"/{quote(prefix, safe='/%:@~!$&()*+,;=')}" if prefix else ""


def _credentials(userinfo: str) -> str:
    if not userinfo:
        return ""
    user, colon, password = userinfo.partition(":")
    escaped = ":".join(quote(part, safe="%") for part in ([user, password] if colon else [user]))
    return f"{escaped}@"
