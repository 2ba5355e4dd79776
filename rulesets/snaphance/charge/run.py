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

# -- options --------------------------------------------------------------------------------------


def options(battle: Battle) -> Iterator[Option]:
    """SN-10.0: every charge that the stands which act may make with their next step or turn, or where they
    stand: one for each enemy that may be the Battle Stand.

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
    """`Charge Blue from 0506 (front)`, `Charge Blue where it stands, facing north (flank or rear)`"""
    where = f"from {hexes.label(charge.places[first.id])}" if charge.steps else "where it stands"
    if charge.facing != first.facing:
        where += f", facing {hexes.facing_words(charge.facing)}"
    front = target.faces(charge.places[charge.against(target.id)[0]])
    return f"Charge {target.name} {where} ({'front' if front else 'flank or rear'})"


def _charges(battle: Battle) -> Iterator[tuple[Charge, Step | None]]:
    """Every step, turn or standing still that would be a charge, allowed or not."""
    state: State = battle.state
    who = looked_mover(battle)
    if who is None:
        return
    here = plan.onset(state, {stand.id: stand.place for stand in who.stands}, who.facing)
    if here.contacts:
        yield here, None
    if not _may_come_up(state, who):
        return
    found = set[tuple[hexes.Hex, int]]()
    for step in contacts(state, who, looked_through(state, who)):
        end = step.hexes[0], step.facing
        if end not in found:
            found.add(end)
            yield plan.onset(state, dict(zip(step.units, step.hexes, strict=True)), step.facing), step


def _may_come_up(state: State, who: Mover) -> bool:
    """Whether an enemy is near enough to be in front of one of them after the next step: seen at once, while
    to find every step takes long. A step is of one hex, but of more through friends who stand beside.
    """
    taken = state.occupied.keys()
    for stand in who.stands:
        here = stand.place
        if not taken.isdisjoint(hexes.neighbours(here)):
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
"""SN-4.7: all ways to move but backward, which leads nobody into contact with an enemy ahead of him."""


# -- the charge -----------------------------------------------------------------------------------


def perform(battle: Battle, choice: Choice) -> Steps[None]:
    """SN-10.0, SN-10.1.a: carry out one of the `options`: it is declared, answered, the last step made,
    Skirmishers swept away, the melees fought.

    If its target evades, or Skirmishers in the open were all that it met, the single move may go on
    (SN-5.0.h, SN-10.5.c).
    """
    state: State = battle.state
    charge, step = _chosen(battle, choice)
    if not under_way(state):
        movement.begin(battle)  # who charges is moving, even if nothing comes of it
    battle.apply(Declared("SN-10.0.a", choice["unit"], "charge", choice["target"]))
    if (yield from reactions.to_charge(battle, charge)):
        return
    now = plan.again(state, charge)
    if len(now.places) < len(charge.places) or charge.target not in {one.id for one in now.met(state)}:
        return
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
    """SN-10.1.a, SN-10.5.a-c: the chargers stand in contact. True if there was anybody who is not swept away:
    then their movement is over. An extra move takes its Order Test first (SN-C-order-timing).
    """
    state: State = battle.state
    first = state.stands[next(iter(charge.places))]
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
    if fights and state.activation is not None and is_extra(state.activation):
        yield from movement.finish_move(battle)
    for enemy in swept:
        attackers = (state.stands[id_] for id_ in charge.against(enemy.id))
        attacker = next((one for one in attackers if one.on_field), None)
        if attacker is not None:
            yield from skirmish.sweep(battle, enemy, attacker)
    if fights:
        yield from _fight(battle, plan.again(state, charge), approaches)
        _finish(battle, first, "SN-10.0.d", "it has charged")
    elif not acting(state):
        _finish(battle, first, "SN-1.3.b", "nobody is left")
    return fights


def _finish(battle: Battle, first: Stand, rule: str, why: str) -> None:
    """Those who act have finished, unless something has finished them already."""
    activation = battle.state.activation
    if activation is not None and not activation.over:
        battle.apply(MovementOver(rule, first.id, why))


def _go_on(battle: Battle, step: Step | None, came_from: dict[str, hexes.Hex]) -> Steps[None]:
    """SN-10.5.c: who has swept Skirmishers away goes on with his single move as after any other step."""
    stands = acting(battle.state)
    if not stands or step is None or (yield from reactions.after_step(battle, stands, came_from)):
        return
    if step.last:
        movement.stop(battle, "SN-4.2.b", "it has turned twice")
    elif step.left <= 0 and not stands[0].profile.kind.free:
        yield from movement.finish_move(battle)


def _fight(battle: Battle, charge: Charge, approaches: dict[str, Approach]) -> Steps[None]:
    """SN-10.2: the enemies are shared out among the chargers, then one melee after the other is fought."""
    state: State = battle.state
    attackers = [state.stands[id_] for id_ in charge.contacts]
    if not attackers:
        return
    activation = state.activation
    lost = frozenset[str]() if activation is None else frozenset(activation.no_bonus)
    named = {attackers[0].id: charge.target} if len(charge.places) == 1 else {}
    clashes = yield from melee.assign(battle, attackers, approaches, targets=named, no_bonus=lost)
    yield from melee.fight_all(battle, clashes)
