"""What keeps a battle from beginning: said in words, at the field it is about, with the way to mend it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armylists import services as list_services
from armylists.models import ArmyList
from battles import setups
from battles.models import Battle
from rulesets.contract.documents import parse_list, samples
from tests.kit.battles import sample

pytestmark = pytest.mark.django_db

FORM = {
    "a-army": "sample:swedish-army-1632", "b-army": "sample:imperial-army-1632", "table": "usual",
    "terrain": "open", "max_turns": "16", "who": "hand", "dice": "stream", "agreed": "on",
}  # fmt: skip
MEASURES = {"table": "other", "width": "18", "depth": "12"}


def at(client: Client, field: str, **changes: Any) -> str:
    """What the page says at a field of a set-up that is refused; no path stands anywhere on it."""
    answer = client.post("/battles/new/", {**FORM, **changes})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert not re.search(r"lists\[|commands\[|table\.", page)
    assert not Battle.objects.exists()
    found = re.search(rf'<ul class="errors" id="id_{field}_error">(.*?)</ul>', page, re.DOTALL)
    return found[1] if found else ""


def without_a_leader(owner: User, key: str, **changes: Any) -> ArmyList:
    """A list of `owner` from the samples, nobody leading its first part."""
    document = sample(key)
    document["commands"][0] |= {"leader": None, **changes}
    return list_services.create(owner, parse_list(document))


def test_a_group_without_a_general_is_named_with_the_way_to_it(as_alice: Client, alice: User) -> None:
    mine = without_a_leader(alice, "swedish-army-1632", name="The van")
    told = at(as_alice, "a-army", **{"a-army": f"own:{mine.public_id}"})
    assert f"The van of {setups.side_name(mine.document, 0)} has no General: every group of a battle" in told
    assert "Nobody can give its orders" in told
    place = mine.document["commands"][0]["id"]
    assert f'<a href="/lists/{mine.public_id}/edit/#part-{place}">Change the list</a>' in told


def test_a_command_without_a_leader_is_named_at_the_link_it_came_from(
    as_alice: Client, alice: User, bob: User
) -> None:
    his = without_a_leader(bob, "parliament-patrol-300", name="")
    link = f"http://testserver/l/{list_services.share(his)}/"
    lists = {"a-army": "sample:royalist-patrol-300", "b-army": "", "b-link": link}
    told = at(as_alice, "b-link", **lists)
    assert "Command 1 of " in told
    assert "has no leader: every command of a battle" in told
    assert "href" not in told


def test_the_page_says_what_no_agreement_covers(as_alice: Client) -> None:
    page = as_alice.get("/battles/new/").content.decode()
    assert "without a leader can never fight" in page


def test_lists_of_two_systems_are_told_at_the_second_and_only_fitting_ones_offered(as_alice: Client) -> None:
    lists = {"b-army": "sample:royalist-patrol-300"}
    told = at(as_alice, "b-army", **lists)
    assert "is a list for Baroque, but the first army is for Snaphance" in told
    page = as_alice.post("/battles/new/", {**FORM, **lists}).content.decode()
    first, second, table = (
        re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)[0]  # type: ignore[index]
        for name in ("a-army", "b-army", "table")
    )
    assert "royalist-patrol-300" in first
    assert "royalist-patrol-300" not in second
    assert "imperial-army-1632" in second
    assert "BU" not in table
    assert "Rolls of Destiny" not in page
    assert "Width in hexes" in page
    assert " of 0 points" not in page, "a list without a limit"


def test_a_table_is_one_of_the_rules_of_the_lists(as_alice: Client) -> None:
    assert "That is not a table of Snaphance" in at(as_alice, "table", table="20x15")
    assert "Enter 60 or less." in at(as_alice, "width", **MEASURES | {"width": "70"})
    assert "Enter 40 or less." in at(as_alice, "depth", **MEASURES | {"depth": "41"})
    assert "The width must be a whole number of columns." in at(
        as_alice, "width", **MEASURES | {"width": "18.5"}
    )
    assert "The table has room for " in at(as_alice, "table", **MEASURES | {"width": "6", "depth": "6"})


def test_what_belongs_to_several_systems_stands_under_their_names(as_alice: Client, alice: User) -> None:
    mine = list_services.create(alice, samples()["swedish-army-1632"])
    page = as_alice.get(f"/battles/new/?list={mine.public_id}").content.decode()
    for name in ("Your lists, Snaphance", "Sample lists, Baroque", "Snaphance", "Baroque"):
        assert f'<optgroup label="{name}">' in page
    assert '<fieldset data-system="Baroque">' in page
