"""Acts of factions: relations, payments, ransoms, new forces."""

import pytest

from campaigns.engine.events.base import ALL
from campaigns.engine.events.factions import (
    ForceRaised,
    NoticeGiven,
    Paid,
    RaisingPaid,
    Received,
    RelationOffered,
    RelationSet,
)
from campaigns.engine.events.turns import OrderRefused
from campaigns.engine.view import view
from rulesets.contract.documents import samples
from rulesets.engine.canonical import canonical_json
from tests.kit.strip import BLUE, RED, campaign, force, marching, orders, troop
from tests.kit.turns import happened, marched, places


def offer(to, relation):
    return {"do": "diplomacy", "to": to, "relation": relation}


def pay(to, amount, **more):
    return {"do": "pay", "to": to, "amount": amount, **more}


def relation(turn, a, b):
    assert turn.state.relation(a, b) == turn.state.relation(b, a)
    return turn.state.relation(a, b)


def bound(relation_):
    state = campaign()
    state.factions["red"].relations["green"] = state.factions["green"].relations["red"] = relation_
    return state


def test_war_on_a_neutral_begins_at_once_and_everybody_hears_of_it():
    turn = marched(campaign(), orders("red", offer("green", "war")))
    assert relation(turn, "red", "green") == "war"
    assert happened(turn, RelationSet)[0].known == (ALL,)


def test_who_declares_war_may_march_into_the_country_in_the_same_turn():
    state = campaign(troop("r1", "red", "harbour"))
    assert places(marched(state, orders("red", r1=marching("isle")))) == {"r1": "harbour"}
    assert places(marched(state, orders("red", offer("green", "war"), r1=marching("isle")))) == {"r1": "isle"}


def test_a_neutral_faction_is_neutral_even_where_war_is_the_rule():
    state = campaign(diplomacy={"default": "war"})
    assert state.at_war("red", "green")
    state.factions["green"].neutral = True
    assert state.relation("red", "green") == state.relation("green", "red") == "neutral"
    assert state.at_war("red", "blue")


def test_an_offer_waits_for_the_other_and_only_he_hears_of_it():
    turn = marched(campaign(), orders("red", offer("green", "alliance")))
    assert relation(turn, "red", "green") == "neutral"
    assert turn.state.factions["red"].offers == {"green": "alliance"}
    assert happened(turn, RelationOffered)[0].known == ("green", "red")


def test_who_offers_the_same_agrees_in_the_same_turn_or_later():
    both = marched(campaign(), orders("red", offer("green", "truce")), orders("green", offer("red", "truce")))
    assert relation(both, "red", "green") == "truce"
    state = marched(campaign(), orders("red", offer("green", "truce"))).state
    state.phase = "orders"
    later = marched(state, orders("green", offer("red", "truce")))
    assert relation(later, "red", "green") == "truce"
    assert later.state.factions["red"].offers == {}


def test_two_different_offers_are_no_agreement():
    turn = marched(
        campaign(), orders("red", offer("green", "truce")), orders("green", offer("red", "alliance"))
    )
    assert relation(turn, "red", "green") == "neutral"


def test_peace_after_a_war_takes_two():
    assert relation(marched(campaign(), orders("red", offer("blue", "neutral"))), "red", "blue") == "war"
    peace = marched(
        campaign(), orders("red", offer("blue", "neutral")), orders("blue", offer("red", "neutral"))
    )
    assert relation(peace, "red", "blue") == "neutral"


def test_an_alliance_can_be_left_alone():
    turn = marched(bound("alliance"), orders("red", offer("green", "neutral")))
    assert relation(turn, "red", "green") == "neutral"


@pytest.mark.parametrize("treaty", ["truce", "alliance"])
def test_a_broken_treaty_becomes_war_after_its_notice(treaty):
    turn = marched(bound(treaty), orders("red", offer("green", "war")))
    assert relation(turn, "red", "green") == treaty
    assert happened(turn, NoticeGiven)[0].turns == 1
    turn.state.phase = "orders"
    assert relation(marched(turn.state), "red", "green") == "war"


def test_a_longer_notice_runs_down_turn_by_turn():
    state = bound("truce")
    state.factions["red"].notice["green"] = 2
    turn = marched(state)
    assert turn.state.factions["red"].notice == {"green": 1}
    assert relation(turn, "red", "green") == "truce"


def test_where_the_umpire_decides_everything_is_an_offer():
    state = campaign(diplomacy={"umpire": True})
    turn = marched(state, orders("red", offer("green", "truce")), orders("green", offer("red", "truce")))
    assert relation(turn, "red", "green") == "neutral"
    assert all(each.umpire for each in happened(turn, RelationOffered))


def test_a_war_that_waits_for_the_umpire_is_a_secret():
    turn = marched(campaign(diplomacy={"umpire": True}), orders("red", offer("green", "war")))
    assert relation(turn, "red", "green") == "neutral"
    assert happened(turn, RelationOffered)[0].known == ("red",)
    assert view(turn.state, "green").factions["red"].offers == {}
    assert view(turn.state, "red").factions["red"].offers == {"green": "war"}


