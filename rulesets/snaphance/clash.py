"""Melees: who has met whom and how they came there (SN-10.1.a), and those that go on (SN-11.3, SN-11.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from rulesets.engine.battle import Battle
from rulesets.engine.records import record
from rulesets.snaphance.events.melee import MeleeOngoing, MeleeOver, SupportEnded
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Melee, Stand, State

Coming = Literal["charge", "opportunity", "counter", "pursuit", "none"]
"""How a stand came into contact: by a charge of its own activation, an opportunity charge, a counter-charge,
in pursuit, or not at all: it stood there.
"""


@record
class Approach:
    """How a stand came into contact.

    `start`: where its move began, by which flank and rear attacks are judged (SN-10.4.a); `entered`: hexes
    entered in it (SN-10.3.f); `forward`: it was moving forward (SN-10.3.1.a). `path`: those hexes in order,
    for the terrain on the way (SN-10.3.e); where it is not given only the last of them is looked at.
    """

    unit: str
    start: Hex
    entered: int
    forward: bool
    how: Coming
    path: tuple[Hex, ...] = ()


@record
class Clash:
    """A melee that is about to be fought.

    `attacker` made the contact, `defender` is the enemy Battle Stand (SN-10.2.a). `supporters`: of the
    attacker, of the defender (SN-10.6.a). `idle`: enemies in contact that neither fight nor support, but
    retreat with the defender (SN-10.2.d). `approaches`: by stand, of those who came into contact in this very
    move. `again`: an ongoing melee is fought again (SN-11.3.b, SN-11.4.a). `silent`: stands that give neither
    defensive nor supporting fire (SN-6.3.a-b, SN-7.4.b). `no_bonus`: stands that have lost their Charge Bonus
    for this attack (SN-7.4.1.a).
    """

    attacker: str
    defender: str
    supporters: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    idle: tuple[str, ...] = ()
    approaches: Mapping[str, Approach] = field(default_factory=dict)
    again: bool = False
    silent: frozenset[str] = frozenset()
    no_bonus: frozenset[str] = frozenset()


def ongoing(state: State, stand: Stand) -> Melee | None:
    """Return the ongoing melee in which a stand is a Battle Stand (SN-11.3.a)."""
    return next((melee for melee in state.melees if stand.id in melee.stands), None)


def supported(state: State, stand: Stand) -> Melee | None:
    """Return the ongoing melee that a stand supports (SN-10.6.a)."""
    return next((melee for melee in state.melees if stand.id in melee.supporters), None)


def keep(battle: Battle, clash: Clash, rule: str) -> None:
    """Keep the melee of a clash going, with its Battle Stands and supporters (SN-11.3.a).

    It counts as fought in the activation of the group that acts now, so that this has not to fight it again.
    """
    state: State = battle.state
    attacker, defender = state.stands[clash.attacker], state.stands[clash.defender]
    known = ongoing(state, attacker)
    fought = dict.fromkeys((*(known.fought if known is not None else ()), state.active_group))
    supporters = (*clash.supporters[0], *clash.supporters[1])
    # A stand supports one melee at a time: joining this one ends its support of another.
    for name in supporters:
        melee = supported(state, state.stands[name])
        if melee is not None and attacker.id not in melee.stands:
            battle.apply(SupportEnded("SN-10.6.a", name))
    # Side 0's stand stands first, so that a melee is found by its pair whoever attacks.
    stands = (attacker.id, defender.id) if attacker.side == 0 else (defender.id, attacker.id)
    battle.apply(MeleeOngoing(rule, stands, supporters, tuple(filter(None, fought)), attacker.side))


def end(battle: Battle, clash: Clash) -> None:
    """End what was an ongoing melee of these Battle Stands (SN-11.0.a)."""
    # Over a copy, for each event changes the list of melees.
    for melee in list(battle.state.melees):
        if {clash.attacker, clash.defender} == set(melee.stands):
            battle.apply(MeleeOver("SN-11.0.a", melee.stands))


def turned(battle: Battle, stand: Stand) -> None:
    """End the support of a stand that has turned away from the enemy of its melee (SN-10.6.a)."""
    melee = supported(battle.state, stand)
    if melee is None:
        return
    foe = battle.state.stands[melee.stands[1 - stand.side]]
    if not stand.faces(foe.place):
        battle.apply(SupportEnded("SN-10.6.a", stand.id))


def leave(battle: Battle, stand: Stand, rule: str = "SN-12.0.a") -> None:
    """Take a stand that is driven back or goes away out of its ongoing melees."""
    for melee in battle.state.melees_of(stand.id):
        if stand.id in melee.stands:
            battle.apply(MeleeOver(rule, melee.stands))
        else:
            battle.apply(SupportEnded(rule, stand.id))
