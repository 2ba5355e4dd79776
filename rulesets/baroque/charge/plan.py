"""What a charge can reach: straight ahead, through a few friends, into sight (BQ-5.4). Distances in BU."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from rulesets.baroque import tables, terrain
from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.melee.contact import Onset, face_struck, onset
from rulesets.baroque.melee.rout import disperses
from rulesets.baroque.movement import friends, march
from rulesets.baroque.state import BAGGAGE, Face, State, Unit
from rulesets.baroque.traits import may_fire_then_charge
from rulesets.baroque.wording import charge as words
from rulesets.baroque.wording import common
from rulesets.engine import geometry
from rulesets.engine.geometry import CONTACT
from rulesets.engine.records import record
from rulesets.freetable.ways import Why

_NEARLY = 1e-6  # so that a distance of just the reach is within it


# ---------------------------------------------------------------------------- how far


def bonus_dice(profile: UnitProfile) -> tuple[int, ...]:
    """Return the charge bonus in BU on each die from 1 to 6 (BQ-5.4.1.b)."""
    return tables.charge_bonus(tables.dice_column(profile.type, profile.speed)).bonus_bu


@cache
def _best_bonus(code: str, speed: str) -> int:
    return max(tables.charge_bonus(tables.dice_column(code, speed)).bonus_bu)


def reach(profile: UnitProfile, *, bonus: bool = True) -> float:
    """Return the farthest that the unit may charge (BQ-5.4.1.a): M, and the best of the bonus."""
    return profile.m_bu + (_best_bonus(profile.type, profile.speed) if bonus else 0)


def reach_chance(profile: UnitProfile, distance: float) -> Fraction:
    """Return the exact chance that M and a bonus die reach `distance`; 1 within M (BQ-5.4.1.a)."""
    if distance <= profile.m_bu + _NEARLY:
        return Fraction(1)
    enough = sum(profile.m_bu + bonus >= distance - _NEARLY for bonus in bonus_dice(profile))
    return Fraction(enough, 6)


# ---------------------------------------------------------------------------- who may charge


def able(unit: Unit) -> Why | None:
    """Return why a unit can never charge, None if it can; the printed I counts (BQ-5.4.e, BQ-2.3.b,
    BQ-7.1.c).
    """
    if unit.profile.type == BAGGAGE:
        return "BQ-2.8.a", common.BAGGAGE_STAYS
    if unit.profile.i < 1:
        return "BQ-5.4.e", words.NO_IMPETUS
    return None


def why_no_charge(state: State, unit: Unit) -> Why | None:
    """Return the rule and the reason why the active unit may not charge now; None if it may."""
    activation = state.activation
    if activation is not None and activation.shots and not may_fire_then_charge(unit.profile):
        return "BQ-6.1.6", words.NO_FIRE_AND_CHARGE
    return able(unit) or march.why_no_move(state, unit)


# ---------------------------------------------------------------------------- what it meets


@record
class Mark:
    """An enemy that a charge can reach: how far off, on which face, through which troops that it disperses.

    `together`: everybody that it meets at the same moment, the target among them.
    """

    target: Unit
    distance: float
    face: Face
    screens: tuple[Unit, ...]
    together: tuple[Unit, ...]


def path(state: State, unit: Unit, limit: float, besides: frozenset[str] = frozenset()) -> Onset:
    """Return the way of a charge to the first enemy not `besides` (BQ-5.4.a, BQ-5.4.d, BQ-5.5.4)."""
    return onset(state, unit, limit, through=friends.may_pass_charging, besides=besides)


def marks(state: State, unit: Unit, limit: float, besides: frozenset[str] = frozenset()) -> list[Mark]:
    """Return all enemies that a charge of up to `limit` BU can be declared on, the nearest first.

    It ends at the first enemy who is not dispersed by it (BQ-7.7.b); hidden units cannot be declared
    (BQ-5.4.c).
    """
    if not _anyone(state, unit, limit, besides):
        return []
    found: list[Mark] = []
    screens: list[Unit] = []
    while True:
        made = path(state, unit, limit, besides | {screen.id for screen in screens})
        for enemy in made.enemies:
            if may_be_charged(state, unit, enemy, made):
                face = face_struck(unit.place, made.end(), enemy.place) or "front"
                found.append(Mark(enemy, made.distance, face, tuple(screens), made.enemies))
        if not made.enemies or not all(disperses(state, enemy) for enemy in made.enemies):
            return found
        screens += made.enemies


def may_be_charged(state: State, unit: Unit, enemy: Unit, made: Onset) -> bool:
    """Return whether an enemy that the way meets may be the declared target (BQ-5.4.c, BQ-7.9.d)."""
    if not terrain.visible(state, unit.place, enemy.place):
        return False
    if enemy.profile.type != BAGGAGE:
        return True
    attackers = state.engaged_with(enemy.id)
    side = geometry.contact_face(made.end(), enemy.place)
    taken = {geometry.contact_face(other.place, enemy.place) for other in attackers}
    most = tables.baggage(state.sides[enemy.side].fortified_baggage).max_attackers
    return len(attackers) < most and side not in taken


def _anyone(state: State, unit: Unit, limit: float, besides: frozenset[str]) -> bool:
    """Return quickly whether any enemy lies in the way of the front edge within reach."""
    return any(
        enemy.id not in besides
        and geometry.advance_to_contact(unit.place, enemy.place, limit + CONTACT) is not None
        for enemy in state.on_field(1 - unit.side)
    )


def in_the_way(state: State, unit: Unit, limit: float) -> Iterator[tuple[Unit, float]]:
    """Yield the enemies that the front edge meets within `limit` BU, each as if alone, the nearest first."""
    found = []
    for enemy in state.on_field(1 - unit.side):
        distance = geometry.advance_to_contact(unit.place, enemy.place, limit)
        if distance is not None:
            found.append((distance, enemy.id, enemy))
    yield from ((enemy, distance) for distance, _, enemy in sorted(found))
