"""The first page of a campaign on a map, areas, forces and factions: who sees what."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.access import Participant
from campaigns.engine import shipped
from campaigns.engine.state import Sighting
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from campaigns.views.show import map_context
from tests.kit.campaigns import change, island
from tests.kit.clients import queries, signed_in

pytestmark = pytest.mark.django_db

PAGES = ("campaign", "forces", "factions", "people", "rules")
MOST_QUERIES = 15


def text(response: Any) -> str:
    return response.content.decode()  # type: ignore[no-any-return]


def page(row: Campaign, name: str = "", *rest: str) -> str:
    """The address of one of the campaign's pages."""
    parts = [name, *rest] if name and name != "campaign" else []
    return row.get_absolute_url() + "".join(f"{part}/" for part in parts)


@pytest.mark.parametrize("name", PAGES)
def test_everybody_in_a_campaign_sees_its_pages(row: Campaign, name: str) -> None:
    for member in row.members.select_related("user"):
        assert signed_in(member.user).get(page(row, name)).status_code == 200, member.user


def test_a_player_sees_his_own_forces_and_no_others(row: Campaign, as_bob: Client, as_dora: Client) -> None:
    names = {each.faction: each.name for each in state_of(row).forces.values()}
    mine, theirs = text(as_bob.get(page(row))), text(as_dora.get(page(row)))
    assert names["crown"].replace("'", "&#x27;") in mine
    assert names["commons"].replace("'", "&#x27;") not in mine
    assert names["commons"].replace("'", "&#x27;") in theirs
    assert names["crown"].replace("'", "&#x27;") not in theirs


def test_the_umpire_sees_every_force(row: Campaign, as_alice: Client) -> None:
    shown = text(as_alice.get(page(row, "forces")))
    for force in state_of(row).forces.values():
        assert force.name.replace("'", "&#x27;") in shown


def test_lines_of_supply_are_drawn_for_ones_own_forces_for_the_umpire_all(
    row: Campaign, umpire: Member, chief: Member, onlooker: Member
) -> None:
    def drawn(member: Member) -> set[str]:
        participant = Participant(row, member)
        supply: Any = map_context(participant, participant.view())["supply"]
        return set(supply)

    assert drawn(chief) == {"cr1", "cr2"}
    assert drawn(umpire) > drawn(chief)
    assert drawn(onlooker) == set()


def test_an_onlooker_sees_who_holds_what_and_no_force(row: Campaign, nora: User) -> None:
    shown = text(signed_in(nora).get(page(row)))
    assert "The Crown" in shown
    for force in state_of(row).forces.values():
        assert force.name.replace("'", "&#x27;") not in shown


def test_the_purse_of_others_is_closed(row: Campaign, as_bob: Client, as_alice: Client) -> None:
    change(row, lambda state: setattr(state.factions["commons"], "money", 7777))
    assert "7777" not in text(as_bob.get(page(row, "factions")))
    assert "7777" in text(as_alice.get(page(row, "factions")))


def test_the_page_of_a_force_is_there_for_its_faction_and_the_umpire_alone(
    row: Campaign, as_alice: Client, as_bob: Client, as_dora: Client, nora: User
) -> None:
    where = page(row, "forces", "cr1")
    assert as_alice.get(where).status_code == as_bob.get(where).status_code == 200
    assert as_dora.get(where).status_code == signed_in(nora).get(where).status_code == 404


def test_the_order_of_battle_shows_what_units_lost_and_leaders_suffered(
    row: Campaign, as_bob: Client
) -> None:
    def harm(state: Any) -> None:
        force = state.forces["cr1"]
        force.units[0].lost = 2
        force.units[1].status, force.units[1].back = "away", 3
        leader = force.commands[0].leader
        leader.fate, leader.captor = "captured", "commons"

    change(row, harm)
    unit = state_of(row).forces["cr1"].units[0]
    shown = text(as_bob.get(page(row, "forces", "cr1")))
    assert f'aria-label="{unit.steps - 2} of {unit.steps}"' in shown
    assert "away until turn 3" in shown
    assert "captured by The Commons" in shown


def test_a_sighting_is_shown_with_its_age(row: Campaign, as_bob: Client, as_dora: Client) -> None:
    def seen(state: Any) -> None:
        state.turn = 4
        state.factions["crown"].sightings["co1"] = Sighting(
            "co1", "A Column of Dust", "commons", "stonebridge", 1, 212.0, "rumour"
        )

    change(row, seen)
    shown = text(as_bob.get(page(row)))
    assert "A Column of Dust" in shown
    assert "a rumour, 3 weeks ago" in shown
    assert "A Column of Dust" not in text(as_dora.get(page(row)))


def test_an_area_tells_what_lies_in_it_and_where_its_ways_lead(row: Campaign, as_bob: Client) -> None:
    shown = text(as_bob.get(page(row, "areas", "havenport")))
    area = state_of(row).map.by_id["havenport"]  # type: ignore[union-attr]
    assert area.name in shown
    for end in state_of(row).map.ways["havenport"]:  # type: ignore[union-attr]
        assert page(row, "areas", end) in shown


def test_a_script_gets_the_area_alone(row: Campaign, as_bob: Client) -> None:
    part = text(as_bob.get(page(row, "areas", "havenport"), headers={"HX-Request": "true"}))
    assert "Havenport" in part
    assert "<html" not in part


def test_an_area_that_there_is_not_is_not_found(row: Campaign, as_bob: Client) -> None:
    assert as_bob.get(page(row, "areas", "atlantis")).status_code == 404


@pytest.mark.parametrize("who", ["alice", "bob", "nora"])
@pytest.mark.parametrize("name", PAGES)
def test_pages_ask_few_queries(row: Campaign, who: str, name: str) -> None:
    client = signed_in(User.objects.get(username=who))
    client.get(page(row, name))
    assert queries(client, page(row, name)) <= MOST_QUERIES


def test_queries_do_not_grow_with_the_campaign(row: Campaign, alice: User, as_alice: Client) -> None:
    for _ in range(2):
        services.resolve(row, row.revision, alice)
    as_alice.get(page(row))
    few = queries(as_alice, page(row))
    large = services.create(alice, shipped.document("deluge"))
    for number in range(8):
        services.add_member(
            large,
            User.objects.create_user(f"player{number}"),
            "player",
            list(state_of(large).factions)[number],
        )
    for _ in range(2):
        if large.phase == "orders":
            services.resolve(large, large.revision, alice)
    as_alice.get(page(large))
    assert queries(as_alice, page(large)) == few


def test_the_shelf_lists_ones_own_campaigns_in_so_many_queries(as_alice: Client, alice: User) -> None:
    island(alice)
    as_alice.get("/campaigns/")
    one = queries(as_alice, "/campaigns/")
    for _ in range(4):
        island(alice)
    assert queries(as_alice, "/campaigns/") == one
    assert text(as_alice.get("/campaigns/")).count("The Isle of Merrow") == 5


def test_a_campaign_that_was_put_away_is_on_another_shelf(as_alice: Client, row: Campaign) -> None:
    as_alice.post(page(row, "umpire", "archive"))
    assert "The Isle of Merrow" not in text(as_alice.get("/campaigns/"))
    assert "The Isle of Merrow" in text(as_alice.get("/campaigns/?archived=1"))
