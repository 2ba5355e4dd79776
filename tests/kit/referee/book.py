"""Figures of the Baroque rule book, copied by hand: what an independent check of a battle goes by."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.baroque.state import BAGGAGE, Unit

MOUNTED = frozenset({"GA", "TR", "RE", "SP", "CL", "H&M"})
PIKES = frozenset({"PK", "ETE", "LTE"})
MOVING_FIRE = frozenset({"SP", "RE", "S", "CL"})  # BQ-6.1.3.2.c
LIGHT_TARGETS = frozenset({"S", "CL", "ART"})  # BQ-6.1.3.5.a
SPARING = frozenset({"S", "T", "DR", "CL", "ART"})  # BQ-7.5.2.h
DISCIPLINE = {"A": 3, "B": 4, "C": 5}
RANGE = {"good": 10.0, "average": 6.0, "poor": 2.0}
LEVELS = {"charismatic": 4, "expert": 3, "reliable": 2, "poor": 1, "incompetent": 0}

# BQ-6.1.2: point blank (to 1 BU), short (to 2), long (to 4), extreme (to 8)
FIRING: dict[str, tuple[int | None, ...]] = {
    "Musket": (2, 1, -2, None),
    "Arquebus": (1, 0, None, None),
    "Bow": (-2, -3, None, None),
    "Pistol/Carbine": (-1, None, None, None),
    "Pistol": (-1, None, None, None),
    "Carbine": (-1, None, None, None),
    "Art A": (3, 2, 1, 1),
    "Art B": (3, 2, 1, None),
    "Art C": (2, 1, 0, None),
    "Art D": (None, 2, 2, 1),
    "Art E": (None, 1, 1, None),
}
CANNON = frozenset({"Art A", "Art B", "Art C"})
BOWS = frozenset({"Bow"})
GUNS = CANNON | {"Art D", "Art E"}
VOLLEYS = frozenset({"Musket", "Arquebus"})  # BQ-6.1.5.b

# BQ-5.4.1.b and BQ-7.5.4.d have the same figures; BQ-7.5.2.i
ADVANCE = {
    "slow foot": (0, 0, 0, 0, 1, 1),
    "foot": (0, 0, 0, 1, 1, 1),
    "slow mounted": (0, 0, 1, 1, 1, 2),
    "mounted": (0, 1, 1, 1, 2, 2),
    "fast": (1, 1, 1, 2, 2, 2),
}
RETREAT = {
    "slow foot": (1, 1, 1, 1, 1, 1),
    "foot": (1, 1, 1, 1, 1, 1),
    "slow mounted": (1, 1, 2, 2, 2, 3),
    "mounted": (1, 2, 2, 2, 3, 3),
    "fast": (2, 2, 2, 3, 3, 3),
}


def mounted(unit: Unit) -> bool:
    return unit.profile.type in MOUNTED


def has(unit: Unit, name: str) -> bool:
    """Whether the profile names a characteristic or weapon, in either of the spellings of the print."""
    names = {each.lower() for each in (*unit.profile.weapons, *unit.profile.special)}
    return name.lower() in names or (name == "Motivated Fighters" and "motivated unit" in names)


def column(unit: Unit) -> str:
    """BQ-5.4.1.b: the column of the three tables."""
    speed = unit.profile.speed
    if not mounted(unit):
        return "slow foot" if speed == "S" else "foot"
    if speed == "S":
        return "slow mounted"
    return "fast" if speed == "F" or unit.profile.type == "GA" else "mounted"


def pikes(unit: Unit) -> bool:
    """BQ-7.3.c, BQ-2.2.h."""
    return unit.profile.type in PIKES or (unit.profile.type == "P&M" and "Pike" in unit.profile.weapons)


def hindered(unit: Unit) -> bool:
    """BQ-7.4.d: Mounted, Tercios, PK and P&M."""
    return mounted(unit) or unit.profile.type in PIKES | {"P&M"}


def exhausted(unit: Unit) -> bool:
    """BQ-2.5.1.a."""
    return 2 * (unit.profile.vbu - unit.losses) < unit.profile.vbu


def band(distance: float) -> int:
    """BQ-6.1.2: 0 point blank to 3 extreme; 4 beyond."""
    return next((number for number, limit in enumerate((1, 2, 4, 8)) if distance <= limit + 1e-6), 4)


def weapon(unit: Unit, distance: int) -> tuple[str, int] | None:
    """The weapon with most dice at a distance band."""
    found = [(row[distance], arm) for arm in unit.profile.weapons if (row := FIRING.get(arm))]
    able = [(dice, arm) for dice, arm in found if dice is not None]
    return (max(able)[1], max(able)[0]) if able else None


def hits(dice: Sequence[int]) -> int:
    """BQ-6.1.4."""
    return sum(die == 6 for die in dice) + sum(die == 5 for die in dice) // 2


def missed(dice: Sequence[int]) -> list[int]:
    """BQ-6.1.5.a: the dice that gave no hit, an unpaired 5 with them."""
    low = [die for die in dice if die < 5]
    return low + [5] * (sum(die == 5 for die in dice) % 2)


def low(dice: Sequence[int]) -> list[int]:
    """BQ-8.1.2 to BQ-8.1.4: the 1s and 2s."""
    return [die for die in dice if die < 3]


def no_flanks(unit: Unit) -> bool:
    """BQ-7.2.3.d, BQ-7.9.a."""
    return unit.profile.type in ("ETE", BAGGAGE)
