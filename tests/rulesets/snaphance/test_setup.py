"""From setup to deployment and reinforcements (SN-1.1.a, SN-1.2, SN-14.0.b, SN-C-setup)."""

from dataclasses import fields

import pytest

from rulesets.contract.documents import read_setup
from rulesets.engine.dice import ScriptedDice
from rulesets.engine.document import SetupError
from rulesets.snaphance import hexes, scenarios, setup
from rulesets.snaphance.activation import chains
from rulesets.snaphance.armies import LISTS as LISTS_RULES
from rulesets.snaphance.armies import derived, sample_lists
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.events.setup import FirstToDeploy, GeneralPlaced, LeftOut
from rulesets.snaphance.setup import reinforcements
from rulesets.snaphance.setup.deployment import placings as placings_of
from rulesets.snaphance.state import Plan
from tests.kit.hexfield import HexField, stand

LISTS = ("french-catholic-army", "huguenot-army")


def document(**changes) -> dict:
    """A setup of the two armies of the Wars of Religion."""
    lists = [sample_lists()[name].to_json() for name in changes.pop("lists", LISTS)]
    base = {"system": "snaphance", "lists": lists, "sides": ["Alice", "Bob"], "terrain": "open"}
    return read_setup({**base, **changes})


def scenario_setup(scenario: dict, **changes) -> dict:
    lists = [dict(side["list"]) for side in scenario["sides"]]
    base = {"system": "snaphance", "lists": lists, "sides": ["Alice", "Bob"], **changes}
    return read_setup({**base, "options": {"scenario": scenario}})


def drawn_up(*dice: int, doc: dict | None = None) -> HexField:
    """The field after a deployment in which everybody draws up in line, asked as few questions as may be."""
    field = HexField()
    field.setup, field.state = doc or document(), setup.begin(doc or document())
    field.dice = field.scripted = ScriptedDice(*dice)
    steps = setup.prepare(field)
    try:
        decision = next(steps)
        while True:
            field.asked.append(decision)
            decision = steps.send(decision.read(dict(decision.options[0].key)))
    except StopIteration:
        field.scripted.finish()
    return field


# -- the beginning --------------------------------------------------------------------------------


@pytest.mark.rule("SN-1.1.a", "SN-1.3.a", "SN-14.0.b")
def test_an_army_takes_the_field_as_its_list_has_it():
    state = setup.begin(document())
    army = sample_lists()[LISTS[0]]
    assert [group.name for group in state.groups.values()][:3] == [each.name for each in army.commands]
    figures = derived(army, LISTS_RULES.book_of(army))
    assert state.sides[0].break_points == figures["break_points"]
    assert state.sides[0].break_at == figures["break_at"]
    assert state.sides[0].training == army.extras["training"]
    swiss = next(one for one in state.stands.values() if one.profile.ranks == 3)
    assert swiss.ranks == [swiss.profile.sp] * 3
    assert all(state.generals[group.leader].group == group.id for group in state.groups.values())


@pytest.mark.rule("SN-C-setup")
def test_the_map_is_18_by_12_with_zones_of_three_rows():
    state = setup.begin(document())
    assert (state.map.columns, state.map.rows) == (18, 12)
    rows = [{hexes.column_row(place)[1] for place in zone} for zone in state.plan.zones]
    assert rows == [{9, 10, 11}, {0, 1, 2}]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"options": {"weather": "rain"}}, "options.weather"),
        ({"options": {"scenario": 3}}, "options.scenario"),
        ({"options": {"scenario": {"format": "x"}}}, "options.scenario.format"),
        ({"terrain": [{"kind": "woods"}]}, "terrain"),
        ({"table": {"width": 18.5, "depth": 12}}, "table.width"),
        ({"table": {"width": 6, "depth": 6}}, "table"),
    ],
)
def test_what_no_battle_begins_from_is_named_with_its_path(changes, path):
    with pytest.raises(SetupError) as raised:
        setup.check_setup(document(**changes))
    assert raised.value.path == path


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda army: army["commands"][0].update(leader=None), "lists[1].commands[0].leader"),
        (
            lambda army: army["commands"][0]["units"][0].update(entry="x"),
            "lists[1].commands[0].units[0].entry",
        ),
        (lambda army: army.update(commands=[]), "lists[1].commands"),
        (lambda army: army.update(system="baroque", book="x"), "lists[1]"),
    ],
)
def test_armies_that_cannot_fight_are_refused(change, path):
    doc = document()
    change(doc["lists"][1])
    with pytest.raises(SetupError) as raised:
        setup.check_setup(doc)
    assert raised.value.path.startswith(path)


@pytest.mark.rule("SN-1.0.b")
def test_charge_factor_bonus_and_impetus_are_one_figure_of_a_stand():
    names = {each.name for each in fields(StandProfile)}
    assert {name for name in names if "charge" in name} == {"charge_bonus", "charge_bonus_after_loss"}
    assert not {name for name in names if "impetus" in name or "factor" in name}


# -- deployment -----------------------------------------------------------------------------------


