"""Every page and every endpoint of campaigns, tried by everybody: for strangers there is nothing, umpires
alone decide what is theirs, and no answer holds a secret of those whom one does not play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from campaigns import mapservices
from campaigns.access import Participant
from campaigns.engine import shipped
from campaigns.models import (
    Campaign,
    EngagementRow,
    Invitation,
    Member,
    OrdersRow,
    OwnMap,
    Simulation,
    TurnRow,
)
from tests.kit.addresses import Address, addresses, names
from tests.kit.clients import signed_in
from tests.kit.effort import some
from tests.kit.secrets import UMPIRE, Secret, everybody, found, plant

pytestmark = pytest.mark.django_db
WHO = ("umpire", "chief", "comrade", "enemy", "neutral", "stranger", "nobody")
OUTSIDE = ("stranger", "nobody")
ENEMY = "enemy"
"""Who does everything there is; of what others do every day tries some."""
PRYING = "?as=commons&about=co2&faction=commons&area=eastgate&seed=1&turn=1&side=commons&who=commons"
UMPIRES = frozenset({
    "preview", "resolve", "deadline", "pause", "act", "back", "clone", "archive", "delete", "rename",
    "umpire", "export", "withdraw", "change-member", "rules-section", "simulation",
    "api-campaign-preview", "api-campaign-resolve", "api-campaign-override", "api-campaign-back",
    "api-campaign-clone", "api-campaign-file", "api-campaign-invitation", "api-campaign-simulation",
    "api-campaign-engagement-cancel",
    "api-campaign-simulation-go", "api-campaign-simulation-stop",
})  # fmt: skip
"""The names of what an umpire alone may do or see."""
WHOLE = frozenset({"export", "api-campaign-file"})
"""The names of an umpire's copies of all there is, with orders that have not been carried out yet."""
REFUSED = (403, 404, 405)


@dataclass(frozen=True)
class World:
    """The campaign, all its addresses, its secrets, and who asks."""

    row: Campaign
    addresses: list[Address]
    secrets: list[Secret]
    people: dict[str, Any]

    def client(self, who: str) -> Client:
        user = self.people[who][0]
        return Client() if user is None else signed_in(user)

    def hidden_from(self, who: str) -> list[Secret]:
        return [secret for secret in self.secrets if not secret.knows & self.people[who][1]]

    def open_to(self, who: str) -> list[Secret]:
        return [secret for secret in self.secrets if secret.knows & self.people[who][1]]

    def own(self, who: str) -> list[Address]:
        """The addresses without those that are somebody else's secret: his calendar, an invitation."""
        user = self.people[who][0]
        feeds = {each.feed for each in self.row.members.all() if each.user != user}
        return [each for each in self.addresses if not any(feed in each.url for feed in feeds)]


@pytest.fixture
def world(
    row: Campaign, alice: User, bob: User, edward: User, dora: User, nora: User, charlie: User
) -> World:
    secrets = plant(row)
    Simulation.objects.create(campaign=row, turns=1, runs=1, battles="quick")
    drawn = mapservices.create_map(alice, shipped.document("island")["map"])
    forces, invited, enemy = ("co1", "co2", "cr1", "cy2"), row.invitations.get(), row.members.get(user=dora)
    given = {
        "token": [invited.token], "calendar.token": [each.feed for each in row.members.all()],
        "map_id": [drawn.public_id], "shipped-map.key": ["island"], "area.key": ["eastgate", "havenport"],
        "force.key": forces, "command.key": forces, "force": forces, "key": ["t3e1", "t3e2"],
        "turn": [1, 2, 3], "do": ["money", "move"], "rules-section.key": ["supply"],
        "number": [invited.pk], "withdraw.pk": [invited.pk], "pk": [enemy.pk],
        "api-campaign-member.key": [enemy.key],
    }  # fmt: skip
    people = everybody(alice, bob, edward, dora, nora, charlie)
    return World(row, addresses(row, given), secrets, people)


