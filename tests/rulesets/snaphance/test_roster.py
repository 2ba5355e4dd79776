"""Rosters of Snaphance armies, and the tables cut down to one army."""

from __future__ import annotations

import pytest

from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.lists import ArmyList
from rulesets.engine.roster import RosterSheet
from rulesets.snaphance import reference
from rulesets.snaphance.armies import books, sample_lists, stand_profile
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.roster import ROSTER, SIGNS, loss_chart
from rulesets.snaphance.roster import sheet as made
from rulesets.snaphance.sheet import effective, load


@pytest.fixture
def army() -> ArmyList:
    return sample_lists()["french-catholic-army"]


@pytest.fixture
def sheet(army: ArmyList) -> RosterSheet:
    return made(army, check_list(army))


def card(entry: str):
    return ROSTER.card(books()["archetypes"], f"archetypes.{entry}", ())


@pytest.mark.rule("SN-1.1.a", "SN-1.2.a")
def test_a_sheet_holds_every_stand_in_its_group_and_every_point(army: ArmyList, sheet: RosterSheet):
    assert [[unit.id for unit in command.units] for command in sheet.commands] == [
        [unit.id for unit in command.units] for command in army.commands
    ]
    assert sum(unit.points for command in sheet.commands for unit in command.units) == sheet.total == 322
    assert sheet.total_marked, "no source gives points"


@pytest.mark.rule("SN-14.0.a", "SN-14.0.b", "SN-8.4.a")
def test_the_figures_of_the_army(sheet: RosterSheet):
    figures = {figure.label: figure.value for figure in sheet.figures}
    assert figures == {
        "Break points": "37", "Breaks at": "15", "Groups": "3", "Stands": "15", "Ranks": "18",
        "Training": "good",
    }  # fmt: skip
    bands = [(band.name, band.span, band.boxes) for band in sheet.losses.bands] if sheet.losses else []
    assert bands == [("Holds", "1–14", 14), ("Broken", "15 and more", 23)]
    assert sheet.losses is not None
    assert not sheet.losses.scored


@pytest.mark.rule("SN-15.0.a", "SN-10.3.g")
@pytest.mark.parametrize(
    ("entry", "figures"),
    [
        ("gendarmes", {"SP": "6", "MP": "3", "CB": "4/3", "O": "A", "BP": "3"}),
        ("swiss-pike", {"SP": "6×3", "MP": "2", "CB": "4/1", "O": "A", "BP": "3"}),
        ("sk-musket", {"SP": "2", "MP": "2", "CB": "0", "O": "B", "BP": "1"}),
        ("tercio-late", {"SP": "6×2", "MP": "1", "CB": "1", "O": "B", "BP": "2", "Pikes": "−2"}),
    ],
)
def test_a_card_shows_the_row_of_the_list(entry: str, figures: dict[str, str]):
    assert {figure.label: figure.value for figure in card(entry).figures} == figures


@pytest.mark.rule("SN-1.3.b", "SN-8.4.b")
def test_a_card_has_a_box_for_each_sp_of_each_rank():
    block, horse = card("swiss-pike"), card("horse")
    assert (block.boxes, block.box_rows) == (6, ("front", "2nd rank", "3rd rank"))
    assert (horse.boxes, horse.box_rows) == (5, ())


@pytest.mark.rule("SN-15.0.b")
@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("swiss-pike", ["3 ranks", "Cavalry pursuit", "May contact horse", "Pike-armed"]),
        ("fast-royalist", ["Compulsory pursuit", "Keeps its bonus"]),
        ("horse", ["Contact fire 2"]),
        ("dragoons", ["Moves freely"]),
    ],
)
def test_abilities_are_traits(entry: str, names: list[str]):
    assert [trait.name for trait in card(entry).traits] == names
    assert all(reference.ability(name).effect for name in names)


def test_what_no_source_gives_is_marked_and_explained():
    legion = card("french-legion")
    assert {figure.label for figure in legion.figures if figure.marked} == {"CB", "O", "BP", "Pikes"}
    assert legion.points_marked
    assert legion.sources[0].startswith("Ours, in no source: Charge Bonus, order rating, break points")
    assert "The text gives SP and MP" in legion.sources[-1]


def test_every_class_has_a_sign():
    assert set(SIGNS) == set(CLASSES)


