"""What rule systems tell to campaigns: units, worn lists, set-ups on known ground, what battles leave."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.contract import registry
from rulesets.contract.campaign import BattleGround, BattleReport, CampaignSystem
from rulesets.contract.documents import check_list, parse_list, samples
from rulesets.contract.registry import PACKAGES
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin
from rulesets.engine.lists import ArmyList, ListError
from rulesets.snaphance.armies import books as hex_books
from tests.kit.effort import tries
from tests.kit.forces import legal_forces
from tests.kit.hexlists import random_list as random_hex_list
from tests.kit.lists import legal_lists

GROUNDS = ("fields", "open", "hills", "mountains", "forest", "marsh", "steppe", "moor", "sea")
FOUGHT = ("baroque", "mail_pike_powder", "snaphance")


def campaign_of(slug: str) -> CampaignSystem:
    found = registry.get(slug).campaign
    assert found is not None
    return found


@st.composite
def hex_lists(draw: st.DrawFn) -> ArmyList:
    book = hex_books()[draw(st.sampled_from(sorted(hex_books())))]
    return random_hex_list(Random(draw(st.integers(0, 2**32))), book)


any_list = st.one_of(legal_lists(), hex_lists(), legal_forces())


@st.composite
def worn_lists(draw: st.DrawFn) -> tuple[ArmyList, dict[str, int]]:
    """A list with what its units have lost, some of them all that they had."""
    army = draw(any_list)
    rng = Random(draw(st.integers(0, 2**32)))
    units = campaign_of(army.system).units(army)
    return army, {each.id: rng.randint(0, each.steps) for each in units if rng.random() < 0.6}


@st.composite
def grounds(draw: st.DrawFn) -> BattleGround:
    side = st.sampled_from([None, 0, 1])
    return BattleGround(
        terrain=draw(st.sampled_from(GROUNDS)), river=draw(st.booleans()), bad=draw(st.booleans()),
        walls=draw(st.integers(0, 5)), fortified=draw(side), ambush=draw(side),
        attacker=draw(st.sampled_from([0, 1])),
    )  # fmt: skip


def worn_setup(
    one: ArmyList, two: ArmyList, number: int, ground: BattleGround, turns: int = 6
) -> tuple[dict[str, Any], list[dict[str, int]]]:
    """The set-up of a battle of two lists that have lost about a third, and what they have lost."""
    rng, system = Random(f"worn {number}"), campaign_of(one.system)
    lost = [
        {each.id: rng.randint(0, each.steps) for each in system.units(army) if rng.random() < 0.5}
        for army in (one, two)
    ]
    lists = [system.fielded(army, counts) for army, counts in zip((one, two), lost, strict=True)]
    return system.setup(lists, lost, ["Red", "Blue"], ground, turns, f"seed {number}"), lost


def fought(setup: Mapping[str, Any], seed: str) -> Battle:
    system = registry.get(setup["system"])
    battle = begin(system, setup, seed)
    battle.play([system.core.tactician, system.core.tactician])
    return battle


# -- units and lists ------------------------------------------------------------------------------


@given(any_list)
def test_every_unit_of_a_list_is_told_in_its_order_with_steps_and_worth(army: ArmyList) -> None:
    units = campaign_of(army.system).units(army)
    assert [each.id for each in units] == [unit.id for unit in army.units()]
    assert all(each.steps >= 1 and each.worth >= 0 and each.name for each in units)
    assert len({each.name for each in units}) == len(units)


@given(any_list)
def test_the_worth_of_the_units_is_what_the_list_costs_for_them(army: ArmyList) -> None:
    report = check_list(army)
    whole = {"baroque": sum(line.points for line in report.lines if ".units[" in line.path)}
    worth = sum(each.worth for each in campaign_of(army.system).units(army))
    assert worth == pytest.approx(whole.get(army.system, report.total), abs=0.01)


@given(any_list)
def test_a_list_without_losses_takes_the_field_as_it_is(army: ArmyList) -> None:
    assert campaign_of(army.system).fielded(army, {}) == army.to_json()


@given(worn_lists())
def test_who_has_nothing_left_stays_behind_and_commands_without_units_too(
    case: tuple[ArmyList, dict[str, int]],
) -> None:
    army, lost = case
    system = campaign_of(army.system)
    fielded = parse_list(system.fielded(army, lost))
    left = {each.id for each in system.units(army) if lost.get(each.id, 0) < each.steps}
    assert {unit.id for unit in fielded.units() if not unit.id.endswith("-substitute")} == left
    assert all(command.units for command in fielded.commands)


@given(worn_lists())
def test_units_of_bases_take_the_field_with_fewer(case: tuple[ArmyList, dict[str, int]]) -> None:
    army, lost = case
    system = campaign_of("by_fire_and_sword")
    if army.system != system.system:
        return
    before = {each.id: each for each in system.units(army)}
    for unit in system.fielded(army, lost)["commands"]:
        for each in unit["units"]:
            if lost.get(each["id"]):
                assert each["bases"] == before[each["id"]].steps - lost[each["id"]]


@pytest.mark.parametrize("name", ["royalist-oxford-army", "huguenot-army"])
def test_a_command_that_has_lost_its_leader_gets_a_substitute_of_the_lowest_level(name: str) -> None:
    army = samples()[name]
    first = army.commands[0].model_copy(update={"leader": None})
    leaderless = army.model_copy(update={"commands": (first, *army.commands[1:])})
    fielded = campaign_of(army.system).fielded(leaderless, {})
    assert fielded["commands"][0]["leader"]["level"] in ("incompetent", "poor")
    assert fielded["commands"][1:] == army.to_json()["commands"][1:]


def test_a_force_whose_commander_is_gone_gets_another_of_his_rank() -> None:
    army = samples()["polish-1649-52-10"]
    system = campaign_of(army.system)
    chief = army.commands[0].units[0]
    fielded = parse_list(system.fielded(army, {chief.id: 1}))
    assert fielded.commands[0].units[0].entry == chief.entry
    assert chief.id not in {unit.id for unit in fielded.units()}
    assert not [fault for fault in check_list(fielded).violations if "ommander" in fault.message]


@pytest.mark.parametrize("name", ["royalist-oxford-army", "huguenot-army"])
def test_a_list_with_unknown_entries_is_refused_with_the_place(name: str) -> None:
    army = samples()[name]
    first = army.commands[0]
    strange = first.units[1].model_copy(update={"entry": "no.such"})
    units = (first.units[0], strange, *first.units[2:])
    broken = army.model_copy(update={"commands": (first.model_copy(update={"units": units}),)})
    with pytest.raises(ListError) as caught:
        campaign_of(army.system).units(broken)
    assert caught.value.faults[0].path == "commands[0].units[1].entry"


@given(legal_forces())
def test_units_of_bases_keep_them_whoever_else_falls(army: ArmyList) -> None:
    system = campaign_of(army.system)
    before = {each.id: each for each in system.units(army)}
    named = [
        command.model_copy(
            update={"units": tuple(u.model_copy(update={"bases": before[u.id].bases}) for u in command.units)}
        )
        for command in army.commands
    ]
    whole = army.model_copy(update={"commands": tuple(named)})
    assert sum(each.worth for each in system.units(whole)) == pytest.approx(check_list(army).total, abs=0.01)
    rest = parse_list(system.fielded(whole, {key: each.steps for key, each in list(before.items())[:3]}))
    for each in system.units(rest):
        assert each.id not in before or each.steps == before[each.id].steps


# -- set-ups --------------------------------------------------------------------------------------


@given(st.one_of(legal_lists(points=600), hex_lists()), grounds(), st.integers(0, 999))
def test_two_worn_armies_can_begin_a_battle_on_any_ground(
    army: ArmyList, ground: BattleGround, number: int
) -> None:
    setup, lost = worn_setup(army, army, number, ground)
    state = begin(registry.get(army.system), setup, "1").state.to_json()
    units = {unit["id"]: unit for unit in state["units"]}
    carried = {unit["id"]: unit["worn"] for unit in state["units"] if unit.get("worn")}
    assert carried == setup["options"]["losses"]
    for side, counts in zip("ab", lost, strict=True):
        for key, count in counts.items():
            assert carried.get(f"{side}.{key}", 0) == (count if f"{side}.{key}" in units else 0)


@pytest.mark.parametrize("slug", PACKAGES)
def test_every_ground_of_maps_has_words(slug: str) -> None:
    assert set(campaign_of(slug).terrains) == set(GROUNDS)
    assert all(campaign_of(slug).terrains.values())


def test_the_ground_tells_what_lies_on_a_free_table() -> None:
    army = samples()["royalist-oxford-army"]
    setup, _ = worn_setup(army, army, 1, BattleGround("forest", river=True, fortified=1, walls=2, ambush=0))
    ground = setup["options"]["ground"]
    assert set(ground["pool"]) <= {"wood", "wooded_hill", "broken", "gentle_hill", "road", "village"}
    kinds = [piece["kind"] for piece in ground["pieces"]]
    assert kinds == ["river", "linear_obstacle", "linear_obstacle", "linear_obstacle"]
    assert all(piece["line"][1] > setup["table"]["depth"] / 2 for piece in ground["pieces"][1:])
    assert setup["lists"][1]["extras"]["fortified_baggage"] is True
    assert setup["lists"][0]["extras"]["exploration_dice"] > army.extras["exploration_dice"]
    assert setup["options"]["river"] == "dry"


def test_the_ground_tells_what_lies_on_a_map_of_hexes() -> None:
    army = samples()["huguenot-army"]
    setup, _ = worn_setup(army, army, 1, BattleGround("marsh", river=True, bad=True, fortified=0, walls=2))
    scenario = setup["options"]["scenario"]
    kinds = {edge["kind"] for edge in scenario["map"]["edges"]}
    assert {"river", "ford", "works", "bridge"} <= kinds
    assert scenario["victory"] == {"at_the_end": "first"}
    assert "m" in "".join(scenario["map"]["terrain"])


@pytest.mark.parametrize(
    ("ground", "scenario"),
    [
        (BattleGround(), None),
        (BattleGround(river=True, attacker=0), "capture_the_crossing"),
        (BattleGround(river=True, attacker=1), "defend_the_crossing"),
        (BattleGround(fortified=0, walls=1), "defend_the_village"),
        (BattleGround(fortified=1), "attack_on_a_village"),
        (BattleGround(ambush=0), "ambush"),
        (BattleGround(ambush=1), None),
    ],
)
def test_the_map_chooses_the_scenario_of_a_meeting(ground: BattleGround, scenario: str | None) -> None:
    system = campaign_of("by_fire_and_sword")
    weak, strong = (samples()[name].to_json() for name in ("polish-1649-52-10", "muscovite-1648-76-11"))
    setup = system.setup([weak, strong], [{}, {}], ["Poles", "Muscovites"], ground, 6, "1")
    assert setup["options"].get("scenario") == scenario
    assert fought(setup, "1").result is not None


# -- battles --------------------------------------------------------------------------------------

PAIRS = {
    "baroque": ("royalist-oxford-army", "parliament-eastern-association"),
    "snaphance": ("huguenot-army", "french-catholic-army"),
    "mail_pike_powder": ("royalist-foot-500", "parliament-london-500"),
}


def check_report(report: BattleReport, battle: Battle, setup: Mapping[str, Any]) -> None:
    """Losses are those of this battle, of units that were there, and nobody unharmed is reported."""
    before = setup["options"]["losses"]
    for side, letter in enumerate("ab"):
        whole = {each.id: each.steps for each in units_of(setup, side)}
        for key, fate in report.units[side].items():
            assert 0 <= fate.lost <= whole[key] - before.get(f"{letter}.{key}", 0)
            assert fate.lost or fate.fallen != "stood"
    assert battle.result is not None
    assert (report.winner, report.how, report.turns) == (
        battle.result.winner, battle.result.how, battle.result.turns
    )  # fmt: skip


def units_of(setup: Mapping[str, Any], side: int) -> Any:
    army = parse_list(setup["lists"][side])
    return campaign_of(army.system).units(army)


@pytest.mark.parametrize("number", range(tries(10)))
@pytest.mark.parametrize("slug", FOUGHT)
def test_worn_armies_fight_to_an_end_on_any_ground(slug: str, number: int) -> None:
    rng = Random(f"{slug} {number}")
    ground = BattleGround(
        rng.choice(GROUNDS), river=number % 4 == 1, bad=number % 8 == 1, walls=number % 3,
        fortified=rng.choice([None, 0, 1]), ambush=rng.choice([None, 0, 1]),
    )  # fmt: skip
    one, two = (samples()[name] for name in PAIRS[slug])
    setup, _ = worn_setup(one, two, number, ground, turns=5)
    battle = fought(setup, str(number))
    state, result = battle.state.to_json(), battle.result
    assert result is not None
    found = campaign_of(slug).report
    assert found is not None
    check_report(found(setup, state, result.to_json()), battle, setup)
    again = fought(setup, str(number))
    assert again.state.to_json() == state


def test_a_battle_without_a_blow_leaves_everybody_as_he_was() -> None:
    one, two = (samples()[name] for name in PAIRS["baroque"])
    system = campaign_of("baroque")
    setup, _ = worn_setup(one, two, 1, BattleGround())
    state = begin(registry.get("baroque"), setup, "1").state.to_json()
    result: dict[str, Any] = {"winner": None, "how": "nobody came", "scores": [], "turns": 0}
    assert system.report is not None
    assert system.report(setup, state, result) == BattleReport(None, "nobody came", ({}, {}))


def test_what_became_of_a_unit_is_told_by_how_it_left() -> None:
    one, two = (samples()[name] for name in PAIRS["baroque"])
    system = campaign_of("baroque")
    setup = system.setup([one.to_json(), two.to_json()], [{}, {}], ["A", "B"], BattleGround(), 6, "1")
    state = begin(registry.get("baroque"), setup, "1").state
    ids = [unit.id for unit in state.units.values() if unit.side == 0]
    for id_, status in zip(ids, ("routed", "destroyed", "withdrawn", "left"), strict=False):
        state.units[id_].status = status
    state.units[ids[0]].losses = 99
    state.leaders["b.c1.leader"].alive = False
    result: dict[str, Any] = {"winner": 1, "how": "", "scores": [], "turns": 3}
    assert system.report is not None
    found = system.report(setup, state.to_json(), result)
    plain = [id_.partition(".")[2] for id_ in ids]
    fallen = {key: fate.fallen for key, fate in found.units[0].items()}
    assert fallen == {plain[0]: "fled", plain[1]: "destroyed", plain[3]: "fled"}
    assert found.units[0][plain[0]].lost == state.units[ids[0]].profile.vbu
    assert found.leaders == ((), ("c1",))


# -- battles on a table ---------------------------------------------------------------------------


def recorded(**result: Any) -> BattleReport:
    system = campaign_of("by_fire_and_sword")
    assert system.recorded is not None
    lists = [samples()[name].to_json() for name in ("polish-1649-52-10", "muscovite-1648-76-11")]
    return system.recorded(lists, {"format": "leaguer-bfs-result", "version": 1, "lists": lists, **result})


def test_a_recorded_battle_tells_destroyed_and_fled_bases() -> None:
    losses: list[dict[str, Any]] = [
        {"c1u2": {"destroyed": 1, "fled": 2}, "c1u4": {"fleeing": 2}},
        {"c1u2": {"captured": 0, "destroyed": 1}, "c1u3": {"held_back": "reserves"}},
    ]
    found = recorded(losses=losses, commanders=[{"c1u1": {"fate": "killed"}}, {}], turns=6)
    assert {key: (fate.lost, fate.fallen) for key, fate in found.units[0].items()} == {
        "c1u2": (3, "fled"), "c1u4": (2, "stood"), "c1u1": (1, "destroyed"),
    }  # fmt: skip
    assert {key: fate.lost for key, fate in found.units[1].items()} == {"c1u2": 1}
    assert found.leaders == (("c1",), ())
    assert (found.winner, found.turns) == (1, 6)


def test_a_record_that_does_not_fit_the_lists_is_refused_with_the_place() -> None:
    with pytest.raises(Exception, match="is not a unit") as caught:
        recorded(losses=[{"c9u9": {"destroyed": 1}}, {}])
    assert caught.value.path == "losses[0].c9u9"  # type: ignore[attr-defined]
