"""Rosters of Baroque armies, and the tables cut down to one army."""

import pytest

from rulesets.baroque import reference
from rulesets.baroque.armies import books, sample_lists, unit_profile
from rulesets.baroque.roster import ROSTER
from rulesets.contract.documents import roster
from rulesets.engine.lists import ArmyList
from rulesets.engine.roster import RosterSheet


@pytest.fixture
def army() -> ArmyList:
    return sample_lists()["polish-crown-army"]


@pytest.fixture
def sheet(army: ArmyList) -> RosterSheet:
    return roster(army)


def test_a_sheet_holds_every_unit_in_its_command_and_every_point(army: ArmyList, sheet: RosterSheet) -> None:
    assert [[card.id for card in command.units] for command in sheet.commands] == [
        [unit.id for unit in command.units] for command in army.commands
    ]
    units = sum(card.points for command in sheet.commands for card in command.units)
    leaders = sum(command.leader.points for command in sheet.commands if command.leader)
    assert units + leaders + sum(each.points for each in sheet.purchases) == sheet.total


@pytest.mark.rule("BQ-2.3.a")
def test_a_card_shows_the_characteristics_after_the_options() -> None:
    card = ROSTER.card(books()["polish"], "polish.hussars", ["polish.option.discipline-a"])
    figures = {figure.label: figure.value for figure in card.figures}
    assert figures == {"M": "2", "VBU": "6", "I": "4", "D": "A", "VD": "3"}
    assert (card.points, card.options, card.other_options) == (60, ("Discipline A",), ("Discipline A",))


def test_an_option_that_is_a_characteristic_is_shown_once() -> None:
    card = ROSTER.card(books()["polish"], "polish.hussars", ["polish.option.feared"])
    assert [trait.name for trait in card.traits] == ["Feared Unit"]
    assert card.other_options == ()


def test_reconstructed_values_are_marked_and_explained() -> None:
    card = ROSTER.card(books()["polish"], "polish.pacerni-5", ())
    assert {figure.label for figure in card.figures if figure.marked} == {"I"}
    assert card.sources[0] == "Reconstructed: I, maximum."


def test_what_an_option_sets_is_not_marked_any_more() -> None:
    plain = ROSTER.card(books()["polish"], "polish.reiters", ())
    assert {figure.label for figure in plain.figures if figure.marked} == {"I"}
    gun = ROSTER.card(books()["polish"], "polish.art-b", ["polish.option.art-a"])
    assert {figure.label for figure in gun.figures if figure.marked} == set()


@pytest.mark.rule("BQ-2.5.1.a")
@pytest.mark.parametrize(("vbu", "loss"), [(8, 5), (7, 4), (6, 4), (5, 3), (4, 3), (3, 2), (2, 0), (1, 0)])
def test_the_box_that_exhausts_is_the_one_that_leaves_less_than_half(vbu: int, loss: int) -> None:
    assert reference.exhausted_by(vbu) == loss
    if loss:
        assert 2 * (vbu - loss) < vbu <= 2 * (vbu - loss + 1)


def test_each_finding_stands_at_its_part_and_names_it(army: ArmyList) -> None:
    first, second, third = army.commands
    odd = first.units[0].model_copy(update={"name": "Wings", "options": ("polish.option.massed-light",)})
    changed = first.model_copy(update={"units": (odd, *first.units[1:])})
    broken = army.model_copy(
        update={"commands": (changed, second.model_copy(update={"leader": None}), third), "points": 500}
    )
    sheet = roster(broken)
    places = {(finding.rule, finding.where, finding.part) for finding in sheet.findings}
    assert ("BQ-A.4", f"{first.name}: Wings", odd.id) in places
    assert ("BQ-2.1.a", second.name, second.id) in places
    assert ("BQ-A.6", "The army", "") in places
    assert [finding.rule for finding in sheet.commands[0].units[0].findings] == ["BQ-A.4"]
    assert [finding.rule for finding in sheet.commands[1].findings] == ["BQ-2.1.a"]
    assert not sheet.legal


def test_an_unknown_entry_has_a_card_without_characteristics(army: ArmyList) -> None:
    first = army.commands[0]
    odd = first.units[0].model_copy(update={"entry": "polish.elephants"})
    sheet = roster(army.model_copy(update={"commands": (first.model_copy(update={"units": (odd,)}),)}))
    card = sheet.commands[0].units[0]
    assert (card.known, card.label, card.figures, card.boxes) == (False, "polish.elephants", (), 0)


def test_the_tables_are_those_of_the_army_alone() -> None:
    horse = [unit_profile("polish", "polish.hussars")]
    tables = {table.title: table for table in reference.army_tables(horse, ["expert"])}
    assert "Shooting" not in tables
    assert "Firing dice" not in tables
    assert [row[0] for row in tables["Charge bonus and pursuit"].rows] == ["Fast mounted, Gallopers"]
    assert [row[0] for row in tables["Discipline test"].rows if row[0].startswith("Class")] == [
        "Class B passes on"
    ]
    guns = [unit_profile("polish", "polish.art-b")]
    tables = {table.title: table for table in reference.army_tables(guns, [])}
    assert "Charge bonus and pursuit" not in tables
    assert tables["Shooting"].rows[0] == ("Art B, medium cannon", "+3", "+2", "+1", "–")
    assert "Leaders" not in tables


@pytest.mark.rule("BQ-5.4.1.b", "BQ-7.5.2.i")
def test_the_distances_are_printed_as_the_rules_give_them() -> None:
    horse = [unit_profile("polish", "polish.hussars")]
    tables = {table.title: table for table in reference.army_tables(horse, [])}
    assert tables["Charge bonus and pursuit"].rows[0][1:] == ("1", "1", "1", "2", "2", "2")
    assert tables["Retreat"].rows[0][1:] == ("2", "2", "2", "3", "3", "3")


def test_an_army_without_units_has_no_tables() -> None:
    assert list(reference.army_tables([], ["expert"])) == []


def test_special_rules_are_listed_once() -> None:
    pair = [unit_profile("polish", "polish.hussars", ["polish.option.feared"])] * 2
    assert [trait.name for trait in reference.army_traits(pair)] == ["Lance", "Feared Unit"] or [
        trait.name for trait in reference.army_traits(pair)
    ] == ["Feared Unit"]
