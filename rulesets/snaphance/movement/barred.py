"""Why a step or a turn is not among those that may come next: the reasons behind `steps`, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.snaphance import hexes, zones
from rulesets.snaphance.ground import Cost, enter_cost
from rulesets.snaphance.hexes import Hex, neighbour
from rulesets.snaphance.movement.friends import displaces
from rulesets.snaphance.movement.mover import Mover, Why, mover, why_no_move
from rulesets.snaphance.movement.steps import affordable, cost_of, mode_of, steps_towards, turn_rear
from rulesets.snaphance.state import Stand, State


def why_no_step(state: State, towards: int) -> Why | None:
    """Why those who act may not step in a direction of the map now; None if they may, be it by a charge."""
    barred = why_no_move(state)
    who = mover(state)
    if barred is not None or who is None:
        return barred
    starts = [stand.place for stand in who.stands]
    ends = [neighbour(start, towards) for start in starts]
    if any(end not in state.map for end in ends):
        return "SN-4.0.g", "it is off the map"
    mode = mode_of(who, towards)
    if mode is None:
        begun = f"goes {who.mode}" if who.mode else "has begun with a turn"
        return "SN-4.0.g", f"this single move {begun}: no step of another kind joins it"
    cost = cost_of(state, who, starts, ends)
    if cost is None:
        return _closed(state, who, starts, ends)
    if not affordable(who, mode, cost):
        return "SN-C-terrain", _dear(who, cost, who.left(mode))
    return _taken(state, who, ends) or _exposed(state, who, towards, ends)


def _closed(state: State, who: Mover, starts: Sequence[Hex], ends: Sequence[Hex]) -> Why:
    for stand, start, end in zip(who.stands, starts, ends, strict=True):
        if enter_cost(state, stand, start, end) is None:
            ground = state.sheet.terrain[state.map.cell(end).terrain].plain.lower()
            crossed = state.map.side(start, end)
            across = (
                f" across {state.sheet.terrain[crossed].name.partition(':')[0].lower()}" if crossed else ""
            )
            return "SN-C-terrain", f"{stand.profile.kind.name} may not enter {ground}{across}"
    raise AssertionError("the ground lets all of them in")


def _dear(who: Mover, cost: Cost, left: int) -> str:
    """`it takes a whole single move, and this one has been begun`; `it costs 2 MP, and 1 is left`"""
    if not cost.whole:
        return f"it costs {cost.mp} MP, and {left} {'is' if left == 1 else 'are'} left of this move"
    if who.fresh:
        return "it takes a whole single move, and it has none"
    return f"it takes a whole single move, and this one has been begun ({left} of {who.mp} MP left)"


def _taken(state: State, who: Mover, ends: Sequence[Hex]) -> Why | None:
    for stand, end in zip(who.stands, ends, strict=True):
        for id_ in state.occupied.get(end, ()):
            other = state.stands[id_]
            if id_ in who.members:
                continue
            if other.side != who.side:
                return "SN-1.2.a", f"{other.name} of the enemy stands there"
            if stand.place in ends or not displaces(state, stand, other):
                return "SN-1.2.a", f"{other.name} stands there, and neither falls back nor lets it through"
    return None


def _exposed(state: State, who: Mover, towards: int, ends: Sequence[Hex]) -> Why | None:
    if any(True for _ in steps_towards(state, who, towards)):
        return None
    return "SN-4.6.c", f"its flank or rear would be {_zone_of(state, who, ends, who.facing)}"


def _zone_of(state: State, who: Mover, places: Sequence[Hex], facing: int) -> str:
    """`in the zone of control of Cuirassiers`, of those whom it would not have in front."""
    holders: list[Stand] = [
        enemy
        for place in places
        for enemy in zones.zones_at(state, place, who.side)
        if enemy.place not in hexes.front(place, facing)
    ]
    names = ", ".join(dict.fromkeys(enemy.name for enemy in holders))
    return f"in the zone of control of {names}" if names else "in an enemy zone of control"


def why_no_turn_rear(state: State) -> Why | None:
    """SN-4.3.a: why those who may move do not turn to the rear; None if they may, be it into a contact."""
    who = mover(state)
    if who is None or who.kind.free or who.disordered or turn_rear(state, who) is not None:
        return None
    if not who.fresh:
        return "SN-4.3.a", "it takes a whole single move, and this one has been begun"
    if who.mp < 1:
        return "SN-4.3.a", "it has no MP"
    places = [stand.place for stand in who.stands]
    return (
        "SN-4.6.c",
        f"it would turn flank or rear to an enemy: {_zone_of(state, who, places, who.facing + 3)}",
    )