@pytest.mark.rule("SN-1.4.b", "SN-3.0.a")
def test_a_general_has_a_grade_and_no_price(sheet: RosterSheet):
    leader = sheet.commands[0].leader
    assert leader is not None
    assert (leader.name, leader.level, leader.points, leader.chief) == ("Marshal", "Good", None, False)
    assert {figure.label: figure.value for figure in leader.figures} == {
        "Initiative": "+1", "Command range": "3H", "Move": "6H",
    }  # fmt: skip


def test_an_unknown_stand_stays_on_the_sheet():
    list_ = parse_list(
        {
            "format": "leaguer-list", "version": 1, "system": "snaphance", "book": "huguenot",
            "commands": [{"id": "c1", "units": [{"id": "u1", "entry": "huguenot.elephants"}]}],
        }
    )  # fmt: skip
    shown = made(list_, check_list(list_))
    assert (shown.commands[0].units[0].known, shown.losses) == (False, None)
    assert [finding.rule for finding in shown.findings]


# -- tables ---------------------------------------------------------------------------------------


def army_tables(*entries: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    stands = [stand_profile("archetypes", f"archetypes.{entry}") for entry in entries]
    return {table.title: table.rows for table in reference.army_tables(stands)}


@pytest.mark.rule("SN-4.5.a")
def test_order_tests_of_the_ratings_in_the_army():
    rows = army_tables("gendarmes", "croats")["Order Test"]
    assert rows[0] == ("Rating A", "3+", "4+", "5+", "6+")
    assert rows[1] == ("Rating C", "5+", "6+", "–", "–")


@pytest.mark.rule("SN-7.0.c")
def test_weapons_of_the_army_by_range():
    rows = army_tables("shot-musket", "reiters")["Fire †"]
    assert [row[0] for row in rows] == ["Pistol", "Musket"]
    assert rows[1][1:] == ("0", "0", "−1", "−2")
    assert "Fire †" not in army_tables("gendarmes")


@pytest.mark.rule("SN-13.0.b", "SN-13.0.c")
def test_pursuit_tables_of_the_army():
    assert army_tables("landsknecht-pike")["Pursuit"] == (("Infantry", "–", "–", "–", "1", "1", "1"),)
    assert army_tables("swiss-pike")["Pursuit"] == (("Cavalry", "–", "1", "1", "2", "2", "2"),)
    assert "Pursuit" not in army_tables("sk-musket")


def test_what_is_ours_in_a_table_is_marked_and_what_the_rules_give_is_not():
    names = [row[0] for row in army_tables("gendarmes")["Melee"]]
    assert "Disordered" in names
    assert "Higher on a slope than the enemy Battle Stand†" in names


def test_terrain_shows_the_classes_of_the_army():
    rows = {row[0]: row[1:] for row in army_tables("horse", "sk-musket")["Terrain †"]}
    assert rows["Woods, rough ground, linear obstacle"] == ("all, D", "1", "no")
    assert rows["Hillside, hilltop"] == ("1", "1", "")


def test_the_whole_sheet_says_where_each_row_comes_from():
    changed = effective({"fire": {"light_target": {"dice": -2}}, "numbers": {"rounds": 9}})
    tables = {table.title: table for table in reference.sheet_tables(changed)}
    fire = {row[0]: row[1:] for row in tables["Firing factors"].rows}
    assert fire[load().fire["light_target"].name] == ("−2", "of the scenario")
    assert fire["Firer disordered"] == ("−1", "ours")
    assert ("Rounds, 0 for no limit", "9", "of the scenario") in tables["Single figures"].rows
    melee = {row[0]: row[2] for row in tables["Combat factors"].rows}
    assert melee["Disordered"] == "in the rules"
    assert len(tables["Terrain: MP to enter"].rows) == len(load().terrain)
    woods = {row[0]: row[1:] for row in tables["Terrain: what it does"].rows}["Woods"]
    assert woods == ("no", "−1", "", "", "yes", "one hex deep", "ours")


@pytest.mark.rule("SN-14.0.b")
def test_a_tiny_army_breaks_at_once(army: ArmyList):
    small = army.model_copy(update={"commands": army.commands[:1], "extras": {"break_percent": 1}})
    chart = loss_chart(check_list(small))
    assert [band.name for band in chart.bands] == ["Broken"]
