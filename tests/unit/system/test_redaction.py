"""Secrets of the environment are blotted out, and only they."""

import pytest

from nornir_desk.system.redaction import Redactor

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


def test_a_password_of_an_address_is_hidden_whatever_its_length() -> None:
    redactor = Redactor({})
    redactor.hide("pw", "password")
    assert redactor.text("http://u:pw@h") == "http://u:[password redacted]@h"
