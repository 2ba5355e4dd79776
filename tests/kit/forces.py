"""By Fire and Sword for tests: small books, list documents, and legal forces of any card by chance."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.book import BfsBook, books, read_document
from rulesets.by_fire_and_sword.armies.check import check
from rulesets.by_fire_and_sword.cardlists import begin, command
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit, Report

Document = dict[str, Any]
CARD = "band"


def unit_row(key: str, kind: str = "cavalry", **more: Any) -> Document:
    """The characteristics of a unit in a book document."""
    values = {"skill": 4, "morale": 5, "armor": 3, "close_combat": 1, "shooting": 1, "move_cm": [20, 10]}
    return {"id": key, "name": key.capitalize(), "type": kind, **values, **more}


def slot(key: str, unit: str = "riders", bases: int = 3, **more: Any) -> Document:
    return {"id": key, "unit": unit, "bases": bases, **more}


def card(**more: Any) -> Document:
    """A skirmish card: a core of two banners for 3 FSP, levels 4 and 5, nothing beside."""
    return {
        "id": CARD, "kind": "skirmish", "name": "Band", "period_from": 1650, "period_to": 1660,
        "core": {
            "fsp": 3,
            "commander": [{"id": "colonel", "rank": "Colonel", "command_points": 2}],
            "slot": [slot("core", units=2)],
        },
        "level": [
            {"fsp": 4, "pick": [{"id": "four", "slot": [slot("four-slot")]}]},
            {"fsp": 5, "pick": [
                {"id": "five-a", "slot": [slot("five-a-slot", "foot", 4)]},
                {"id": "five-b", "slot": [slot("five-b-slot")]},
            ]},
        ],
        **more,
    }  # fmt: skip


def book_document(*cards: Document, units: tuple[Document, ...] = (), **more: Any) -> Document:
    """A book of riders, foot, wagons and guns with these cards, one plain card unless given."""
    rows = [
        unit_row("riders", like="riders"),
        unit_row("foot", "infantry", carries=["kobylica", "caltrops", "chevaux_de_frise"]),
        unit_row("wagons", "wagons", wagon="war", crew_armor=5),
        unit_row("guns", "artillery", gun="medium"),
        *units,
    ]
    return {
        "key": "test", "system": "by_fire_and_sword", "version": "1", "name": "Test book",
        "unit": rows, "card": list(cards) or [card()], **more,
    }  # fmt: skip


def book(*cards: Document, **more: Any) -> BfsBook:
    return read_document(book_document(*cards, **more))


def unit(
    place: str, card_id: str = CARD, *, bases: int = 0, options: tuple[str, ...] = (), key: str = ""
) -> Any:
    """A unit at a place of a card of the test book."""
    prefix = f"test.{card_id}"
    return ListUnit(
        id=key or place,
        entry=f"{prefix}.{place}",
        bases=bases,
        options=tuple(f"{prefix}.{option}" for option in options),
    )


def army(*units: ListUnit, card_id: str = CARD, **more: Any) -> ArmyList:
    """A list of one command: the core of the test card, and these units."""
    core = (unit("colonel"), unit("core", key="k1"), unit("core", key="k2"))
    own = {each.entry for each in units}
    whole = (*(each for each in core if each.entry not in own), *units)
    commands = (ListCommand(id="c1", card=card_id, units=whole),)
    return ArmyList(system="by_fire_and_sword", book="test", points=0, commands=commands, **more)


def codes(found: Any) -> list[str]:
    """The codes of a report's violations."""
    return [violation.code for violation in found.violations]


# ---------------------------------------------------------------------------- by chance


def random_force(rng: Random, book: BfsBook, card_id: str, wishes: int = 12) -> ArmyList:
    """A legal list of a card: its core, then what chance adds as long as the list stays legal."""
    commands = begin(book, card_id)
    found = ArmyList(system="by_fire_and_sword", book=book.key, points=0, name="Test", commands=commands)
    for _ in range(wishes):
        changed = _changed(rng, book, found)
        if check(changed, book).legal:
            found = changed
    return found


