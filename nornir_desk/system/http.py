"""The one place that talks HTTP.

httpx's failures become two kinds, so that no caller has to know the library: ``Unreachable`` where
nobody answered, ``BrokenExchange`` where someone did and the exchange failed. A status code is an
answer, not a failure. Answers over 64 MiB are refused.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType

import httpx

MAX_ANSWER_BYTES = 64 * 1024 * 1024


class ExchangeFailure(Exception):
    """An exchange that brought no whole answer; the message is one line for people."""


class Unreachable(ExchangeFailure):
    """Nobody answered: refused, unknown name, no route."""


class TimedOut(ExchangeFailure):
    """The time limit ran out."""


class BrokenExchange(ExchangeFailure):
    """Someone answered, and the connection failed or the answer was too large."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A whole answer.

    Attributes:
        status: Status code.
        headers: Header fields, names in lower case.
        body: The body, decompressed.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class HttpClient:
    """A connection pool with time limits on the whole exchange; safe to use from many threads.

    Proxies are taken from the environment as httpx does; redirects are not followed.
    """

    def __init__(self, *, connect_timeout_s: float = 5.0, connections: int = 100) -> None:
        self._connect_timeout_s = connect_timeout_s
        self._client = httpx.Client(
            limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
        )

    def __enter__(self) -> HttpClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; exchanges in flight fail."""
        self._client.close()

    def get(self, url: str, *, timeout_s: float) -> HttpAnswer:
        """GET ``url``.

        Raises:
            Unreachable: Nobody answered.
            TimedOut: The whole exchange took longer than ``timeout_s``.
            BrokenExchange: The connection failed on the way, or the answer is too large.
        """
        return self._exchange("GET", url, None, timeout_s)

    def post_json(self, url: str, body: bytes, *, timeout_s: float) -> HttpAnswer:
        """POST a JSON body to ``url``.

        Raises:
            Unreachable: Nobody answered.
            TimedOut: The whole exchange took longer than ``timeout_s``.
            BrokenExchange: The connection failed on the way, or the answer is too large.
        """
        return self._exchange("POST", url, body, timeout_s)

    def _exchange(self, method: str, url: str, body: bytes | None, timeout_s: float) -> HttpAnswer:
        deadline = time.monotonic() + timeout_s
        limits = httpx.Timeout(timeout_s, connect=min(timeout_s, self._connect_timeout_s))
        headers = {"content-type": "application/json"} if body is not None else {}
        try:
            with self._client.stream(
                method, url, content=body, headers=headers, timeout=limits
            ) as answer:
                data = _read_whole(answer, deadline, timeout_s)
                return HttpAnswer(answer.status_code, dict(answer.headers), data)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError) as failure:
            raise Unreachable(f"not a usable address: {failure}") from failure
        except httpx.ConnectTimeout as failure:
            raise Unreachable(f"no answer within {self._connect_timeout_s:g} s") from failure
        except httpx.TimeoutException as failure:
            raise TimedOut(f"no whole answer within {timeout_s:g} s") from failure
        except httpx.ConnectError as failure:
            raise Unreachable(str(failure) or "connection failed") from failure
        except (httpx.TransportError, httpx.DecodingError) as failure:
            raise BrokenExchange(str(failure) or type(failure).__name__) from failure


def _read_whole(answer: httpx.Response, deadline: float, timeout_s: float) -> bytes:
    # httpx times each read; a host that drips would never end.
    pieces = bytearray()
    for piece in answer.iter_bytes():
        pieces += piece
        if len(pieces) > MAX_ANSWER_BYTES:
            raise BrokenExchange(f"the answer is over {MAX_ANSWER_BYTES // 1024 // 1024} MiB")
        if time.monotonic() > deadline:
            raise TimedOut(f"no whole answer within {timeout_s:g} s")
    return bytes(pieces)
