"""llama.cpp in this process, through the package ``xllamacpp``.

It brings a small HTTP server along that cannot be left out; it listens on a free loopback port with
a random key that nobody is told, and ends with the engine.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

from nornir_desk.domain.errors import PrerequisiteMissing

MISSING = PrerequisiteMissing(
    "the embedded model needs the package xllamacpp, which is not installed",
    "pip install 'nornir-desk[embedded]'",
)

Chunk = Mapping[str, object]

_PACKAGE = "xllamacpp"
_SILENT = -1
_SIGNAL_SLICE_S = 0.2  # a wait without an end cannot be interrupted on every system


class EngineFault(Exception):
    """llama.cpp cannot load the model, or cannot take the request; one line for people."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """How a model is loaded.

    Attributes:
        n_ctx: Context size in tokens.
        threads: Threads that compute.
        n_batch: Prompt tokens between two chances to end a call.
    """

    n_ctx: int
    threads: int
    n_batch: int = 256


class Engine(Protocol):
    """A loaded model."""

    def chat(self, request: Mapping[str, object], take: Callable[[Chunk], bool]) -> None:
        """Answer a streamed chat request of the OpenAI form; return when it is over.

        Args:
            request: The body.
            take: Is given each chunk; True ends the generation within a token or a prompt batch.

        Raises:
            EngineFault: The request cannot be taken.
        """
        ...

    def close(self) -> None:
        """Free the model."""
        ...


EngineLoader = Callable[[Path, EngineOptions], Engine]


class LlamaEngine:
    """Implements ``Engine``. No two calls at once; freed by ``close``."""

    def __init__(self, path: Path, options: EngineOptions) -> None:
        self._server: Any = _serve(path, options)  # xllamacpp ships no types

    def chat(self, request: Mapping[str, object], take: Callable[[Chunk], bool]) -> None:
        """Answer a streamed chat request, giving each chunk to ``take`` in another thread.

        Raises:
            EngineFault: The request cannot be taken.
        """
        stop = threading.Event()
        # A thread of its own: Ctrl-C is raised in the main thread, and xllamacpp loses what is
        # raised while it calls back.
        with ThreadPoolExecutor(1, thread_name_prefix="nornir-llama") as pool:
            answering = pool.submit(self._chat, request, lambda chunk: take(chunk) or stop.is_set())
            try:
                while not answering.done():
                    wait([answering], _SIGNAL_SLICE_S)
            except BaseException:
                stop.set()
                raise
        answering.result()

    def _chat(self, request: Mapping[str, object], take: Callable[[Chunk], bool]) -> None:
        try:
            self._server.handle_chat_completions(dict(request), take)
        except RuntimeError as failure:
            raise EngineFault(str(failure)) from failure

    def close(self) -> None:
        """Free the model and its port: the last reference ends llama.cpp's threads."""
        self._server = None


def load_engine(path: Path, options: EngineOptions) -> LlamaEngine:
    """Load a model. It cannot be interrupted.

    Raises:
        PrerequisiteMissing: xllamacpp is not installed.
        EngineFault: llama.cpp cannot load the file.
    """
    return LlamaEngine(path, options)


def engine_version() -> str:
    """Return package and version, such as ``xllamacpp 2026.10.1``; the name where it has none."""
    try:
        return f"{_PACKAGE} {version(_PACKAGE)}"
    except PackageNotFoundError:
        return _PACKAGE


def _serve(path: Path, options: EngineOptions) -> object:
    try:
        from xllamacpp import CommonParams, Server
    except ImportError as failure:
        raise PrerequisiteMissing(MISSING.message, MISSING.remedy) from failure
    params = CommonParams()
    params.model.path = str(path)
    params.n_ctx = options.n_ctx
    params.n_batch = params.n_ubatch = options.n_batch
    params.n_parallel = 1
    params.port = 0
    params.api_keys = [secrets.token_hex(32)]
    params.ui = False
    params.use_jinja = True
    params.verbosity = _SILENT
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = options.threads
    try:
        return Server(params)
    except RuntimeError as failure:
        raise EngineFault("llama.cpp cannot load it") from failure
