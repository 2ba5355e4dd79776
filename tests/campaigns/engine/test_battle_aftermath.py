"""What battles leave: steps, units that fled or are gone, leaders, experience, points, booty, retreats."""

from __future__ import annotations

import pytest

from campaigns.chronicle import topic_of
from campaigns.engine.events.areas import AreaTaken
from campaigns.engine.events.battle import BattleNews, BattleSettled, BootyTaken, PointsScored, Retreated
from campaigns.engine.events.strength import BattleLosses, Stragglers, UnitsBack, UnitsTaken
from campaigns.engine.events.turns import Sighted
from campaigns.engine.resolve import conclude, march
from campaigns.engine.rules import usual
from campaigns.engine.shipped import campaigns
from campaigns.engine.state import Sighting, UnitFate
from campaigns.engine.view import view
from tests.kit.aftermath import concluded, engage, events_of, fate, lost, outcome
from tests.kit.strip import campaign, troop

NO_STRAGGLERS = {"aftermath": {"stragglers": 0, "stragglers_beaten": 0, "pursuit": 0}}


def fought(*forces, winner=0, fates=(), leaders=(), roles=("attack", "defend"), **rules):
    """Red's r1 attacks blue's b1; what comes of it."""
    state = campaign(*forces, **({"battles": NO_STRAGGLERS} | rules))
    key = engage(state, "r1", "b1", roles)
    return concluded(state, {key: outcome(winner, *fates, leaders=list(leaders))})


def duel(at="ford"):
    return troop("r1", "red", "wood"), troop("b1", "blue", at)


def unit(resolution, force, number):
    return resolution.state.forces[force].units[number - 1]


def test_steps_lost_in_battle_stay_lost():
    after = fought(*duel(), fates=[lost(r1_u1=1, b1_u2=3)])
    assert [each.lost for each in after.state.forces["r1"].units] == [1, 0, 0]
    assert [each.lost for each in after.state.forces["b1"].units] == [0, 3, 0]


def test_the_outcome_is_kept_with_its_engagement():
    after = fought(*duel(), fates=[lost(r1_u1=1)])
    assert after.state.engagements["t1e1"].outcome == outcome(0, lost(r1_u1=1))


def test_a_battle_cannot_take_more_steps_than_a_unit_has():
    worn, fresh = duel()
    worn.units[0].lost = 3
    after = fought(worn, fresh, fates=[lost(r1_u1=4)])
    assert (unit(after, "r1", 1).lost, unit(after, "r1", 1).status) == (4, "lost")


def test_the_winners_stragglers_come_back_and_the_beatens_do_not():
    rules = {"battles": {"aftermath": {"stragglers": 100, "stragglers_beaten": 0, "pursuit": 0}}}
    after = fought(*duel(), fates=[lost(r1_u1=2, b1_u1=2)], **rules)
    assert (unit(after, "r1", 1).lost, unit(after, "b1", 1).lost) == (0, 2)
    assert [each.force for each in events_of(after, Stragglers)] == ["r1"]


def test_in_a_draw_nobodys_stragglers_are_those_of_a_winner():
    rules = {"battles": {"aftermath": {"stragglers": 100, "stragglers_beaten": 0}}}
    after = fought(*duel(), winner=None, fates=[lost(r1_u1=2, b1_u1=2)], **rules)
    assert (unit(after, "r1", 1).lost, unit(after, "b1", 1).lost) == (2, 2)


def test_veterans_find_back_more_of_their_stragglers():
    rules = {
        "battles": {
            "aftermath": {"stragglers": 0, "stragglers_beaten": 0, "pursuit": 0},
            "experience": {"veteran": 2, "recovers": 100},
        }
    }
    old, young = duel()
    old.units[0].experience = 2
    after = fought(old, young, fates=[lost(r1_u1=2, r1_u2=2)], **rules)
    assert [each.lost for each in after.state.forces["r1"].units] == [0, 2, 0]