# Money


def test_money_goes_from_one_to_the_other_and_only_both_know():
    turn = marched(campaign(), orders("red", pay("green", 20)))
    assert (turn.state.factions["red"].money, turn.state.factions["green"].money) == (30, 70)
    for event in (*happened(turn, Paid), *happened(turn, Received)):
        assert event.known == ("green", "red")


def test_nobody_spends_what_he_only_gets_this_turn():
    state = campaign()
    red, green = orders("red", pay("green", 20)), orders("green", pay("blue", 60))
    turn = marched(state, red, green)
    assert {key: each.money for key, each in turn.state.factions.items()} == {
        "red": 30,
        "green": 70,
        "blue": 50,
    }
    assert happened(turn, OrderRefused)[0].known == ("green",)


def captured(state, captor="blue"):
    leader = state.forces["r1"].commands[0].leader
    leader.fate, leader.captor = "captured", captor
    return state


def test_a_ransom_sets_a_captured_leader_free():
    state = captured(campaign(troop("r1", "red", "north")))
    turn = marched(state, orders("red", pay("blue", 20, ransom="r1-c1")))
    leader = turn.state.forces["r1"].commands[0].leader
    assert (leader.fate, leader.captor) == ("well", "")
    assert turn.state.factions["blue"].money == 70


@pytest.mark.parametrize(("captor", "amount"), [("green", 20), ("blue", 19)])
def test_a_ransom_to_the_wrong_one_or_too_small_is_not_paid(captor, amount):
    state = captured(campaign(troop("r1", "red", "north")), captor)
    turn = marched(state, orders("red", pay("blue", amount, ransom="r1-c1")))
    assert turn.state.factions["red"].money == 50
    assert turn.state.forces["r1"].commands[0].leader.fate == "captured"


def test_a_ransom_is_paid_once():
    state = captured(campaign(troop("r1", "red", "north")))
    ransom = pay("blue", 20, ransom="r1-c1")
    turn = marched(state, orders("red", ransom, ransom))
    assert turn.state.factions["red"].money == 30
    assert happened(turn, OrderRefused)[0].why == "the ransom is paid already"


# New forces


def document(name=RED):
    return samples()[name].to_json()


def raising(area="north", **more):
    return {"do": "raise", "area": area, "name": "The Levy", "list": document(), **more}


def test_a_new_force_is_raised_and_paid_for():
    worth = force("r9", "red", "north").worth
    state = campaign(raising={"raise_cost": 0.1})
    state.factions["red"].money = 1000
    turn = marched(state, orders("red", raising()))
    made = turn.state.forces["f1"]
    assert (made.name, made.faction, made.at, made.worth) == ("The Levy", "red", "north", worth)
    assert turn.state.factions["red"].money == 1000 - round(worth * 0.1)
    assert happened(turn, RaisingPaid)[0].amount == -round(worth * 0.1)
    assert happened(turn, ForceRaised)[0].known == ("red",)
    assert turn.state.made == 1


def test_two_new_forces_have_two_ids():
    state = campaign(raising={"raise_cost": 0.01})
    turn = marched(state, orders("red", raising(), raising()))
    assert set(turn.state.forces) == {"f1", "f2"}


def test_a_new_forces_id_is_one_that_no_force_has():
    state = campaign(troop("f1", "red", "north"), raising={"raise_cost": 0})
    assert set(marched(state, orders("red", raising())).state.forces) == {"f1", "f2"}


def test_who_cannot_pay_raises_nobody():
    turn = marched(campaign(raising={"raise_cost": 1}), orders("red", raising()))
    assert turn.state.forces == {}
    assert "costs" in happened(turn, OrderRefused)[0].why


@pytest.mark.parametrize(("area", "why"), [("south", "is not held"), ("wood", "no men can be raised")])
def test_men_are_raised_where_the_rules_say_so(area, why):
    turn = marched(campaign(raising={"raise_cost": 0}), orders("red", raising(area)))
    assert turn.state.forces == {}
    assert why in happened(turn, OrderRefused)[0].why


def test_the_class_of_a_new_force_follows_from_its_worth():
    worth = force("r9", "red", "north").worth
    classes = [{"key": "small", "name": "Small", "most": 10}, {"key": "great", "name": "Great", "least": 10}]
    state = campaign(raising={"raise_cost": 0}, classes=classes)
    assert worth > 10
    assert marched(state, orders("red", raising(klass="small"))).state.forces["f1"].klass == "great"


def test_lists_of_both_sides_can_be_raised_and_written_down():
    state = campaign(raising={"raise_cost": 0})
    turn = marched(state, orders("blue", {**raising("south"), "list": document(BLUE)}))
    (event,) = happened(turn, ForceRaised)
    assert canonical_json(event.to_json())
    assert turn.state.forces["f1"].book
