"""Charges: whom a unit can reach, how the target answers, contact (MPP-C-15, MPP-8.1.a). Lengths in
inches.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from math import atan2, degrees

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.geometry import Base
from rulesets.engine.records import record
from rulesets.freetable.ways import Why
from rulesets.mail_pike_powder import breaktest, moves, shooting, tables
from rulesets.mail_pike_powder.events import Answered, Contacted, Declared, Moved, MoveMade
from rulesets.mail_pike_powder.shooting import FACES
from rulesets.mail_pike_powder.state import Face, State, Unit
from rulesets.mail_pike_powder.wording import charges as words

STATIC = frozenset({"hedgehog", "square", "building", "limbered", "march_column", "deployed"})
_ACROSS = 0.75  # inches beyond a hedge or wall at which its defender is still reached
_FACES: dict[str, Face] = {"front": "front", "side-left": "flank", "side-right": "flank", "rear": "rear"}


@record
class Charge:
    """A way into contact: a wheel of `turn` degrees (to the right above 0), then `ahead` inches; `inches` in
    all. `end`: where the charger stands then.
    """

    unit: Unit
    target: Unit
    turn: float
    ahead: float
    inches: float
    end: Base


# -- whom it reaches ------------------------------------------------------------------------------


def why_no_charge(state: State, unit: Unit) -> Why | None:
    """Return why a unit cannot charge now; None if it can (MPP-C-15, MPP-C-24, MPP-C-25)."""
    if unit.unit_class in ("artillery", "baggage") or unit.formation in STATIC:
        return "MPP-C-15", words.CANNOT_CHARGE
    if unit.shaken:
        return "MPP-C-15", words.SHAKEN
    if unit.disordered:
        return "MPP-C-24", words.DISORDERED
    if breaktest.battalia_broken(state, unit):
        return "MPP-C-25", words.BROKEN
    return moves.why_no_move(state, unit)


def reachable(state: State, unit: Unit, count: int, *, bound: bool = True) -> Iterator[Charge]:
    """Yield the charges that a unit can make with so many moves, one for each enemy it can reach; `bound`:
    the proximity rule holds (MPP-C-11).
    """
    if why_no_charge(state, unit) is not None:
        return
    reach = moves.rate(unit) * count
    if moves.is_in_rough(state, unit):
        reach = min(reach, moves.rate(unit))
    binding = moves.binding(state, unit) if bound else []
    for enemy in binding or state.enemies(unit):
        if moves.within(unit.place, enemy.place, reach):
            found = way_to(state, unit, enemy, reach)
            if found is not None:
                yield found


def way_to(state: State, unit: Unit, enemy: Unit, reach: float) -> Charge | None:
    """Return the shortest charge into an enemy within reach: straight on, or after a wheel; None for none."""
    base = unit.place
    best: Charge | None = None
    for turn in _turns(base, enemy.place):
        if abs(turn) > moves.TURN:
            continue
        turned, used = moves.turned(unit, turn)
        if used >= reach or (best is not None and used >= best.inches):
            continue
        ahead = geometry.advance_to_contact(turned, enemy.place, reach - used)
        if ahead is None or (best is not None and used + ahead >= best.inches - 1e-6):
            continue
        if turn and not _may_turn(state, unit, turn):
            continue
        if _blocked(state, unit, turned, enemy, ahead):
            continue
        best = Charge(unit, enemy, turn, ahead, used + ahead, geometry.advance(turned, ahead))
    return best


def _turns(base: Base, enemy: Base) -> Iterator[float]:
    """Yield the wheels that could bring a base into an enemy: none, or towards its middle or nearest
    point.
    """
    yield 0.0
    x, y = geometry.nearest_point(base.x, base.y, enemy)
    for tx, ty in ((enemy.cx, enemy.cy), (x, y)):
        heading = degrees(atan2(ty - base.y, tx - base.x))
        turn = (base.heading - heading + 180.0) % 360.0 - 180.0
        if abs(turn) > 1.0:
            yield round(turn, 1)


def _may_turn(state: State, unit: Unit, turn: float) -> bool:
    if unit.loose:
        return moves.why_not_there(state, unit, moves.turned(unit, turn)[0]) is None
    return moves.wheel_room(state, unit, "right" if turn > 0 else "left", abs(turn)) >= abs(turn) - 1e-3


def _blocked(state: State, unit: Unit, base: Base, enemy: Unit, ahead: float) -> bool:
    """Return whether anything but a hedge or wall that the enemy stands behind bars a charge."""
    way = moves.straight(state, unit, base, base.fx, base.fy, max(ahead, moves.LEAST), charging=enemy.id)
    if way.free < ahead - 1e-3 and not (way.why[0] == "MPP-4.3" and ahead - way.free <= _ACROSS):
        return True
    end = geometry.advance(base, ahead)
    return any(
        geometry.overlap(end, each.place) for each in moves.others_near(state, unit, end, 0.0)
    ) or any(
        each is not enemy
        and geometry.touching(end, each.place)
        and not geometry.touching(unit.place, each.place)
        and geometry.contact_face(end, each.place) is None
        for each in state.enemies(unit)
    )  # fmt: skip


def barred(state: State, unit: Unit, enemy: Unit, ahead: float) -> bool:
    """Return whether a unit that follows up straight ahead could not reach an enemy."""
    return _blocked(state, unit, unit.place, enemy, ahead)


def rides_down(unit: Unit, enemy: Unit) -> bool:
    """Return whether a unit is cavalry against infantry without pikes (MPP-6.1.b)."""
    return (
        unit.horse and enemy.unit_class in ("infantry", "skirmishers") and not enemy.profile.pikes
        and enemy.formation not in ("square", "hedgehog", "building")
    )  # fmt: skip


# -- options --------------------------------------------------------------------------------------


def options(state: State, unit: Unit, count: int) -> Iterator[Option]:
    """Yield the charges that a unit can make with so many moves."""
    for each in reachable(state, unit, count):
        label = words.charge(each.target.name, each.inches, face_of(each.end, each.target))
        yield Option({"do": "charge", "unit": unit.id, "target": each.target.id}, label, "MPP-C-15")


def face_of(end: Base, target: Unit) -> Face:
    """Return which face of a target a base strikes; what has none is always struck in front (MPP-C-14)."""
    if target.formation in (*FACES, "hedgehog"):
        return "front"
    return _FACES[geometry.contact_face(end, target.place) or "front"]


def in_contact(state: State, way: Charge) -> tuple[State, Unit, Unit, Face]:
    """Return the table as it would be after a charge at an enemy who stands: the state, the charger with its
    bonus, the enemy, and the face that is struck.
    """
    me, foe, face = copy(way.unit), copy(way.target), face_of(way.end, way.target)
    me.base, me.charging = way.end, True
    contacts = {**state.contacts, (me.id, foe.id): face}
    if face == "front":
        contacts[foe.id, me.id] = "front"
    then = replace(state, units={**state.units, me.id: me, foe.id: foe}, contacts=contacts)
    return then, me, foe, face


# -- the charge -----------------------------------------------------------------------------------


def charge(battle: Battle, unit: Unit, target: Unit, count: int) -> Steps[None]:
    """Charge with so many moves: declaration, answer, contact (MPP-C-15)."""
    state: State = battle.state
    way = way_to(state, unit, target, moves.rate(unit) * count)
    if way is None:
        return
    battle.apply(Declared("MPP-C-15", unit.id, target.id))
    for _ in range(count):
        battle.apply(MoveMade("MPP-C-15", unit.id))
    answer = yield from _answer(battle, way)
    start = unit.place
    if answer in ("closing", "fire-evade"):
        yield from shooting.volley(battle, target, unit, "closing")
    if answer in ("evade", "fire-evade") and target.on_field:
        breaktest.retreat(battle, target, start, "MPP-C-15")
    if not unit.on_field or unit.place != start or unit.disordered or unit.shaken:
        return  # MPP-C-15: closing shots have ended the charge
    found = way_to(state, unit, target, moves.rate(unit) * count) if target.on_field else None
    if found is None:
        _short(battle, way)
        return
    counter = answer == "countercharge"
    if counter:
        found = _meet(battle, found)
    run(battle, unit, found, "charge", counter=counter)
    if target.on_field and unit.has("Terrifying Charge") and state.engaged(unit.id):
        yield from breaktest.take(
            battle, target, "ranged", 0, "MPP-C-35", away=unit.place, because=words.TERRIFIED
        )


def run(battle: Battle, unit: Unit, way: Charge, how: str, *, counter: bool = False) -> None:
    """Bring a charger into contact."""
    end = way.end
    battle.apply(Moved("MPP-C-15", unit.id, end.x, end.y, end.heading, how, geometry.rounded(way.inches)))
    meet(battle, unit, charging=True)
    if counter and battle.state.engaged(way.target.id):
        battle.apply(Contacted("MPP-C-15", way.target.id, unit.id, "front", True))


def follow(battle: Battle, unit: Unit, ahead: float) -> None:
    """Bring a winner straight ahead into contact with an enemy who gave ground (MPP-C-22)."""
    end = geometry.advance(unit.place, ahead)
    battle.apply(Moved("MPP-C-22", unit.id, end.x, end.y, end.heading, "follow", geometry.rounded(ahead)))
    meet(battle, unit, charging=False)


def meet(battle: Battle, unit: Unit, *, charging: bool) -> None:
    """Note all contacts that the front of a unit has made, and those of enemies whose fronts it has met."""
    state: State = battle.state
    for enemy in list(state.enemies(unit)):
        if not geometry.touching(unit.place, enemy.place):
            continue
        if (unit.id, enemy.id) not in state.contacts and geometry.contact_face(unit.place, enemy.place):
            face = face_of(unit.place, enemy)
            battle.apply(Contacted("MPP-C-21", unit.id, enemy.id, face, charging))
            if face == "front" and (enemy.id, unit.id) not in state.contacts:
                battle.apply(Contacted("MPP-C-21", enemy.id, unit.id, "front", False))


def _short(battle: Battle, way: Charge) -> None:
    """Move a charger whose target has gone as far as it would have gone (MPP-C-15)."""
    state: State = battle.state
    unit = way.unit
    turned, _ = moves.turned(unit, way.turn)
    room = moves.room(
        state, moves.straight(state, unit, turned, turned.fx, turned.fy, max(way.ahead, moves.LEAST))
    )
    end = geometry.advance(turned, min(room, way.ahead))
    if moves.why_not_there(state, unit, end) is None:
        battle.apply(
            Moved("MPP-C-15", unit.id, end.x, end.y, end.heading, "approach", geometry.rounded(way.inches))
        )


def _meet(battle: Battle, way: Charge) -> Charge:
    """Let a target countercharge: both meet half way, or where it gets to (MPP-C-15)."""
    state: State = battle.state
    unit, target = way.unit, way.target
    turned, used = moves.turned(unit, way.turn)
    facing = geometry.turned_about_centre(target.place, (turned.heading + 180.0) % 360.0)
    between = geometry.advance_to_contact(turned, facing, way.inches + 2.0)
    if between is None or moves.why_not_there(state, target, facing) is not None:
        return way
    half = min(between / 2, moves.rate(target))
    way_on = moves.straight(
        state, target, facing, facing.fx, facing.fy, max(half, moves.LEAST), charging=unit.id
    )
    half = min(half, moves.room(state, way_on))
    end = geometry.advance(facing, half)
    ahead = geometry.advance_to_contact(turned, end, way.ahead + 0.1)
    if ahead is None or any(
        each is not target and geometry.overlap(geometry.advance(turned, ahead), each.place)
        for each in moves.others_near(state, unit, geometry.advance(turned, ahead), 0.0)
    ):
        return way  # a friend whom the charger passes is in the way of meeting half way
    battle.apply(
        Moved("MPP-C-15", target.id, end.x, end.y, end.heading, "countercharge", geometry.rounded(half))
    )
    return Charge(unit, target, way.turn, ahead, used + ahead, geometry.advance(turned, ahead))


# -- answers --------------------------------------------------------------------------------------


def _answer(battle: Battle, way: Charge) -> Steps[str]:
    """Ask how the target answers a charge, and do what changes its formation or facing (MPP-C-15)."""
    state: State = battle.state
    unit, target = way.unit, way.target
    options = list(answers(state, way))
    if len(options) == 1:
        answer = options[0].key["do"]
    else:
        text = words.answer(target.name, unit.name)
        choice = yield Decision("charge answer", target.side, text, "MPP-C-15", tuple(options), target.id)
        answer = choice["do"]
    battle.apply(Answered("MPP-C-15", unit.id, target.id, answer))
    if answer in ("hedgehog", "square"):
        moves.take_up(battle, target, answer, moves.formed_base(target, answer), "MPP-C-15")
    elif answer == "face":
        base = moves.faced(target.place, unit.place)
        battle.apply(Moved("MPP-C-15", target.id, base.x, base.y, base.heading, "turn", 0.0))
    return str(answer)


def answers(state: State, way: Charge) -> Iterator[Option]:
    """Yield how the target of a charge may answer it (MPP-C-15)."""
    unit, target = way.unit, way.target
    in_front = moves.in_front(target.place, unit.place)
    counters = (
        target.horse and in_front and not target.loose and why_no_charge(state, target) is None
        and not (target.has("Caracole") and unit.horse) and target.formation == "line"
    )  # fmt: skip
    if counters:
        yield Option({"do": "countercharge"}, words.COUNTERCHARGE, "MPP-C-15")
        if target.has("Galloper"):
            return
    yield Option({"do": "stand"}, words.STAND, "MPP-C-15")
    if state.engaged(target.id):
        return
    shoots = shooting.why_no_shot(state, target, "closing") is None and target.profile.short > 0
    if shoots and (in_front or shooting.all_round(target)):
        made = shooting.attack(state, target, unit, "closing")
        yield Option({"do": "closing"}, words.closing(made.dice, made.need), "MPP-9.2.f")
    light = target.loose or (target.profile.mounted and target.profile.open_order)
    if light and _can_go(state, target, unit):
        yield Option({"do": "evade"}, words.EVADE, "MPP-C-15")
        if shoots and target.has("Fire and Evade"):
            yield Option({"do": "fire-evade"}, words.FIRE_AND_EVADE, "MPP-C-35")
    if not target.disordered:
        for formation in ("hedgehog", "square"):
            if (
                formation in target.profile.formations
                and formation != target.formation
                and (formation == "hedgehog" or unit.horse)
                and moves.why_no_formation(state, target, formation) is None
            ):
                yield Option({"do": formation}, words.FORM[formation], "MPP-C-15")
    turning = not in_front and way.inches > moves.rate(unit) and not target.unsteady
    if turning and moves.why_not_there(state, target, moves.faced(target.place, unit.place)) is None:
        yield Option({"do": "face"}, words.FACE, "MPP-C-15")


def _can_go(state: State, target: Unit, unit: Unit) -> bool:
    base = target.place
    away = -1.0 if moves.in_front(base, unit.place) else 1.0
    return breaktest.back_room(state, target, base.fx * away, base.fy * away, moves.rate(target)) is not None


def any_near(state: State, unit: Unit) -> bool:
    """Return whether any enemy is within the farthest charge of three moves."""
    reach = moves.rate(unit) * max(row.moves for row in tables.tables().order_result)
    return any(geometry.near(unit.place, enemy.place, reach) for enemy in state.enemies(unit))
