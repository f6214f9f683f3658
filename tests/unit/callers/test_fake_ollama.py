"""The double itself, where others lean on it: started as a program, and its plain routes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nornir_desk.system.http import HttpClient
from tests.fakes.ollama import FakeOllama, Scripted

ROOT = Path(__file__).parents[3]


@pytest.fixture
def client() -> Iterator[HttpClient]:
    with HttpClient() as opened:
        yield opened


def get(client: HttpClient, url: str) -> tuple[int, object]:
    answer = client.get(url, timeout_s=10)
    return answer.status, json.loads(answer.body)


def post(client: HttpClient, url: str, body: object) -> tuple[int, object]:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = client.post_json(url, raw, timeout_s=10)
    return answer.status, json.loads(answer.body)


def test_it_runs_as_a_program_for_other_processes(tmp_path: Path, client: HttpClient) -> None:
    script = tmp_path / "script.json"
    told = {"m": [{"response": "one"}, {"response": "two", "eval_count": 0, "eval_duration": 0}]}
    script.write_text(json.dumps({"version": "9.9", "models": told}))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.ollama", "--port", "0", "--script", str(script)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        url = program.stdout.readline().strip()
        assert get(client, f"{url}/api/version") == (200, {"version": "9.9"})
        request = {"model": "m", "prompt": "hi", "stream": False}
        answers = [post(client, f"{url}/api/generate", request)[1] for _ in range(3)]
        log = get(client, f"{url}/fake/log")[1]
        program.stdin.close()
        assert program.wait(10) == 0

    texts = [answer["response"] for answer in answers if isinstance(answer, dict)]
    assert texts == ["one", "two", "two"]
    assert isinstance(answers[1], dict)
    assert "eval_count" not in answers[1]
    assert isinstance(log, dict)
    assert log["most_at_once"] == 1
    assert [r["body"] for r in log["requests"] if r["path"] == "/api/generate"] == [request] * 3


def test_its_plain_routes_answer_like_the_real_ones(client: HttpClient) -> None:
    with FakeOllama({"m": Scripted(thinks=False)}) as host:
        url = host.url
        assert client.get(f"{url}/", timeout_s=5).body == b"Ollama is running"
        assert client.get(f"{url}/nope", timeout_s=5).status == 404
        status, tags = get(client, f"{url}/api/tags")
        assert isinstance(tags, dict)
        assert (status, [model["name"] for model in tags["models"]]) == (200, ["m:latest"])
        assert get(client, f"{url}/api/ps") == (200, {"models": []})
        show, generate = f"{url}/api/show", f"{url}/api/generate"
        missing = (404, {"error": "model 'x' not found"})
        assert post(client, show, {"model": "x"}) == missing
        assert post(client, generate, {"model": "x", "prompt": "hi"}) == missing
        assert post(client, generate, b"") == (400, {"error": "missing request body"})
        assert post(client, generate, b"{")[0] == 400
        thinking = {"model": "m", "prompt": "hi", "think": True, "stream": False}
        assert post(client, generate, thinking) == (
            400,
            {"error": '"m" does not support thinking'},
        )
        shown = post(client, show, {"model": "m"})[1]
        assert isinstance(shown, dict)
        assert shown["capabilities"] == ["completion"]


def test_it_streams_unless_told_not_to(client: HttpClient) -> None:
    with FakeOllama({"m": Scripted(response="Paris")}) as host:
        body = json.dumps({"model": "m", "prompt": "hi"}).encode()
        answer = client.post_json(f"{host.url}/api/generate", body, timeout_s=5)
    lines = [json.loads(line) for line in answer.body.splitlines()]
    assert [line["response"] for line in lines] == ["Paris", ""]
    assert [line["done"] for line in lines] == [False, True]
    assert lines[1]["eval_count"] == 100


def test_hanging_answers_can_be_let_go(client: HttpClient) -> None:
    with FakeOllama({"m": Scripted(hang=True)}) as host:
        host.release()
        request = {"model": "m", "prompt": "hi", "stream": False}
        assert post(client, f"{host.url}/api/generate", request)[0] == 200
        assert post(client, f"{host.url}/fake/release", {}) == (200, {})
