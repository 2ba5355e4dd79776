"""What all REST endpoints share."""

import io

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.drainage import GENERATOR_STATS
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError

from armylists.apitokens import ApiToken, digest_of
from armylists.models import ArmyList
from armylists.owned.api import check_known
from config.api import exception_handler, problem
from config.parsers import LimitedJSONParser, TooLarge
from rulesets.engine.jsontext import JSONError


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


def test_what_is_not_there_is_said_without_the_names_of_our_tables() -> None:
    answer = exception_handler(Http404("No ArmyList matches the given query."), {})
    assert answer is not None
    assert answer.data == {"detail": "There is nothing at this address, or you may not see it."}
    said = exception_handler(Http404("The list has no revision 7."), {})
    assert said is not None
    assert said.data == {"detail": "The list has no revision 7."}


def test_what_is_no_refusal_is_left_to_the_page_of_failures() -> None:
    assert exception_handler(RuntimeError("bug"), {}) is None


def test_the_rates_are_those_documented() -> None:
    assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] == {
        "anon": "60/min",
        "user": "600/min",
        "check": "30/min",
    }


def test_the_schema_is_openapi(client: Client) -> None:
    schema = client.get(reverse("api-schema"), {"format": "json"}).json()
    assert schema["openapi"].startswith("3.")
    assert all(path.startswith("/api/v1/") for path in schema["paths"])
    assert not GENERATOR_STATS, "two shapes have one name"


def test_a_refusal_of_the_models_is_an_error_too() -> None:
    answer = exception_handler(DjangoValidationError({"name": ["Taken."]}), {})
    assert answer is not None
    assert answer.data["errors"] == [{"path": "name", "message": "Taken."}]


def test_json_that_cannot_be_read_is_a_400_with_the_place(client: Client) -> None:
    answer = client.post(reverse("api-token"), "{", content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("The request is not JSON")
    assert [each["path"] for each in answer.json()["errors"]] == ["line 1"]


def test_json_nested_without_end_is_refused() -> None:
    with pytest.raises(JSONError, match="nested too deeply"):
        LimitedJSONParser().parse(io.BytesIO(b"[" * 200_000))


def test_json_beyond_the_limit_is_refused_before_it_is_read() -> None:
    small = override_settings(LEAGUER_MAX_UPLOAD_BYTES=1_048_576)
    with small, pytest.raises(TooLarge, match="the limit is 1 MB"):
        LimitedJSONParser().parse(io.BytesIO(b" " * 1_048_577))


@pytest.mark.usefixtures("alice")
def test_a_name_and_a_password_give_a_token(client: Client, password: str) -> None:
    answer = client.post(reverse("api-token"), {"username": "alice", "password": password})
    row = ApiToken.objects.get()
    assert row.digest == digest_of(answer.json()["token"])


@pytest.mark.usefixtures("alice")
def test_a_wrong_password_gives_no_token(client: Client) -> None:
    answer = client.post(reverse("api-token"), {"username": "alice", "password": "wrong"})
    assert answer.status_code == 400
    assert not ApiToken.objects.exists()


@pytest.mark.django_db
def test_a_stranger_has_no_token_page(client: Client) -> None:
    assert client.get(reverse("account_token")).url.startswith(reverse("account_login"))


def test_keys_that_an_address_does_not_read_are_refused_wherever_they_stand() -> None:
    class Unit(serializers.Serializer[dict[str, int]]):
        count = serializers.IntegerField()

    class Army(serializers.Serializer[dict[str, int]]):
        units = Unit(many=True)
        extras = serializers.DictField()

    known = {"units": [{"count": 1}], "extras": {"anything": 1}}
    check_known(Army(data=known), known)
    wrong = {"units": [{"count": 1}, {"counts": 2}], "extra": {}}
    with pytest.raises(ValidationError) as caught:
        check_known(Army(data=wrong), wrong)
    assert [error["path"] for error in problem(caught.value.detail)["errors"]] == ["units[1].counts", "extra"]


def test_a_misspelt_key_loses_nothing(as_alice: Client, alice: User) -> None:
    row = ArmyList.objects.create(
        owner=alice, name="Mine", points=0, updated=timezone.now(), document={"name": "Mine"}
    )
    body = {"version": row.version, "document": {}, "sumary": "A word"}
    answer = as_alice.put(f"/api/v1/lists/{row.public_id}/", body, content_type="application/json")
    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["errors"]] == ["sumary"]
    row.refresh_from_db()
    assert row.document == {"name": "Mine"}