@pytest.mark.rule("SN-C-setup", "SN-1.2.a")
def test_groups_deploy_alternately_in_their_zones_one_stand_in_a_hex():
    field = drawn_up()
    state = field.state
    assert all(one.on_field and one.place in state.plan.zones[one.side] for one in state.stands.values())
    assert all(len(ids) == 1 for ids in state.occupied.values())
    assert not any(one.opportunity or one.disordered for one in state.stands.values())
    sides = [decision.side for decision in field.asked if decision.kind == "deploy leader"]
    assert sides == [0, 1, 0, 1, 0, 1]


@pytest.mark.rule("SN-C-setup")
def test_the_lower_sum_of_modifiers_deploys_first_dice_break_ties():
    field = drawn_up()
    assert field.events(FirstToDeploy)[0].side == 0
    field = drawn_up(4, 4, 5, 2, doc=document(lists=(LISTS[0], LISTS[0])))
    assert field.events(FirstToDeploy)[0].side == 1


@pytest.mark.rule("SN-C-setup")
def test_every_general_begins_in_the_hex_of_one_of_his_stands():
    state = drawn_up().state
    for group in state.groups.values():
        places = {state.stands[id_].place for id_ in group.stands}
        assert state.generals[group.leader].hex in places


@pytest.mark.rule("SN-C-setup", "SN-4.0.a")
def test_by_hand_any_free_hex_of_the_zone_and_any_facing():
    field = HexField(stand("a.c1u1", None, "Hs"), stand("a.c1u2", "0212"), terrain={"0112": "town"})
    zone = frozenset(hexes.named(label) for label in ("0112", "0212", "0312"))
    field.state.plan = Plan((zone, frozenset()))
    placings = [dict(option.key) for option in placings_of(field.state, field.stand("a.c1u1"))]
    assert {each["hex"] for each in placings} == {"0312"}
    assert [each["facing"] for each in placings] == [1, 2, 3, 4, 5, 0]


def test_who_finds_no_room_stays_out():
    field = HexField(stand("a.c1u1", None, "Hs"), stand("b.c1u1", None))
    state = field.state
    state.plan = Plan((frozenset(), frozenset({hexes.named("0101")})))
    for group in state.groups.values():
        group.deployed = False
    field.scripted.values = (1, 2)
    field.run(setup.deploy(field), {"do": "line-up", "command": "b.c1"})
    assert [event.unit for event in field.events(LeftOut)] == ["a.c1u1"]
    assert field.stand("b.c1u1").on_field


# -- scenarios ------------------------------------------------------------------------------------


@pytest.mark.rule("SN-C-setup", "SN-1.0.a")
def test_a_scenario_brings_map_places_and_rounds():
    scenario = scenarios.documents()["training_clash"]
    doc = scenario_setup(scenario)
    setup.check_setup(doc)
    read = scenarios.read(scenario)
    state = setup.begin(doc)
    assert state.map == read.map()
    assert state.most_rounds == read.rounds
    assert state.sheet == read.summary_sheet
    for index, side in enumerate(read.sides):
        for key, placed in side.placements.items():
            assert state.plan.placements[f"{'ab'[index]}.{key}"] == (placed.place, placed.facing)


def test_a_scenario_is_fought_with_its_own_lists():
    scenario = scenarios.documents()["training_clash"]
    doc = scenario_setup(scenario)
    doc["lists"].reverse()
    with pytest.raises(SetupError, match="not the list of the scenario"):
        setup.check_setup(doc)


# -- reinforcements -------------------------------------------------------------------------------


def late() -> HexField:
    field = HexField(
        stand("a.c1u1", "0508"), stand("a.c1u2", None, "Hs", arrives=3), stand("b.c1u1", "0111", facing=5)
    )
    field.state.plan = Plan(entries={"a.c1u2": tuple(map(hexes.named, ("0112", "0212", "0508", "0912")))})
    return field


def entries(field: HexField) -> list[dict]:
    return [dict(o.key) for o in reinforcements.options(field.state, field.state.groups["a.c1"])]


@pytest.mark.rule("SN-C-setup")
def test_reinforcements_enter_from_their_round_on_by_their_hexes():
    field = late()
    field.state.turn = 2
    assert entries(field) == []
    field.state.turn = 3
    assert {each["hex"] for each in entries(field)} == {"0212", "0912"}
    reinforcements.enter(field, {"unit": "a.c1u2", "hex": "0912", "facing": 2})
    arrived = field.stand("a.c1u2")
    assert (arrived.on_field, arrived.facing, arrived.moved) == (True, 2, True)
    assert field.events(GeneralPlaced) == []


@pytest.mark.rule("SN-C-setup", "SN-3.1.d")
def test_a_general_comes_with_the_first_of_his_stands_which_drives_off_an_enemy_general():
    field = late()
    field.state.turn = 3
    own, other = (field.state.generals[f"{side}.c1.leader"] for side in "ab")
    own.hex, other.hex = None, hexes.named("0912")
    reinforcements.enter(field, {"unit": "a.c1u2", "hex": "0912", "facing": 1})
    assert (own.hex, other.hex) == (hexes.named("0912"), field.stand("b.c1u1").hex)


# -- chains ---------------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.9.a")
def test_a_long_line_does_not_offer_too_much():
    stands = [stand(f"a.c1u{n}", f"{n:02d}{row}") for row in ("06", "07") for n in range(1, 12)]
    for number, one in enumerate(stands):
        one.id = f"a.c1u{number}"
    found = list(chains(stands, lambda one: one.facing))
    assert len(found) == 256
    assert len(found[0]) == len(stands)
