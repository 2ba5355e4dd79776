"""Fighting on as what a group does in its activation (SN-11.3.b, SN-C-ongoing)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Option, Steps
from rulesets.snaphance.charge.skirmish import must_break_off
from rulesets.snaphance.events.command import StandsActivated, StandsDone
from rulesets.snaphance.melee.fight import fight
from rulesets.snaphance.melee.roles import again
from rulesets.snaphance.ongoing import ongoing
from rulesets.snaphance.state import Group, Melee, State


def due(state: State, group: Group) -> list[Melee]:
    """SN-11.3.b, SN-C-ongoing: the ongoing melees that a group has still to fight in its activation: those of
    its Battle Stands that have not been fought in it.

    Skirmishers who must break off do that instead (SN-10.5.h).
    """
    if not state.melees:
        return []
    members = {name for name in group.stands if not must_break_off(state, state.stands[name])}
    return [melee for melee in state.melees if members & set(melee.stands) and group.id not in melee.fought]


def options(battle: Battle) -> Iterator[Option]:
    """SN-11.3.b: the ongoing melees that the active group has still to fight, each by its Battle Stand."""
    state: State = battle.state
    group = state.groups.get(state.active_group)
    if group is None:
        return
    for melee in due(state, group):
        own, foe = melee.stands if melee.stands[0] in group.stands else melee.stands[::-1]
        words = f"{state.stands[own].name} fights on against {state.stands[foe].name}"
        yield Option({"do": "fight", "unit": own}, words, "SN-11.3.b")


def perform(battle: Battle, choice: Choice) -> Steps[None]:
    """SN-11.3.b: a Battle Stand of the active group fights its ongoing melee; that is its turn (SN-1.4.d)."""
    state: State = battle.state
    stand = state.stands[choice["unit"]]
    melee = ongoing(state, stand)
    if melee is None:
        raise LookupError(f"{stand.id} fights no ongoing melee")
    own = state.activation is None
    if own:
        battle.apply(StandsActivated("SN-11.3.b", (stand.id,)))
    yield from fight(battle, again(state, melee))
    if own:
        battle.apply(StandsDone("SN-1.4.d", (stand.id,)))
