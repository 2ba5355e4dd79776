"""Skirmishers who are contacted: swept away or fighting, and bound to break off (SN-10.5)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance import hexes, morale
from rulesets.snaphance.ground import enter_cost
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.movement.steps import candidates
from rulesets.snaphance.shooting import cover
from rulesets.snaphance.shooting.cover import sweeps as sweeps
from rulesets.snaphance.shooting.volley import Shot, shoot, why_no_volley
from rulesets.snaphance.state import Stand, State


def caught(state: State, stand: Stand, attacker: Stand) -> bool:
    """Return whether Light Cavalry still catches Skirmishers who have evaded from it (SN-10.5.e)."""
    activation = state.activation
    evaded = activation is not None and f"{stand.id} {attacker.id}" in activation.evaded
    return evaded and attacker.profile.code == "LC"


def is_swept(state: State, stand: Stand, attacker: Stand, place: Hex) -> bool:
    """Return whether contact destroys Skirmishers without a melee (SN-10.5.a, SN-10.5.b, SN-10.5.d).

    Those with muskets who are caught after their one evasion are treated like all others (SN-10.5.f).
    """
    if stand.profile.code != "Sk" or not sweeps(attacker):
        return False
    return caught(state, stand, attacker) or not cover.sheltered(state, stand.place, place)


def sweep(battle: Battle, stand: Stand, attacker: Stand, *, silent: bool = False) -> Steps[None]:
    """Destroy contacted Skirmishers, who first fire at what is in front (SN-10.5.a-b, SN-10.5.e, SN-7.4.g).

    They do not fire if they are caught by Light Cavalry after an evasion, nor out of a melee (SN-7.4.b), nor
    if `silent` (SN-6.3.a).
    """
    state: State = battle.state
    rule = "SN-10.5.a" if stand.faces(attacker.place) else "SN-10.5.b"
    if caught(state, stand, attacker):
        rule = "SN-10.5.e"
    elif not silent and not state.in_melee(stand.id) and stand.faces(attacker.place):
        shot = Shot(stand.id, attacker.id, "defensive")
        if why_no_volley(state, shot) is None:  # SN-7.4.f-g: if they have any dice
            yield from shoot(battle, shot)
    if stand.on_field:
        morale.remove(battle, stand, "destroyed", rule)


# -- breaking off ---------------------------------------------------------------------------------


def must_break_off(state: State, stand: Stand) -> bool:
    """Return whether Skirmishers in the open still have to leave an enemy in front (SN-10.5.h).

    Until then they may not finish, nor may their group.
    """
    if stand.profile.code != "Sk" or not stand.on_field or stand.moved:
        return False
    if cover.sheltered(state, stand.place, stand.place):
        return False
    if not any(state.enemy_at(place, stand.side) is not None for place in stand.front):
        return False
    activation = state.activation
    # Before its turn a stand has no steps to ask for; a free hex beside it is taken as room enough.
    if activation is None or stand.id not in activation.stands:
        return _has_room(state, stand)
    if activation.hexes or activation.over or activation.held:
        return False
    return any(step.way and not step.enemies for step in candidates(state))


def bound_to_leave(state: State) -> bool:
    """Return whether who acts must first leave an enemy in front; turning is not enough (SN-10.5.h)."""
    activation = state.activation
    return activation is not None and any(
        must_break_off(state, state.stands[id_]) for id_ in activation.stands
    )


def _has_room(state: State, stand: Stand) -> bool:
    """Return whether any hex next to a stand is free for it."""
    return any(
        state.stand_at(place) is None and enter_cost(state, stand, stand.place, place) is not None
        for place in hexes.neighbours(stand.place)
    )
