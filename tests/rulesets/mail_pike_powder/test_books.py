"""The army books of Mail, Pike & Powder: every row and option by construction; prices; books of one's own."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesets.engine.books import BookError, changed_profile, option_points
from rulesets.engine.errors import FaultyBookError
from rulesets.mail_pike_powder.armies import BOOKS, PowderBook, books, unit_profile
from rulesets.mail_pike_powder.armies.price import price
from rulesets.mail_pike_powder.armies.profiles import Profile, read_book, sized
from rulesets.mail_pike_powder.armies.tables import elite_numbers, specials, weapons
from rulesets.mail_pike_powder.tables import DATA

ALL = list(books().values())
of_each_book = pytest.mark.parametrize("book", ALL, ids=[book.key for book in ALL])


def row(**changes: Any) -> Profile:
    """Musketeers of MPP-C-02, with changes."""
    values: dict[str, Any] = {
        "unit_class": "infantry", "clash": 2, "sustained": 2, "short": 3, "long": 3, "morale": 5,
        "weapon": "smoothbore_musket", "stamina": 3, "formations": ("line",),
    }  # fmt: skip
    return Profile(**{**values, **changes})


HORSE = {"unit_class": "cavalry", "mounted": True, "clash": 8, "sustained": 8, "short": 1, "long": 1,
         "weapon": "pistol", "morale": 4}  # fmt: skip
GUN = {"unit_class": "artillery", "clash": 1, "sustained": 1, "short": 1, "long": 1, "stamina": 2,
       "gun": "medium", "weapon": "medium_artillery", "dice_long": 1}  # fmt: skip
PIKES = {
    "clash": 6,
    "sustained": 6,
    "short": 2,
    "long": 0,
    "weapon": "",
    "morale": 4,
    "stamina": 4,
    "pikes": True,
}


@pytest.mark.rule("MPP-C-40")
def test_there_are_ten_books_of_the_seventeenth_century():
    assert set(books()) == {
        "royalist", "parliament", "swedish", "imperialist", "polish-lithuanian", "french", "spanish", "dutch",
        "covenanter", "montrose",
    }  # fmt: skip
    for book in ALL:
        assert len(book.entries) >= 11
        assert {"infantry", "cavalry", "artillery", "baggage"} <= {
            each.profile.unit_class for each in book.entries
        }


@pytest.mark.rule("MPP-C-27", "MPP-C-35", "MPP-C-03")
@pytest.mark.parametrize(("changes", "points"), [
    (HORSE, 41), (HORSE | {"special": ("Heavy Cavalry +1",)}, 45), (HORSE | {"special": ("Lancers",)}, 46),
    (GUN, 21), (GUN | {"gun": "light", "weapon": "light_artillery", "stamina": 1}, 15),
    (GUN | {"gun": "heavy", "weapon": "heavy_artillery"}, 25), (PIKES, 34), ({}, 28),
    ({"pikes": True}, 33), ({"size": "large"}, 36), ({"size": "small"}, 20), ({"size": "tiny"}, 15),
    (PIKES | {"size": "large"}, 40), (PIKES | {"size": "small"}, 28), ({"elite": 4}, 32), ({"elite": 3}, 33),
    ({"special": ("Ferocious Charge",)}, 31), (HORSE | {"special": ("Ferocious Charge",)}, 46),
    ({"special": ("Wavering",)}, 22), ({"special": ("Wavering",), "size": "large"}, 36 - 8),
    ({"special": ("Crack", "Militia")}, 28 + 2 - 3), ({"morale": 0}, 20), ({"sustained": 1}, 28),
    (HORSE | {"clash": 4, "sustained": 4, "morale": 5, "stamina": 2, "weapon": "smoothbore_carbine",
              "special": ("Marauder",)}, 30),
    (HORSE | {"unit_class": "baggage"}, 0),
])  # fmt: skip
def test_the_formula_gives_the_published_prices(changes: dict[str, Any], points: int):
    assert price(row(**changes)) == points


@pytest.mark.rule("MPP-C-27")
@of_each_book
def test_every_unit_costs_what_the_formula_asks_and_says_that_it_is_a_completion(book: PowderBook):
    given = {"clash", "sustained", "short", "long", "weapon", "morale", "stamina", "formations"}
    for entry in book.entries:
        assert entry.points == price(entry.profile), entry.id
        assert given | {"points", "min", "max"} <= set(entry.provenance.ours)
        assert entry.provenance.confidence == "medium"
        assert entry.provenance.note
        assert not {"Pikes", "Pike Company"} & set(entry.profile.special)


@pytest.mark.rule("MPP-C-27", "MPP-C-35", "MPP-C-36")
@of_each_book
def test_every_option_changes_the_unit_and_costs_what_the_formula_asks(book: PowderBook):
    for option in book.options:
        for entry_id in option.applies_to:
            entry = book.entry_by_id[entry_id]
            changed = changed_profile(entry.profile, [option])
            assert changed != entry.profile
            assert option_points(entry, option) == price(changed) - price(entry.profile), (
                option.id,
                entry_id,
            )
            unit = book.unit(entry_id, [option.id])
            assert unit.points == entry.points + option_points(entry, option)
            assert all(unit.has(each) for each in option.adds.get("special", ()))
        assert set(option.provenance.ours) >= {*option.sets, *option.adds, "points"}


@pytest.mark.rule("MPP-C-02", "MPP-9.1", "MPP-C-14")
@of_each_book
def test_every_unit_is_plausible(book: PowderBook):
    for unit in map(book.unit, book.entry_by_id):
        assert unit.range_in == (weapons()[unit.weapon].range_in if unit.weapon else 0)
        assert (unit.unit_class == "artillery") == bool(unit.gun) == bool(unit.dice_long)
        assert (unit.long > 0) == bool(unit.weapon)
        assert unit.short >= 1
        assert unit.mounted or unit.unit_class != "cavalry"
        assert ("hedgehog" in unit.formations) == unit.pikes
        assert unit.open_order == ("skirmish" in unit.formations)


@pytest.mark.rule("MPP-C-03")
@pytest.mark.parametrize(
    ("size", "line"),
    [
        ("standard", (2, 2, 3, 3, 3)),
        ("large", (4, 4, 4, 4, 4)),
        ("small", (1, 1, 2, 2, 2)),
        ("tiny", (1,) * 5),
    ],
)
def test_the_size_changes_the_stat_line(size: Any, line: tuple[int, ...]):
    one = sized(row(size=size))
    assert (one.clash, one.sustained, one.short, one.long, one.stamina) == line


@pytest.mark.rule("MPP-C-03")
def test_dice_of_support_are_no_shooting_and_no_die_is_lost_altogether():
    assert (sized(row(**PIKES, size="large")).short, sized(row(**PIKES, size="large")).long) == (2, 0)
    assert (sized(row(**HORSE, size="small")).short, sized(row(**HORSE, size="small")).long) == (1, 1)
    assert sized(row(stamina=1, size="small")).stamina == 1


def test_a_unit_is_final_after_its_options():
    pikes = unit_profile("royalist", "royalist.pikes", ["royalist.option.large-1", "royalist.option.elite"])
    assert (pikes.clash, pikes.short, pikes.stamina, pikes.elite, pikes.points) == (8, 2, 5, 4, 34 + 6 + 4)
    assert pikes.options == ("royalist.option.large-1", "royalist.option.elite")
    tercio = unit_profile("imperialist", "imperialist.tercio")
    assert (tercio.size, tercio.clash, tercio.long, tercio.stamina, tercio.points) == ("large", 7, 2, 5, 48)
    dragoons = books()["royalist"].unit("royalist.dragoons", ["royalist.option.elite"])
    assert (dragoons.elite, dragoons.options, dragoons.points) == (0, (), 27)


@pytest.mark.rule("MPP-C-35", "MPP-C-36")
def test_every_special_rule_of_the_completions_has_its_price_and_a_sentence():
    assert len(specials()) == 38
    assert all(each.effect.endswith(".") and each.rule == "MPP-C-35" for each in specials().values())
    assert {key: each.points for key, each in elite_numbers().items()} == {3: 5, 4: 4, 5: 3}
    assert (specials()["Steady"].points, specials()["Rabble"].points) == (5, -5)


# -- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new", "message"), [
    ('special = ["Ferocious Charge", "Galloper"]', 'special = ["Flying"]', "'Flying' is not a special rule"),
    ('weapon = "pistol"', 'weapon = "laser"', "weapon"),
    ("clash = 8", "clash = 0", "clash"),
    ('gun = "light"\n', "", "artillery has a gun"),
    ("units_per_gun = 3", "units_per_gun = 0", "units_per_gun"),
])  # fmt: skip
def test_a_damaged_book_is_refused_with_its_place(tmp_path: Path, old: str, new: str, message: str):
    text = (DATA / "books" / "royalist.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "royalist.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BookError, match=message):
        read_book(path)


def own() -> dict[str, Any]:
    """A book of one's own with one row and an option."""
    profile = {"unit_class": "infantry", "clash": 2, "sustained": 2, "short": 3, "long": 3, "morale": 5,
               "weapon": "smoothbore_musket", "stamina": 3, "formations": ["line"]}  # fmt: skip
    option = {"id": "brave", "name": "Brave", "effect": "Rallies", "kind": "upgrade", "applies_to": ["shot"],
              "limit": {"type": "any"}, "points": 5, "adds": {"special": ["Brave"]}}  # fmt: skip
    entry = {"id": "shot", "name": "Shot", "min": 0, "max": 9, "points": 30, "profile": profile}
    return {**BOOKS.empty("Mine"), "entries": [entry], "options": [option]}


