"""Two forces compared, their scenario and its fortifications (BFS-30)."""

from __future__ import annotations

import pytest

from rulesets.by_fire_and_sword.meeting.compare import (
    SmallForcePack,
    compare,
    lacks_small_list,
    markers_for,
    pack_faults,
    superiority,
)
from rulesets.by_fire_and_sword.meeting.fortify import cost, fortify, room_of
from rulesets.by_fire_and_sword.meeting.options import read_options
from rulesets.by_fire_and_sword.meeting.scenario import case_of, choose_scenario, scenario_on
from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.by_fire_and_sword.tables import plain_rows
from rulesets.contract.documents import read_setup
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import SetupError
from tests.kit.examples import example
from tests.kit.meeting import commander, decide, force, met, offered, unit
from tests.rulesets.by_fire_and_sword.test_scenarios import document

BFS = "by_fire_and_sword"
REROLL = {"rule": "Beating the Tatars", "dice": [1, 2]}


def chosen(one, two, dice, *choices, **options):
    """The scenario of two forces, as the state has it."""
    battle = decide(met(one, two, compare, choose_scenario, dice=dice, **options), *choices)
    assert battle.pending is None
    return battle.state.scenario


def pick(key):
    return {"do": "scenario", "scenario": key}


# -- comparison ------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-30.3.A", "BFS-30.3.B")
@pytest.mark.parametrize(("fsp", "weaker", "advantage"), [((6, 9), 0, 3), ((9, 6), 1, 3), ((7, 7), None, 0)])
def test_the_force_with_fewer_fsp_is_weaker(fsp, weaker, advantage):
    state = met(force(fsp[0]), force(fsp[1]), compare).state
    assert (state.weaker, state.advantage) == (weaker, advantage)
    assert state.stronger == (None if weaker is None else 1 - weaker)


@pytest.mark.rule("BFS-30.1", "BFS-30.5.2")
@pytest.mark.example("BFS-X11")
def test_any_two_forces_may_meet_and_a_small_one_is_warned():
    given = example("BFS-X11", BFS)["given"]
    state = met(force(given["fsp_a"]), force(given["fsp_b"]), compare).state
    assert [(note["weight"], note["rule"]) for note in state.notes] == [
        ("info", "BFS-30.5.1"),
        ("strong warning", "BFS-30.5.2"),
    ]


@pytest.mark.rule("BFS-30.5.1", "BFS-30.5.2")
@pytest.mark.parametrize(
    ("fsp", "limit", "weights"),
    [
        (7, 8, ["info"]), (8, 8, ["info", "warning"]), (9, 8, ["info", "strong warning"]),
        (8, 7, ["info", "strong warning"]), (7, 7, ["info"]), (17, 0, ["info"]),
    ],
)  # fmt: skip
def test_a_small_force_is_warned_above_7_and_above_8_fsp(fsp, limit, weights):
    state = met(force(4), force(fsp), compare, small_force_limit=limit).state
    assert [note["weight"] for note in state.notes] == weights


@pytest.mark.rule("BFS-30.5.3")
def test_an_organizer_settles_how_small_forces_are_handled():
    small, large = force(4), force(8)
    assert list(pack_faults((small, force(7)), SmallForcePack())) == []
    assert [side for side, _ in pack_faults((small, large), SmallForcePack())] == [1]
    assert [side for side, _ in pack_faults((small, large), SmallForcePack(allow_small=False))] == [0]
    assert list(pack_faults((small, large), SmallForcePack(opponent_max_fsp=None))) == []
    assert lacks_small_list([large, force(9)], SmallForcePack())
    assert not lacks_small_list([large, force(7)], SmallForcePack())
    assert not lacks_small_list([large], SmallForcePack(require_small_capable_list=False))


@pytest.mark.rule("BFS-30.2.1")
def test_a_table_is_120_by_120_cm_and_100_at_least():
    setup = {"system": BFS, "lists": [{}, {}], "sides": ["Jan", "Bohdan"]}
    assert read_setup(setup)["table"] == {"width": 120, "depth": 120}
    assert read_setup({**setup, "table": {"width": 180}})["table"] == {"width": 180, "depth": 120}
    with pytest.raises(SetupError, match="a table has 100 to 400") as caught:
        read_setup({**setup, "table": {"depth": 99}})
    assert caught.value.path == "table.depth"


