"""Whom a stand should go for, and what threatens it at a place. Values in break points, distances in H."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.ground import surveyed
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.shooting.dice import LOOSE, ranges
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.tactics import worth

FAR = 0.12
"""What a hex of distance counts against an enemy as a target."""

FLANKED = 0.4
"""What it costs to be charged on flank or rear, as a share of a stand's break points."""

FIRE = 0.045
"""What one die of fire at a stand is worth against it, as a share of its break points."""


FAR_AWAY = 99
"""H that stand for an enemy who is not there."""

Away: TypeAlias = Sequence[tuple[int, Stand]]
"""Enemies, each with its distance in H."""


def foes(state: State, side: int) -> list[Stand]:
    """Return the enemies of a side on the map."""
    return [foe for foe in state.stands.values() if foe.side != side and foe.status == "field"]


def away(
    state: State, stand: Stand, place: Hex | None = None, *, among: Sequence[Stand] | None = None
) -> Away:
    """Return the enemies on the map, each with the distance to a stand or place; `among`: only those."""
    here, distance = stand.place if place is None else place, hexes.distance
    found = foes(state, stand.side) if among is None else among
    return [(distance(here, foe.hex), foe) for foe in found if foe.hex is not None]


@record
class Places:
    """Hexes on which enemies stand; `nearest`: how far the nearest is from the hexes asked about so far."""

    hexes: tuple[Hex, ...]
    nearest: dict[Hex, int]


def places(among: Sequence[Stand]) -> Places:
    """Return the hexes on which these enemies stand; what is known of them holds until one of them moves."""
    return _places(tuple([foe.hex for foe in among if foe.hex is not None]))


@lru_cache(maxsize=16)
def _places(found: tuple[Hex, ...]) -> Places:
    return Places(found, {})


def far_off(here: Hex, among: Places) -> int:
    """Return the distance from a hex to the nearest of these places; far away if there is none."""
    known = among.nearest
    if here not in known:
        distance = hexes.distance
        known[here] = min([distance(here, place) for place in among.hexes], default=FAR_AWAY)
    return known[here]


def nearest(state: State, stand: Stand, place: Hex | None = None) -> tuple[Stand | None, int]:
    """Return the nearest enemy and the distance; far away if there is none."""
    return nearest_of(away(state, stand, place))


def nearest_of(around: Away) -> tuple[Stand | None, int]:
    """Return the nearest of these enemies and the distance; far away if there is none."""
    best, least = None, FAR_AWAY
    for far, foe in around:
        # The id decides between equals, so that the choice does not depend on the order of the list.
        if best is None or far < least or (far == least and foe.id < best.id):
            best, least = foe, far
    return best, least


def charges(stand: Stand) -> bool:
    """Return whether a stand is one that seeks close combat."""
    profile = stand.profile
    return (
        profile.kind.combat
        and profile.charge_bonus > 0
        and (profile.kind.mounted or profile.code == "Pk" or reaches(stand) == 0)
    )


_REACHES = {
    "none": 0, "pistol": 2, "carbine": 2, "arquebus": 3, "musket": 4, "cannon_light": 5,
    "cannon_field": 8, "cannon_heavy": 10,
}  # fmt: skip


def reaches(stand: Stand) -> int:
    """Return how far a stand's weapon reaches at all, by its class instead of the sheet."""
    return _REACHES[stand.profile.weapon]


def stand_off(stand: Stand) -> int:
    """Return how near to the enemy a stand goes by itself, in H; shooters stay where fire has effect."""
    if charges(stand):
        return 1
    if stand.profile.code == "Art":
        return 4
    return min(2, max(1, reaches(stand)))


def may_fight(stand: Stand, foe: Stand) -> bool:
    """Return whether a stand may charge an enemy at all, as far as its class goes (SN-10.0.a-c)."""
    if stand.profile.charge_bonus < 1:
        return stand.profile.code == "LC" and foe.profile.code == "Sk"
    return stand.profile.kind.mounted or not foe.profile.kind.mcs or stand.profile.may_contact_mcs


