"""The first page: what Leaguer is for strangers, and the shown of who is signed in."""

from __future__ import annotations

import gzip
import re
from html import escape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import bookservices, guests
from armylists import services as lists
from armylists.start import minimum
from battles import services
from battles.models import Battle
from battles.recording import services as records
from campaigns.models import Campaign
from config.frontpage import SHOWN, front_page_of
from rulesets.contract import registry
from rulesets.contract.documents import samples
from tests.kit.campaigns import island
from tests.kit.clients import queries, signed_in
from tests.kit.records import record

pytestmark = pytest.mark.django_db

LIMIT = 300_000
"""Bytes of the first page with all that it loads before anything is tapped."""


@pytest.fixture
def patrol() -> dict[str, Any]:
    """The set-up of a small battle."""
    armies = [samples()[key].to_json() for key in ("royalist-patrol-300", "parliament-patrol-300")]
    return {"system": "baroque", "lists": armies, "sides": ["Royalists", "Parliament"], "terrain": "open"}


def words_of(user: User) -> list[str]:
    return [task.words for task in front_page_of(user).tasks]


# -- strangers -------------------------------------------------------------------------------------


def test_a_stranger_reads_what_leaguer_is_and_begins_with_one_tap(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "army lists for wargames of 1550 to 1700" in page
    for name, words in (("start-clash", "Play a training clash"), ("start-list", "Build a list")):
        form = re.search(rf'<form method="post" action="{reverse(name)}">(.*?)</form>', page, re.DOTALL)
        assert form
        assert words in form[1]
        assert "csrfmiddlewaretoken" in form[1]


def test_every_rule_system_is_introduced(client: Client) -> None:
    for address in ("/", reverse("rulesets:rules")):
        page = client.get(address).content.decode()
        for system in registry.systems():
            told = system.library.introduction
            assert told is not None, system.slug
            for words in (told.what, told.rulebook, told.needs):
                assert escape(words) in page
            assert reverse("rulesets:system", args=[system.slug]) in page


def test_the_first_page_is_light(client: Client) -> None:
    """As a public site serves it: texts packed, pictures and all three faces of the type as they are."""

    def size(name: str) -> int:
        data = b"".join(client.get(f"/static/{name}").streaming_content)  # type: ignore[attr-defined]
        return len(gzip.compress(data) if name.endswith((".css", ".js", ".svg")) else data)

    page = client.get("/").content
    names = {*re.findall(r'(?:src|href)="/static/([^"#]+)"', page.decode())}
    names |= {f"fonts/EBGaramond-{style}.woff2" for style in ("Regular", "Italic", "SemiBold")}
    sizes = {name: size(name) for name in names}
    assert any(name.endswith(".webp") for name in names)
    assert any(name.endswith(".css") for name in names)
    assert len(page) + sum(sizes.values()) < LIMIT, sizes


def test_the_first_evening_is_linked_and_leads_on(client: Client) -> None:
    assert reverse("first-evening") in client.get("/").content.decode()
    page = client.get(reverse("first-evening"))
    assert page.status_code == 200
    for target in (reverse("start-clash"), reverse("account_signup"), "/campaigns/", "/scenarios/"):
        assert target in page.content.decode()


# -- the shown --------------------------------------------------------------------------------------


def test_who_has_nothing_yet_is_told_where_to_begin(as_alice: Client, alice: User) -> None:
    assert front_page_of(alice).empty
    page = as_alice.get("/").content.decode()
    for words in ("You have nothing here yet", "Play a training clash", "Your first evening", "No lists yet"):
        assert words in page


def test_a_battle_waits_for_who_decides(alice: User, bob: User, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, patrol, opponent=bob, tacticians=())
    deciding = (alice, bob)[row.deciding or 0]
    waiting = (bob, alice)[row.deciding or 0]
    assert words_of(deciding) == ["Make your move"]
    assert words_of(waiting) == []
    (task,) = front_page_of(deciding).tasks
    assert signed_in(deciding).get(task.url).status_code == 200


def test_an_invitation_waits_for_who_is_asked_alone(
    alice: User, bob: User, charlie: User, patrol: dict[str, Any], as_bob: Client
) -> None:
    services.begin(alice, patrol, invited="bob", tacticians=())
    assert words_of(bob) == ["Answer the invitation from alice"]
    assert words_of(alice) == words_of(charlie) == []
    assert "Answer the invitation from alice" in as_bob.get("/").content.decode()


def test_a_record_waits_for_who_has_to_confirm(alice: User, bob: User) -> None:
    row = record(alice, bob)
    assert words_of(bob) == []
    records.begin_turn(row, row.revision, 0, alice, 2)
    assert words_of(bob) == ["Check what was recorded"]
    assert words_of(alice) == []


def test_a_campaign_waits_on_the_first_page(alice: User) -> None:
    row = island(alice)
    assert isinstance(row, Campaign)
    assert [each.name for each in front_page_of(alice).campaigns] == [row.name]


def test_what_is_archived_or_somebody_elses_is_not_on_it(
    alice: User, bob: User, patrol: dict[str, Any]
) -> None:
    mine = services.begin(alice, patrol, tacticians=(1,))
    lists.create(alice, minimum("baroque", "polish", 300))
    bookservices.create(alice, "baroque", {"name": "Our regiment"})
    assert front_page_of(bob).empty
    services.archive(mine)
    shown = front_page_of(alice)
    assert (shown.tasks, shown.battles, len(shown.lists), len(shown.drafts)) == ([], [], 1, 1)


def test_the_longest_waiting_stands_first(alice: User, patrol: dict[str, Any]) -> None:
    rows = [services.begin(alice, patrol, tacticians=()) for _ in range(3)]
    Battle.objects.filter(pk=rows[1].pk).update(updated="2020-01-01T00:00:00Z")
    assert str(rows[1].public_id) in front_page_of(alice).tasks[0].url


def test_a_full_page_costs_no_more_queries(as_alice: Client, alice: User, patrol: dict[str, Any]) -> None:
    def fill() -> None:
        services.begin(alice, patrol, tacticians=())
        lists.create(alice, minimum("baroque", "polish", 300))
        bookservices.create(alice, "baroque", {"name": "Our regiment"})
        record(alice)

    fill()
    few = queries(as_alice, "/")
    for _ in range(SHOWN + 2):
        fill()
    assert queries(as_alice, "/") == few
    assert few < 25


def test_a_guest_has_a_page_without_campaigns() -> None:
    page = signed_in(guests.make()).get("/").content.decode()
    assert "Sign up to keep your work" in page
    assert "Campaigns are for members" in page