# -- the six cases ---------------------------------------------------------------------------------


@pytest.mark.rule("BFS-30.3.C")
@pytest.mark.parametrize("die", range(1, 11))
def test_one_die_names_the_scenario_of_equal_forces(die):
    key = ("patrol", "take_and_hold", "attack_on_a_village", "capture_the_crossing", "delay_the_enemy")[
        (die - 1) // 2
    ]
    found = chosen(force(7), force(7), [die])
    assert (found.key, found.value, found.options) == (key, 0, [key])


@pytest.mark.rule("BFS-30.3.D")
def test_the_list_of_unequal_forces():
    keys = [scenario_on("unequal_strength", die) for die in range(1, 11)]
    assert keys == list(catalogue())
    values = [catalogue()[key].value_fsp for key in keys]
    assert values == [0, 0, 1, 0, 1, 0, 2, 0, 3, 4]
    assert [die for die, key in enumerate(keys, 1) if catalogue()[key].variable] == [3, 5, 8]


@pytest.mark.rule("BFS-30.3.B", "BFS-30.4.1", "BFS-30.4.4", "BFS-30.4.5")
@pytest.mark.parametrize("row", plain_rows("scenario_case"), ids=lambda row: row["rule"])
def test_each_case_is_found_by_defensive_forces_and_fsp(row):
    number, equal = row["defensive_forces"], row["fsp_equal"]
    one = force(7, defensive=number > 0)
    two = force(7 if equal else 9, defensive=number > 1)
    found = case_of((one, two))
    assert (found.method, found.rule) == (row["method"], row["rule"])
    assert case_of((two, one)) == found


@pytest.mark.rule("BFS-30.3.D")
@pytest.mark.example("BFS-X12")
def test_as_many_dice_are_rolled_as_the_commander_has_command_points():
    given = example("BFS-X12", BFS)
    battle = met(force(5, cp=given["given"]["weaker_commander_cp"]), force(9, cp=5), compare, choose_scenario)
    state = battle.state
    assert len(state.scenario.rolled) == given["expect"]["dice"]
    assert len(state.scenario.options) <= given["expect"]["at_most_scenarios_to_choose_from"]


@pytest.mark.rule("BFS-30.3.D", "BFS-30.3.C", "BFS-30.3.F")
@pytest.mark.example("BFS-D1")
def test_if_no_scenario_can_be_chosen_one_more_die_decides():
    given = example("BFS-D1", BFS)
    found = chosen(force(5), force(6), given["rolls"])
    assert found.rolled == given["rolls"]
    assert found.dice_list == given["expect"]["fallback_list"]
    assert (found.key, found.value) == (given["expect"]["scenario"], given["expect"]["scenario_value"])


@pytest.mark.rule("BFS-30.3.D")
@pytest.mark.example("BFS-D2")
def test_a_scenario_rolled_twice_leaves_fewer_to_choose_from():
    given = example("BFS-D2", BFS)
    battle = met(force(6, cp=3), force(10), compare, choose_scenario, dice=given["rolls"])
    assert battle.state.scenario.options == given["expect"]["options"]
    assert offered(battle) == [pick("forage"), pick("ambush")]
    assert decide(battle, pick("forage")).state.scenario.value == 2


@pytest.mark.rule("BFS-30.3.D")
def test_a_scenario_above_the_advantage_cannot_be_chosen():
    battle = met(force(6, cp=3), force(9), compare, choose_scenario, dice=[9, 10, 4])
    assert offered(battle) == [pick("ambush"), pick("attack_on_a_village")]
    with pytest.raises(Refusal, match="not among"):
        battle.choose(pick("night_attack"))


@pytest.mark.rule("BFS-30.3.D")
def test_a_single_scenario_that_can_be_chosen_needs_no_choice():
    assert chosen(force(6), force(7), [1, 10]).key == "patrol"


