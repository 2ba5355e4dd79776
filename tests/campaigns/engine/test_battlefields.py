"""Engagements fought as battles of rule systems: from forces to a set-up, and from a battle to an outcome."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.battlefields import (
    BattlefieldError,
    check_outcome,
    field_of,
    fight,
    forecast,
    ground_of,
    outcome_of,
    recorded_of,
    settled,
    why_not,
)
from campaigns.engine.forces import army_of, lost_of, muster
from campaigns.engine.state import Engagement, EngagementSide, Force, State
from rulesets.contract import registry
from rulesets.contract.documents import samples
from rulesets.engine.document import begin
from tests.kit.strip import campaign, force, troop

HUGUENOTS, CATHOLICS = "huguenot-army", "french-catholic-army"
POLES, MUSCOVITES = "polish-1649-52-10", "muscovite-1648-76-11"


def met(*forces: Force, **fields: Any) -> tuple[State, Engagement]:
    """A campaign in which the red forces have met the blue ones on the moor."""
    rules = fields.pop("rules", {})
    state = campaign(*forces, **rules)
    state.phase = "battles"
    sides = [
        EngagementSide(faction, [each.id for each in forces if each.faction == faction])
        for faction in ("red", "blue")
    ]
    engagement = Engagement("t1e1", 1, "moor", sides, terrain="moor", **fields)
    state.engagements = {engagement.id: engagement}
    return state, engagement


def of_list(key: str, faction: str, name: str) -> Force:
    return muster(key, key.upper(), faction, "moor", samples()[name])


def ironsides(**fields: Any) -> tuple[State, Engagement]:
    return met(force("r1", "red", "moor"), force("b1", "blue", "moor"), **fields)


def worn(state: State) -> State:
    """Every second unit has lost one step, the first unit of each force all but one."""
    for each in state.forces.values():
        for unit in each.units[::2]:
            unit.lost = 1
        each.units[0].lost = each.units[0].steps - 1
    return state


def test_a_list_goes_through_force_army_set_up_and_battle_and_comes_back_as_an_outcome() -> None:
    state, engagement = ironsides()
    worn(state)
    red = state.forces["r1"]
    system = registry.get("baroque").campaign
    assert system is not None
    army, lost = army_of([red]), lost_of([red])
    assert [unit.id for unit in army.units()] == [unit.id for unit in red.units]
    setup = field_of(state, engagement, "1")
    assert setup["lists"][0]["commands"] == system.fielded(army, lost)["commands"]
    assert {key[2:]: count for key, count in setup["options"]["losses"].items() if key[0] == "a"} == lost
    baroque = registry.get("baroque")
    battle = begin(baroque, setup, "1")
    result = battle.play([baroque.core.tactician, baroque.core.tactician])
    outcome = outcome_of(state, engagement, setup, battle.state.to_json(), result.to_json(), "board")
    assert (outcome.winner, outcome.how, outcome.means) == (result.winner, result.how, "board")
    assert outcome.units
    assert check_outcome(state, engagement.id, outcome) == []


@pytest.mark.parametrize("names", [(None, None), (HUGUENOTS, CATHOLICS)])
def test_a_battle_is_the_same_for_the_same_seed_and_fits_the_forces(names: tuple[str | None, ...]) -> None:
    one = of_list("r1", "red", names[0]) if names[0] else force("r1", "red", "moor")
    two = of_list("b1", "blue", names[1]) if names[1] else force("b1", "blue", "moor")
    state, engagement = met(one, two, rules={"battles": {"max_turns": 4}})
    before = worn(state).to_json()
    outcome = fight(state, engagement, "seed")
    assert outcome == fight(state, engagement, "seed")
    assert outcome.means == "automatic"
    assert check_outcome(state, engagement.id, outcome) == []
    assert state.to_json() == before


def test_forces_that_join_fight_as_one_army_under_the_first_commander() -> None:
    state, engagement = met(
        force("r1", "red", "moor"), force("r2", "red", "moor"), force("b1", "blue", "moor")
    )
    setup = field_of(state, engagement)
    ids = [command["id"] for command in setup["lists"][0]["commands"]]
    assert len(ids) == sum(len(state.forces[key].commands) for key in ("r1", "r2"))
    chiefs = [each["id"] for each in setup["lists"][0]["commands"] if each["leader"]["commander_in_chief"]]
    assert len(chiefs) == 1
    assert chiefs[0].startswith("r1-")


def test_a_side_fields_no_more_worth_than_the_rules_allow() -> None:
    state, engagement = ironsides(rules={"battles": {"most": 300}})
    setup = field_of(state, engagement)
    taken = {unit["id"] for command in setup["lists"][0]["commands"] for unit in command["units"]}
    red = state.forces["r1"]
    assert 0 < len(taken) < len(red.units)
    assert sum(unit.worth for unit in red.units if unit.id in taken) <= 300


def test_who_does_not_fit_into_a_list_stays_in_reserve() -> None:
    reds = [force(f"r{number}", "red", "moor") for number in range(6)]
    state, engagement = met(*reds, force("b1", "blue", "moor"), rules={"battles": {"max_turns": 1}})
    commands = field_of(state, engagement)["lists"][0]["commands"]
    assert len(commands) == 12 < sum(len(each.commands) for each in reds)
    assert check_outcome(state, engagement.id, fight(state, engagement, "1")) == []


def test_an_engagement_of_a_side_that_is_gone_cannot_be_fought() -> None:
    state, engagement = ironsides()
    for unit in state.forces["b1"].units:
        unit.status = "away"
    assert "nobody who can fight" in why_not(state, engagement)


def test_the_ground_has_roles_and_works_from_the_engagement() -> None:
    _, engagement = ironsides(river=True, bad=True, walls=2)
    engagement.sides[0].role, engagement.sides[0].ambush = "defend", True
    engagement.sides[1].role = "assault"
    engagement.sides[0].fortified = True
    ground = ground_of(engagement)
    assert (ground.terrain, ground.river, ground.bad, ground.walls) == ("moor", True, True, 2)
    assert (ground.fortified, ground.ambush, ground.attacker) == (0, 0, 1)


def test_armies_of_two_systems_cannot_meet_but_the_campaign_settles_it() -> None:
    state, engagement = met(of_list("r1", "red", HUGUENOTS), force("b1", "blue", "moor"))
    assert "cannot meet on one table" in why_not(state, engagement)
    with pytest.raises(BattlefieldError):
        fight(state, engagement, "1")
    assert settled(state, engagement, "1").means == "quick"


def test_forces_that_are_no_lists_are_settled_by_the_campaign() -> None:
    state, engagement = met(troop("r1", "red", "moor"), troop("b1", "blue", "moor"))
    assert why_not(state, engagement)
    assert settled(state, engagement, "1").means == "quick"


def test_a_meeting_has_a_set_up_but_is_fought_on_a_table() -> None:
    state, engagement = met(of_list("r1", "red", POLES), of_list("b1", "blue", MUSCOVITES))
    worn(state)
    setup = field_of(state, engagement)
    assert setup["system"] == "by_fire_and_sword"
    assert "on a table" in why_not(state, engagement)
    key = next(unit["id"] for unit in setup["lists"][0]["commands"][0]["units"][1:])
    result = {
        "format": "leaguer-bfs-result", "version": 1, "lists": setup["lists"],
        "losses": [{key: {"destroyed": 1}}, {}],
    }  # fmt: skip
    outcome = recorded_of(state, engagement, setup["lists"], result)
    assert outcome.means == "table"
    assert {unit: fate.lost for unit, fate in outcome.units.items()} == {key: 1}
    assert check_outcome(state, engagement.id, outcome) == []


def test_a_forecast_is_made_of_battles_and_tells_how_far_it_is() -> None:
    state, engagement = ironsides(rules={"battles": {"max_turns": 3}})
    steps: list[tuple[int, int]] = []
    found = forecast(state, engagement, "1", 3, lambda done, of: steps.append((done, of)))
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert found.first + found.second + found.draw == pytest.approx(1)
    assert found.samples == 3
    assert all(0 <= lost <= 100 for lost in found.losses)
    assert 0 < found.turns <= 3
