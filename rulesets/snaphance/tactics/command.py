"""Deployment, initiative, the order in which a group's stands act, and Generals. Distances in H."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from rulesets.engine.system import Advice
from rulesets.snaphance import command, generals, hexes
from rulesets.snaphance.state import General, Group, Stand, State
from rulesets.snaphance.tactics import enemies
from rulesets.snaphance.tactics.options import middle, offered, pick, pick_or_first, plain
from rulesets.snaphance.wording import tactics as words


def declare(battle: Battle, decision: Decision) -> Advice:
    """Choose the group that has the most to do with the enemy now; among equals the best General's."""
    state: State = battle.state
    options = list(decision.fitting({"do": "declare"}))
    foes = enemies.places(enemies.foes(state, decision.side))

    def urgency(option: Option) -> float:
        """Return how much the group has to do: stands near the enemy, by what each is worth."""
        group = state.groups[option.key["command"]]
        value = 0.1 * state.generals[group.leader].initiative
        for stand in _members(state, group):
            value += stand.profile.break_points * max(0.0, 1.0 - enemies.far_off(stand.place, foes) / 8)
        return value

    best = max(options, key=urgency)
    group = state.groups[best.key["command"]]
    near = min((enemies.far_off(stand.place, foes) for stand in _members(state, group)), default=99)
    return Advice(plain(best), words.needed_first(group.name, near))


def _members(state: State, group: Group) -> list[Stand]:
    return [stand for stand in map(state.stands.__getitem__, group.stands) if stand.on_field]


def activate(battle: Battle, decision: Decision) -> Advice:
    """Choose melees first, then fire, then charges, then the rest, the nearest to the enemy first."""
    state: State = battle.state
    group = state.groups[decision.subject]
    if offered(decision, "face"):
        return pick(decision, "face", words.TURNS_BEFORE_FIGHT)
    if offered(decision, "fight"):
        return pick(decision, "fight", words.FIGHTS_FIRST)
    if offered(decision, "enter"):
        return _enter(state, decision)
    able = [state.stands[option.key["unit"]] for option in decision.fitting({"do": "activate"})]
    ride = _ride(state, group, decision, able)
    if ride is not None:
        return ride
    if not able:
        return pick_or_first(battle, decision, "end-group", words.ALL_ACTED)
    foes = enemies.foes(state, decision.side)
    places = enemies.places(foes)
    orders = [_order(state, each, foes, enemies.far_off(each.place, places)) for each in able]
    order = min(orders)
    stand = able[orders.index(order)]
    return pick(decision, "activate", partial(_why, state, stand, foes, order), unit=stand.id)


Order: TypeAlias = tuple[bool, bool, int]
"""Who comes first: whether nobody helps it, whether it has no target, how far the nearest enemy is."""


def _order(state: State, stand: Stand, foes: list[Stand], far: int) -> Order:
    """Return the order of acting: disordered stands beside their General, who fires, who is near."""
    general = state.general_of(stand)
    helped = general is not None and general.hex == stand.hex and stand.disordered
    near = far < len(enemies.dice(state, stand))  # else nobody is in its range
    return (not helped, not (near and enemies.has_target(state, stand, foes)), far)


def _why(state: State, stand: Stand, foes: list[Stand], order: Order) -> str:
    if not order[1]:
        return words.next_to_fire(stand.name)
    foe, far = enemies.nearest_of(enemies.away(state, stand, among=foes))
    return words.next_by_distance(stand.name, "" if foe is None else foe.name, far)


def _enter(state: State, decision: Decision) -> Advice:
    """Choose arrivals where the enemy is nearest, facing as their army does."""
    foes = enemies.places(enemies.foes(state, decision.side))

    def far(option: Option) -> tuple[int, int]:
        stand, place = state.stands[option.key["unit"]], hexes.named(option.key["hex"])
        home = 1 if stand.side == 0 else 4
        return enemies.far_off(place, foes), (option.key["facing"] - home) % 6

    best = min(decision.fitting({"do": "enter"}), key=far)
    name = state.stands[best.key["unit"]].name
    return Advice(plain(best), words.arrives(name, far(best)[0]))


# -- Generals -------------------------------------------------------------------------------------


def _ride(state: State, group: Group, decision: Decision, able: list[Stand]) -> Advice | None:
    """Let the General ride to a stand that is to rally (`able`), at the end to the middle of the group."""
    general = state.generals[group.leader]
    if general.hex is None:
        return None
    if able:
        return _help(state, general, decision, able)
    stands = _members(state, group)
    if not stands:
        return None
    foes = enemies.places(enemies.foes(state, group.side))

    def in_command(place: hexes.Hex) -> int:
        return sum(hexes.distance(place, each.place) <= general.command_range for each in stands)

    best = min(
        stands,
        key=lambda each: (-in_command(each.place), -min(50, enemies.far_off(each.place, foes)), each.id),
    )
    # Only a place with more stands in command is worth a ride.
    if best.place == general.hex or in_command(general.hex) >= in_command(best.place):
        return None
    option = _riding(general, best, decision)
    return None if option is None else Advice(plain(option), words.follows(general.name, best.name))


def _help(state: State, general: General, decision: Decision, able: list[Stand]) -> Advice | None:
    """Ride to the most valuable disordered stand that has yet to act, to add 1 to its test (SN-3.1.b)."""
    needy = [stand for stand in able if command.why_no_recovery(state, stand) is None]
    if not needy or any(stand.place == general.hex for stand in needy):
        return None
    for stand in sorted(needy, key=lambda each: (-each.profile.break_points, each.id)):
        option = _riding(general, stand, decision)
        if option is not None:
            return Advice(plain(option), words.helps_rally(general.name, stand.name))
    return None


def _riding(general: General, stand: Stand, decision: Decision) -> Option | None:
    """Return the ride to a stand; None without one, or if the stand is too far off."""
    if general.hex is None or hexes.distance(general.hex, stand.place) > generals.MOVE:
        return None
    return offered(decision, "general-move", hex=hexes.label(stand.place))


def replace(battle: Battle, decision: Decision) -> Advice:
    """Choose the stand that has the others nearest to it for the new General."""
    state: State = battle.state
    options = list(decision.options)
    stands = [state.stands[option.key["unit"]] for option in options]
    best = middle(state, options, stands)
    return Advice(plain(best), words.IN_MIDDLE_OF_GROUP)


def deploy_group(battle: Battle, decision: Decision) -> Advice:
    """Choose the slowest group first: what it shows gives the least away."""
    state: State = battle.state

    def speed(option: Option) -> float:
        stands = [state.stands[id_] for id_ in state.groups[option.key["command"]].stands]
        return sum(stand.profile.mp for stand in stands) / max(1, len(stands))

    best = min(decision.options, key=speed)
    return Advice(plain(best), words.SLOWEST_FIRST)


def draw_up(battle: Battle, decision: Decision) -> Advice:
    """Draw up in a battle line, foot in the middle and horse on the wings."""
    return pick_or_first(battle, decision, "line-up", words.DRAWS_UP)


def post_general(battle: Battle, decision: Decision) -> Advice:
    """Place the General with the stand in the middle of the group, where the range covers the most."""
    state: State = battle.state
    options = list(decision.options)
    best = middle(state, options, [state.stands[option.key["unit"]] for option in options])
    return Advice(plain(best), words.IN_MIDDLE)
