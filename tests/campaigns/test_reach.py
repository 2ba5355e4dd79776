"""Where a force can march this turn: on the page of orders and over REST, and for whose eyes."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import ordering
from campaigns.cards.reach import Reaches, ReachLine
from campaigns.engine.maps import read_map
from campaigns.engine.state import Sighting, State
from campaigns.engine.turn.supply import Supplies
from campaigns.engine.ways import legs, reachable
from campaigns.models import Campaign, Member
from campaigns.persistence import progress, state_of
from tests.campaigns.test_map_page import page, text
from tests.campaigns.test_orders_page import draft, sent
from tests.kit.clients import queries, signed_in
from tests.kit.strip import campaign, troop

pytestmark = pytest.mark.django_db


def lines(state: State, key: str) -> dict[str, ReachLine]:
    """The reach of a force by area."""
    force = state.forces[key]
    return {each.area: each for each in Reaches(state, force.faction).of(force)}


def test_the_cost_of_an_area_is_that_of_the_way_to_it() -> None:
    state = campaign(troop("r1", "red", "north"))
    found = lines(state, "r1")
    assert found.keys() == reachable(state, state.forces["r1"], forced=True).keys() - {"north"}
    assert (found["wood"].cost, found["wood"].way) == (1.5, ("wood",))
    for each in found.values():
        walked, why = legs(state, state.forces["r1"], each.way, forced=each.forced)
        assert why == ""
        assert each.forced or walked[-1].arrives == pytest.approx(each.share)


def test_an_area_that_only_a_forced_march_reaches_says_so() -> None:
    state = campaign(troop("r1", "red", "north"), march={"forced": 2, "link_cost": {"road": 3}})
    near = reachable(state, state.forces["r1"])
    far = [each for each in lines(state, "r1").values() if each.forced]
    assert far
    assert not {each.area for each in far} & near.keys()


def test_supply_in_a_place_is_that_of_a_force_that_stands_there() -> None:
    force = troop("r1", "red", "north")
    state = campaign(force)
    told = {key: Supplies(state, "red").at(force, key) for key in ("north", "wood", "moor", "castle")}
    for area, how in told.items():
        force.at = area
        assert bool(Supplies(state, "red").at(force, area)) == bool(how)
    assert told["north"] == "way"


def test_an_enemy_that_nobody_has_seen_changes_nothing() -> None:
    hidden = campaign(troop("r1", "red", "north"), troop("b1", "blue", "wood"))
    alone = campaign(troop("r1", "red", "north"))
    assert lines(hidden, "r1") == lines(alone, "r1")


def test_the_table_for_the_script_adds_up_to_the_same_cost(row: Campaign, as_bob: Client) -> None:
    answer = as_bob.get(page(row, "orders"))
    shown, table = answer.context["reaches"]["cr1"], answer.context["tables"]["cr1"]
    start = state_of(row).forces["cr1"].at
    assert shown
    for each in shown:
        steps = [start, *each.way]
        cost = sum(table["steps"][one][other][0] for one, other in pairwise(steps))
        assert cost == pytest.approx(each.cost)
    data = re.search(r'<script id="campaign-map-data"[^>]*>(.*?)</script>', text(answer), re.S)
    assert data
    assert json.loads(data[1])["reach"].keys() == {"cr1", "cr2"}


def test_a_button_of_the_list_writes_the_march_without_a_script(
    row: Campaign, as_bob: Client, chief: Member
) -> None:
    near = as_bob.get(page(row, "orders")).context["reaches"]["cr1"][-1]
    answer = as_bob.post(page(row, "orders"), sent(go=f"cr1 {','.join(near.way)}"))
    assert answer.status_code == 302
    assert "force=cr1" in answer["Location"]
    assert draft(row, chief)["forces"]["cr1"]["path"] == list(near.way)
    assert draft(row, chief)["forces"]["cr1"]["do"] == "march"
    assert ordering.given(row) == {}


def test_no_page_tells_the_reach_of_the_enemy(row: Campaign, as_bob: Client, nora: User) -> None:
    shown = text(as_bob.get(page(row, "orders")))
    data = re.search(r'<script id="campaign-map-data"[^>]*>(.*?)</script>', shown, re.S)
    assert data
    assert "co1" not in data[1]
    as_nora = signed_in(nora)
    assert as_nora.get(f"/api/v1/campaigns/{row.public_id}/forces/cr1/reach/").status_code == 404


def test_the_api_tells_the_reach_of_ones_own_forces_alone(
    row: Campaign, as_bob: Client, as_alice: Client, charlie: User
) -> None:
    def asked(client: Client, force: str) -> Any:
        return client.get(f"/api/v1/campaigns/{row.public_id}/forces/{force}/reach/")

    found = asked(as_bob, "cr1").json()
    line = as_bob.get(page(row, "orders")).context["reaches"]["cr1"][0]
    assert (found["force"], found["unit"]) == ("cr1", "march points")
    assert (found["areas"][0]["area"], found["areas"][0]["path"]) == (line.area, list(line.way))
    assert asked(as_bob, "co1").status_code == 404
    assert asked(as_alice, "co1").status_code == 200
    assert asked(signed_in(charlie), "cr1").status_code == 404


def test_out_of_supply_is_said_beside_the_area(row: Campaign, as_bob: Client) -> None:
    state = state_of(row)
    for area in state.areas.values():
        area.owner = "commons"
    state.factions["crown"].relations["commons"] = "war"
    drawn = state.map
    assert drawn is not None
    bare = {**drawn.to_json(), "areas": [{**each, "supply": 0} for each in drawn.to_json()["areas"]]}
    state.map = read_map(bare)
    assert {each.fed for each in lines(state, "cr1").values()} == {""}
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    assert "out of supply</small>" in text(as_bob.get(page(row, "orders")))


def test_more_forces_cost_no_more_queries(row: Campaign, as_bob: Client) -> None:
    as_bob.get(page(row, "orders"))
    before = queries(as_bob, page(row, "orders"))
    state = state_of(row)
    for number in range(6):
        state.forces[f"x{number}"] = type(state.forces["cr1"])(**{
            name: getattr(state.forces["cr1"], name) for name in state.forces["cr1"].__slots__
        } | {"id": f"x{number}"})  # fmt: skip
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    as_bob.get(page(row, "orders"))
    assert queries(as_bob, page(row, "orders")) == before


def test_strength_is_counted_alike_on_map_pages_and_api(row: Campaign, as_bob: Client) -> None:
    state = state_of(row)
    state.turn = 4
    state.factions["crown"].sightings["co1"] = Sighting("co1", "Dust", "commons", "wrack", 1, 212.0, "rumour")
    state.forces["cr1"].units[0].lost = 1
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    worth = f"{state.forces['cr1'].worth:.0f} points"
    counter = re.search(r'data-force="cr1".*?</text>', text(as_bob.get(page(row))), re.S)
    assert counter
    assert worth in counter[0]
    assert f">{worth.split()[0]}</text>" in counter[0]
    line = next(each for each in as_bob.get(page(row, "forces")).context["forces"] if each.force.id == "cr1")
    told = as_bob.get(f"/api/v1/campaigns/{row.public_id}/view/").json()
    own = next(each for each in told["forces"] if each["id"] == "cr1")
    assert (own["strength"], own["full_strength"], own["measure"]) == (line.force.worth, line.full, "points")
    assert own["strength"] < own["full_strength"]
    assert {each["id"] for each in told["forces"]} == {"cr1", "cr2"}
    [seen] = told["sightings"]
    assert (seen["strength"], seen["age"], seen["how"]) == (212.0, 3, "rumour")
