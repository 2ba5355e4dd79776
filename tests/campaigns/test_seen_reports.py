"""Whoever agrees with a report or accepts one takes the report that they saw, over pages and over REST."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.engine.state import to_json
from campaigns.models import Campaign, Member
from tests.campaigns.test_fair_play import api
from tests.kit.campaigns import outcome
from tests.kit.clients import signed_in
from tests.kit.consent import KEY, agreed, kept, url

pytestmark = pytest.mark.django_db
JSON = "application/json"
CHANGED = "he report has changed since you saw it: look at it again."
ROLES = [("dora", 0), ("bob", 1), ("alice", 0), ("alice", 1)]
"""Who accepts which side's report: each commander the other's, the umpire either."""


@pytest.fixture
def differing(met: Campaign, chief: Member, enemy: Member) -> Campaign:
    """A battle on a table, of which both sides have reported that they won."""
    agreed(met, "table")
    services.fight(met, KEY, "table")
    services.report(met, KEY, chief, outcome(met, KEY, winner=0))
    services.report(met, KEY, enemy, outcome(met, KEY, winner=1))
    return met


@pytest.fixture
def client(who: str, request: pytest.FixtureRequest) -> Client:
    user: User = request.getfixturevalue(who)
    return signed_in(user)


@pytest.fixture
def other_report(differing: Campaign, chief: Member, enemy: Member, side: int) -> Callable[[], None]:
    """Let the side whose report is open on a page claim more than that page says."""

    def change() -> None:
        said = outcome(differing, KEY, winner=side, lost=(0, 2) if side == 0 else (2, 0))
        services.report(differing, KEY, (chief, enemy)[side], said)

    return change


def form_of(client: Client, row: Campaign, side: int) -> dict[str, str]:
    """The fields of the button that accepts a side's report, as the page has them now."""
    page = client.get(url(row)).content.decode()
    forms = re.findall(rf'<form method="post" action="{url(row, "agree/")}">(.*?)</form>', page, re.S)
    found = [dict(re.findall(r'name="(\w+)" value="([^"]*)"', each)) for each in forms]
    [form] = [each for each in found if each.get("side", str(side)) == str(side)]
    return form


def refused(answer: Any, path: str) -> str:
    assert answer.status_code == 400, answer.content
    [error] = answer.json()["errors"]
    assert error["path"] == path
    return str(error["message"])


@pytest.mark.parametrize(("who", "side"), ROLES)
def test_a_report_that_changed_while_the_page_was_open_is_not_accepted(
    differing: Campaign, client: Client, side: int, other_report: Callable[[], None]
) -> None:
    form = form_of(client, differing, side)
    other_report()
    said = client.post(url(differing, "agree/"), form, follow=True).content.decode()
    assert CHANGED in said
    assert (kept(differing).outcome, kept(differing).status) == (None, "disputed")
    client.post(url(differing, "agree/"), form_of(client, differing, side))
    assert kept(differing).outcome["units"] == kept(differing).claims[side]["units"]
    assert kept(differing).outcome["winner"] == side


@pytest.mark.parametrize(("who", "side"), ROLES)
def test_a_report_that_changed_since_it_was_read_over_rest_is_not_accepted(
    differing: Campaign, client: Client, side: int, other_report: Callable[[], None]
) -> None:
    at, agree = api(differing, "engagements", KEY), api(differing, "engagements", KEY, "agree")
    seen = client.get(at).json()["hashes"][side]
    other_report()
    body = {"side": side, "hash": seen}
    assert CHANGED[:-1] in refused(client.post(agree, body, JSON), "hash")
    assert (kept(differing).outcome, kept(differing).status) == (None, "disputed")
    body = {"side": side, "hash": client.get(at).json()["hashes"][side]}
    assert client.post(agree, body, JSON).json()["status"] == "settled"
    assert kept(differing).outcome["winner"] == side


@pytest.mark.parametrize(("who", "side"), ROLES)
def test_nothing_is_accepted_unseen(differing: Campaign, client: Client, side: int) -> None:
    own = kept(differing).claims[1 - side]
    agree = api(differing, "engagements", KEY, "agree")
    refused(client.post(agree, {"side": side}, JSON), "hash")
    refused(client.post(agree, {"side": side, "hash": ""}, JSON), "hash")
    assert CHANGED in client.post(url(differing, "agree/"), {"side": side}, follow=True).content.decode()
    # The hash of one side's report accepts no report of the other.
    other = client.get(api(differing, "engagements", KEY)).json()["hashes"][1 - side]
    refused(client.post(agree, {"side": side, "hash": other}, JSON), "hash")
    assert (kept(differing).outcome, kept(differing).claims[1 - side]) == (None, own)


def test_a_hash_tells_nothing_of_a_report_that_is_still_hidden(
    met: Campaign, chief: Member, as_bob: Client, as_dora: Client, as_alice: Client
) -> None:
    agreed(met, "table")
    services.fight(met, KEY, "table")
    services.report(met, KEY, chief, outcome(met, KEY, winner=0))
    at = api(met, "engagements", KEY)
    hers, theirs = as_dora.get(at).json()["hashes"], as_bob.get(at).json()["hashes"]
    assert hers == ["", ""]
    assert theirs == as_alice.get(at).json()["hashes"]
    assert (len(theirs[0]), theirs[1]) == (64, "")
    assert theirs[0] not in as_dora.get(url(met)).content.decode()


@pytest.mark.parametrize(("who", "side"), [("dora", 0), ("alice", 0)])
def test_the_same_report_sent_again_is_still_the_one_that_was_seen(
    differing: Campaign, client: Client, side: int, bob: User
) -> None:
    form = form_of(client, differing, side)
    again = {"outcome": to_json(outcome(differing, KEY, winner=0))}
    report = api(differing, "engagements", KEY, "report")
    assert signed_in(bob).post(report, again, JSON).json()["status"] == "disputed"
    client.post(url(differing, "agree/"), form)
    assert kept(differing).status == "settled"
