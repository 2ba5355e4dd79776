"""The book document of By Fire and Sword: units with their characteristics and the cards they stand on.

These dataclasses are the document as it is written in TOML or JSON, for the books that ship and for those of
users alike. A card is a Skirmish Force, a Regiment or a Division (BFS-29.1): a core, levels with picks, the
right-hand column of additional commanders and units, and notes. FSP are Force Strength Points, bases are
rows of silhouettes: black ones come with the price, grey ones are optional (BFS-29.2.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import accumulate
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from rulesets.engine.books import Provenance, data

_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
BookKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=48)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=_LINE)]
Line = Annotated[str, StringConstraints(max_length=200, pattern=_LINE)]
Prose = Annotated[str, StringConstraints(max_length=5000)]
Count = Annotated[int, Field(ge=0, le=100)]
Some = Annotated[int, Field(ge=1, le=100)]
Value = Annotated[int, Field(ge=0, le=20)]
Year = Annotated[int, Field(ge=1, le=3000)]

UnitType = Literal["cavalry", "dragoons", "infantry", "artillery", "wagons"]
CardKind = Literal["skirmish", "regiment", "division"]
Obstacle = Literal["kobylica", "caltrops", "chevaux_de_frise"]
NoteKind = Literal["command_points", "bases", "equipment", "free_bases", "restriction"]

MOUNTED: frozenset[str] = frozenset(("cavalry", "dragoons"))


@data
class UnitRow:
    """The characteristics of a unit (BFS-3.1, BFS-3.9). `move_cm`: basic and, if any, Additional Move.

    `crew_armor` is a war wagon's second Armor value. `like`: units of one `like` may stand in a squadron
    together (BFS-29.10.3), each unit with others of its own id anyway. `carries`: the portable obstacles that
    it may carry (BFS-28.1.1). `reserves`: whether it may be drawn for Delay and Outmaneuver (BFS-32.6).
    """

    id: Id
    name: Name
    type: UnitType
    skill: Value
    morale: Value
    armor: Value
    crew_armor: Value | None = None
    close_combat: Value
    shooting: Value
    move_cm: Annotated[tuple[Count, ...], Field(min_length=1, max_length=2)]
    strength: Some = 3
    weapons: tuple[Name, ...] = ()
    special: tuple[Name, ...] = ()
    wagon: Literal["", "war", "transport", "ammunition"] = ""
    gun: Literal["", "light", "medium", "heavy"] = ""
    like: Id | Literal[""] = ""
    carries: tuple[Obstacle, ...] = ()
    reserves: bool = True
    provenance: Provenance = field(default_factory=Provenance)


@data
class SpecialRule:
    """A special rule by the name that cards and units give it.

    `reconnaissance`: the RP that a force with it has more.
    """

    name: Name
    text: Prose = ""
    reconnaissance: Count = 0
    provenance: Provenance = field(default_factory=Provenance)


@data
class CommanderRow:
    """A commander of the core; the first one leads the force or regiment. `name`: of a historical one."""

    id: Id
    rank: Name
    command_points: Some
    name: Line = ""
    historical: bool = False
    provenance: Provenance = field(default_factory=Provenance)


@data
class Slot:
    """A place for `units` alike units of `bases` black and up to `optional` grey bases each.

    A slot that is not `compulsory` may stay empty; each unit in it then costs `fsp` beside the level.
    `equipment` says what its bases bear if they differ.
    """

    id: Id
    unit: Id
    name: Line = ""
    bases: Some
    optional: Count = 0
    units: Some = 1
    compulsory: bool = True
    fsp: Count = 0
    equipment: Line = ""
    provenance: Provenance = field(default_factory=Provenance)


@data
class MoreBases:
    """`bases` more for each unit of a slot of the same card that takes the pick."""

    slot: Id
    bases: Some


@data
class Pick:
    """What one choice at a level brings: further units, or more bases for units that are there."""

    id: Id
    name: Line = ""
    slot: tuple[Slot, ...] = ()
    more_bases: tuple[MoreBases, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)


@data
class Level:
    """A level by the FSP figure printed at its left, and how many of its picks may be taken."""

    fsp: Some
    picks: Some = 1
    pick: Annotated[tuple[Pick, ...], Field(min_length=1)]


@data
class Core:
    """The compulsory minimum of a card, and what it costs."""

    fsp: Count
    commander: Annotated[tuple[CommanderRow, ...], Field(min_length=1)]
    slot: tuple[Slot, ...] = ()


@data
class ByLevel:
    """How many bases an additional unit may have once the roster has reached this level (BFS-29.2.7.b)."""

    level: Count
    bases: Some


@data
class Step:
    """The price of an additional unit of up to so many bases beyond its free ones."""

    bases: Some
    fsp: Count


@data
class Additional:
    """An entry of the right-hand column: a commander or a unit, from `level` on (0: from the core on).

    A unit has `bases` black rows, which are free, and `optional` grey ones, paid by `fsp` for the whole unit
    or by `fsp_steps` for their number. `max`: how many such units or commanders there may be. `role` on
    division cards: divisional artillery and its commander do not count as additional units (BFS-29.6.1);
    on any card `crew` are extra gun crews, one for each started pair of medium guns (BFS-29.10.2).
    """

    id: Id
    kind: Literal["commander", "unit"]
    level: Count = 0
    rank: Line = ""
    command_points: Count = 0
    name: Line = ""
    historical: bool = False
    unit: Id | Literal[""] = ""
    fsp: Count = 0
    fsp_steps: tuple[Step, ...] = ()
    bases: Count = 0
    optional: Count = 0
    by_level: tuple[ByLevel, ...] = ()
    max: Some = 1
    role: Literal["", "artillery", "artillery_commander", "crew"] = ""
    equipment: Line = ""
    provenance: Provenance = field(default_factory=Provenance)


@data
class Note:
    """A note at the foot of a card: something that FSP buy, or a condition (BFS-29.2.8).

    `command_points`: the commander in `applies_to` (the first of the core if none is named) has that many,
    and the `rank` if one is given. `bases`: each started group of `bases` grey bases of `applies_to` together
    costs `fsp`. `equipment`: changes characteristics (`sets`, `adds`) for `fsp` `per` unit, base or card.
    `free_bases`: `bases` more for nothing over `applies_to` in a force of `from_bases` or more without them.
    `restriction`: at most `most_units` or `most_bases` of `applies_to`. `max`: how often it may be taken
    (0: no limit). `needs_level`, `needs_pick` (one of them), `excludes` (slots, picks and additional
    entries): conditions of the note, or of `applies_to` for a restriction.
    """

    id: Id
    name: Name
    kind: NoteKind
    fsp: Count = 0
    max: Count = 0
    applies_to: tuple[Id, ...] = ()
    command_points: Count = 0
    rank: Line = ""
    bases: Count = 0
    from_bases: Annotated[int, Field(ge=0, le=500)] = 0
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    per: Literal["unit", "base", "card"] = "unit"
    needs_level: Count = 0
    needs_pick: tuple[Id, ...] = ()
    excludes: tuple[Id, ...] = ()
    most_units: Count | None = None
    most_bases: Count | None = None
    text: Prose = ""
    provenance: Provenance = field(default_factory=Provenance)


@data
class BaseRegiment:
    """A regiment of a division's base: so many of a Regiment card, all compulsory (BFS-29.4.1)."""

    card: Id
    count: Some = 1
    allied: bool = False


