"""Legality and derived figures of armies of Mail, Pike & Powder."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rulesets.engine.lists import ListError, dump_list, read_posted, read_text, write_text
from rulesets.mail_pike_powder.armies import LISTS, SIZES, books, check, sample_lists
from rulesets.mail_pike_powder.armies.check import broken_by, scaled_range
from rulesets.mail_pike_powder.armies.profiles import Limits, Share
from rulesets.mail_pike_powder.armies.tables import army_size, commanders
from tests.rulesets.mail_pike_powder.lists import found, judged, legal, only, read, unit, units


@pytest.mark.rule("MPP-C-27")
def test_a_plain_army_is_legal_and_costs_what_its_parts_cost():
    report = judged(legal())
    assert report.legal
    assert (report.total, report.limit, report.unit) == (324, 500, "points")
    assert report.total == 40 + 3 * 44 + 27 + 20 + 34 + 2 * 28 + 15
    assert sum(line.points for line in report.lines) == report.total
    assert all(line.marked for line in report.lines)
    assert not report.remarks


@pytest.mark.rule("MPP-C-27", "MPP-C-05")
@pytest.mark.parametrize(("level", "points"), [("6", 10), ("7", 20), ("8", 40), ("9", 60), ("10", 80)])
def test_a_commander_costs_what_the_rating_says(level: str, points: int):
    doc = legal()
    doc["commands"][0]["leader"]["level"] = level
    assert judged(doc).total == judged(legal()).total - 40 + points
    assert commanders()[level].rating == int(level)


def changed(command: int, **changes: Any) -> dict[str, Any]:
    doc = legal()
    doc["commands"][command] |= changes
    return doc


@pytest.mark.rule("MPP-C-28", "MPP-C-04", "MPP-C-27")
@pytest.mark.parametrize(("doc", "fault"), [
    (legal() | {"points": 323}, ("MPP-C-27", "over-budget", "points")),
    (changed(1, leader=None), ("MPP-C-04", "no-leader", "commands[1].leader")),
    (changed(0, leader={"level": "8"}), ("MPP-C-04", "no-commander", "commands")),
    (changed(1, leader={"level": "8", "commander_in_chief": True}),
     ("MPP-C-04", "two-commanders", "commands[1].leader.commander_in_chief")),
    (changed(1, leader={"level": "6"}), ("MPP-C-28", "rating", "commands[1].leader.level")),
    (changed(0, units=[*units("h", "cavaliers", 2), *units("n", "dragoons", 3)]),
     ("MPP-C-28", "too-many", "commands[0].units[4]")),
    (changed(0, units=[*units("h", "cavaliers", 5)]), ("MPP-C-28", "share", "commands[0].units[4]")),
    (changed(0, units=[*units("h", "cavaliers", 3), *units("k", "medium-gun", 2)]),
     ("MPP-C-28", "share", "commands[1].units[3]")),
    (changed(0, units=[unit("h1", "cavaliers", "elite"), unit("h2", "cavaliers", "elite"),
                       unit("h3", "cavaliers", "elite"), unit("d", "dragoons")]),
     ("MPP-C-28", "share", "commands[0].units[2]")),
    (changed(0, units=[*units("h", "cavaliers", 2), unit("x", "elephants")]),
     ("MPP-C-28", "unknown-entry", "commands[0].units[2].entry")),
    (changed(0, units=[*units("h", "cavaliers", 2), unit("d", "dragoons", "elite")]),
     ("MPP-C-35", "option-not-for-unit", "commands[0].units[2].options[0]")),
    (changed(0, units=[*units("h", "cavaliers", 2), unit("h3", "cavaliers", "small-1", "small-1")]),
     ("MPP-C-35", "option-twice", "commands[0].units[2].options[1]")),
    (changed(1, units=[unit("p1", "pikes", "large-1", "small-2"), *units("m", "musketeers", 2)]),
     ("MPP-C-35", "options-exclude", "commands[1].units[0]")),
])  # fmt: skip
def test_a_fault_is_named_with_its_rule_and_place(doc: dict[str, Any], fault: tuple[str, str, str]):
    assert found(only(doc)) == fault
    assert only(doc).cure.endswith(".")


@pytest.mark.rule("MPP-C-28")
def test_the_sentences_of_limits_say_what_may_be():
    doc = changed(0, units=[*units("h", "cavaliers", 5)])
    assert only(doc).message == "Cavalry: the army has 5 units, but may have 4 at most, 1/2 of its 9 units."
    doc = changed(0, units=[*units("h", "cavaliers", 3), *units("k", "medium-gun", 2)])
    assert only(doc).message == (
        "Artillery: the army has 3 units, but may have 2 at most, one for every 3 of its 6 other units."
    )
    doc = changed(1, leader={"level": "6"})
    assert only(doc).message == ("The commander of a battalia has a rating of 7 or more, and this one has 6.")


@pytest.mark.rule("MPP-C-28")
def test_limits_are_those_of_the_book_and_baggage_counts_for_none():
    army = read(changed(0, units=[*units("h", "cavaliers", 5)]))
    book = books()["royalist"]
    half = Share(part=1, whole=2)
    free = replace(
        book, limits=Limits(cavalry=Share(part=3, whole=4), elite=half, units_per_gun=1, least_rating=6)
    )
    assert check(army, free).legal
    assert book.limits.cavalry == half
    assert books()["polish-lithuanian"].limits.cavalry == Share(part=3, whole=4)
    with_wagons = changed(0, units=[*units("h", "cavaliers", 5), unit("b", "baggage")])
    assert [found(each) for each in judged(with_wagons).violations] == [
        ("MPP-C-28", "share", "commands[0].units[4]")
    ]
    assert judged(with_wagons).total == judged(changed(0, units=units("h", "cavaliers", 5))).total


@pytest.mark.rule("MPP-C-04")
@pytest.mark.parametrize(
    ("points", "number", "legal_"),
    [(500, 1, False), (500, 2, True), (500, 3, True), (500, 4, False), (1000, 5, True), (2000, 2, False)],
)
def test_the_number_of_battalias_follows_the_points(points: int, number: int, legal_: bool):
    doc = legal(points)
    more = [
        {"id": f"x{i}", "leader": {"level": "7"}, "units": units(f"x{i}", "musketeers", 1)} for i in range(3)
    ]
    doc["commands"] = [*doc["commands"], *more][:number]
    codes = {each.code for each in judged(doc).violations}
    assert ("commands" not in codes) == legal_


@pytest.mark.rule("MPP-C-04")
def test_a_battalia_is_not_empty_nor_baggage_alone_and_has_usually_three_units():
    empty = [each.code for each in judged(changed(1, units=[])).violations]
    assert "empty-command" in empty
    wagons = [each.code for each in judged(changed(1, units=[unit("b", "baggage")])).violations]
    assert "only" in wagons
    doc = legal()
    doc["commands"][0]["units"] = doc["commands"][0]["units"][:2]
    report = judged(doc)
    assert report.legal
    assert [found(each) for each in report.remarks] == [("MPP-C-04", "few-units", "commands[0]")]


@pytest.mark.rule("MPP-C-28")
@pytest.mark.parametrize(("points", "limits"), [(500, (1, 8)), (600, (1, 8)), (601, (2, 8)), (1500, (2, 8)),
                                                (1501, (4, 16)), (3000, (4, 16))])  # fmt: skip
def test_ranges_follow_the_points_agreed(points: int, limits: tuple[int, int]):
    assert scaled_range(2, 8, army_size(points)) == limits


@pytest.mark.rule("MPP-C-25", "MPP-C-26", "MPP-7.1.a")
def test_the_figures_say_when_battalias_and_army_are_broken():
    derived = judged(legal()).derived
    assert derived["broken_by"] == {"c1": 3, "c2": 2}
    assert derived["beaten_by"] == 1
    assert derived["battalia_points"] == {"c1": 199, "c2": 125}
    assert derived["classes"] == {"cavalry": 3, "skirmishers": 1, "infantry": 3, "artillery": 1}
    assert (derived["units"], derived["stamina"], derived["battalias"]) == (8, 3 * 3 + 3 + 4 + 6 + 1, 2)
    book = books()["royalist"]
    gun, foot, wagon = (book.unit(f"royalist.{each}") for each in ("light-gun", "pikes", "baggage"))
    assert broken_by([gun, gun, gun, foot]) == 3  # artillery is the majority
    assert broken_by([gun, gun, foot, foot]) == 2
    assert broken_by([wagon]) == 0


@pytest.mark.rule("MPP-3.6")
def test_commanders_walk_if_the_list_says_so():
    assert judged(legal()).derived["commanders_on_foot"] is False
    doc = legal() | {"extras": {"commanders_on_foot": True}}
    assert judged(doc).derived["commanders_on_foot"] is True
    assert judged(doc).total == judged(legal()).total


def test_a_list_of_another_system_is_not_checked():
    with pytest.raises(ListError, match="system"):
        check(read(legal()).model_copy(update={"system": "checkers"}))


def test_all_faults_are_told_at_once():
    doc = legal(100)
    doc["commands"][0]["leader"] = None
    doc["commands"][1]["units"] = [unit("x", "nobody")]
    assert {each.code for each in judged(doc).violations} == {
        "over-budget", "no-leader", "no-commander", "unknown-entry", "too-few", "share"
    }  # fmt: skip


@pytest.mark.parametrize("name", list(sample_lists()))
def test_samples_are_legal_spend_their_points_and_come_back_from_text(name: str):
    army = sample_lists()[name]
    report = check(army)
    assert report.legal
    assert 485 <= report.total <= army.points == 500
    assert not report.remarks
    assert read(json.loads(dump_list(army))) == army
    text = write_text(army, books()[army.book], LISTS)
    again = read_text(text, [LISTS.slug], lambda _system: LISTS)
    assert write_text(again, books()[army.book], LISTS) == text
    assert [unit.options for unit in again.units()] == [unit.options for unit in army.units()]
    assert [each.leader for each in again.commands] == [each.leader for each in army.commands]


def test_each_main_book_has_two_samples():
    kept = [army.book for army in sample_lists().values()]
    assert {book: kept.count(book) for book in kept} == {
        "royalist": 2, "parliament": 2, "swedish": 2, "imperialist": 2
    }  # fmt: skip


def test_a_text_names_the_rating_or_its_number_and_says_who_walks():
    army = read(legal() | {"extras": {"commanders_on_foot": True}})
    text = write_text(army, books()["royalist"], LISTS)
    assert 'Command "Foot": Rating 7 "Astley"' in text
    assert "Commanders on foot: yes" in text
    again = read_text(text.replace("Rating 7", "7"), [LISTS.slug], lambda _system: LISTS)
    assert [each.leader for each in again.commands] == [each.leader for each in army.commands]
    assert again.extras == {"commanders_on_foot": True}
    with pytest.raises(ListError, match="no leader is called 'Rating 12'"):
        read_text(text.replace("Rating 7", "Rating 12"), [LISTS.slug], lambda _system: LISTS)


def test_a_posted_list_is_read_with_ratings_and_counts_apart():
    text = "Book: Royalist army\n\nRight wing: Prince Rupert, rating 8, C-in-C\n4x Cavaliers\n\n" \
           "Centre (Astley 7)\n2 x Pike block\n6 Musketeers\nlight gun\n"  # fmt: skip
    posted = read_posted(text, [LISTS.slug], lambda _system: LISTS)
    assert not posted.leftovers
    assert 'Command "Right wing": 8 leader "Prince Rupert", commander-in-chief\n4x' in posted.text
    assert 'Command "Centre": 7 leader "Astley"\n2x [royalist.pikes]\n6x [royalist.musketeers]' in posted.text


def test_players_hear_of_a_list_that_is_much_smaller():
    small, large = read(legal()), sample_lists()["royalist-wings-500"]
    assert [note.side for note in SIZES.notes([small, large])] == [0]
    assert not list(SIZES.notes([large, large]))
