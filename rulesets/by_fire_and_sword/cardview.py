"""Army cards of By Fire and Sword as they are shown: core, levels, right-hand column, notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.by_fire_and_sword import reference, unitcard
from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import Additional, Card, Level, Note, Pick, Slot
from rulesets.by_fire_and_sword.armies.offers import Place
from rulesets.by_fire_and_sword.armies.printed import KINDS
from rulesets.by_fire_and_sword.cardlists import (
    bases,
    begin,
    beginnings,
    brings,
    choice,
    join,
    period,
    pick_name,
    place_name,
    slot_name,
)
from rulesets.by_fire_and_sword.provenance import card_marks, marks, sentences
from rulesets.contract.documents import list_rules
from rulesets.engine.books import Book
from rulesets.engine.cards import (
    ArmyCard,
    CardChoice,
    CardNote,
    CardPart,
    CardRules,
    CardSection,
    CardUnit,
    Figure,
)
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit
from rulesets.engine.wording import counted

PICKS = {1: "one of these", 2: "two of these", 3: "three of these"}


# ------------------------------------------------------------------------------------------------ cards


def cards(book: Book[Any]) -> tuple[ArmyCard, ...]:
    """Return every card of a book, with nothing taken."""
    assert isinstance(book, BfsBook)
    return tuple(_card(book, card, _Taken((), ())) for card in book.document.card)


def panels(army: ArmyList) -> tuple[ArmyCard | None, ...]:
    """Return for each command the card that it is built from, and what it has taken."""
    book = list_rules(army.system).book_of(army)
    assert isinstance(book, BfsBook)
    found: list[ArmyCard | None] = []
    for part in army.commands:
        card = book.card_by_id.get(part.card)
        found.append(_card(book, card, _Taken(_units_of(army, book, part), army.commands)) if card else None)
    return tuple(found)


def _units_of(army: ArmyList, book: BfsBook, part: ListCommand) -> tuple[ListUnit, ...]:
    """Return the units of a command, and those of its card that are attached elsewhere (BFS-29.7.2)."""
    others = tuple(
        unit
        for each in army.commands
        if each is not part
        for unit in each.units
        if (place := book.place_by_entry.get(unit.entry)) and place.card.id == part.card != each.card
    )
    return (*part.units, *others)


@dataclass(frozen=True, slots=True)
class _Taken:
    """The units that a command has taken of its card, and all commands of the list."""

    units: tuple[ListUnit, ...]
    commands: tuple[ListCommand, ...]

    def of(self, entry: str) -> int:
        return sum(unit.entry == entry for unit in self.units)

    def with_option(self, option: str) -> int:
        return sum(option in unit.options for unit in self.units)


def _card(book: BfsBook, card: Card, taken: _Taken) -> ArmyCard:
    texts = book.special_rule_by_name
    ours = card_marks(card.provenance)
    names = [
        *card.special_rules,
        *["Defensive Skirmish Force"] * card.defensive,
        *["Small Skirmish Force"] * card.small,
    ]
    return ArmyCard(
        id=card.id,
        name=card.name,
        kind=KINDS[card.kind],
        period=period(card),
        figures=tuple(_card_figures(card)),
        traits=tuple(
            reference.special(name, texts[name].text if name in texts else "", "special_rules" in ours)
            for name in names
        ),
        sections=tuple(_sections(book, card, taken)),
        notes=tuple(_note(book, card, note) for note in card.note),
        text=card.notes_text.strip(),
        regiments=tuple(_regiments_of(book, card)),
        joins=tuple(_joins(book, card, taken.commands)),
        marked=not ours.isdisjoint(("period_from", "period_to")),
        sources=tuple(sentences(card.provenance)),
    )


def _card_figures(card: Card) -> Iterator[Figure]:
    marked = card_marks(card.provenance)
    if card.kind == "division":
        number = str(sum(each.count for each in card.regiment))
        yield Figure("Regiments", number, "Compulsory regiments", "BFS-29.4.1", "regiment" in marked)
        most = "At most so many additional regiments"
        yield Figure("More", str(card.additional_max), most, "BFS-29.4.2", "additional_max" in marked)
    if card.motivation_percent is not None:
        share = f"{card.motivation_percent}%"
        words = "Motivation Coefficient: this share of its bases is the Motivation Level"
        yield Figure("Motivation", share, words, "BFS-29.3.1", "motivation_percent" in marked)
    if card.banner:
        words = "The mark that division cards know it by"
        yield Figure("Banner", card.banner, words, "BFS-29.3.2", "banner" in marked)


def _regiments_of(book: BfsBook, card: Card) -> Iterator[CardNote]:
    """Yield the regiments of a division's base, then those that it may have more (BFS-29.4.1-2)."""
    marked = card_marks(card.provenance)
    for base in card.regiment:
        words = f"{base.count}, compulsory" + ", allied" * base.allied
        name = book.card_by_id[base.card].name
        yield CardNote(name, words, "", words_marked="regiment" in marked)
    for more in card.allowed:
        words = f"up to {more.max_each} more" + ", allied" * more.allied
        name = book.card_by_id[more.card].name
        yield CardNote(name, words, "", words_marked="allowed" in marked)


