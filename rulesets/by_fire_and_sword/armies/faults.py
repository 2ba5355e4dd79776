"""What is wrong with a book document beyond its types: every fault with its path (BFS-29.1 to BFS-29.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from pydantic import ValidationError

from rulesets.by_fire_and_sword.armies.cards import (
    Additional,
    BookDocument,
    Card,
    Level,
    Note,
    Pick,
    Slot,
    UnitProfile,
    UnitRow,
)
from rulesets.by_fire_and_sword.wording import books as words
from rulesets.engine.books import NoLimit, Option, changed_profile
from rulesets.engine.errors import Fault
from rulesets.engine.lists.document import MAX_COMMANDS

_FORBIDDEN_IN_NAMES = frozenset(',":;\n[]')
_RESERVED = ("vanguard", "under-artillery")
_CHANGEABLE = frozenset(field.name for field in fields(UnitProfile)) - {
    "type", "bases", "optional", "wagon", "gun", "reserves", "rank", "command_points",
}  # fmt: skip


def faults(document: BookDocument) -> Iterator[Fault]:
    """Yield every fault of a document whose types are right, in the order of the document."""
    yield from _doubles((f"unit[{i}].id", unit.id) for i, unit in enumerate(document.unit))
    yield from _doubles(
        (f"special_rule[{i}].name", rule.name) for i, rule in enumerate(document.special_rule)
    )
    yield from _doubles((f"card[{i}].id", card.id) for i, card in enumerate(document.card))
    yield from _doubles((f"card[{i}].name", card.name.lower()) for i, card in enumerate(document.card))
    for i, unit in enumerate(document.unit):
        yield from _unit_faults(f"unit[{i}]", unit)
    for i, card in enumerate(document.card):
        yield from _CardFaults(document, f"card[{i}]", card).all()


def _doubles(values: Iterator[tuple[str, str]]) -> Iterator[Fault]:
    found = list(values)
    counts = Counter(value for _, value in found)
    seen: set[str] = set()
    for path, value in found:
        if value in seen:
            yield Fault(path, words.used_twice(value, counts[value]))
        seen.add(value)


def _name_faults(path: str, name: str) -> Iterator[Fault]:
    if _FORBIDDEN_IN_NAMES & set(name):
        yield Fault(path, words.forbidden_in_name(name))


def _unit_faults(path: str, unit: UnitRow) -> Iterator[Fault]:
    yield from _name_faults(f"{path}.name", unit.name)
    if (unit.type == "artillery") != bool(unit.gun):
        yield Fault(f"{path}.gun", words.GUN_OF_ARTILLERY)
    if (unit.type == "wagons") != bool(unit.wagon):
        yield Fault(f"{path}.wagon", words.WAGON_OF_WAGONS)


@dataclass(frozen=True)
class _CardFaults:
    """The faults of one card."""

    document: BookDocument
    path: str
    card: Card

    def all(self) -> Iterator[Fault]:
        card = self.card
        yield from _name_faults(f"{self.path}.name", card.name)
        if card.period_from > card.period_to:
            yield Fault(
                f"{self.path}.period_to", words.ends_before_it_begins(card.period_to, card.period_from)
            )
        yield from self._kind()
        yield from self._ids()
        for path, slot, _, _ in card.slots():
            yield from self._slot(f"{self.path}.{path}", slot)
        yield from self._levels()
        for path, level, pick in card.picks():
            yield from self._pick(f"{self.path}.{path}", level, pick)
        for i, more in enumerate(card.additional):
            yield from self._additional(f"{self.path}.additional[{i}]", more)
        for i, note in enumerate(card.note):
            yield from self._note(f"{self.path}.note[{i}]", note)
        yield from self._grey_bases()
        yield from self._regiments()

    # -------------------------------------------------------------------- look-ups

    @cached_property
    def units(self) -> Mapping[str, UnitRow]:
        return {unit.id: unit for unit in self.document.unit}

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        return {slot.id: slot for _, slot, _, _ in self.card.slots()}

    @cached_property
    def commanders(self) -> frozenset[str]:
        more = {each.id for each in self.card.additional if each.kind == "commander"}
        return frozenset(more | {commander.id for commander in self.card.core.commander})

    @cached_property
    def unit_places(self) -> frozenset[str]:
        more = {each.id for each in self.card.additional if each.kind == "unit"}
        return frozenset(more | self.slots.keys())

    @cached_property
    def picks(self) -> frozenset[str]:
        return frozenset(pick.id for _, _, pick in self.card.picks())

    # -------------------------------------------------------------------- the card

    def _kind(self) -> Iterator[Fault]:
        card, path = self.card, self.path
        if card.kind == "regiment" and card.motivation_percent is None:
            yield Fault(f"{path}.motivation_percent", words.REGIMENT_NEEDS_RANGE)
        if card.kind != "regiment" and card.motivation_percent is not None:
            yield Fault(f"{path}.motivation_percent", words.FOR_REGIMENTS_ONLY)
        if card.kind == "division" and not card.regiment:
            yield Fault(f"{path}.regiment", words.DIVISION_NEEDS_REGIMENTS)
        for key in ("regiment", "allowed"):
            if card.kind != "division" and getattr(card, key):
                yield Fault(f"{path}.{key}", words.FOR_DIVISIONS_ONLY)
        if card.kind != "division" and not card.core.slot:
            yield Fault(f"{path}.core.slot", words.CORE_NEEDS_UNIT)

    def _ids(self) -> Iterator[Fault]:
        card, path = self.card, self.path
        ids = [(f"{path}.core.commander[{i}].id", row.id) for i, row in enumerate(card.core.commander)]
        ids += [(f"{path}.{where}.id", slot.id) for where, slot, _, _ in card.slots()]
        ids += [(f"{path}.{where}.id", pick.id) for where, _, pick in card.picks()]
        ids += [(f"{path}.additional[{i}].id", more.id) for i, more in enumerate(card.additional)]
        ids += [(f"{path}.note[{i}].id", note.id) for i, note in enumerate(card.note)]
        yield from _doubles(iter(ids))
        for where, value in ids:
            if value in _RESERVED or value.startswith("with-"):
                yield Fault(where, words.has_other_meaning(value))
        for i, row in enumerate(card.core.commander):
            for key in ("rank", "name"):
                yield from _name_faults(f"{path}.core.commander[{i}].{key}", getattr(row, key))
        names = [(f"{path}.note[{i}].name", note.name.lower()) for i, note in enumerate(card.note)]
        yield from _doubles(iter(names))

    def _slot(self, path: str, slot: Slot) -> Iterator[Fault]:
        yield from self._unit_exists(f"{path}.unit", slot.unit)
        yield from _name_faults(f"{path}.name", slot.name)
        if slot.compulsory and slot.fsp:
            yield Fault(f"{path}.fsp", words.PRICE_OF_EMPTY_SLOTS)

    def _unit_exists(self, path: str, unit: str) -> Iterator[Fault]:
        if unit not in self.units:
            yield Fault(path, words.not_a_unit(unit) if unit else "is missing")

    def _levels(self) -> Iterator[Fault]:
        before = self.card.core.fsp
        for i, level in enumerate(self.card.level):
            path = f"{self.path}.level[{i}]"
            if self.card.level_figure == "total" and level.fsp <= before:
                yield Fault(f"{path}.fsp", words.total_must_rise(level.fsp, before))
            before = level.fsp
            if level.picks > len(level.pick):
                yield Fault(f"{path}.picks", words.more_picks_than_there_are(level.picks, len(level.pick)))

    def _pick(self, path: str, level: Level, pick: Pick) -> Iterator[Fault]:
        yield from _name_faults(f"{path}.name", pick.name)
        if not pick.slot and not pick.more_bases:
            yield Fault(path, words.PICK_BRINGS_NOTHING)
        if pick.slot and pick.more_bases:
            yield Fault(path, words.PICK_BRINGS_BOTH)
        lower = self.card.level[: self.card.level.index(level)]
        below = {slot.id for _, slot, where, _ in self.card.slots() if where is None or where in lower}
        for i, more in enumerate(pick.more_bases):
            if more.slot not in below:
                yield Fault(
                    f"{path}.more_bases[{i}].slot",
                    words.not_a_slot_below(more.slot),
                )

    def _reached(self, path: str, level: int) -> Iterator[Fault]:
        figures = self.card.figures()
        if level and level not in figures:
            known = ", ".join(str(figure) for figure in figures)
            yield Fault(path, words.not_a_level(level, known))

    def _additional(self, path: str, more: Additional) -> Iterator[Fault]:
        yield from self._reached(f"{path}.level", more.level)
        yield from _name_faults(f"{path}.name", more.name)
        for i, by_level in enumerate(more.by_level):
            yield from self._reached(f"{path}.by_level[{i}].level", by_level.level)
        if more.kind == "commander":
            yield from _name_faults(f"{path}.rank", more.rank)
            if not more.rank:
                yield Fault(f"{path}.rank", "is missing")
            if not more.command_points:
                yield Fault(f"{path}.command_points", "is missing")
            for key in ("unit", "bases", "optional", "by_level", "fsp_steps"):
                if getattr(more, key):
                    yield Fault(f"{path}.{key}", words.FOR_UNITS_ONLY)
            return
        yield from self._unit_exists(f"{path}.unit", more.unit)
        if not (more.bases or more.optional or more.by_level):
            yield Fault(f"{path}.bases", words.ADDITIONAL_NEEDS_BASES)
        if more.fsp and more.fsp_steps:
            yield Fault(f"{path}.fsp_steps", words.TWO_PRICES)
        steps = [step.bases for step in more.fsp_steps]
        if steps != sorted(set(steps)):
            yield Fault(f"{path}.fsp_steps", words.STEPS_MUST_RISE)
        highest = max((each.bases for each in more.by_level), default=more.bases + more.optional)
        if steps and steps[-1] + more.bases < highest:
            yield Fault(f"{path}.fsp_steps", words.steps_end_early(steps[-1], highest))
        if more.role == "artillery_commander":
            yield Fault(f"{path}.role", words.FOR_COMMANDERS_ONLY)
        if more.role == "crew" and (more.fsp or any(step.fsp for step in more.fsp_steps)):  # BFS-29.10.2
            key = "fsp" if more.fsp else "fsp_steps"
            yield Fault(f"{path}.{key}", words.CREW_COSTS_NOTHING)

    # -------------------------------------------------------------------- notes

    def _note(self, path: str, note: Note) -> Iterator[Fault]:
        yield from _name_faults(f"{path}.name", note.name)
        yield from self._reached(f"{path}.needs_level", note.needs_level)
        for i, pick in enumerate(note.needs_pick):
            if pick not in self.picks:
                yield Fault(f"{path}.needs_pick[{i}]", words.not_a_pick(pick))
        for i, other in enumerate(note.excludes):
            if other not in self.picks | self.unit_places | self.commanders:
                yield Fault(f"{path}.excludes[{i}]", words.not_a_place_or_pick(other))
        yield from self._targets(path, note)
        if note.kind == "command_points" and not note.command_points:
            yield Fault(f"{path}.command_points", "is missing")
        if note.kind in ("bases", "free_bases") and not note.bases:
            yield Fault(f"{path}.bases", "is missing")
        if note.kind == "equipment":
            yield from self._equipment(path, note)
        elif note.sets or note.adds:
            yield Fault(f"{path}.sets", words.FOR_EQUIPMENT_ONLY)
        if note.kind == "restriction" and note.fsp:
            yield Fault(f"{path}.fsp", words.NOT_FOR_RESTRICTIONS)

    def _targets(self, path: str, note: Note) -> Iterator[Fault]:
        known = self.commanders if note.kind == "command_points" else self.unit_places
        if note.kind == "restriction":
            known = self.unit_places | self.commanders
        elif note.kind == "bases":
            known = frozenset(self.slots)
        what = "commander" if note.kind == "command_points" else words.SLOT_OR_ADDITIONAL
        for i, target in enumerate(note.applies_to):
            if target not in known:
                yield Fault(f"{path}.applies_to[{i}]", words.not_a_target(target, what))
        if note.kind != "command_points" and not note.applies_to:
            yield Fault(f"{path}.applies_to", "is missing")

    def _equipment(self, path: str, note: Note) -> Iterator[Fault]:
        for key in ("sets", "adds"):
            for name in getattr(note, key):
                if name not in _CHANGEABLE:
                    yield Fault(f"{path}.{key}.{name}", words.NOT_CHANGED_BY_EQUIPMENT)
        if not {*note.sets, *note.adds} <= _CHANGEABLE:
            return
        option = Option(
            id=note.id, name=note.name, effect="", kind="upgrade", applies_to=(),
            limit=NoLimit(type="any"), points=0, sets=note.sets, adds=note.adds,
        )  # fmt: skip
        try:
            changed_profile(UnitProfile(name="any", type="infantry"), [option])
        except (ValidationError, TypeError) as error:
            first = error.errors()[0] if isinstance(error, ValidationError) else None
            key = str(first["loc"][0]) if first else next(iter(note.adds))
            message = first["msg"].lower() if first else words.NOT_A_LIST_OF_NAMES
            yield Fault(f"{path}.{'sets' if key in note.sets else 'adds'}.{key}", message)

    def _grey_bases(self) -> Iterator[Fault]:
        """Check that one note alone says what grey bases cost (BFS-29.2.4)."""
        priced = Counter(
            target for note in self.card.note if note.kind == "bases" for target in note.applies_to
        )
        for path, slot, _, _ in self.card.slots():
            if slot.optional and not priced[slot.id]:
                yield Fault(f"{self.path}.{path}.optional", words.NO_PRICE_OF_GREY_BASES)
            if priced[slot.id] > 1:
                yield Fault(f"{self.path}.{path}.optional", words.TWO_PRICES_OF_GREY_BASES)
            if priced[slot.id] and not slot.optional:
                yield Fault(f"{self.path}.{path}.optional", words.NO_GREY_BASES_TO_SELL)

    # -------------------------------------------------------------------- divisions

    def _regiments(self) -> Iterator[Fault]:
        cards = {card.id: card for card in self.document.card}
        compulsory, room = sum(row.count for row in self.card.regiment), MAX_COMMANDS - 1
        if compulsory > room:  # the staff of the division is a command of its list too
            yield Fault(f"{self.path}.regiment", words.too_many_compulsory_regiments(compulsory, room))
        for key, names in (
            ("regiment", [row.card for row in self.card.regiment]),
            ("allowed", [row.card for row in self.card.allowed]),
        ):
            for i, name in enumerate(names):
                path = f"{self.path}.{key}[{i}].card"
                if name not in cards:
                    yield Fault(path, words.not_a_card(name))
                elif cards[name].kind != "regiment":
                    yield Fault(path, words.not_a_regiment_card(name))
            yield from _doubles((f"{self.path}.{key}[{i}].card", name) for i, name in enumerate(names))
