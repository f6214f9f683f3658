"""The ground under the doubles of hosted providers: a scripted HTTP server on a loopback port.

A double answers each request by a function of it, whole or as server-sent events piece by piece,
and keeps what was asked. It can break a stream off, and let calls hang until it is told.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Literal, Self

Json = dict[str, object]
Ending = Literal["stop", "length", "refused", "filtered"]


@dataclass(frozen=True)
class Said:
    """What a model says, whatever the wire.

    Attributes:
        text: The answer, in the pieces that a stream has.
        thinking: The thinking, in pieces.
        hidden_thinking: Thinking tokens whose text is not shown.
        ending: How it ends.
        tokens_in: Prompt tokens, cached ones included.
        tokens_out: Answer tokens, thinking included.
        cached: Prompt tokens read from the cache.
        written: Prompt tokens written to the cache.
        usage: Whether the usage is told at all.
        whole: Answer as one JSON object even where a stream is asked for.
        pause_s: Between two pieces of a stream.
        cut: Break the stream off after so many events.
        error_after: Send the wire's error event after so many events.
        status: Status code.
        error: Error text; the body is then the wire's error object.
        body: The raw body instead of all that.
        content_type: Content type of a raw body.
        headers: Further header fields.
        hang: No answer until ``release``.
        more: Fields laid over the answer's usage.
    """

    text: Sequence[str] = ("ok",)
    thinking: Sequence[str] = ()
    hidden_thinking: int = 0
    ending: Ending = "stop"
    tokens_in: int = 12
    tokens_out: int = 100
    cached: int = 0
    written: int = 0
    usage: bool = True
    whole: bool = False
    pause_s: float = 0.0
    cut: int | None = None
    error_after: int | None = None
    status: int = 200
    error: str = ""
    body: bytes | None = None
    content_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    hang: bool = False
    more: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    method: str
    path: str
    body: Json
    headers: dict[str, str]


@dataclass(frozen=True)
class Reply:
    """An answer: one body, or the events of a stream."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    events: Sequence[bytes] | None = None
    pause_s: float = 0.0
    cut: int | None = None
    hang: bool = False


def json_reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """Return a reply of JSON."""
    return Reply(status, json.dumps(value).encode(), headers=headers or {})


def event(value: object, name: str = "") -> bytes:
    """Return one server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {value if isinstance(value, str) else json.dumps(value)}\n\n".encode()


class HttpDouble:
    """A double on a free loopback port; its subclasses say what it answers."""

    def __init__(self) -> None:
        self.requests: list[Asked] = []
        self._released = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler, self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, name="double"
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
        self._server.shutdown()
        self._thread.join()
        self._server.end_connections()
        self._server.server_close()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def posted(self) -> list[Asked]:
        """The requests for answers."""
        return [asked for asked in self.requests if asked.method == "POST"]

    def release(self) -> None:
        """Let hanging answers go."""
        self._released.set()

    def answer(self, asked: Asked) -> Reply:
        """Return what is answered."""
        raise NotImplementedError

    def wait(self, seconds: float | None) -> None:
        self._released.wait(seconds)


class ModelDouble(HttpDouble):
    """A double with models: each says one thing, or one after the other and the last again.

    Args:
        models: Model id -> what it says.
        key: The key that it takes; None takes any and none.
    """

    def __init__(
        self, models: Mapping[str, Said | Sequence[Said]], *, key: str | None = "sk-test-1234567890"
    ) -> None:
        self.key = key
        self.models = {
            name: (said,) if isinstance(said, Said) else tuple(said)
            for name, said in models.items()
        }
        self._told: dict[str, int] = {}
        self._telling = threading.Lock()
        super().__init__()

    def answer(self, asked: Asked) -> Reply:
        refused = self.refused(asked) or self.page(asked)
        if refused is not None:
            return refused
        model = self.model_of(asked)
        said = self.next_said(model)
        if said is None:
            return self.unknown(model)
        if said.body is not None:
            return Reply(said.status, said.body, said.content_type, said.headers)
        return self.fault(said) if said.error else self.say(asked, said)

    def refused(self, asked: Asked) -> Reply | None:
        """Return how a request without its due is refused."""
        raise NotImplementedError

    def page(self, asked: Asked) -> Reply | None:
        """Return what is told of no model, such as the list of them."""
        raise NotImplementedError

    def model_of(self, asked: Asked) -> str:
        """Return the model that is asked for."""
        return str(asked.body.get("model"))

    def unknown(self, model: str) -> Reply:
        """Return the answer for a model that is not there."""
        raise NotImplementedError

    def fault(self, said: Said) -> Reply:
        """Return a scripted error."""
        raise NotImplementedError

    def say(self, asked: Asked, said: Said) -> Reply:
        """Return an answer."""
        raise NotImplementedError

    def next_said(self, model: str) -> Said | None:
        """Return what a model says now; None where there is no such model."""
        found = self.models.get(model)
        if found is None:
            return None
        with self._telling:
            turn = self._told.get(model, 0)
            self._told[model] = turn + 1
        return found[min(turn, len(found) - 1)]


def stream(said: Said, events: Sequence[bytes], broken: bytes) -> Reply:
    """Return the reply of a stream, broken off where that is asked for."""
    if said.error_after is not None:
        events = [*events[: said.error_after], broken]
    return Reply(
        content_type="text/event-stream; charset=utf-8",
        headers=said.headers,
        events=events,
        pause_s=said.pause_s,
        cut=said.cut,
        hang=said.hang,
    )


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # joined at the end: no thread outlives its test
    request_queue_size = 128

    def __init__(
        self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], double: HttpDouble
    ) -> None:
        self.double = double
        self._open: set[socket.socket] = set()
        super().__init__(address, handler)

    def process_request(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        if isinstance(request, socket.socket):
            self._open.add(request)
        super().process_request(request, client_address)

    def end_connections(self) -> None:
        """Wake the handlers that wait for a next request on a kept connection."""
        for connection in self._open:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def handle_error(self, request: object, client_address: object) -> None:
        """Stay silent where a client hung up; anything else is a fault of the double."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # the stub names a private alias


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def double(self) -> HttpDouble:
        assert isinstance(self.server, _Server)
        return self.server.double

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the base's name)
        """Keep the test's output clean."""

    def _answer(self) -> None:
        sent = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, self.path, json.loads(sent) if sent else {}, headers)
        self.double.requests.append(asked)
        reply = self.double.answer(asked)
        if reply.hang:
            self.double.wait(None)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.events is None:
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)
        else:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self._stream(reply, reply.events)

    def _stream(self, reply: Reply, events: Sequence[bytes]) -> None:
        for data in events[: reply.cut]:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()
            if reply.pause_s:
                self.double.wait(reply.pause_s)
        if reply.cut is None:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True
