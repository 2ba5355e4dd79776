"""The tables and special rules that one army needs at the table, and no others. Distances in BU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulesets.baroque import tables
from rulesets.baroque.actiontypes import Band, Column
from rulesets.baroque.armies.profiles import UnitProfile
from rulesets.engine.cards import Trait
from rulesets.engine.roster import ReferenceTable
from rulesets.engine.wording import capfirst, lowfirst, signed

PISTOL = "Point-blank pistol"
WEAPON_RULES = {"Pike": "BQ-7.3.c", PISTOL: "BQ-6.7.a"}
BANDS: tuple[Band, ...] = ("point_blank", "short", "long", "extreme")
COLUMNS: dict[Column, str] = {
    "slow_foot": "Slow foot",
    "foot": "Foot",
    "slow_mounted": "Slow mounted",
    "mounted": "Mounted",
    "fast_mounted": "Fast mounted, Gallopers",
}
DICE = ("1", "2", "3", "4", "5", "6")

Army = Sequence[UnitProfile]


def exhausted_by(vbu: int) -> int:
    """Return which loss exhausts a unit of that VBU (BQ-2.5.1.a); 0 if none does."""
    for row in tables.tables().exhaustion:
        if row.original_vbu == vbu:
            return vbu - row.exhausted_at
    return 0


# ------------------------------------------------------------------------------------------------ traits


def traits(unit: UnitProfile, marked: bool = False) -> Iterator[Trait]:
    """Yield the special characteristics of a unit, and that it is massed."""
    if unit.massed:
        yield _massed()
    for name in unit.special:
        row = tables.characteristic(name)
        yield Trait(name, row.rule, row.effect, marked)


def army_traits(army: Army) -> list[Trait]:
    """Return every special characteristic that a unit of the army has, once, in the order of their rules."""
    found = {trait.name: trait for unit in army for trait in traits(unit)}
    for unit in army:
        if PISTOL in unit.weapons:
            row = tables.characteristic(PISTOL)
            found[PISTOL] = Trait(PISTOL, row.rule, row.effect)
    return sorted(found.values(), key=lambda trait: trait.rule)


def _massed() -> Trait:
    rule = tables.tables().massed
    dice = signed(rule.cannon_dice)
    effect = f"melee modifier {signed(rule.melee_modifier)} while fresh; cannon fire at it {dice} die"
    return Trait("Massed", rule.rule, effect)


# ------------------------------------------------------------------------------------------------ tables


def army_tables(army: Army, levels: Sequence[str]) -> Iterator[ReferenceTable]:
    """Yield what the army needs at the table, in the order of a turn."""
    if not army:
        return
    makers: tuple[Callable[[Army], ReferenceTable | None], ...] = (
        _discipline,
        _shooting,
        _firing_modifiers,
        _cohesion,
        _melee,
        _charges,
        _retreats,
        _exhaustion,
    )
    if levels:
        yield _leaders(levels)
    for make in makers:
        table = make(army)
        if table is not None:
            yield table


_AGAIN = {"none": "none", "both dice together": "both", "one or both dice": "one or both"}


def _leaders(levels: Sequence[str]) -> ReferenceTable:
    rows = sorted((tables.leader_level(level) for level in levels), key=lambda row: -row.rank)
    return ReferenceTable(
        "Leaders",
        "BQ-2.6.1.l",
        ("Level", "Bonus", "Dice again"),
        tuple(
            (row.level.capitalize(), signed(row.leadership_bonus), _AGAIN[row.initiative_reroll])
            for row in rows
        ),
    )


def _discipline(army: Army) -> ReferenceTable:
    """Return the Discipline Test with the modifiers that its units can meet (BQ-2.4.1.a)."""
    classes = {unit.d for unit in army}
    rows = [
        (f"Class {row.discipline} passes on", f"{row.pass_on}+")
        for row in tables.tables().discipline_target
        if row.discipline in classes
    ]
    speeds = {unit.speed for unit in army}
    wanted = ["out_of_command", "leader_attached", "march_step"]
    wanted += ["slow"] * ("S" in speeds) + ["fast"] * ("F" in speeds)
    for row in tables.tables().discipline_modifier:
        if row.key in wanted and ("all" in row.tests or "march" in row.tests):
            test = "" if "all" in row.tests else "March: "
            keep = not test or row.condition[:2].isupper()
            rows.append((test + (row.condition if keep else lowfirst(row.condition)), signed(row.modifier)))
    naturals = tables.tables().discipline_naturals
    note = f"A natural {naturals.always_fail} always fails, a natural {naturals.always_pass} always passes."
    return ReferenceTable("Discipline test", "BQ-2.4.1.a", ("One die", ""), tuple(rows), note)


def _shooting(army: Army) -> ReferenceTable | None:
    """Return the dice that its weapons add to VBU, by distance (BQ-6.1.2)."""
    rows: list[tuple[str, ...]] = []
    for name in dict.fromkeys(weapon for unit in army for weapon in unit.weapons):
        if row := tables.weapon(name):
            called = f"{name}, {row.name}" if row.name else name
            rows.append((called, *("–" if dice is None else signed(dice) for dice in row.dice.values())))
    if not rows:
        return None
    limits = [tables.band_limits(band) for band in BANDS]
    cohesion = tuple(signed(limit.cohesion_modifier) for limit in limits)
    head = tuple(f"to {limit.max_bu:g} BU" for limit in limits)
    rows.append(("Target’s cohesion test", *cohesion))
    note = "Dice are VBU and these; every 6 and every pair of 5s is a hit."
    if any(row.first_volley for name in {w for u in army for w in u.weapons} if (row := tables.weapon(name))):
        note += " The first volley of muskets and arquebuses rolls its misses again (BQ-6.1.5.a)."
    return ReferenceTable("Shooting", "BQ-6.1.2", ("Weapon", *head), tuple(rows), note)


def _firing_modifiers(army: Army) -> ReferenceTable | None:
    """Return what changes the number of dice of a unit of this army that fires (BQ-6.1.3, BQ-6.9.b)."""
    weapons = [row for unit in army for name in unit.weapons if (row := tables.weapon(name))]
    pistols = any(PISTOL in unit.weapons for unit in army)
    if not weapons and not pistols:
        return None
    kinds = {row.kind for row in weapons}
    skipped = {"shooting_modifier", "artillery_wheel"}
    skipped |= set() if "cannon" in kinds else {"cannon_at_massed", "indirect"}
    skipped |= set() if any(unit.has("Regimental Artillery") for unit in army) else {"regimental_artillery"}
    skipped |= set() if "firearm" in kinds or pistols else {"cuirass_firearm"}
    skipped |= set() if "bow" in kinds else {"cuirass_bow"}
    rows = [] if not any(unit.sm for unit in army) else [("Shooting modifier of the unit", "SM")]
    for modifier in tables.tables().firing_modifier:
        if modifier.key not in skipped:
            rows.append((capfirst(modifier.condition), signed(modifier.dice)))
    for each in tables.tables().firing_factor:
        if each.factor != 1:
            rows.append((_FACTORS[each.key], f"× {each.factor:g}"))
    if pistols:
        pistol = tables.tables().point_blank_pistol
        rows.append(("Point-blank pistols at contact, once a game", f"{pistol.dice} dice"))
    note = f"Never fewer than {tables.tables().firing_general.min_dice}."
    return ReferenceTable("Firing dice", "BQ-6.1.3", ("When", "Dice"), tuple(rows), note)


_FACTORS = {
    "limited_fire": "Limited fire, halves rounded up",
    "through_cl_or_s": "Through light cavalry or skirmishers, halves up",
    "through_artillery": "Through artillery",
}


def _cohesion(army: Army) -> ReferenceTable:
    """Return the modifiers of Cohesion Tests (BQ-6.2.b-c, BQ-7.5.d-e)."""
    heavy = any(tables.troop_type(unit.type).terrain_melee_penalty for unit in army)
    inflamed = any(unit.has("Agitators and Preachers") for unit in army)
    skipped = {"short_range", "long_range"}  # those stand with the distances of the enemy's fire
    skipped |= set() if heavy else {"difficult_terrain", "broken_terrain"}
    skipped |= set() if inflamed else {"inflamed"}
    rows = [
        (_where(capfirst(row.condition), row.context), signed(row.modifier))
        for row in tables.tables().cohesion_modifier
        if row.key not in skipped
    ]
    for row in tables.tables().cohesion_modifier:
        if row.key in ("short_range", "long_range"):
            rows.append((capfirst(row.condition), signed(row.modifier)))
    note = (
        "Critical number: VBU less the hits, with these, never under 1. A die above it loses the difference;"
        " a 1 passes, a 6 fails. Passed or not, the unit is disordered."
    )
    return ReferenceTable("Cohesion test", "BQ-6.2.b", ("When", "Number"), tuple(rows), note)


def _melee(army: Army) -> ReferenceTable:
    """Return the dice in melee beside VBU (BQ-7.3, BQ-7.4)."""
    mounted = any(unit.mounted for unit in army)
    heavy = any(tables.troop_type(unit.type).terrain_melee_penalty for unit in army)
    skipped = set() if any(unit.mm for unit in army) else {"melee_modifier"}
    skipped |= set() if mounted else {"mounted_against_obstacle"}
    skipped |= set() if heavy else {"difficult_terrain"}
    letters = {"i": "I", "mm": "MM"}
    rows = tuple(
        (capfirst(row.condition), letters.get(row.dice_from) or signed(row.dice))
        for row in tables.tables().melee_modifier
        if row.key not in skipped
    )
    least = tables.tables().melee_general.min_dice
    note = f"Dice are VBU and these, never fewer than {least}; every 6 and every pair of 5s is a hit."
    return ReferenceTable("Melee", "BQ-7.4.a", ("When", "Dice"), rows, note)


def _charges(army: Army) -> ReferenceTable | None:
    """Return charge bonus and pursuit distance, in one table if they are alike (BQ-5.4.1.b, BQ-7.5.4.d)."""
    columns = _columns([unit for unit in army if unit.i > 0])
    if not columns:
        return None
    charge = {column: tables.charge_bonus(column).bonus_bu for column in columns}
    pursuit = {column: tables.pursuit(column).move_bu for column in columns}
    alike = charge == pursuit
    rows = [_distances(COLUMNS[column], charge[column]) for column in columns]
    if not alike:
        rows += [_distances(f"{COLUMNS[column]}, pursuit", pursuit[column]) for column in columns]
    title = "Charge bonus and pursuit" if alike else "Charge bonus, pursuit"
    return ReferenceTable(title, "BQ-5.4.1.b", ("BU for a die of", *DICE), tuple(rows))


def _retreats(army: Army) -> ReferenceTable:
    """Return the distance of a retreat for each die (BQ-7.5.2.i)."""
    rows = tuple(
        # Two kinds of Foot with the same distances make one row, which the dict sees to.
        dict.fromkeys(
            _distances("Foot" if "foot" in column else COLUMNS[column], tables.retreat(column).move_bu)
            for column in _columns(army)
        )
    )
    return ReferenceTable("Retreat", "BQ-7.5.2.i", ("BU for a die of", *DICE), rows)


def _columns(army: Army) -> list[Column]:
    used = {tables.dice_column(unit.type, unit.speed) for unit in army}
    return [column for column in COLUMNS if column in used]


def _distances(name: str, distances: Sequence[int]) -> tuple[str, ...]:
    return (name, *(str(distance) for distance in distances))


def _exhaustion(army: Army) -> ReferenceTable | None:
    """Return at which VBU a unit is exhausted (BQ-2.5.1.a)."""
    used = {unit.vbu for unit in army}
    rows = [row for row in tables.tables().exhaustion if row.original_vbu in used]
    if not rows:
        return None
    head = ("VBU at first", *(str(row.original_vbu) for row in rows))
    return ReferenceTable(
        "Exhausted", "BQ-2.5.1.a", head, (("Exhausted at", *(str(row.exhausted_at) for row in rows)),)
    )


def _where(condition: str, context: Sequence[str]) -> str:
    return condition if len(context) > 1 else f"In {context[0]}: {lowfirst(condition)}"
