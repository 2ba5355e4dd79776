"""A force as the meeting, the score and the pages see it: figures that are fixed once the list is made.

`force(army)` is pure. FSP are Force Strength Points, FV is the Force Value, RP are Reconnaissance Points, CP
are Command Points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import MOUNTED, Card
from rulesets.by_fire_and_sword.armies.levy import Levy, Muster, Taken
from rulesets.by_fire_and_sword.armies.lists import LISTS
from rulesets.by_fire_and_sword.armies.prices import loss_bands, reconnaissance_bonus, small_force
from rulesets.by_fire_and_sword.provenance import marks
from rulesets.by_fire_and_sword.wording import armies as words
from rulesets.engine.lists import ArmyList


@dataclass(frozen=True, slots=True)
class ForceUnit:
    """A unit of so many bases (BFS-2.4, BFS-2.5).

    `regiment`: the id of its command in a division, also of one that it is attached to, else "".
    `additional`: the entry of the right-hand column that it comes from, else "". `attached`: an additional
    unit of a division in a regiment. `special` holds the rules that it inherits from the regiment, too.
    `like`: units that have this in common may stand in one squadron (BFS-29.10.3). `marked`: the fields whose
    values no source gives, of those that its book has for it too (`armor`, `move_cm`, ...).
    """

    id: str
    name: str
    type: str
    bases: int
    special: frozenset[str]
    weapons: tuple[str, ...]
    skill: int
    morale: int
    wagon_train: bool = False
    gun: bool = False
    reserves: bool = True
    regiment: str = ""
    additional: str = ""
    attached: bool = False
    obstacles: bool = False
    label: str = ""
    carries: frozenset[str] = frozenset()
    like: str = ""
    marked: frozenset[str] = frozenset()

    @property
    def cavalry(self) -> bool:
        """Return True for cavalry and dragoons, whose bases reconnoitre (BFS-33.1)."""
        return self.type in MOUNTED


@dataclass(frozen=True, slots=True)
class ForceCommander:
    """A commander. `chief`: the Skirmish Force Commander, or the Commander-in-Chief of a division.

    `marked`: the fields whose values no source gives.
    """

    id: str
    name: str
    rank: str
    cp: int
    chief: bool
    historical: bool
    regiment: str
    marked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ForceRegiment:
    """A regiment of a division. `bases` without attached units; `motivation_level` as on the roster.

    `marked`: the fields that rest on values that no source gives.
    """

    id: str
    name: str
    fsp: int
    bases: int
    motivation_percent: int
    motivation_level: int
    allied: bool
    special_rules: tuple[str, ...]
    vanguard: bool = False
    marked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Force:
    """A whole force. `cp` is that of its commander; `small` as by its card or by its FSP (BFS-30.5.1).

    `marked`: those of the figures `fsp`, `fv`, `rp`, `cp`, `bases` that rest on values that no source gives,
    and `special_rules` if those of the force are such.
    """

    name: str
    kind: Literal["skirmish", "division"]
    fsp: int
    fv: int
    rp: int
    cp: int
    defensive: bool
    small: bool
    special_rules: tuple[str, ...]
    units: tuple[ForceUnit, ...]
    commanders: tuple[ForceCommander, ...]
    regiments: tuple[ForceRegiment, ...]
    reconnaissance: tuple[tuple[str, int], ...] = ()
    marked: frozenset[str] = frozenset()

    @property
    def bases(self) -> int:
        """Return bases of all units, commanders left out."""
        return sum(unit.bases for unit in self.units)

    @property
    def chief(self) -> ForceCommander | None:
        """Return the commander of the force."""
        return next((commander for commander in self.commanders if commander.chief), None)


@dataclass(frozen=True, slots=True)
class Band:
    """BFS-34.2: losses from `low` to `high` (None: no limit), and the victory points of both sides."""

    name: str
    low: int
    high: int | None
    own_vp: int
    enemy_vp: int

    @property
    def empty(self) -> bool:
        """Return True if no loss falls into the band, as happens with very small forces."""
        return self.high is not None and self.high < self.low

    @property
    def words(self) -> str:
        """Return the band in words: `very heavy`."""
        return self.name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Line:
    """A part of a sum, in words, and the rule that gives it; `marked`: it rests on a value of no source."""

    label: str
    points: int
    rule: str
    marked: bool = False


def force(army: ArmyList, book: BfsBook | None = None) -> Force:
    """Return what follows from a list, legal or not.

    Raises ListError for an unknown book or another system.
    """
    return force_of(Muster(army, book or own_book(army)))


def force_of(muster: Muster) -> Force:
    """Return what follows from a list that has been read against its cards."""
    head = muster.head
    taken = muster.everything()
    units = tuple(_unit(levy, each) for levy, each in taken if not each.place.is_commander)
    commanders = tuple(
        _commander(levy, each, chief=each.place.chief and levy is head)
        for levy, each in taken
        if each.place.is_commander
    )
    cp = next((commander.cp for commander in commanders if commander.chief), 0)
    rules = tuple(dict.fromkeys(head.card.special_rules)) if head else ()
    fsp = muster.fsp
    divided = head.card.kind == "division" if head else bool(muster.regiments)
    found = Force(
        name=muster.army.name or (head.card.name if head else "A force"),
        kind="division" if divided else "skirmish",
        fsp=fsp,
        fv=sum(unit.bases for unit in units) + cp,  # BFS-34.1
        rp=0,
        cp=cp,
        defensive=bool(head and head.card.defensive),
        small=is_small(head.card if head else None, fsp),
        special_rules=rules,
        units=units,
        commanders=commanders,
        regiments=tuple(_regiment(levy, head.card if head else None) for levy in muster.regiments),
        reconnaissance=_rules_that_reconnoitre(muster.book, rules),
        marked=_special_marked(head, muster.book),
    )
    lines = reconnaissance_lines(found)
    return replace(
        found, rp=sum(line.points for line in lines), marked=found.marked.union(_marked(muster, found, lines))
    )


def _special_marked(head: Levy | None, book: BfsBook) -> frozenset[str]:
    """Return `special_rules`, if no source gives the card those that it has, or their RP."""
    if head is None:
        return frozenset()
    known = book.special_rule_by_name
    ours = any(
        "reconnaissance" in marks(known[name].provenance) for name in head.card.special_rules if name in known
    )
    named = bool(head.card.special_rules) and "special_rules" in head.marked
    return frozenset({"special_rules"} if ours or named else ())


def _marked(muster: Muster, found: Force, lines: tuple[Line, ...]) -> Iterator[str]:
    """Return the figures of a force that rest on values that no source gives."""
    bases = any("bases" in unit.marked for unit in found.units)
    cp = bool(found.chief and "cp" in found.chief.marked)
    figures = {
        "fsp": any(line.marked for line in muster.lines),
        "fv": bases or cp,
        "rp": any(line.marked for line in lines),
        "cp": cp,
        "bases": bases,
    }
    return (name for name, ours in figures.items() if ours)


def own_book(army: ArmyList) -> BfsBook:
    """Return the book of a list; raise ListError."""
    book = LISTS.book_of(army)
    assert isinstance(book, BfsBook)
    return book


def is_small(card: Card | None, fsp: int) -> bool:
    """Return whether a skirmish force is small, by its card or by its FSP (BFS-30.5.1)."""
    if card is None or card.kind != "skirmish":
        return False
    return card.small or fsp <= small_force().auto_at_fsp_to


# ---------------------------------------------------------------------------- parts


def _unit(levy: Levy, taken: Taken) -> ForceUnit:
    in_regiment = levy.card.kind == "regiment"
    inherited = levy.card.special_rules if in_regiment else ()  # BFS-29.7.6
    profile = taken.profile
    dragoons = ("Dragoons",) if profile.type == "dragoons" else ()  # BFS-22.9.g
    return ForceUnit(
        id=taken.unit.id,
        name=taken.name,
        type=profile.type,
        bases=taken.bases,
        special=frozenset((*profile.special, *inherited, *dragoons)),
        weapons=profile.weapons,
        skill=profile.skill,
        morale=profile.morale,
        wagon_train=profile.wagon == "war",
        gun=profile.type == "artillery",
        reserves=profile.reserves and not profile.wagon,
        regiment=levy.command.id if in_regiment else "",
        additional=taken.place.entry if taken.place.additional else "",
        attached=in_regiment and taken.place.card is not levy.card,
        obstacles=any(use.obstacle for _, use in taken.uses),
        label=profile.name,
        carries=frozenset(profile.carries),
        like=taken.place.unit.like or taken.place.unit.id if taken.place.unit else "",
        marked=_unit_marks(levy, taken),
    )


def _unit_marks(levy: Levy, taken: Taken) -> frozenset[str]:
    inherited = levy.card.kind == "regiment" and levy.card.special_rules and "special_rules" in levy.marked
    found = set(taken.marked - {"bases"})
    if taken.bases_marked:
        found.add("bases")
    if inherited:
        found.add("special")
    return frozenset(found)


def _commander(levy: Levy, taken: Taken, *, chief: bool) -> ForceCommander:
    row = taken.place.commander or taken.place.additional
    assert row is not None
    return ForceCommander(
        id=taken.unit.id,
        name=taken.unit.name or taken.profile.name,
        rank=taken.profile.rank,
        cp=taken.profile.command_points,
        chief=chief,
        historical=row.historical,
        regiment=levy.command.id if levy.card.kind == "regiment" else "",
        marked=taken.marked | {"cp"} if "command_points" in taken.marked else taken.marked,
    )


def motivation_level(bases: int, percent: int) -> int:
    """Return bases times the coefficient, rounded to the nearest, a half up (BFS-29.8.1)."""
    # Whole numbers throughout: a float, or Python's round to even, would lower some levels by one.
    return (bases * percent * 2 + 100) // 200


def _regiment(levy: Levy, division: Card | None) -> ForceRegiment:
    percent = levy.card.motivation_percent or 0
    vanguard = any(use.use == "vanguard" for taken in levy.taken for _, use in taken.uses)
    return ForceRegiment(
        id=levy.command.id,
        name=levy.name,
        fsp=levy.fsp,
        bases=levy.bases,
        motivation_percent=percent,
        motivation_level=motivation_level(levy.bases, percent),
        allied=is_allied(levy.card, division),
        special_rules=levy.card.special_rules,
        vanguard=vanguard,
        marked=frozenset(_regiment_marks(levy)),
    )


def _regiment_marks(levy: Levy) -> Iterator[str]:
    bases = any(taken.bases_marked for taken in levy.units)
    if bases:
        yield "bases"
    if bases or "motivation_percent" in levy.marked:
        yield "motivation_level"
    if any(line.marked for line in levy.lines):
        yield "fsp"
    if "motivation_percent" in levy.marked:
        yield "motivation_percent"
    if levy.card.special_rules and "special_rules" in levy.marked:
        yield "special_rules"


def is_allied(card: Card, division: Card | None) -> bool:
    """Return whether the division has that regiment under the Allies rule alone (BFS-29.5.1)."""
    if division is None:
        return False
    named = [row.allied for row in division.regiment if row.card == card.id]
    named += [row.allied for row in division.allowed if row.card == card.id]
    return bool(named) and all(named)


# ---------------------------------------------------------------------------- thresholds and reconnaissance


def thresholds(fv: int) -> tuple[Band, ...]:
    """Return the bands of losses for a Force Value, one after the other without gaps (BFS-34.2)."""
    bands, low = [], 0
    for row in loss_bands():
        # Rounded up in whole numbers: a float just above a whole limit would make the band one loss wider.
        high = None if row.upper_percent is None else (row.upper_percent * fv + 99) // 100
        bands.append(Band(row.band, low, high, row.vp_own, row.vp_enemy))
        # For a small Force Value two bands may end at the same number: the second of them is then empty.
        low = max(low, (high if high is not None else 0) + 1)
    return tuple(bands)


def reconnaissance_lines(found: Force) -> tuple[Line, ...]:
    """Return where the Reconnaissance Points of a force come from, line by line (BFS-33.1, BFS-33.1.1)."""
    marked = "special_rules" in found.marked
    rules = (Line(name, points, "BFS-29.2.2", marked) for name, points in found.reconnaissance)
    return (*_reconnaissance_of_units(found.units), *rules)


def reconnaissance_of(units: tuple[ForceUnit, ...]) -> int:
    """Return the points that some units generate, a Vanguard's with those attached to it (BFS-29.7.5)."""
    return sum(line.points for line in _reconnaissance_of_units(units))


