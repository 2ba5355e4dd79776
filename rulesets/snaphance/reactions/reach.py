"""How far a stand on opportunity reaches straight ahead, and its fire (SN-6.0, SN-6.2, SN-6.4, SN-7.4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.records import record
from rulesets.snaphance import ground, hexes, zones
from rulesets.snaphance.charge import plan, skirmish
from rulesets.snaphance.events.charge import BonusLost, Declared, MovementOver
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.movement import friends
from rulesets.snaphance.shooting import fire
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import reactions as words


@record
class Onslaught:
    """A way straight ahead into contact: the hexes entered, none if the enemy is in front already.

    `disorders`: the ground on it disorders the stand (SN-C-terrain).
    """

    way: tuple[Hex, ...]
    disorders: bool = False

    def end(self, stand: Stand) -> Hex:
        """Return the hex where the stand ends."""
        return self.way[-1] if self.way else stand.place


def towards(stand: Stand, came_from: Hex, place: Hex) -> bool:
    """Return whether a step brings a mover nearer to a front hex (SN-6.0.a, SN-C-opportunity-reach)."""
    return nearness(stand, place) < nearness(stand, came_from)


def nearness(stand: Stand, place: Hex) -> int:
    """Return the distance in H from `place` to the nearer of a stand's two front hexes."""
    return min(hexes.distance(place, front) for front in stand.front)


def onslaughts(state: State, stand: Stand, enemy: Stand) -> list[Onslaught]:
    """Return the shortest ways to contact `enemy` with one move forward, nearest first (SN-6.0.b)."""
    # Contact is made from a hex beside the enemy: one more than the MP allow is out of reach.
    if hexes.distance(stand.place, enemy.place) > stand.profile.mp + 1:
        return []
    if stand.faces(enemy.place):
        return [Onslaught(())]
    found: dict[Hex, Onslaught] = {}
    for made in _ways(state, stand, enemy):
        end = made.end(stand)
        best = found.get(end)
        if best is None or (made.disorders, len(made.way)) < (best.disorders, len(best.way)):
            found[end] = made
    return sorted(found.values(), key=lambda made: (len(made.way), made.way))


def _ways(state: State, stand: Stand, enemy: Stand) -> Iterator[Onslaught]:
    """Yield every way ahead that ends with the enemy in a front hex."""
    ahead: list[tuple[tuple[Hex, ...], Hex, int, bool]] = [((), stand.place, stand.profile.mp, False)]
    while ahead:
        way, place, left, disorders = ahead.pop()
        for following in hexes.front(place, stand.facing):
            cost = ground.enter_cost(state, stand, place, following)
            if cost is None or cost.mp > left:  # what takes a whole move costs all MP
                continue
            if not _may_pass(state, stand, following):
                continue
            made = (*way, following)
            worse = disorders or cost.disorders
            if enemy.place in hexes.front(following, stand.facing):
                if _may_end(state, stand, following, place):
                    yield Onslaught(made, worse)
            elif not zones.zones_at(state, following, stand.side):  # SN-4.6.b
                # Skirmishers in the way are swept aside; any other contact would end the charge before its
                # target.
                met = plan.contacted(state, stand, following, stand.facing)
                if all(skirmish.is_swept(state, other, stand, following) for other in met):  # SN-10.0.d
                    ahead.append((made, following, left - cost.mp, worse))


def _may_pass(state: State, stand: Stand, place: Hex) -> bool:
    """Return whether a hex is free, or held by a friend whom the stand may pass (SN-6.2.a)."""
    other = state.stand_at(place)
    if other is None:
        return True
    if other.side != stand.side:
        return False
    if other.profile.code == "Sk":
        return True
    return other.facing == stand.facing and friends.may_pass(state, stand, other)


def _may_end(state: State, stand: Stand, place: Hex, before: Hex) -> bool:
    """Return whether the stand may stop there: alone, or pushing Skirmishers back (SN-6.2.a, SN-4.6.c)."""
    if zones.exposed(state, stand, place, stand.facing):
        return False
    other = state.stand_at(place)
    if other is None:
        return True
    if other.profile.code != "Sk":
        return False
    behind = state.stand_at(before)
    free = behind is None or behind is stand
    return free and not state.in_melee(other.id) and friends.falls_back(state, other, before)


def may_fire(state: State, stand: Stand, enemy: Stand, *, charged: bool = False) -> bool:
    """Return whether a stand on opportunity can fire at an active enemy (SN-6.0.a, SN-6.0.c, SN-6.4.a)."""
    if not stand.opportunity or stand.side == state.active:
        return False
    return fire.may_answer(state, stand, enemy, charging=charged)


def closes_in(state: State, stand: Stand, enemy: Stand) -> bool:
    """Return whether a Mounted Combat Stand can still charge in this move (SN-7.4.1.1.a, SN-7.4.1.2.a)."""
    move = plan.current_move(state, enemy)
    if move is None or move.over or not enemy.profile.kind.mcs:
        return False
    if plan.why_no_charge(state, enemy) is not None:
        return False
    return hexes.distance(stand.place, enemy.place) <= move.left + 1


def fire_at(battle: Battle, stand: Stand, enemy: Stand, *, charging: bool) -> Steps[bool]:
    """Fire at an enemy from opportunity; True if that may end its charge (SN-6.4.a, SN-7.4.1.1.c)."""
    battle.apply(Declared("SN-6.4.a", stand.id, words.OPPORTUNITY_FIRE, enemy.id))
    # Measured before the fire, which may remove the enemy.
    far = hexes.distance(stand.place, enemy.place) > 1
    outcome = yield from fire.opportunity(battle, stand, enemy, charging=charging)
    if not (charging and far and stand.profile.code == "Pi" and enemy.profile.kind.mcs and enemy.on_field):
        return False
    if outcome.sp_lost and enemy.profile.code == "Ln":
        battle.apply(BonusLost("SN-7.4.1.1.b", enemy.id))
    return outcome.tested


def abort_charge(battle: Battle, stand: Stand) -> Steps[bool]:
    """Ask whether a Mounted Combat Stand hit at 2H gives up its charge; True if it does (SN-7.4.1.1.c)."""
    rule = "SN-7.4.1.1.c"
    options = (
        Option({"do": "go-on", "unit": stand.id}, words.CHARGE_HOME, rule),
        Option({"do": "abort", "unit": stand.id}, words.GIVE_UP, rule),
    )
    text = words.charge_home(stand.name)
    choice = yield Decision("abort charge", stand.side, text, rule, options, stand.id)
    if choice["do"] == "go-on":
        return False
    battle.apply(MovementOver(rule, stand.id, words.GIVES_UP))
    return True
