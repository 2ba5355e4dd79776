"""Robbers before the deployment (BFS-30.3.I.2, BFS-22.26): who has been plundering, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting.draw import draw
from rulesets.by_fire_and_sword.meeting.fieldevents import RobbersAway, RobbersLost, RobbersRolled
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Unit
from rulesets.by_fire_and_sword.scenarios.frame import Drawn
from rulesets.by_fire_and_sword.wording import deployment as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal, Steps
from rulesets.engine.geometry import polygon
from rulesets.engine.geometry.spacing import point_polygon_gap

RULE = "BFS-30.3.I.2"
ROBBERS = "Robbers"
MANY = 7
"""So many robber units roll two dice."""
WITHIN = {True: 10.0, False: 20.0}
"""cm around the enemy's point, for cavalry and for infantry."""
BASE_CM = {True: (4.0, 3.0), False: (4.0, 2.0)}
"""The front and depth of a base, for cavalry and for infantry."""
_LOOSE = 1.5  # a unit needs so much more ground than its bases cover
_STEP = 1.0  # cm between the points by which the ground around a point is reckoned


def roll_robbers(battle: Battle, side: int) -> Steps[None]:
    """Roll for the robbers of a side before it deploys any unit (BFS-30.3.I.2, BFS-22.26.a)."""
    state: MeetingState = battle.state
    found = robbers_of(state, side)
    if not found:
        return
    count = 2 if len(found) >= MANY else 1
    dice = yield from battle.roll("Robbers", side=side, count=count, sides=10, rule=RULE)
    results = [_RESULTS[die - 1] for die in dice]
    text = "; ".join(words.ROBBERS[result] for result in results)
    battle.record("Robbers", dice, text, rule=RULE, side=side, sides=10)
    battle.apply(RobbersRolled(RULE, side, tuple(dice)))
    for result in results:  # two dice act one after the other
        yield from _suffer(battle, side, result)


def robbers_of(state: MeetingState, side: int) -> list[Unit]:
    """Return the robber units of a side, wherever they are."""
    return [unit for unit in state.units_of(side) if ROBBERS in unit.of.special]


_RESULTS = ("nothing", *["disorder"] * 4, *["losses"] * 2, *["absent"] * 2, "away")
"""What a die of 1 to 10 means."""


def _suffer(battle: Battle, side: int, result: str) -> Steps[None]:
    state: MeetingState = battle.state
    if result in ("absent", "away"):
        ids = [unit.id for unit in robbers_of(state, side)]
        unit = yield from draw(battle, side=side, among=ids, purpose=words.WHICH_ARE_AWAY, rule=RULE)
        if unit in state.set_aside:  # BFS-22.26.h
            result = "losses"
        elif result == "absent":
            battle.apply(RobbersAway("BFS-22.26.f", side, unit))
        else:
            yield from _away(battle, side, unit)
    if result == "disorder":
        unit = yield from _pick(battle, 1 - side, side, words.WHICH_IN_DISORDER)
        battle.apply(RobbersLost("BFS-22.26.d", side, unit, free_order=False))
    elif result == "losses":
        for chooser in (1 - side, side):
            unit = yield from _pick(battle, chooser, side, words.WHICH_HAS_LOSSES)
            battle.apply(RobbersLost("BFS-22.26.e", side, unit, free_order=True))


def _pick(battle: Battle, chooser: int, side: int, what: str) -> Steps[str]:
    """Return a robber unit of `side`, picked by `chooser`."""
    units = robbers_of(battle.state, side)
    if len(units) == 1:
        return units[0].id
    options = tuple(Option({"do": "pick", "unit": unit.id}, unit.name, RULE) for unit in units)
    choice = yield Decision("robbers", chooser, words.pick_robbers(what, chooser == side), RULE, options)
    return str(choice["unit"])


# -- away from the line ---------------------------------------------------------------------------