def test_a_book_of_ones_own_is_read_and_previewed_with_what_the_formula_asks():
    book = BOOKS.read(own(), "own.mine", "1")
    assert book.unit("own.mine.shot", ["own.mine.brave"]).points == 35
    shown = BOOKS.preview(own(), "entries[0]")
    assert shown is not None
    assert [each.words for each in shown.data] == [
        "0 to 9 of them in 1,000 points. The formula asks 28 points."
    ]
    taken = BOOKS.preview(own(), "options[0]")
    assert taken is not None
    assert [each.words for each in taken.data] == ["Brave, +5 points."]


@pytest.mark.parametrize(("change", "path"), [
    (lambda doc: doc["entries"][0]["profile"].update(special=["Flying"]), "entries[0].profile.special"),
    (lambda doc: doc["entries"][0]["profile"].update(gun="light"), "entries[0].profile.gun"),
    (lambda doc: doc["entries"][0]["profile"].update(morale=1), "entries[0].profile.morale"),
    (lambda doc: doc["entries"][0]["profile"].update(formations=[]), "entries[0].profile.formations"),
    (lambda doc: doc["options"][0]["adds"].update(special=["Flying"]), "options[0].adds.special"),
    (lambda doc: doc["limits"]["cavalry"].update(whole=0), "limits.cavalry.whole"),
    (lambda doc: doc.update(entries=[]), "entries"),
])  # fmt: skip
def test_faults_of_ones_own_book_are_named_with_their_place(change: Any, path: str):
    doc = own()
    doc["limits"] = {**doc["limits"], "cavalry": dict(doc["limits"]["cavalry"])}
    change(doc)
    with pytest.raises(FaultyBookError) as caught:
        BOOKS.read(doc, "own.mine", "1")
    assert path in {fault.path for fault in caught.value.faults}