def kept() -> list[Any]:
    """All that is kept of campaigns."""
    models = (Campaign, Member, Invitation, OrdersRow, TurnRow, EngagementRow, OwnMap, Simulation)
    return [list(model.objects.order_by("pk").values()) for model in models]


def asked(client: Client, method: str, url: str) -> HttpResponse:
    """The answer to a request; what it changed is taken back."""
    with transaction.atomic():
        answer = getattr(client, method)(
            url, **({} if method == "get" else {"data": {}, "content_type": "application/json"})
        )
        transaction.set_rollback(True)
    return answer


def body(answer: Any) -> bytes:
    head = "\n".join(f"{name}: {value}" for name, value in answer.items()).encode()
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content if "pdf" in answer.get("Content-Type", "") else head + b"\n" + content


def answers(world: World, who: str, urls: Iterator[tuple[str, str]]) -> Iterator[tuple[str, list[Secret]]]:
    """For each request that was answered what it was, and the secrets in its answer."""
    client = world.client(who)
    for method, url in urls:
        answer = asked(client, method, url)
        assert answer.status_code < 500, f"{method} {url}: {answer.status_code}"
        told = [secret for secret in world.secrets if secret.says not in url.replace("-", "")]
        yield f"{method} {url}", found(body(answer), answer.get("Content-Type", ""), told)


def reading(world: World, who: str) -> Iterator[tuple[str, str]]:
    for each in world.own(who):
        yield "get", each.url
    pried = [each for each in world.own(who) if each.of_campaign and not each.url.endswith((".pdf", ".ics"))]
    for each in pried if who in (ENEMY, UMPIRE) else some(pried):
        yield "get", each.url + PRYING


def acting(world: World, who: str) -> Iterator[tuple[str, str]]:
    tried = [(method, each.url) for each in world.own(who) for method in each.methods]
    yield from tried if who == ENEMY else some(tried)


# -- who gets in ----------------------------------------------------------------------------------


def test_every_address_is_tried() -> None:
    assert len(names()) > 60
    assert {name for name in names() if not name.startswith("api-")} > {
        "campaign",
        "gazette",
        "history",
        "calendar",
    }
    assert names() >= UMPIRES


def test_every_secret_is_planted_where_it_can_be_found(world: World) -> None:
    assert len(world.secrets) > 25
    assert len(world.addresses) > 90
    assert all(world.hidden_from(who) for who in WHO)


def of_campaign(world: World) -> Iterator[tuple[str, Address]]:
    """Every address of the campaign, with each method that it may understand."""
    for each in world.addresses:
        if each.of_campaign:
            yield from ((method, each) for method in ("get", *each.methods))


def test_for_strangers_no_campaign_is_there(world: World) -> None:
    before, client = kept(), world.client("stranger")
    codes = {
        (method, each.url): getattr(client, method)(each.url).status_code
        for method, each in of_campaign(world)
    }
    assert {place: code for place, code in codes.items() if code not in (404, 405)} == {}
    there = Counter(method for (method, _), code in codes.items() if code == 404)
    assert there["get"] > 20
    assert there["post"] > 20
    assert {method for method, _ in codes} == {"get", "post", "put", "patch", "delete"}
    assert kept() == before


def test_who_is_not_signed_in_is_asked_to(world: World) -> None:
    before, client = kept(), world.client("nobody")
    wrong, tried = {}, set()
    for method, each in of_campaign(world):
        tried.add(method)
        answer = getattr(client, method)(each.url)
        asks = answer.status_code == 302 and "/accounts/login/" in answer["Location"]
        if each.url.endswith("/events/"):  # nobody reads what a stream answers
            asks = answer.status_code == 404
        if not (answer.status_code in (401, 403) if each.api else asks or answer.status_code == 405):
            wrong[method, each.url] = answer.status_code
    assert tried == {"get", "post", "put", "patch", "delete"}
    assert wrong == {}
    assert kept() == before