@pytest.mark.rule("BFS-30.4.1")
@pytest.mark.parametrize("dice", [[1, 2, 3], [4, 5], [6], [7, 8], [9], [10]])
def test_the_list_of_one_defensive_force(dice):
    names = {1: "defend_the_village", 4: "defend_the_crossing", 6: "forage", 7: "delay_the_enemy",
             9: "ambush", 10: "night_attack"}  # fmt: skip
    assert {scenario_on("one_defensive_force", die) for die in dice} == {names[dice[0]]}


@pytest.mark.rule("BFS-30.4.2")
@pytest.mark.example("BFS-D4")
def test_a_weaker_defensive_force_may_discard_all_it_has_rolled():
    given = example("BFS-D4", BFS)
    one, two = force(6, defensive=True), force(8)
    battle = met(one, two, compare, choose_scenario, dice=given["rolls"])
    assert offered(battle) == [pick("ambush"), pick("night_attack"), {"do": "discard"}]
    decide(battle, {"do": "discard"})
    found = battle.state.scenario
    assert found.key == given["expect"]["scenario"]
    assert found.discarded == ["ambush", "night_attack"]
    assert decide(battle, {"do": "value", "fsp": 0}).state.scenario.value == 0


@pytest.mark.rule("BFS-30.4.2", "BFS-30.3.F")
@pytest.mark.example("BFS-D5")
def test_a_weaker_defensive_force_pays_two_fsp_less_for_what_it_keeps():
    given = example("BFS-D5", BFS)
    battle = met(force(6, defensive=True), force(9), compare, choose_scenario, dice=given["rolls"])
    assert {"do": "discard"} not in offered(battle)  # the crossing cannot be discarded
    found = decide(battle, pick("ambush")).state.scenario
    assert (found.key, found.value) == (given["expect"]["scenario"], given["expect"]["scenario_value"])


@pytest.mark.rule("BFS-30.4.2")
def test_the_reduced_value_counts_for_the_limit_too():
    battle = met(force(6, defensive=True), force(7), compare, choose_scenario, dice=[9, 6])
    assert offered(battle) == [pick("ambush"), pick("forage"), {"do": "discard"}]


@pytest.mark.rule("BFS-30.4.2")
def test_against_a_stronger_defensive_force_nothing_is_discarded_or_cheaper():
    battle = met(force(6), force(9, defensive=True), compare, choose_scenario, dice=[6, 9])
    assert offered(battle) == [pick("forage"), pick("ambush")]
    assert [offer.value for offer in battle.state.scenario.offers] == [2, 3]


@pytest.mark.rule("BFS-30.4.5", "BFS-30.4.2")
def test_a_weaker_defensive_force_that_can_choose_nothing_discards_or_rolls_by_point_c():
    one, two = force(6, defensive=True), force(7)
    battle = met(one, two, compare, choose_scenario, dice=[10, 10, 3])
    assert offered(battle) == [{"do": "discard"}, {"do": "roll"}]
    assert decide(battle, {"do": "roll"}).state.scenario.key == "take_and_hold"
    discarded = met(one, two, compare, choose_scenario, dice=[10, 10])
    assert decide(discarded, {"do": "discard"}).state.scenario.key == "delay_the_enemy"


@pytest.mark.rule("BFS-30.4.5")
def test_if_none_of_the_defensive_list_can_be_chosen_point_c_decides():
    found = chosen(force(6), force(7, defensive=True), [9, 10, 8])
    assert (found.key, found.rolled) == ("capture_the_crossing", [9, 10, 8])


@pytest.mark.rule("BFS-30.4.5")
@pytest.mark.parametrize("fsp", [6, 8])
def test_two_defensive_forces_roll_by_point_c(fsp):
    found = chosen(force(6, defensive=True), force(fsp, defensive=True), [5])
    assert (found.key, found.dice_list) == ("attack_on_a_village", "equal_strength")


