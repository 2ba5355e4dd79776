"""Rosters of Mail, Pike & Powder, and the tables cut down to one army."""

from __future__ import annotations

import pytest

from rulesets.engine.lists import ArmyList, ListCommand, ListUnit
from rulesets.engine.roster import RosterSheet
from rulesets.mail_pike_powder import library, reference, tables
from rulesets.mail_pike_powder.armies import books, check, sample_lists, unit_profile
from rulesets.mail_pike_powder.roster import ROSTER, sheet
from rulesets.mail_pike_powder.wording import armies
from tests.rulesets.mail_pike_powder.lists import legal, read, unit


@pytest.fixture(scope="module")
def roster() -> RosterSheet:
    army = sample_lists()["swedish-brigades-500"]
    return sheet(army, check(army))


def card(entry: str, *options: str):
    book = books()[entry.partition(".")[0]]
    return ROSTER.card(book, entry, [f"{book.key}.option.{each}" for each in options])


def test_a_sheet_holds_every_unit_in_its_battalia_and_every_point(roster: RosterSheet):
    assert [len(command.units) for command in roster.commands] == [9, 4]
    assert (
        sum(each.points for command in roster.commands for each in command.units) + 60 == roster.total == 486
    )
    assert roster.total_marked
    assert {each.label: each.value for each in roster.figures} == {
        "Units": "13", "Battalias": "2", "Stamina": "38", "Beaten by": "1"
    }  # fmt: skip
    assert {each.label: each.value for each in roster.commands[0].figures} == {
        "Broken by": "4",
        "Points": "319",
    }


@pytest.mark.rule("MPP-C-01", "MPP-3.1", "MPP-3.2", "MPP-3.3", "MPP-3.4", "MPP-3.5", "MPP-9.1")
@pytest.mark.parametrize(("entry", "line"), [
    ("royalist.musketeers", "2 2 3 3 5+ 3 6 18"),
    ("royalist.pikes", "6 6 2 – 4+ 4 6 –"),
    ("royalist.cavaliers", "8 8 1 1 4+ 3 9 6"),
    ("imperialist.croats", "4 4 1 1 5+ 2 12 12"),
    ("royalist.dragoons", "2 2 1 1 5+ 3 9 12"),
    ("royalist.light-gun", "1 1 1 1 5+ 1 3 24"),
    ("royalist.heavy-gun", "1 1 1 1 5+ 2 – 48"),
    ("imperialist.tercio", "7 7 3 2 4+ 5 6 18"),
])  # fmt: skip
def test_the_stat_line_of_a_unit(entry: str, line: str):
    figures = card(entry).figures
    assert tuple(each.label for each in figures) == library.LIBRARY.columns
    assert " ".join(each.value for each in figures) == line
    assert all(each.marked for each in figures[:6])


@pytest.mark.rule("MPP-C-18", "MPP-C-35", "MPP-C-31", "MPP-C-14")
def test_a_card_has_stamina_boxes_weapons_formations_and_special_rules_in_words():
    horse = card("royalist.cavaliers", "elite")
    assert (horse.boxes, horse.points, horse.kind, horse.sign) == (3, 48, "Cavalry", "GA")
    assert [each.name for each in horse.weapons] == ["Pistols"]
    assert [each.name for each in horse.traits] == ["Elite 4+", "Ferocious Charge", "Galloper"]
    assert all(each.effect.endswith(".") and each.rule.startswith("MPP-C-3") for each in horse.traits)
    assert horse.other_options == ()
    assert horse.bearing == "line, column"
    assert [each.name for each in card("royalist.medium-gun").weapons] == ["Medium gun 3/2/1"]
    assert card("royalist.pikes", "large-1").boxes == 5
    assert "Completions, not on the sheet" in horse.sources[0]


@pytest.mark.parametrize(("entry", "sign"), [
    ("royalist.pikes", "PK"), ("royalist.regiment", "PM"), ("royalist.musketeers", "T"),
    ("royalist.commanded", "S"),
    ("royalist.dragoons", "DR"), ("royalist.northern-horse", "TR"), ("parliament.horse", "RE"),
    ("polish-lithuanian.hussars", "LN"), ("imperialist.croats", "CL"), ("montrose.clans", "WB"),
    ("royalist.heavy-gun", "ART"), ("royalist.baggage", "baggage"),
])  # fmt: skip
def test_each_kind_of_troops_has_its_sign(entry: str, sign: str):
    assert card(entry).sign == sign