def _changed(rng: Random, book: BfsBook, army: ArmyList) -> ArmyList:
    """The list after one wish: another unit, an option more, other bases, another regiment."""
    commands = list(army.commands)
    if commands[0].card and book.card_by_id[commands[0].card].allowed and rng.random() < 0.2:
        chosen = rng.choice(book.card_by_id[commands[0].card].allowed).card
        more = command(book, book.card_by_id[chosen], f"c{len(commands) + 1}")
        return army.model_copy(update={"commands": (*commands, more)})
    place = rng.randrange(len(commands))
    one = commands[place]
    units = list(one.units)
    wish = rng.choice(("unit", "unit", "bases", "option"))
    if wish == "unit":
        entry = rng.choice(book.places_of[one.card]).entry
        number = 1 + max((int(each.id.rpartition("u")[2]) for each in units), default=0)
        units.append(ListUnit(id=f"{one.id}u{number}", entry=entry))
    elif units:
        chosen = rng.randrange(len(units))
        old = units[chosen]
        options = book.options_for(old.entry)
        if wish == "bases":
            units[chosen] = old.model_copy(update={"bases": rng.randint(1, 10)})
        elif options:
            taken = (*old.options, rng.choice(options).id)
            units[chosen] = old.model_copy(update={"options": taken})
    commands[place] = one.model_copy(update={"units": tuple(units)})
    return army.model_copy(update={"commands": tuple(commands)})


def playable() -> list[tuple[str, str]]:
    """(book, card) of every shipped skirmish and Division card."""
    return [
        (key, each.id)
        for key, shipped in sorted(books().items())
        for each in shipped.document.card
        if each.kind != "regiment"
    ]


@st.composite
def legal_forces(draw: st.DrawFn, kinds: tuple[str, ...] = ("skirmish", "division")) -> ArmyList:
    """Legal lists of any shipped card of these kinds."""
    cards = [(key, name) for key, name in playable() if books()[key].card_by_id[name].kind in kinds]
    key, name = draw(st.sampled_from(cards))
    seed = draw(st.integers(min_value=0, max_value=2**32))
    return random_force(Random(seed), books()[key], name)


@st.composite
def any_forces(draw: st.DrawFn) -> ArmyList:
    """Readable lists of any shipped book, most of them not legal: places, options and sizes by chance."""
    found = books()[draw(st.sampled_from(sorted(books())))]
    rng = Random(draw(st.integers(min_value=0, max_value=2**32)))
    cards = ["", "lost", *found.card_by_id]
    entries = [entry.id for entry in found.entries]
    options = [option.id for option in found.options]
    commands = []
    for number in range(rng.randint(0, 4)):
        units = tuple(
            ListUnit(
                id=f"c{number}u{i}",
                entry=rng.choice([*entries, "no.such.entry"]),
                bases=rng.choice([0, 0, 1, 2, 3, 5, 9, 40]),
                options=tuple(rng.choice(options) for _ in range(rng.randint(0, 2))) if options else (),
            )
            for i in range(rng.randint(0, 9))
        )
        commands.append(ListCommand(id=f"c{number}", card=rng.choice(cards), units=units))
    extras = {"campaign_year": rng.choice([0, 1655, 1700]), "historical": rng.random() < 0.5}
    return ArmyList(
        system="by_fire_and_sword", book=found.key, points=rng.choice([0, 8]), commands=tuple(commands),
        extras=extras,
    )  # fmt: skip


PLAIN = book()


def judged(*units: Any, cards: Document | None = None, **more: Any) -> Report:
    """The report on the core of the test card, or of another, and these units."""
    return check(army(*units, **more), book(cards) if cards else PLAIN)


def additional(**more: Any) -> Document:
    """An entry of the right-hand column."""
    return {"id": "more", "kind": "unit", "unit": "foot", "level": 4, "optional": 6, "fsp": 2, **more}


def note(key: str = "note", **more: Any) -> Document:
    """A note of a card."""
    return {"id": key, "name": key.capitalize(), "kind": "equipment", "applies_to": ["core"], **more}


def without(document: Document, path: str) -> Document:
    """The document with the value at a path such as `card.0.core` taken out."""
    return changed_document(document, path, None, remove=True)


def changed_document(document: Document, path: str, value: Any, *, remove: bool = False) -> Document:
    """The document with the value at a path such as `card.0.core.fsp` set or taken out."""
    copy = deepcopy(document)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = copy
    for step in steps:
        part = part[step]
    if remove:
        del part[last]
    else:
        part[last] = value
    return copy
