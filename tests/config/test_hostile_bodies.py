"""What nobody sends by accident, in every body and every query of the REST interface."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from battles.recording import services as recording
from rulesets.site.odds import odds_of
from tests.kit.battles import sample
from tests.kit.effort import few
from tests.kit.estate import Estate, Route
from tests.kit.hostile import TEXTS, VALUES, visitor
from tests.kit.openapi import Operation, operations
from tests.kit.records import record

NEVER = ("nul", "half a pair", "digits", "too many digits", "too large", "no number", "depth")
"""What is refused wherever it stands."""
REFUSED = (400, 401, 403, 404, 405, 409, 413)
READING = [each for each in operations() if each.body is not None]


def at(everything: Estate, operation: Operation) -> str:
    route = Route(operation.name, operation.way)
    return route.filled(everything.fillings(route)[0])


@pytest.mark.parametrize("who", ["alice", "bob", "nobody"])
def test_a_hostile_body_is_refused(everything: Estate, who: str, alice: User, bob: User) -> None:
    came = visitor({"alice": alice, "bob": bob}.get(who))
    tries = [
        (kind, each, body)
        for each in READING
        for kind, value in VALUES.items()
        for body in each.bodies(value)
    ]
    for kind, each, body in few(tries, 400):
        answer = came.ask(
            f"{kind}: {body[:60]}", each.method, at(everything, each), body, content_type="application/json"
        )
        if kind in NEVER:
            came.expect(f"{kind}: {body[:60]}", answer, *REFUSED)
    assert not came.faults, "\n".join(came.faults)


@pytest.mark.parametrize("who", ["alice", "nobody"])
def test_a_hostile_query_is_refused(everything: Estate, who: str, alice: User) -> None:
    came = visitor({"alice": alice}.get(who))
    tries = [
        (kind, each, name, text)
        for each in operations()
        for name in (*each.queries, "unknown")
        for kind, text in TEXTS.items()
        if each.method == "get"
    ]
    for kind, each, name, text in few(tries, 300):
        answer = came.send(kind, "get", at(everything, each), {name: text})
        if kind == "nul":
            came.expect(kind, answer, 400)
    assert not came.faults, "\n".join(came.faults)


def _example(operation: Operation, owner: User) -> Any:
    """A body of an operation; the schema says little of one that is a whole document of a rule system."""
    if operation.name == "api-list-check-document":
        return sample("royalist-patrol-300")
    if operation.name == "api-odds":
        return {"system": "baroque", **odds_of("baroque").example}
    if operation.name in ("api-score", "api-score-pdf"):
        return recording.opened(record(owner)).document()
    return operation.body or {}


def test_an_unknown_query_key_is_refused_by_name_and_no_known_one(everything: Estate, alice: User) -> None:
    came = visitor(alice)
    missed = []
    for each in operations():
        address = at(everything, each)
        answer = came.ask("unknown", each.method, f"{address}?nmae=1&format=json")
        errors = answer.json().get("errors", []) if answer.status_code == 400 else []
        if [error["path"] for error in errors] != ["nmae"] or "format" not in errors[0]["message"]:
            missed.append(f"{each.method} {each.way}: {answer.status_code} {errors}")
        for name in each.queries:
            answer = came.ask(name, each.method, f"{address}?{name}=1")
            if "is not known here" in answer.content.decode():
                missed.append(f"{each.way}: {name}")
    assert not missed, "\n".join(missed)
    assert not came.faults, "\n".join(came.faults)


def test_an_unknown_key_is_refused_by_name(everything: Estate, alice: User, bob: User) -> None:
    """By every operation, whether it reads a body or none, and whoever of the two may do it."""
    missed = []
    for each in operations():
        if each.method in ("get", "delete") or each.file:
            continue
        paths = {
            path for user in (alice, bob) for path in _refused(everything, each, user, _example(each, alice))
        }
        if "nmae" not in paths:
            missed.append(f"{each.method} {each.way}: {paths}")
    assert not missed, "\n".join(missed)


def _refused(everything: Estate, operation: Operation, user: User, example: dict[str, Any]) -> Iterator[str]:
    """The paths of what is wrong with a body of one unknown key, and with an example that has it too."""
    came = visitor(user)
    for more in ({}, example):
        answer = came.ask(
            "unknown key", operation.method, at(everything, operation), {**more, "nmae": 1},
            content_type="application/json",
        )  # fmt: skip
        if answer.status_code == 400:
            yield from (error["path"] for error in answer.json()["errors"])
    assert not came.faults, "\n".join(came.faults)