@pytest.mark.rule("BFS-30.4.4", "BFS-30.3.J")
@pytest.mark.example("BFS-D6")
def test_equal_forces_of_which_one_is_defensive_play_delay_the_enemy():
    given = example("BFS-D6", BFS)
    fsp = given["given"]["fsp"]
    battle = met(force(fsp[0]), force(fsp[1], defensive=True), compare, choose_scenario, dice=[])
    found = battle.state.scenario
    assert (found.key, found.rolled) == (given["expect"]["scenario"], [])
    assert given["expect"]["first_turn_initiative"] == "rolled"
    assert battle.state.weaker is None  # nobody has the initiative without a roll


# -- army rules ------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-30.3.D")
def test_an_army_rule_makes_scenario_dice_be_rolled_again_once():
    enemy = force(9, special_rules=("Beating the Tatars",))
    found = chosen(force(6), enemy, [1, 7, 2], pick("take_and_hold"), scenario_rerolls=[REROLL])
    assert found.rolled == [2, 7]  # the new die stands, though it is a 2


@pytest.mark.rule("BFS-30.3.D")
def test_without_its_army_a_rule_forces_nothing():
    assert chosen(force(6), force(9), [1, 1], scenario_rerolls=[REROLL]).rolled == [1, 1]


@pytest.mark.rule("BFS-30.4.3")
@pytest.mark.parametrize(
    ("says_so", "dice", "rolled"), [(False, [1, 1], [1, 1]), (True, [1, 1, 7, 8], [7, 8])]
)
def test_a_defensive_force_ignores_forced_rerolls_unless_the_rule_names_it(says_so, dice, rolled):
    enemy = force(9, special_rules=("Beating the Tatars",))
    rerolls = [{**REROLL, "defensive": says_so}]
    battle = met(
        force(6, defensive=True), enemy, compare, choose_scenario, dice=dice, scenario_rerolls=rerolls
    )
    assert battle.state.scenario.rolled == rolled


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"scenario_rerolls": [{**REROLL, "dice": [0]}]}, "options.scenario_rerolls[0].dice"),
        ({"scenario_rerolls": [{**REROLL, "whose": "mine"}]}, "options.scenario_rerolls[0].whose"),
        ({"scenario_rerolls": [{"rule": "x"}]}, "options.scenario_rerolls[0].dice"),
        ({"scenario_rerolls": "x"}, "options.scenario_rerolls"),
        ({"scenario": "chess"}, "options.scenario"),
        ({"scenario": 3}, "options.scenario"),
        ({"scenarios": {}}, "options.scenarios"),
        ({"scenarios": [3]}, "options.scenarios[0]"),
        ({"choice_of_effects": 1}, "options.choice_of_effects"),
        ({"more_atypical": True}, "options.more_atypical"),
        ({"colour": "red"}, "options.colour"),
    ],
)
def test_a_bad_option_names_the_place(options, path):
    with pytest.raises(SetupError) as caught:
        read_options(options)
    assert caught.value.path == path
    assert caught.value.message


def test_the_log_calls_scenarios_by_their_names():
    battle = met(force(6, cp=3), force(10), compare, choose_scenario, dice=[2, 9, 2])
    decide(battle, pick("take_and_hold"))
    told = [entry.event.describe(lambda side: side) for entry in battle.entries]
    assert "Take and Hold, Ambush may be chosen" in told
    assert "The scenario is Take and Hold (0 FSP): Jan chooses it" in told


def test_players_may_agree_on_a_scenario():
    found = chosen(force(6), force(12), [], scenario="night_attack")
    assert (found.key, found.value, found.rolled) == ("night_attack", 4, [])


# -- variable values and fortifications -----------------------------------------------------------


@pytest.mark.rule("BFS-30.4.2")
@pytest.mark.parametrize(
    ("key", "dice", "ships"), [("ambush", [9, 9], True), ("delay_the_enemy", [7, 8], False)]
)
def test_a_document_says_whether_a_scenario_may_be_discarded(key, dice, ships):
    def may(**changes):
        own = [{**document(key), **changes}]
        battle = met(force(6, defensive=True), force(12), compare, choose_scenario, dice=dice, scenarios=own)
        return battle.pending is not None and battle.pending.offers(do="discard")

    assert may() == ships
    assert may(discardable=True)
    assert not may(discardable=False)