def prize(state: State, stand: Stand, foe: Stand) -> float:
    """Return what going for an enemy promises a stand, whatever the distance."""
    return _prize(state, stand, foe, charges(stand), worth.facts(state, stand), _volley(stand))


def _volley(stand: Stand) -> float:
    """Return what the fire of a stand promises for each break point of an enemy; 0 without fire-arms."""
    return FIRE * max(1, stand.sp + stand.profile.mix_dice) if reaches(stand) else 0.0


def blow(state: State, attacker: Stand, defender: Stand) -> float:
    """Return how a charge upon the front of an enemy would go, as the two stands are now."""
    return worth.matchup(worth.facts(state, attacker), attacker, worth.facts(state, defender), defender)


def _prize(state: State, stand: Stand, foe: Stand, charging: bool, own: worth.Facts, volley: float) -> float:
    if charging and may_fight(stand, foe):
        if foe.profile.code == "Sk":
            return 0.35 * worth.asset(state, foe).left
        return worth.matchup(own, stand, worth.facts(state, foe), foe)
    if volley:
        return volley * foe.profile.break_points * (0.7 if foe.profile.code == "Sk" else 1.0)
    return -0.5


def quarry(state: State, stand: Stand, around: Away) -> Stand | None:
    """Return the enemy whom a stand goes for: by its promise and its distance."""
    best: tuple[float, Stand] | None = None
    charging, own, volley = charges(stand), worth.facts(state, stand), _volley(stand)
    for far, foe in around:
        value = _prize(state, stand, foe, charging, own, volley) - FAR * far
        # The arc only lowers the value, so it is not asked for where it could not help.
        if best is not None and value <= best[0]:
            continue
        if not hexes.in_wide_arc(stand.place, stand.facing, foe.place):
            value -= FAR
        if best is None or value > best[0]:
            best = value, foe
    return None if best is None else best[1]


# -- what is around a place -----------------------------------------------------------------------


@record
class Foe:
    """An enemy as a stand has to heed it: from how far it can charge (0: not at all), what such a charge
    upon its front would gain, and what its fire would cost the stand by distance.
    """

    place: Hex
    facing: int
    reach: int
    blow: float
    fire: tuple[float, ...]


@record
class FieldOfFire:
    """What a stand could fire at wherever it goes: the dice that it throws by distance, before anything but
    range is counted, and the enemies whom it may come to have in range.
    """

    dice: tuple[int, ...]
    targets: tuple[Stand, ...]


@record
class Outlook:
    """What a stand has to heed wherever it goes: enemies who may harm it, and whom it may fire at itself."""

    foes: tuple[Foe, ...]
    fire: FieldOfFire


def outlook(state: State, stand: Stand, around: Away, going: int = 0) -> Outlook:
    """Return the outlook of a stand that goes no farther than `going` H from where it is."""
    found, own = [], worth.facts(state, stand)
    price = FIRE * min(stand.profile.break_points * len(stand.ranks), 3)
    for far, foe in around:
        # Moving towards the enemy brings it nearer by as many hexes at most.
        near, profile = far - going, foe.profile
        charge, shot = profile.mp + 1, _REACHES[profile.weapon]
        if near > charge and near > shot:
            continue
        if near > charge or profile.charge_bonus < 1 or not may_fight(foe, stand):
            charge = 0
        fire = _costs(price, dice(state, foe)) if near <= shot else ()
        if charge or fire:
            blow = max(0.0, worth.matchup(worth.facts(state, foe), foe, own, stand)) if charge else 0.0
            found.append(Foe(foe.place, foe.facing, charge, blow, fire))
    thrown = dice(state, stand)
    most = len(thrown) - 1 + going
    # who is in a melee is no target (SN-7.0.e)
    targets = [foe for far, foe in around if far <= most and not state.in_melee(foe.id)] if thrown else ()
    return Outlook(tuple(found), FieldOfFire(thrown, tuple(targets)))


