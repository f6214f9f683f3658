"""The one place that talks HTTP.

httpx's failures become a few kinds, so that no caller has to know the library::

    ExchangeFailure        no whole answer came
    ├── Unreachable        nobody answered
    │   └── Refused        the machine is there, nothing listens (yet): worth another try
    ├── TimedOut           the time limit ran out
    ├── BrokenExchange     someone answered, and the exchange failed
    └── Stopped            we ended it ourselves

A status code is an answer, not a failure. Answers over 64 MiB are refused.

Exchanges run on one event loop in a thread of their own, because only so can a limit hold for the
whole exchange (a socket's own limit starts anew with every byte that drips in) and a call be ended
from another thread. To its users the client is a plain blocking one.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import errno
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType

import httpx

MAX_ANSWER_BYTES = 64 * 1024 * 1024
EVENT_STREAM = "text/event-stream"

_MAX_PORT = 65535
_POOL_SIZE = 5


class ExchangeFailure(Exception):
    """An exchange that brought no whole answer; the message is one line for people."""


class Unreachable(ExchangeFailure):
    """Nobody answered: refused, unknown name, no route."""


class Refused(Unreachable):
    """The machine answered that nothing listens on that port."""


class TimedOut(ExchangeFailure):
    """The time limit ran out."""


class BrokenExchange(ExchangeFailure):
    """Someone answered, and the connection failed or the answer was too large."""


class Stopped(ExchangeFailure):
    """``stop`` or ``close`` ended the exchange."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A whole answer.

    Attributes:
        status: Status code.
        headers: Header fields, names in lower case.
        body: The body, decompressed.
        arrivals: When which part of an event stream came: seconds since the exchange began, and
            bytes of the body that were there by then; empty for any other answer.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    arrivals: tuple[tuple[float, int], ...] = ()


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address (no port, no brackets) is this machine itself."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class HttpClient:
    """A connection pool with time limits on the whole exchange; safe to use from many threads.

    Proxies are taken from the environment, never for this machine itself; redirects are not
    followed. A user name and password in a URL are sent as basic authentication.
    """

    def __init__(self, *, connect_timeout_s: float = 5.0, connections: int = 100) -> None:
        self._connect_timeout_s = connect_timeout_s
        self._connections = connections
        self._lock = threading.Lock()
        self._pools: dict[bool, list[_Pool]] = {True: [], False: []}
        self._certificates: ssl.SSLContext | None = None
        self._in_flight: set[concurrent.futures.Future[HttpAnswer]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def __enter__(self) -> HttpClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def stop(self) -> None:
        """End the exchanges in flight; they raise ``Stopped``. Later ones are not touched."""
        with self._lock:
            in_flight = tuple(self._in_flight)
        for future in in_flight:
            future.cancel()

    def close(self) -> None:
        """End the exchanges in flight, close all connections and the thread."""
        with self._lock:
            self._closed = True
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        self.stop()
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(self._close_clients(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def get(
        self, url: str, *, timeout_s: float, headers: Mapping[str, str] | None = None
    ) -> HttpAnswer:
        """GET ``url``.

        Raises:
            Unreachable: Nobody answered.
            TimedOut: The whole exchange took longer than ``timeout_s``.
            BrokenExchange: The connection failed on the way, or the answer is too large.
            Stopped: ``stop`` or ``close`` was called.
        """
        return self._exchange(self._fetch("GET", url, None, timeout_s, headers or {}), None)

    def post_json(
        self,
        url: str,
        body: bytes,
        *,
        timeout_s: float,
        stopped: Callable[[], bool] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> HttpAnswer:
        """POST a JSON body to ``url``.

        Args:
            url: Where to.
            body: JSON in UTF-8.
            timeout_s: Limit of the whole exchange in seconds.
            stopped: Asked once ``stop`` can reach the exchange, so that a stop just before is not
                missed.
            headers: Further header fields, such as a key; they are in no message.

        Raises:
            Unreachable: Nobody answered.
            TimedOut: The whole exchange took longer than ``timeout_s``.
            BrokenExchange: The connection failed on the way, or the answer is too large.
            Stopped: ``stop`` or ``close`` was called.
        """
        sent = {"content-type": "application/json", **(headers or {})}
        return self._exchange(self._fetch("POST", url, body, timeout_s, sent), stopped)

    def _exchange(
        self,
        work: Coroutine[None, None, HttpAnswer],
        stopped: Callable[[], bool] | None,
    ) -> HttpAnswer:
        with self._lock:
            if self._closed:
                work.close()
                raise Stopped("the connection pool is closed")
            future = asyncio.run_coroutine_threadsafe(work, self._running_loop())
            self._in_flight.add(future)
        try:
            if stopped is not None and stopped():
                future.cancel()
            return future.result()
        except concurrent.futures.CancelledError:
            raise Stopped("cancelled") from None
        finally:
            future.cancel()  # Ctrl-C leaves it running otherwise
            with self._lock:
                self._in_flight.discard(future)

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=self._loop.run_forever, name="nornir-http", daemon=True
            )
            self._thread.start()
        return self._loop

    async def _fetch(
        self,
        method: str,
        url: str,
        body: bytes | None,
        timeout_s: float,
        headers: Mapping[str, str],
    ) -> HttpAnswer:
        limits = httpx.Timeout(None, connect=self._connect_timeout_s)
        begun = time.perf_counter()
        try:
            address = _usable(url)
            async with (
                asyncio.timeout(timeout_s),
                self._pool(is_loopback(address.host)) as client,
                client.stream(
                    method, address, content=body, headers=headers, timeout=limits
                ) as answer,
            ):
                data, arrivals = await _read_whole(answer, begun)
                return HttpAnswer(answer.status_code, dict(answer.headers), data, arrivals)
        except TimeoutError as failure:
            raise TimedOut(f"no whole answer within {timeout_s:g} s") from failure
        except httpx.ConnectTimeout as failure:
            raise Unreachable(f"no answer within {self._connect_timeout_s:g} s") from failure
        except httpx.ConnectError as failure:
            raise _connect_failure(failure, httpx.URL(url).host) from failure
        except httpx.ProxyError as failure:
            raise Unreachable(f"the proxy answers: {failure}") from failure
        except (
            httpx.InvalidURL,
            httpx.UnsupportedProtocol,
            UnicodeError,
            OverflowError,
        ) as failure:
            raise Unreachable(f"not a usable address: {failure}") from failure
        except (httpx.TransportError, httpx.DecodingError) as failure:
            raise BrokenExchange(str(failure) or type(failure).__name__) from failure

    @contextlib.asynccontextmanager
    async def _pool(self, local: bool) -> AsyncIterator[httpx.AsyncClient]:
        """Give the client of a pool that has room.

        httpcore looks at every connection of a pool for each request, so fifty calls in one pool
        cost several times what they cost in pools of five. Another pool is made only when those
        there are full; what is over the limit waits in the emptiest.
        """
        # Touched on the loop's thread only, so it needs no lock.
        pools = self._pools[local]
        most = max(1, self._connections // _POOL_SIZE)
        pool = min(pools, key=lambda each: each.in_use, default=None)
        if pool is None or (pool.in_use >= _POOL_SIZE and len(pools) < most):
            pool = _Pool(self._new_client(local))
            pools.append(pool)
        pool.in_use += 1
        try:
            yield pool.client
        finally:
            pool.in_use -= 1

    def _new_client(self, local: bool) -> httpx.AsyncClient:
        # A proxy would look for this machine's services on its own machine; Ollama's client makes
        # the same exception.
        limits = httpx.Limits(max_connections=_POOL_SIZE, max_keepalive_connections=_POOL_SIZE)
        try:
            if self._certificates is None:
                self._certificates = httpx.create_ssl_context()  # most of a client's start: shared
            return httpx.AsyncClient(limits=limits, trust_env=not local, verify=self._certificates)
        except (ImportError, ValueError, OSError, httpx.InvalidURL) as failure:
            raise Unreachable(
                f"the proxy or certificate settings of the environment cannot be used: {failure}"
            ) from failure

    async def _close_clients(self) -> None:
        ending = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*ending, return_exceptions=True)
        for pools in self._pools.values():
            for pool in pools:
                await pool.client.aclose()
            pools.clear()


@dataclass(slots=True)
class _Pool:
    """A client with its connections, and how many calls it is making."""

    client: httpx.AsyncClient
    in_use: int = 0


def _usable(url: str) -> httpx.URL:
    address = httpx.URL(url)
    if address.port is not None and not 0 < address.port <= _MAX_PORT:
        raise httpx.InvalidURL(f"{address.port} is no port")
    return address


async def _read_whole(
    answer: httpx.Response, begun: float
) -> tuple[bytes, tuple[tuple[float, int], ...]]:
    pieces = bytearray()
    arrivals: list[tuple[float, int]] = []
    timed = answer.headers.get("content-type", "").startswith(EVENT_STREAM)
    async for piece in answer.aiter_bytes():
        pieces += piece
        if timed:
            arrivals.append((time.perf_counter() - begun, len(pieces)))
        if len(pieces) > MAX_ANSWER_BYTES:
            raise BrokenExchange(f"the answer is over {MAX_ANSWER_BYTES // 1024 // 1024} MiB")
    return bytes(pieces), tuple(arrivals)


def _connect_failure(failure: httpx.ConnectError, host: str) -> Unreachable:
    causes = [cause for cause in _causes(failure) if isinstance(cause, OSError)]
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return Unreachable(f"the host name {host!r} is not known")
    if any(cause.errno == errno.ECONNREFUSED for cause in causes):
        return Refused("connection refused")
    told = next((cause.strerror for cause in reversed(causes) if cause.strerror), None)
    return Unreachable(told or str(failure) or "connection failed")


def _causes(failure: BaseException | None) -> Iterator[BaseException]:
    # httpx wraps httpcore wraps anyio wraps one OSError, or a group of them where a name has
    # several addresses.
    if failure is None:
        return
    yield failure
    if isinstance(failure, BaseExceptionGroup):
        for part in failure.exceptions:
            yield from _causes(part)
    yield from _causes(failure.__cause__ or failure.__context__)
