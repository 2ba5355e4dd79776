"""What all REST endpoints share."""

import io

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.test import Client, override_settings
from django.urls import reverse
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import NotFound, ParseError, ValidationError

from config.api import exception_handler, problem
from config.parsers import LimitedJSONParser, TooLarge


def test_an_error_names_the_path_of_each_part() -> None:
    refused = ValidationError({"name": ["Too long."], "units": [{}, {"count": ["Must not be negative."]}]})
    assert problem(refused.detail) == {
        "detail": "Some values are not usable.",
        "errors": [
            {"path": "name", "message": "Too long."},
            {"path": "units[1].count", "message": "Must not be negative."},
        ],
    }


def test_an_error_of_the_whole_becomes_the_detail() -> None:
    answer = exception_handler(ValidationError("No such army."), {})
    assert answer is not None
    assert (answer.status_code, answer.data["detail"]) == (400, "No such army.")


def test_an_error_of_the_whole_form_has_no_path() -> None:
    refused = ValidationError({"non_field_errors": ["Two of the same."]})
    assert problem(refused.detail)["errors"] == [{"path": "", "message": "Two of the same."}]


@pytest.mark.parametrize(("error", "status"), [(NotFound(), 404), (PermissionDenied(), 403)])
def test_other_refusals_keep_their_status(error: Exception, status: int) -> None:
    answer = exception_handler(error, {})
    assert answer is not None
    assert answer.status_code == status
    assert "detail" in answer.data


def test_what_is_no_refusal_is_left_to_the_page_of_failures() -> None:
    assert exception_handler(RuntimeError("bug"), {}) is None


def test_the_rates_are_those_documented() -> None:
    assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] == {"anon": "60/min", "user": "600/min"}


def test_the_schema_is_openapi(client: Client) -> None:
    schema = client.get(reverse("api-schema"), {"format": "json"}).json()
    assert schema["openapi"].startswith("3.")
    assert all(path.startswith("/api/v1/") for path in schema["paths"])


def test_a_refusal_of_the_models_is_an_error_too() -> None:
    answer = exception_handler(DjangoValidationError({"name": ["Taken."]}), {})
    assert answer is not None
    assert answer.data["errors"] == [{"path": "name", "message": "Taken."}]


def test_json_that_cannot_be_read_is_a_400_with_the_place(client: Client) -> None:
    answer = client.post(reverse("api-token"), "{", content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("JSON parse error")
    assert answer.json()["errors"] == []


def test_json_nested_without_end_is_refused() -> None:
    with pytest.raises(ParseError, match="nested too deeply"):
        LimitedJSONParser().parse(io.BytesIO(b"[" * 200_000))


def test_json_beyond_the_limit_is_refused_before_it_is_read() -> None:
    small = override_settings(LEAGUER_MAX_UPLOAD_BYTES=1_048_576)
    with small, pytest.raises(TooLarge, match="1 MB are allowed"):
        LimitedJSONParser().parse(io.BytesIO(b" " * 1_048_577))


@pytest.mark.usefixtures("alice")
def test_a_name_and_a_password_give_a_token(client: Client, password: str) -> None:
    answer = client.post(reverse("api-token"), {"username": "alice", "password": password})
    assert answer.json() == {"token": Token.objects.get().key}


@pytest.mark.usefixtures("alice")
def test_a_wrong_password_gives_no_token(client: Client) -> None:
    answer = client.post(reverse("api-token"), {"username": "alice", "password": "wrong"})
    assert answer.status_code == 400
    assert not Token.objects.exists()


def test_a_member_makes_a_new_token_that_replaces_the_old(as_alice: Client, alice: User) -> None:
    old = Token.objects.create(user=alice).key
    page = as_alice.get(reverse("account_token"))
    assert old.encode() not in page.content
    made = as_alice.post(reverse("account_token"))
    new = Token.objects.get(user=alice).key
    assert new != old
    assert new.encode() in made.content


@pytest.mark.django_db
def test_a_stranger_has_no_token_page(client: Client) -> None:
    assert client.get(reverse("account_token")).url.startswith(reverse("account_login"))
