from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from nornir_desk.system import http
from nornir_desk.system.http import (
    BrokenExchange,
    HttpClient,
    Refused,
    Stopped,
    TimedOut,
    Unreachable,
    is_loopback,
)
from tests.fakes.http_double import Asked, HttpDouble, Reply, event
from tests.fakes.ollama import FakeOllama, Scripted

GENERATE = b'{"model":"m","prompt":"hi","stream":false}'


@pytest.fixture
def client() -> Iterator[HttpClient]:
    with HttpClient() as opened:
        yield opened


class Dripping:
    """A server that sends a byte now and then and never ends its answer."""

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._ended = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"

    def __enter__(self) -> Dripping:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            connection.recv(65536)
            for number in range(10_000):
                try:
                    connection.sendall(self._head[number : number + 1] or b"x")
                except OSError:
                    return
                if self._ended.wait(0.02):
                    return


def test_a_status_code_is_an_answer(client: HttpClient) -> None:
    with FakeOllama(
        {"m": Scripted(status=503, error="busy", headers={"Retry-After": "3"})}
    ) as host:
        page = client.get(f"{host.url}/", timeout_s=5)
        answer = client.post_json(f"{host.url}/api/generate", GENERATE, timeout_s=5)
    assert (page.status, page.body) == (200, b"Ollama is running")
    assert (answer.status, answer.body) == (503, b'{"error": "busy"}')
    assert answer.headers["retry-after"] == "3"


def test_nobody_there(client: HttpClient) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(Refused, match=r"^connection refused$"):
            client.get(f"http://127.0.0.1:{port}/", timeout_s=5)
        with pytest.raises(Refused, match=r"^connection refused$"):
            client.get(f"http://localhost:{port}/", timeout_s=5)
    with pytest.raises(Unreachable, match=r"^the host name 'nowhere.invalid' is not known$"):
        client.get("http://nowhere.invalid/", timeout_s=5)


@pytest.mark.parametrize(
    "url", ["http://[::1", "gopher://x/", "http://127.0.0.1:99999999/", "http:///x"]
)
def test_no_address(client: HttpClient, url: str) -> None:
    with pytest.raises(Unreachable, match=r"^not a usable address: "):
        client.get(url, timeout_s=5)


@pytest.mark.parametrize(
    "head", [b"HTTP/1.1 200 OK\r\nX-Drip: ", b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"]
)
def test_the_limit_holds_for_the_whole_exchange_however_it_drips(
    client: HttpClient, head: bytes
) -> None:
    with Dripping(head) as host:
        begun = time.monotonic()
        with pytest.raises(TimedOut, match=r"^no whole answer within 1.5 s$"):
            client.get(host.url, timeout_s=1.5)
        assert 1.4 < time.monotonic() - begun < 10


def test_something_that_speaks_no_http(client: HttpClient) -> None:
    with Dripping(b"220 smtp ready\r\n\r\n") as host, pytest.raises(BrokenExchange):
        client.get(host.url, timeout_s=5)


def test_too_large_an_answer(client: HttpClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MAX_ANSWER_BYTES", 2 * 1024 * 1024)
    large = Scripted(response="x" * 3_000_000)
    too_large = pytest.raises(BrokenExchange, match=r"^the answer is over 2 MiB$")
    with FakeOllama({"m": large}) as host, too_large:
        client.post_json(f"{host.url}/api/generate", GENERATE, timeout_s=20)


def test_stop_ends_what_is_in_flight_and_close_everything() -> None:
    client = HttpClient()
    with FakeOllama({"m": Scripted(hang=True)}) as host, ThreadPoolExecutor(1) as pool:
        url = f"{host.url}/api/generate"
        future = pool.submit(client.post_json, url, GENERATE, timeout_s=60)
        host.wait_until_asked()
        client.stop()
        with pytest.raises(Stopped, match=r"^cancelled$"):
            future.result(10)
        assert client.get(f"{host.url}/", timeout_s=5).status == 200
        client.close()
        client.close()
        with pytest.raises(Stopped, match=r"^the connection pool is closed$"):
            client.get(f"{host.url}/", timeout_s=5)


def test_a_stop_just_before_the_exchange_is_not_missed(client: HttpClient) -> None:
    with FakeOllama({"m": Scripted(hang=True)}) as host:
        url = f"{host.url}/api/generate"
        with pytest.raises(Stopped, match=r"^cancelled$"):
            client.post_json(url, GENERATE, timeout_s=60, stopped=lambda: True)


def test_this_machine_is_never_asked_for_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_PROXY", "no_proxy", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    with FakeOllama() as proxy, FakeOllama() as host:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        with HttpClient() as client:
            assert client.get(f"{host.url}/", timeout_s=5).body == b"Ollama is running"
            assert proxy.requests == []
            client.get("http://example.invalid/", timeout_s=5)
        assert [request.path for request in proxy.requests] == ["http://example.invalid/"]


def test_a_proxy_setting_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_PROXY", "no_proxy", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", "gopher://proxy:1")
    with HttpClient() as client, pytest.raises(Unreachable, match=r"^the proxy or certificate"):
        client.get("http://example.invalid/", timeout_s=5)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("LOCALHOST.", True),
        ("my.localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost.example.com", False),
        ("192.168.0.1", False),
        ("::2", False),
        ("", False),
    ],
)
def test_is_loopback(host: str, local: bool) -> None:
    assert is_loopback(host) is local


class Streaming(HttpDouble):
    """Streams three events, a while apart."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        super().__init__()

    def answer(self, asked: Asked) -> Reply:
        events = [event({"n": number}) for number in range(3)]
        return Reply(content_type=self._kind, events=events, pause_s=0.05)


def test_an_event_stream_tells_when_what_came(client: HttpClient) -> None:
    with Streaming("text/event-stream; charset=utf-8") as host:
        answer = client.post_json(host.url, b"{}", timeout_s=5)
    times = [at_s for at_s, _ in answer.arrivals]
    assert times == sorted(times)
    assert times[-1] - times[0] >= 0.09  # two pauses
    assert answer.arrivals[-1][1] == len(answer.body)


def test_another_answer_is_not_timed(client: HttpClient) -> None:
    with Streaming("application/json") as host:
        assert client.get(host.url, timeout_s=5).arrivals == ()


def test_header_fields_are_sent_along(client: HttpClient) -> None:
    with Streaming("application/json") as host:
        client.post_json(host.url, b"{}", timeout_s=5, headers={"x-api-key": "k"})
        client.get(host.url, timeout_s=5, headers={"x-api-key": "g"})
        posted, got = (asked.headers for asked in host.requests)
    assert (posted["x-api-key"], posted["content-type"]) == ("k", "application/json")
    assert got["x-api-key"] == "g"
    assert "content-type" not in got