@pytest.mark.rule("BFS-30.4.2")
@pytest.mark.parametrize(
    ("key", "value", "less"), [("forage", 2, 0), ("ambush", 3, 1), ("night_attack", 4, 2)]
)
def test_a_scenario_agreed_on_costs_a_weaker_defensive_force_less_too(key, value, less):
    for own, enemy, expected in ((True, False, less), (False, True, value), (True, True, value)):
        forces = force(6, defensive=own), force(10, defensive=enemy)
        assert chosen(*forces, [], scenario=key).value == expected


@pytest.mark.rule("BFS-30.3.D.1")
def test_a_variable_value_lies_between_its_minimum_and_the_advantage():
    battle = met(force(6), force(8), compare, choose_scenario, dice=[3, 3])
    values = [each["fsp"] for each in offered(battle)]
    assert values == [1, 2]
    decide(battle, {"do": "value", "fsp": 2})
    assert (battle.state.scenario.minimum, battle.state.scenario.value) == (1, 2)


@pytest.mark.rule("BFS-30.3.D.1")
def test_a_variable_value_at_the_advantage_is_no_choice():
    assert chosen(force(6), force(7), [3, 3]).value == 1


@pytest.mark.rule("BFS-30.3.E", "BFS-30.3.F", "BFS-30.2.3")
@pytest.mark.example("BFS-D3")
def test_two_elements_of_fortification_cost_one_fsp():
    given = example("BFS-D3", BFS)
    battle = met(force(6), force(12), compare, choose_scenario, fortify, dice=[3, 3])
    decide(battle, {"do": "value", "fsp": given["given"]["scenario_value"]})
    assert [each["do"] for each in offered(battle)] == ["elements", "done"]
    decide(battle, {"do": "elements", "elements": given["given"]["fortification_elements"]})
    assert battle.state.fortifications["fsp"] == given["expect"]["fortification_fsp"]


@pytest.mark.rule("BFS-30.3.E")
@pytest.mark.parametrize(("elements", "fsp"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (9, 5)])
def test_an_odd_element_costs_a_whole_fsp(elements, fsp):
    assert cost(elements) == fsp


@pytest.mark.rule("BFS-30.3.E")
def test_scenario_and_fortifications_never_exceed_the_advantage():
    battle = met(force(6), force(8), compare, choose_scenario, fortify, dice=[3, 3])
    decide(battle, {"do": "value", "fsp": 1})
    for elements in (0, 3, 2.5):
        with pytest.raises(Refusal):
            battle.choose({"do": "elements", "elements": elements})
    decide(battle, {"do": "elements", "elements": 2})
    assert battle.pending is None
    assert battle.state.fortifications == {"elements": 2, "obstacles": {}, "carriers": {}, "fsp": 1}


@pytest.mark.rule("BFS-30.3.E", "BFS-30.2.3")
def test_only_the_weaker_side_of_a_scenario_with_fortifications_builds():
    plain = met(force(6), force(12), compare, choose_scenario, fortify, dice=[1, 1])
    assert plain.pending is None
    assert plain.state.fortifications["fsp"] == 0
    equal = met(force(6), force(6), compare, choose_scenario, fortify, scenario="defend_the_village", dice=[])
    assert equal.pending is None
    assert room_of(equal.state) == 0


def with_obstacles():
    foot = {"type": "infantry", "bases": 6}
    units = [
        unit("u1", **foot, carries=frozenset({"kobylica"})),
        unit("u2", **foot, carries=frozenset({"chevaux_de_frise", "caltrops"})),
        unit("u3", **foot),
    ]
    return met(
        force(6, units=units), force(12), compare, choose_scenario, fortify, dice=[],
        scenario="defend_the_village",
    )  # fmt: skip


