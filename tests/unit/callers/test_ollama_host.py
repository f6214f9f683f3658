from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nornir_desk.callers.ollama_host import ollama_host
from nornir_desk.domain.errors import UsageFault


@pytest.mark.parametrize(
    ("value", "base_url", "key"),
    [
        ("", "http://localhost:11434", "this machine"),
        ("  ", "http://localhost:11434", "this machine"),
        ("1.2.3.4", "http://1.2.3.4:11434", "1.2.3.4:11434"),
        (":1234", "http://127.0.0.1:1234", "this machine"),
        ("1.2.3.4:1234", "http://1.2.3.4:1234", "1.2.3.4:1234"),
        ("example.com", "http://example.com:11434", "example.com:11434"),
        ("example.com:1234", "http://example.com:1234", "example.com:1234"),
        ("ollama.com", "https://ollama.com:443", "ollama.com:443"),
        ("0.0.0.0", "http://127.0.0.1:11434", "this machine"),  # noqa: S104  (dialled, not bound)
        ("http://0.0.0.0:8080", "http://127.0.0.1:8080", "this machine"),
        ("127.0.0.1", "http://127.0.0.1:11434", "this machine"),
        ("127.0.0.2:1", "http://127.0.0.2:1", "this machine"),
        ("LOCALHOST", "http://LOCALHOST:11434", "this machine"),
        ("[::1]", "http://[::1]:11434", "this machine"),
        ("[::]", "http://[::1]:11434", "this machine"),
        ("::", "http://[::1]:11434", "this machine"),
        ("::1", "http://[::1]:11434", "this machine"),
        ("0:0:0:0:0:0:0:1", "http://[::1]:11434", "this machine"),
        ("[::1]:1337", "http://[::1]:1337", "this machine"),
        ("2001:db8::7", "http://[2001:db8::7]:11434", "[2001:db8::7]:11434"),
        ("https://[2001:db8::7]", "https://[2001:db8::7]:443", "[2001:db8::7]:443"),
        ("fe80::1%eth0", "http://[fe80::1%25eth0]:11434", "[fe80::1%25eth0]:11434"),
        (" 1.2.3.4 ", "http://1.2.3.4:11434", "1.2.3.4:11434"),
        ('"1.2.3.4"', "http://1.2.3.4:11434", "1.2.3.4:11434"),
        (' " 1.2.3.4 " ', "http://1.2.3.4:11434", "1.2.3.4:11434"),
        ("'1.2.3.4'", "http://1.2.3.4:11434", "1.2.3.4:11434"),
        ("http://1.2.3.4", "http://1.2.3.4:80", "1.2.3.4:80"),
        ("http://1.2.3.4:4321", "http://1.2.3.4:4321", "1.2.3.4:4321"),
        ("https://1.2.3.4", "https://1.2.3.4:443", "1.2.3.4:443"),
        ("HTTPS://example.com", "https://example.com:443", "example.com:443"),
        ("https://1.2.3.4:4321/", "https://1.2.3.4:4321", "1.2.3.4:4321"),
        ("https://example.com/ollama", "https://example.com:443/ollama", "example.com:443"),
        ("example.com:99/a/b//", "http://example.com:99/a/b", "example.com:99"),
        ("my_box-1.lan", "http://my_box-1.lan:11434", "my_box-1.lan:11434"),
        ("bücher.example", "http://xn--bcher-kva.example:11434", "xn--bcher-kva.example:11434"),
    ],
)
def test_every_form_that_ollama_accepts(value: str, base_url: str, key: str) -> None:
    from_variable = ollama_host(None, {"OLLAMA_HOST": value})
    assert (from_variable.base_url, from_variable.display, from_variable.key) == (
        base_url,
        base_url,
        key,
    )
    assert ollama_host(value, {}) == from_variable


def test_the_option_goes_before_the_variable_and_a_blank_one_does_not_count() -> None:
    environment = {"OLLAMA_HOST": "from-variable"}
    assert ollama_host("from-option", environment).display == "http://from-option:11434"
    assert ollama_host(" ", environment).display == "http://from-variable:11434"
    assert ollama_host(None, {}).display == "http://localhost:11434"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (":66000", "':66000': '66000' is no port; a port is a number from 1 to 65535"),
        (":-1", "':-1': '-1' is no port; a port is a number from 1 to 65535"),
        (":0", "':0': '0' is no port; a port is a number from 1 to 65535"),
        ("host:", "'host:': '' is no port; a port is a number from 1 to 65535"),
        ("host:80a", "'host:80a': '80a' is no port; a port is a number from 1 to 65535"),
        ("[::1]x", "'[::1]x': 'x' is no port; a port is a number from 1 to 65535"),
        (
            "ftp://host",
            "'ftp://host' has the scheme 'ftp'; write it as host, host:port or http://host:port",
        ),
        (
            "a b",
            "'a b': 'a b' is no host name or address; write it as host, host:port or http://host:port",
        ),
        (
            "::1::2",
            "'::1::2': '::1::2' is no IPv6 address; write it as host, host:port or http://host:port",
        ),
        (
            "http://host/x?y=1",
            "'http://host/x?y=1': 'x?y=1' is no path; leave out everything from ? or #",
        ),
    ],
)
@pytest.mark.parametrize("place", ["--host", "OLLAMA_HOST"])
def test_what_is_no_address_is_refused_naming_value_place_and_remedy(
    value: str, message: str, place: str
) -> None:
    option, environment = (value, {}) if place == "--host" else (None, {"OLLAMA_HOST": value})
    with pytest.raises(UsageFault) as refused:
        ollama_host(option, environment)
    assert str(refused.value) == f"{place} {message}"


def test_credentials_are_called_with_and_never_shown() -> None:
    host = ollama_host("https://ann:p@ss:w?rd@example.com:8080/x", {})
    assert host.base_url == "https://ann:p%40ss%3Aw%3Frd@example.com:8080/x"
    assert host.display == "https://example.com:8080/x"
    assert host.userinfo == "ann:p@ss:w?rd"
    assert "p@ss" not in repr(host)
    assert "p%40ss" not in repr(host)


@pytest.mark.parametrize(
    "value",
    ["http://ann:s3cret@host:port", "ann:s3cret@[::1", "http://ann:s3/cret@host", "x://a:s3cret@h"],
)
def test_a_refused_address_does_not_show_its_password(value: str) -> None:
    with pytest.raises(UsageFault) as refused:
        ollama_host(value, {})
    assert "s3" not in str(refused.value)
    assert "cret" not in str(refused.value)


@given(st.text())
def test_any_text_is_an_address_or_refused_in_one_line(text: str) -> None:
    try:
        told = ollama_host(text, {}).base_url
    except UsageFault as refused:
        told = str(refused)
    assert told.encode("utf-8")
    assert "\n" not in told
