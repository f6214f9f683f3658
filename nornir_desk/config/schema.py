"""The format of ``nornir.toml``, checked at the edge by pydantic."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, cast
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from nornir_desk.config.faults import Fault, told_faults
from nornir_desk.domain.model_ref import PROVIDERS
from nornir_desk.domain.provider import Api, Declarations, DeclaredAgent, Output, Provider

# No slash, comma or colon: those mean something in a model reference.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLACES = frozenset({"model", "prompt", "prompt_file", "workspace", "mcp"})
_PLACE = re.compile(r"\{([A-Za-z_]+)\}")
_PATHS = ("answer", "error", "tokens_in", "tokens_out", "cost_usd", "stop_reason")
_TASK_PLACES = frozenset({"{prompt}", "{prompt_file}"})
# "mock" is what a row's driver says where nobody was called.
_TAKEN = frozenset({*PROVIDERS, "mock"})


def declarations(told: Mapping[str, object], source: str) -> tuple[Declarations, list[str]]:
    """Return what a file declares, and everything that is wrong with it, one text a fault."""
    try:
        file = _File.model_validate(told)
    except ValidationError as failure:
        return Declarations(source), told_faults(failure, _name_faults(told))
    if faults := _name_faults(told):
        return Declarations(source), [str(fault) for fault in faults]
    return Declarations(
        source,
        tuple(_provider(name, entry) for name, entry in file.providers.items()),
        tuple(_agent(name, entry) for name, entry in file.agents.items()),
    ), []


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
        parts = urlsplit("")
    if not usable or parts.query or parts.fragment or url != "".join(url.split()):
        raise ValueError("is no address|write it as https://host/path or http://host:port/path")
    if "@" in parts.netloc:
        raise ValueError("holds a password|take it out, and name the key's variable: api_key_env")
    return url.rstrip("/")


def _variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise ValueError("is no name of an environment variable|put the key in one, and name that")
    return name


def _command(words: list[str]) -> list[str]:
    unknown = [f"{{{p}}}" for word in words for p in _PLACE.findall(word) if p not in _PLACES]
    if unknown:
        known = ", ".join(f"{{{place}}}" for place in sorted(_PLACES))
        raise ValueError(f"has the unknown place {unknown[0]}|there are {known}")
    if not any(place in word for word in words for place in _TASK_PLACES):
        raise ValueError("never tells the task|write {prompt} or {prompt_file} into it")
    return words


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as failure:
        raise ValueError(f"is no regular expression ({failure})|repair it") from failure
    return text


_Words = Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]
_Text = Annotated[str, Field(min_length=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Provider(_Strict):
    base_url: Annotated[str, AfterValidator(_address)]
    api: Api
    api_key_env: Annotated[str, AfterValidator(_variable)] | None = None
    local: bool | None = None


class _Agent(_Strict):
    command: Annotated[_Words, AfterValidator(_command)]
    version: _Words | None = None
    output: Output = "text"
    answer: _Text | None = None
    error: _Text | None = None
    tokens_in: _Text | None = None
    tokens_out: _Text | None = None
    cost_usd: _Text | None = None
    stop_reason: _Text | None = None
    mcp_call: Annotated[str, AfterValidator(_pattern)] | None = None
    env: dict[Annotated[str, AfterValidator(_variable)], str] = {}


class _File(_Strict):
    providers: dict[str, _Provider] = {}
    agents: dict[str, _Agent] = {}


def _name_faults(told: Mapping[str, object]) -> list[Fault]:
    faults: list[Fault] = []
    for table in ("providers", "agents"):
        entries = told.get(table)
        for name in cast("Mapping[str, object]", entries) if isinstance(entries, dict) else ():
            if not _NAME.fullmatch(name):
                remedy = "use letters, digits, dot, dash and underscore"
                faults.append(Fault(f"{table}.{name!r}", "cannot be a name", remedy))
            elif table == "providers" and name.lower() in _TAKEN:
                faults.append(
                    Fault(f"providers.{name}", "is a built-in provider", "choose another name")
                )
    return faults


def _provider(name: str, entry: _Provider) -> Provider:
    return Provider(
        name=name,
        api=entry.api,
        base_url=entry.base_url,
        key_variables=() if entry.api_key_env is None else (entry.api_key_env,),
        # Ollama is somebody's own hardware unless they say otherwise.
        local=entry.api == "ollama" if entry.local is None else entry.local,
        declared=True,
    )


def _agent(name: str, entry: _Agent) -> DeclaredAgent:
    paths = ((figure, getattr(entry, figure)) for figure in _PATHS)
    return DeclaredAgent(
        name=name,
        command=tuple(entry.command),
        version=tuple(entry.version or ()),
        output=entry.output,
        paths=tuple((figure, path) for figure, path in paths if path is not None),
        mcp_call=entry.mcp_call,
        env=tuple(sorted(entry.env.items())),
    )
