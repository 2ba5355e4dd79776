"""What the cards of a book offer: their places as entries, and what they sell beside as options.

An entry is a place on a card: a slot, a commander or a line of the right-hand column, with the id
`<book>.<card>.<place>`. An option is a note of the card, a pick that only adds bases, a portable obstacle, or
how a unit or regiment is used in a division.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rulesets.by_fire_and_sword.armies.cards import (
    Additional,
    BookDocument,
    Card,
    CommanderRow,
    Level,
    Note,
    Obstacle,
    Pick,
    Slot,
    UnitProfile,
    UnitRow,
)
from rulesets.by_fire_and_sword.wording import armies as words
from rulesets.engine.books import CountLimit, Entry, NoLimit, Option, Provenance

OBSTACLES: Mapping[Obstacle, str] = {
    "kobylica": "kobylicas",
    "caltrops": "caltrops",
    "chevaux_de_frise": words.CHEVAUX_DE_FRISE,
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where on a card an entry stands: one of `slot`, `commander` and `additional` is set.

    `path` leads to it in the document. `level` and `pick` are None in the core and in the right-hand column.
    """

    entry: str
    card: Card
    path: str
    slot: Slot | None = None
    commander: CommanderRow | None = None
    additional: Additional | None = None
    level: Level | None = None
    pick: Pick | None = None
    unit: UnitRow | None = None

    @property
    def row(self) -> Slot | CommanderRow | Additional:
        """Return the one of the three that is set."""
        row = self.slot or self.commander or self.additional
        assert row is not None
        return row

    @property
    def id(self) -> str:
        """Return the id on the card."""
        return self.row.id

    @property
    def is_commander(self) -> bool:
        """Return True for commanders of the core and of the right-hand column."""
        return self.unit is None

    @property
    def chief(self) -> bool:
        """Return True for the first commander of the core (BFS-29.10.4)."""
        return self.commander is not None and self.commander is self.card.core.commander[0]


@dataclass(frozen=True, slots=True)
class Use:
    """What an option stands for: a note, a pick of more bases, so many elements of an obstacle, or a use."""

    card: Card
    note: Note | None = None
    pick: Pick | None = None
    level: Level | None = None
    obstacle: Obstacle | None = None
    elements: int = 0
    use: Literal["", "vanguard", "under_artillery"] = ""


# ---------------------------------------------------------------------------- entries


def places(document: BookDocument) -> Iterator[Place]:
    """Yield every place of every card, in the order of the document."""
    units = {unit.id: unit for unit in document.unit}
    for number, card in enumerate(document.card):
        where, prefix = f"card[{number}]", f"{document.key}.{card.id}"
        for i, commander in enumerate(card.core.commander):
            path = f"{where}.core.commander[{i}]"
            yield Place(f"{prefix}.{commander.id}", card, path, commander=commander)
        for path, slot, level, pick in card.slots():
            unit = units[slot.unit]
            entry = f"{prefix}.{slot.id}"
            yield Place(entry, card, f"{where}.{path}", slot=slot, level=level, pick=pick, unit=unit)
        for i, more in enumerate(card.additional):
            unit_row = units[more.unit] if more.kind == "unit" else None
            path = f"{where}.additional[{i}]"
            yield Place(f"{prefix}.{more.id}", card, path, additional=more, unit=unit_row)


def entries(document: BookDocument) -> Iterator[Entry[UnitProfile]]:
    """Yield the places as entries of the book, each with a label of its own."""
    found = list(places(document))
    labels = _labels(document, found)
    for place in found:
        low, high = _range(place)
        profile = _profile(place)
        yield Entry(
            id=place.entry,
            name=profile.name,
            label=labels[place.entry],
            min=low,
            max=high,
            points=_price(place),
            profile=profile,
            provenance=_provenance(place),
        )