def test_a_unit_that_fled_comes_back_worn_after_the_turns_it_is_away():
    rules = {"battles": {"aftermath": {"fled_back": 100, "fled_steps": 50, "away": 1, "pursuit": 0}}}
    after = fought(*duel(), fates=[fate("fled", "b1-u1")], **rules)
    away = unit(after, "b1", 1)
    assert (away.status, away.back, away.left) == ("away", 3, 0)
    later = concluded(after.state)
    back = unit(later, "b1", 1)
    assert (back.status, back.left) == ("ready", 2)
    assert events_of(later, UnitsBack)[0].units == ("b1-u1",)


def test_a_unit_that_fled_may_be_gone_for_good():
    rules = {"battles": {"aftermath": {"fled_back": 0, "pursuit": 0}}}
    after = fought(*duel(), fates=[fate("fled", "b1-u1")], **rules)
    assert unit(after, "b1", 1).status == "lost"


@pytest.mark.parametrize(("chance", "status"), [(0, "lost"), (100, "away")])
def test_of_units_destroyed_as_many_return_as_the_rules_say(chance, status):
    rules = {"battles": {"aftermath": {"destroyed_back": chance, "pursuit": 0}}}
    after = fought(*duel(), fates=[fate("destroyed", "b1-u1")], **rules)
    assert unit(after, "b1", 1).status == status
    assert unit(after, "b1", 1).lost == (4 if status == "lost" else 3)


def test_a_force_whose_units_are_all_destroyed_is_no_more():
    after = fought(*duel(), fates=[fate("destroyed", "b1-u1", "b1-u2", "b1-u3")])
    assert after.state.forces["b1"].gone


def test_a_force_whose_units_all_fled_waits_for_them():
    rules = {"battles": {"aftermath": {"fled_back": 100, "pursuit": 0}}}
    after = fought(*duel(), fates=[fate("fled", "b1-u1", "b1-u2", "b1-u3")], **rules)
    assert not after.state.forces["b1"].gone
    assert after.state.forces["b1"].strength == 0
    assert after.state.forces["b1"].at != "ford"


def test_mounted_winners_pursue_the_beaten():
    horse, foot = troop("r1", "red", "wood", arm="horse"), troop("b1", "blue", "ford")
    rules = {"battles": {"aftermath": {"pursuit": 50}}}
    after = fought(horse, foot, **rules)
    assert after.state.forces["b1"].strength == 6


def test_foot_does_not_pursue():
    after = fought(*duel(), battles={"aftermath": {"pursuit": 50}})
    assert after.state.forces["b1"].strength == 12


@pytest.mark.parametrize(
    ("figures", "fate", "captor"),
    [
        ({"killed": 100}, "killed", ""),
        ({"killed": 0, "captured": 100}, "captured", "red"),
        ({"killed": 0, "captured": 0, "wounded": 2}, "wounded", ""),
    ],
)
def test_a_leader_who_is_lost_meets_the_fate_that_the_rules_give(figures, fate, captor):
    after = fought(*duel(), leaders=["b1-c1"], battles=NO_STRAGGLERS | {"leaders": figures})
    leader = after.state.forces["b1"].commands[0].leader
    assert (leader.fate, leader.captor) == (fate, captor)


def test_nobody_captures_a_winner():
    figures = {"killed": 0, "captured": 100}
    after = fought(*duel(), leaders=["r1-c1"], battles=NO_STRAGGLERS | {"leaders": figures})
    assert after.state.forces["r1"].commands[0].leader.fate == "wounded"


def test_a_wounded_leader_leads_again_after_his_turns():
    figures = {"killed": 0, "captured": 0, "wounded": 1}
    after = fought(*duel(), leaders=["b1-c1"], battles=NO_STRAGGLERS | {"leaders": figures})
    assert after.state.forces["b1"].commands[0].leader.back == 3
    assert concluded(after.state).state.forces["b1"].commands[0].leader.fate == "well"


def test_those_who_fought_learn_and_winners_learn_more():
    after = fought(*duel(), battles=NO_STRAGGLERS | {"experience": {"fought": 1, "won": 2}})
    assert {each.experience for each in after.state.forces["r1"].units} == {3}
    assert {each.experience for each in after.state.forces["b1"].units} == {1}


def test_a_battle_won_and_the_enemys_dead_count_for_victory():
    after = fought(
        *duel(), fates=[fate("destroyed", "b1-u1"), lost(r1_u1=4)], victory={"battle": 3, "destroyed": 10}
    )
    assert {key: each.points for key, each in after.state.factions.items()} == {
        "red": 5, "blue": 2, "green": 0,
    }  # fmt: skip
    assert {each.rule for each in events_of(after, PointsScored)} == {"victory.battle", "victory.destroyed"}