def _joins(book: BfsBook, card: Card, commands: Sequence[ListCommand]) -> Iterator[CardChoice]:
    """Yield the regiments that the division may still be given, within its own limits (BFS-29.4.2)."""
    if card.kind != "division":
        return
    counts = Counter(each.card for each in commands)
    base = Counter({each.card: each.count for each in card.regiment})
    # The division's own command is listed among its commands, but is no regiment beyond the base.
    free = card.additional_max - sum((counts - base).values()) + counts[card.id]
    for each in card.regiment:
        if counts[each.card] < each.count:
            yield choice(book.card_by_id[each.card], "compulsory")
    for allowed in card.allowed:
        more = counts[allowed.card] - base[allowed.card]
        if free > 0 and more < allowed.max_each:
            yield choice(book.card_by_id[allowed.card], "allied" if allowed.allied else "")


# ------------------------------------------------------------------------------------------------ sections


def _sections(book: BfsBook, card: Card, taken: _Taken) -> Iterator[CardSection]:
    yield _core_section(book, card, taken)
    figures = card.figures()
    before, top = "", figures[0]
    for number, level in enumerate(card.level, 1):
        step = figures[number] - figures[number - 1]
        section = _level_section(book, card, level, step, before, taken)
        before = "" if section.reached else before or f"level {level.fsp}"
        top = top if before else figures[number]
        yield section
    if card.additional:
        parts = tuple(_additional(book, card, more, top, taken) for more in card.additional)
        yield CardSection("Additional", None, "", parts, rule="BFS-29.2.7.a")


def _core_section(book: BfsBook, card: Card, taken: _Taken) -> CardSection:
    parts = []
    for place in book.places_of[card.id]:
        if place.commander:
            parts.append(_given(book, place, 1, taken))
        elif place.slot and place.level is None:
            given = place.slot.compulsory
            parts.append(
                _given(book, place, place.slot.units, taken) if given else _optional(book, place, "", taken)
            )
    note = "taken in full"
    return CardSection(
        "Core", card.core.fsp, note, tuple(parts), bool(taken.units), "BFS-29.2.3", _priced(card)
    )


def _level_section(
    book: BfsBook, card: Card, level: Level, step: int, before: str, taken: _Taken
) -> CardSection:
    """Return a level with its picks, closed while nothing is taken of a level `before` it (BFS-29.2.5-6)."""
    chosen = sum(_pick_taken(book, card, pick, taken) for pick in level.pick)
    why = f"first take something from {before}" if before else ""
    if not why and chosen >= level.picks:
        why = "taken" if level.picks == 1 else f"{level.picks} are taken"
    parts = []
    for pick in level.pick:
        parts.append(_pick_part(book, card, pick, step, why, taken))
        for slot in pick.slot:
            if not slot.compulsory:
                place = book.place_by_entry[f"{book.key}.{card.id}.{slot.id}"]
                missing = "" if _pick_taken(book, card, pick, taken) else "take the pick first"
                parts.append(_optional(book, place, missing, taken))
    note = PICKS.get(level.picks, f"{level.picks} of these") if len(level.pick) > 1 else ""
    title = f"Level {level.fsp}"
    return CardSection(title, level.fsp, note, tuple(parts), chosen > 0, "BFS-29.2.5", _priced(card))