def _away(battle: Battle, side: int, unit: str) -> Steps[None]:
    """Let the enemy pick a point of the owner's zone around which the unit is deployed (BFS-22.26.g)."""
    state: MeetingState = battle.state
    chosen = state.units[unit]
    within = WITHIN[chosen.of.cavalry]
    zones = zones_of(state, side)

    def check(choice: Choice) -> None:
        check_point(state, chosen, choice["x"], choice["y"], zones)

    width, depth = state.table["width"], state.table["depth"]
    numbers = (Number("x", 0, width, "cm"), Number("y", 0, depth, "cm"))
    ready = tuple(
        Option({"do": "point", "at": f"{x:g} {y:g}"}, words.at_point(x, y), "BFS-22.26.g")
        for x, y in _places(state, chosen, zones)
    )
    free = Option({"do": "point"}, words.ANOTHER_POINT, "BFS-22.26.g", numbers, check)
    nowhere = Option({"do": "nowhere"}, words.NO_ROOM_ANYWHERE, "BFS-22.26.g")
    text = words.pick_point(chosen.name, within)
    # Leaving without a point is offered only where none was found that certainly has room around it.
    options = (free, *(ready or (nowhere,)))
    choice = yield Decision("robbers point", 1 - side, text, "BFS-22.26.g", options, unit)
    if choice["do"] == "nowhere":
        battle.apply(RobbersAway("BFS-22.26.g", side, unit))
        return
    x, y = map(float, choice["at"].split()) if "at" in choice else (choice["x"], choice["y"])
    battle.apply(RobbersAway("BFS-22.26.g", side, unit, within, x, y))


def zones_of(state: MeetingState, side: int) -> tuple[Drawn, ...]:
    """Return the zones of all steps in which a side deploys units."""
    return tuple(
        Drawn(polygon([value for point in zone["polygon"] for value in point]), zone["words"])
        for step in state.deployment["steps"]
        if step["side"] == side and step["who"] != "late"
        for zone in step["zones"]
    )


def check_point(state: MeetingState, unit: Unit, x: float, y: float, zones: tuple[Drawn, ...]) -> None:
    """Raise Refusal unless the point lies in a zone and leaves room for the whole unit around it."""
    if not any(zone.holds(x, y) for zone in zones):
        raise Refusal(words.POINT_OUTSIDE_ZONE, rule="BFS-22.26.g", path="choice.x", code="zone")
    need, have = ground_needed(unit), ground_around(state, x, y, WITHIN[unit.of.cavalry], zones)
    if have < need:
        raise Refusal(words.too_little_room(have, need), rule="BFS-22.26.g", path="choice.x", code="room")


def ground_needed(unit: Unit) -> float:
    """Return the ground in square cm that a unit needs to stand on with a little space around its bases."""
    front, depth = BASE_CM[unit.of.cavalry]
    return unit.of.bases * front * depth * _LOOSE


def ground_around(state: MeetingState, x: float, y: float, within: float, zones: tuple[Drawn, ...]) -> float:
    """Return the ground in square cm of the zones, near a point, that a unit can stand on."""
    closed = [pieces.outline(piece) for piece in state.terrain if pieces.kinds()[piece["kind"]].impassable]
    # Point by point, for zones and terrain of any shape may overlap.
    free = 0
    steps = int(within / _STEP)
    for row in range(-steps, steps + 1):
        for column in range(-steps, steps + 1):
            px, py = x + column * _STEP, y + row * _STEP
            if hypot(px - x, py - y) > within or not any(zone.holds(px, py) for zone in zones):
                continue
            free += not any(point_polygon_gap(px, py, shape) == 0.0 for shape in closed)
    return free * _STEP * _STEP


def _places(state: MeetingState, unit: Unit, zones: tuple[Drawn, ...]) -> Iterator[tuple[float, float]]:
    """Yield points that may be picked: each zone's middle and half-way to its corners."""
    seen: set[tuple[float, float]] = set()
    for zone in zones:
        xs, ys = zone.polygon[::2], zone.polygon[1::2]
        cx, cy = sum(xs) / len(xs), sum(ys) / len(ys)
        for px, py in ((cx, cy), *zip(xs[:4], ys[:4], strict=True)):
            place = round((px + cx) / 2, 1), round((py + cy) / 2, 1)
            if place not in seen and _allowed(state, unit, *place, zones):
                seen.add(place)
                yield place


def _allowed(state: MeetingState, unit: Unit, x: float, y: float, zones: tuple[Drawn, ...]) -> bool:
    try:
        check_point(state, unit, x, y, zones)
    except Refusal:
        return False
    return True


# -- the policy of an automatic player ------------------------------------------------------------


def policy(battle: Battle, decision: Decision) -> Choice:
    """Pick the enemy's largest robber unit, the smallest of one's own: for who plays automatically."""
    units = [battle.state.units[option.key["unit"]] for option in decision.options]
    own = units[0].side == decision.side
    best = min(units, key=lambda unit: unit.of.bases if own else -unit.of.bases)
    return {"do": "pick", "unit": best.id}
