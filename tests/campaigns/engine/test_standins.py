"""Armies that stand in for forces in another system, and what their battles cost the forces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.engine.battlefields import check_outcome, field_of, fight, why_not
from campaigns.engine.dice import TurnDice
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.forces import muster
from campaigns.engine.resolve import march, open_engagements
from campaigns.engine.standins import (
    Share,
    StandIns,
    beyond,
    carried,
    shares_of,
    spread,
    stood_in,
    systems_for,
    worth_of_list,
)
from campaigns.engine.state import Engagement, EngagementSide, Force, Outcome, State, Unit, UnitFate
from rulesets.contract.documents import parse_list, samples
from rulesets.engine.dice import SeededDice
from rulesets.snaphance.scenarios import documents
from tests.kit.aftermath import concluded
from tests.kit.strip import campaign, force

SWEDES, IMPERIALISTS = "swedish-army-1632", "imperial-army-1632"
POLES = "polish-1649-52-10"
SYSTEMS = ["baroque", "snaphance", "by_fire_and_sword"]


def document(name: str) -> dict[str, object]:
    return samples()[name].to_json()


ARMIES = (document(SWEDES), document(IMPERIALISTS))


def met(one: Force | None = None, two: Force | None = None, **battles: object) -> tuple[State, Engagement]:
    """Two Baroque forces that have met, or others, in a campaign of all three systems."""
    forces = [one or force("r1", "red", "moor"), two or force("b1", "blue", "moor")]
    state = campaign(*forces, **({"battles": battles} if battles else {}))
    state.phase, state.systems = "battles", list(SYSTEMS)
    sides = [EngagementSide(each.faction, [each.id]) for each in forces]
    engagement = Engagement("t1e1", 1, "moor", sides, terrain="moor")
    state.engagements = {engagement.id: engagement}
    return state, engagement


def poles() -> Force:
    return muster("b1", "Poles", "blue", "moor", samples()[POLES])


def all_of(state: State, engagement: Engagement, fallen: str) -> Outcome:
    """Every unit of both armies fell so, every leader too."""
    forces = [state.forces[key] for side in engagement.sides for key in side.forces]
    return Outcome(
        0,
        units={unit.id: UnitFate(unit.left, fallen) for each in forces for unit in each.ready()},  # type: ignore[arg-type]
        leaders=[command.id for each in forces for command in each.commands],
    )


def gone(state: State, outcome: Outcome, key: str) -> int:
    """The steps that a force loses by an outcome."""
    units = {unit.id: unit.left for unit in state.forces[key].ready()}
    fates = {unit: fate for unit, fate in outcome.units.items() if unit in units}
    return sum(fate.lost if fate.fallen == "stood" else units[unit] for unit, fate in fates.items())


# -- where they may fight -------------------------------------------------------------------------


def test_forces_of_one_system_have_stand_ins_only_where_the_umpire_lets_them() -> None:
    assert systems_for(*met()) == ()
    assert systems_for(*met(systems="any")) == ("snaphance", "by_fire_and_sword")


def test_forces_of_two_systems_may_meet_in_either_and_by_leave_in_any() -> None:
    assert systems_for(*met(two=poles())) == ("baroque", "by_fire_and_sword")
    assert systems_for(*met(two=poles(), systems="any")) == tuple(SYSTEMS)


def test_a_tolerance_counts_in_per_cent_of_the_force() -> None:
    state, _ = met(systems="any", tolerance=10)
    assert not beyond(state, 110, 100)
    assert not beyond(state, 90, 100)
    assert beyond(state, 110.5, 100)
    assert not beyond(met()[0], 5000, 100)


def test_an_army_that_was_named_is_a_list() -> None:
    with pytest.raises(ValueError, match="format"):
        StandIns.model_validate(
            {"system": "snaphance", "means": "board",
             "armies": [{"name": "x", "worth": 1, "document": {"a": 1}}, None]}
        )  # fmt: skip


# -- taking the field -----------------------------------------------------------------------------


def test_stand_ins_take_the_field_in_their_system_and_the_campaign_stays_as_it_was() -> None:
    state, engagement = met(systems="any")
    before = state.to_json()
    stand, fought = stood_in(state, engagement, ARMIES)
    assert why_not(stand, fought) == ""
    setup = field_of(stand, fought)
    assert (setup["system"], setup["sides"]) == ("snaphance", ["The Red Cause", "The Blue League"])
    assert [len(each["commands"]) for each in setup["lists"]] == [
        len(samples()[name].commands) for name in (SWEDES, IMPERIALISTS)
    ]
    assert state.to_json() == before


def test_a_worn_force_may_meet_a_stand_in_for_the_other() -> None:
    state, engagement = met(two=poles())
    worn = next(unit for unit in state.forces["r1"].units if unit.steps > 1)
    worn.lost = 1
    baroque = force("x", "blue", "moor")
    assert why_not(state, engagement) != ""
    list_ = document("parliament-eastern-association")
    stand, fought = stood_in(state, engagement, (None, list_))
    assert why_not(stand, fought) == ""
    assert field_of(stand, fought)["options"]["losses"] == {f"a.{worn.id}": 1}
    outcome = all_of(stand, fought, "destroyed")
    found = carried(state, engagement, (None, list_), outcome, TurnDice("s"))
    assert gone(state, found, "r1") == state.forces["r1"].strength
    assert gone(state, found, "b1") == state.forces["b1"].strength
    assert worth_of_list(list_) == baroque.worth


def test_a_battle_of_stand_ins_is_fought_and_comes_back_once() -> None:
    state, engagement = met(systems="any", max_turns=3)
    stand, fought = stood_in(state, engagement, ARMIES)
    outcome = fight(stand, fought, "seed")
    assert check_outcome(stand, engagement.id, outcome) == []
    found = carried(state, engagement, ARMIES, outcome, TurnDice("s"))
    assert check_outcome(state, engagement.id, found) == []
    assert (found.winner, found.how, found.turns) == (outcome.winner, outcome.how, outcome.turns)
    assert set(found.units) <= {unit.id for each in state.forces.values() for unit in each.units}
    assert found.units
    after = concluded(state, {engagement.id: found}).state
    events_of = after.engagements[engagement.id].outcome
    assert events_of is not None
    assert events_of.units == found.units


# -- shares ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("fallen", ["stood", "fled", "destroyed"])
def test_all_lost_is_all_lost(fallen: str) -> None:
    state, engagement = met()
    stand, fought = stood_in(state, engagement, ARMIES)
    found = carried(state, engagement, ARMIES, all_of(stand, fought, fallen), TurnDice("s"))
    wanted = "destroyed" if fallen == "stood" else fallen
    assert {fate.fallen for fate in found.units.values()} == {wanted}
    for key in ("r1", "b1"):
        assert gone(state, found, key) == state.forces[key].strength
        led = {each.id for each in state.forces[key].commands if each.leader is not None}
        assert led <= set(found.leaders)


def test_nothing_lost_is_nothing_lost() -> None:
    state, engagement = met()
    found = carried(state, engagement, ARMIES, Outcome(None), TurnDice("s"))
    assert (found.units, found.leaders) == ({}, [])


def test_an_arm_loses_what_the_same_arm_of_the_stand_in_lost() -> None:
    state, engagement = met()
    stand, fought = stood_in(state, engagement, ARMIES)
    [swedes] = [stand.forces[key] for key in fought.sides[0].forces]
    foot = {unit.id: UnitFate(unit.left, "fled") for unit in swedes.ready() if unit.arm == "foot"}
    found = carried(state, engagement, ARMIES, Outcome(1, units=foot), TurnDice("s"))
    arms = {unit.id: unit.arm for unit in state.forces["r1"].units}
    assert {arms[key] for key in found.units} == {"foot"}
    assert set(found.units) == {key for key, arm in arms.items() if arm == "foot"}


def test_an_arm_that_the_stand_in_has_not_loses_as_the_whole_did() -> None:
    one = Force("a", "A", "red", "moor", "baroque", "red")
    one.units = [Unit("a-1", "c", "e", "Foot", 4, 20), Unit("a-2", "c", "e", "More foot", 4, 20)]
    shares = shares_of([one], Outcome(1, units={"a-1": UnitFate(2), "a-2": UnitFate(1, "fled")}))
    assert shares == {"": Share(8, stood=2, fled=4), "foot": Share(8, stood=2, fled=4)}
    state, engagement = met()
    for unit in state.forces["r1"].units:
        unit.arm = "other"
    stand, fought = stood_in(state, engagement, ARMIES)
    outcome = all_of(stand, fought, "destroyed")
    found = carried(state, engagement, ARMIES, outcome, TurnDice("s"))
    assert gone(state, found, "r1") == state.forces["r1"].strength


strengths = st.lists(st.integers(1, 12), min_size=1, max_size=12)


@st.composite
def shares(draw: st.DrawFn) -> Share:
    parts = [draw(st.integers(0, 60)) for _ in range(4)]
    return Share(max(1, sum(parts)), *parts[:3]) if sum(parts) else Share(1)


def troops(steps: list[int], lost: int) -> list[Unit]:
    """Units of so many steps, the first of them worn."""
    units = [Unit(f"u{number}", "c", "e", "n", each, 10) for number, each in enumerate(steps)]
    units[0].lost = min(lost, units[0].steps - 1)
    return units


@given(strengths, shares(), st.integers(0, 5), st.text(max_size=4))
def test_units_lose_the_share_to_the_nearest_step_and_never_more_than_they_have(
    steps: list[int], share: Share, worn: int, seed: str
) -> None:
    units = troops(steps, worn)
    left = {unit.id: unit.left for unit in units}
    fates = spread(units, share, SeededDice(seed))
    assert fates == spread(units, share, SeededDice(seed))
    assert all(0 < fate.lost <= left[key] for key, fate in fates.items())
    assert all(fate.lost == left[key] for key, fate in fates.items() if fate.fallen != "stood")
    assert all(fate.lost < left[key] for key, fate in fates.items() if fate.fallen == "stood")
    total, lost = sum(left.values()), sum(fate.lost for fate in fates.values())
    assert abs(lost - total * share.lost / share.steps) <= 0.5
    assert (lost == 0) or share.lost
    fled = sum(fate.lost for fate in fates.values() if fate.fallen == "fled")
    assert fled <= total * share.fled / share.steps + 0.5


@given(st.randoms(use_true_random=False), st.text(max_size=4))
def test_whatever_a_battle_brings_the_forces_can_bear_it_and_the_same_dice_say_the_same(
    random: object, seed: str
) -> None:
    state, engagement = STANDING
    stand, _ = STOOD
    units = [unit for each in stand.forces.values() for unit in each.ready()]
    fates = {
        unit.id: UnitFate(random.randint(0, unit.left), random.choice(["stood", "fled", "destroyed"]))  # type: ignore[attr-defined]
        for unit in units
        if random.random() < 0.6  # type: ignore[attr-defined]
    }
    outcome = Outcome(0, units=fates)
    found = carried(state, engagement, ARMIES, outcome, TurnDice(seed))
    assert found == carried(state, engagement, ARMIES, outcome, TurnDice(seed))
    assert check_outcome(state, engagement.id, found) == []
    assert all(fate.lost for fate in found.units.values())


STANDING = met()
STOOD = stood_in(*STANDING, ARMIES)


def test_other_dice_let_others_fall() -> None:
    state, engagement = STANDING
    stand, fought = STOOD
    units = [unit for key in fought.sides[0].forces for unit in stand.forces[key].ready()]
    outcome = Outcome(1, units={unit.id: UnitFate(1) for unit in units})
    found = {
        tuple(sorted(carried(state, engagement, ARMIES, outcome, TurnDice(str(seed))).units))
        for seed in range(5)
    }
    assert len(found) > 1


# -- scenarios ------------------------------------------------------------------------------------


def snaphance(**fields: object) -> tuple[State, Engagement]:
    state, engagement = met(systems="any")
    stand, fought = stood_in(state, engagement, ARMIES)
    for name, value in fields.items():
        setattr(fought, name, value)
    return stand, fought


def test_a_scenario_that_an_engagement_names_gives_its_map() -> None:
    state, engagement = snaphance(scenario="luetzen_1632")
    setup = field_of(state, engagement)
    scenario = setup["options"]["scenario"]
    assert (scenario["name"], setup["table"]) == ("Lützen 1632", {"width": 24, "depth": 14})
    assert [side["list"] for side in scenario["sides"]] == setup["lists"]
    assert all("placements" not in side and "arrivals" not in side for side in scenario["sides"])
    assert parse_list(setup["lists"][0]).points
    assert why_not(state, engagement) == ""


def test_a_scenario_that_there_is_not_is_told() -> None:
    state, engagement = snaphance(scenario="waterloo")
    assert "there is no scenario “waterloo”" in why_not(state, engagement)


def test_a_scenario_that_does_not_take_the_armies_is_told() -> None:
    clash = documents()["training_clash"]
    narrow = {**clash, "sides": [{**clash["sides"][0], "zone": ["0110"]}, clash["sides"][1]]}
    state, engagement = snaphance(staged=narrow)
    assert "A training clash does not take these armies" in why_not(state, engagement)


def test_a_scenario_of_ones_own_takes_the_place_of_the_one_named() -> None:
    own = {**documents()["luetzen_1632"], "name": "My own field"}
    state, engagement = snaphance(scenario="training_clash", staged=own)
    assert field_of(state, engagement)["options"]["scenario"]["name"] == "My own field"


def test_a_meeting_of_by_fire_and_sword_is_in_the_scenario_that_is_named() -> None:
    state, engagement = met(muster("r1", "Poles", "red", "moor", samples()[POLES]), poles())
    engagement.scenario = "defend_the_village"
    assert field_of(state, engagement)["options"]["scenario"] == "defend_the_village"
    engagement.scenario = "waterloo"
    assert "there is no scenario" in why_not_meeting(state, engagement)


def why_not_meeting(state: State, engagement: Engagement) -> str:
    with pytest.raises(Exception, match="scenario") as error:
        field_of(state, engagement)
    return str(error.value)


def test_where_a_system_knows_no_scenarios_the_name_is_only_a_name() -> None:
    state, engagement = met()
    engagement.scenario = "Braddock Down"
    assert why_not(state, engagement) == ""


def test_the_scenario_of_a_storys_scene_is_the_one_that_is_fought() -> None:
    factions = [{"id": each, "name": each.title()} for each in ("red", "blue")]
    scene = {"id": "fog", "name": "The Fog", "sides": ["red", "blue"], "scenario": "luetzen_1632"}
    events_of = {"name": "One Day", "shape": "story", "systems": ["snaphance"], "story": [scene]}
    state = begin(read_campaign({**events_of, "factions": factions}))
    for key, name in (("red", SWEDES), ("blue", IMPERIALISTS)):
        state.forces[key] = muster(key, key, key, "", samples()[name])
    marched = march(state, {}, "seed").state
    [engagement] = open_engagements(marched)
    setup = field_of(marched, engagement)
    assert setup["options"]["scenario"]["map"] == documents()["luetzen_1632"]["map"]
    assert setup["sides"] == ["Red", "Blue"]