def test_what_is_the_umpires_is_nobody_elses(world: World) -> None:
    before = kept()
    clients = {who: world.client(who) for who in ("chief", "comrade", "enemy", "neutral")}
    refused = dict.fromkeys(
        ("withdraw", "change-member"), (*REFUSED, 302)
    )  # with a message, back to the page
    tried = [each for each in world.addresses if each.name in UMPIRES]
    assert {each.name for each in tried} == UMPIRES
    wrong = {
        f"{who}: {method} {each.url}": code
        for each in tried
        for method in ("get", *each.methods)
        for who, client in clients.items()
        if (code := getattr(client, method)(each.url).status_code) not in refused.get(each.name, REFUSED)
    }
    assert wrong == {}
    assert kept() == before


def test_nobody_makes_himself_an_umpire(world: World) -> None:
    before, places = kept(), {each.name: each.url for each in world.addresses}
    for who in ("chief", "comrade", "enemy", "neutral", "stranger"):
        client = world.client(who)
        client.post(places["invite"], {"role": "umpire"})
        client.post(places["api-campaign-invitations"], {"role": "umpire"}, content_type="application/json")
        member = world.row.members.filter(user=world.people[who][0]).first()
        if member is not None:
            there = places["api-campaign"] + f"members/{member.key}/"
            client.patch(there, {"role": "umpire"}, content_type="application/json")
        assert kept() == before, who


def test_an_umpire_may_open_all_of_it(world: World) -> None:
    client = world.client(UMPIRE)
    codes = {each.name: client.get(each.url).status_code for each in world.addresses if each.name in UMPIRES}
    assert not {403, 404} & set(codes.values())
    assert sum(code == 200 for code in codes.values()) > 3


def test_own_maps_are_their_owners(world: World) -> None:
    tried = [
        each
        for each in world.addresses
        if "/campaigns/maps/" in each.url and str(OwnMap.objects.get().public_id) in each.url
    ]
    assert len(tried) > 4
    before = kept()
    for who in set(WHO) - {UMPIRE, "nobody"}:
        client = world.client(who)
        codes = {client.get(each.url).status_code for each in tried} | {
            client.post(each.url).status_code for each in tried
        }
        assert codes <= {404, 405}
    assert kept() == before


# -- what they read -------------------------------------------------------------------------------


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("who", WHO)
def test_no_answer_holds_what_one_may_not_know(world: World, who: str) -> None:
    hidden = set(world.hidden_from(who))
    whole = tuple(f"get {each.url}" for each in world.addresses if each.name in WHOLE)
    seen: dict[Secret, str] = {}
    leaks = []
    for request, held in answers(world, who, reading(world, who)):
        seen |= dict.fromkeys(held, request)
        if who == UMPIRE and request.startswith(whole):
            continue
        leaks += [f"{request}: {secret.says} ({secret.what})" for secret in held if secret in hidden]
    assert not leaks, "\n".join(leaks)
    if who not in OUTSIDE:
        assert {each.what for each in world.open_to(who)} <= {each.what for each in seen}


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("who", [who for who in WHO if who != UMPIRE])
def test_nor_does_an_answer_to_what_one_does(world: World, who: str) -> None:
    hidden = set(world.hidden_from(who))
    leaks = [
        f"{request}: {secret.says} ({secret.what})"
        for request, held in answers(world, who, acting(world, who))
        for secret in held
        if secret in hidden
    ]
    assert not leaks, "\n".join(leaks)


def test_pdfs_and_calendars_are_read_to_their_last_word(world: World, chief: Member) -> None:
    client = world.client("chief")
    printed = client.get(f"{world.row.get_absolute_url()}history.pdf")
    what = {secret.what for secret in found(printed.content, printed["Content-Type"], world.secrets)}
    assert {"gift", "reason"} <= what
    feed = client.get(f"/campaigns/calendar/{chief.feed}.ics")
    assert b"BEGIN:VCALENDAR" in feed.content


def test_a_door_that_stands_open_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Participant, "who", None)
    here = [
        ("get", f"{world.row.get_absolute_url()}{page}") for page in ("", "factions/", "chronicle/?turn=1")
    ]
    held = {secret for _, told in answers(world, "chief", iter(here)) for secret in told}
    assert {"money", "gift"} <= {secret.what for secret in held & set(world.hidden_from("chief"))}
