"""Books of cards: those that ship are whole, those that users write are read with every fault (BFS-29)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword import playtables, reference
from rulesets.by_fire_and_sword.armies.book import BOOKS, books, read_document
from rulesets.by_fire_and_sword.armies.check import check
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.cardlists import begin
from rulesets.contract.documents import from_text, parse_list, to_text
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.lists import ArmyList, dump_list
from tests.kit.forces import (
    Document,
    book,
    book_document,
    card,
    changed_document,
    legal_forces,
    playable,
    slot,
    unit_row,
    without,
)


def faults(document: Document) -> list[str]:
    with pytest.raises(FaultyBookError) as caught:
        read_document(document)
    return [str(fault) for fault in caught.value.faults]


def note(**more: Any) -> Document:
    return {"id": "note", "name": "Note", "kind": "equipment", "applies_to": ["core"], **more}


# ---------------------------------------------------------------------------- the books that ship


@pytest.mark.rule("BFS-29.1", "BFS-29.2.1", "BFS-29.2.2")
@pytest.mark.parametrize("key", sorted(books()))
def test_a_shipped_card_has_name_years_and_rules_that_the_book_knows(key: str) -> None:
    for each in books()[key].document.card:
        assert each.name
        assert 1600 <= each.period_from <= each.period_to <= 1700
        assert each.kind in ("skirmish", "regiment", "division")
        for rule in each.special_rules:
            assert rule in books()[key].special_rule_by_name or rule.lower() in playtables.specials(), rule


@pytest.mark.parametrize("key", sorted(books()))
def test_weapons_guns_and_special_rules_are_those_that_the_rules_know(key: str) -> None:
    """So that the tables of a force hold all of its weapons, and each name leads to its rule."""
    names = {rule.name.lower() for rule in playtables.specials().values()}
    for row in books()[key].document.unit:
        mounted = row.type in reference.MOUNTED
        assert all(reference.weapon_rule(weapon, mounted) for weapon in row.weapons), row.id
        assert {special.lower() for special in row.special} <= names, row.id
        assert bool(row.gun) == any(reference.gun(weapon) for weapon in row.weapons), row.id
        for gun in filter(None, map(reference.gun, row.weapons)):
            assert (gun.gun_class, gun.shooting) == (row.gun, row.shooting), row.id
            move = next(each for each in playtables.gun_moves() if each.gun_class == gun.moves_as)
            assert row.move_cm == (move.manhandled_cm,), row.id
    for each in books()[key].document.card:
        for note in each.note:
            brought = [*note.sets.get("weapons", ()), *note.adds.get("weapons", ())]
            assert all(reference.weapon_rule(weapon, True) for weapon in brought), note.id


@pytest.mark.parametrize("key", sorted(books()))
def test_each_skirmish_and_division_card_has_a_sample_list(key: str) -> None:
    lists = {army.commands[0].card for army in sample_lists().values() if army.book == key}
    assert lists == {each.id for each in books()[key].document.card if each.kind != "regiment"}


GIVEN: list[tuple[str, str, dict[str, Any]]] = [
    ("polish", "pancerni", {"armor": 5, "morale": 5}),
    ("polish-crown", "pancerni", {"armor": 5, "morale": 5}),
    ("polish-crown", "hussars", {"skill": 5, "close_combat": 2, "move_cm": (20, 20),
                                 "weapons": ("Winged hussar lances", "Hand weapon")}),
    ("polish-crown", "haiduks", {"skill": 5, "shooting": 2, "weapons": ("Arquebus", "Hand weapon")}),
    ("polish-crown", "dragoons", {"weapons": ("Half-musket", "Hand weapon"), "special": ("Dragoons",)}),
    ("swedish", "reiters", {"armor": 4, "morale": 5, "move_cm": (20, 10),
                            "weapons": ("Pistol", "Hand weapon"),
                            "special": ("Shooting while Charging", "Good Tactical Discipline")}),
    ("swedish", "musketeers", {"close_combat": 1, "weapons": ("Half-musket", "Hand weapon")}),
    ("imperial", "cuirassiers", {"armor": 8, "morale": 6}),
    ("tartar", "elite", {"special": ("Feigned Flight", "Light Cavalry", "Elite Cavalry")}),
    ("brandenburg", "prussian-musketeers", {"close_combat": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "unit", "given_"), GIVEN)
def test_values_that_a_source_gives_are_right_and_not_marked(
    key: str, unit: str, given_: dict[str, Any]
) -> None:
    row = books()[key].unit_by_id[unit]
    assert {name: getattr(row, name) for name in given_} == given_
    assert not set(row.provenance.ours) & set(given_)
    judged = {"skill", "morale", "armor", "close_combat", "shooting", "move_cm", "weapons", "special"}
    empty = {name for name in ("weapons", "special") if not getattr(row, name)}
    assert set(row.provenance.ours) == judged - set(given_) - empty


@pytest.mark.parametrize("key", sorted(books()))
def test_values_that_no_source_gives_are_marked_as_ours(key: str) -> None:
    for row in books()[key].document.unit:
        assert row.provenance.ours, row.id
        assert row.provenance.doubtful, row.id


@pytest.mark.rule("BFS-29.2.3", "BFS-29.4.1")
@pytest.mark.parametrize(("key", "name"), playable())
def test_the_smallest_force_of_a_card_is_legal(key: str, name: str) -> None:
    found = books()[key]
    army = ArmyList(system="by_fire_and_sword", book=key, points=0, commands=begin(found, name))
    report = check(army)
    assert report.violations == ()
    cards = [found.card_by_id[each.card] for each in army.commands]
    assert report.total == sum(each.core.fsp for each in cards)


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_shipped_document_reads_as_one_that_a_user_brings(path: Any) -> None:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    own = read_document(document, key="own.0123456789abcdef0123456789abcdef", version="7")
    assert (own.key, own.version) == ("own.0123456789abcdef0123456789abcdef", "7")
    assert len(own.entries) == len(books()[document["key"]].entries)
    assert all(entry.id.startswith(f"{own.key}.") for entry in own.entries)


@given(legal_forces())
def test_a_force_is_read_back_as_it_was_written(army: ArmyList) -> None:
    filled = parse_list(dump_list(army))
    assert filled.commands == army.commands
    assert parse_list(dump_list(filled)) == filled
    text = to_text(filled, books()[army.book])
    same = from_text(text)
    assert to_text(same, books()[army.book]) == text
    assert [each.card for each in same.commands] == [each.card for each in army.commands]
    assert [(u.entry, u.bases, u.options) for u in same.units()] == [
        (u.entry, u.bases, u.options) for u in army.units()
    ]


def test_a_text_from_when_the_book_had_one_card_is_still_read() -> None:
    """Places of such a book are named without their card: muscovite and lithuanian had one, and have two."""
    for name in ("muscovite-1648-76-11", "lithuanian-1655-61-14"):
        army = sample_lists()[name]
        found = books()[army.book]
        text = to_text(army, found).replace(f"({found.document.card[0].name} ", "(")
        assert "(core)" in text
        read = from_text(text)
        assert [(u.entry, u.bases, u.options) for u in read.units()] == [
            (u.entry, u.bases, u.options) for u in army.units()
        ]


# ---------------------------------------------------------------------------- what a book offers


@pytest.mark.rule("BFS-29.3.1", "BFS-29.3.2")
def test_a_regiment_card_has_a_coefficient_and_a_banner() -> None:
    regiment = card(
        id="regiment", name="Regiment", kind="regiment", motivation_percent=50, banner="A red cross"
    )
    found = book(regiment).card_by_id["regiment"]
    assert (found.motivation_percent, found.banner) == (50, "A red cross")
    assert faults(book_document(without({"c": regiment}, "c.motivation_percent")["c"])) == [
        "card[0].motivation_percent: is missing: a Regiment card has one"
    ]
    assert faults(book_document(card(motivation_percent=50))) == [
        "card[0].motivation_percent: is for Regiment cards only: remove it"
    ]


def test_places_of_one_name_have_labels_of_their_own() -> None:
    labels = [entry.label for entry in book().entries]
    assert labels == [
        "Colonel (core)", "Riders (core)", "Riders (level 4)", "Foot (level 5)", "Riders (level 5)"
    ]  # fmt: skip
    twice = card(level=[{"fsp": 4, "pick": [{"id": "p", "slot": [slot("one"), slot("two")]}]}])
    assert [entry.label for entry in book(twice).entries][2:] == [
        "Riders (level 4 one)",
        "Riders (level 4 two)",
    ]


@pytest.mark.rule("BFS-29.2.6")
def test_prices_of_levels_are_added_up() -> None:
    prices = card(level_figure="price", level=[
        {"fsp": 1, "pick": [{"id": "a", "slot": [slot("a-slot")]}]},
        {"fsp": 2, "pick": [{"id": "b", "slot": [slot("b-slot")]}]},
    ])  # fmt: skip
    assert book(prices).card_by_id["band"].figures() == (3, 4, 6)
    assert book().card_by_id["band"].figures() == (3, 4, 5)


@pytest.mark.rule("BFS-3.1", "BFS-3.9", "BFS-29.2.8")
def test_equipment_changes_the_characteristics_that_it_names() -> None:
    spears = note(id="spears", name="Spears", fsp=1, sets={"armor": 4}, adds={"weapons": ["Spear"]})
    found = book(card(note=[spears]))
    plain, armed = found.unit("test.band.core"), found.unit("test.band.core", ["test.band.spears"])
    assert (plain.armor, plain.weapons) == (3, ())
    assert (armed.armor, armed.weapons) == (4, ("Spear",))
    assert found.unit("test.band.four-slot", ["test.band.spears"]) == found.unit("test.band.four-slot")


# ---------------------------------------------------------------------------- faults


def test_every_fault_is_told_with_its_path() -> None:
    document = changed_document(book_document(), "card.0.core.fsp", "four")
    document = changed_document(document, "unit.0.skill", 99)
    document["colour"] = "red"
    found = faults(document)
    assert "colour: is not a known key: remove it" in found
    assert "card[0].core.fsp: must be a whole number" in found
    assert any(fault.startswith("unit[0].skill: ") for fault in found)


GREY = slot("core", units=2, optional=1)


@pytest.mark.parametrize(("document", "words"), [
    (book_document(card(), card()), "card[1].id: 'band' is used 2 times: each must be unique"),
    (book_document(units=(unit_row("riders"),)),
     "unit[4].id: 'riders' is used 2 times: each must be unique"),
    (book_document(units=(unit_row("a", name="A, B"),)),
     "unit[4].name: 'A, B' must not hold a comma, colon, semicolon, bracket or quotation mark"),
    (book_document(units=(unit_row("a", gun="light"),)),
     "unit[4].gun: is light, medium or heavy for artillery, and empty for all other units"),
    (book_document(units=(unit_row("a", "wagons"),)),
     "unit[4].wagon: is war, transport or ammunition for wagons, and empty for all others"),
    (book_document(card(period_to=1640)), "card[0].period_to: is 1640, before 1650"),
    (book_document(card(level=[{"fsp": 3, "pick": [{"id": "p", "slot": [slot("s")]}]}])),
     "card[0].level[0].fsp: is 3: a running total must rise above 3"),
    (book_document(card(level=[{"fsp": 4, "picks": 2, "pick": [{"id": "p", "slot": [slot("s")]}]}])),
     "card[0].level[0].picks: is 2, but there are 1 to pick from"),
    (book_document(card(level=[{"fsp": 4, "pick": [{"id": "p"}]}])),
     "card[0].level[0].pick[0]: brings nothing: give it a slot or more bases"),
    (book_document(card(level=[
        {"fsp": 4, "pick": [{"id": "p", "more_bases": [{"slot": "x", "bases": 1}]}]}])),
     "card[0].level[0].pick[0].more_bases[0].slot: 'x' is not a slot of the core or a lower level"),
    (book_document(card(level=[{"fsp": 4, "pick": [{"id": "core", "slot": [slot("s")]}]}])),
     "card[0].level[0].pick[0].id: 'core' is used 2 times: each must be unique"),
    (book_document(card(level=[{"fsp": 4, "pick": [{"id": "vanguard", "slot": [slot("s")]}]}])),
     "card[0].level[0].pick[0].id: 'vanguard' has a meaning of its own: choose another"),
    (changed_document(book_document(), "card.0.core.slot.0.unit", "knights"),
     "card[0].core.slot[0].unit: 'knights' is not a unit of this book"),
    (changed_document(book_document(), "card.0.core.slot.0", GREY),
     "card[0].core.slot[0].optional: has no price: add a note of kind bases for it"),
    (book_document(card(note=[note(kind="bases", bases=1)])),
     "card[0].core.slot[0].optional: is 0, but a note sells bases for this slot"),
    (book_document(card(note=[note(kind="bases")])), "card[0].note[0].bases: is missing"),
    (book_document(card(note=[note(applies_to=["nobody"])])),
     "card[0].note[0].applies_to[0]: 'nobody' is not a slot or additional entry of this card"),
    (book_document(card(note=[note(kind="command_points", command_points=3)])),
     "card[0].note[0].applies_to[0]: 'core' is not a commander of this card"),
    (book_document(card(note=[note(kind="command_points", applies_to=[])])),
     "card[0].note[0].command_points: is missing"),
    (book_document(card(note=[note(sets={"wings": 2})])),
     "card[0].note[0].sets.wings: is not a characteristic that equipment changes"),
    (book_document(card(note=[note(sets={"armor": "thick"})])),
     "card[0].note[0].sets.armor: input should be a valid integer"),
    (book_document(card(note=[note(needs_level=9)])),
     "card[0].note[0].needs_level: is 9: the core and the levels are 3, 4, 5"),
    (book_document(card(note=[note(needs_pick=["six"])])),
     "card[0].note[0].needs_pick[0]: 'six' is not a pick of this card"),
    (book_document(card(note=[note(kind="restriction", fsp=1)])),
     "card[0].note[0].fsp: is not for a restriction: remove it"),
    (book_document(card(additional=[{"id": "a", "kind": "commander"}])),
     "card[0].additional[0].rank: is missing"),
    (book_document(card(additional=[{"id": "a", "kind": "unit", "unit": "foot"}])),
     "card[0].additional[0].bases: is missing: give bases, optional ones or by_level"),
    (book_document(card(additional=[
        {"id": "a", "kind": "unit", "unit": "foot", "optional": 4, "fsp_steps": [{"bases": 2, "fsp": 1}]}])),
     "card[0].additional[0].fsp_steps: end at 2 bases: give the price of 4"),
    (book_document(card(kind="division")),
     "card[0].regiment: is missing: a division has a base of regiments"),
    (book_document(card(kind="division", regiment=[{"card": "band"}])),
     "card[0].regiment[0].card: 'band' is not a Regiment card"),
    (book_document(card(kind="division", regiment=[{"card": "band", "count": 12}])),
     "card[0].regiment: has 12 compulsory regiments in all: a list has room for 11"),
    (book_document(card(allowed=[{"card": "band"}])),
     "card[0].allowed: is for Division cards only: remove it"),
])  # fmt: skip
def test_a_fault_names_its_place_and_the_way_out(document: Document, words: str) -> None:
    assert words in faults(document)


@pytest.mark.parametrize("key", ["system", "name", "version", "card", "key"])
def test_what_a_book_cannot_do_without(key: str) -> None:
    assert f"{key}: is missing" in faults(without(book_document(), key))


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PATHS = (
    "unit", "unit.0", "unit.0.skill", "unit.0.move_cm", "unit.0.special", "card", "card.0", "card.0.core",
    "card.0.core.slot", "card.0.core.slot.0.bases", "card.0.core.commander", "card.0.level",
    "card.0.level.0.pick", "card.0.level.0.fsp", "card.0.note", "card.0.additional", "card.0.regiment",
    "provenance", "special_rule",
)  # fmt: skip


@given(st.sampled_from(PATHS), junk)
def test_a_document_is_a_book_or_has_faults_and_nothing_else_happens(path: str, value: Any) -> None:
    try:
        messages = [read_document(changed_document(book_document(), path, value)).name]
    except FaultyBookError as error:
        messages = [fault.message for fault in error.faults]
    assert messages
    assert all(messages)