@data
class AllowedRegiment:
    """A Regiment card of which a division may take up to `max_each` more (BFS-29.4.2)."""

    card: Id
    max_each: Some = 1
    allied: bool = False


@data
class Card:
    """An army card. `level_figure`: whether a level's FSP figure is the running total or its price.

    Where the right-hand column and the notes name a level, they name its running total in both cases.
    """

    id: Id
    kind: CardKind
    name: Name
    period_from: Year
    period_to: Year
    special_rules: tuple[Name, ...] = ()
    defensive: bool = False
    small: bool = False
    level_figure: Literal["total", "price"] = "total"
    motivation_percent: Annotated[int, Field(ge=1, le=100)] | None = None
    banner: Line = ""
    core: Core
    level: tuple[Level, ...] = ()
    additional: tuple[Additional, ...] = ()
    note: tuple[Note, ...] = ()
    regiment: tuple[BaseRegiment, ...] = ()
    allowed: tuple[AllowedRegiment, ...] = ()
    additional_max: Count = 2
    additional_units: Count | None = None
    notes_text: Prose = ""
    provenance: Provenance = field(default_factory=Provenance)

    def figures(self) -> tuple[int, ...]:
        """Return the running totals of core and levels in FSP, whatever the card prints (BFS-29.2.6)."""
        if self.level_figure == "total":
            return (self.core.fsp, *(level.fsp for level in self.level))
        return tuple(accumulate((level.fsp for level in self.level), initial=self.core.fsp))

    def slots(self) -> Iterator[tuple[str, Slot, Level | None, Pick | None]]:
        """Yield every slot with its path, its level and its pick (None in the core), in card order."""
        for i, slot in enumerate(self.core.slot):
            yield f"core.slot[{i}]", slot, None, None
        for i, level in enumerate(self.level):
            for j, pick in enumerate(level.pick):
                for k, slot in enumerate(pick.slot):
                    yield f"level[{i}].pick[{j}].slot[{k}]", slot, level, pick

    def picks(self) -> Iterator[tuple[str, Level, Pick]]:
        """Yield every pick with its path in the card and its level."""
        for i, level in enumerate(self.level):
            for j, pick in enumerate(level.pick):
                yield f"level[{i}].pick[{j}]", level, pick


@data
class BookDocument:
    """A whole book as it is written."""

    key: BookKey
    system: Literal["by_fire_and_sword"]
    version: Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=_LINE)]
    name: Name
    period: Line = ""
    theatre: Line = ""
    provenance: Provenance = field(default_factory=Provenance)
    unit: tuple[UnitRow, ...] = ()
    special_rule: tuple[SpecialRule, ...] = ()
    card: Annotated[tuple[Card, ...], Field(min_length=1, max_length=60)]


@data
class UnitProfile:
    """BFS-3: what an entry is worth in play. `type` is that of the unit, or `commander`. Moves in cm."""

    name: str
    type: Literal["commander", "cavalry", "dragoons", "infantry", "artillery", "wagons"]
    skill: int = 0
    morale: int = 0
    armor: int = 0
    crew_armor: int | None = None
    close_combat: int = 0
    shooting: int = 0
    move_cm: tuple[int, ...] = ()
    strength: int = 0
    weapons: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    wagon: str = ""
    gun: str = ""
    carries: tuple[str, ...] = ()
    reserves: bool = True
    bases: int = 0
    optional: int = 0
    equipment: str = ""
    rank: str = ""
    command_points: int = 0