def _reconnaissance_of_units(units: tuple[ForceUnit, ...]) -> Iterator[Line]:
    riders = [unit for unit in units if unit.cavalry]
    mounted = sum(unit.bases for unit in riders)
    if mounted:
        marked = any("bases" in unit.marked for unit in riders)
        yield Line(words.mounted_bases(mounted), mounted, "BFS-33.1", marked)
    best: dict[tuple[str, str], tuple[int, str, ForceUnit]] = {}
    for number, unit in enumerate(units):
        # BFS-33.1.1: units of one additional entry (of a regiment) are one unit, with its best bonus
        kind = (unit.regiment, unit.additional) if unit.additional else ("", str(number))
        points, why = unit_bonus(unit.special)
        if points > (best[kind][0] if kind in best else 0):
            best[kind] = points, why, unit
    for points, why, unit in best.values():
        rule = "BFS-33.1.1" if unit.additional else "BFS-33.1"
        yield Line(f"{unit.name}, {why}", points, rule, "special" in unit.marked)


def unit_bonus(special: frozenset[str]) -> tuple[int, str]:
    """Return the best single bonus among a unit's rules, and which rule gives it; 0 if none does (BFS-33.1).

    Commanded Musketeers give none, though they are Skirmishers too (BFS-22.6.b).
    """
    bonuses = reconnaissance_bonus()
    if "Commanded Musketeers" in special:
        return 0, ""
    # Negative points sort the best bonus first and, among equal ones, the first name.
    known = sorted((-bonuses[name].points, name) for name in special if name in bonuses)
    return (-known[0][0], known[0][1]) if known else (0, "")


def _rules_that_reconnoitre(book: BfsBook, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return the special rules of the force that its book gives RP to (BFS-29.2.2)."""
    known = book.special_rule_by_name
    points = {name: known[name].reconnaissance for name in names if name in known}
    return tuple((name, number) for name, number in points.items() if number)
