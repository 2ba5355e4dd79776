"""Every endpoint of the REST interface is tried with made-up requests, and keeps to its own schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from armylists.apitokens import make
from config.wsgi import application
from tests.kit.effort import PERCENT, tries
from tests.kit.tournaments import event, pair_round, play_round
from tournaments.engine.actions import ReportResult
from tournaments.engine.document import Result
from tournaments.services import act

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
BOUNDED = settings(
    max_examples=tries(5),
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
# What a request lacks or has too much of, case by case: thousands of them, which are for the night.
schema.config.phases.coverage.enabled = PERCENT >= 100


@pytest.fixture(autouse=True)
def _kept_connection() -> Iterator[None]:
    """The whole application is called, not Django's client: it must not close the connection of the test."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def token(alice: User) -> str:
    """What Alice's programs sign in with."""
    return make(alice, "Tests")[1]


@schema.parametrize()
@BOUNDED
@pytest.mark.django_db
def test_a_stranger_gets_what_the_schema_promises(case: Any) -> None:
    case.call_and_validate(checks=CHECKS)


@schema.parametrize()
@BOUNDED
def test_a_member_gets_what_the_schema_promises(case: Any, token: str) -> None:
    case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Token {token}"})


def test_a_running_tournament_is_as_the_schema_says(alice: User, bob: User, token: str) -> None:
    row = pair_round(play_round(event(alice, bob, count=5), alice), alice)
    over = play_round(event(alice, count=5), alice)
    act(row, bob, ReportResult(round=2, player="anna", result=Result(scores=(9, 3))))
    for found, part in (
        *((row, each) for each in ("", "document/", "rounds/", "players/", "entries/", "standings/")),
        (row, "statistics/"), (row, "actions/"), (row, "organisers/"), (over, "proposal/"),
    ):  # fmt: skip
        operation = schema["/api/v1/tournaments/{id}/" + part]["GET"]
        case = operation.Case(path_parameters={"id": str(found.public_id)})
        answer = case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Token {token}"})
        assert answer.status_code == 200
    operation = schema["/api/v1/tournaments/{id}/rounds/{number}/"]["GET"]
    case = operation.Case(path_parameters={"id": str(row.public_id), "number": 2})
    case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Token {token}"})
