"""A charge under way, whoever makes it: the move with what it disperses, then fire, pistols and melee at
contact.

Charges, Countercharges and Opportunity Charges share it (BQ-5.4, BQ-6.6.g, BQ-7.7, BQ-LO.3). Distances in
BU.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesets.baroque import tables, terrain
from rulesets.baroque.melee.contact import advance, face_struck, onset, strike
from rulesets.baroque.melee.facts import ChargeFacts
from rulesets.baroque.melee.fight import fight
from rulesets.baroque.melee.roles import coverage, melee_of
from rulesets.baroque.melee.rout import disperse, disperses
from rulesets.baroque.morale import disorder
from rulesets.baroque.movement import falling, friends
from rulesets.baroque.movement.march import march_test
from rulesets.baroque.reactions import discipline
from rulesets.baroque.shooting import defence
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording import common
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.geometry import Base

_MOVED = 1e-3


@dataclass(slots=True)
class Assault:
    """A charge of `unit` on `target` that began at `start` and may go `limit` BU.

    `defender`: a unit that has declared Defensive Fire. `gone`: BU so far. `crossed`: it met a linear
    obstacle; `others_crossed`: so did others who charge in the same clash. `dispersed`: whom it has
    dispersed. `over`: it was repulsed, or the charger is gone. `fought`: who took part in its melee. `met`:
    contacts that others have made in the same clash. `stood`: where those stood when it began who have come
    to meet it.
    """

    unit: Unit
    target: Unit
    start: Base
    limit: float
    defender: Unit | None = None
    action: bool = False
    gone: float = 0.0
    crossed: bool = False
    over: bool = False
    dispersed: list[str] = field(default_factory=list)
    others_crossed: set[str] = field(default_factory=set)
    fought: frozenset[str] = frozenset()
    met: list[tuple[Unit, Unit]] = field(default_factory=list)
    stood: dict[str, Base] = field(default_factory=dict)


def begin(
    battle: Battle, unit: Unit, target: Unit, limit: float, *, defender: Unit | None = None,
    action: bool = False,
) -> Assault:  # fmt: skip
    """Begin a charge of `limit` BU, less what ground takes (BQ-3.1.1). `action`: a movement action."""
    start = unit.place
    free, _ = terrain.free_way(battle.state, unit, start, start.fx * limit, start.fy * limit)
    return Assault(unit, target, start, min(limit, geometry.rounded_down(free)), defender, action)


def drive(battle: Battle, assault: Assault, upto: float | None = None) -> Steps[None]:
    """Move on, `upto` BU from the start or as far as the charge goes, to the first enemy that stands.

    Troops that it disperses do not stop it (BQ-7.7.b-c), but may make Defensive Fire before (BQ-7.7.d).
    """
    state: State = battle.state
    unit = assault.unit
    goal = assault.limit if upto is None else min(upto, assault.limit)
    while not assault.over:
        room = max(0.0, goal - assault.gone)
        made = onset(state, unit, room, through=friends.may_pass_charging, slow=False)
        if made.distance > _MOVED or (assault.action and assault.gone == 0.0):
            rule = "BQ-5.4.a"
            advance(battle, unit, made, made.distance, "charge", rule, action=assault.action)
            assault.action = False
            assault.gone += made.distance
            assault.crossed |= meet_ground(battle, unit, assault.start)
        screen = [enemy for enemy in made.enemies if disperses(state, enemy)]
        if not screen:
            return
        for enemy in screen:
            yield from _disperse(battle, assault, enemy)
        if assault.target in screen:  # to go on is for its player to decide
            return


def _disperse(battle: Battle, assault: Assault, enemy: Unit) -> Steps[None]:
    """Disperse troops that do not stand; they fire first if they have declared it (BQ-7.7.a, BQ-7.7.d,
    BQ-7.8).
    """
    if assault.defender is enemy and not assault.over:
        yield from _defended(battle, assault)
    if not assault.over:
        disperse(battle, enemy, assault.unit)
        assault.dispersed.append(enemy.id)


def meet_ground(battle: Battle, unit: Unit, start: Base) -> bool:
    """Apply the ground on a charger's way from `start` (BQ-3.1.1, BQ-LO.3). True if it met an obstacle."""
    state: State = battle.state
    end = unit.place
    if not state.terrain:
        return False
    for rule, why in terrain.passage(state, unit, start, end.x - start.x, end.y - start.y).disorder:
        disorder(battle, unit, why, rule)
    if not terrain.obstacle_crossed(state, start, end):
        return False
    if tables.troop_type(unit.profile.type).code not in tables.ground("linear_obstacle").disorder_exempt:
        disorder(battle, unit, common.CHARGES_OVER_OBSTACLE, "BQ-LO.3")
    return True


