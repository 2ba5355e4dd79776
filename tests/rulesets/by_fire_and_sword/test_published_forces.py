"""Forces that players wrote down in public: each is legal with the shipped books, at the FSP that it had."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rulesets.by_fire_and_sword.armies.book import books
from rulesets.by_fire_and_sword.armies.check import check
from rulesets.by_fire_and_sword.armies.force import Force, force
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ArmyList

HERE = Path(__file__).parent / "published"


@dataclass(frozen=True)
class Published:
    """What was published of a force; None or empty for what was not told.

    `bases` and `units`: how many of each kind of troops. `years`: those of its card. `rp` is left out where
    the author doubts it himself or leaves bases out.
    """

    name: str
    fsp: int | None
    bases: dict[str, int]
    commanders: tuple[tuple[str, int], ...] = ()
    rp: int | None = None
    years: tuple[int, int] | None = None
    special: frozenset[str] = frozenset()
    units: dict[str, int] = field(default_factory=dict)


GROUND, LAND, SWIMMING = "On their own ground", "On their own land", "Swimming"
HANDS = "Left hand division, right hand division"

PUBLISHED = (
    Published(
        "brandenburg-defensive-9", 9,
        {"Territorial defence reiters": 8, "Prussian musketeers": 8, "Unarmoured reiters": 4},
        (("Lieutenant Colonel", 3), ("Captain", 1)), rp=14, special=frozenset({LAND}),
    ),
    Published(
        "polish-tatars-13", 13,
        {"Cossack-style cavalry": 6, "Dragoons": 6, "Pancerni": 5, "Elite pancerni with spears": 3,
         "Tatars": 3},
        (("Colonel", 3), ("Rotamaster", 1)), special=frozenset({LAND}),
    ),
    Published(
        "polish-1649-52-10", 10, {"Pancerni with spears": 5, "Cossack-style cavalry": 7, "Dragoons": 6},
        (("Colonel", 3), ("Rotamaster", 1)), years=(1649, 1652),
    ),
    Published(
        "muscovite-1648-76-11", 11,
        {"Servant Cossacks": 8, "Boyars": 14, "Boyars with spears": 3, "Reiters": 6}, years=(1648, 1676),
    ),
    Published(
        "polish-1650-66-14", 14,
        {"Pancerni": 6, "Pancerni with spears": 3, "Cossack-style cavalry": 9, "Volunteers": 4,
         "Dragoons": 6},
        (("Colonel", 4), ("Rotamaster", 1)), years=(1650, 1666), special=frozenset({SWIMMING}),
    ),
    Published(
        "polish-1650-66-13", 13,
        {"Pancerni": 3, "Pancerni with spears": 6, "Cossack-style cavalry": 9, "Dragoons": 6},
        (("Colonel", 3), ("Rotamaster", 1)), years=(1650, 1666),
    ),
    Published(
        "polish-1650-66-9", 9,
        {"Pancerni with spears": 3, "Cossack-style cavalry": 5, "Volunteers": 4, "Dragoons": 6},
        (("Colonel", 4),), years=(1650, 1666),
    ),
    Published(
        "swedish-12-new-type", 12,
        {"Mercenary reiters": 4, "Mercenary veteran reiters": 4, "National musketeers, New type infantry": 8,
         "Regimental 3-pounder": 2},
        (("Colonel", 4), ("Major", 1)),
    ),
    Published(
        "swedish-12-arquebuses", 12,
        {"Mercenary reiters": 4, "Mercenary veteran reiters, Arquebuses for veteran reiters": 4,
         "National musketeers": 8, "Regimental 3-pounder": 2},
        (("Colonel", 4), ("Major", 1)),
    ),
    Published(
        "swedish-9", 9,
        {"Mercenary reiters": 4, "Mercenary veteran reiters": 2,
         "National musketeers, National infantry with pikes": 6, "Regimental 3-pounder": 1},
        (("Colonel", 3), ("Major", 1)),
    ),
    Published(
        "lithuanian-1655-61-14", None,
        {"Armoured reiters": 6, "Reiters": 6, "Cossack-style cavalry": 12, "Volunteers": 10, "Dragoons": 2},
        (("Colonel", 3), ("Rotamaster", 1)), rp=41, years=(1655, 1661),
        special=frozenset({GROUND, SWIMMING, HANDS}),
    ),
    Published(
        "lithuanian-1655-61-6", None,
        {"Armoured reiters": 3, "Reiters": 3, "Cossack-style cavalry": 5, "Dragoons": 2},
        (("Colonel", 3),), rp=16, years=(1655, 1661), special=frozenset({GROUND, SWIMMING, HANDS}),
    ),
    Published(
        "lithuanian-1662-67-7", None,
        {"Armoured reiters": 3, "Elite reiters": 4, "Cossack-style cavalry": 9, "Dragoons": 2},
        rp=21, years=(1662, 1667), special=frozenset({GROUND, SWIMMING}),
    ),
    Published(
        "muscovite-mounted-12", 12,
        {"Servant Cossacks": 8, "Boyars": 16, "Reiters": 6, "Skirmish sotnia": 4},
        (("Golova", 3), ("Lieutenant Colonel", 1)),
        units={"Servant Cossacks": 2, "Boyars": 5, "Reiters": 3, "Skirmish sotnia": 1},
    ),
)  # fmt: skip

INCOMPLETE = {
    "Elite Tatars": "the CP of its commander and special rules alone: no bases, no FSP",
    "Prince Boriatinski's Pomiestna cavalry regiment": "9 FSP, and that it lacks a special rule: no bases",
    "Gosiewski's foray": "9 FSP and winged hussars: no bases",
    "Royal city of Gdansk": "9 FSP: no troops",
    "Muscovite border dragoons": "9 FSP and that it is large: no bases",
    "Ottoman skirmish force, European provinces": "two kinds of troops: no bases, no FSP",
}
"""Forces of which too little was published to write them down, and what there is."""


def published(name: str) -> ArmyList:
    """The list, from the tests' own or from the samples."""
    path = HERE / f"{name}.json"
    return parse_list(path.read_text(encoding="utf-8")) if path.exists() else sample_lists()[name]