def _priced(card: Card) -> bool:
    """Return whether no source gives the FSP of the core and the levels."""
    return "fsp" in card_marks(card.provenance)


def _pick_taken(book: BfsBook, card: Card, pick: Pick, taken: _Taken) -> int:
    """Return how often a pick is taken: as often as the scarcest of what it brings stands in the list."""
    prefix = f"{book.key}.{card.id}"
    counts = [taken.of(f"{prefix}.{slot.id}") for slot in pick.slot if slot.compulsory]
    if pick.more_bases:
        counts.append(taken.with_option(f"{prefix}.{pick.id}"))
    return int(any(counts))


def _pick_part(book: BfsBook, card: Card, pick: Pick, step: int, why: str, taken: _Taken) -> CardPart:
    units = tuple(_slot_unit(book, card, slot) for slot in pick.slot if slot.compulsory)
    words = " or ".join(
        f"{counted(more.bases, 'base')} more for {place_name(book, card, more.slot)}"
        for more in pick.more_bases
    )
    return CardPart(
        id=pick.id,
        name=pick_name(book, card, pick),
        price=_fsp(step, "+"),
        units=units,
        words=words,
        taken=_pick_taken(book, card, pick, taken),
        why_not=why,
        marked=_priced(card),
        words_marked=not marks(pick.provenance).isdisjoint(("bases", "more_bases")),
        sources=tuple(sentences(pick.provenance)),
    )


def _given(book: BfsBook, place: Place, number: int, taken: _Taken) -> CardPart:
    row = place.slot or place.commander
    assert row is not None
    unit = _slot_unit(book, place.card, place.slot) if place.slot else _commander(book, place)
    return CardPart(
        id=row.id,
        name=unit.name,
        price="",
        units=(unit,),
        taken=taken.of(place.entry),
        most=number,
        why_not="" if taken.of(place.entry) < number else "given",
        given=True,
        sources=tuple(sentences(row.provenance)),
    )


def _optional(book: BfsBook, place: Place, why: str, taken: _Taken) -> CardPart:
    """Return a slot that may stay empty."""
    slot = place.slot
    assert slot is not None
    count = taken.of(place.entry)
    return CardPart(
        id=slot.id,
        name=slot_name(book, slot),
        price=_fsp(slot.fsp, "+") if slot.fsp else "free",
        units=(_slot_unit(book, place.card, slot),),
        words="optional",
        taken=count,
        most=slot.units,
        why_not=why or ("taken" if count >= slot.units else ""),
        marked="fsp" in marks(slot.provenance),
        sources=tuple(sentences(slot.provenance)),
    )


def _additional(book: BfsBook, card: Card, more: Additional, top: int, taken: _Taken) -> CardPart:
    """Return a line of the right-hand column, open from its level on (BFS-29.2.7)."""
    place = book.place_by_entry[f"{book.key}.{card.id}.{more.id}"]
    count = taken.of(place.entry)
    ours = marks(more.provenance)
    why = f"from level {more.level} on" if more.level > top else ""
    if not why and count >= more.max:
        why = "taken" if more.max == 1 else f"{count} of {more.max} taken"
    if more.kind == "commander":
        unit = _commander(book, place)
    else:
        grey = max([more.optional, *(each.bases - more.bases for each in more.by_level)])
        unit = _card_unit(book, place, 1, more.bases, grey, more.equipment)
    words = [f"from level {more.level} on"] * bool(more.level) + [f"up to {more.max}"] * (more.max > 1)
    words += [f"level {each.level}: up to {each.bases} bases" for each in more.by_level]
    words += [f"up to {step.bases} bases {step.fsp} FSP" for step in more.fsp_steps]
    return CardPart(
        id=more.id,
        name=unit.name,
        price=_additional_price(more),
        units=(unit,),
        words=", ".join(words),
        taken=count,
        most=more.max,
        why_not=why,
        marked=not ours.isdisjoint(("fsp", "fsp_steps")),
        words_marked=not ours.isdisjoint(("level", "by_level", "fsp_steps", "max")),
        sources=tuple(sentences(more.provenance)),
    )


