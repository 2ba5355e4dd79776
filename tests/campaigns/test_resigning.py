"""To resign a battle of a campaign costs no less than to lose it; without a turn nobody learns from it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import services as battle_services
from battles.models import Battle
from campaigns import services
from campaigns.engine.dice import TurnDice
from campaigns.engine.quick import resigned
from campaigns.engine.state import Outcome, UnitFate
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.aftermath import concluded, engage
from tests.kit.campaigns import outcome
from tests.kit.consent import begin
from tests.kit.strip import campaign, troop

FIRST, SECOND = "t1e1", "t1e2"
Committing = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


def engaged(red=3, blue=3, **figures):
    state = campaign(
        troop("r1", "red", "wood", red), troop("b1", "blue", "ford", blue), battles={"quick": figures}
    )
    return state, state.engagements[engage(state, "r1", "b1")]


def gone(state, outcome, force):
    """How many steps of a force are not in the field any more."""
    units = [unit for unit in state.forces[force].units if unit.id in outcome.units]
    fates = [(unit, outcome.units[unit.id]) for unit in units]
    return sum(fate.lost if fate.fallen == "stood" else unit.left for unit, fate in fates)


@pytest.mark.parametrize(
    ("red", "blue", "percent"),
    [(3, 3, 30), (3, 6, 60), (3, 9, 60), (6, 3, 30)],
    ids=["equal", "weaker", "weakest", "stronger"],
)
def test_who_resigns_loses_what_the_loser_of_the_dice_loses(red, blue, percent):
    state, engagement = engaged(red, blue)
    found = resigned(state, engagement, Outcome(1, means="board"), 0, TurnDice("s"))
    whole = state.forces["r1"].strength
    assert gone(state, found, "r1") == round(whole * percent / 100)
    assert gone(state, found, "b1") == 0
    assert found == resigned(state, engagement, Outcome(1, means="board"), 0, TurnDice("s"))


def test_what_was_lost_on_the_board_counts_towards_it():
    state, engagement = engaged(3, 3, broken=0)
    fought = Outcome(1, units={"r1-u1": UnitFate(1), "r1-u2": UnitFate(0, "fled")}, means="board", turns=3)
    found = resigned(state, engagement, fought, 0, TurnDice("s"))
    assert found.units == fought.units
    some = Outcome(1, units={"r1-u1": UnitFate(1)}, means="board", turns=3)
    found = resigned(state, engagement, some, 0, TurnDice("s"))
    assert gone(state, found, "r1") == round(state.forces["r1"].strength * 30 / 100)
    assert found.units["r1-u1"].lost >= 1
    assert all(0 < fate.lost <= 4 for fate in found.units.values())
    assert some.units == {"r1-u1": UnitFate(1)}


def test_leaders_of_who_resigns_are_in_the_danger_of_the_beaten():
    state, engagement = engaged(3, 3, leaders=100)
    lost = [each.id for each in state.forces["r1"].commands if each.leader is not None]
    assert lost
    found = resigned(state, engagement, Outcome(1, leaders=lost[:1], means="board"), 0, TurnDice("s"))
    assert sorted(found.leaders) == sorted(lost)


@pytest.mark.parametrize(("turns", "learned"), [(0, (0, 0)), (1, (1, 2))])
def test_nobody_learns_from_a_battle_without_a_turn(turns, learned):
    state, engagement = engaged()
    after = concluded(state, {engagement.id: Outcome(1, means="board", turns=turns)}).state
    assert tuple(after.forces[key].units[0].experience for key in ("r1", "b1")) == learned


@pytest.mark.django_db
def test_a_side_that_resigns_in_set_up_pays_for_it(
    met: Campaign, chief: Member, bob: User, django_capture_on_commit_callbacks: Committing
) -> None:
    battle = begin(met, chief, "board")
    before = state_of(met).forces
    with django_capture_on_commit_callbacks(execute=True):
        battle_services.resign(battle, battle.revision, 0, bob)
    kept = met.engagements.get(key=FIRST).outcome
    units = {unit.id: unit for unit in before["cr1"].units}
    lost = sum(fate["lost"] for key, fate in kept["units"].items() if key in units)
    assert kept["winner"] == 1
    assert lost >= round(before["cr1"].strength * 0.3)
    assert set(kept["units"]) <= set(units)
    services.settle(met, SECOND, outcome(met, SECOND))
    met.refresh_from_db()
    after = state_of(met).forces
    assert {unit.experience for key in ("cr1", "co1") for unit in after[key].units} == {0}


def resigning(client: Client, battle: Battle) -> str:
    return client.get(battle.get_absolute_url() + "board/").content.decode()


@pytest.mark.django_db
def test_the_board_says_what_it_costs_to_resign(
    met: Campaign, chief: Member, bob: User, as_bob: Client
) -> None:
    battle = begin(met, chief, "board")
    price = "your side then loses at least 30% of its steps, up to 60% against a stronger enemy"
    assert price in resigning(as_bob, battle)
    other = battle_services.begin(bob, battle.setup, agreed=True)
    page = resigning(as_bob, other)
    assert "The other side wins at once. You cannot undo this." in page
    assert "In the campaign" not in page
