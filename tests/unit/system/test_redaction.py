"""Secrets of the environment are blotted out, and only they."""

import base64
import json

import pytest

from nornir_desk.system.redaction import Redactor, without_credentials

KEY = "sk-0123456789"


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "api_key", "GITHUB_TOKEN", "DB_PASSWORD", "AWS_SECRET_ACCESS_KEY"]
)
def test_the_value_of_a_secret_variable_is_blotted_out(name: str) -> None:
    redactor = Redactor({name: KEY})
    assert redactor.text(f"a {KEY} b") == f"a [{name} redacted] b"
    assert redactor.data(f"\xff{KEY}".encode("latin-1")) == f"\xff[{name} redacted]".encode(
        "latin-1"
    )
    assert redactor.found_in(f"x{KEY}") == name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOME", KEY),
        ("MONKEY", KEY),
        ("NORNIR_TOKEN_FILE", KEY),
        ("MY_KEY", "short"),
        ("MY_KEY", ""),
    ],
)
def test_what_is_no_secret_stays(name: str, value: str) -> None:
    redactor = Redactor({name: value})
    assert redactor.text(f"a {value} b") == f"a {value} b"
    assert redactor.found_in(value) is None


def test_a_secret_that_holds_another_is_blotted_out_whole() -> None:
    redactor = Redactor({"A_KEY": "12345678", "B_KEY": "1234567890"})
    assert redactor.text("1234567890") == "[B_KEY redacted]"


@pytest.mark.parametrize(
    "name",
    [
        "PGPASSWORD", "MYSQL_PWD", "DB_PASS", "GITHUB_PAT", "API_KEYS", "MYAPIKEY", "apiToken",
        "OPENAI_KEY2", "AUTH_BEARER", "CI_JOB_JWT",
    ],
)  # fmt: skip
def test_secrets_go_by_many_names(name: str) -> None:
    assert Redactor({name: f"{KEY}\n"}).text(f"a {KEY} b") == f"a [{name} redacted] b"


def test_a_password_within_an_address_is_a_secret() -> None:
    redactor = Redactor({"DATABASE_URL": "postgres://ann:hunter22secret@db/x"})
    assert redactor.text("login hunter22secret failed") == "login [DATABASE_URL redacted] failed"


def test_a_secret_that_was_cut_is_blotted_out_as_far_as_it_stands() -> None:
    redactor = Redactor({"MY_API_KEY": "sk-live-ABCDEF0123456789"})
    for text in (
        "key sk-live-ABCDEF...",
        "key sk-live-ABCDEF\N{HORIZONTAL ELLIPSIS}",
        "key sk-live-ABCD",
    ):
        assert "sk-live" not in redactor.text(text), text
    assert redactor.text("sk-live-something else") == "sk-live-something else"


@pytest.mark.parametrize("secret", ['pa"ss\\w<x>rd', "line one\nline two", "pässwörter"])
def test_evidence_that_spells_a_secret_in_escapes_is_cleaned(secret: str) -> None:
    redactor = Redactor({"A_SECRET": secret})
    spelled = "".join(f"\\u{ord(char):04x}" for char in secret)
    for body in (json.dumps({"x": secret}), json.dumps({"x": secret}, ensure_ascii=False),
                 f'{{"x": "{spelled}"}}'):  # fmt: skip
        assert json.loads(redactor.data(body.encode())) == {"x": "[A_SECRET redacted]"}


def test_evidence_without_a_secret_stays_byte_for_byte() -> None:
    body = b'{"x":  "a\\n\\u0041", "y": 1.0}'
    assert Redactor({"A_SECRET": "12345678"}).data(body) == body


def test_credentials_of_an_address_are_hidden_in_every_spelling() -> None:
    redactor = Redactor({})
    redactor.hide_credentials("user:s3cr%40t-pw")
    encoded = base64.b64encode(b"user:s3cr@t-pw").decode()
    text = f"http://user:s3cr%40t-pw@h {encoded} s3cr@t-pw"
    assert redactor.text(text) == (
        "http://[credentials redacted]@h [credentials redacted] [credentials redacted]"
    )


def test_a_short_password_does_not_blot_out_words() -> None:
    redactor = Redactor({})
    redactor.hide_credentials("u:a")
    assert redactor.text("what a day at http://u:a@h") == (
        "what a day at http://[credentials redacted]@h"
    )


def test_an_address_is_shown_without_its_credentials() -> None:
    assert without_credentials("grpc://tok:pw@host:1") == "grpc://host:1"
    assert without_credentials("host:1") == "host:1"