def test_the_form_asks_for_every_field_of_a_row():
    entries = BOOKS.form().table("entries")
    assert entries is not None
    asked = {each.key: each for part in entries.parts if part.key == "profile" for each in part.parts}
    assert list(asked) == list(Profile.__dataclass_fields__)
    kinds = {"clash": "whole", "weapon": "choice", "pikes": "flag", "special": "names", "morale": "whole"}
    assert {key: asked[key].kind for key in kinds} == kinds
    assert (asked["clash"].optional, asked["weapon"].optional, asked["weapon"].default) == (False, True, "")


# -- the catalogue --------------------------------------------------------------------------------


def catalogue(file: str, key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((DATA / f"{file}.toml").read_text(encoding="utf-8"))[key]
    return rows


def test_the_catalogue_is_whole_and_each_unclear_rule_has_its_reading():
    rules = {each["id"]: each for each in catalogue("rules", "rule")}
    filled = {each["id"]: each for each in catalogue("completions", "completion")}
    assert (len(rules), len(filled)) == (86, 40)
    assert set(filled) == {f"MPP-C-{number:02}" for number in range(1, 41)}
    assert all(set(each["rules"]) <= set(rules) for each in filled.values())
    unclear = {key for key, each in rules.items() if each.get("unclear")}
    assert unclear <= {each["id"] for each in catalogue("coverage", "reading")}
    assert {"MPP-1.3.1.b", "MPP-1.3.2.b"} <= unclear  # corrected: who is disordered
    assert "(the combat result)" not in rules["MPP-1.2.c"]["text"]


def test_a_unit_does_not_change_its_book():
    book = books()["royalist"]
    assert replace(book.unit("royalist.pikes"), clash=1).clash == 1
    assert book.unit("royalist.pikes").clash == 6