@lru_cache(maxsize=1024)
def _costs(price: float, thrown: tuple[int, ...]) -> tuple[float, ...]:
    """Return what so many dice by distance cost at a price for each."""
    return tuple([price * count for count in thrown])


def dice(state: State, stand: Stand) -> tuple[int, ...]:
    """Return the dice of a stand's fire by distance, 0 where it does not reach; none without fire-arms.

    They are stored with the map, like all that hangs on the sheet.
    """
    profile, known = stand.profile, surveyed(state, "dice")
    key = profile.weapon, stand.sp + profile.mix_dice
    found: tuple[int, ...] | None = known.get(key)
    if found is None:
        added = ranges(profile, state.sheet)
        found = known[key] = tuple(
            max(0, key[1] + added[far]) if far in added else 0 for far in range(max(added, default=-1) + 1)
        )
    return found


@record
class Danger:
    """What enemies may do to a stand that ends at a place, whatever its facing, and who can charge it."""

    harm: float
    chargers: tuple[Hex, ...]

    def facing(self, stand: Stand, place: Hex, facing: int) -> float:
        """Return the harm to a stand with that facing: charges upon its flank count for more."""
        flanked = 0.5 * FLANKED * stand.profile.break_points
        found = self.harm
        for there in self.chargers:
            if not hexes.before_line(place, facing, there):
                found += flanked
        return found


def danger(around: Outlook, place: Hex) -> Danger:
    """Return what enemies may do to a stand that ends at a place: their charges and their fire."""
    harm, chargers, distance = 0.0, [], hexes.distance
    for foe in around.foes:
        there = foe.place
        away = distance(place, there)
        if away <= foe.reach:
            # Half, for the enemy has other things to do and may fail or be answered.
            harm += 0.5 * foe.blow
            chargers.append(there)
        if away < len(foe.fire) and hexes.in_wide_arc(there, foe.facing, place):
            harm += 0.5 * foe.fire[away]
    return Danger(harm, tuple(chargers))


def threat(around: Outlook, stand: Stand, place: Hex, facing: int) -> float:
    """Return what enemies may do to a stand that ends at a place with that facing, by charges and fire."""
    return danger(around, place).facing(stand, place, facing)


Target: TypeAlias = tuple[float, Stand, int]
"""A target that a stand would have in range at a place: what it is worth to fire at it, the target, and the
dice that it would throw before anything but range is counted.
"""


def targets(fire: FieldOfFire, place: Hex) -> list[Target]:
    """Return whom a stand would have in range at a place, the best first. Arc and sight are not looked at."""
    found, most = [], len(fire.dice) - 1
    for foe in fire.targets:
        there = foe.place
        away = hexes.distance(place, there)
        if away > most:
            continue
        count = fire.dice[away] - (away > 1 and foe.profile.code in LOOSE)
        if count > 0:
            value = count * foe.profile.break_points + 0.5 * foe.disordered
            found.append((value, foe, count))
    if len(found) > 1:
        found.sort(key=lambda target: -target[0])
    return found


def in_arc(among: Sequence[Target], stand: Stand, place: Hex, facing: int) -> Target | None:
    """Return the first of these targets that a stand would have in its arc of fire at a place."""
    arc = hexes.in_narrow_arc if stand.profile.code == "Art" else hexes.in_wide_arc
    for target in among:
        if arc(place, facing, target[1].place):
            return target
    return None


def has_target(state: State, stand: Stand, among: Sequence[Stand]) -> bool:
    """Return whether one of these enemies is in the range and arc of a stand where it is, seen or not."""
    thrown, here, facing = dice(state, stand), stand.place, stand.facing
    arc = hexes.in_narrow_arc if stand.profile.code == "Art" else hexes.in_wide_arc
    for foe in among:
        there = foe.place
        away = hexes.distance(here, there)
        if away >= len(thrown) or thrown[away] <= (away > 1 and foe.profile.code in LOOSE):
            continue
        if arc(here, facing, there) and not state.in_melee(foe.id):
            return True
    return False
