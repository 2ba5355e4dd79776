"""The charge of the stands that act, from its declaration to contact (SN-10.0, SN-10.1.a)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Option, Steps
from rulesets.snaphance import hexes, melee, movement, reactions
from rulesets.snaphance.charge import plan, skirmish
from rulesets.snaphance.charge.plan import Charge, why_no_charge
from rulesets.snaphance.clash import Approach
from rulesets.snaphance.events.charge import Declared, MovementOver
from rulesets.snaphance.movement.mover import Mover, acting, is_extra, looked_mover, under_way
from rulesets.snaphance.movement.steps import Step, contacts, looked_through
from rulesets.snaphance.state import Mode, Stand, State
from rulesets.snaphance.wording import charge as words
from rulesets.snaphance.wording import common

# -- options --------------------------------------------------------------------------------------


def options(battle: Battle) -> Iterator[Option]:
    """Yield every charge by the next step or turn or on the spot, one for each possible Battle Stand
    (SN-10.0).

    A choice is {"do": "charge", "unit", "hex", "facing", "target"}: of a group the first stand, where that
    would stand, and the first enemy met.
    """
    state: State = battle.state
    if all(why_no_charge(state, stand) is not None for stand in acting(state)):
        return
    for charge, _ in _charges(battle):
        if plan.why_not(state, charge) is not None:
            continue
        first = state.stands[next(iter(charge.places))]
        place = charge.places[first.id]
        for target in plan.targets(state, charge):
            key = {
                "do": "charge", "unit": first.id, "hex": hexes.label(place), "facing": charge.facing,
                "target": target.id,
            }  # fmt: skip
            yield Option(key, _words(charge, first, target), "SN-10.0.a")


def _words(charge: Charge, first: Stand, target: Stand) -> str:
    place = hexes.label(charge.places[first.id]) if charge.steps else ""
    facing = hexes.facing_words(charge.facing) if charge.facing != first.facing else ""
    return words.charge(target.name, place, facing, target.faces(charge.places[charge.against(target.id)[0]]))


def _charges(battle: Battle) -> Iterator[tuple[Charge, Step | None]]:
    """Yield every step, turn or standing still that would be a charge, allowed or not."""
    state: State = battle.state
    who = looked_mover(battle)
    if who is None:
        return
    here = plan.onset(state, {stand.id: stand.place for stand in who.stands}, who.facing)
    if here.contacts:
        yield here, None
    if not _may_come_up(state, who):
        return
    # Several ways may lead to one end; a charge is offered once for each end.
    found = set[tuple[hexes.Hex, int]]()
    for step in contacts(state, who, looked_through(state, who)):
        end = step.hexes[0], step.facing
        if end not in found:
            found.add(end)
            yield plan.onset(state, dict(zip(step.units, step.hexes, strict=True)), step.facing), step


def _may_come_up(state: State, who: Mover) -> bool:
    """Return whether an enemy could be in front after the next step; a quick test that misses none."""
    taken = state.occupied.keys()
    for stand in who.stands:
        here = stand.place
        if not taken.isdisjoint(hexes.neighbours(here)):
            # A friend beside the stand may be passed through, and such a step is as long as the MP allow.
            ahead, back = 1 + max(map(who.left, _ONWARD)), 1 + who.left("backward")
        elif not taken.isdisjoint(hexes.around(here, 2)):
            ahead, back = 2, 2
        else:
            continue
        for place in hexes.around(here, max(ahead, back)):
            if place not in taken or state.enemy_at(place, who.side) is None:
                continue
            if hexes.distance(here, place) <= ahead or not hexes.before_line(here, who.facing, place):
                return True
    return False


_ONWARD: tuple[Mode, ...] = ("forward", "sideways", "free")
"""SN-4.7: all ways to move but backward, which leads nobody into contact with an enemy ahead."""


# -- the charge -----------------------------------------------------------------------------------


def perform(battle: Battle, choice: Choice) -> Steps[None]:
    """Carry out one of the `options`: declaration, answers, last step, sweeping, melees (SN-10.0, SN-10.1.a).

    If its target evades, or Skirmishers in the open were all that it met, the single move may go on
    (SN-5.0.h, SN-10.5.c).
    """
    state: State = battle.state
    charge, step = _chosen(battle, choice)
    if not under_way(state):
        movement.begin(battle)  # who charges is moving, even if nothing comes of it
    battle.apply(Declared("SN-10.0.a", choice["unit"], words.CHARGE, choice["target"]))
    if (yield from reactions.to_charge(battle, charge)):
        return
    # The answers may have removed or halted chargers, or driven the target away.
    now = plan.again(state, charge)
    if len(now.places) < len(charge.places) or charge.target not in {one.id for one in now.met(state)}:
        return
    # Reactions to a step ask where the stands came from, so it is noted before the step.
    came_from = {stand.id: stand.place for stand in acting(state)}
    if step is not None:
        movement.take(battle, step)
    if not (yield from _contact(battle, plan.again(state, now))):
        yield from _go_on(battle, step, came_from)


def _chosen(battle: Battle, choice: Choice) -> tuple[Charge, Step | None]:
    """Return the charge of a choice, and the step that makes it."""
    state: State = battle.state
    place, facing = hexes.named(choice["hex"]), choice["facing"]
    for charge, step in _charges(battle):
        if charge.places[choice["unit"]] == place and charge.facing == facing:
            return plan.onset(state, charge.places, facing, choice["target"]), step
    raise LookupError(f"{choice['unit']} has no charge from {choice['hex']}")


def _contact(battle: Battle, charge: Charge) -> Steps[bool]:
    """Bring chargers into contact; True if anybody is met who is not swept away (SN-10.1.a, SN-10.5.a-c)."""
    state: State = battle.state
    first = state.stands[next(iter(charge.places))]
    # How they came is noted first: the Order Test and the sweeping end the move that it is read from.
    approaches = {id_: plan.approach(state, state.stands[id_]) for id_ in charge.contacts}
    met = charge.met(state)
    swept = [
        enemy
        for enemy in met
        if any(
            skirmish.is_swept(state, enemy, state.stands[id_], charge.places[id_])
            for id_ in charge.against(enemy.id)
        )
    ]
    fights = len(swept) < len(met)
    # An extra move takes its Order Test before the fight: a failure disorders the charger
    # (SN-C-order-timing).
    if fights and state.activation is not None and is_extra(state.activation):
        yield from movement.finish_move(battle)
    for enemy in swept:
        attackers = (state.stands[id_] for id_ in charge.against(enemy.id))
        attacker = next((one for one in attackers if one.on_field), None)
        if attacker is not None:
            yield from skirmish.sweep(battle, enemy, attacker)
    if fights:
        yield from _fight(battle, plan.again(state, charge), approaches)
        _finish(battle, first, "SN-10.0.d", words.CHARGED)
    elif not acting(state):
        _finish(battle, first, "SN-1.3.b", common.NOBODY_LEFT)
    return fights


def _finish(battle: Battle, first: Stand, rule: str, why: str) -> None:
    """End the movement of the stands that act, unless something has ended it already."""
    activation = battle.state.activation
    if activation is not None and not activation.over:
        battle.apply(MovementOver(rule, first.id, why))


def _go_on(battle: Battle, step: Step | None, came_from: dict[str, hexes.Hex]) -> Steps[None]:
    """Continue the single move after Skirmishers were swept away, as after any other step (SN-10.5.c)."""
    stands = acting(battle.state)
    if not stands or step is None or (yield from reactions.after_step(battle, stands, came_from)):
        return
    if step.last:
        movement.stop(battle, "SN-4.2.b", common.TURNED_TWICE)
    elif step.left <= 0 and not stands[0].profile.kind.free:
        yield from movement.finish_move(battle)


def _fight(battle: Battle, charge: Charge, approaches: dict[str, Approach]) -> Steps[None]:
    """Share out the enemies among the chargers, then fight one melee after the other (SN-10.2)."""
    state: State = battle.state
    attackers = [state.stands[id_] for id_ in charge.contacts]
    if not attackers:
        return
    activation = state.activation
    lost = frozenset[str]() if activation is None else frozenset(activation.no_bonus)
    # A group names nobody: its enemies are shared out when it is in contact (SN-10.2.f).
    named = {attackers[0].id: charge.target} if len(charge.places) == 1 else {}
    clashes = yield from melee.assign(battle, attackers, approaches, targets=named, no_bonus=lost)
    yield from melee.fight_all(battle, clashes)
