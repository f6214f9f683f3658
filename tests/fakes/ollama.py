"""A faithful double of Ollama's HTTP server, scripted per model.

It answers like the real one where a caller can tell the difference: status codes and error texts,
metrics omitted when they are zero, an empty prompt that only loads, plain text at ``/``. In a test::

    with FakeOllama({"qwen3:8b": Scripted(response="Paris")}) as ollama:
        ...  # ollama.url, ollama.requests, ollama.most_at_once

For other processes: ``python -m tests.fakes.ollama --port 0 --script FILE.json`` prints its URL on
the first line and ends when its standard input does. The script: ``{"version": "0.12.6", "models":
{"name": {...} or [{...}, ...]}}``, each entry the fields of ``Scripted``; a list is answered in turn
and its last entry stands. ``GET /fake/log`` there tells what was asked, ``POST /fake/release`` lets
hanging answers go.
"""

from __future__ import annotations

import argparse
import base64
import json
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType

Json = dict[str, object]

_CREATED = "2026-11-30T12:00:00.000000000Z"
_METRICS = (
    "total_duration",
    "load_duration",
    "prompt_eval_count",
    "prompt_eval_duration",
    "eval_count",
    "eval_duration",
)


@dataclass(frozen=True)
class Scripted:
    """One answer of a model; durations in nanoseconds.

    Attributes:
        response: Answer text.
        thinking: Thinking text, kept apart as Ollama does.
        done: The field of that name.
        done_reason: ``stop``, ``length``; empty leaves it out.
        prompt_eval_count: Prompt tokens; 0 (cached) leaves it out, as Ollama does with each metric.
        eval_count: Answer tokens.
        total_duration: Whole call.
        load_duration: Loading the model.
        prompt_eval_duration: Reading the prompt.
        eval_duration: Decoding.
        status: Status code.
        error: An error text; the body is then ``{"error": ...}``.
        body: The raw body instead of all of the above.
        body_base64: The same for bytes.
        content_type: Content type of the answer.
        headers: Further header fields.
        delay_s: Waiting before the answer, for calls that are to overlap.
        hang: No answer until ``release``.
        drop: Close the connection instead of answering.
        cut: Announce the whole body and send only so many bytes of it.
        thinks: Whether the model has the capability ``thinking``.
    """

    response: str = "ok"
    thinking: str = ""
    done: bool = True
    done_reason: str = "stop"
    prompt_eval_count: int = 12
    eval_count: int = 100
    total_duration: int = 1_200_000_000
    load_duration: int = 0
    prompt_eval_duration: int = 100_000_000
    eval_duration: int = 1_000_000_000
    status: int = 200
    error: str = ""
    body: str | None = None
    body_base64: str | None = None
    content_type: str = "application/json; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    hang: bool = False
    drop: bool = False
    cut: int | None = None
    thinks: bool = True

    def encoded(self, model: str) -> bytes:
        """Return the body that this answer has on the wire."""
        if self.body_base64 is not None:
            return base64.b64decode(self.body_base64)
        if self.body is not None:
            return self.body.encode("utf-8")
        if self.error:
            return json.dumps({"error": self.error}).encode()
        return json.dumps(self._generated(model)).encode()

    def _generated(self, model: str) -> Json:
        answer: Json = {
            "model": model,
            "created_at": _CREATED,
            "response": self.response,
            "done": self.done,
        }
        if self.thinking:
            answer["thinking"] = self.thinking
        if self.done_reason:
            answer["done_reason"] = self.done_reason
        answer.update((name, getattr(self, name)) for name in _METRICS if getattr(self, name))
        return answer


@dataclass(frozen=True)
class Recorded:
    """A request as it came; ``at`` in seconds of the monotonic clock."""

    method: str
    path: str
    model: str
    body: Json
    headers: dict[str, str]
    at: float


Script = Mapping[str, Scripted | Sequence[Scripted]]


