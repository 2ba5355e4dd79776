"""Which enemy a unit should go for, and how a fight with it would go. Distances in BU."""

from __future__ import annotations

from math import atan2, degrees, hypot

from rulesets.baroque import terrain
from rulesets.baroque.actiontypes import Band
from rulesets.baroque.melee import dice
from rulesets.baroque.melee.dice import Enemy, Fighter
from rulesets.baroque.shooting.dice import Shot, range_modifiers, shot_dice, shot_passes, weapon_at
from rulesets.baroque.shooting.targets import Target
from rulesets.baroque.state import BAGGAGE, State, Unit, enemy
from rulesets.baroque.tactics import worth
from rulesets.baroque.tactics.worth import Exchange
from rulesets.baroque.traits import traits
from rulesets.engine import geometry


def distance(unit: Unit, other: Unit) -> float:
    """Return the distance from the middle of the unit's front to the other's base."""
    return geometry.point_gap(unit.place.x, unit.place.y, other.place)


def bearing(unit: Unit, other: Unit) -> float:
    """Return the angle from its facing to the other's centre, anticlockwise, -180 to 180 degrees."""
    base, to = unit.place, other.place
    angle = degrees(atan2(to.cy - base.y, to.cx - base.x)) - base.heading
    return (angle + 180.0) % 360.0 - 180.0


def nearest(state: State, unit: Unit) -> tuple[Unit | None, float]:
    """Return the nearest enemy on the table and how far it is."""
    best, least = None, 999.0
    base = unit.place
    for other in state.on_field(enemy(unit.side)):
        at = other.place
        far = hypot(at.cx - base.cx, at.cy - base.cy)
        # Centres first, as a quick bound: the exact distance is needed only where it could be the least.
        if far - 2.0 < least:
            gap = distance(unit, other)
            if gap < least:
                best, least = other, gap
    return best, least


def fight(
    state: State,
    unit: Unit,
    other: Unit,
    *,
    charging: bool,
    charged: bool = False,
    flank: bool = False,
    led: bool = False,
) -> Exchange:
    """Return a round; `flank`: on the other's flank or rear (BQ-7.2.3); `led`: as if a leader joined."""
    mine = _fighter(state, unit, other, charging, False, led)
    theirs = _fighter(state, other, unit, charged, flank)
    return worth.exchange(mine, theirs)


def melee(state: State, unit: Unit, *, led: bool = False) -> Exchange:
    """Return the next round of the unit's melee with all its enemies; without one nothing is won."""
    rounds = [fight(state, unit, foe, charging=False, led=led) for foe in state.engaged_with(unit.id)]
    return Exchange(
        sum(one.done for one in rounds),
        sum(one.taken for one in rounds),
        # The chances of several rounds cannot be added up, so the largest stands for all.
        max((one.win for one in rounds), default=0.0),
        max((one.lose for one in rounds), default=0.0),
    )


def _fighter(
    state: State, unit: Unit, other: Unit, charging: bool, flanked: bool, led: bool = False
) -> Fighter:
    rough = bool(state.terrain)
    ground = terrain.ground(state, unit.place) if rough else "open"
    theirs = terrain.ground(state, other.place) if rough else "open"
    profile, against = unit.profile, other.profile
    obstacle = rough and terrain.defends_obstacle(state, other.place, unit.place)
    return Fighter(
        profile, unit.vbu,
        Enemy(
            mounted=against.mounted, pikes=dice.has_pikes(against), wholly_in=theirs,
            behind_obstacle=obstacle, fortified=against.type == BAGGAGE and
            state.sides[other.side].fortified_baggage, feared=bool(traits(against).feared),
        ),
        disordered=unit.disordered or (flanked and not dice.ignores_flanks(profile)),
        exhausted=unit.exhausted, leader=led or state.attached_leader(unit.id) is not None, charging=charging,
        flanked=flanked, ground=ground, rough=ground != "open",
        lance=charging and bool(traits(profile).lance) and not unit.lance_used,
    )  # fmt: skip


def from_behind(unit: Unit, other: Unit) -> bool:
    """Return whether the unit stands wholly behind the other's front line (BQ-7.2.3.a)."""
    return geometry.wholly_behind_front_line(other.place, unit.place)


def fire_worth(unit: Unit, other: Unit, at: Band, *, moves: int = 0, leader: bool = False) -> float:
    """Return the harm in VD to expect of a full shot at that range; 0 if it cannot fire so far."""
    weapon = weapon_at(unit.profile, at)
    if weapon is None or other.profile.type == BAGGAGE:
        return 0.0
    shot = Shot(unit.profile, other.profile, weapon, at, unit.vbu, moves, unit.disordered)
    passes = shot_passes(shot, first_volley=not unit.volley_fired)
    return worth.of_fire(other, shot_dice(shot), passes, range_modifiers(shot.at), leader).harm


def shot_worth(
    state: State, unit: Unit, other: Unit, aim: Target, *, moves: int, evading: bool = False
) -> float:
    """Return the harm in VD to expect of a shot as aimed; `moves`: actions that cost dice."""
    shot = aim.shot(unit, other.profile, moves=moves, evading=evading)
    passes = shot_passes(shot, first_volley=not unit.volley_fired)
    leader = state.attached_leader(other.id) is not None
    return worth.of_fire(other, shot_dice(shot), passes, range_modifiers(aim.at), leader).harm


def quarry(state: State, unit: Unit) -> Unit | None:
    """Return the enemy that the unit should go for: much to win, little to fear, not far, not behind it."""
    best, most = None, -999.0
    for other in state.on_field(enemy(unit.side)):
        far = distance(unit, other)
        turn = abs(bearing(unit, other)) / 60.0
        # Nearness and facing weigh twice: they divide the prospect, and are taken off so that a weak prospect
        # far away does not draw a unit across the table.
        score = _prospect(state, unit, other) / (1.5 + 0.35 * far + turn) - 0.05 * far - 0.15 * turn
        if score > most:
            best, most = other, score
    return best


def _prospect(state: State, unit: Unit, other: Unit) -> float:
    """Return what meeting it is worth: the better of fire at short range and a charge."""
    fire = fire_worth(unit, other, "short")
    if unit.profile.i < 1 or state.engaged(other.id):
        return fire
    clash = fight(state, unit, other, charging=True, flank=from_behind(unit, other))
    # A little worth even in a bad clash: a unit without any quarry would never move up.
    return max(fire, clash.balance, 0.1)