def test_the_winner_takes_loot_and_baggage_as_far_as_he_can_carry():
    red, blue = duel()
    blue.loot = 20
    after = fought(red, blue, looting={"battle": 50, "baggage": 9, "carry": 5})
    assert events_of(after, BootyTaken)[0].beaten == (("b1", 10),)
    assert (after.state.forces["r1"].loot, after.state.forces["b1"].loot) == (15, 10)


def test_the_beaten_go_back_the_way_they_came():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "castle", came_by="moor"))
    key = engage(state, "r1", "b1")
    state.forces["r1"].came_by = "wood"
    after = concluded(state, {key: outcome(0)})
    assert after.state.forces["b1"].at == "moor"
    assert after.state.forces["r1"].at == "castle"


def test_after_a_draw_the_attacker_goes_back():
    after = fought(*duel(), winner=None)
    assert [(each.force, each.path) for each in events_of(after, Retreated)] == [("r1", ("wood",))]


def test_of_two_who_met_and_drew_the_weaker_goes_back():
    strong, weak = troop("r1", "red", "wood", units=4), troop("b1", "blue", "ford")
    after = fought(strong, weak, winner=None, roles=("field", "field"))
    assert [each.force for each in events_of(after, Retreated)] == ["b1"]


def test_a_retreat_through_the_enemy_costs_every_unit_steps():
    state = campaign(
        troop("r1", "red", "castle"), troop("r2", "red", "moor"), troop("r3", "red", "wood"),
        troop("b1", "blue", "castle"), attrition={"through_enemy": 1, "recovery": 0},
        battles=NO_STRAGGLERS, supply={"reach": 0},
    )  # fmt: skip
    after = concluded(state, {engage(state, "r1", "b1"): outcome(0)})
    force = after.state.forces["b1"]
    assert force.at in {"ford", "south"}
    assert [each.lost for each in force.units] == [1, 1, 1]


def test_who_has_nowhere_to_go_lays_down_arms():
    state = campaign(troop("r1", "red", "isle"), troop("b1", "blue", "isle"), battles=NO_STRAGGLERS)
    after = concluded(state, {engage(state, "r1", "b1"): outcome(0)})
    assert after.state.forces["b1"].gone
    assert events_of(after, UnitsTaken)[0].units == ("b1-u1", "b1-u2", "b1-u3")
    leader = after.state.forces["b1"].commands[0].leader
    assert (leader.fate, leader.captor) == ("captured", "red")


def test_a_retreat_can_be_of_more_than_one_link():
    after = fought(*duel(), battles={"aftermath": NO_STRAGGLERS["aftermath"] | {"retreat": 2}})
    path = events_of(after, Retreated)[0].path
    assert len(path) == 2
    assert path[-1] == "south"


def test_a_garrison_that_loses_an_assault_is_taken_and_its_fortress_falls():
    state = campaign(
        troop("b1", "blue", "castle", 6, besieging=True),
        troop("r1", "red", "castle", inside=True),
        battles=NO_STRAGGLERS,
    )
    key = engage(state, "b1", "r1", ("assault", "defend"))
    after = concluded(state, {key: outcome(0)})
    assert after.state.forces["r1"].gone
    assert after.state.areas["castle"].owner == "blue"


def test_a_besieger_whose_assault_fails_stays_before_the_walls():
    state = campaign(
        troop("b1", "blue", "castle", 6, besieging=True),
        troop("r1", "red", "castle", inside=True),
        battles=NO_STRAGGLERS,
    )
    after = concluded(state, {engage(state, "b1", "r1", ("assault", "defend")): outcome(1)})
    assert after.state.forces["b1"].at == "castle"
    assert after.state.areas["castle"].owner == "red"


def test_those_who_were_not_there_hear_only_who_fought_and_won():
    after = fought(*duel())
    assert events_of(after, BattleSettled)[0].known == ("blue", "red")
    news = events_of(after, BattleNews)[0]
    assert news.known == ("", "green")
    assert "outcome" not in news.to_json()