def _additional_price(more: Additional) -> str:
    if more.fsp_steps:
        prices = [step.fsp for step in more.fsp_steps]
        if min(prices) != max(prices):
            return f"+{min(prices)} to {max(prices)} FSP"
        return _fsp(prices[0], "+")
    return _fsp(more.fsp, "+") if more.fsp else "free"


def _fsp(number: int, sign: str = "") -> str:
    return f"{sign}{number} FSP"


# ------------------------------------------------------------------------------------------------ units


def _slot_unit(book: BfsBook, card: Card, slot: Slot) -> CardUnit:
    place = book.place_by_entry[f"{book.key}.{card.id}.{slot.id}"]
    return _card_unit(book, place, slot.units, slot.bases, slot.optional, slot.equipment)


def _card_unit(book: BfsBook, place: Place, number: int, black: int, grey: int, note: str) -> CardUnit:
    shown = unitcard.card(book, place.entry, ())
    return CardUnit(
        entry=place.entry,
        name=shown.name or book.entry_by_id[place.entry].name,
        sign=shown.sign,
        kind=shown.kind,
        number=number,
        bases=black,
        optional=grey,
        line=shown.figures,
        arms=", ".join(trait.name for trait in (*shown.weapons, *shown.traits)),
        note=note,
        size_marked=not book.marked(place.entry).isdisjoint(("bases", "optional")),
        arms_marked=any(trait.marked for trait in (*shown.weapons, *shown.traits)),
    )


def _commander(book: BfsBook, place: Place) -> CardUnit:
    profile = book.unit(place.entry)
    row = place.commander or place.additional
    assert row is not None
    points = str(profile.command_points)
    marked = "command_points" in book.marked(place.entry)
    return CardUnit(
        entry=place.entry,
        name=profile.name,
        sign=unitcard.sign(profile, place.chief and place.card.kind != "regiment"),
        kind="Commander",
        line=(Figure("CP", points, "Command points", "BFS-29.2.3", marked),),
        note="historical" if row.historical else "",
    )


# ------------------------------------------------------------------------------------------------ notes


_SOLD = frozenset({"bases", "command_points", "rank", "sets", "adds", "applies_to", "from_bases", "max"})
"""What a note sells, and to whom."""


def _note(book: BfsBook, card: Card, note: Note) -> CardNote:
    ours = marks(note.provenance)
    return CardNote(
        name=note.name,
        words=note.text.strip() or "; ".join(_note_words(book, card, note)),
        price=_fsp(note.fsp, "+") + _PER[note.per] * (note.kind == "equipment") if note.fsp else "",
        marked="fsp" in ours,
        words_marked=not ours.isdisjoint(_SOLD),
        sources=tuple(sentences(note.provenance)),
    )


_PER = {"unit": " a unit", "base": " a base", "card": ""}


def _note_words(book: BfsBook, card: Card, note: Note) -> Iterator[str]:
    """Yield what a note buys and on what conditions, for one whose book gives no text."""
    whom = " and ".join(place_name(book, card, row) for row in note.applies_to)
    if note.kind == "command_points":
        yield f"{note.command_points} command points" + (f" for {whom}" if whom else "")
    elif note.kind == "bases":
        yield f"up to {note.bases} grey bases of {whom} together"
    elif note.kind == "free_bases":
        yield f"{note.bases} free bases of {whom} in a force of {note.from_bases} bases or more"
    elif whom:
        yield f"for {whom}"
    if note.most_units is not None:
        yield f"at most {note.most_units} units"
    if note.most_bases is not None:
        yield f"at most {note.most_bases} bases"
    if note.needs_level:
        yield f"from level {note.needs_level} on"
    if note.needs_pick:
        yield f"with {' or '.join(note.needs_pick)}"
    if note.max:
        yield "once" if note.max == 1 else f"up to {note.max} times"


CARDS = CardRules(
    beginnings=beginnings,
    begin=begin,
    join=join,
    cards=cards,
    panels=panels,
    brings=brings,
    bases=bases,
)