@pytest.mark.rule("MPP-3.6", "MPP-3.7", "MPP-C-05")
def test_commanders_ride_or_walk():
    riding = ROSTER.leader("9")
    assert (riding.level, riding.points) == ("Rating 9", 60)
    assert [each.value for each in riding.figures] == ["9−", "24 in"]
    army = read(legal() | {"extras": {"commanders_on_foot": True}})
    shown = sheet(army, check(army))
    assert {command.leader.figures[1].value for command in shown.commands if command.leader} == {"18 in"}
    assert [each.name for each in shown.purchases] == ["Commanders on foot"]
    assert not sheet(read(legal()), check(read(legal()))).purchases


def test_findings_stand_with_the_part_they_are_about():
    doc = legal()
    doc["commands"][1]["leader"] = {"level": "6"}
    doc["commands"][0]["units"].append(unit("x", "nobody"))
    shown = sheet(read(doc), check(read(doc)))
    assert [each.code for each in shown.commands[1].findings] == ["rating"]
    assert [each.code for each in shown.commands[0].units[-1].findings] == ["unknown-entry"]
    assert not shown.commands[0].units[-1].known


# -- tables ---------------------------------------------------------------------------------------


def titles(*entries: str) -> list[str]:
    army = [unit_profile(entry.partition(".")[0], entry) for entry in entries]
    return [each.title for each in reference.army_tables(army)]


def test_only_the_tables_that_the_army_uses_are_shown():
    assert list(reference.army_tables([])) == []
    pikes = titles("royalist.pikes")
    assert "To hit when shooting, 4+" not in pikes
    assert [each for each in pikes if each.startswith("Break test: ")] == ["Break test: infantry"]
    mixed = titles("royalist.pikes", "royalist.cavaliers", "royalist.light-gun", "royalist.commanded")
    assert "To hit when shooting, 4+" in mixed
    assert sum(each.startswith("Break test: ") for each in mixed) == 4
    assert not [each for each in titles("royalist.baggage") if each.startswith("Break test: ")]


@pytest.mark.rule("MPP-5.2", "MPP-6.1.c", "MPP-6.1.b", "MPP-8.1.d")
def test_modifiers_of_other_arms_are_left_out():
    def rows(title: str, entry: str) -> set[str]:
        made = reference.army_tables([unit_profile("royalist", f"royalist.{entry}")])
        return {row[0] for table in made if table.title.startswith(title) for row in table.rows}

    assert "Pikes against cavalry" in rows("Combat result", "pikes")
    assert "Pikes against cavalry" not in rows("Combat result", "musketeers")
    assert "Cavalry against foot without pikes" in rows("Combat result", "cavaliers")
    assert "Cavalry against foot without pikes" not in rows("Combat result", "pikes")
    assert "Skirmish formation" in rows("To hit in hand", "commanded")
    assert "Skirmish formation" not in rows("To hit in hand", "pikes")
    assert "Square or hedgehog against cavalry" in rows("Combat result", "pikes")
    assert "Square or hedgehog against cavalry" not in rows("Combat result", "commanded")


@pytest.mark.rule("MPP-1.3.1.a", "MPP-1.3.1.b", "MPP-1.3.4.b", "MPP-1.3.5")
def test_results_of_break_tests_are_said_with_their_scores():
    made = list(reference.army_tables([unit_profile("royalist", "royalist.pikes"),
                                       unit_profile("royalist", "royalist.light-gun")]))  # fmt: skip
    results = {table.title: dict(table.rows) for table in made if table.title.startswith("Break test: ")}
    assert results["Break test: infantry"] == {
        "Shot at: hold": "up to 7",
        "Shot at: hold disordered or retreat": "8–9",
        "Shot at: retreat disordered": "10",
        "Shot at: break if shaken, else retreat disordered": "11",
        "Shot at: break with casualties, else retreat disordered": "12 and more",
        "Hand-to-hand: hold": "up to 6",
        "Hand-to-hand: give ground with supports": "7–8",
        "Hand-to-hand: give ground disordered with supports": "9",
        "Hand-to-hand: break if shaken, else give ground with supports, all disordered": "10–11",
        "Hand-to-hand: break": "12 and more",
    }
    assert results["Break test: artillery"]["Hand-to-hand: destroyed"] == "any"