@pytest.mark.rule("BFS-29.9.1", "BFS-30.3.E", "BFS-28.1.1", "BFS-28.1.2")
def test_portable_obstacles_may_be_bought_in_place_of_fortifications_but_never_caltrops():
    battle = decide(with_obstacles(), {"do": "value", "fsp": 1})
    assert offered(battle) == [
        {"do": "elements"}, {"do": "kobylica", "unit": "a.u1"}, {"do": "chevaux_de_frise", "unit": "a.u2"},
        {"do": "done"},
    ]  # fmt: skip


def labels(battle):
    return [option.label for option in battle.pending.options]


def test_what_a_scenario_is_worth_and_what_is_built_have_their_price_beside_them():
    battle = with_obstacles()
    advantage = battle.state.advantage
    for option in battle.pending.options:
        worth = option.key["fsp"]
        assert option.label.startswith(f"{worth} FSP")
        assert option.label.endswith(f". {advantage - worth} FSP left for obstacles and additional effects")
    decide(battle, {"do": "value", "fsp": 1})
    assert "Kobylicas for Banner u1, 6 elements: 2 FSP" in labels(battle)
    assert any(label.endswith("elements for 1 FSP") and "u2" in label for label in labels(battle))


@pytest.mark.rule("BFS-29.9.3", "BFS-29.9.4")
def test_kobylicas_are_as_many_as_bases_and_chevaux_de_frise_up_to_that():
    battle = decide(with_obstacles(), {"do": "value", "fsp": 1}, {"do": "kobylica", "unit": "a.u1"})
    with pytest.raises(Refusal):
        battle.choose({"do": "chevaux_de_frise", "unit": "a.u2", "elements": 7})
    decide(battle, {"do": "chevaux_de_frise", "unit": "a.u2", "elements": 4})
    decide(battle, {"do": "elements", "elements": 1})
    assert battle.pending is None  # 2 + 2 + 1 of 5 FSP: nothing more can be bought
    assert battle.state.fortifications == {
        "elements": 1, "obstacles": {"kobylica": 6, "chevaux_de_frise": 4},
        "carriers": {"kobylica": {"a.u1": 6}, "chevaux_de_frise": {"a.u2": 4}}, "fsp": 5,
    }  # fmt: skip


@pytest.mark.rule("BFS-29.10.4")
def test_the_force_commander_alone_counts_for_the_scenario_dice():
    more = (commander(cp=1), commander("k2", cp=5))
    battle = met(force(6, cp=1, commanders=more), force(9), compare, choose_scenario, dice=[1])
    assert battle.state.scenario.rolled == [1]


# -- superiority -----------------------------------------------------------------------------------


@pytest.mark.rule("BFS-30.6.1", "BFS-30.6.6")
@pytest.mark.example("BFS-X13")
def test_three_markers_for_seven_fsp_and_one_for_twice_the_force_value():
    given = example("BFS-X13", BFS)
    markers, uses = markers_for(given["given"]["fsp_difference"], 31, 15)
    assert markers == given["expect"]["markers"]
    assert list(uses) == given["expect"]["uses"]


@pytest.mark.rule("BFS-30.6.1", "BFS-30.6.2", "BFS-30.6.3", "BFS-30.6.4", "BFS-30.6.5", "BFS-30.6.6")
@pytest.mark.parametrize(("difference", "markers"), [*enumerate((0, 0, 0, 1, 1, 2, 2, 3, 3, 4)), (14, 4)])
def test_markers_and_their_uses_grow_with_the_difference(difference, markers):
    found, named = markers_for(difference, 10, 10)
    assert (found, len(named)) == (markers, markers)
    assert markers_for(difference, 20, 10) == (markers + 1 if difference >= 3 else markers, named)
    assert markers_for(difference, 19, 10) == (markers, named)


@pytest.mark.rule("BFS-30.6.1")
def test_markers_belong_to_the_stronger_side_if_players_use_them():
    state = met(force(12), force(6), compare, superiority, numerical_superiority=True).state
    assert state.superiority["markers"] == [2, 0]
    assert met(force(12), force(6), compare, superiority).state.superiority["markers"] == [0, 0]
