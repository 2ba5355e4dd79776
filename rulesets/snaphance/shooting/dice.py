"""How many dice a volley has (SN-7.0 to SN-7.6): pure functions of its facts, for rolls, odds and log."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Literal, TypeAlias

from rulesets.engine.dice import Modifier, total
from rulesets.engine.records import record
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.sheet import Sheet
from rulesets.snaphance.wording import shooting as words

Fire: TypeAlias = Literal["voluntary", "opportunity", "defensive", "support", "contact"]
"""How a stand comes to fire: in its own activation, on opportunity (SN-6.4), charged (SN-7.4), in support of
one that is charged (SN-7.5, SN-7.6.b), or Horse on contact (SN-7.6.a).
"""
Why: TypeAlias = tuple[str, str]
"""Rule id and reason."""

LOOSE = frozenset({"Sk", "LC", "Art"})
"""The classes that are hard to hit in the open."""

DRAGOONS_RIDE = 2
"""SN-7.2.d: the most hexes that Dragoons may move in a turn in which they fire."""
FREE_RIDE = 2
"""SN-7.2.b: the hexes that Light Cavalry may move and fire at full effect."""
CONTACT_SUPPORT = 1
"""SN-7.6.b: D6 of Horse that support."""

_HALVED = {"Sh": "SN-7.5.a", "PS": "SN-7.5.b"}
_WHOLE_IN_SUPPORT = frozenset({"Sk", "Art"})


@record
class Volley:
    """The facts of a volley by one rank (0: the front one) with `sp` SP, at `distance` H.

    `target_ranks`: ranks that the target has left. `moves`, `hexes`: single moves made, hexes entered before
    it; `keeps`: it means to move afterwards (SN-7.2.c, SN-7.3.b). `garrison`: it fires out of a fortified
    building. `cover`: what ground takes away, if it takes anything.
    """

    firer: StandProfile
    sp: int
    fire: Fire
    distance: int
    target: StandProfile
    target_ranks: int = 1
    rank: int = 0
    moves: int = 0
    hexes: int = 0
    keeps: bool = False
    disordered: bool = False
    garrison: bool = False
    cover: Modifier | None = None


def by_contact(volley: Volley) -> bool:
    """Return whether it is contact fire of Horse, in support of others too: its dice are fixed (SN-7.6)."""
    own = volley.fire == "support" and bool(volley.firer.contact_fire_dice)
    return volley.fire == "contact" or own


def base(volley: Volley) -> int:
    """Return the dice that a volley starts from: SP, or those of contact fire (SN-1.3.a, SN-7.6.a-b)."""
    if not by_contact(volley):
        return volley.sp
    return CONTACT_SUPPORT if volley.fire == "support" else volley.firer.contact_fire_dice


def weapon_dice(profile: StandProfile, distance: int, sheet: Sheet) -> int | None:
    """Return what a weapon adds at that range; None out of range (SN-7.0.c, SN-7.0.g, SN-C-weapons)."""
    row = sheet.weapons.get(profile.weapon)
    return None if row is None else row.dice.get(str(distance))


def reach(profile: StandProfile, sheet: Sheet) -> int:
    """Return how far a stand can fire, in H; 0 if it cannot (SN-7.0.c)."""
    row = sheet.weapons.get(profile.weapon)
    return 0 if row is None else _farthest(tuple(row.dice))


@lru_cache
def _farthest(distances: tuple[str, ...]) -> int:
    return max(map(int, distances), default=0)


def ranges(profile: StandProfile, sheet: Sheet) -> dict[int, int]:
    """Return what a stand's weapon adds at every range that it reaches, by distance in H (SN-7.0.c)."""
    row = sheet.weapons.get(profile.weapon)
    return {} if row is None else {int(distance): dice for distance, dice in row.dice.items()}


def modifiers(volley: Volley, sheet: Sheet) -> list[Modifier]:
    """Return all that changes the dice from `base`; together they make the number of dice (SN-7.0.c).

    Weapon and movement come first, then the factors of the Summary Sheet, then halving. Contact fire of
    Horse heeds none of them (SN-C-fire-factors). Raises ValueError for a target out of range.
    """
    if by_contact(volley):
        return []
    found = [*_of_weapon(volley, sheet), *_of_movement(volley, sheet), *_factors(volley, sheet)]
    if volley.fire == "support" and volley.firer.code not in _WHOLE_IN_SUPPORT:  # SN-7.5.c, SN-7.5.d
        # Halved last, of what is left after every other change (SN-7.5.a-b).
        dice = max(volley.sp + total(found), 0)
        rule = _HALVED.get(volley.firer.code, "SN-7.5.e")
        found.append(Modifier(rule, ceil(dice / 2) - dice, words.HALVED_IN_SUPPORT))
    return found