@pytest.mark.rule("MPP-C-06", "MPP-C-08", "MPP-2.1")
def test_orders_and_blunders_stand_in_one_table():
    (orders, *_) = reference.army_tables([unit_profile("royalist", "royalist.pikes")])
    assert dict(orders.rows) == {
        "Above the rating": "no move", "The rating, or 1 less": "1 move", "2 less": "2 moves",
        "3 or more less": "3 moves",
        "Rating: for every full 12 inches to its commander": "−1", "Rating: an enemy within 6 inches": "−1",
        "Rating: in column, or limbered": "+1", "Rating: in march column or limbered, on a road": "+2",
        "Blunder (double 6)": "roll a die",
        "Blunder: 2 moves to the rear": "on 1", "Blunder: 1 move to the rear": "on 2",
        "Blunder: charge or 1 move left, right or ahead": "on 3, 4, 5",
        "Blunder: charge or 1 to 3 moves, at the nearest enemy": "on 6",
    }  # fmt: skip


# -- the play sheet --------------------------------------------------------------------------------


def army_of(book: str, *entries: str) -> ArmyList:
    """An army of these units of a book."""
    units = tuple(ListUnit(id=f"u{number}", entry=each) for number, each in enumerate(entries))
    return ArmyList(system="mail_pike_powder", book=book, commands=(ListCommand(id="k1", units=units),))


@pytest.mark.rule("MPP-3.1", "MPP-3.2", "MPP-3.6", "MPP-3.7", "MPP-4.2", "MPP-4.3", "MPP-9.1")
def test_a_play_sheet_has_what_either_army_needs_and_nothing_else():
    foot, horse = army_of("swedish", "swedish.pikes"), army_of("royalist", "royalist.cavaliers")
    front, back = ROSTER.play_sheet((foot, horse))
    assert [each.title for each in front.tables] == [
        "Orders, two dice", "One move", "Ground and moves", "Ranges", "To hit when shooting, 4+", "Saves"
    ]  # fmt: skip
    shown = {each.title: dict(each.rows) for page in (front, back) for each in page.tables}
    assert shown["One move"] == {
        "Hedgehog": "–", "Formed cavalry": "9 in", "All others": "6 in",
        "Commanders on foot": "18 in", "Commanders on horseback": "24 in",
    }  # fmt: skip
    assert shown["Ranges"] == {"Pistols": "6 in"}
    assert {title for title in shown if title.startswith("Break test: ")} == {
        "Break test: infantry", "Break test: cavalry"
    }  # fmt: skip
    assert {"Pikes against cavalry", "Cavalry against foot without pikes"} <= set(shown["Combat result"])
    _, alone = ROSTER.play_sheet((foot, foot))
    assert "Cavalry against foot without pikes" not in {row[0] for each in alone.tables for row in each.rows}


def test_every_kind_of_move_has_a_name_on_the_play_sheet():
    assert set(armies.MOVES) == {row.troop for row in tables.tables().move}


# -- the library ----------------------------------------------------------------------------------


def test_the_library_knows_books_units_traits_and_all_tables():
    book = books()["royalist"]
    assert [each.value for each in library.LIBRARY.facts(book)] == [
        "up to 1/2", "up to 1/4", "one for 3 others", "rating 7 or more"
    ]  # fmt: skip
    assert library.LIBRARY.unit_tables(book, "royalist.pikes", ())
    for trait in ("Stubborn", "Elite 4+", "Large unit", "Pike-armed"):
        assert library.LIBRARY.trait(trait).effect
    assert library.LIBRARY.trait("Light gun 3/2/1").rule == "MPP-9.1"
    said, rule = library.LIBRARY.losses(card("royalist.pikes"))
    assert said.endswith("it is shaken; 8 casualties in one combat shatter it.")
    assert rule == "MPP-1.1.a"
    groups = library.LIBRARY.tables()
    shown = {table.title: table for group in groups for table in group.tables}
    assert len(shown["Moves in inches"].rows) == len(tables.tables().move)
    assert len(shown["What they do"].rows) == 38
    assert set(library.CHAPTERS) == {f"MPP-{number}" for number in range(1, 10)}
