"""The record of two divisions: Breaking Points by Regiment, Motivation tests, Regiments Wiped Out."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.recording import services
from battles.recording.models import Record
from rulesets.by_fire_and_sword.victory.motivation import RegimentStanding
from tests.kit.records import lists, main_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(alice: User, bob: User) -> Record:
    """A record of Alice's Crown army against Bob's Swedes, in turn 2."""
    made = services.create(
        alice, lists("polish-division", "swedish-division"), sides=("Crown army", "Swedes"), opponent=bob
    )
    services.begin_turn(made, 0, 0, alice, 2)
    return made


def lose(row: Record, user: User, side: int, regiment: int) -> str:
    """So many bases of a Regiment are destroyed that it has to test; its id."""
    force = services.opened(row).sheet.forces[side]
    found = force.regiments[regiment]
    left = found.motivation_level
    changes = {}
    for unit in force.units:
        if unit.regiment == found.id and left > 0:
            changes[f"u.{side}.{unit.id}.destroyed"] = min(left, unit.bases)
            left -= unit.bases
    services.claim(row, row.revision, side, user, changes)
    return str(found.id)


def standing(row: Record, side: int, id_: str) -> RegimentStanding:
    return next(
        each for each in services.opened(row).score().sides[side].regiments if each.regiment.id == id_
    )


def page(row: Record) -> str:
    return row.get_absolute_url()


def test(row: Record, client: Client, regiment: str, **said: Any) -> Any:
    """Send the form of a Motivation test."""
    row.refresh_from_db()
    form = {"test": "1", "side": "0", "regiment": regiment, "turn": "2", "points": "11", "how": "die", **said}
    return client.post(f"{page(row)}note/", {"revision": row.revision, **form})


test.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.rule("BFS-29.8.3")
def test_a_regiment_that_has_reached_its_level_is_asked_to_test(
    row: Record, alice: User, as_alice: Client
) -> None:
    assert "Motivation test due" not in main_words(as_alice.get(page(row)))
    lose(row, alice, 0, 0)
    assert main_words(as_alice.get(page(row))).count("Motivation test due") == 1


@pytest.mark.rule("BFS-16.2")
def test_when_both_sides_have_to_test_the_order_is_told(
    row: Record, alice: User, bob: User, as_alice: Client
) -> None:
    lose(row, alice, 0, 0)
    assert "tests second" not in main_words(as_alice.get(page(row)))
    lose(row, bob, 1, 0)
    assert main_words(as_alice.get(page(row))).count("tests second") == 2


@pytest.mark.rule("BFS-29.8.3", "BFS-29.8.4")
@pytest.mark.parametrize(("die", "wiped_out"), [(6, None), (7, 2)])
def test_a_test_is_noted_with_its_die(
    row: Record, alice: User, as_alice: Client, die: int, wiped_out: int | None
) -> None:
    id_ = lose(row, alice, 0, 0)
    assert test(row, as_alice, id_, morale="5", command_points="1", die=str(die)).status_code == 302
    found = standing(row, 0, id_)
    assert (found.wiped_out, found.tests[0].target) == (wiped_out, 6)
    said = main_words(as_alice.get(page(row)))
    assert "Motivation test due" not in said  # once a turn
    assert ("Wiped Out in turn 2" in said) == (wiped_out is not None)


@pytest.mark.rule("BFS-29.8.2", "BFS-29.8.4")
def test_a_regiment_wiped_out_can_make_others_test_in_the_same_phase(
    row: Record, alice: User, as_alice: Client
) -> None:
    first = lose(row, alice, 0, 0)
    tartars = services.opened(row).sheet.forces[0].regiments[3]
    unit = next(each for each in services.opened(row).sheet.forces[0].units if each.regiment == tartars.id)
    services.claim(row, row.revision, 0, alice, {f"u.0.{unit.id}.destroyed": 2})
    assert not standing(row, 0, tartars.id).reached
    test(row, as_alice, first, how="failed")
    assert standing(row, 0, tartars.id).reached
    said = main_words(as_alice.get(page(row)))
    assert "Motivation test due" in said
    assert "Each of these that sees it tests Morale: Field gun BFS-29.6.2" in said


@pytest.mark.rule("BFS-29.8.4", "BFS-29.7.4")
def test_all_that_is_left_of_a_wiped_out_regiment_flees_attached_units_too(
    row: Record, alice: User, as_alice: Client
) -> None:
    id_ = lose(row, alice, 0, 0)
    test(row, as_alice, id_, how="failed")
    content = html.unescape(as_alice.get(page(row)).content.decode())
    found = re.search(r"value='([^']*)'>The rest flees", content)
    assert found is not None
    row.refresh_from_db()
    as_alice.post(f"{page(row)}note/", {"revision": row.revision, "set": found[1]})
    side = services.opened(row).score().sides[0]
    units = [each for each in side.losses.units if each.unit.regiment == id_]
    assert any(each.unit.attached for each in units)
    assert all(each.gone for each in units)
    assert {each.fate for each in side.losses.commanders if each.commander.regiment == id_} == {"fleeing"}


@pytest.mark.rule("BFS-29.5.4")
def test_allies_leave_when_the_commander_in_chief_is_killed(
    row: Record, alice: User, as_alice: Client
) -> None:
    services.claim(row, row.revision, 0, alice, {"c.0.c1u1.fate": "killed"})
    allied = next(each for each in services.opened(row).score().sides[0].regiments if each.regiment.allied)
    assert (allied.wiped_out, allied.why) == (2, "BFS-29.5.4")
    assert "Wiped Out in turn 2 BFS-29.5.4" in main_words(as_alice.get(page(row)))


@pytest.mark.parametrize(("said", "problem"), [
    ({"die": ""}, "a die decides"), ({"die": "11"}, "less than or equal to 10"),
    ({"die": "x"}, "whole number"),
    ({"morale": ""}, "whole number"), ({"command_points": "4"}, "at most 3"),
    ({"points": "3"}, "Crown army, Motivation: has 3 of 11"),
    ({"turn": "0"}, "Cannot be recorded"), ({"regiment": "x"}, "Cannot be recorded"),
    ({"side": "2"}, "could not be read"),
])  # fmt: skip
def test_a_test_that_cannot_be_is_a_400(
    row: Record, alice: User, as_alice: Client, said: dict[str, str], problem: str
) -> None:
    id_ = lose(row, alice, 0, 0)
    before = row.revision
    answer = test(row, as_alice, **{"regiment": id_, "morale": "5", "die": "3", **said})
    assert answer.status_code == 400
    assert problem in main_words(answer)
    row.refresh_from_db()
    assert row.revision == before


@pytest.mark.rule("BFS-29.8.2")
def test_what_else_brings_breaking_points_is_noted(row: Record, as_alice: Client) -> None:
    said = {"d.0.camp_lost": True, "d.0.enemy_at_edge": True, "d.0.deputy": "c2u1", "c.0.c2u1.fate": "killed"}
    as_alice.post(f"{page(row)}note/", {"revision": row.revision, "set": json.dumps(said)})
    points = [each.points for each in services.opened(row).score().sides[0].regiments]
    assert points == [6, 4, 4, 4]  # camp 2, edge 1, deputy 1; and his own regiment's commander 2