class FakeOllama:
    """The double, on a free loopback port unless one is named."""

    def __init__(
        self, models: Script | None = None, *, version: str = "0.12.6", port: int = 0
    ) -> None:
        self.version = version
        self.requests: list[Recorded] = []
        self.most_at_once = 0
        self._models = {_tagged(name): _in_turn(script) for name, script in (models or {}).items()}
        self._answered: dict[str, int] = {}
        self._at_once = 0
        self._released = threading.Event()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), _Handler, self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, name="fake-ollama"
        )

    def __enter__(self) -> FakeOllama:
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
    def generated(self) -> list[Recorded]:
        """The requests for answers, in the order they came."""
        return [request for request in self.requests if request.path == "/api/generate"]

    def release(self) -> None:
        """Let hanging answers go."""
        self._released.set()

    def wait_until_asked(self, count: int = 1, timeout_s: float = 10.0) -> None:
        """Return once ``count`` answers were asked for."""
        until = time.monotonic() + timeout_s
        while len(self.generated) < count:
            if time.monotonic() > until:
                raise TimeoutError(f"{len(self.generated)} of {count} requests came")
            self._released.wait(0.005)

    def log(self) -> Json:
        """Return what was asked, for other processes."""
        return {"requests": [asdict(r) for r in self.requests], "most_at_once": self.most_at_once}

    # What the handlers use

    def record(self, request: Recorded) -> None:
        with self._lock:
            self.requests.append(request)

    def names(self) -> tuple[str, ...]:
        return tuple(self._models)

    def loaded(self) -> tuple[str, ...]:
        return tuple(self._answered)

    def peek(self, model: str) -> Scripted | None:
        """Return the next answer of a model, None where there is no such model."""
        found = self._models.get(_tagged(model))
        if not found:
            return None
        return found[min(self._answered.get(_tagged(model), 0), len(found) - 1)]

    def take(self, model: str) -> Scripted | None:
        with self._lock:
            answer = self.peek(model)
            if answer is not None:
                self._answered[_tagged(model)] = self._answered.get(_tagged(model), 0) + 1
            return answer

    def enter_call(self) -> None:
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)

    def leave_call(self) -> None:
        with self._lock:
            self._at_once -= 1

    def wait_for_release(self) -> None:
        self._released.wait()

    def pause(self, seconds: float) -> None:
        self._released.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # joined at the end: no thread outlives its test
    request_queue_size = 128

    def __init__(
        self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], fake: FakeOllama
    ) -> None:
        self.fake = fake
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
    def fake(self) -> FakeOllama:
        assert isinstance(self.server, _Server)
        return self.server.fake

    def do_GET(self) -> None:
        self._record({})
        fake = self.fake
        known: dict[str, object] = {
            "/api/version": {"version": fake.version},
            "/api/tags": {"models": [_listed(name) for name in fake.names()]},
            "/api/ps": {"models": [_running(name) for name in fake.loaded()]},
            "/fake/log": fake.log(),
        }
        if self.path == "/":
            self._send(200, b"Ollama is running", "text/plain; charset=utf-8")
        elif self.path in known:
            self._send_json(200, known[self.path])
        else:
            self._no_page()

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path == "/fake/release":
            self.fake.release()
            self._send_json(200, {})
        elif self.path not in ("/api/generate", "/api/show"):
            self._no_page()
        elif not raw:
            self._send_json(400, {"error": "missing request body"})
        else:
            self._answer(raw)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the base's name)
        """Keep the test's output clean."""

    def _answer(self, raw: bytes) -> None:
        try:
            body = json.loads(raw)
        except ValueError:
            self._send_json(400, {"error": "invalid character in JSON body"})
            return
        model = str(body.get("model", ""))
        self._record(body, model)
        if self.path == "/api/show":
            self._show(model)
            return
        self.fake.enter_call()
        try:
            self._generate(body, model)
        finally:
            self.fake.leave_call()

    def _show(self, model: str) -> None:
        found = self.fake.peek(model)
        if found is None:
            self._send_json(404, {"error": f"model '{model}' not found"})
            return
        capabilities = ["completion", *(["thinking"] if found.thinks else [])]
        self._send_json(
            200, {"details": _details(), "model_info": {}, "capabilities": capabilities}
        )

    def _generate(self, body: Json, model: str) -> None:
        fake = self.fake
        answer = fake.take(model)
        if answer is None:
            self._send_json(404, {"error": f"model '{model}' not found"})
        elif body.get("think") and not answer.thinks:
            self._send_json(400, {"error": f'"{model}" does not support thinking'})
        elif not body.get("prompt"):
            loaded = {"model": model, "created_at": _CREATED, "response": ""}
            self._send_json(200, {**loaded, "done": True, "done_reason": "load"})
        else:
            if answer.hang:
                fake.wait_for_release()
            elif answer.delay_s:
                fake.pause(answer.delay_s)
            self._send_scripted(answer, model, streamed=body.get("stream") is not False)

    def _send_scripted(self, answer: Scripted, model: str, *, streamed: bool) -> None:
        if answer.drop:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        data = answer.encoded(model)
        kind = answer.content_type
        if streamed and not answer.error and answer.body is None:
            # The real one streams unless told not to: a piece a line, the metrics in the last.
            piece = {"model": model, "created_at": _CREATED, "response": answer.response}
            last = {**json.loads(data), "response": ""}
            data = b"\n".join(
                json.dumps(line).encode() for line in ({**piece, "done": False}, last)
            )
            kind = "application/x-ndjson"
        self._send(answer.status, data, kind, answer.headers, answer.cut)

    def _record(self, body: Json, model: str = "") -> None:
        if not self.path.startswith("/fake/"):
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.fake.record(
                Recorded(self.command, self.path, model, body, headers, time.monotonic())
            )

    def _no_page(self) -> None:
        self._send(404, b"404 page not found", "text/plain")

    def _send_json(self, status: int, value: object) -> None:
        self._send(status, json.dumps(value).encode(), "application/json; charset=utf-8")

    def _send(
        self,
        status: int,
        data: bytes,
        kind: str,
        headers: Mapping[str, str] | None = None,
        cut: int | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[:cut])
        if cut is not None:
            self.close_connection = True