def _range(place: Place) -> tuple[int, int]:
    """Return how many units of this place its card demands and allows (BFS-29.2.3, BFS-29.2.5)."""
    if place.commander:
        return 1, 1
    if place.slot:
        demanded = place.slot.compulsory and place.level is None
        return (place.slot.units if demanded else 0), place.slot.units
    assert place.additional is not None
    return 0, place.additional.max


def _price(place: Place) -> int:
    if place.slot:
        return 0 if place.slot.compulsory else place.slot.fsp
    # With free bases the price depends on how many more are taken: the levy works it out.
    return place.additional.fsp if place.additional and not place.additional.bases else 0


_OF_THE_UNIT = (
    "type", "skill", "morale", "armor", "crew_armor", "close_combat", "shooting", "move_cm", "strength",
    "weapons", "special", "wagon", "gun", "carries", "reserves",
)  # fmt: skip
_OF_THE_CARD = ("bases", "optional", "equipment")


def _profile(place: Place) -> UnitProfile:
    if place.unit is None:
        row = place.commander or place.additional
        assert row is not None
        name, points = f"{row.rank} {row.name}".strip(), row.command_points
        return UnitProfile(name=name, type="commander", rank=row.rank, command_points=points, strength=1)
    values = {name: getattr(place.unit, name) for name in _OF_THE_UNIT}
    values |= {name: getattr(place.row, name) for name in _OF_THE_CARD}
    return UnitProfile(name=place.row.name or place.unit.name, **values)


def _provenance(place: Place) -> Provenance:
    """Return where the values of an entry come from: the unit's own and those of its place on the card."""
    if place.unit is None:
        return place.row.provenance
    one, other = place.unit.provenance, place.row.provenance
    ranks = ("high", "medium", "low")
    return Provenance(
        reconstructed=tuple(dict.fromkeys((*one.reconstructed, *other.reconstructed))),
        reread=tuple(dict.fromkeys((*one.reread, *other.reread))),
        ours=tuple(dict.fromkeys((*one.ours, *other.ours))),
        printed={**one.printed, **other.printed},
        confidence=max(one.confidence, other.confidence, key=ranks.index),
        note=" ".join(note for note in dict.fromkeys((one.note, other.note)) if note),
    )


def _labels(document: BookDocument, places: Sequence[Place]) -> dict[str, str]:
    """Return a label for each entry: name and where it stands, with card and id where need be."""
    several = len(document.card) > 1
    labels = {}
    for place in places:
        where = f"{place.card.name} {_where(place)}" if several else _where(place)
        labels[place.entry] = f"{_profile(place).name} ({where})"
    # Lists may name an entry by its label, so no two entries may share one.
    counts = Counter(label.lower() for label in labels.values())
    return {
        entry: f"{label[:-1]} {places[i].id})" if counts[label.lower()] > 1 else label
        for i, (entry, label) in enumerate(labels.items())
    }


def _where(place: Place) -> str:
    if place.additional:
        return "additional"
    return f"level {place.level.fsp}" if place.level else "core"


# ---------------------------------------------------------------------------- options


def options(document: BookDocument) -> Iterator[tuple[Option, Use]]:
    """Yield what the cards sell beside units, and what each option stands for."""
    for card in document.card:
        prefix = f"{document.key}.{card.id}"
        for note in card.note:
            if note.kind in ("command_points", "equipment"):
                yield _note_option(prefix, card, note), Use(card, note=note)
        for _, level, pick in card.picks():
            if pick.more_bases:
                yield _pick_option(prefix, pick), Use(card, pick=pick, level=level)
        if card.kind != "skirmish":
            yield from _obstacle_options(document, prefix, card)
            yield from _division_options(prefix, card)


