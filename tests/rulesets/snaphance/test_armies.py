"""Books, stand profiles, points and the check of an army (SN-1.1.a, SN-14.0, SN-15.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ArmyList, ListError
from rulesets.snaphance.armies import books, break_at, check, price, sample_lists, stand_profile
from rulesets.snaphance.armies.lists import lines
from tests.kit.examples import example

ARCHETYPES = books()["archetypes"]
EVERY = [(book.key, entry.id) for book in books().values() for entry in book.entries]


def army(*groups: list[str], book: str = "archetypes", **changes: Any) -> ArmyList:
    """An army of these entries, a list of them for each group, all of them led."""
    commands = [
        {
            "id": f"c{n}",
            "name": f"Group {n}",
            "leader": {"level": "average"},
            "units": [{"id": f"c{n}u{i}", "entry": f"{book}.{entry}"} for i, entry in enumerate(entries, 1)],
        }
        for n, entries in enumerate(groups, 1)
    ]
    base = {"format": "leaguer-list", "version": 1, "system": "snaphance", "book": book, "commands": commands}
    return parse_list({**base, **changes})


def codes(list_: ArmyList) -> list[str]:
    return [each.code for each in check(list_).violations]


THREE = (["horse"], ["ps-regiment"], ["horse"])


# -- books ----------------------------------------------------------------------------------------


@pytest.mark.rule("SN-15.0.a")
@pytest.mark.parametrize(("book", "entry"), EVERY)
def test_a_row_says_the_same_in_every_book(book: str, entry: str):
    mine = books()[book].entry_by_id[entry]
    theirs = ARCHETYPES.entry_by_id[f"archetypes.{entry.partition('.')[2]}"]
    assert (mine.profile, mine.points, mine.label) == (theirs.profile, theirs.points, theirs.label)


@pytest.mark.rule("SN-15.0.a", "SN-1.3.c")
@pytest.mark.parametrize(
    ("entry", "figures"),
    [
        ("swiss-pike", {"ranks": 3, "break_points": 3, "pursuit_table": "cavalry", "may_contact_mcs": True}),
        ("landsknecht-pike", {"ranks": 3}),
        ("french-legion", {"sp": 6, "mp": 1}),
        ("shot-arq", {"sp": 5, "mp": 2}),
        ("sk-musket", {"sp": 2, "weapon": "musket"}),
        ("gendarmes", {"sp": 6, "charge_bonus": 4, "charge_bonus_after_loss": 3}),
        ("reiters", {"sp": 5, "ranks": 2, "weapon": "pistol"}),
        ("horse", {"mp": 3, "contact_fire_dice": 2}),
        ("lc-arq", {"mp": 4}),
        ("dragoons", {"mp": 3}),
    ],
)
def test_what_the_text_gives_is_not_called_ours(entry: str, figures: dict[str, Any]):
    stand = stand_profile("archetypes", f"archetypes.{entry}")
    assert {key: getattr(stand, key) for key in figures} == figures
    assert not set(figures) & set(stand.provenance.ours)
    assert "points" in stand.provenance.ours


@pytest.mark.rule("SN-15.0.b", "SN-8.4.a")
def test_abilities_that_only_a_list_grants():
    of = {entry.id.partition(".")[2]: entry.profile for entry in ARCHETYPES.entries}
    assert [key for key, row in of.items() if row.may_contact_mcs] == ["swiss-pike"]
    assert [key for key, row in of.items() if row.must_pursue] == ["fast-royalist"]
    assert {key for key, row in of.items() if row.ranks == 2} == {
        "tercio-old", "tercio-late", "reiters", "cuirassiers",
    }  # fmt: skip
    support = [row for row in of.values() if row.code in ("Art", "Sh", "Sk", "LC", "Dr")]
    assert {row.pursuit_table for row in support} == {"none"}


# -- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "entry"), EVERY)
def test_points_follow_the_formula(book: str, entry: str):
    row = books()[book].entry_by_id[entry]
    assert price(row.profile) == row.points == sum(line.value for line in lines(row.profile))


@pytest.mark.parametrize(
    ("entry", "parts"),
    [
        ("swiss-pike", {"Strength points": 12, "Charge Bonus": 8, "Movement points": 2, "Order rating": 4,
                        "Rear ranks": 12, "Cavalry pursuit of foot": 1, "May contact mounted stands": 2}),
        ("fast-royalist", {"Strength points": 10, "Charge Bonus": 6, "Charge Bonus kept after a loss": 1,
                           "Movement points": 4, "Order rating": 2, "Compulsory pursuit": -1}),
        ("tercio-old", {"Strength points": 12, "Charge Bonus": 4, "Movement points": 1, "Order rating": 4,
                        "Rear ranks": 6}),
    ],
)  # fmt: skip
def test_points_are_made_of_parts(entry: str, parts: dict[str, int]):
    profile = ARCHETYPES.entry_by_id[f"archetypes.{entry}"].profile
    assert {line.label: line.value for line in lines(profile)} == parts


# -- sample armies --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "stands", "points", "break_points", "level"),
    [
        ("french-catholic-army", 15, 322, 37, 15),
        ("huguenot-army", 16, 340, 39, 16),
        ("swedish-army-1632", 17, 327, 27, 11),
        ("imperial-army-1632", 15, 319, 36, 15),
    ],
)
@pytest.mark.rule("SN-14.0.a", "SN-14.0.b")
def test_the_sample_armies(name: str, stands: int, points: int, break_points: int, level: int):
    report = check(sample_lists()[name])
    assert (report.legal, report.remarks) == (True, ())
    found = report.derived
    assert (found["units"], report.total, found["break_points"], found["break_at"]) == (
        stands, points, break_points, level,
    )  # fmt: skip
    assert sum(found["break_points_by_group"].values()) == break_points
    assert sum(found["group_points"].values()) == points


# -- the check ------------------------------------------------------------------------------------


@pytest.mark.rule("SN-14.0.a")
@pytest.mark.example("SN-EX-26")
def test_every_rank_of_a_pike_block_counts():
    row = example("SN-EX-26", "snaphance")
    stand = stand_profile("archetypes", "archetypes.swiss-pike")
    assert (stand.ranks, stand.break_points) == (row["given"]["stands"], row["given"]["points_each"])
    found = check(army(["swiss-pike"])).derived
    assert (found["break_points"], found["ranks"]) == (max(row["expect"]["points_lost"]), stand.ranks)


@pytest.mark.rule("SN-14.0.b")
@pytest.mark.parametrize(
    ("points", "percent", "level"),
    [(37, 40, 15), (10, 40, 4), (10, 33, 4), (9, 50, 5), (0, 40, 1)],
)
def test_the_break_level_is_rounded_up(points: int, percent: int, level: int):
    assert break_at(points, percent) == level


@pytest.mark.rule("SN-1.1.a")
def test_fewer_than_three_groups_are_a_remark_and_no_fault():
    report = check(army(["horse"], ["horse"]))
    assert report.legal
    assert [(each.code, each.rule) for each in report.remarks] == [("few-groups", "SN-1.1.a")]
    assert check(army(*THREE)).remarks == ()


@pytest.mark.rule("SN-1.1.a")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"commands": []}, "no-group"),
        ({"commands": [{"id": "c1", "units": [{"id": "u", "entry": "archetypes.horse"}]}]}, "no-leader"),
        ({"commands": [{"id": "c1", "leader": {"level": "good"}, "units": []}]}, "empty-command"),
        ({"commands": [{"id": "c1", "leader": {"level": "good"}, "units": [{"id": "u", "entry": "x.y"}]}]},
         "unknown-entry"),
        ({"points": 50}, "over-budget"),
        ({"extras": {"break_percent": 0}}, "break-level"),
    ],
)  # fmt: skip
def test_what_makes_an_army_unfit(change: dict[str, Any], code: str):
    assert code in codes(army(*THREE, **change))


@pytest.mark.rule("SN-14.0.b")
@pytest.mark.parametrize(("percent", "unusual"), [(32, True), (33, False), (50, False), (51, True)])
def test_an_unusual_break_level_is_a_remark(percent: int, unusual: bool):
    report = check(army(*THREE, extras={"break_percent": percent}))
    assert report.legal
    assert [each.code for each in report.remarks] == ["unusual-break-level"] * unusual


@pytest.mark.rule("SN-4.5.d")
def test_training_is_a_choice_of_three():
    assert check(army(*THREE, extras={"training": "well_trained"})).derived["training"] == "well_trained"
    with pytest.raises(ListError):
        army(*THREE, extras={"training": "splendid"})


@pytest.mark.parametrize("leader", [{"level": "replacement"}, {"level": "good", "commander_in_chief": True}])
def test_nobody_begins_as_a_replacement_and_nobody_is_chief(leader: dict[str, Any]):
    with pytest.raises(ListError):
        army(commands=[{"id": "c1", "leader": leader, "units": []}])


def test_a_list_of_another_system_is_refused():
    with pytest.raises(ListError):
        check(army(*THREE).model_copy(update={"system": "baroque"}))


# -- options --------------------------------------------------------------------------------------


@pytest.mark.rule("SN-8.4.a")
def test_a_brigade_may_keep_a_reserve_body_behind():
    plain = stand_profile("swedish", "swedish.swedish-brigade")
    deep = stand_profile("swedish", "swedish.swedish-brigade", ["swedish.option.reserve-body"])
    assert (plain.ranks, deep.ranks) == (1, 2)
    assert (plain.points, deep.points) == (price(plain), price(deep)) == (24, 30)


def test_an_option_is_for_its_own_row_alone():
    list_ = army(*THREE, book="swedish").to_json()
    list_["commands"][0]["units"][0]["options"] = ["swedish.option.reserve-body"]
    assert codes(parse_list(list_)) == ["option-not-for-unit"]