def named(army: ArmyList, found: Force) -> list[tuple[str, int]]:
    """Each unit by what its book calls such troops, with the equipment that was bought, and its bases."""
    book = books()[army.book]
    rows = []
    bases = {unit.id: unit.bases for unit in found.units}
    for unit in army.units():
        row = book.place_by_entry[unit.entry].unit
        if row is not None:
            bought = [option.name for option in book.taken(unit.entry, unit.options)]
            rows.append((", ".join([row.name, *bought]), bases[unit.id]))
    return rows


@pytest.mark.rule("BFS-29.2.9")
@pytest.mark.parametrize("told", PUBLISHED, ids=lambda told: told.name)
def test_a_published_force_is_legal_as_it_was_played(told: Published) -> None:
    army = published(told.name)
    report, found = check(army), force(army)
    assert report.violations == ()
    assert told.fsp in (None, report.total)
    assert told.rp in (None, found.rp)
    rows = named(army, found)
    bases: Counter[str] = Counter()
    for name, number in rows:
        bases[name] += number
    assert bases == told.bases
    units = Counter(name for name, _ in rows)
    assert {name: units[name] for name in told.units} == told.units
    if told.commanders:
        assert tuple((each.rank, each.cp) for each in found.commanders) == told.commanders
    card = books()[army.book].card_by_id[army.commands[0].card]
    assert told.years in (None, (card.period_from, card.period_to))
    assert told.special <= set(found.special_rules)


def test_every_published_force_is_here_or_has_its_reason() -> None:
    assert (len(PUBLISHED), len(INCOMPLETE)) == (14, 6)
    cards = {card.name.lower() for book in books().values() for card in book.document.card}
    assert cards.isdisjoint(name.lower() for name in INCOMPLETE), "write down what can be written now"
    assert {path.stem for path in HERE.iterdir()} <= {told.name for told in PUBLISHED}
