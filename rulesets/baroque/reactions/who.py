"""Who may answer an enemy action and how, as pure questions (BQ-4.1.3). Distances in BU."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from math import hypot

from rulesets.baroque import tables, terrain
from rulesets.baroque.charge import plan
from rulesets.baroque.melee.contact import face_struck
from rulesets.baroque.melee.rout import disperses
from rulesets.baroque.movement import falling
from rulesets.baroque.reactions.paths import pose_at, standing, swept
from rulesets.baroque.shooting import defence, targets
from rulesets.baroque.shooting.dice import reach as range_of
from rulesets.baroque.shooting.dice import shot_dice
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import reactions as words
from rulesets.engine import geometry
from rulesets.engine.geometry import Base
from rulesets.engine.records import record
from rulesets.freetable.ways import Why

# Most reactions are best at one end of the way; the moments between are tried only if neither end will do.
ENDS = (1.0, 0.0)
BETWEEN = (0.5, 0.75, 0.25)
"""The moments of a move that are examined to find one for a reaction; the player may name any other."""


@record
class Course:
    """What the acting unit is about to do, as a way from `start` to `end` in the manner `how`.

    `way`: how far its centre comes in all. `stays`: it has none, the unit is answered where it stands.
    `dice_at` caches the dice that units would have at its moments: nothing may be applied to the battle
    while a course is in use.
    """

    unit: Unit
    start: Base
    end: Base
    how: str
    _poses: dict[float, Base] = field(default_factory=dict, compare=False, repr=False)
    dice_at: dict[tuple[str, float], float | None] = field(default_factory=dict, compare=False, repr=False)
    way: float = field(init=False, compare=False, repr=False)
    stays: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        start, end = self.start, self.at(1.0)
        # A frozen record: these two are worked out once, for every unit of the other side asks for them.
        object.__setattr__(self, "way", hypot(end.cx - start.cx, end.cy - start.cy))
        object.__setattr__(self, "stays", end == start)

    def at(self, part: float) -> Base:
        """Return where the unit is after `part` (0 to 1) of the way."""
        pose = self._poses.get(part)
        if pose is None:
            pose = self._poses[part] = pose_at(self.start, self.end, self.how, part)
        return pose

    def comes_within(self, base: Base, reach: float) -> bool:
        """Return quickly whether the unit comes within `reach` BU of a base at all; it misses nothing.

        On its way, straight or a wheel of at most 90 degrees, it is never farther from its start than at the
        end.
        """
        start = self.start
        limit = start.radius + base.radius + reach + self.way + geometry.CONTACT
        dx, dy = base.cx - start.cx, base.cy - start.cy
        return reach > 0.0 and dx * dx + dy * dy <= limit * limit  # geometry.near, without another call

    def comes_into_fire(self, firing: Base, reach: float, slope: float) -> bool:
        """Return the same of fire up to `reach` BU from the front of `firing`; `slope`: of its arc."""
        slack, end = self._slack(), self.at(1.0)
        right, ahead = _seen_from(firing, self.start)
        right_then, ahead_then = _seen_from(firing, end)
        # These tests may let a course through that never comes into the arc, but never the other way round:
        # they save the search for the best moment.
        least = -slack * hypot(1.0, slope) - firing.half_width
        if max(slope * ahead - right, slope * ahead_then - right_then) < least:
            return False
        if max(slope * ahead + right, slope * ahead_then + right_then) < least:
            return False
        if max(ahead, ahead_then) < -slack:
            return False
        x, y = right_then - right, ahead_then - ahead
        square = x * x + y * y
        part = min(1.0, max(0.0, -(right * x + ahead * y) / square)) if square else 0.0
        return hypot(right + part * x, ahead + part * y) <= reach + slack

    def comes_before(self, base: Base, reach: float) -> bool:
        """Return the same of a base that advances up to `reach` BU: whether the unit gets in its way."""
        slack, end = self._slack(), self.at(1.0)
        side = base.half_width + slack
        right, ahead = _seen_from(base, self.start)
        right_then, ahead_then = _seen_from(base, end)
        beside = min(right, right_then) > side or max(right, right_then) < -side
        return not beside and min(ahead, ahead_then) <= reach + slack and max(ahead, ahead_then) >= -slack

    def _slack(self) -> float:
        """Return how far any part of the unit comes from the line of its centre; a wheel bulges."""
        bulge = self.way / 2 if self.how == "wheel" else 0.0
        return self.start.radius + bulge + geometry.CONTACT

    def best(self, worth: Callable[[float], float | None]) -> Moment | None:
        """Return the best moment for a reaction: an end of the way if one will do, else any."""
        # Without a way all moments are one.
        for parts in ((0.0,),) if self.stays else (ENDS, BETWEEN):
            found = [Moment(part, value) for part in parts if (value := worth(part)) is not None]
            if found:
                return max(found, key=lambda moment: moment.worth)
        return None


def _seen_from(base: Base, other: Base) -> tuple[float, float]:
    """Return how far to the right of a base's front midpoint, and ahead of it, the centre of another is."""
    x, y = other.cx - base.x, other.cy - base.y
    return x * base.fy - y * base.fx, x * base.fx + y * base.fy


