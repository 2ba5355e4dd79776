"""The tables that a player needs while fighting: weapons, guns, modifiers. Lengths in cm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache

from rulesets.by_fire_and_sword.tables import DATA, plain_rows, rows
from rulesets.engine.books import data, read_toml
from rulesets.engine.wording import titled


@data
class RangedWeapon:
    """BFS-13.1: ranges, Effectiveness at effective and at long range, and its penalties."""

    weapon: str
    range_effective_cm: int
    range_long_cm: int
    has_long_range: bool
    effectiveness: int
    effectiveness_long: int
    after_movement_penalty: bool
    horseback: str
    match: bool
    firearm: bool
    rule: str
    range_long_infantry_cm: int = 0
    grants: str = ""


@data
class CloseWeapon:
    """BFS-15.2: Effectiveness at rest, when charging and while Disorganized, and the weapon's traits."""

    weapon: str
    effectiveness: int
    effectiveness_charging: int
    rule: str
    effectiveness_disorganized: int | None = None
    traits: tuple[str, ...] = ()


@data
class Gun:
    """BFS-25.6.1: a gun with cannonball and case-shot; `shooting` is the number of dice."""

    key: str
    name: str
    gun_class: str
    moves_as: str
    shooting: int
    range_effective_cm: int
    range_long_cm: int
    effectiveness: int
    case_shooting: int
    case_range_cm: int
    case_effectiveness: int
    rule: str
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GunMove:
    """BFS-25.3: how far a class of guns is carried by hand and drawn by horses."""

    gun_class: str
    rule: str
    manhandled_cm: int
    horse_cm: int


@dataclass(frozen=True, slots=True)
class Modifier:
    """A condition in words, and what it changes Skill, Combat Resolution or Morale by."""

    condition: str
    value: int
    rule: str


@data
class Special:
    """A special rule and what it does at the table, in a line."""

    name: str
    rule: str
    effect: str


@data
class _Words:
    special: tuple[Special, ...]
    conditions: Mapping[str, str] = field(default_factory=dict)


def ranged_weapons() -> tuple[RangedWeapon, ...]:
    """Return every ranged weapon, in the order of the book."""
    return rows("ranged_weapons", RangedWeapon)


def close_weapons() -> tuple[CloseWeapon, ...]:
    """Return every weapon of close combat, in the order of the book."""
    return rows("close_combat_weapons", CloseWeapon)


def guns() -> tuple[Gun, ...]:
    """Return every gun, the light ones first."""
    return rows("gun", Gun)


def gun_moves() -> tuple[GunMove, ...]:
    """Return how each class of guns moves, those that do not move left out."""
    names = [each.name for each in fields(GunMove)]
    found = (row for row in plain_rows("gun_move") if "horse_cm" in row)
    return tuple(GunMove(**{name: row[name] for name in names}) for row in found)


@cache
def modifiers(table: str) -> tuple[Modifier, ...]:
    """Return the modifiers of a table of conditions, such as `combat_resolution_modifiers`."""
    words = _words().conditions
    return tuple(
        Modifier(
            words.get(row["condition"]) or titled(row["condition"]),
            row["skill"] if "skill" in row else row["value"],
            row["rule"],
        )
        for row in plain_rows(table)
    )


@cache
def specials() -> Mapping[str, Special]:
    """Return every special rule that the rules explain, by its name in lower case."""
    return {special.name.lower(): special for special in _words().special}


@cache
def _words() -> _Words:
    return read_toml(DATA / "play_sheet.toml", _Words)
