"""Is a force legal, and what is it worth? One pure function, `check` (BFS-29.2.9).

What can be said of entries and options by themselves are engine constraints, built once for each book; what
depends on levels, bases and other commands is looked up in the muster of the list. The codes of the findings
are those of the table list_check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import Card
from rulesets.by_fire_and_sword.armies.command import levy_faults
from rulesets.by_fire_and_sword.armies.division import division_faults
from rulesets.by_fire_and_sword.armies.force import (
    Force,
    force_of,
    is_small,
    own_book,
    reconnaissance_lines,
    reconnaissance_of,
    thresholds,
)
from rulesets.by_fire_and_sword.armies.levy import Muster, Taken
from rulesets.by_fire_and_sword.armies.lists import LISTS, sample_lists
from rulesets.by_fire_and_sword.armies.offers import Place
from rulesets.by_fire_and_sword.armies.prices import small_force, squadron_limit
from rulesets.by_fire_and_sword.wording import armies as words
from rulesets.contract.lists import Lists
from rulesets.engine import constraints as c
from rulesets.engine.lists import ArmyList, Report, Violation

_NO_SQUADRON = frozenset(("Independent", "Commanded Musketeers"))  # BFS-22.14.d, BFS-22.6.a


def check(army: ArmyList, book: BfsBook | None = None) -> Report:
    """Report the FSP, the derived figures and every violation of a force (BFS-29.2.9).

    `book` is the list's own unless given. Raises ListError for a list of another system or an unknown book.
    """
    LISTS.expect(army)
    found = book or own_book(army)
    muster = Muster(army, found)
    engine = c.Muster(army)
    violations = [fault for rule in constraints(found, army.points) for fault in rule.faults(engine)]
    violations += _structure(muster)
    for levy in muster.levies:
        attached = [taken for each in muster.regiments for taken in each.attached]
        violations += levy_faults(levy, attached if levy is muster.head else ())
    violations += division_faults(muster)
    violations += _wagon_trains(muster)
    # Outside the years of a card is a violation only of a historical force; for any other it is a remark.
    late = list(_period(muster))
    historical = bool(army.extras.get("historical"))
    violations += late if historical else []
    if army.points:
        violations += c.over_budget(muster.fsp, army.points, LISTS.unit, "BFS-30.1")
    return Report(
        total=muster.fsp,
        limit=army.points,
        unit=LISTS.unit,
        violations=tuple(violations),
        derived=derived(force_of(muster), muster),
        lines=muster.lines,
        remarks=(*(() if historical else late), *_small(muster)),
    )


# ---------------------------------------------------------------------------- figures


def derived(found: Force, muster: Muster) -> dict[str, Any]:
    """Return FSP, FV (BFS-34.1), thresholds (BFS-34.2), RP line by line (BFS-33.1), motivation, squadrons."""
    allied = any(regiment.allied for regiment in found.regiments)
    return {
        "fsp": found.fsp,
        "fv": found.fv,
        "rp": found.rp,
        "rp_lines": [asdict(line) for line in reconnaissance_lines(found)],
        "cp": found.cp,
        "bases": found.bases,
        "units": len(found.units),
        "thresholds": [asdict(band) for band in thresholds(found.fv)],
        "marked": sorted(found.marked),
        "kind": found.kind,
        "small": found.small,
        "defensive": found.defensive,
        "special_rules": list(found.special_rules),
        "motivation": {each.id: each.motivation_level for each in found.regiments},
        "vanguard_rp": {
            each.id: reconnaissance_of(tuple(unit for unit in found.units if unit.regiment == each.id))
            for each in found.regiments
            if each.vanguard
        },
        "allied_transfer_cp": [allied_transfer_cost(points) for points in range(1, found.cp + 1) if allied],
        "squadrons": list(_squadrons(muster)),
        "obstacles": dict(muster.elements),
    }


def _squadrons(muster: Muster) -> Iterator[dict[str, Any]]:
    """Yield the identical units of one command of which two at least fit into one squadron (BFS-29.10.3).

    They are hints: squadrons are formed on the table.
    """
    for levy in muster.levies:
        alike: dict[str, list[Taken]] = {}
        for taken in levy.units:
            row = taken.place.unit
            if row and _NO_SQUADRON.isdisjoint(taken.profile.special):
                alike.setdefault(row.like or row.id, []).append(taken)
        for units in alike.values():
            limit = squadron_limit(units[0].profile.type)
            sizes = sorted(taken.bases for taken in units)
            if limit and len(units) > 1 and sizes[0] + sizes[1] <= limit:
                yield {
                    "command": levy.command.id,
                    "name": units[0].profile.name,
                    "units": tuple(taken.unit.id for taken in units),
                    "bases": tuple(taken.bases for taken in units),
                    "limit": limit,
                }


def allied_transfer_cost(points: int) -> int:
    """Return what handing over so many Command Points to an ally in range costs (BFS-29.5.3)."""
    return points + 1


# ---------------------------------------------------------------------------- constraints


def constraints(book: BfsBook, _points: int = 0) -> tuple[c.Constraint, ...]:
    """Return what can be said of a list of `book` entry by entry; `points` make no difference here."""
    if "constraints" not in book.memory:
        book.memory["constraints"] = tuple(_constraints(book))
    found: tuple[c.Constraint, ...] = book.memory["constraints"]
    return found


def _constraints(book: BfsBook) -> Iterator[c.Constraint]:
    labels = {row.id: row.label for row in book.entries} | {row.id: row.name for row in book.options}
    allowed = {row.id: frozenset(option.id for option in book.options_for(row.id)) for row in book.entries}
    yield c.KnownEntries(frozenset(book.entry_by_id), book.name, "BFS-29.2.9")
    yield c.OptionsFit(allowed, labels, "BFS-29.2.8")
    for card in book.document.card:
        places = book.places_of[card.id]
        yield c.BuiltFrom(card.id, tuple(_card_constraints(book, card, places)))


def _card_constraints(book: BfsBook, card: Card, places: tuple[Place, ...]) -> Iterator[c.Constraint]:
    """Yield how many units each place of a card demands and holds (BFS-29.2.3, BFS-29.2.5, BFS-29.2.7.a)."""
    for alike in _alike(places):
        entries = [book.entry_by_id[place.entry] for place in alike]
        place, few = alike[0], "core_incomplete"
        many = "additional_too_many" if place.additional else "level_overfilled"
        rule = "BFS-29.2.3" if place.level is None else "BFS-29.2.5"
        if place.additional:
            rule = "BFS-29.2.7.a"
        if len(alike) == 1:
            yield c.Range((place.entry,), entries[0].min, entries[0].max, entries[0].label, rule, few, many)
            continue
        # What several places lack of one unit is one fault, not one for each.
        least = sum(each.min for each in entries)
        yield c.Range(tuple(each.id for each in entries), least, None, entries[0].name, rule, few, many)
        for each in entries:
            yield c.Range((each.id,), 0, each.max, each.label, rule, few, many)
    prefix = f"{book.key}.{card.id}"
    better: dict[str, list[str]] = {}
    for note in card.note:
        if note.kind == "command_points":
            for target in note.applies_to or (card.core.commander[0].id,):
                better.setdefault(target, []).append(f"{prefix}.{note.id}")
        if note.kind in ("command_points", "equipment") and note.max:
            yield c.OptionCap(f"{prefix}.{note.id}", note.max, note.name, "BFS-29.2.8", "note_condition")
    for options in better.values():
        if len(options) > 1:
            yield c.Exclusive(tuple(options), "Command Points", "BFS-29.2.8")


def _alike(places: tuple[Place, ...]) -> list[list[Place]]:
    """Return the places of a card, those of one unit in its core together."""
    found: dict[str, list[Place]] = {}
    for place in places:
        core = place.level is None and not place.additional and place.unit is not None
        found.setdefault(f"unit {place.unit.id}" if core and place.unit else place.entry, []).append(place)
    return list(found.values())


# ---------------------------------------------------------------------------- the list as a whole


def _structure(muster: Muster) -> Iterator[Violation]:
    """Require a skirmish card, or a division card and then its regiments (BFS-29.2.9 (1), 29.4.1, 2.6)."""
    army, book = muster.army, muster.book
    cards = [book.card_by_id.get(command.card) for command in army.commands]
    for i, (command, card) in enumerate(zip(army.commands, cards, strict=True)):
        if card is None:
            what = words.not_a_card(command.card, book.name) if command.card else words.NO_CARD_CHOSEN
            cure = words.choose_one_of(book.card_by_id)
            yield Violation("BFS-29.2.9", "no_card", f"commands[{i}].card", f"{what}.", cure)
    kinds = [card.kind if card else "" for card in cards]
    if not kinds:
        yield Violation("BFS-29.2.9", "no_card", "commands", words.LIST_EMPTY, "Choose a card.")
    elif "division" in kinds:
        yield from _division_structure(kinds)
    else:
        yield from _skirmish_structure(kinds)


def _skirmish_structure(kinds: Sequence[str]) -> Iterator[Violation]:
    if "regiment" in kinds:
        where = f"commands[{kinds.index('regiment')}].card"
        message = words.REGIMENT_WITHOUT_DIVISION
        yield Violation("BFS-29.1", "wrong_card", where, message, words.CHOOSE_SKIRMISH_OR_DIVISION)
    if len(kinds) > 1:
        message, cure = words.SKIRMISH_ONE_CARD, words.REMOVE_OTHER_COMMANDS
        yield Violation("BFS-29.2.9", "several_cards", "commands[1].card", message, cure)


def _division_structure(kinds: Sequence[str]) -> Iterator[Violation]:
    if kinds[0] != "division":
        message = words.DIVISION_NOT_FIRST
        yield Violation("BFS-29.4.1", "wrong_card", "commands[0].card", message, words.PUT_FIRST)
    for i, kind in enumerate(kinds):
        path = f"commands[{i}].card"
        if kind == "skirmish":
            message = words.SKIRMISH_IN_DIVISION
            yield Violation("BFS-29.1", "wrong_card", path, message, words.CHOOSE_REGIMENT)
        if kind == "division" and i != kinds.index("division"):
            message = words.ONE_DIVISION_CARD
            yield Violation("BFS-29.4.1", "several_cards", path, message, words.REMOVE_THIS_ONE)


def _wagon_trains(muster: Muster) -> Iterator[Violation]:
    """Find more war wagon trains than regiments, or commanders (BFS-29.10.1, BFS-24.5.1)."""
    trains = [taken for _, taken in muster.everything() if taken.profile.wagon == "war"]
    if muster.regiments:
        most, what = len(muster.regiments), "regiments"
    else:
        most, what = sum(taken.place.is_commander for _, taken in muster.everything()), "commanders"
    if len(trains) > most:
        message = words.too_many_wagon_trains(len(trains), most, what)
        cure = words.join_or_remove(len(trains) - most)
        yield Violation("BFS-29.10.1", "too_many_wagon_trains", trains[most].path, message, cure)


def _period(muster: Muster) -> Iterator[Violation]:
    """Compare a card's years, both ends included, with the year of the campaign (BFS-29.2.1)."""
    year = int(muster.army.extras.get("campaign_year", 0))
    for levy in muster.levies if year else ():
        card = levy.card
        if not card.period_from <= year <= card.period_to:
            message = words.outside_period(card.name, card.period_from, card.period_to, year)
            cure = words.CHOOSE_CARD_OF_YEAR
            yield Violation("BFS-29.2.1", "period_mismatch", f"{levy.path}.card", message, cure)


def _small(muster: Muster) -> Iterator[Violation]:
    """Remark on a force that is small, by its card or by its FSP (BFS-30.5.1)."""
    head = muster.head
    if head and head.card.kind == "skirmish" and is_small(head.card, muster.fsp):
        why = words.SMALL_BY_CARD if head.card.small else words.small_with(muster.fsp)
        warn, most = small_force().casual_opponent_warn_fsp, small_force().casual_opponent_max_fsp
        message = words.small_force(why, warn, most)
        yield Violation("BFS-30.5.1", "small_force", head.path, message, words.NOTHING_TO_CHANGE)


ARMIES = Lists(rules=LISTS, check=check, constraints=constraints, samples=sample_lists)
