"""Turning to face who attacks flank or rear, at the start of a stand's turn (SN-4.6.d, SN-10.4.e)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Option
from rulesets.snaphance import hexes, zones
from rulesets.snaphance.clash import turned
from rulesets.snaphance.events.charge import FacedAttacker
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import common


def options(battle: Battle) -> Iterator[Option]:
    """Yield the free turns of stands at the start of their turn (SN-4.6.d, SN-10.4.e)."""
    state: State = battle.state
    for stand in _beginning(state):
        for facing in facings(state, stand):
            key = {"do": "face", "unit": stand.id, "facing": facing}
            label = common.turns_to_attacker(stand.name, hexes.facing_words(facing))
            yield Option(key, label, rule_of(state, stand))


def perform(battle: Battle, choice: Choice) -> None:
    """Make one of the `options`; turning away ends support (SN-4.6.d, SN-10.4.e)."""
    stand = battle.state.stands[choice["unit"]]
    battle.apply(FacedAttacker(rule_of(battle.state, stand), stand.id, choice["facing"]))
    turned(battle, stand)


def rule_of(state: State, stand: Stand) -> str:
    """Return the rule by which a stand turns: in an ongoing melee or outside one."""
    return "SN-10.4.e" if state.in_melee(stand.id) else "SN-4.6.d"


def facings(state: State, stand: Stand) -> list[int]:
    """Return facings with a flank or rear enemy in front; none if any attacks from the front (SN-4.6.d)."""
    # Most stands have nobody beside them: this spares the search for zones of control.
    if not state.melees and state.occupied.keys().isdisjoint(hexes.neighbours(stand.place)):
        return []
    # who attacks it: the enemies next to it whose zone it is in, and those who face it in its ongoing melees
    found = {one.id: one for one in zones.zones_at(state, stand.place, stand.side)}
    for melee in state.melees_of(stand.id):
        for one in map(state.stands.__getitem__, (*melee.stands, *melee.supporters)):
            if one.side != stand.side and one.on_field and one.faces(stand.place):
                found[one.id] = one
    attackers = list(found.values())
    if not attackers or any(stand.faces(one.place) for one in attackers):
        return []
    around = [hexes.direction(stand.place, one.place) for one in attackers]
    # A stand faces a point of its hex and has two front hexes, so two facings bring an enemy in front.
    return [facing for facing in range(6) if {facing, (facing + 1) % 6} & set(around)]


def _beginning(state: State) -> Iterator[Stand]:
    """Yield the stands whose turn is about to begin."""
    activation = state.activation
    if activation is not None:
        if len(activation.stands) == 1 and not activation.begun:
            yield state.stands[activation.stand]
        return
    group = state.groups.get(state.active_group)
    for id_ in group.stands if group is not None else ():
        stand = state.stands[id_]
        if stand.on_field and not stand.moved:
            yield stand