def test_two_battles_of_one_force_take_no_step_twice():
    state = campaign(
        troop("r1", "red", "ford"), troop("b1", "blue", "ford"), troop("b2", "blue", "ford"),
        battles=NO_STRAGGLERS,
    )  # fmt: skip
    first, second = engage(state, "b1", "r1"), engage(state, "b2", "r1")
    both = {second: outcome(0, lost(r1_u1=3)), first: outcome(0, lost(r1_u1=3))}
    after = concluded(state, both)
    assert unit(after, "r1", 1).lost == 4
    assert unit(after, "r1", 1).status == "lost"


# -- a flight takes no ground ----------------------------------------------------------------------


def driven_off(**rules):
    """Blue is beaten at Castleton and flees to the Long Moor, which nobody holds."""
    flees = troop("b1", "blue", "castle", came_by="moor")
    return fought(troop("r1", "red", "castle"), flees, **rules)


@pytest.mark.parametrize(("fled", "owner"), [(True, "blue"), (False, "")])
def test_who_flees_into_an_area_takes_it_only_where_the_rules_say_so(fled, owner):
    after = driven_off(control={"fled": fled})
    assert after.state.forces["b1"].at == "moor"
    assert after.state.areas["moor"].owner == owner
    assert [each.area for each in events_of(after, AreaTaken) if each.faction == "blue"] == (
        ["moor"] if fled else []
    )


def test_a_flight_is_filed_as_one_and_nobody_is_said_to_have_taken_anything():
    after = driven_off(control={"fled": usual().control.fled})
    told = {topic_of(entry.event.kind): entry.event.describe(str) for entry in after.entries}
    assert told["retreat"].startswith("b1 retreated from castle to moor")
    assert "ground" not in told
    assert not [words for words in told.values() if " took moor" in words]
    marched = driven_off(control={"fled": True})
    told = {topic_of(entry.event.kind): entry.event.describe(str) for entry in marched.entries}
    assert told["ground"] == "blue took moor."


def test_in_no_included_campaign_a_flight_takes_ground():
    maps = {key: each for key, each in campaigns().items() if each.shape == "map"}
    assert len(maps) > 3
    assert [key for key, each in maps.items() if each.rules.control.fled] == []


def test_who_stays_after_a_flight_takes_the_area_on_the_next_turn():
    state = driven_off(control={"fled": False}).state
    nxt = conclude(march(state, {}, "seed").state, {}, "seed")
    assert nxt.state.areas["moor"].owner == "blue"


@pytest.mark.parametrize(("cleared", "area"), [(True, "moor"), (False, "castle")])
def test_a_sighting_follows_a_force_that_retreats_before_ones_eyes(cleared, area):
    flees = troop("b1", "blue", "castle", came_by="moor")
    state = met_by_red(troop("r1", "red", "castle"), flees, scouting={"cleared": cleared})
    after = concluded(state, {"t1e1": outcome(0)})
    assert after.state.factions["red"].sightings["b1"].area == area
    assert "b1" not in after.state.factions["green"].sightings


def test_a_force_that_is_destroyed_before_ones_eyes_is_sighted_no_more():
    rules = {"battles": {"aftermath": {"destroyed_back": 0}}, "scouting": {"cleared": True}}
    whole = fate("destroyed", "b1-u1", "b1-u2", "b1-u3")
    after = concluded(met_by_red(*duel(), **rules), {"t1e1": outcome(0, whole)})
    assert after.state.forces["b1"].gone
    assert "b1" not in after.state.factions["red"].sightings


def met_by_red(*forces, **rules):
    """Red's r1 has met b1, and knows it."""
    state = campaign(*forces, **rules)
    engage(state, "r1", "b1")
    b1 = state.forces["b1"]
    state.factions["red"].sightings["b1"] = Sighting("b1", "B1", "blue", b1.at, state.turn, 60, "fought")
    return state


def test_nobody_else_learns_who_fled():
    state = driven_off(control={"fled": False}).state
    assert state.fled == ["b1"]
    assert view(state, "red").state.fled == []
    assert view(state, "blue").state.fled == ["b1"]


SEEN = {"scouting": {"cleared": True, "battles": True}}