def _note_option(prefix: str, card: Card, note: Note) -> Option:
    targets = note.applies_to or (card.core.commander[0].id,)
    sets: dict[str, Any] = dict(note.sets)
    if note.kind == "command_points":
        sets = {"command_points": note.command_points, **({"rank": note.rank} if note.rank else {})}
    return Option(
        id=f"{prefix}.{note.id}",
        name=note.name,
        effect=note.text or note.name,
        kind="upgrade",
        applies_to=tuple(f"{prefix}.{target}" for target in targets),
        limit=CountLimit(type="count", count=note.max) if note.max else NoLimit(type="any"),
        # What is priced by base or by card is no matter of a single unit: the levy works it out.
        points=note.fsp if note.per == "unit" else 0,
        sets=sets,
        adds=note.adds,
        rules=("BFS-29.2.8",),
        provenance=note.provenance,
    )


def _pick_option(prefix: str, pick: Pick) -> Option:
    text = " or ".join(dict.fromkeys(words.bases_more(more.bases) for more in pick.more_bases))
    return Option(
        id=f"{prefix}.{pick.id}",
        name=pick.name or text,
        effect=words.for_fsp_of_level(text),
        kind="upgrade",
        applies_to=tuple(f"{prefix}.{more.slot}" for more in pick.more_bases),
        limit=NoLimit(type="any"),
        points=0,
        rules=("BFS-29.2.5",),
        provenance=pick.provenance,
    )


def _obstacle_options(document: BookDocument, prefix: str, card: Card) -> Iterator[tuple[Option, Use]]:
    """Yield obstacles: as many kobylicas as a unit has bases, others up to a number (BFS-29.9.4)."""
    units = {unit.id: unit for unit in document.unit}
    carriers: list[tuple[str, Slot | Additional]] = [(slot.unit, slot) for _, slot, _, _ in card.slots()]
    carriers += [(more.unit, more) for more in card.additional if more.kind == "unit"]
    for obstacle, text in OBSTACLES.items():
        able = [row for unit, row in carriers if obstacle in units[unit].carries]
        most = max((row.bases + row.optional for row in able), default=0)
        for number in _numbers(obstacle, most):
            slug = f"with-{obstacle.replace('_', '-')}" + (f"-{number}" if number else "")
            option = Option(
                id=f"{prefix}.{slug}",
                name=f"{number} {text}" if number else text.capitalize(),
                effect=words.carries_obstacles(number, text),
                kind="upgrade",
                applies_to=tuple(f"{prefix}.{row.id}" for row in able),
                limit=NoLimit(type="any"),
                points=0,
                rules=("BFS-29.9.2", "BFS-29.9.3", "BFS-29.9.4"),
            )
            yield option, Use(card, obstacle=obstacle, elements=number)


def _numbers(obstacle: Obstacle, bases: int) -> Sequence[int]:
    """Yield how many elements a unit of up to `bases` may carry; 0: as many as it has bases."""
    if obstacle == "kobylica":
        return (0,) if bases else ()
    return range(1, (bases // 2 if obstacle == "caltrops" else bases) + 1)


def _division_options(prefix: str, card: Card) -> Iterator[tuple[Option, Use]]:
    """Yield units under the artillery commander and the Vanguard regiment (BFS-29.7.2, BFS-29.7.5)."""
    if card.kind == "regiment":
        option = _flag(prefix, "vanguard", "Vanguard", (card.core.commander[0].id,), "BFS-29.7.5")
        yield option, Use(card, use="vanguard")
    units = tuple(each.id for each in card.additional if each.kind == "unit" and not each.role)
    if units and any(each.role == "artillery_commander" for each in card.additional):
        option = _flag(prefix, "under-artillery", words.UNDER_ARTILLERY_COMMANDER, units, "BFS-29.7.2")
        yield option, Use(card, use="under_artillery")


def _flag(prefix: str, slug: str, name: str, places: Sequence[str], rule: str) -> Option:
    return Option(
        id=f"{prefix}.{slug}",
        name=name,
        effect=name,
        kind="formation",
        applies_to=tuple(f"{prefix}.{place}" for place in places),
        limit=NoLimit(type="any"),
        points=0,
        rules=(rule,),
    )
