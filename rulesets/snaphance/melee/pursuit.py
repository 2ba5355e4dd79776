"""Pursuit after a melee that was won (SN-13.0, SN-13.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.records import record
from rulesets.snaphance import ground, hexes, movement, zones
from rulesets.snaphance.charge import plan, skirmish
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.events.charge import Declared
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.melee.dice import charge_bonus
from rulesets.snaphance.melee.roles import assign
from rulesets.snaphance.morale import disorder, remove
from rulesets.snaphance.procedures import reactions
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import melee as words

Why = tuple[str, str]

TABLES: dict[str, tuple[int, ...]] = {"infantry": (0, 0, 0, 1, 1, 1), "cavalry": (0, 1, 1, 2, 2, 2)}
"""SN-13.0.b, SN-13.0.c: hexes by die, 1 to 6; some foot, such as Swiss Pikes, use the table of cavalry."""


@record
class Beaten:
    """The enemy who has been beaten: where it stood, the hexes that it entered in its retreat, and who
    has fallen back with it.
    """

    stand: Stand
    stood: Hex
    path: tuple[Hex, ...] = ()
    companions: tuple[str, ...] = ()


@dataclass(slots=True)
class _Chase:
    """A pursuit under way: the hexes entered in it."""

    stand: Stand
    beaten: Beaten
    start: Hex
    path: list[Hex] = field(default_factory=list)


def distances(stand: Stand) -> tuple[int, ...]:
    """Return how far a stand pursues on each die from 1 to 6, in H (SN-13.0.b, SN-13.0.c)."""
    return TABLES.get(stand.profile.pursuit_table, (0,) * 6)


# ---------------------------------------------------------------------------- who may


def why_not(state: State, stand: Stand, beaten: Beaten) -> Why | None:
    """Return why the winner cannot pursue; None if it can (SN-13.0.a, SN-13.0.b, SN-13.0.f, SN-13.1.a)."""
    if not stand.on_field or not stand.profile.kind.combat:
        return "SN-13.0.a", words.COMBAT_STANDS_PURSUE
    if charge_bonus(stand) < 1 and not stand.profile.must_pursue:
        return "SN-13.0.a", words.WITHOUT_CHARGE_BONUS
    if not any(distances(stand)):
        return "SN-13.0.b", words.SUCH_DO_NOT_PURSUE
    if not stand.profile.kind.mounted and beaten.stand.profile.kind.mounted:
        return "SN-13.0.f", words.NOT_CAVALRY
    if beaten.stand.on_field and beaten.stand.place == beaten.stood:
        return "SN-13.1.a", words.not_left(beaten.stand.name)
    return why_no_step(state, stand, beaten.stood)


def why_no_step(state: State, stand: Stand, place: Hex, *, first: bool = True) -> Why | None:
    """Return why a pursuer does not enter a hex; None if it does (SN-13.1.a, SN-13.0.f, SN-13.0.g)."""
    if not stand.faces(place):
        return "SN-13.1.a", words.SIDEWAYS
    # Off the map there is no ground: the pursuer leaves the board (SN-13.0.h).
    if place not in state.map:
        return None
    if state.stand_at(place) is not None:
        return "SN-1.2.a", words.IN_WAY
    cost = ground.enter_cost(state, stand, stand.place, place)
    if cost is None or (cost.whole and not first):
        return "SN-C-terrain", words.GROUND_STOPS
    if _exposed(state, stand, place):
        return "SN-13.0.g", words.OPENS_FLANK
    if not stand.profile.kind.mounted:
        met = plan.contacted(state, stand, place, stand.facing)
        if any(enemy.profile.kind.mcs for enemy in met):
            return "SN-13.0.f", words.NOT_INTO_MOUNTED
    return None


def _exposed(state: State, stand: Stand, place: Hex) -> bool:
    """Return whether an enemy zone, not of Skirmishers, holds flank or rear (SN-13.0.g, SN-4.6.c)."""
    return any(
        holder.profile.code != "Sk" and holder.place not in hexes.front(place, stand.facing)
        for holder in zones.zones_at(state, place, stand.side)
    )


def _decide(battle: Battle, stand: Stand, beaten: Beaten) -> Steps[bool]:
    """Ask whether the winner tries to pursue, unless it has to (SN-13.0.a, SN-13.0.d)."""
    if stand.profile.must_pursue:
        battle.apply(Declared("SN-13.0.d", stand.id, words.HAS_TO_PURSUE, beaten.stand.id))
        return True
    rule, reach = "SN-13.0.a", distances(stand)
    options = (
        Option({"do": "pursue", "unit": stand.id}, words.try_to_pursue(max(reach)), rule),
        Option({"do": "hold", "unit": stand.id}, words.HOLD, rule),
    )
    text = words.does_it_pursue(stand.name, beaten.stand.name)
    choice = yield Decision("pursue", stand.side, text, rule, options, stand.id)
    return bool(choice["do"] == "pursue")


# ---------------------------------------------------------------------------- the pursuit


def run(battle: Battle, stand: Stand, beaten: Beaten) -> Steps[list[Clash]]:
    """Try to pursue with the winner of a melee; return the melees that it runs into (SN-13.0, SN-13.1)."""
    if why_not(battle.state, stand, beaten) is not None:
        return []
    if not (yield from _decide(battle, stand, beaten)):
        return []
    rule = "SN-13.0.c" if stand.profile.pursuit_table == "cavalry" else "SN-13.0.b"
    dice = yield from battle.roll(words.PURSUIT, side=stand.side, unit=stand.id, rule=rule)
    reach = distances(stand)[dice[0] - 1]
    result = words.pursuit_thrown(dice[0], reach)
    battle.record(words.PURSUIT, dice, result, rule=rule, side=stand.side, unit=stand.id)
    return (yield from _chase(battle, _Chase(stand, beaten, stand.place), reach))


def _chase(battle: Battle, chase: _Chase, reach: int) -> Steps[list[Clash]]:
    """Pursue up to `reach` hexes after the beaten enemy, until somebody is met (SN-13.1.a)."""
    state, stand = battle.state, chase.stand
    while len(chase.path) < reach:
        # Steps are found one by one, for opportunity fire or Skirmishers may change what lies ahead.
        place = _following(state, chase)
        if place is None or why_no_step(state, stand, place, first=not chase.path) is not None:
            break
        if place not in state.map:
            remove(battle, stand, "pursued", "SN-13.0.h", words.PURSUES_OFF)
            return []
        if (yield from _step(battle, chase, place)):
            return []
        clashes = yield from _meet(battle, chase)
        if clashes or not stand.on_field:
            return clashes
        cost = ground.enter_cost(state, stand, ([chase.start, *chase.path])[-2], stand.place)
        if cost is not None and cost.whole:  # the hex has taken its whole move (SN-C-terrain)
            break
    return []


def _following(state: State, chase: _Chase) -> Hex | None:
    """Return the next hex: where the enemy stood, then its retreat, else straight ahead (SN-13.1.a)."""
    stand, beaten, done = chase.stand, chase.beaten, len(chase.path)
    if not done:
        return beaten.stood
    if done <= len(beaten.path) and stand.faces(beaten.path[done - 1]):
        return beaten.path[done - 1]
    last = hexes.direction(([chase.start, *chase.path])[-2], stand.place)
    ahead = [place for place in stand.front if why_no_step(state, stand, place, first=False) is None]
    if beaten.stand.on_field:
        aim = beaten.stand.place
        return min(ahead, key=lambda place: hexes.distance(place, aim), default=None)
    # With nobody left to follow the pursuer keeps its direction.
    return min(ahead, key=lambda place: hexes.direction(stand.place, place) != last, default=None)


def _step(battle: Battle, chase: _Chase, place: Hex) -> Steps[bool]:
    """Make one step of a pursuit, which may be answered; True if the pursuit ends there (SN-6.2.c)."""
    state, stand = battle.state, chase.stand
    came_from = stand.place
    cost = ground.enter_cost(state, stand, came_from, place)
    movement.place(battle, stand, place, stand.facing, "pursue", "SN-13.1.a")
    chase.path.append(place)
    if cost is not None and cost.disorders:
        disorder(battle, stand, words.DIFFICULT_GROUND, "SN-C-terrain")
    over = yield from reactions().after_step(battle, [stand], {stand.id: came_from}, pursuing=True)
    return over or not stand.on_field


def _meet(battle: Battle, chase: _Chase) -> Steps[list[Clash]]:
    """Give the pursuer its melees with those it meets, the beaten enemy first (SN-13.1.b, SN-10.2.e).

    The pursued, and those who have fallen back with it, do not fire (SN-13.1.c, SN-7.4.b). Skirmishers in the
    open are swept away and do not stop the pursuit (SN-10.5.a, SN-10.5.c).
    """
    state, stand, beaten = battle.state, chase.stand, chase.beaten
    met = plan.contacted(state, stand, stand.place, stand.facing)
    for screen in met:
        if screen is not beaten.stand and skirmish.is_swept(state, screen, stand, stand.place):
            yield from skirmish.sweep(battle, screen, stand)
    met = [enemy for enemy in met if enemy.on_field and plan.why_no_assault(state, stand, enemy) is None]
    if not met or not stand.on_field:
        return []
    way = tuple(chase.path)
    approach = Approach(stand.id, chase.start, len(way), True, "pursuit", way)
    # The beaten enemy has to be fought if it is met; otherwise the player may choose.
    targets = {stand.id: beaten.stand.id} if beaten.stand in met else {}
    silent = frozenset((beaten.stand.id, *beaten.companions))
    return (yield from assign(battle, [stand], {stand.id: approach}, targets=targets, silent=silent))