def known_of_b1(after, faction="red"):
    """About what a faction thinks that b1 is worth, and when it was seen how."""
    seen = after.state.factions[faction].sightings["b1"]
    return seen.worth, seen.turn, seen.how


def left_of_b1(*fates, winner=0, **rules):
    """What red knows of b1's three units of 20, of four steps each, after a battle."""
    state = met_by_red(*duel(), **({"battles": NO_STRAGGLERS} | SEEN | rules))
    return known_of_b1(concluded(state, {"t1e1": outcome(winner, *fates)}))


def test_what_was_seen_to_fall_is_taken_off_what_is_known_of_an_enemy():
    assert left_of_b1(lost(b1_u1=1, b1_u2=2)) == (45, 1, "fought")


def test_units_that_fled_are_seen_to_leave_and_their_return_is_not_seen():
    rules = {"battles": {"aftermath": {"fled_back": 100, "destroyed_back": 100, "pursuit": 0}}}
    assert left_of_b1(fate("fled", "b1-u1"), fate("destroyed", "b1-u2"), **rules) == (20, 1, "fought")


def test_stragglers_of_the_enemy_come_back_unseen():
    rules = {"battles": {"aftermath": {"stragglers": 100, "stragglers_beaten": 100, "pursuit": 0}}}
    assert left_of_b1(lost(b1_u1=2), **rules) == (50, 1, "fought")


def test_a_pursuit_is_seen_too():
    state = met_by_red(
        troop("r1", "red", "wood", arm="horse"), duel()[1],
        **SEEN, battles={"aftermath": {"pursuit": 50, "stragglers_beaten": 0}},
    )  # fmt: skip
    assert known_of_b1(concluded(state, {"t1e1": outcome(0)})) == (30, 1, "fought")


def test_a_force_that_fled_whole_is_known_without_a_strength():
    rules = {"battles": {"aftermath": {"fled_back": 100, "pursuit": 0}}}
    assert left_of_b1(fate("fled", "b1-u1", "b1-u2", "b1-u3"), **rules) == (0, 1, "fought")


def test_what_a_battle_showed_follows_a_force_that_retreats():
    flees = troop("b1", "blue", "castle", came_by="moor")
    state = met_by_red(troop("r1", "red", "castle"), flees, battles=NO_STRAGGLERS, **SEEN)
    after = concluded(state, {"t1e1": outcome(0, lost(b1_u1=4))})
    assert (after.state.factions["red"].sightings["b1"].area, known_of_b1(after)[0]) == ("moor", 40)


def test_both_sides_learn_of_each_other_and_nobody_else_learns():
    after = concluded(
        met_by_red(*duel(), battles=NO_STRAGGLERS, **SEEN), {"t1e1": outcome(0, lost(b1_u1=1, r1_u1=2))}
    )
    learned = {(each.known, each.faction, each.force, each.worth) for each in events_of(after, Sighted)}
    assert learned == {(("red",), "red", "b1", 55), (("blue",), "blue", "r1", 50)}
    assert not after.state.factions["green"].sightings


def test_rules_of_before_leave_what_is_known_as_it_was_met():
    assert left_of_b1(lost(b1_u1=1), scouting={"cleared": True}) == (60, 1, "fought")


def test_a_battle_without_losses_tells_nothing_new():
    after = concluded(met_by_red(*duel(), battles=NO_STRAGGLERS, **SEEN), {"t1e1": outcome(0)})
    assert [each.faction for each in events_of(after, Sighted)] == ["blue"]


@pytest.mark.parametrize(("returns", "steps"), [(0, 1 + 4), (100, 1 + 2)])
def test_the_chronicle_counts_who_never_come_back_of_units_that_broke(returns, steps):
    """The report of this battle counts 1 step and 3; half of a unit that fled comes back, or nobody."""
    rules = {"battles": {"aftermath": {"fled_back": returns, "fled_steps": 50, "pursuit": 0}}}
    after = fought(*duel(), fates=[lost(b1_u1=1), {"b1-u2": UnitFate(3, "fled")}], **rules)
    (event,) = events_of(after, BattleLosses)
    assert event.steps == steps
    assert event.describe(lambda key: key) == f"b1 lost {steps} steps in 2 units in battle."