def load_script(text: str) -> tuple[Script, str]:
    """Return models and version of a script file."""
    value = json.loads(text)
    models = {
        name: [Scripted(**entry) for entry in (told if isinstance(told, list) else [told])]
        for name, told in value.get("models", {}).items()
    }
    return models, value.get("version", "0.12.6")


def main() -> None:
    """Serve a script file until standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path, required=True)
    given = parser.parse_args()
    models, version = load_script(given.script.read_text(encoding="utf-8"))
    with FakeOllama(models, version=version, port=given.port) as fake:
        sys.stdout.write(f"{fake.url}\n")
        sys.stdout.flush()
        sys.stdin.read()


def _tagged(name: str) -> str:
    """Return a model's full name: Ollama reads and lists one without a tag as ``name:latest``."""
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"


def _in_turn(script: Scripted | Sequence[Scripted]) -> tuple[Scripted, ...]:
    return (script,) if isinstance(script, Scripted) else tuple(script)


def _details() -> Json:
    return {
        "format": "gguf",
        "family": "fake",
        "parameter_size": "8B",
        "quantization_level": "Q4_K_M",
    }


def _listed(name: str) -> Json:
    return {
        "name": name,
        "model": name,
        "modified_at": _CREATED,
        "size": 5_000_000_000,
        "digest": "f" * 64,
        "details": _details(),
    }


def _running(name: str) -> Json:
    return {**_listed(name), "size_vram": 2_500_000_000, "expires_at": _CREATED}


if __name__ == "__main__":
    main()
