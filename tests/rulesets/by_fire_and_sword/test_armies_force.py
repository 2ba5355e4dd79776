"""What a force is worth: Force Value, thresholds, Reconnaissance Points line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.force import (
    ForceUnit,
    force,
    reconnaissance_lines,
    thresholds,
    unit_bonus,
)
from rulesets.engine.lists import ArmyList
from tests.kit.examples import example
from tests.kit.forces import army, book, card, legal_forces, slot, unit, unit_row

BFS = "by_fire_and_sword"


def troop(name: str, bases: int, kind: str = "cavalry", *special: str, additional: str = "") -> ForceUnit:
    return ForceUnit(
        id=name, name=name, type=kind, bases=bases, special=frozenset(special), weapons=(), skill=4, morale=5,
        additional=additional,
    )  # fmt: skip


def points(*units: ForceUnit) -> int:
    found = replace(force(army(), book()), units=units)
    return sum(line.points for line in reconnaissance_lines(found))


# ---------------------------------------------------------------------------- Force Value and thresholds


@pytest.mark.rule("BFS-34.1", "BFS-29.10.4", "BFS-2.4", "BFS-2.5")
def test_the_force_value_is_bases_and_the_points_of_the_one_commander() -> None:
    major = {"id": "major", "kind": "commander", "rank": "Major", "command_points": 3, "fsp": 1}
    found = force(army(unit("major")), book(card(additional=[major])))
    assert [(each.name, each.cp, each.chief) for each in found.commanders] == [
        ("Colonel", 2, True),
        ("Major", 3, False),
    ]
    assert (found.bases, found.cp, found.fv) == (6, 2, 8)


@pytest.mark.rule("BFS-34.2")
@given(st.integers(min_value=3, max_value=300))
def test_thresholds_leave_no_gap_and_never_overlap(fv: int) -> None:
    bands = thresholds(fv)
    assert [band.name for band in bands] == [
        "no_losses", "minor", "acceptable", "heavy", "very_heavy", "massacre"
    ]  # fmt: skip
    for losses in range(2 * fv):
        holds = [b for b in bands if b.low <= losses and (b.high is None or losses <= b.high)]
        assert len(holds) == 1, (fv, losses)
    assert (bands[0].low, bands[0].high, bands[-1].high) == (0, 0, None)
    for band, percent in zip(bands[1:-1], (10, 25, 50, 75), strict=True):
        assert band.high is not None
        assert (band.high - 1) * 100 < percent * fv <= band.high * 100


@pytest.mark.rule("BFS-34.2")
def test_a_band_of_a_very_small_force_may_be_empty() -> None:
    bands = {band.name: band for band in thresholds(4)}
    assert [name for name, band in bands.items() if band.empty] == ["acceptable"]
    assert not any(band.empty for band in thresholds(16))
    assert bands["very_heavy"].words == "very heavy"


# ---------------------------------------------------------------------------- reconnaissance


@pytest.mark.rule("BFS-33.1", "BFS-22.9.g", "BFS-22.13.d", "BFS-22.16.k", "BFS-22.28.a", "BFS-22.30.b")
@pytest.mark.rule("BFS-22.11.a", "BFS-33.14")
@pytest.mark.parametrize(("special", "bonus"), [
    ((), 0), (("Scouts",), 2), (("Light Cavalry",), 1), (("Skirmishers",), 1), (("Dragoons",), 1),
    (("Highlanders",), 1), (("Feigned Flight",), 1), (("Scouts", "Light Cavalry", "Skirmishers"), 2),
    (("Feigned Flight", "Light Cavalry"), 1), (("Marksmen",), 0),
])  # fmt: skip
def test_the_best_bonus_of_a_unit_counts_alone(special: tuple[str, ...], bonus: int) -> None:
    assert unit_bonus(frozenset(special))[0] == bonus


@pytest.mark.rule("BFS-22.6.b", "BFS-33.1")
def test_commanded_musketeers_give_nothing_though_they_skirmish() -> None:
    assert unit_bonus(frozenset(("Commanded Musketeers", "Skirmishers"))) == (0, "")


@pytest.mark.rule("BFS-33.1")
@pytest.mark.example("BFS-X17")
def test_bonuses_of_a_unit_do_not_add_up() -> None:
    case = example("BFS-X17", BFS)
    assert unit_bonus(frozenset(case["given"]["unit_rules"]))[0] == case["expect"]["unit_bonus"]


@pytest.mark.rule("BFS-33.1.1")
@pytest.mark.example("BFS-X18")
def test_every_kind_of_additional_unit_is_one_unit() -> None:
    case = example("BFS-X18", BFS)
    kinds = case["given"]["additional_units"]
    units = [
        troop(f"{kind} {number}", 2, "infantry", "Skirmishers", additional=kind)
        for kind in kinds
        for number in range(3)
    ]
    assert points(*units) == case["expect"]["counted_as_units"]
    plain = [replace(each, additional="") for each in units]
    assert points(*plain) == len(units)


@pytest.mark.rule("BFS-33.1", "BFS-33.1.1")
@pytest.mark.parametrize("order", [1, -1])
def test_additional_units_of_a_kind_have_the_best_bonus_of_them(order: int) -> None:
    light = troop("light", 2, "infantry", "Light Cavalry", additional="horde")
    scouts = troop("scouts", 2, "infantry", "Light Cavalry", "Scouts", additional="horde")
    plain = troop("plain", 2, "infantry", additional="horde")
    assert points(*(plain, light, scouts)[::order]) == 2


@pytest.mark.rule("BFS-33.1.1")
@pytest.mark.parametrize(("regiments", "sum_"), [(("a", "a"), 2), (("a", "b"), 4)])
def test_additional_units_of_two_regiments_are_two_units(regiments: tuple[str, str], sum_: int) -> None:
    scouts = troop("scouts", 2, "infantry", "Scouts", additional="horde")
    assert points(*(replace(scouts, regiment=regiment) for regiment in regiments)) == sum_


@pytest.mark.rule("BFS-33.1")
@pytest.mark.example("BFS-D16")
def test_bases_of_cavalry_and_bonuses_of_units_are_added() -> None:
    case = example("BFS-D16", BFS)
    horse, foot = case["given"]["units"]
    found = points(
        troop("horse", horse["cavalry_bases"], "cavalry", *horse["rules"]),
        troop("foot", foot["infantry_bases"], "infantry", *foot["rules"]),
    )
    assert found == case["expect"]["rp"]


@pytest.mark.rule("BFS-33.1", "BFS-22.9.g")
def test_dragoons_reconnoitre_by_base_and_by_unit() -> None:
    dragoons = unit_row("dragoons", "dragoons")
    cards = card(level=[{"fsp": 4, "pick": [{"id": "d", "slot": [slot("four-slot", "dragoons", 2)]}]}])
    found = force(army(unit("four-slot")), book(cards, units=(dragoons,)))
    assert [(line.label, line.points, line.rule) for line in reconnaissance_lines(found)] == [
        ("8 bases of cavalry and dragoons", 8, "BFS-33.1"),
        ("Dragoons, Dragoons", 1, "BFS-33.1"),
    ]
    assert found.rp == 9


@pytest.mark.rule("BFS-29.2.2")
def test_a_rule_of_the_force_may_give_points_and_none_can_be_dropped() -> None:
    rules = [{"name": "On their own land", "reconnaissance": 2}, {"name": "Swimming"}]
    found = force(
        army(), book(card(special_rules=["On their own land", "Swimming", "Unwritten"]), special_rule=rules)
    )
    assert found.special_rules == ("On their own land", "Swimming", "Unwritten")
    assert found.rp == 6 + 2
    assert force(army(), book()).rp == 6


@pytest.mark.rule("BFS-33.1")
@given(legal_forces())
def test_the_points_are_the_sum_of_their_lines(army: ArmyList) -> None:
    found = force(army)
    lines = reconnaissance_lines(found)
    assert found.rp == sum(line.points for line in lines)
    assert all(line.points > 0 and line.rule for line in lines)
    assert found.rp >= sum(each.bases for each in found.units if each.cavalry)


# ---------------------------------------------------------------------------- parts


def test_a_name_of_ones_own_stands_beside_what_the_unit_is() -> None:
    named = army(unit("four-slot").model_copy(update={"name": "Jaskulski"}))
    found = force(named, book()).units[-1]
    assert (found.name, found.label) == ("Jaskulski", "Riders")


@pytest.mark.rule("BFS-32.6")
def test_wagons_and_what_the_book_excepts_are_never_reserves() -> None:
    rabble = unit_row("rabble", "infantry", reserves=False)
    more = [
        {"id": "train", "kind": "unit", "unit": "wagons", "optional": 4, "fsp": 1},
        {"id": "horde", "kind": "unit", "unit": "rabble", "optional": 6, "fsp": 1},
    ]
    found = force(army(unit("train"), unit("horde")), book(card(additional=more), units=(rabble,)))
    assert [(each.name, each.reserves, each.wagon_train) for each in found.units[2:]] == [
        ("Wagons", False, True),
        ("Rabble", False, False),
    ]
    assert all(each.reserves for each in found.units[:2])


@pytest.mark.rule("BFS-29.2.8")
def test_equipment_counts_in_the_force() -> None:
    spears = {
        "id": "scouts", "name": "Scouts", "kind": "equipment", "fsp": 1, "applies_to": ["core"],
        "adds": {"special": ["Scouts"]},
    }  # fmt: skip
    found = force(
        army(unit("core", options=("scouts",), key="k1"), unit("core", key="k2")), book(card(note=[spears]))
    )
    assert found.rp == 6 + 2


def test_a_list_that_is_not_legal_has_its_figures_too() -> None:
    empty = ArmyList(system=BFS, book="cossack", points=0)
    found = force(empty)
    assert (found.kind, found.fsp, found.fv, found.rp, found.units, found.chief) == (
        "skirmish",
        0,
        0,
        0,
        (),
        None,
    )
