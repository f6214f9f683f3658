"""``nornir models`` and ``nornir doctor``, in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Ended, clean_environment
from tests.fakes.anthropic import FakeAnthropic
from tests.fakes.gemini import FakeGemini
from tests.fakes.http_double import Said
from tests.fakes.ollama import FakeOllama, Scripted
from tests.fakes.openai import FakeOpenAI

KEY = "sk-test-1234567890"
NOBODY = "http://127.0.0.1:1"
CODE = """
import argparse, sys
from importlib import import_module
name, *flags = sys.argv[1:]
sys.exit(getattr(import_module(f"nornir_desk.cli.{name}"), name)(
    argparse.Namespace(**dict.fromkeys(flags, True))
))
"""
LAB = """
[providers.lab]
base_url = "{url}/v1"
api = "openai-chat"
local = true
[providers.box]
base_url = "{ollama}"
api = "ollama"
[providers.far]
base_url = "{url}/nothing"
api = "openai-chat"
api_key_env = "FAR_KEY"
"""

Command = Callable[..., Ended]


@pytest.fixture
def command(home: Path) -> Command:
    """Run one of the two commands in an empty working folder."""

    def run(*words: str, **environment: str) -> Ended:
        folder = home / "work"
        folder.mkdir(exist_ok=True)
        done = subprocess.run(
            [sys.executable, "-c", CODE, *words],
            cwd=folder,
            capture_output=True,
            env=clean_environment(
                home, **{"PYTHONPATH": str(ROOT), "OLLAMA_HOST": NOBODY, **environment}
            ),
            timeout=120,
            check=False,
        )
        encoding = environment.get("PYTHONIOENCODING", "utf-8")
        ended = Ended(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))
        assert "Traceback" not in ended.err + ended.out, ended.err
        assert KEY not in ended.err + ended.out
        return ended

    return run


def declare(home: Path, text: str) -> None:
    folder = home / ".config" / "nornir"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(text, encoding="utf-8")


def by_ref(ended: Ended) -> dict[str, dict[str, Any]]:
    assert ended.code == 0, ended
    return {entry["ref"]: entry for entry in ended.json()}


def by_check(ended: Ended) -> dict[str, dict[str, Any]]:
    entries = ended.json()
    assert all(list(entry) == ["check", "ok", "detail", "remedy"] for entry in entries)
    return {entry["check"]: entry for entry in entries}


def test_without_anything_the_remedies_are_told(command: Command) -> None:
    found = by_ref(command("models", "json"))
    qwen = found["qwen3:8b"]
    assert (qwen["ready"], qwen["state"], qwen["input_usd_per_mtok"]) == (False, "no answer", 0.0)
    assert qwen["remedy"].startswith("start it with `ollama serve`")
    assert found["openai/gpt-4o"] == {
        "provider": "openai",
        "id": "gpt-4o",
        "ref": "openai/gpt-4o",
        "where": "needs OPENAI_API_KEY",
        "ready": False,
        "state": "no key",
        "detail": "openai needs a key, and OPENAI_API_KEY is not set",
        "remedy": "set OPENAI_API_KEY",
        "input_usd_per_mtok": 2.5,
        "output_usd_per_mtok": 10.0,
    }
    assert found["embedded/smollm2-135m"]["where"] == "in process"


def test_what_hosts_and_providers_have(command: Command, home: Path) -> None:
    with (
        FakeOllama({"qwen3:8b": Scripted(), "own:1b": Scripted()}) as ollama,
        FakeOpenAI({"gpt-4o": Said(), "other": Said()}) as openai,
        FakeAnthropic({"claude-opus-5-5-20261001": Said()}) as anthropic,
        FakeGemini({"gemini-2.5-pro": Said()}) as gemini,
        FakeOpenAI({"tiny": Said()}, key=None) as lab,
    ):
        declare(home, LAB.format(url=lab.url, ollama=ollama.url))
        keys = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "FAR_KEY")
        environment = {
            "OLLAMA_HOST": ollama.url,
            "OPENAI_BASE_URL": openai.base_url,
            "ANTHROPIC_BASE_URL": anthropic.url,
            "GOOGLE_GEMINI_BASE_URL": gemini.url,
            **dict.fromkeys(keys, KEY),
        }
        found = by_ref(command("models", "json", **environment))
        checks = by_check(command("doctor", "json", **environment))

    states = {ref: (entry["ready"], entry["state"]) for ref, entry in found.items()}
    assert states["qwen3:8b"] == states["own:1b"] == (True, "ready")
    assert states["llama3.2:3b"] == (False, "not pulled")
    assert found["llama3.2:3b"]["remedy"] == "ollama pull llama3.2:3b"
    assert states["openai/gpt-4o"] == (True, "ready")
    assert states["openai/gpt-5.5"] == (False, "not listed")
    assert "openai/other" not in states
    assert states["anthropic/claude-opus-5-5"] == (True, "ready")  # it is listed with its date
    assert states["anthropic/claude-haiku-5-5"] == (False, "not listed")
    assert states["gemini/gemini-2.5-pro"] == (True, "ready")
    assert states["lab/tiny"] == states["box/qwen3:8b"] == (True, "ready")
    assert found["lab/tiny"]["input_usd_per_mtok"] == 0.0
    assert states["far/*"] == (True, "not listed")  # it answers, and has no such page
    assert found["far/*"]["input_usd_per_mtok"] is None
    assert found["openai/gpt-4o"]["where"] == "this machine"

    assert checks["openai"]["detail"] == "key in OPENAI_API_KEY; this machine answers, 1 model"
    assert checks["gemini"]["detail"] == "key in GOOGLE_API_KEY; this machine answers, 1 model"
    assert checks["lab"]["detail"] == "no key needed; this machine answers, 1 model"
    assert checks["ollama"]["detail"] == "this machine: 2 models"
    told = "key in FAR_KEY; it answers, and does not list its models"
    assert (checks["far"]["ok"], checks["far"]["detail"]) == (True, told)
    assert checks["nornir.toml"]["detail"] == str(home / ".config" / "nornir" / "config.toml")
    assert checks["to be measured"]["ok"] is True


@pytest.mark.parametrize("name", ["models", "doctor"])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_text_fits_80_columns(command: Command, name: str, encoding: str) -> None:
    ended = command(name, PYTHONIOENCODING=encoding)
    lines = ended.out.splitlines()
    assert max(map(len, lines)) <= 80, ended.out
    if name == "models":
        assert any(
            line.startswith("openai/gpt-4o  ") and "2.50    10.00  no key" in line for line in lines
        )
        assert "models can be called" in ended.err
    else:
        terminal = next(line for line in lines if line.startswith("terminal"))
        assert terminal.split()[1] == ("ok" if encoding == "utf-8" else "missing")


def test_the_checks_of_the_doctor(command: Command, home: Path) -> None:
    ended = command("doctor", "json")
    checks = by_check(ended)
    assert ended.code == (0 if checks["to be measured"]["ok"] else 1)
    assert list(checks) == [
        "python", "warehouse", "nornir.toml", "embedded model", "ollama", "openai", "anthropic",
        "gemini", "to be measured", "window", "sandbox", "terminal",
    ]  # fmt: skip
    assert checks["warehouse"]["detail"] == f"{home / 'warehouse'}: empty, can be written"
    assert checks["nornir.toml"]["detail"] == "none here, and none is needed"
    assert checks["openai"]["remedy"] == "set OPENAI_API_KEY"
    assert not (home / "warehouse").exists()  # looking creates nothing


def test_nothing_to_measure_with_is_exit_1(command: Command, home: Path) -> None:
    # A module of that name that is none stands for an installation without the extra.
    blocked = "import sys; sys.modules['xllamacpp'] = None"
    done = subprocess.run(
        [sys.executable, "-c", f"{blocked}\n{CODE}", "doctor", "json"],
        cwd=home, capture_output=True, text=True, check=False,
        env=clean_environment(home, PYTHONPATH=str(ROOT), OLLAMA_HOST=NOBODY),
    )  # fmt: skip
    assert done.returncode == 1, done
    checks = {entry["check"]: entry for entry in json.loads(done.stdout)}
    assert checks["embedded model"]["remedy"] == "pip install 'nornir-desk[embedded]'"
    assert checks["to be measured"]["ok"] is False


def test_a_broken_nornir_toml_is_exit_1_with_its_faults(command: Command, home: Path) -> None:
    declare(home, '[providers.lab]\napi = "x"\nbase_url = "http://h"\n')
    ended = command("doctor", "json")
    assert ended.code == 1
    told = by_check(ended)["nornir.toml"]
    assert "providers.lab.api = 'x' is not known (it is one of openai-chat" in told["detail"]
    assert told["remedy"] == "see docs/providers.md for the format"


def test_a_warehouse_that_is_none_is_exit_1(command: Command, home: Path) -> None:
    (home / "file").write_text("x", encoding="utf-8")
    ended = command("doctor", "json", NORNIR_WAREHOUSE=str(home / "file" / "deeper"))
    assert ended.code == 1
    assert by_check(ended)["warehouse"]["ok"] is False
    ended = command("doctor", "json", NORNIR_REMOTE="h:1", NORNIR_WAREHOUSE="")
    assert by_check(ended)["warehouse"]["ok"] is False


def test_the_working_folders_nornir_toml_goes_first(command: Command, home: Path) -> None:
    with FakeOpenAI({"tiny": Said()}, key=None) as lab:
        declare(home, "[providers.broken]\n")
        command("doctor")  # makes the working folder
        here = home / "work" / "nornir.toml"
        here.write_text(
            f'[providers.near]\nbase_url = "{lab.base_url}"\napi = "openai-chat"\n',
            encoding="utf-8",
        )
        found = by_ref(command("models", "json"))
        checks = by_check(command("doctor", "json"))
    assert found["near/tiny"]["ready"] is True
    assert found["near/tiny"]["input_usd_per_mtok"] is None
    assert checks["nornir.toml"]["detail"] == str(here)