@record
class Moment:
    """A moment of the enemy's move to react at: `part` of the way, and how good it is (more is better)."""

    part: float
    worth: float


def why_not_ready(state: State, unit: Unit) -> Why | None:
    """Return the rule and the reason why the unit cannot react to anything now; None if it can."""
    if not unit.on_field:
        return "BQ-4.1.3.a", words.NOT_ON_TABLE
    if unit.reacted:
        return "BQ-4.1.3.i", words.HAS_REACTED
    if unit.disengaged:
        return "BQ-5.7.d", words.HAS_DISENGAGED
    if unit.exhausted:
        return "BQ-2.5.1.b", common.EXHAUSTED
    if unit.profile.type == BAGGAGE:
        return "BQ-2.8.c", words.BAGGAGE_REACTS_NOT
    if state.engaged(unit.id):
        return "BQ-7.1.d", common.IN_MELEE
    return None


# ---------------------------------------------------------------------------- Opportunity Fire


def fire_moment(state: State, unit: Unit, course: Course) -> Moment | None:
    """Return the moment of the enemy's move at which the unit fires best, if any (BQ-6.5.a-b)."""
    limit = range_of(unit.profile)
    # Two cheap bounds before the search: most units are out of range or face away at every moment.
    if not course.comes_within(unit.place, limit) or why_not_ready(state, unit) is not None:
        return None
    slope = targets.arc_slope()
    edges = (targets.looking_out(unit.place, side) for side in targets.firing_edges(unit.profile))
    if not any(course.comes_into_fire(firing, limit, slope) for firing in edges):
        return None
    return course.best(lambda part: fire_worth(state, unit, course, part))


def fire_worth(state: State, unit: Unit, course: Course, part: float) -> float | None:
    """Return the dice that the unit would have at a moment of the move; None if it cannot fire."""
    cached = course.dice_at
    if (unit.id, part) not in cached:
        with standing(course.unit, course.at(part)):
            aim = targets.best_aim(state, unit, course.unit)
        shot = None if aim is None else aim.shot(unit, course.unit.profile, moves=unit.moves)
        cached[unit.id, part] = None if shot is None else float(shot_dice(shot))
    return cached[unit.id, part]


# ---------------------------------------------------------------------------- Opportunity Charge


def charge_moment(state: State, unit: Unit, course: Course, *, bonus: bool) -> Moment | None:
    """Return when an Opportunity Charge reaches best, None if never (BQ-5.4.2.a, BQ-5.4.2.c-d)."""
    limit = plan.reach(unit.profile, bonus=bonus)
    if not course.comes_within(unit.place, limit) or not course.comes_before(unit.place, limit):
        return None
    if why_not_intercept(state, unit, course.unit) is not None:
        return None
    return course.best(lambda part: charge_worth(state, unit, course, part, limit))


def why_not_intercept(state: State, unit: Unit, enemy: Unit | None = None) -> Why | None:
    """Return the rule and reason why it cannot charge (`enemy`) by opportunity; None if it can."""
    barred = why_not_ready(state, unit) or plan.able(unit)
    if barred is None and enemy is not None and enemy.profile.mounted and not unit.profile.mounted:
        return "BQ-5.4.2.c", words.FOOT_DOES_NOT_INTERCEPT
    return barred


def charge_worth(state: State, unit: Unit, course: Course, part: float, limit: float) -> float | None:
    """Return how near a charge of the unit has the enemy at a moment of its move (less is farther); None if
    it misses it. Others who stand before it do not matter: the charge may end with them (BQ-4.1.3.f).
    """
    base = course.at(part)
    if geometry.overlap(unit.place, base):
        return None
    if geometry.advance_to_contact(unit.place, base, limit) is None:
        return None
    enemy = course.unit
    # Other enemies are ignored, for the charge may end with them (BQ-4.1.3.f).
    others = frozenset(other.id for other in state.on_field(enemy.side) if other is not enemy)
    with standing(enemy, base):
        made = plan.path(state, unit, limit, others)
        if enemy in made.enemies and terrain.visible(state, unit.place, base):
            return -made.distance
    return None


# ---------------------------------------------------------------------------- answers to a charge


@record
class Charge:
    """A declared charge: by whom, at what, how far it can go at most."""

    unit: Unit
    target: Unit
    limit: float

    def way(self, distance: float) -> Base:
        """Return all that the charger passes over on its way of `distance` BU."""
        return swept(self.unit.place, distance)


def contactable(state: State, charge: Charge) -> list[tuple[Unit, float]]:
    """Return the enemies that the charge could meet, with the distance (BQ-5.4.6.d, BQ-5.6.b).

    Those who may evade or are dispersed leave the way free for others behind them.
    """
    found = []
    barrier = charge.limit
    for enemy, distance in plan.in_the_way(state, charge.unit, charge.limit):
        # The enemies come by their distance: behind the first that stays, nobody can be met.
        if distance > barrier + geometry.CONTACT:
            break
        found.append((enemy, distance))
        if not disperses(state, enemy) and not can_evade(state, enemy, charge, distance):
            barrier = min(barrier, distance)
    return found


