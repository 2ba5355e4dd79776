"""Why the stand that acts may not step into a hex beside it (SN-4.0.g, SN-C-terrain, SN-4.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.contract.board import Bar
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.snaphance import hexes, movement
from rulesets.snaphance.board.what_if import is_acting
from rulesets.snaphance.charge.who import why_not
from rulesets.snaphance.state import Stand, State


def bars(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Bar, ...]:
    """The hexes around a stand that is asked what it does to which no option leads, each with its reason."""
    pending = battle.pending
    if pending is None or pending.kind != "stand" or pending.subject != stand.id or stand.hex is None:
        return ()
    return tuple(_bars(battle.state, stand, {option.key.get("hex") for option in options}))


def _bars(state: State, stand: Stand, open_: set[str | None]) -> Iterator[Bar]:
    if not is_acting(state, stand):
        return
    for towards in range(6):
        there = hexes.neighbour(stand.place, towards)
        if there not in state.map or hexes.label(there) in open_:
            continue
        rule, why = movement.why_no_step(state, towards) or _no_charge(state, stand, towards)
        yield Bar(hexes.label(there), why, rule)


def _no_charge(state: State, stand: Stand, towards: int) -> tuple[str, str]:
    """SN-10.0.d: of a step that would meet an enemy and is not on offer as a charge."""
    there = hexes.neighbour(stand.place, towards)
    start = stand.place
    if state.activation is not None and state.activation.move is not None:
        start = state.activation.move.start[stand.id][0]
    for step in movement.candidates(state):
        for id_ in step.enemies if step.hexes[0] == there else ():
            enemy = state.stands[id_]
            why = why_not(state, stand, enemy, start, there)
            if why is not None:
                return why[0], f"it would come into contact with {enemy.name}, and {why[1]}"
    return "SN-10.0.d", "it would come into contact with the enemy: that is a charge"
