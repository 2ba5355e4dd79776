"""Reading settings from the environment."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


@pytest.fixture
def variable(monkeypatch: pytest.MonkeyPatch) -> str:
    """A variable that is not set yet."""
    monkeypatch.delenv("LEAGUER_TRIAL", raising=False)
    return "LEAGUER_TRIAL"


@pytest.mark.parametrize(
    ("written", "meant"), [("1", True), ("yes", True), ("ON", True), ("0", False), ("", False)]
)
def test_a_flag_is_understood_in_several_spellings(
    monkeypatch: pytest.MonkeyPatch, variable: str, written: str, meant: bool
) -> None:
    monkeypatch.setenv(variable, written)
    assert env.flag(variable) is meant


def test_a_flag_that_is_neither_yes_nor_no_names_its_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "maybe")
    with pytest.raises(ImproperlyConfigured, match="LEAGUER_TRIAL='maybe': write 1 or 0"):
        env.flag(variable)


def test_a_missing_variable_gives_the_default(variable: str) -> None:
    assert env.text(variable, "x") == "x"
    assert env.number(variable, 7) == 7
    assert env.words(variable, "a, b,") == ["a", "b"]
    assert env.flag(variable, default=True) is True
    assert env.choice(variable, "INFO", ("INFO", "ERROR")) == "INFO"


def test_a_number_must_be_whole(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "-1")
    with pytest.raises(ImproperlyConfigured, match="write a whole number"):
        env.number(variable, 7)


def test_a_choice_names_what_is_possible(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "LOUD")
    with pytest.raises(ImproperlyConfigured, match="write one of INFO, ERROR"):
        env.choice(variable, "INFO", ("INFO", "ERROR"))


def test_messages_go_to_the_console_unless_a_server_is_named(variable: str) -> None:
    assert env.email_settings(variable)["EMAIL_BACKEND"].endswith("console.EmailBackend")


def test_a_mail_server_is_read_from_one_address(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "smtp://scout%40camp:p%2Fw@mail.example.org:2525?tls=1")
    settings = env.email_settings(variable)
    assert settings["EMAIL_HOST"] == "mail.example.org"
    assert settings["EMAIL_PORT"] == 2525
    assert settings["EMAIL_HOST_USER"] == "scout@camp"
    assert settings["EMAIL_HOST_PASSWORD"] == "p/w"
    assert settings["EMAIL_USE_TLS"] is True
    assert settings["EMAIL_USE_SSL"] is False


def test_smtps_has_its_own_port_and_no_starttls(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "smtps://mail.example.org?tls=1")
    settings = env.email_settings(variable)
    assert settings["EMAIL_PORT"] == 465
    assert settings["EMAIL_USE_SSL"] is True
    assert settings["EMAIL_USE_TLS"] is False


def test_another_scheme_for_mail_is_refused(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "http://mail.example.org")
    with pytest.raises(ImproperlyConfigured, match="LEAGUER_TRIAL: write smtp://"):
        env.email_settings(variable)
