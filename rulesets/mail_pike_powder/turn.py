"""A battle from deployment to the result, turn by turn (MPP-7, MPP-C-13)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.system import Result
from rulesets.mail_pike_powder import combat, leaders, orders, setup, shooting, victory
from rulesets.mail_pike_powder.events import InOrder, PhaseBegan, Recovered, TurnBegan, TurnEnded
from rulesets.mail_pike_powder.state import State
from rulesets.mail_pike_powder.wording import fire


def play(battle: Battle) -> Steps[Result]:
    """Play a battle: deployment (MPP-C-29), then turns of both sides until it is decided (MPP-C-26)."""
    state: State = battle.state
    yield from setup.prepare(battle)
    for turn in range(1, state.max_turns + 1):
        for side in (state.first, 1 - state.first):
            result = yield from play_turn(battle, side, turn)
            if result is not None:
                return result
    return victory.last_turn(battle)


def play_turn(battle: Battle, side: int, turn: int) -> Steps[Result | None]:
    """Play the turn of a side: Command, Shooting, Hand-to-hand, disorder (MPP-7.1 to 7.4); the result if its
    army is beaten.
    """
    state: State = battle.state
    battle.apply(TurnBegan("MPP-C-13", side, turn))
    disordered = [unit.id for unit in state.on_field(side) if unit.disordered]
    battle.apply(PhaseBegan("MPP-7.1.a", "command"))
    leaders.replace_lost(battle, side)
    victory.check_battalias(battle, side)
    result = victory.army_break(battle, side)
    if result is not None:
        return result
    yield from leaders.elite(battle, side)
    yield from orders.initiative(battle, side)
    yield from orders.phase(battle, side)
    yield from leaders.phase(battle, side)
    remove_excess(battle)
    battle.apply(PhaseBegan("MPP-7.2", "shooting"))
    yield from shooting.phase(battle, side)
    remove_excess(battle)
    battle.apply(PhaseBegan("MPP-7.3", "combat"))
    yield from combat.phase(battle, side)
    remove_excess(battle)
    for id_ in disordered:  # MPP-7.4: those that were disordered when the turn began
        unit = state.units[id_]
        since = unit.disordered if unit.on_field and not state.engaged(id_) else 0
        if 0 < since < state.sides[side].turns:
            battle.apply(InOrder("MPP-7.4", id_))
    broken = (victory.broken(state, 0)[0], victory.broken(state, 1)[0])
    battle.apply(TurnEnded("MPP-7.4", side, turn, broken))
    return None


def remove_excess(battle: Battle) -> None:
    """Remove the casualties beyond Stamina at the end of a phase (MPP-C-18)."""
    for unit in list(battle.state.on_field()):
        if unit.excess:
            battle.apply(Recovered("MPP-C-18", unit.id, unit.excess, fire.EXCESS_REMOVED))
