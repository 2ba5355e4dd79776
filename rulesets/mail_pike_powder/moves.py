"""Single moves of a unit: ahead with a wheel, back, aside, turns, formations, buildings (MPP-3, MPP-4,
MPP-C-14).

A move is one of these: a wheel and then straight ahead, together no longer than the move; back or to the
side, at half rate for who is not in open order; a turn on the spot; a change of formation; into or out of
a building. Lengths in inches, angles in degrees, to the right above 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import atan2, degrees, radians
from typing import Any

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Group, Menu, Number, Option, Refusal
from rulesets.engine.geometry import Base, Hand
from rulesets.freetable import passage
from rulesets.freetable.ways import (
    Way,
    Why,
    comes_into_contact,
    edge_room,
    kept_clear,
    wheel_among,
)
from rulesets.mail_pike_powder import tables, terrain
from rulesets.mail_pike_powder.events import Formed, Marked, Moved, MoveMade
from rulesets.mail_pike_powder.state import State, Unit, base_of
from rulesets.mail_pike_powder.wording import events as said
from rulesets.mail_pike_powder.wording import moves as words

CLEAR = 0.25  # inches that a move keeps from enemies it does not charge
LEAST = 0.1  # inches: a shorter move is none
TURN = 90.0  # degrees that a unit may wheel in a move
_LEAST_WHEEL = 1.0  # degrees: a shorter wheel is none
_FACING = {"left": 90.0, "right": -90.0, "rear": 180.0}


# -- how far --------------------------------------------------------------------------------------


def rate(unit: Unit, formation: str = "") -> float:
    """Return the move of a unit in inches (MPP-3)."""
    formation = formation or unit.formation
    profile = unit.profile
    if formation == "hedgehog":
        troop = "hedgehog"
    elif unit.guns:
        if profile.gun == "heavy":
            troop = "heavy_artillery"
        elif formation == "limbered":
            troop = "limbered_horse_artillery" if profile.mounted else "limbered"
        else:
            troop = "manhandled"
    elif profile.mounted:
        troop = "light_horse" if profile.open_order and formation == "skirmish" else "horse"
    else:
        troop = "standard"
    return tables.move(troop).inches


def is_in_rough(state: State, unit: Unit) -> bool:
    """Return whether rough ground holds a unit to one move (MPP-4.2)."""
    return not unit.loose and terrain.in_going(state, unit.place, "rough")


def why_no_move(state: State, unit: Unit) -> Why | None:
    """Return why a unit cannot move (any more); None if it can."""
    if state.engaged(unit.id):
        return "MPP-7.3", words.IN_COMBAT
    if unit.moves and is_in_rough(state, unit):
        return "MPP-4.2", words.ONE_MOVE_IN_ROUGH
    return None


def others_near(state: State, unit: Unit, base: Base, reach: float) -> Iterator[Unit]:
    """Yield the units that one could meet within reach."""
    # Circles are compared here and not by `geometry.near`: every way asks for every unit of the battle.
    x, y, limit = base.cx, base.cy, base.radius + reach
    for other in state.units.values():
        there = other.base
        if there is not None and other is not unit and other.status == "field":
            dx, dy, far = there.cx - x, there.cy - y, limit + there.radius
            if dx * dx + dy * dy <= far * far:
                yield other


def straight(
    state: State, unit: Unit, base: Base, ux: float, uy: float, inches: float, *, charging: str = ""
) -> Way[Unit]:
    """Return the straight way of a unit from a base; `charging`: the enemy whom it may touch (MPP-C-37)."""
    limit, why = terrain.free_way(state, unit, base, ux, uy, inches)
    way = Way(unit, base, ux, uy, limit, why or ("MPP-3.1", words.MOVE_OVER))
    way.bar(edge_room(state, base, ux, uy), "MPP-3.1", words.EDGE)
    for other in others_near(state, unit, base, inches + 2 * CLEAR):
        if other.id == charging:
            continue
        if other.side != unit.side:
            met = way.meets_enemy(other, inches, CLEAR)
            if met is not None:
                way.bar(met, "MPP-C-15", words.only_charges_touch(other.name), other.id)
        elif way.meets(other.place, inches) is not None:
            if state.engaged(other.id) or other.formation == "building":
                way.bar(way.entered(other.place), "MPP-C-37", words.not_through(other.name), other.id)
            else:
                way.passes(other)
    return way


def room(state: State, way: Way[Unit]) -> float:
    """Return how far a unit may go on a way and stop there: on no friend, across no hedge (MPP-C-37)."""
    distance = way.furthest(lambda _passed, _inches: False, LEAST)
    while distance > 0.0 and _across(state, way, distance):
        distance = max(0.0, geometry.rounded_down(distance - CLEAR))
    return distance


def _across(state: State, way: Way[Unit], distance: float) -> bool:
    return not way.unit.loose and terrain.blocks(state, way.base, way.ux, way.uy, distance)


def check_stop(state: State, way: Way[Unit], distance: float) -> None:
    """Raise Refusal unless a unit may stop on a way after so many inches."""
    if distance > way.free + 1e-6:
        rule, reason = way.why
        raise Refusal(words.stopped_after(way.free, reason), rule=rule, path="choice.inches", code="range")
    enemy = way.touched(distance)
    if enemy is not None:
        raise Refusal(words.only_charges_touch(enemy.name), rule="MPP-C-15", path="choice.inches")
    for passed in way.passed:
        if passed.under(distance):
            raise Refusal(words.not_on(passed.unit.name), rule="MPP-C-37", path="choice.inches")
    if _across(state, way, distance):
        raise Refusal(words.NOT_ACROSS, rule="MPP-4.3", path="choice.inches")


# -- turning --------------------------------------------------------------------------------------


def wheel_room(state: State, unit: Unit, hand: Hand, limit: float) -> float:
    """Return by how many degrees, up to a limit, a unit may wheel forward around a front corner."""
    base = unit.place
    others = (
        (other, other.place if other.side == unit.side else kept_clear(base, other.place, CLEAR))
        for other in others_near(state, unit, base, 2 * base.radius + 2 * CLEAR)
    )
    free, _ = wheel_among(base, hand, limit, others)
    layout = terrain.layout(state)
    going = terrain.goings(unit, rate(unit))
    shapes = passage.met_in_wheel(layout, base, hand, free, going)
    if shapes and free > 0.0:
        free, _ = passage.furthest_turn(passage.wheeled(base, hand, free), shapes, going)
    while free > 0.0 and not _on_table(state, geometry.wheel(base, hand, free)):
        free = max(0.0, free - 5.0)
    return geometry.rounded_down(free)


def _on_table(state: State, base: Base) -> bool:
    return geometry.within(base, 0.0, 0.0, state.width, state.depth)


def turned(unit: Unit, turn: float) -> tuple[Base, float]:
    """Return the base of a unit after a wheel, and the inches that it takes; who is in open order turns on
    the spot at no cost.
    """
    base = unit.place
    if not turn:
        return base, 0.0
    if unit.loose:
        return geometry.turned_about_centre(base, base.heading - turn), 0.0
    return geometry.wheel(base, "right" if turn > 0 else "left", abs(turn)), radians(abs(turn)) * base.width


def check_turn(state: State, unit: Unit, turn: float) -> None:
    """Raise Refusal unless a unit may turn by so many degrees before it moves on."""
    if not turn:
        return
    if unit.loose:
        why = why_not_there(state, unit, turned(unit, turn)[0])
        if why is not None:
            raise Refusal(why[1], rule=why[0], path="choice.turn")
        return
    free = wheel_room(state, unit, "right" if turn > 0 else "left", abs(turn))
    if free < abs(turn) - 1e-3:
        raise Refusal(words.wheel_stopped(free), rule="MPP-3.1", path="choice.turn", code="range")


def why_not_there(state: State, unit: Unit, base: Base, formation: str = "") -> Why | None:
    """Return why a unit cannot stand on a base: edge, terrain, other units, new contact; None if it can."""
    if not _on_table(state, base):
        return "MPP-3.1", words.EDGE
    why = terrain.may_stand(state, unit, base, formation)
    if why is not None:
        return why
    for other in others_near(state, unit, base, CLEAR):
        if geometry.overlap(base, other.place):
            return "MPP-C-37", words.not_on(other.name)
        if other.side != unit.side and comes_into_contact(unit.place, base, other.place):
            return "MPP-C-15", words.only_charges_touch(other.name)
    return None


# -- enemies near ---------------------------------------------------------------------------------


def within(a: Base, b: Base, reach: float) -> bool:
    """Return whether two bases are no farther apart than `reach`; 6 inches are within 6 inches however the
    last digit is rounded.
    """
    reach += 1e-6
    return geometry.near(a, b, reach) and geometry.gap(a, b) <= reach


def nearest_enemy(state: State, unit: Unit, base: Base | None = None) -> tuple[Unit | None, float]:
    """Return the nearest enemy of a unit, and how far off in inches."""
    here = base or unit.place
    best, least = None, 1e9
    for enemy in state.enemies(unit):
        far = geometry.gap(here, enemy.place)
        if far < least:
            best, least = enemy, far
    return best, least


def in_front(base: Base, enemy: Base) -> bool:
    """Return whether any part of an enemy is in the front quarter of a base (MPP-C-30)."""
    return geometry.in_arc(geometry.edge(base, "front"), enemy)


def faced(base: Base, other: Base) -> Base:
    """Return a base that has turned about its middle, by quarters, to face another."""
    wanted = degrees(atan2(other.cy - base.cy, other.cx - base.cx))
    quarter = round(((wanted - base.heading + 180.0) % 360.0 - 180.0) / 90.0) * 90.0
    return geometry.turned_about_centre(base, base.heading + quarter)


def binding(state: State, unit: Unit) -> list[Unit]:
    """Return the enemies within 12 inches to the front of a unit, the only ones that it may charge
    (MPP-C-11); empty if nobody binds it.
    """
    reach = tables.figures().proximity
    return [
        enemy for enemy in state.enemies(unit)
        if within(unit.place, enemy.place, reach) and in_front(unit.place, enemy.place)
    ]  # fmt: skip


def proximity(state: State, unit: Unit) -> Unit | None:
    """Return the nearest of the enemies who bind a unit; None if nobody does (MPP-C-11)."""
    return min(binding(state, unit), key=lambda enemy: geometry.gap(unit.place, enemy.place), default=None)


def check_proximity(state: State, unit: Unit, end: Base, *, back: bool = False) -> None:
    """Raise Refusal where a unit bound by an enemy would not go towards it, straight back or face it
    (MPP-C-11).
    """
    enemy = proximity(state, unit)
    if enemy is None or back:
        return
    if not in_front(end, enemy.place):
        raise Refusal(words.bound(enemy.name), rule="MPP-C-11", path="choice")
    if geometry.gap(end, enemy.place) > geometry.gap(unit.place, enemy.place) + 1e-3:
        raise Refusal(words.bound(enemy.name), rule="MPP-C-11", path="choice")


def check_away(state: State, unit: Unit, end: Base) -> None:
    """Raise Refusal where a unit that has to move away does not end farther from each enemy in sight
    (MPP-4.6, MPP-C-25).
    """
    for enemy in state.enemies(unit):
        before = geometry.gap(unit.place, enemy.place)
        if before < 4 * tables.figures().proximity and geometry.gap(end, enemy.place) < before - 1e-3:
            raise Refusal(words.away(enemy.name), rule="MPP-4.6", path="choice")


# -- options --------------------------------------------------------------------------------------


def anything(battle: Battle, kind: str, side: int, menu: Menu) -> bool:
    """Return whether a menu offers anything; where a battle is played again what was chosen is looked for
    first.
    """
    known, chosen = battle.comes_next(kind, side), battle.foreseen
    if known is False or (known and chosen.get("do") == "done"):
        return bool(known)
    return (bool(chosen) and menu.holds(chosen)) or bool(menu)


def groups(state: State, unit: Unit, *, away: bool = False, bound: bool = True) -> Iterator[Group]:
    """Yield what a unit may do with a move but charge, by kind; `away`: only what takes it from the enemy,
    `bound`: the proximity rule holds.
    """
    if why_no_move(state, unit) is not None:
        return

    def group(do: str, make: Callable[..., Iterator[Option]], *facts: Any) -> Group:
        return {"do": do, "unit": unit.id}, partial(make, state, unit, *facts)

    if unit.formation == "building":
        yield group("leave", _leaving)
        return
    inches = rate(unit)
    if inches > 0.0:
        yield group("advance", _advances, inches, away, bound)
        yield group("back", _backwards, inches, away)
        if not away:
            yield group("side", _sideways, inches, bound)
    if not away:
        yield group("turn", _turns, bound)
        yield group("form", formations)
        yield group("bayonets", _bayonets)
        yield group("enter", _entering, inches)


def options(state: State, unit: Unit, *, away: bool = False, bound: bool = True) -> Iterator[Option]:
    """Yield the same, option by option."""
    for _, make in groups(state, unit, away=away, bound=bound):
        yield from make()


def _bayonets(_state: State, unit: Unit) -> Iterator[Option]:
    if unit.has("Plug Bayonet") and not unit.plugged:
        yield Option({"do": "bayonets", "unit": unit.id}, words.BAYONETS, "MPP-C-35")


def _advances(state: State, unit: Unit, inches: float, away: bool, bound: bool) -> Iterator[Option]:
    base = unit.place
    way = straight(state, unit, base, base.fx, base.fy, inches)
    free = room(state, way)
    check = partial(_check_advance, state, unit, inches, away, bound)
    key = {"do": "advance", "unit": unit.id}
    turn = TURN
    if not unit.loose:
        turn = geometry.rounded_down(min(TURN, degrees(inches / base.width)))
    label = ""
    if LEAST <= free < inches - LEAST:  # what ends the way straight ahead
        label = words.ends_after(free, way.why[1] if way.free < inches - LEAST else words.NO_ROOM)
    params = (
        Number("turn", -turn, turn, "degrees", default=0.0, label=words.FIRST_TURN),
        Number("inches", 0.0, inches, "in", default=geometry.rounded_down(free), label=label),
    )
    option = Option(key, words.advance(inches), tables.move("standard").rule, params, check)
    # Offered where any of these goes: straight on, or a little to either side.
    for angle in _angles(state, unit, turn):
        far = free if not angle else geometry.rounded_down(_room_after(state, unit, inches, angle))
        try:
            check({**key, "turn": angle, "inches": geometry.rounded_down(far)})
        except Refusal:
            continue
        if far >= LEAST or angle:
            numbers = (
                Number("turn", -turn, turn, "degrees", default=angle, label=words.FIRST_TURN),
                Number("inches", 0.0, inches, "in", default=geometry.rounded_down(far), label=label),
            )
            yield Option(key, option.words, option.rule, numbers, check)
            return


def _angles(state: State, unit: Unit, most: float) -> Iterator[float]:
    """Yield the turns that an advance is tried with: none, wide ones, and as wide as there is room for."""
    yield from (0.0, -most / 2, most / 2, -most, most)
    if not unit.loose:
        left, right = wheel_room(state, unit, "left", most), wheel_room(state, unit, "right", most)
        yield from (angle for angle in (-left, right) if abs(angle) >= _LEAST_WHEEL)


def _room_after(state: State, unit: Unit, inches: float, turn: float) -> float:
    """Return how far a unit may go on after a turn."""
    base, used = turned(unit, turn)
    left = max(0.0, inches - used - 1e-3)
    far = min(left, room(state, straight(state, unit, base, base.fx, base.fy, max(left, LEAST))))
    return far if far >= LEAST else 0.0


def why_no_advance(state: State, unit: Unit) -> Why | None:
    """Return why a unit can neither go straight ahead nor wheel forward (MPP-3.1); None if it can."""
    inches = rate(unit)
    if inches <= 0.0:
        return "MPP-3.1", words.STAYS
    if any(_advances(state, unit, inches, False, True)):
        return None
    base = unit.place
    way = straight(state, unit, base, base.fx, base.fy, inches)
    far = room(state, way)
    if far < LEAST:
        return way.why if way.free < LEAST else ("MPP-C-37", words.NO_ROOM)
    try:
        _check_advance(state, unit, inches, False, True, {"turn": 0.0, "inches": far})
    except Refusal as refused:
        return refused.rule, refused.message
    return "MPP-C-37", words.NO_ROOM


def _check_advance(state: State, unit: Unit, inches: float, away: bool, bound: bool, choice: Choice) -> None:
    turn, far = choice["turn"], choice["inches"]
    base, used = turned(unit, turn)
    if not turn and far < LEAST:
        raise Refusal(words.NO_MOVE, rule="MPP-3.1", path="choice.inches", code="range")
    if used + far > inches + 1e-2:
        raise Refusal(words.too_far(used, far, inches), rule="MPP-3.1", path="choice.inches", code="range")
    check_turn(state, unit, turn)
    way = straight(state, unit, base, base.fx, base.fy, max(far, LEAST))
    check_stop(state, way, far)
    end = way.end(far)
    if away:
        check_away(state, unit, end)
    elif bound:
        check_proximity(state, unit, end)


def _backwards(state: State, unit: Unit, inches: float, away: bool) -> Iterator[Option]:
    base = unit.place
    most = inches if unit.loose or away else inches / 2
    way = straight(state, unit, base, -base.fx, -base.fy, most)
    free = room(state, way)
    if free < LEAST:
        return

    def check(choice: Choice) -> None:
        check_stop(state, way, choice["inches"])
        if away:
            check_away(state, unit, way.end(choice["inches"]))

    key = {"do": "back", "unit": unit.id}
    try:
        check({"inches": free})
    except Refusal:
        return
    yield Option(
        key, words.back(free), "MPP-3.1", (Number("inches", LEAST, free, "in", default=free),), check
    )


def _sideways(state: State, unit: Unit, inches: float, bound: bool) -> Iterator[Option]:
    if bound and proximity(state, unit) is not None:
        return
    base = unit.place
    most = inches if unit.loose else inches / 2
    for to, (ux, uy) in (("left", (-base.fy, base.fx)), ("right", (base.fy, -base.fx))):
        way = straight(state, unit, base, ux, uy, most)
        free = room(state, way)
        if free >= LEAST:
            number = Number("inches", LEAST, free, "in", default=free)
            yield Option(
                {"do": "side", "unit": unit.id, "to": to}, words.side(to, free), "MPP-3.1", (number,),
                lambda choice, way=way: check_stop(state, way, choice["inches"]),  # type: ignore[misc]
            )  # fmt: skip


def _turns(state: State, unit: Unit, bound: bool) -> Iterator[Option]:
    if unit.loose or unit.formation in ("square", "hedgehog"):
        return  # the one turns as it moves, the others have no front (MPP-C-14)
    for to, angle in _FACING.items():
        base = geometry.turned_about_centre(unit.place, unit.place.heading + angle)
        enemy = proximity(state, unit) if bound else None
        if why_not_there(state, unit, base) is None and (enemy is None or in_front(base, enemy.place)):
            yield Option({"do": "turn", "unit": unit.id, "to": to}, words.turn(to), "MPP-C-14")


def formed_base(unit: Unit, formation: str) -> Base:
    """Return where a unit stands in another formation: on the same middle of its front."""
    base = unit.place
    return Base(base.x, base.y, base.heading, *base_of(unit.profile, formation))


def formations(state: State, unit: Unit) -> Iterator[Option]:
    """Yield the formations that a unit may take up (MPP-C-14, MPP-C-31)."""
    for formation in unit.profile.formations:
        if formation != unit.formation and why_no_formation(state, unit, formation) is None:
            free = unit.guns and unit.profile.gun == "light"
            rule = "MPP-C-31" if unit.guns else "MPP-C-14"
            yield Option(
                {"do": "form", "unit": unit.id, "formation": formation},
                words.form(said.formation(formation), free), rule,
            )  # fmt: skip


def why_no_formation(state: State, unit: Unit, formation: str) -> Why | None:
    """Return why a unit cannot take up a formation where it stands; None if it can."""
    return why_not_there(state, unit, formed_base(unit, formation), formation)


def _entering(state: State, unit: Unit, inches: float) -> Iterator[Option]:
    dismounts = unit.has("Dragoons")  # MPP-C-35
    if (unit.profile.mounted and not dismounts) or unit.guns or unit.unit_class == "baggage":
        return
    for piece in terrain.buildings(state):
        base = terrain.building_base(piece, unit.place.heading)
        if geometry.gap(unit.place, base) > inches or terrain.held_by(state, piece) is not None:
            continue
        if not any(geometry.touching(base, enemy.place) for enemy in state.enemies(unit)):
            name = tables.terrain(piece.kind).name.lower()
            yield Option({"do": "enter", "unit": unit.id, "piece": piece.id}, words.enter(name), "MPP-4.4")


def _leaving(state: State, unit: Unit) -> Iterator[Option]:
    formation = unit.profile.formations[0]
    width, depth = base_of(unit.profile, formation)
    house = unit.place
    for to, turn in (("front", 0.0), *_FACING.items()):
        heading = house.heading + turn
        facing = geometry.turned_about_centre(house, heading)
        half = house.half_depth if to in ("front", "rear") else house.half_width
        far = half + depth + CLEAR
        base = Base(house.cx + facing.fx * far, house.cy + facing.fy * far, heading, width, depth)
        if why_not_there(state, unit, base, formation) is None:
            yield Option({"do": "leave", "unit": unit.id, "to": to}, words.leave(to), "MPP-4.4")


# -- making them ----------------------------------------------------------------------------------


def end_of(state: State, unit: Unit, choice: Choice) -> tuple[Base, str, str, float]:
    """Return where a move ends that was chosen: base, formation, how, inches."""
    base, formation = unit.place, unit.formation
    match choice["do"]:
        case "advance":
            wheeled, used = turned(unit, choice["turn"])
            return geometry.advance(wheeled, choice["inches"]), formation, "advance", used + choice["inches"]
        case "back":
            return geometry.retire(base, choice["inches"]), formation, "back", choice["inches"]
        case "side":
            right = choice["inches"] * (1 if choice["to"] == "right" else -1)
            return geometry.shift(base, 0.0, right), formation, "side", choice["inches"]
        case "turn":
            return (
                geometry.turned_about_centre(base, base.heading + _FACING[choice["to"]]),
                formation,
                "turn",
                0.0,
            )
        case "form":
            return formed_base(unit, choice["formation"]), choice["formation"], "form", 0.0
        case "enter":
            return (
                terrain.building_base(state.terrain[choice["piece"]], base.heading),
                "building",
                "form",
                0.0,
            )
    formation = unit.profile.formations[0]
    width, depth = base_of(unit.profile, formation)
    heading = base.heading + {"front": 0.0, **_FACING}[choice["to"]]
    facing = geometry.turned_about_centre(base, heading)
    half = base.half_depth if choice["to"] in ("front", "rear") else base.half_width
    far = half + depth + CLEAR
    made = Base(base.cx + facing.fx * far, base.cy + facing.fy * far, heading, width, depth)
    return made, formation, "form", 0.0


def make(battle: Battle, unit: Unit, choice: Choice) -> Base:
    """Carry out a move that was chosen; return where the unit stood before."""
    state: State = battle.state
    start = unit.place
    if choice["do"] == "bayonets":
        battle.apply(Marked("MPP-C-35", unit.id, "plugged"))
        return start
    end, formation, how, inches = end_of(state, unit, choice)
    rule = "MPP-4.4" if choice["do"] in ("enter", "leave") else "MPP-3.1"
    if how == "form":
        take_up(battle, unit, formation, end, rule if rule == "MPP-4.4" else "MPP-C-14")
    else:
        battle.apply(Moved(rule, unit.id, end.x, end.y, end.heading, how, geometry.rounded(inches)))
    if not (how == "form" and unit.guns and unit.profile.gun == "light"):  # MPP-C-31: free for light guns
        battle.apply(MoveMade(rule, unit.id))
    return start


def take_up(battle: Battle, unit: Unit, formation: str, base: Base, rule: str) -> None:
    """Let a unit take up a formation on a base."""
    battle.apply(Formed(rule, unit.id, formation, base.x, base.y, base.heading, base.width, base.depth))