def count(volley: Volley, sheet: Sheet) -> int:
    """Return the dice of a volley; 0 if it cannot be made (SN-7.0.c)."""
    return max(0, base(volley) + total(modifiers(volley, sheet)))


def why_no_dice(volley: Volley) -> Why | None:
    """Return why the firer's own movement forbids a volley; None if it does not (SN-7.2.d-e)."""
    # Any other fire is given without moving, in somebody else's activation.
    if volley.fire != "voluntary":
        return None
    if volley.firer.code == "Art" and volley.moves:
        return "SN-7.2.e", words.ARTILLERY_MOVED
    if volley.firer.code == "Dr" and volley.hexes > DRAGOONS_RIDE:
        return "SN-7.2.d", words.DRAGOONS_RODE
    return None


# ---------------------------------------------------------------------------- modifiers


def _of_weapon(volley: Volley, sheet: Sheet) -> Iterator[Modifier]:
    """Yield weapon and range, share of pikes, second rank (SN-7.0.c, SN-7.0.g, SN-7.3.a, SN-7.4.j)."""
    dice = weapon_dice(volley.firer, volley.distance, sheet)
    if dice is None:
        raise ValueError(f"{volley.firer.weapon} does not reach {volley.distance}H")
    if dice:
        name = sheet.weapons[volley.firer.weapon].name.lower()
        near = volley.distance == 1
        yield Modifier("SN-7.0.g" if near else "SN-7.0.c", dice, words.weapon_at(name, volley.distance))
    if volley.firer.mix_dice:
        yield Modifier("SN-C-weapons", volley.firer.mix_dice, words.PIKES_DO_NOT_FIRE)
    if volley.rank:
        yield Modifier("SN-7.3.a", -1, words.SECOND_RANK)


def _of_movement(volley: Volley, sheet: Sheet) -> Iterator[Modifier]:
    """Yield the moves made before firing, and the one meant to follow (SN-7.2.a-d, SN-7.3.b)."""
    if volley.fire != "voluntary":
        return
    code, moves = volley.firer.code, volley.moves
    # The first move of Skirmishers is free, so only those beyond it count.
    if code == "Sk" and moves > 1:
        yield Modifier("SN-7.2.a", 1 - moves, words.moves(moves))
    elif code == "LC" and volley.hexes > FREE_RIDE:
        yield Modifier("SN-7.2.b", FREE_RIDE - volley.hexes, words.hexes_moved(volley.hexes))
    elif code == "Dr" and volley.hexes:
        yield Modifier("SN-7.2.d", -1, words.MOVED)
    elif code in ("Sh", "PS") and moves:
        yield Modifier("SN-7.2.c", -moves, words.moves(moves))
    elif code == "Pi" and moves:
        each = sheet.fire["pistols_moved"].dice
        yield Modifier("SN-C-fire-factors", each * moves, words.moves(moves))
    if volley.keeps and code in ("Sh", "PS"):
        yield Modifier("SN-7.2.c", -1, words.TO_MOVE)
    elif volley.keeps and code == "Pi":
        yield Modifier("SN-7.3.b", -1, words.TO_MOVE_OR_CHARGE)


def _factors(volley: Volley, sheet: Sheet) -> Iterator[Modifier]:
    """Yield the factors of the Summary Sheet (SN-7.0.c, SN-C-fire-factors, SN-C-found-tower)."""
    if volley.cover is not None:
        yield volley.cover
    # A small target gains by cover or by being loose, not by both.
    elif volley.target.code in LOOSE and volley.distance > 1:
        yield _factor(sheet, "light_target", words.in_open(volley.target.kind.name))
    if volley.firer.code == "Art" and volley.target_ranks > 1:
        yield _factor(sheet, "deep_target", words.ranks_deep(volley.target_ranks))
    if volley.disordered:
        yield _factor(sheet, "disordered", words.DISORDERED)
    if volley.garrison and volley.fire != "defensive":
        yield _factor(sheet, "garrison", words.OUT_OF_BUILDING, "SN-C-found-tower")


def _factor(sheet: Sheet, key: str, why: str, rule: str = "SN-C-fire-factors") -> Modifier:
    return Modifier(rule, sheet.fire[key].dice, why)
