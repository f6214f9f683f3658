from __future__ import annotations

import re
from pathlib import Path

import pytest

from nornir_desk.config.load import load_declarations, read_declarations
from nornir_desk.domain.errors import UsageFault
from nornir_desk.domain.provider import Declarations, DeclaredAgent, Provider

WHOLE = """
[agents.tool]
command = ["tool", "--model", "{model}", "{prompt}"]
version = ["tool", "--version"]
output = "jsonl"
answer = "result.text"
cost_usd = "usage.cost"
mcp_call = '"tool": *"mcp__'
env = { Z = "1", A = "2" }
[agents.plain]
command = ["plain", "{prompt_file}", "{workspace}", "{mcp}"]
[providers.lab]
base_url = "http://127.0.0.1:8000/v1/"
api = "openai-chat"
api_key_env = "MY_KEY"
local = true
[providers.box]
base_url = "http://box:11434"
api = "ollama"
[providers.cloud]
base_url = "https://ollama.com"
api = "ollama"
local = false
[providers.far]
base_url = "https://far.example/anthropic"
api = "anthropic"
"""


def written(folder: Path, text: str | bytes, name: str = "nornir.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults(folder: Path, text: str | bytes) -> str:
    with pytest.raises(UsageFault) as refused:
        read_declarations(written(folder, text))
    assert "\n" not in str(refused.value)
    return str(refused.value).replace(str(folder), "HERE")


def test_everything_that_can_be_declared(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    assert load_declarations(tmp_path) == Declarations(
        source=str(path),
        providers=(
            Provider(
                "lab", "openai-chat", "http://127.0.0.1:8000/v1", ("MY_KEY",),
                local=True, declared=True,
            ),
            Provider("box", "ollama", "http://box:11434", local=True, declared=True),
            Provider("cloud", "ollama", "https://ollama.com", declared=True),
            Provider("far", "anthropic", "https://far.example/anthropic", declared=True),
        ),
        agents=(
            DeclaredAgent(
                "tool",
                ("tool", "--model", "{model}", "{prompt}"),
                ("tool", "--version"),
                "jsonl",
                (("answer", "result.text"), ("cost_usd", "usage.cost")),
                '"tool": *"mcp__',
                (("A", "2"), ("Z", "1")),
            ),
            DeclaredAgent("plain", ("plain", "{prompt_file}", "{workspace}", "{mcp}")),
        ),
    )  # fmt: skip


def test_the_working_folder_goes_before_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    work = tmp_path / "work"
    work.mkdir()
    assert load_declarations(work) == Declarations()

    own = written(tmp_path / "xdg" / "nornir", "", "config.toml")
    assert load_declarations(work) == Declarations(str(own))

    here = written(work, "")
    assert load_declarations(work) == Declarations(str(here))


def test_all_faults_are_told_at_once_with_key_value_and_remedy(tmp_path: Path) -> None:
    told = faults(
        tmp_path,
        """
        x = 1
        [agents.tool]
        command = ["tool", "{nope}"]
        output = "xml"
        tokens_in = 3
        mcp_call = "("
        [agents.other]
        command = ["other"]
        [agents."a b"]
        command = []
        [providers.openai]
        base_url = "http://h/v1"
        api = "openai-chat"
        [providers.lab]
        base_url = "ftp://h"
        api = "openai"
        colour = "red"
        [providers.two]
        api = "gemini"
        local = "yes"
        """,
    )
    apis = "openai-chat, openai-responses, anthropic, gemini, ollama"
    for part in (
        "HERE/nornir.toml: providers.lab.base_url = 'ftp://h' is no address (write it as https://",
        f"providers.lab.api = 'openai' is not known (it is one of {apis})",
        "providers.lab.colour is not known (take it out, or correct its name)",
        "providers.two.base_url is missing (add it)",
        "providers.two.local = 'yes' cannot be used (it is to be true or false)",
        "agents.tool.command = ['tool', '{nope}'] has the unknown place {nope} (there are {mcp}, ",
        "agents.tool.output = 'xml' is not known (it is one of text, json, jsonl)",
        "agents.tool.tokens_in = 3 cannot be used (it is to be a text)",
        "agents.tool.mcp_call = '(' is no regular expression",
        "agents.other.command = ['other'] never tells the task (write {prompt} or {prompt_file}",
        "agents.a b.command = [] cannot be used (it is to be a list with something in it)",
        "x is not known",
        "providers.openai is a built-in provider (choose another name)",
        "agents.'a b' cannot be a name (use letters, digits",
        "; see docs/providers.md for the format",
    ):
        assert part in told


@pytest.mark.parametrize(
    "name", ["ollama", "embedded", "openai", "anthropic", "gemini", "mock", "OpenAI"]
)
def test_a_name_that_is_built_in_is_refused(tmp_path: Path, name: str) -> None:
    text = f'[providers.{name}]\nbase_url = "http://h"\napi = "gemini"'
    assert f"providers.{name} is a built-in provider (choose another name)" in faults(
        tmp_path, text
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('api_key = "SEEKRIT"', "api_key holds a key, which does not belong in a file (put it in an"),
        ('token = "SEEKRIT"', "token holds a key, which does not belong in a file"),
        ('api_key_env = "sk-SEEKRIT"', "api_key_env is no name of an environment variable (put the"),
        ('headers = { authorization = "SEEKRIT" }', "headers is not known"),
    ],
)  # fmt: skip
def test_a_key_in_the_file_is_refused_and_not_shown(tmp_path: Path, line: str, said: str) -> None:
    head = '[providers.lab]\nbase_url = "http://h"\napi = "gemini"\n'
    told = faults(tmp_path, head + line)
    assert f"providers.lab.{said}" in told
    assert "SEEKRIT" not in told


def test_a_password_in_an_address_is_refused_and_not_shown(tmp_path: Path) -> None:
    told = faults(tmp_path, '[providers.lab]\nbase_url = "https://me:SEEKRIT@h/v1"\napi = "gemini"')
    assert "providers.lab.base_url holds a password (take it out" in told
    assert "SEEKRIT" not in told


@pytest.mark.parametrize(
    "url", ["", "h/v1", "http://", "http://h:99999", "http://h/?k=v", "http:// h"]
)
def test_addresses_that_are_none(tmp_path: Path, url: str) -> None:
    told = faults(tmp_path, f'[providers.lab]\nbase_url = "{url}"\napi = "gemini"')
    assert f"providers.lab.base_url = {url!r} is no address" in told


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "HERE/nornir.toml is no TOML: " in faults(tmp_path, "[providers")
    assert "is not UTF-8 at byte 1; save it as UTF-8" in faults(tmp_path, b"#\xff")
    assert "providers = 3 cannot be used (it is to be a table)" in faults(tmp_path, "providers = 3")
    (tmp_path / "nornir.toml").unlink()
    (tmp_path / "nornir.toml").mkdir()
    with pytest.raises(UsageFault, match=r"cannot be read: Is a directory; repair it"):
        load_declarations(tmp_path)


def test_the_example_of_the_documents_can_be_used(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "providers.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    found = read_declarations(written(tmp_path, example))
    assert [provider.name for provider in found.providers] == ["lab"]
    assert [agent.name for agent in found.agents] == ["tool"]