def declared(state: State, charge: Charge) -> plan.Mark | None:
    """Return what a charge meets as declared: target, others with it, screens before (BQ-5.4.3.a)."""
    for mark in plan.marks(state, charge.unit, charge.limit):
        if mark.target is charge.target:
            return mark
    return None


def can_evade(state: State, unit: Unit, charge: Charge, distance: float) -> bool:
    """Return whether it may try to evade from that charge (BQ-5.6.a, BQ-5.6.d, BQ-5.6.f, BQ-5.6.i)."""
    kind = "charging_mounted" if charge.unit.profile.mounted else "charging_foot"
    return (
        geometry.in_front_corridor(unit.place, charge.way(distance))
        and why_no_evasion(state, unit, kind) is None
    )


def can_evade_shot(state: State, unit: Unit, firer: Unit) -> bool:
    """Return whether it may try to evade from the fire of a unit before its front (BQ-5.6.d, BQ-5.6.f)."""
    return (
        geometry.in_front_corridor(unit.place, firer.place)
        and why_no_evasion(state, unit, "shooting") is None
    )


def why_no_evasion(state: State, unit: Unit, kind: str = "") -> Why | None:
    """Return the rule and the reason why the unit cannot evade from a threat of that `kind`; None if it can.

    `kind` is a word of the troop types' `evade_from`, "" for any of them.
    """
    troops = () if unit.profile.type == BAGGAGE else tables.troop_type(unit.profile.type).evade_from
    if not troops:
        return "BQ-5.6.a", words.ONLY_SOME_EVADE
    if kind and kind not in troops:
        return "BQ-5.6.d", words.no_evasion_from(kind)
    if unit.disengaged:
        return "BQ-5.7.d", words.HAS_DISENGAGED
    if state.engaged(unit.id):
        return "BQ-5.6.a", common.IN_MELEE
    # It must be able to fall back the whole of its M, so the move itself is planned.
    back = falling.plan(state, unit, unit.profile.m_bu, forced=False)
    if back.started and not back.blocker and back.why == ("", ""):
        return None
    return "BQ-5.6.i", back.why[1] or common.NO_ROOM_BEHIND


def why_no_counter(state: State, unit: Unit, charge: Charge, distance: float) -> Why | None:
    """Return the rule and reason why a unit in the way may not countercharge; None if it may."""
    rule = "BQ-5.4.3.b"
    barred = why_not_ready(state, unit) or plan.able(unit)
    if barred is not None:
        return barred
    if charge.unit.profile.mounted and not unit.profile.mounted:
        return rule, words.FOOT_DOES_NOT_COUNTER
    if not geometry.in_front_corridor(unit.place, charge.way(distance)):
        return rule, words.NOT_BEFORE_FRONT
    if not terrain.visible(state, unit.place, charge.unit.place):
        return rule, words.DOES_NOT_SEE
    # Half of the distance, for both meet in the middle.
    if any(_friends_before(state, unit, max(distance / 2, geometry.CONTACT))):
        return rule, words.FRIEND_IN_WAY
    return None


def _friends_before(state: State, unit: Unit, distance: float) -> Iterator[Unit]:
    base = unit.place
    for friend in state.on_field(unit.side):
        if friend is unit:
            continue
        if geometry.sweep(base, base.fx * distance, base.fy * distance, friend.place) is not None:
            yield friend


# ---------------------------------------------------------------------------- Defensive Fire


def end_of(charge: Charge, distance: float) -> Base:
    """Return where the charger stands after `distance` BU."""
    return geometry.advance(charge.unit.place, distance)


def may_defend(state: State, unit: Unit, charge: Charge) -> bool:
    """Return whether the unit may declare Defensive Fire against a charge on this face (BQ-6.6.a-d)."""
    if why_not_ready(state, unit) is not None:
        return False
    distance = geometry.advance_to_contact(charge.unit.place, unit.place, charge.limit)
    if distance is None:
        return False
    face = face_struck(charge.unit.place, end_of(charge, distance), unit.place)
    return face is not None and defence.may_defend(state, unit, face)


def main_of(charge: Charge, struck: tuple[Unit, ...], distance: float) -> Unit:
    """Return whom a charge will fight as Main Unit, of those it would strike (BQ-6.6.d, BQ-7.6.c-d)."""
    end = end_of(charge, distance)

    def covered(unit: Unit) -> float:
        if face_struck(charge.unit.place, end, unit.place) != "front":
            return 0.0
        front = geometry.edge(unit.place, "front")
        # Two fronts covered alike in all but the last digit must stay a tie: the first of them is taken.
        return round(geometry.projection_overlap(geometry.edge(end, "front"), front), 2)

    return max(struck, key=covered)