# ---------------------------------------------------------------------------- contact


def clash(battle: Battle, assault: Assault, *, also: frozenset[str] = frozenset()) -> Steps[bool]:
    """Carry a charge into contact: Defensive Fire, march test, pistols, melee. True if there was contact
    (BQ-6.6.g).

    `also`: others who charge in the same clash (a Countercharge, a charger who is intercepted).
    """
    unit = assault.unit
    if assault.over:
        return True
    strike(battle, unit, assault.start, "BQ-7.1.a", assault.stood)
    struck = battle.state.engaged_with(unit.id)
    if assault.defender is not None and assault.defender in struck:
        yield from _defended(battle, assault)
        if assault.over:
            return True
    yield from march_test(battle, unit)  # BQ-5.1.c: after Defensive Fire, before pistols and melee
    if not struck:
        return False
    yield from close(battle, assault, struck, also=also)
    return True


def close(
    battle: Battle, assault: Assault, struck: list[Unit], *, also: frozenset[str] = frozenset()
) -> Steps[None]:
    """Resolve pistols and melee of a charger with those whom it has struck (BQ-6.6.g)."""
    unit = assault.unit
    yield from _pistols(battle, assault, struck)
    # Pistols may have removed the charger or all whom it has struck: then there is nobody left to fight.
    if unit.on_field and battle.state.engaged(unit.id):
        assault.fought = frozenset(one.id for one in melee_of(battle.state, unit))
        charging = frozenset([unit.id]) | also
        crossed = frozenset([unit.id] if assault.crossed else []) | assault.others_crossed
        yield from fight(battle, unit, charge=ChargeFacts(charging, crossed))


def _defended(battle: Battle, assault: Assault) -> Steps[None]:
    """Test and fire a declared Defensive Fire; losses throw the charger back 1 BU (BQ-6.6)."""
    defender, unit = assault.defender, assault.unit
    # The declaration is used up before the test: whether it passes or fails, it is not asked for twice.
    assault.defender = None
    if defender is None or not (yield from discipline.react(battle, defender, "defensive-fire")):
        return
    face = face_struck(assault.start, unit.place, defender.place) or "front"
    repulsed = yield from defence.defensive_fire(battle, defender, unit, face)
    if not unit.on_field:
        assault.over = True
    elif repulsed:
        assault.over = True
        bu = tables.tables().melee_general.repulse_distance_bu
        yield from falling.fall_back(battle, unit, bu, "repulse", "BQ-6.6.f", forced=True)


def _pistols(battle: Battle, assault: Assault, struck: list[Unit]) -> Steps[None]:
    """Fire pistols at contact: the charger at its main enemy, others at their first contact (BQ-6.7.a)."""
    state, unit = battle.state, assault.unit
    main = sorted(struck, key=lambda enemy: -coverage(state, unit, enemy, unit.side))
    linked = melee_of(state, unit)
    before = [contact for contact in assault.met if contact[0] in linked]
    yield from defence.pistols(battle, *before, *((unit, enemy) for enemy in main))
