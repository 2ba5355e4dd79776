"""Players learn of lists of very different sizes when a battle is set up, and before they accept one."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from battles import services
from battles.agreed import size_notes
from battles.models import Battle
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.meeting import compare
from rulesets.contract import registry
from rulesets.contract.documents import samples

SIDES = ("Ours", "Theirs")


def lists_of(system: str) -> list[dict[str, Any]]:
    return [army.to_json() for army in samples().values() if army.system == system]


def smaller(document: dict[str, Any]) -> dict[str, Any]:
    """The list with the first unit of its first command alone."""
    first = document["commands"][0]
    return document | {"commands": [first | {"units": first["units"][:1]}]}


@pytest.mark.parametrize("system", ["baroque", "snaphance"])
def test_a_list_that_costs_much_less_is_named(system: str) -> None:
    whole = lists_of(system)[0]
    assert size_notes(system, [whole, whole], SIDES) == []
    [said] = size_notes(system, [whole, smaller(whole)], SIDES)
    assert said.startswith("Theirs is much smaller: ")
    [said] = size_notes(system, [smaller(whole), whole], SIDES)
    assert said.startswith("Ours is much smaller: ")


def test_a_list_that_cannot_be_read_is_not_compared() -> None:
    whole = lists_of("baroque")[0]
    assert size_notes("baroque", [whole, {}], SIDES) == []


def test_a_system_may_have_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(registry.get("baroque")), "sizes", None)
    whole = lists_of("baroque")[0]
    assert size_notes("baroque", [whole, smaller(whole)], SIDES) == []


def test_a_small_force_is_warned_of_a_strong_one_as_in_the_first_step_of_a_meeting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small, strong = lists_of("by_fire_and_sword")[:2]
    assert size_notes("by_fire_and_sword", [small, strong], SIDES) == []
    monkeypatch.setattr(compare, "force_of_list", lambda army: replace(force(army), small=True, fsp=12))
    said = size_notes("by_fire_and_sword", [small, strong], SIDES)
    assert len(said) == 4  # each is small, and meets one that is too strong for it
    assert said[0].startswith("Ours is a Small Skirmish Force of ")
    assert said[0].endswith("(BFS-30.5.1).")
    assert said[1].startswith("Warning: Ours should not meet a force of more than ")
    assert said[1].endswith("(BFS-30.5.2).")


@pytest.mark.django_db
def test_the_invited_read_it_before_they_accept(
    alice: User, bob: User, as_bob: Client, patrol: dict[str, Any]
) -> None:
    equal = services.begin(alice, patrol, invited="Bob", tacticians=(), agreed=True)
    lists = [patrol["lists"][0], smaller(patrol["lists"][0])]
    unequal = services.begin(alice, patrol | {"lists": lists}, invited="Bob", tacticians=(), agreed=True)
    pages = [
        as_bob.get(reverse("battles:invitation", args=[row.public_id])).content.decode()
        for row in (equal, unequal)
    ]
    assert ["is much smaller: " in page for page in pages] == [False, True]


@pytest.mark.django_db
def test_whoever_sets_a_battle_up_is_told_before_it_starts(as_alice: Client) -> None:
    whole = lists_of("baroque")[0]
    form = {
        "a-file": SimpleUploadedFile("a.json", json.dumps(whole).encode()),
        "b-file": SimpleUploadedFile("b.json", json.dumps(smaller(whole)).encode()),
        "a-side": "Ours", "b-side": "Theirs",
    }  # fmt: skip
    page = as_alice.get("/battles/new/").context["form"]
    sent = {each.html_name: "" if each.value() is None else each.value() for each in page} | form
    answer = as_alice.post("/battles/new/", {**sent, "agreed": "on"})
    said = answer.content.decode()
    assert answer.status_code == 200
    assert said.count("Theirs is much smaller: ") == 1
    assert said.count("Set up the battle anyway") == 2
    assert "Files have to be chosen again first." in said
    assert not Battle.objects.exists()
    for file in (form["a-file"], form["b-file"]):
        file.seek(0)
    seen = re.findall(r'name="sizes" value="(\w+)"', said)[0]
    stale = as_alice.post("/battles/new/", {**sent, "agreed": "on", "sizes": "0" * 64})
    assert "Theirs is much smaller: " in stale.content.decode()
    for file in (form["a-file"], form["b-file"]):
        file.seek(0)
    answer = as_alice.post("/battles/new/", {**sent, "agreed": "on", "sizes": seen}, follow=True)
    assert Battle.objects.count() == 1
    assert answer.redirect_chain
