"""Who can be called, and what a user declares of that in ``nornir.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from nornir_desk.domain.model_ref import OLLAMA

Api = Literal["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"]
Output = Literal["text", "json", "jsonl"]

OPENAI = "openai"
ANTHROPIC = "anthropic"
GEMINI = "gemini"


@dataclass(frozen=True, slots=True)
class Provider:
    """A service that answers model calls.

    Attributes:
        name: The first part of its model references, and the column ``driver``.
        api: Which wire it speaks.
        base_url: Its address without a trailing slash; a declared one holds no credentials.
        key_variables: Environment variables that may hold its key, the first set one counts;
            none where it needs no key.
        local: Whether it runs on the user's own hardware, so that its cost is an explicit 0.
        declared: Whether the user declared it.
    """

    name: str
    api: Api
    base_url: str
    key_variables: tuple[str, ...] = ()
    local: bool = False
    declared: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredAgent:
    """An agent's command line tool that the user declared.

    Attributes:
        name: The agent column.
        command: Program and arguments with ``{model}``, ``{prompt}``, ``{prompt_file}``,
            ``{workspace}`` and ``{mcp}`` to fill in.
        version: Tells the version; empty for none.
        output: How it prints.
        paths: Figure -> path into its JSON (``answer``, ``error``, ``tokens_in``, ``tokens_out``,
            ``cost_usd``, ``stop_reason``).
        mcp_call: Regular expression of a line that is an MCP call; None counts none.
        env: Variables it is started with.
    """

    name: str
    command: tuple[str, ...]
    version: tuple[str, ...] = ()
    output: Output = "text"
    paths: tuple[tuple[str, str], ...] = ()
    mcp_call: str | None = None
    env: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Declarations:
    """Everything that a ``nornir.toml`` declares; ``source`` is its path, None without a file."""

    source: str | None = None
    providers: tuple[Provider, ...] = ()
    agents: tuple[DeclaredAgent, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelHere:
    """A model, and whether it can be called from here.

    Attributes:
        provider: Who serves it.
        id: Its id there; ``*`` stands for whatever a provider has that lists nothing.
        where: Whose processor would do the work, ``in process``, or ``needs KEY``.
        ready: Whether a call would find it.
        state: The same in two words.
        detail: What is wrong, in one line; empty where nothing is.
        remedy: What to do about it; empty where nothing is wrong.
    """

    provider: str
    id: str
    where: str
    ready: bool
    state: str
    detail: str = ""
    remedy: str = ""

    @property
    def ref(self) -> str:
        """How the command line names it."""
        return self.id if self.provider == OLLAMA else f"{self.provider}/{self.id}"


# name -> wire, address, the variable that replaces the address, and the variables of the key
_BUILTIN: tuple[tuple[str, Api, str, str, tuple[str, ...]], ...] = (
    (OPENAI, "openai-responses", "https://api.openai.com/v1", "OPENAI_BASE_URL", ("OPENAI_API_KEY",)),
    (ANTHROPIC, "anthropic", "https://api.anthropic.com", "ANTHROPIC_BASE_URL", ("ANTHROPIC_API_KEY",)),
    (
        GEMINI,
        "gemini",
        "https://generativelanguage.googleapis.com",
        "GOOGLE_GEMINI_BASE_URL",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    ),
)  # fmt: skip


_OPENAI_ITSELF = re.compile(r"https://(?:[a-z0-9-]+\.)*openai\.com(?:[:/]|$)")


def hosted_providers(environment: Mapping[str, str]) -> tuple[Provider, ...]:
    """Return the built-in providers that are called over the network with a key.

    OpenAI is spoken to by its responses API, which has all of its models. At another address
    something that is like OpenAI answers, and what all of those have is the chat API.

    Args:
        environment: Where another address may stand.
    """
    return tuple(
        _at(Provider(name, api, url, keys), environment.get(variable, "").strip().rstrip("/"))
        for name, api, url, variable, keys in _BUILTIN
    )


def key_of(provider: Provider, environment: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the variable that holds the provider's key and the key; None where none is set."""
    for variable in provider.key_variables:
        if key := environment.get(variable, "").strip():
            return variable, key
    return None


def missing_key(provider: Provider) -> tuple[str, str]:
    """Return what to say where the key is missing: what is wrong, and the remedy."""
    variables = " or ".join(provider.key_variables)
    return f"{provider.name} needs a key, and {variables} is not set", f"set {variables}"


def userinfo_of(base_url: str) -> str:
    """Return the credentials within an address as written; empty where there are none."""
    authority = base_url.partition("://")[2].partition("/")[0]
    return authority.rpartition("@")[0]


def costs_nothing(provider: Provider) -> bool:
    """Tell whether calls are free because the hardware is the user's own."""
    return provider.local or provider.name == OLLAMA


def _at(provider: Provider, address: str) -> Provider:
    if not address:
        return provider
    elsewhere = provider.name == OPENAI and not _OPENAI_ITSELF.match(address)
    return replace(provider, base_url=address, api="openai-chat" if elsewhere else provider.api)
